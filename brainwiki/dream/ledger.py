"""A session's ledger: a file of events that only grows, each line holding the sum of what stands before it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from brainwiki.dream.event import SESSION, Event, first_sum, key_of, line_of, mistake, next_sum, read_line

FOLDER = "ledger"
_ENDING = ".jsonl"


class Fault(NamedTuple):
    """What is damaged in a ledger: the line from 1 (0: all of it), and why."""

    line: int
    why: str


@dataclass(frozen=True)
class Ledger:
    """The ledger of one session: its bytes, the events that could be read, and what is damaged.

    A damaged ledger is read as far as it goes, and never written to.
    """

    session: str
    raw: bytes = b""
    events: tuple[Event, ...] = ()
    faults: tuple[Fault, ...] = ()
    lines: int = 0
    came_in: int = 0

    @property
    def end(self) -> str:
        """The sum that the next line holds."""
        return next_sum(self.raw[self.raw.rfind(b"\n", 0, -1) + 1 :]) if self.raw else first_sum(self.session)

    def holds(self, event: Event) -> bool:
        """Whether this very event stands in it."""
        return any(key_of(one) == key_of(event) for one in self.events)

    def grown(self, event: Event) -> Ledger:
        """The ledger with one event more; raises ValueError for an event or a ledger that is wrong in itself."""
        wrong = mistake(event) or (self.faults[0].why if self.faults else "")
        if wrong:
            raise ValueError(wrong)
        raw = self.raw + line_of(event, self.end)
        came_in = self.came_in + (event.name == "ingested")
        return Ledger(self.session, raw, (*self.events, event), (), self.lines + 1, came_in)


def path_of(session: str) -> str:
    """Where the ledger of a session stands."""
    return f"{FOLDER}/{session}{_ENDING}"


def session_of(path: str) -> str:
    """The session whose ledger stands at a path; empty where none does."""
    folder, _, name = path.rpartition("/")
    session = name.removesuffix(_ENDING)
    return session if folder == FOLDER and name != session and SESSION.match(session) else ""


def ledger_of(session: str, events: Iterable[Event]) -> Ledger:
    """The ledger that holds these events; raises ValueError as `grown` does."""
    ledger = Ledger(session)
    for event in events:
        ledger = ledger.grown(event)
    return ledger


def read_ledger(session: str, raw: bytes) -> Ledger:
    """A ledger from its bytes. Lines that are damaged are faults; `came_in` counts the ranges that were opened, also by lines
    that are no events any more, so that what is lost is seen in the sums."""
    faults: list[Fault] = []
    events: list[Event] = []
    pieces = raw.split(b"\n")
    if pieces.pop():
        faults.append(Fault(len(pieces) + 1, "its last line has no end"))
    wanted = first_sum(session)
    came_in = 0
    for number, piece in enumerate(pieces, 1):
        found = read_line(piece)
        came_in += piece.startswith(b'{"event":"ingested"')
        if isinstance(found, str):
            faults.append(Fault(number, found))
        else:
            if found.prev != wanted:
                faults.append(Fault(number, "the line before it was changed, removed or moved"))
            events.append(found.event)
        wanted = next_sum(piece + b"\n")
    return Ledger(session, raw, tuple(events), tuple(sorted(faults)), len(pieces), came_in)


def rewritten(before: bytes, after: bytes) -> int:
    """The first line (from 1) of an older state of a ledger that a newer one does not hold as it was; 0 where it only grew."""
    if after.startswith(before):
        return 0
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return next((at for at, line in enumerate(old, 1) if at > len(new) or line != new[at - 1]), 0)


def shared_lines(one: Ledger, other: Ledger) -> int:
    """How many lines two states of a ledger begin with in common."""
    both = zip(one.raw.splitlines(keepends=True), other.raw.splitlines(keepends=True), strict=False)
    count = 0
    for mine, theirs in both:
        if mine != theirs:
            break
        count += 1
    return count
