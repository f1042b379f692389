"""The managed block in an instruction file: between two markers that name the brain, with a sum by which edits are seen."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from brainwiki.usecases.agents import tail

_MARK = re.compile("^<!-- brainwiki:(begin|end) (\\S+)(?: ([0-9a-f]{8}))? -->\r?$", re.MULTILINE)
_TRACE = re.compile("<!-- *brainwiki:(?:begin|end)")


class BlockError(ValueError):
    """The markers are torn, or what stands between them was edited."""


class Block(NamedTuple):
    """A block that was found: from the start of its first marker to the end of the last, and what stands between."""

    start: int
    stop: int
    lines: tuple[str, ...]
    total: str


def name_of(root: str) -> str:
    """The brain in a marker: its path without blanks and without what could end a comment."""
    return quote(root, safe="/~:.", errors="surrogateescape").replace("--", "-%2D")


def block(root: str, lines: Sequence[str]) -> list[str]:
    """The lines of a block, markers included."""
    name = name_of(root)
    return [f"<!-- brainwiki:begin {name} {_sum(lines)} -->", *lines, f"<!-- brainwiki:end {name} -->"]


def with_block(text: str, root: str, lines: Sequence[str]) -> str:
    """The text with the block of a brain: in its place where there is one, else at the end; raises BlockError."""
    found = _untouched(text, root)
    if found is None:
        return tail.with_lines(text, block(root, lines))
    if found.lines == tuple(lines):
        return text
    end = "\r\n" if "\r\n" in text[found.start : found.stop] else "\n"
    return text[: found.start] + end.join(block(root, lines)) + text[found.stop :]


def without_block(text: str, root: str) -> str | None:
    """The text without the block of a brain; None where nothing else was ever in the file. Raises BlockError."""
    found = _untouched(text, root)
    if found is None:
        return text
    if text.replace("\r\n", "\n") == tail.created(block(root, found.lines)):
        return None
    return tail.without_lines(text, found.start, found.stop, "<!-- brainwiki:begin ")


def _untouched(text: str, root: str) -> Block | None:
    found = find(text, root)
    if found and found.total != _sum(found.lines):
        raise BlockError(
            "what stands between the markers was edited; move your lines out of the block, or remove all of it"
        )
    return found


def find(text: str, root: str) -> Block | None:
    """The block of a brain; raises BlockError where markers of any brain do not fit together."""
    marks = list(_MARK.finditer(text))
    if len(marks) != len(_TRACE.findall(text)):
        raise BlockError("a marker of a block is damaged")
    found: dict[str, Block] = {}
    for first, second in zip(marks[::2], [*marks[1::2], None], strict=False):
        if second is None or (first[1], second[1], first[2]) != ("begin", "end", second[2]):
            raise BlockError(f"the markers do not come in pairs (line {text.count(chr(10), 0, first.start()) + 1})")
        if first[2] in found:
            raise BlockError("the block of this brain stands there twice")
        inside = text[first.end() : second.start()].replace("\r\n", "\n")
        lines = tuple(inside.split("\n")[1:-1])
        found[first[2]] = Block(first.start(), second.end() - second[0].endswith("\r"), lines, first[3] or "")
    return found.get(name_of(root))


def _sum(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()[:8]
