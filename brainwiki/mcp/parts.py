"""Long texts in parts: none larger than a model should be given at once, and a cursor that leads to the next.

A cursor holds the place and a digest of the whole text, so that a part never continues a text that has changed since.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from brainwiki.errors import BrainwikiError
from brainwiki.retrieval.counting import estimate

MOST = 10_000  # tokens of one answer, and of nothing more
ROOM = 8_000  # tokens of text in one part: what stands around it has the rest

_CURSOR = re.compile(r"([0-9]{1,10})-([0-9a-f]{12})\Z")
_STEP = 512  # characters by which a line that is too long is tried


class CursorError(BrainwikiError):
    """A cursor that this text did not give."""

    def __init__(self, why: str) -> None:
        super().__init__(f"The cursor {why}.", "Call again without a cursor, and go on from the new answer.")


class Part(NamedTuple):
    """A part of a text and the cursor of the next one (empty: this is the end); `at` and `total` are characters."""

    text: str
    cursor: str
    at: int
    total: int

    def told(self) -> str:
        """The part as an answer, which says how to go on."""
        start = f"(continues at character {self.at:,} of {self.total:,})\n" if self.at else ""
        if not self.cursor:
            return start + self.text
        left = self.total - self.at - len(self.text)
        return f'{start}{self.text}\n\n(cut here; {left:,} characters follow: call again with cursor="{self.cursor}")'


def part_of(text: str, cursor: str = "", room: int = ROOM) -> Part:
    """The part of a text that begins at the cursor, of at most `room` estimated tokens; raises CursorError."""
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    start = _start(text, cursor, digest)
    end = _end(text, start, room)
    return Part(text[start:end], f"{end}-{digest}" if end < len(text) else "", start, len(text))


def _start(text: str, cursor: str, digest: str) -> int:
    if not cursor:
        return 0
    match = _CURSOR.match(cursor)
    if match is None:
        raise CursorError("is none that was given")
    if match[2] != digest:
        raise CursorError("belongs to a text that has changed since")
    if int(match[1]) >= len(text):
        raise CursorError("leads beyond the end")
    return int(match[1])


def _end(text: str, start: int, room: int) -> int:
    """The end of the part: after the last line that has room, or within the first where that alone has none."""
    at, used = start, 0
    while at < len(text):
        line_end = text.find("\n", at, at + 4 * room) + 1 or min(len(text), at + 4 * room)
        size = estimate(text[at:line_end])
        if used + size > room:
            return at if at > start else _inside(text, start, room)
        used += size
        at = line_end
    return at


def _inside(text: str, start: int, room: int) -> int:
    at, used = start, 0
    while at < len(text):
        size = estimate(text[at : at + _STEP])
        if used + size > room:
            break
        used += size
        at += _STEP
    return min(len(text), at) if at > start else start + max(1, room // 4)
