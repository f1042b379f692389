"""Moves of branches that working trees have yet to follow, noted in Git's folder before a branch moves."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from brainwiki.adapters.disk import Disk

NAME = "brainwiki.follow"
MOST = 50  # moves that are kept, where something keeps a working tree from following for long

_COMMIT = re.compile(r"(?:[0-9a-f]{40}(?:[0-9a-f]{24})?)?")
_MOST_BYTES = 64 * 1024


class Moved(NamedTuple):
    """A branch went from one commit (empty: it was not there) to another."""

    branch: str
    before: str
    after: str


class Journal:
    """The file of these notes; only whoever holds the lock of the repository reads or writes it."""

    def __init__(self, folder: str, disk: Disk) -> None:
        self._place = os.path.join(folder, NAME)
        self._disk = disk

    def read(self) -> tuple[Moved, ...]:
        """The notes, the oldest first; lines that are none are left out."""
        try:
            with open(self._place, "rb") as file:
                lines = file.read(_MOST_BYTES).split(b"\n")
        except OSError:
            return ()
        return tuple(moved for line in lines if (moved := _parsed(line)) is not None)

    def write(self, moves: Sequence[Moved]) -> None:
        """Keep these notes in place of all others; they are on the disk afterwards."""
        if not moves:
            with contextlib.suppress(FileNotFoundError):
                self._disk.unlink(self._place)
            return
        fresh = f"{self._place}.new"
        with contextlib.suppress(FileNotFoundError):
            self._disk.unlink(fresh)
        lines = (json.dumps(moved) + "\n" for moved in moves[-MOST:])
        self._disk.write_durably(fresh, "".join(lines).encode("utf-8"))
        self._disk.replace(fresh, self._place)
        self._disk.settle(os.path.dirname(self._place))


def _parsed(line: bytes) -> Moved | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    if not isinstance(value, list) or len(value) != 3 or not all(isinstance(item, str) for item in value):
        return None
    moved = Moved(*value)
    is_sound = moved.branch and moved.after and all(_COMMIT.fullmatch(commit) for commit in moved[1:])
    return moved if is_sound else None


def chains(moves: Iterable[Moved]) -> tuple[tuple[Moved, ...], ...]:
    """The moves, those together of which one goes on where the last ended."""
    found: list[tuple[Moved, ...]] = []
    for moved in moves:
        last = found[-1][-1] if found else None
        if last is not None and (last.branch, last.after) == (moved.branch, moved.before):
            found[-1] = (*found[-1], moved)
        else:
            found.append((moved,))
    return tuple(found)
