"""What the brain holds and no ledger tells of yet, entered into the ledgers as ranges of turns that came in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from brainwiki.dream.accounts import Refused, account
from brainwiki.dream.event import SESSION, Event
from brainwiki.dream.ledger import FOLDER, path_of, read_ledger
from brainwiki.markup import transcript
from brainwiki.model.line import instant
from brainwiki.transcripts import pages
from brainwiki.usecases.brain_branch import place_of
from brainwiki.usecases.inbox import TRANSCRIPT, stored_pages, waiting
from brainwiki.usecases.state_branch import WAIT, Change, State, change_state
from brainwiki.usecases.workspace import Workspace


class Booked(NamedTuple):
    """A range of turns that was entered."""

    session: str
    first: int
    last: int


class Booking(NamedTuple):
    """What was entered, and the sessions that could not be, with why."""

    booked: tuple[Booked, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()

    def told(self) -> str:
        """The message of the commit."""
        one = self.booked[0]
        more = f" and {len(self.booked) - 1} more" if len(self.booked) > 1 else ""
        return f"{one.session}: ingested {one.first}-{one.last}{more}"


def book(workspace: Workspace, by: str, wait: float = WAIT) -> Booking:
    """Enter all turns of the brain, and of the sessions that wait for it, of which no ledger tells: one commit, or none.

    Whatever was killed between the brain and the ledgers is finished by this. A ledger that is damaged is left alone.
    Raises LockedError, MovedError, NoStateError, NoBranchError, StateMergeError.
    """
    done = Booking()

    def change(state: State) -> Change | None:
        nonlocal done
        done, files = entries(workspace, state, by)
        return Change(files, done.told()[:200]) if files else None

    change_state(workspace.refs(), workspace.clock, by, change, wait)
    return done


def entries(
    workspace: Workspace, state: State, by: str, fresh: Mapping[str, int] | None = None
) -> tuple[Booking, dict[str, bytes | None]]:
    """What is to be entered, and the files of the ledgers with it. `fresh` are sessions with their turns that are about to come in."""
    place = place_of(workspace)
    said = {name: pages.turns_of(page) for name, page in stored_pages(workspace, place).items()}
    folder = f"{place.prefix}sessions"
    files = workspace.refs().lazily(place.tip, folder)
    held = {name: pages.turns_of(one.page) for name, one in waiting(state).items()}
    ledgers = state.files(FOLDER)
    booked: list[Booked] = []
    refused: list[tuple[str, str]] = []
    changes: dict[str, bytes | None] = {}
    now = instant(workspace.clock.now())
    for session in sorted({*said, *held, *(fresh or {})}):
        if not SESSION.match(session):
            continue
        ledger = read_ledger(session, ledgers.get(path_of(session), b""))
        known = account(session, ledger.events)
        turns = max((fresh or {}).get(session, 0), held.get(session, 0))
        if said.get(session, 0) > max(known.turns, turns):
            turns = max(turns, _turns_of(files, f"{folder}/{session}/{TRANSCRIPT}", said[session]))
        if turns <= known.turns:
            continue
        event = Event("ingested", known.turns + 1, turns, now, by)
        result = known.after(event)
        if ledger.faults or isinstance(result, Refused):
            why = f"its ledger is damaged at line {ledger.faults[0].line}" if ledger.faults else result.why  # type: ignore[union-attr]
            refused.append((session, why))
            continue
        changes[path_of(session)] = ledger.grown(event).raw
        booked.append(Booked(session, event.first, event.last))
    return Booking(tuple(booked), tuple(refused)), changes


def _turns_of(files: Mapping[str, bytes], path: str, said: int) -> int:
    """The turns of a session: as its transcript has them, else as its page says."""
    raw = files.get(path)
    return said if raw is None else max(transcript.parse(path, raw).numbers, default=0)
