"""Where a text may end early: between its blocks, else between sentences; never inside a table or a fence."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from brainwiki.markup import claims, structure
from brainwiki.markup.structure import Block, Structure

Fits = Callable[[int], bool]

_LINE = re.compile(r"\n+")
_CITE = re.compile(r"\[cite:[^\]\n]*\]")  # belongs to the sentence before it; the splitter knows it by a sign
_WORD = re.compile(r"\s+")
_DASHES = re.compile(r"[ \t>]*[|:\-][|:\- \t]*")
_SOLID = ("fence", "html", "comment", "math", "code")


def borders(text: str) -> list[int]:
    """The offsets at which a text may end, between its blocks: after a paragraph, an item, a whole table, a whole fence; not
    right after a heading. The end of the text is the last one."""
    shape = structure.read(text, 0)
    spans = _merged(_solid(text, shape))
    starts = [start for start, _ in spans]
    headings = {_inked(text, heading.start, heading.end) for heading in shape.headings}
    found: list[int] = []
    begin = len(text) - len(text.lstrip())
    for match in _LINE.finditer(text, begin):
        at = match.start()
        inside = bisect_right(starts, at) - 1
        if at not in headings and (inside < 0 or at >= spans[inside][1]):
            found.append(at)
    end = len(text.rstrip())
    return [*(at for at in found if at < end), end]


def _solid(text: str, shape: Structure) -> Iterator[tuple[int, int]]:
    """Spans inside which no border lies, without the line end that closes each."""
    for start, end in _tables(text, [block for block in shape.blocks if block.kind == "row"]):
        yield start, _inked(text, start, end)
    spans = [(one.start, one.end) for one in shape.blocks]
    spans += [(one.start, one.end) for one in shape.headings]
    spans += [(one.start, one.end) for one in shape.ranges if one.kind in _SOLID]
    for start, end in spans:
        yield start, _inked(text, start, end)


def _tables(text: str, rows: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """From each row to the line under it, and to the next row of the same table."""
    for number, row in enumerate(rows):
        line = text[row.end : text.find("\n", row.end) if text.find("\n", row.end) >= 0 else len(text)]
        yield row.start, row.end + len(line) if _DASHES.fullmatch(line) else row.end
        if number + 1 < len(rows) and text.count("\n", row.start, rows[number + 1].start) <= 2:
            yield row.start, rows[number + 1].end


def _inked(text: str, start: int, end: int) -> int:
    """The end of a span without blanks before it."""
    return start + len(text[start:end].rstrip())


def _merged(spans: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def sentence_ends(text: str) -> list[int]:
    """The ends of the sentences in the first block of a text; none where that is a table, a fence or the like."""
    shape = structure.read(text, 0)
    first = min((block for block in shape.blocks), key=lambda block: block.start, default=None)
    if first is None or first.kind == "row" or any(one.start < first.start for one in shape.ranges):
        return []
    prose = text[first.start : first.end]
    for stretch in shape.ranges:
        start, end = max(stretch.start, first.start) - first.start, min(stretch.end, first.end) - first.start
        if start < end:
            prose = prose[:start] + "\0" * (end - start) + prose[end:]
    prose = _CITE.sub(lambda cite: "\2" * len(cite[0]), prose)
    return list(dict.fromkeys(first.start + len(prose[: one.end].rstrip()) for one in claims.split(prose)))


def hard_ends(text: str) -> list[int]:
    """The ends of lines, and of words where a text has one line only: for a block that no budget could hold."""
    ends = [match.start() for match in _LINE.finditer(text)] or [match.start() for match in _WORD.finditer(text)]
    return ends or list(range(1, len(text)))


def furthest(ends: Sequence[int], fits: Fits) -> int:
    """The last of these ends that fits, -1 where none does; what is shorter is taken to fit more easily."""
    last = bisect_left(range(len(ends)), True, key=lambda at: not fits(ends[at])) - 1
    return ends[last] if last >= 0 else -1
