"""A session's transcript: turns as they were said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
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
    """One session: the numbers of its turns, what could not be read (line, why), and `read` for the turns themselves.

    Transcripts are most of the text of a brain, and a check asks for few of them. `version` is the content id of the file.
    """

    path: str
    read: Callable[[], tuple[Turn, ...]] = field(compare=False, repr=False)
    numbers: frozenset[int] = frozenset()
    broken: tuple[tuple[int, str], ...] = ()
    version: str = ""

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns in the order of the file."""
        return self.read()

    def forget(self) -> None:
        """Let go of the turns: who asks for them again has them read again."""
        for name in ("turns", "by_number"):
            self.__dict__.pop(name, None)

    @cached_property
    def by_number(self) -> dict[int, Turn]:
        """Turns by their number."""
        return {turn.number: turn for turn in self.turns}


def transcript_of(path: str, turns: tuple[Turn, ...], broken: tuple[tuple[int, str], ...] = ()) -> Transcript:
    """A transcript whose turns are at hand."""
    return Transcript(path, lambda: turns, frozenset(turn.number for turn in turns), broken)
