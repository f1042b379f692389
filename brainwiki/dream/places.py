"""Where in a page's body something is to be written: around a claim, at the end of a part, behind an item."""

from __future__ import annotations

import re
from typing import NamedTuple

from brainwiki.markup import structure
from brainwiki.model.names import heading_keys
from brainwiki.model.page import Claim, Page

_ITEM = re.compile(r"([ \t>]*)([-*+]|[0-9]{1,9}[.)])([ \t]+)(?:\[[ xX]\][ \t]+)?")
_HISTORY = re.compile(r"\(until\b")
_SEE_ALSO = frozenset(
    {"see also", "related", "related pages", "links", "関連", "関連ページ", "参考", "相关", "相关页面", "参见"}
)


class Spot(NamedTuple):
    """The block in which a claim stands: `own` and `end` are the span of its own text, `line_end` the end of its last line,
    `prefix` what stands before an item's `marker` (or before a paragraph's text), `below` where what belongs to it ends.

    `first` and `last` say whether the claim is the first and the last thing in it.
    """

    kind: str
    own: int
    end: int
    line_end: int
    prefix: str
    marker: str
    below: int
    first: bool
    last: bool


class Slot(NamedTuple):
    """A place for a new line: the offset, and what is written before and behind the line."""

    at: int
    before: str
    behind: str = ""


def spot_of(page: Page, claim: Claim) -> Spot | None:
    """The block of a claim; None where it stands in none that is known."""
    text = page.text
    for block in structure.read(text, page.body).blocks:
        if not block.start <= claim.start < block.end:
            continue
        end = block.start + len(text[block.start : block.end].rstrip())
        line_end = _line_end(text, end)
        line = text.rfind("\n", 0, block.start) + 1
        found = _ITEM.fullmatch(text, line, block.start)
        kind = "row" if block.kind == "row" else "item" if found else "paragraph"
        prefix, marker = (found[1], found[2]) if found else (text[line : block.start], "")
        below = _below(text, line_end, len(prefix)) if found else line_end
        first = not text[block.start : claim.start].strip()
        return Spot(kind, block.start, end, line_end, prefix, marker, below, first, not _rest(page, claim, end))
    return None


def history_slot(page: Page, spot: Spot) -> Slot:
    """Where the newest history item of an item, or of a paragraph, goes: before the older ones."""
    text = page.text
    following = _next_line(text, spot.line_end)
    found = _ITEM.match(text, following) if following >= 0 else None
    if spot.kind == "item":
        if found and len(found[1].expandtabs(4)) > len(spot.prefix.expandtabs(4)):
            return Slot(spot.line_end, f"\n{found[1]}{found[2] if found[2] in '-*+' else '-'} ")
        return Slot(spot.line_end, f"\n{spot.prefix}    - ")
    if found and found[1] == spot.prefix:
        if _HISTORY.match(text, found.end()):
            return Slot(following, f"{found[1]}{found[2]} ", "\n")
        return Slot(spot.line_end, f"\n{spot.prefix.rstrip()}\n{spot.prefix}{'*' if found[2] == '-' else '-'} ")
    return Slot(spot.line_end, f"\n{spot.prefix.rstrip()}\n{spot.prefix}- ", _gap(text, spot.line_end))


def end_slot(page: Page, heading: str) -> Slot:
    """Where a new item goes: at the end of the part under a heading (made where it is missing), or of the page's first part."""
    parts = _parts(page)
    if not heading:
        own = [part for part in parts if not _is_see_also(part[0])]
        start, end = next((part[1:] for part in own if page.text[part[1] : part[2]].strip()), parts[0][1:])
        return _after(page, start, end)
    wanted = heading_keys(heading)
    for words, start, end in parts:
        if words and wanted & heading_keys(words):
            return _after(page, start, end)
    return _at_bottom(page, f"## {heading}")


def see_also_slot(page: Page) -> Slot:
    """Where a line that only links goes: under a heading such as `See also`, which is made where there is none."""
    for words, start, end in _parts(page):
        if _is_see_also(words):
            return _after(page, start, end)
    return _at_bottom(page, "## See also")


def has_heading(page: Page, heading: str) -> bool:
    """Whether the page has this heading."""
    wanted = heading_keys(heading)
    return any(wanted & heading_keys(words) for words, _ in page.parts)


def _at_bottom(page: Page, heading: str) -> Slot:
    end = page.body + len(page.text[page.body :].rstrip())
    return Slot(end, ("\n\n" if end > page.body else "\n") + f"{heading}\n\n- ", "" if end < len(page.text) else "\n")


def _parts(page: Page) -> list[tuple[str, int, int]]:
    """What stands before the first heading and under each one, up to the next: words of the heading, start and end."""
    starts = [("", page.body), *((one.text, one.end) for one in page.headings)]
    ends = [*(one.start for one in page.headings), len(page.text)]
    return [(words, start, end) for (words, start), end in zip(starts, ends, strict=True)]


def _is_see_also(words: str) -> bool:
    return words.strip().rstrip(":：").lower() in _SEE_ALSO


def _after(page: Page, start: int, end: int) -> Slot:
    """Behind the last thing of a part: as one more item where that is a list, else as a new list."""
    text = page.text
    content = text[start:end].rstrip()
    at = start + len(content)
    final = "" if at < len(text) else "\n"
    if not content.strip():
        if start == page.body:
            return Slot(start, "\n- ", "" if text[start:].isspace() else "\n")
        at = start - 1 if text[start - 1 : start] == "\n" else start
        return Slot(at, "\n\n- ", _gap(text, at) if at < len(text) else "\n")
    blocks = [one for one in structure.read(text, page.body).blocks if start <= one.start < end]
    if blocks and blocks[-1].depth and not text[blocks[-1].end : at].strip():
        for block in reversed(blocks):
            found = _ITEM.match(text, text.rfind("\n", 0, block.start) + 1, block.start) if block.depth == 1 else None
            if found:
                return Slot(at, f"\n{found[1]}{_next_marker(found[2])} ", final)
    return Slot(at, "\n\n- ", final)


def _next_marker(marker: str) -> str:
    return marker if marker in "-*+" else f"{int(marker[:-1]) + 1}{marker[-1]}"


def _gap(text: str, at: int) -> str:
    """A blank line, where the line that follows is not one and not the end."""
    return "\n" if text[at : at + 1] == "\n" and text[at + 1 : at + 2] not in ("\n", "") else ""


def _rest(page: Page, claim: Claim, end: int) -> str:
    """What stands in the block behind a claim, without a block id."""
    rest = page.text[claim.end : end]
    return re.sub(r"\^[A-Za-z0-9\-]+[ \t]*$", "", rest).strip()


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _next_line(text: str, line_end: int) -> int:
    """The start of the next line that is not blank; -1 where there is none."""
    found = re.compile(r"\n(?=[^\n]*[^\s>])").search(text, line_end)
    return found.end() if found else -1


def _below(text: str, line_end: int, column: int) -> int:
    """The end of the last line that belongs to an item whose marker stands at `column`: those further in, after its own text."""
    at = last = line_end
    while at < len(text):
        end = _line_end(text, at + 1)
        line = text[at + 1 : end]
        if line.strip() and not line[: column + 1].isspace():
            break
        last = end if line.strip() else last
        at = end
    return last
