"""The text of one turn: prose and code as blocks, long ones folded, very long ones cut and the cut told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from brainwiki.site.stretches import SHOWN
from brainwiki.site.text.quotes import Piece, Spot, pieces
from brainwiki.site.words import Words

FOLDED = ("tool", "system")
MAX_LINES = 60  # a longer turn is folded
HEAD_LINES = 40  # and shows so many lines
AROUND = 1_500  # characters around a quote that lies beyond the cut
LINE = 90  # characters that fill a line

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.\-]{0,30})[^`\n]*$", re.MULTILINE)


class Block(NamedTuple):
    """A piece of a turn: prose, code with the language that its fence names, or a place where something was cut (`pieces`
    then say how much)."""

    kind: Literal["text", "code", "cut"]
    pieces: tuple[Piece, ...]
    language: str = ""


class Shown(NamedTuple):
    """What is shown of a turn: blocks, further blocks that are folded with the lines that they hold, and the turn's size."""

    blocks: tuple[Block, ...]
    rest: tuple[Block, ...]
    more: int
    is_rest_open: bool
    size: str


def shown(words: Words, text: str, role: str, spots: Sequence[Spot]) -> Shown:
    """The blocks of a turn's text with the quotes in it; tool output is never read for code, since all of it is."""
    ranges = tuple(_ranges(text, spots))
    fences = () if role in FOLDED else tuple(_fences(text))
    fold = 0 if role in FOLDED else _fold_at(text[: ranges[0][1]])
    blocks: list[Block] = []
    rest: list[Block] = []
    at = 0
    for start, end in ranges:
        into = rest if fold else blocks
        if start > at:
            into.append(_gap(words, text[at:start]))
        if fold and start < fold:
            blocks.extend(_blocks(text, start, fold, fences, spots))
            start = fold
        into.extend(_blocks(text, start, end, fences, spots))
        at = end
    if at < len(text):
        (rest if fold else blocks).append(_gap(words, text[at:]))
    return Shown(
        tuple(blocks),
        tuple(rest),
        text.count("\n", fold) + 1 if fold else 0,
        any(spot.end > fold for spot in spots),
        size_of(text),
    )


def _ranges(text: str, spots: Sequence[Spot]) -> Iterator[tuple[int, int]]:
    """The stretches that are shown: the beginning, and what lies around quotes further on."""
    start, end = 0, min(SHOWN, len(text))
    for spot in sorted(spots):
        if spot.end <= end:
            continue
        if spot.start - AROUND > end:
            yield start, end
            start = spot.start - AROUND
        end = min(len(text), spot.end + AROUND)
    yield start, end


def _gap(words: Words, text: str) -> Block:
    return Block("cut", (Piece(words.say("cut", size_of(text))),))


def size_of(text: str) -> str:
    """How much a text is, in bytes of UTF-8, for people."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size < 1_000:
        return f"{size} B"
    return f"{size / 1_000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


def _fold_at(text: str) -> int:
    """Where a long text is folded: after so many lines as are shown; 0 where it is short enough."""
    lines = at = fold = 0
    for line in text.split("\n"):
        height = 1 + len(line) // LINE
        if not fold and lines + height > HEAD_LINES:
            fold = at if lines > HEAD_LINES // 2 else at + _blank(line, (HEAD_LINES - lines) * LINE)
        lines += height
        at += len(line) + 1
    return fold if lines > MAX_LINES else 0


def _blank(line: str, room: int) -> int:
    """Where a line may be cut so that it fits: behind a blank, else anywhere."""
    return line.rfind(" ", 0, room) + 1 or min(room, len(line))


def _fences(text: str) -> Iterator[tuple[int, int, int, int, str]]:
    """Fenced code: where the block starts and ends, where the code in it starts and ends, its language."""
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opened is None:
            opened = match
        elif match[1].startswith(opened[1]) and not match[2]:
            yield opened.start(), match.end(), min(opened.end() + 1, match.start()), match.start(), opened[2]
            opened = None
    if opened is not None:
        yield opened.start(), len(text), min(opened.end() + 1, len(text)), len(text), opened[2]


def _blocks(
    text: str, start: int, end: int, fences: Sequence[tuple[int, int, int, int, str]], spots: Sequence[Spot]
) -> Iterator[Block]:
    """Prose and code between two places of a text."""
    at = start
    for left, right, code, code_end, language in fences:
        if right <= at or left >= end:
            continue
        yield from _prose(text, at, left, spots)
        inner = pieces(text, max(code, at), min(code_end, end), spots) if max(code, at) < min(code_end, end) else ()
        yield Block("code", inner, language)
        at = min(right, end)
    yield from _prose(text, at, end, spots)


def _prose(text: str, start: int, end: int, spots: Sequence[Spot]) -> Iterator[Block]:
    """A block of prose, without the empty lines around it; none where there are no words."""
    while start < end and text[start] == "\n":
        start += 1
    while end > start and text[end - 1] in "\n ":
        end -= 1
    if start < end:
        yield Block("text", pieces(text, start, end, spots))
