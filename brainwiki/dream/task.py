"""What a consolidation run is given: the sessions with new turns, the memory as it stands, and where it must stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from brainwiki.model.session import Turn
from brainwiki.model.update import Consolidation
from brainwiki.model.wiki import Wiki


class Budget(NamedTuple):
    """The stop conditions of a run: at most so many sessions, observations, pages that change, and claims that go."""

    sessions: int = 20
    observations: int = 200
    pages: int = 40
    retired: int = 10


BUDGET = Budget()


class Assigned(NamedTuple):
    """A range of turns that is to be read: `turns` are those of the whole session up to `last`, of which the ones from `first` on
    are new; `started` is the instant of the session as its head says it, `title` its title."""

    session: str
    first: int
    last: int
    turns: tuple[Turn, ...]
    title: str = ""
    started: str = ""

    @property
    def new(self) -> tuple[Turn, ...]:
        """The turns that nobody has read yet."""
        return tuple(turn for turn in self.turns if self.first <= turn.number <= self.last)


class Standing(NamedTuple):
    """A rule file: its path and its text, read whole."""

    path: str
    text: str


class Refusal(NamedTuple):
    """What was rejected before, without its words: the subject and the digest of the quoted span, by session and turn."""

    session: str
    turn: int
    subject: str
    quote: str


@dataclass(frozen=True)
class Task:
    """One run. `run` is its name (lower-case letters, digits, hyphens), `base` the commit that `wiki` is, `scope` the folders in
    which pages may change, `forgotten` the names in the deletion log. `find` gives the ids of pages that a text is about, best
    first, by the search of the brain; it may give none."""

    run: str
    base: str
    at: datetime
    wiki: Wiki
    sessions: tuple[Assigned, ...]
    standing: tuple[Standing, ...] = ()
    forgotten: frozenset[str] = frozenset()
    refused: frozenset[Refusal] = frozenset()
    scope: tuple[str, ...] = ("knowledge", "notes")
    budget: Budget = BUDGET
    find: Callable[[str], Sequence[str]] = lambda _: ()


class Driver(Protocol):
    """Draws memory from sessions. It reads its task and nothing else, and writes nothing."""

    @property
    def name(self) -> str:
        """The actor that it works as: `producer/version`."""
        ...

    def draw(self, task: Task) -> Consolidation:
        """What the sessions of a task say that the memory does not. Raises DriverError where it could not work."""
        ...
