"""A session's transcript: turns as they were said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


class Turn(NamedTuple):
    """One turn: number from 1, role (user, assistant, tool, system), instant as written, text, line of the file."""

    number: int
    role: str
    at: str
    text: str
    line: int


@dataclass(frozen=True)
class Transcript:
    """The turns of one session in the order of its file, and what could not be read: (line, why)."""

    path: str
    turns: tuple[Turn, ...]
    broken: tuple[tuple[int, str], ...] = ()

    @cached_property
    def by_number(self) -> dict[int, Turn]:
        """Turns by their number."""
        return {turn.number: turn for turn in self.turns}
