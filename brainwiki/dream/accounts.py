"""The account of a session: its turns in ranges, each of them in exactly one state, as its events say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from brainwiki.dream.event import Event, mistake
from brainwiki.dream.ledger import Ledger, shared_lines
from brainwiki.dream.life import DONE, LADDER, ROWS, STATES, Row, State, attempts_after, why_not

_RANK = {state: rank for rank, state in enumerate(LADDER)}


class Range(NamedTuple):
    """The turns `first` to `last`: their state, how often they were tried again, since when (`at`), why, the event that led
    there, and the proposal that was made of them last."""

    first: int
    last: int
    state: State
    attempts: int = 0
    at: str = ""
    reason: str = ""
    event: str = "ingested"
    proposal: str = ""

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        return self.state in DONE


class Refused(NamedTuple):
    """An event that does not follow on what came before it, and why."""

    event: Event
    why: str


@dataclass(frozen=True)
class Account:
    """What became of the turns of a session. `ranges` lie side by side from turn 1; a refused event changes nothing."""

    session: str
    ranges: tuple[Range, ...] = ()
    refused: tuple[Refused, ...] = ()

    @property
    def turns(self) -> int:
        """How many turns came in."""
        return self.ranges[-1].last if self.ranges else 0

    @property
    def watermark(self) -> int:
        """The last turn up to which everything is done with; 0 where that is nothing."""
        through = 0
        for one in self.ranges:
            if not one.is_done:
                break
            through = one.last
        return through

    @property
    def least(self) -> Range | None:
        """The least finished range, of equals the first: the session shows its state."""
        return min(self.ranges, key=lambda one: _RANK[one.state], default=None)

    def find(self, first: int, last: int) -> Range | None:
        """The range of exactly these turns."""
        return next((one for one in self.ranges if (one.first, one.last) == (first, last)), None)

    def after(self, event: Event) -> Account | Refused:
        """The account after one event more, or why that does not follow."""
        row = ROWS.get(event.name)
        wrong = mistake(event)
        if row is None or wrong:
            return Refused(event, wrong)
        if row.opens:
            return self._opened(event, row)
        found = self.find(event.first, event.last)
        if found is None:
            return Refused(event, f"{event.turns} are no range of this session")
        wrong = why_not(row, found.state)
        if wrong:
            return Refused(event, wrong)
        moved = Range(
            found.first,
            found.last,
            row.to,
            attempts_after(row, found.attempts),
            event.at,
            event.reason,
            event.name,
            event.proposal or ("" if row.to == "new" else found.proposal),
        )
        return replace(self, ranges=tuple(moved if one is found else one for one in self.ranges))

    def _opened(self, event: Event, row: Row) -> Account | Refused:
        if event.first != self.turns + 1:
            return Refused(event, f"{event.turns} do not follow on turn {self.turns}, the last that came in")
        opened = Range(event.first, event.last, row.to, 0, event.at, event.reason, event.name, event.proposal)
        return replace(self, ranges=(*self.ranges, opened))


def account(session: str, events: Iterable[Event]) -> Account:
    """The account that events make, in their order; those that do not follow are kept as refused."""
    found = Account(session)
    for event in events:
        result = found.after(event)
        found = result if isinstance(result, Account) else replace(found, refused=(*found.refused, result))
    return found


class Books(NamedTuple):
    """A session's ledger and the account made from it."""

    ledger: Ledger
    account: Account

    @property
    def problems(self) -> tuple[str, ...]:
        """Why the sums of this session cannot be trusted."""
        ledger, found = self.ledger, self.account
        damaged = [f"line {one.line}: {one.why}" for one in ledger.faults]
        refused = [f"`{one.event.name}` of {one.event.turns}: {one.why}" for one in found.refused]
        lost = ledger.came_in - len(found.ranges)
        return (*damaged, *refused, *([f"{lost} of {ledger.came_in} ranges are lost"] if lost else []))


def books_of(ledger: Ledger) -> Books:
    """The account of a ledger beside it."""
    return Books(ledger, account(ledger.session, ledger.events))


class Sums(NamedTuple):
    """How many ranges came in, and how many are in each state."""

    total: int
    states: Mapping[State, int]

    @property
    def add_up(self) -> bool:
        """Whether every range that came in is in exactly one state."""
        return self.total == sum(self.states.values())


def sums(books: Iterable[Books]) -> Sums:
    """The sums of many sessions. The total is counted in the ledgers, the states in the accounts."""
    states = dict.fromkeys(STATES, 0)
    total = 0
    for one in books:
        total += one.ledger.came_in
        for held in one.account.ranges:
            states[held.state] += 1
    return Sums(total, states)


class Merged(NamedTuple):
    """Two ledgers of one session as one, and those events of the second that do not follow any more."""

    ledger: Ledger
    refused: tuple[Refused, ...] = ()


def merge(first: Ledger, second: Ledger) -> Merged:
    """What the second holds beyond what both share, put after all of the first: as the loser of a race, it is tried again there.

    An event that both hold is taken once, and of turns that came in twice those that are new. Raises ValueError where a ledger is damaged, or they are of two sessions.
    """
    if first.session != second.session or first.faults or second.faults:
        raise ValueError("only sound ledgers of one session are merged")
    shared = shared_lines(first, second)
    if shared == second.lines:
        return Merged(first)
    merged, refused = first, []
    found = account(first.session, first.events)
    for event in second.events[shared:]:
        if merged.holds(event):
            continue
        if event.name == "ingested" and event.first <= found.turns < event.last:
            event = event._replace(first=found.turns + 1)
        result = found.after(event)
        if isinstance(result, Refused):
            refused.append(result)
        else:
            merged, found = merged.grown(event), result
    return Merged(merged, tuple(refused))
