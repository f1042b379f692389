"""Wikilinks, cites, footnotes and block ids in the prose of a page, each with its span; linear in the input.

Prose is the text with everything that is not prose (code, HTML, math, comments, link destinations, escapes) blanked out at
the same length, so that every offset stays an offset of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from brainwiki.markup.structure import Structure
from brainwiki.model.page import Cite, Link, Problem, Range

HIDDEN = "\x00"  # stands for text that is not prose
CELL = "\x01"  # stands for the border of two table cells

_WIKILINK = re.compile(r"\[\[([^\[\]\n\x01]*)\]\]")
_UNCLOSED = re.compile(r"\[\[([^\[\]\n\x01]*)(?=\n|\x01|$)")
_HALF_CLOSED = re.compile(r"\[\[[^\W\d_][^\[\]\n,\x01]*\](?![\]\[(])")
_BRACKETED = re.compile(r"\[\[[^\W\d_][^\[\]\n|\x01]*\|[^\[\]\n\x01]*\[(?!\[)")
_NESTED = re.compile(r"\[\[[^\[\]\n\x01]*(?=\[\[[^\[\]\n\x01]*\]\])")
_MALFORMED = (
    (_HALF_CLOSED, "closed by one bracket only"),
    (_BRACKETED, "broken by a bracket in its label"),
    (_NESTED, "nested around another"),
)
_CITE = re.compile(r"\[cite:([^\[\]\n\x01]*)\](:?)")
_CITE_MARK = re.compile(r"\[cite_(?:start|end)\]")
_IDS = re.compile(r"[^\W_][\w.\-]*(?:,[^\W_][\w.\-]*)*$")
_NUMBER_RANGE = re.compile(r"[0-9]+-[0-9]+$")
_FOOTNOTE = re.compile(r"\[\^([^\[\]\s\x01]{1,200})\]")
_BLOCK_ID = re.compile(r"\^([A-Za-z0-9][A-Za-z0-9\-]*)[ \t]*(?:\n|$)")
_ESCAPE = re.compile(r"(?<!\\)\\++[\[\]^]")
_SOFT_ESCAPE = re.compile(r"\\([_*~])")  # what formatters escape inside a target
_COMMENT = re.compile(r"%%.*?%%", re.DOTALL)
_ESCAPED_CITE = re.compile(r"\\\[cite:")


class BlockId(NamedTuple):
    """A block id `^name` at the end of a line, with the span from its caret."""

    name: str
    start: int
    end: int


@dataclass
class Scan:
    """What stands in a page's prose."""

    prose: str
    links: list[Link] = field(default_factory=list)
    cites: list[Cite] = field(default_factory=list)
    block_ids: list[BlockId] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    comments: list[Range] = field(default_factory=list)


def scan(text: str, body: int, structure: Structure, footnotes: str, comments: bool) -> Scan:
    """Read the prose of `text[body:]`; `footnotes` and `comments` are the dialect's."""
    visible = _blank(text, body, structure)
    found = Scan(visible)
    if comments and "%%" in visible:
        visible = _blank_comments(visible, found)
    if "\\" in visible:
        for match in _ESCAPED_CITE.finditer(visible):
            found.problems.append(Problem("foreign-cite", match.start(), match.end(), "an escaped cite"))
        visible = _ESCAPE.sub(_blank_escape, visible)
    found.prose = visible
    if "[[" in visible:
        _wikilinks(text, visible, found)
    if "[cite" in visible:
        _cites(visible, body, found)
    if "[^" in visible and footnotes != "text":
        _footnotes(visible, body, found, structure, footnotes)
    if "^" in visible:
        _block_ids(visible, found)
    _markdown_cites(text, structure, found)
    return found


def _blank(text: str, body: int, structure: Structure) -> str:
    """The text with front matter, code, HTML, math, link destinations and cell borders blanked at the same length."""
    spans = [(r.start, r.end, HIDDEN) for r in structure.ranges]
    spans.extend((link.tail, link.end, HIDDEN) for link in structure.links if link.is_inline)
    if structure.cells:
        spans.extend((end, end + 1, CELL) for _, end in structure.cells if text[end : end + 1] == "|")
    spans.sort()
    pieces, at = [HIDDEN * body], body
    for start, end, filler in spans:
        if end <= at:
            continue
        start = max(start, at)
        pieces.append(text[at:start])
        hidden = text[start:end]
        pieces.append(
            "\n".join(filler * len(line) for line in hidden.split("\n")) if "\n" in hidden else filler * len(hidden)
        )
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


def _blank_escape(match: re.Match[str]) -> str:
    """A bracket or caret after an odd number of backslashes is text."""
    found = match[0]
    return found if len(found) % 2 else found[:-2] + HIDDEN * 2


def _blank_comments(visible: str, found: Scan) -> str:
    for match in _COMMENT.finditer(visible):
        found.comments.append(Range(match.start(), match.end(), "comment"))
    return _COMMENT.sub(lambda m: "\n".join(HIDDEN * len(line) for line in m[0].split("\n")), visible)


