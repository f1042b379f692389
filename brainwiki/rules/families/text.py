"""BW1xx on the bytes of a file: encoding, control characters, conflict markers, fences, emptiness, size."""

from __future__ import annotations

import re

from brainwiki.markup.document import Document
from brainwiki.markup.parser import MAX_PAGE
from brainwiki.model.finding import Severity
from brainwiki.rules.rule import Example, Mend, Rule, from_problem

_MARK = b"\xef\xbb\xbf"
_LINE_END = re.compile(rb"\r\n|\r|\n")


def _without_mark(source: Document) -> bytes:
    return source.raw.removeprefix(_MARK)


def _one_line_end(source: Document) -> bytes:
    """The file with the line end that most of its lines have."""
    return _LINE_END.sub(source.newline.encode(), source.raw)


RULES: tuple[Rule, ...] = (
    Rule(
        code="BW101",
        slug="not-utf8",
        severity=Severity.BLOCK,
        summary="A file that is not valid UTF-8.",
        why="A reader that guesses an encoding shows other words than were written, and a writer that guesses destroys them.",
        remedy="Convert the file to UTF-8 from what it is: `iconv -f cp1252 -t utf-8` for a text of old Windows, `-f utf-16` for UTF-16.",
        bad=(Example("Caf\udce9 opens at nine.\n", "the byte E9 is `é` in cp1252"),),
        good=(Example("Café opens at nine.\n"),),
        integrity=True,
        listings=True,
        problem="not-utf8",
        check=from_problem("not-utf8", lambda page, words: f"The file is not UTF-8: {words[0]}.", "bytes"),
    ),
    Rule(
        code="BW102",
        slug="byte-order-mark",
        severity=Severity.WARN,
        summary="A byte order mark at the start of the file.",
        why="Many tools take the mark for text and no longer see the front matter after it.",
        remedy="Save the file as UTF-8 without BOM.",
        bad=(Example("\ufeff---\ntype: concept\ntitle: Marked\ndescription: d\n---\nText.\n", wrap=False),),
        good=(Example("Text.\n"),),
        fix="safe",
        mend=Mend(recode=_without_mark),
        listings=True,
        problem="byte-order-mark",
        check=from_problem("byte-order-mark", lambda page, words: "The file starts with a byte order mark."),
    ),
    Rule(
        code="BW103",
        slug="control-character",
        severity=Severity.BLOCK,
        summary="A NUL or another control character.",
        why="Control characters cut values short in some readers and hide text in terminals.",
        remedy="Remove the character; tab and line ends are the only ones that a page needs.",
        bad=(Example("A bell\x07 rings.\n"), Example("cut\x00off\n")),
        good=(Example("A tab\tis fine.\n"),),
        integrity=True,
        listings=True,
        problem="control-character",
        check=from_problem(
            "control-character", lambda page, words: f"The file holds the control character {words[0]}."
        ),
    ),
    Rule(
        code="BW104",
        slug="empty-page",
        severity=Severity.BLOCK,
        summary="A page without any text.",
        why="An empty page looks like knowledge to whoever counts pages and answers nobody.",
        remedy="Write the page or delete the file.",
        bad=(Example("", wrap=False), Example("\n \n", wrap=False)),
        good=(Example("One sentence is enough.\n"),),
        problem="empty-page",
        check=from_problem("empty-page", lambda page, words: f"The page is empty: {words[0]}."),
    ),
    Rule(
        code="BW105",
        slug="conflict-marker",
        severity=Severity.BLOCK,
        summary="A merge conflict marker outside a fence.",
        why="Both sides of an unfinished merge would be read as knowledge.",
        remedy="Finish the merge, or put a quoted marker into a fenced block.",
        bad=(Example("<<<<<<< HEAD\nNine.\n=======\nTen.\n>>>>>>> branch\n"),),
        good=(Example("```\n<<<<<<< HEAD\n```\n"), Example("Title\n=======\n\nText.\n")),
        integrity=True,
        listings=True,
        problem="conflict-marker",
        check=from_problem(
            "conflict-marker", lambda page, words: f"A merge was left unfinished: the marker `{words[0]}`."
        ),
    ),
    Rule(
        code="BW106",
        slug="unclosed-fence",
        severity=Severity.BLOCK,
        summary="A fenced block that is never closed.",
        why="Everything after the opening fence is code to a reader: links and cites in it are lost.",
        remedy="Close the block with a fence of the same sign and at least the same length.",
        bad=(Example("```python\nx = 1\n\nSee [[other]].\n"),),
        good=(Example("```python\nx = 1\n```\n"),),
        listings=True,
        problem="unclosed-fence",
        check=from_problem("unclosed-fence", lambda page, words: "The fence opened here is never closed."),
    ),
    Rule(
        code="BW124",
        slug="mixed-line-ends",
        severity=Severity.WARN,
        summary="A file with line ends of several kinds, or of a kind that most tools do not take for one.",
        why="Tools that split on one kind see lines of the other as one, and a difference shows lines that nobody changed.",
        remedy="Save the file with one kind of line end.",
        bad=(Example("One.\r\nTwo.\n"), Example("One.\rTwo.\n")),
        good=(Example("One.\nTwo.\n"),),
        fix="safe",
        mend=Mend(recode=_one_line_end),
        listings=True,
        problem="mixed-line-ends",
        check=from_problem(
            "mixed-line-ends",
            lambda page, words: f"The line ends of the file are not of one known kind: {', '.join(words)}.",
            "line ends",
        ),
    ),
    Rule(
        code="BW121",
        slug="oversized-page",
        severity=Severity.WARN,
        summary="A page over the size cap; its body was not read.",
        why="A page of more than a megabyte is a dump, not a view of one subject, and readers would have to load all of it.",
        remedy="Split the page, or keep the raw material as a source outside the pages.",
        bad=(Example("x" * (MAX_PAGE + 1), "more than 1,048,576 characters"),),
        good=(Example("A page of a few hundred words.\n"),),
        problem="oversized-page",
        check=from_problem(
            "oversized-page",
            lambda page, words: (
                f"The page has {int(words[0]):,} characters, over the cap of {MAX_PAGE:,}: its body was not checked."
            ),
            "size",
        ),
    ),
)
