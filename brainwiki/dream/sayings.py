"""The words that an update brings: made safe for a page, or refused with why."""

from __future__ import annotations

import re

from brainwiki.markup import parser
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Page

LONGEST = 1200  # characters of one sentence
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_LIST_LINE = re.compile(r"\n[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]")
_UNSEEN = re.compile("[\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]")
_OPENS_BLOCK = re.compile(
    r"(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|[-*_](?=[ \t]*[-*_])|```|~~~|\||={3,}$|:(?=\s)|\[[ xX]\](?=\s))"
)
_NUMBERED = re.compile(r"([0-9]{1,9})([.)])(?=\s|$)")
_STOPPED = re.compile(r"[.!?。！？｡．…][\"'”’)\]」』）*_~]*$")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d、，：；」』）]$")
_BLOCK_ID = re.compile(r"(?:^|\s)\^[A-Za-z0-9][A-Za-z0-9\-]*$")
_UNTIL = re.compile(r"\(until\b")
_HTML = frozenset({"html", "comment"})


def one_line(text: str) -> str:
    """Text on one line, without control characters."""
    kept = "".join(one for one in text if one.isprintable() or one.isspace() or one == "\u200d")
    return " ".join(kept.split())


def mistake_in(text: str, *, sentences: bool = True) -> str:
    """Why a text cannot stand as the sentence of a claim; empty where it can. With `sentences` False it may be several."""
    if not text.strip():
        return "`text` is empty"
    if _PARAGRAPHS.search(text.strip()) or _LIST_LINE.search(text.strip()):
        return "`text` has several paragraphs or items; make one update for each"
    if _UNSEEN.search(text):
        return "`text` holds invisible characters; leave them out"
    line = one_line(text)
    if len(line) > LONGEST:
        return f"`text` has {len(line):,} characters; the most is {LONGEST:,}"
    return _mistake_in_line(line, sentences)


def _mistake_in_line(line: str, sentences: bool) -> str:
    if _UNTIL.match(line):
        return "`text` begins with `(until`; history is written by `supersede` and `retire`"
    if _BLOCK_ID.search(line):
        return "`text` ends with a block id; ids are given by program"
    page = _parsed(safe(line))
    if page.cites or any(one.kind == "foreign-cite" for one in page.problems) or "[cite" in line:
        return "`text` holds a cite; name observations, and cites follow from them"
    if any(link.form != "wikilink" for link in page.links):
        return "`text` holds a Markdown link, an embed or an image; only wikilinks may stand in it"
    if any(one.kind == "malformed-link" for one in page.problems):
        return "`text` holds a wikilink that is not closed or empty"
    if any(one.kind in ("fence", "code") and "\n" in page.text[one.start : one.end].strip() for one in page.ranges):
        return "`text` holds a block of code"
    count = len(page.sentences)
    if sentences and count != 1:
        return f"`text` has {count} sentences; one update says one, make an update for each"
    return ""


def safe(text: str) -> str:
    """A sentence as it may be written into a page: one line, no HTML, nothing that opens a block, with a stop at its end."""
    line = one_line(text)
    number = _NUMBERED.match(line)
    if number:
        line = f"{number[1]}\\{line[len(number[1]) :]}"
    elif _OPENS_BLOCK.match(line):
        line = "\\" + line
    line = _without_html(line)
    if _STOPPED.search(line):
        return line
    return line + ("。" if _CJK.search(line) else ".")


def cite(sentence: str, ids: tuple[str, ...]) -> str:
    """A sentence with its cites behind it: after an Eastern stop without a blank."""
    return sentence + ("" if sentence[-1:] in "。！？｡．" else " ") + f"[cite:{','.join(ids)}]"


def _without_html(line: str) -> str:
    """The line with every sign that would open HTML, a comment or a link in angles taken as text."""
    for _ in range(line.count("<")):
        page = _parsed(line)
        starts = [one.start for one in page.ranges if one.kind in _HTML or page.text[one.start] == "<"]
        starts += [link.start for link in page.links if page.text[link.start] == "<"]
        if not starts:
            break
        at = min(starts) - page.body
        line = f"{line[:at]}\\{line[at:]}"
    return line


def _parsed(line: str) -> Page:
    """The line as a page of its own, behind a word that keeps it a paragraph."""
    return parser.parse("knowledge/x.md", line.encode("utf-8", "replace"), Dialect())


def stop_at(text: str) -> int:
    """The offset of the stop that ends a text; its end where it has none."""
    found = _STOPPED.search(text)
    return found.start() if found else len(text)


def aside(words: str, text: str) -> str:
    """Words in the brackets of the language of a text, to stand before its stop."""
    return f"（{words}）" if _CJK.search(text[: stop_at(text)]) else f" ({words})"