def _wikilinks(text: str, visible: str, found: Scan) -> None:
    """Innermost pairs are links; what opens without closing on its line, or holds another link, is a problem."""
    closed = 0
    for match in _WIKILINK.finditer(visible):
        closed += 1
        start, end, inner = match.start(), match.end(), match[1]
        if inner.startswith("cite:"):
            found.problems.append(Problem("foreign-cite", start, end, "a cite in double brackets"))
            continue
        is_embed = start > 0 and visible[start - 1] == "!"
        link = _wikilink(inner, text[start + 2 : end - 2], start, end, is_embed)
        if link is None:
            found.problems.append(Problem("malformed-link", start, end, "empty"))
        elif HIDDEN in link.target:
            found.problems.append(Problem("malformed-link", start, end, "broken by code, math or HTML in its name"))
        else:
            found.links.append(link)
    if visible.count("[[") == closed:
        return  # every pair that opens is one of these
    for match in _UNCLOSED.finditer(visible):
        is_cut = visible[match.end() : match.end() + 1] == CELL
        kind = "bar-in-cell" if is_cut else "malformed-link"
        found.problems.append(Problem(kind, match.start(), match.end(), match[1] if is_cut else "never closed"))
    for pattern, detail in _MALFORMED:
        for match in pattern.finditer(visible):
            found.problems.append(Problem("malformed-link", match.start(), match.end(), detail))


def _wikilink(inner: str, words: str, start: int, end: int, is_embed: bool) -> Link | None:
    """The link of `[[words]]`, or None where it names nothing; `inner` is the same as prose: what is hidden there parts nothing."""
    name, bar, _ = inner.partition("|")
    label = words[len(name) + 1 :]
    if bar and name.endswith("\\"):  # in a table the bar is written \|; the backslash is not part of the target
        name = name[:-1]
    target = name.partition("#")[0]
    fragment = words[len(target) + 1 : len(name)]
    if not target.strip() and not fragment.strip():
        return None
    if "\\" in target:
        target = _SOFT_ESCAPE.sub(r"\1", target)
    form: Literal["embed", "wikilink"] = "embed" if is_embed else "wikilink"
    return Link(target.strip(), fragment.strip(), label.strip(), start - is_embed, end, form)


def _begins_line(visible: str, start: int, body: int) -> bool:
    """Whether a line of the body begins at `start`."""
    return start == body or visible[start - 1] == "\n"


def _cites(visible: str, body: int, found: Scan) -> None:
    for match in _CITE.finditer(visible):
        start, inner = match.start(), match[1]
        if visible[start - 1 : start] == "[" and visible[match.end(1) + 1 : match.end(1) + 2] == "]":
            continue  # [[cite:1]] was named by the wikilink scan
        if match[2] and _begins_line(visible, start, body):
            found.problems.append(Problem("foreign-cite", start, match.end(), "a reference definition"))
        elif not _IDS.match(inner) or _NUMBER_RANGE.match(inner):
            found.problems.append(Problem("foreign-cite", start, match.end(1) + 1, _why_foreign(inner)))
        else:
            found.cites.append(Cite(tuple(inner.split(",")), start, match.end(1) + 1, "cite"))
    for match in _CITE_MARK.finditer(visible) if "[cite_" in visible else ():
        found.problems.append(Problem("foreign-cite", match.start(), match.end(), "another tool's marker"))


def _why_foreign(inner: str) -> str:
    if not inner.strip():
        return "a cite without an id"
    if any(char.isspace() for char in inner):
        return "a cite with blanks"
    if "-" in inner:
        return "a range of ids"
    return "a cite whose ids cannot be read"


def _footnotes(visible: str, body: int, found: Scan, structure: Structure, footnotes: str) -> None:
    definitions = {start for _, start, _ in structure.footnotes}
    for match in _FOOTNOTE.finditer(visible):
        start, end = match.start(), match.end()
        if start in definitions or (visible[end : end + 1] == ":" and _begins_line(visible, start, body)):
            continue
        if footnotes == "evidence":
            found.cites.append(Cite((match[1],), start, end, "footnote"))
        else:
            found.problems.append(Problem("foreign-cite", start, end, "a Markdown footnote"))
    found.cites.sort(key=lambda cite: cite.start)


def _block_ids(visible: str, found: Scan) -> None:
    for match in _BLOCK_ID.finditer(visible):
        before = visible[match.start() - 1 : match.start()]
        if before in (" ", "\t", "\n", ""):
            found.block_ids.append(BlockId(match[1], match.start(), match.end(1)))


def _markdown_cites(text: str, structure: Structure, found: Scan) -> None:
    for link in structure.links:
        if link.destination.startswith("cite:") or link.is_inline and text.startswith("[cite:", link.start):
            found.problems.append(Problem("foreign-cite", link.start, link.end, "a cite that became a Markdown link"))


def links_in(words: str, start: int, end: int) -> Iterable[Link]:
    """Wikilinks inside a front-matter value; their span is the value's."""
    if "[[" not in words:
        return
    for match in _WIKILINK.finditer(words):
        link = _wikilink(match[1], match[1], start, end, False)
        if link is not None:
            yield link._replace(start=start, end=end, form="meta")
