"""The ledgers of all sessions: read, and written to by events that follow on what stands there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from brainwiki.dream.accounts import Account, Books, Refused, account, books_of
from brainwiki.dream.event import SESSION, Event
from brainwiki.dream.ledger import FOLDER, Fault, Ledger, path_of, read_ledger, rewritten, session_of
from brainwiki.dream.patience import PATIENCE, Patience, due_events
from brainwiki.errors import LedgerError
from brainwiki.ports_git import Refs
from brainwiki.usecases.state_branch import BRANCH, WAIT, Change, Lost, State, change_state, read_state
from brainwiki.usecases.workspace import Workspace

Plan = Callable[[Account], Sequence[Event]]


class Shelf(NamedTuple):
    """The books of every session by its id, events that could not be kept when what was fetched came in, and the ids of sessions
    in the brain that no ledger tells of."""

    books: tuple[Books, ...]
    lost: tuple[Lost, ...] = ()
    unbooked: tuple[str, ...] = ()


class Recorded(NamedTuple):
    """What came of events: the account with them, those that were written, and why one was refused (then none was written)."""

    account: Account
    written: tuple[Event, ...] = ()
    refused: Refused | None = None


def read_books(workspace: Workspace) -> Shelf:
    """The ledgers of all sessions, with what was fetched of them; nothing is written. Raises NoStateError, StateMergeError."""
    refs = workspace.refs()
    state = read_state(refs)
    ledgers = {session: read_ledger(session, raw) for session, raw in _by_session(state.files(FOLDER)).items()}
    ledgers |= _against_published(refs, state, ledgers)
    books = tuple(books_of(ledgers[session]) for session in sorted(ledgers))
    return Shelf(books, state.lost, tuple(sorted(_recorded(workspace) - ledgers.keys())))


def _recorded(workspace: Workspace) -> set[str]:
    """The ids of the sessions that stand in the brain."""
    parts = [path.split("/") for path in workspace.brain.listing().files if path.startswith("sessions/")]
    return {part[1] for part in parts if len(part) == 3 and part[2] in ("session.md", "transcript.jsonl")}


def _by_session(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {session: raw for path, raw in files.items() if (session := session_of(path))}


def _against_published(refs: Refs, state: State, ledgers: dict[str, Ledger]) -> dict[str, Ledger]:
    """The ledgers that do not begin with what was published of them, with that fault.

    Only asked where there is one remote: with several, the order of their lines is not that of each.
    """
    tracked = refs.tracked(BRANCH)
    if len(tracked) != 1 or tracked[0] in state.heads:
        return {}
    found: dict[str, Ledger] = {}
    for session, raw in _by_session(refs.files(tracked[0], FOLDER)).items():
        ledger = ledgers.get(session, Ledger(session))
        line = rewritten(raw, ledger.raw)
        if line:
            fault = Fault(line, "this line was published, and is changed or gone")
            came_in = max(ledger.came_in, read_ledger(session, raw).came_in)
            found[session] = replace(ledger, faults=(*ledger.faults, fault), came_in=came_in)
    return found


def record(workspace: Workspace, session: str, plan: Plan, by: str, wait: float = WAIT) -> Recorded:
    """Write the events that `plan` makes of the present account, all or none. The loser of a race reads again and asks `plan` again.

    An event that stands in the ledger already is not written twice. Raises LedgerError where the ledger is damaged or the id is none,
    LockedError after `wait` seconds, MovedError, NoStateError, StateMergeError.
    """
    done = Recorded(Account(session))

    def change(state: State) -> Change | None:
        nonlocal done
        both = planned(state, {session: plan})
        done = both.recorded[session]
        return Change(both.files, told(session, done)) if both.files else None

    change_state(workspace.refs(), workspace.clock, by, change, wait)
    return done


class Planned(NamedTuple):
    """What comes of plans for several sessions, and the ledgers with it by path; none where any event was refused."""

    recorded: Mapping[str, Recorded]
    files: Mapping[str, bytes]

    @property
    def refused(self) -> Refused | None:
        """The first event that does not follow."""
        return next((one.refused for one in self.recorded.values() if one.refused), None)


def planned(state: State, plans: Mapping[str, Plan]) -> Planned:
    """The events of several sessions, all of them or none; nothing is written. Raises LedgerError as `record` does."""
    recorded: dict[str, Recorded] = {}
    files: dict[str, bytes] = {}
    for session, plan in sorted(plans.items()):
        if not SESSION.match(session):
            raise LedgerError(f"{session!r} is no id of a session.", "Ids are letters, digits, dots and hyphens.")
        recorded[session], ledger = _tried(_sound(session, state.read(path_of(session))), plan)
        if recorded[session].written:
            files[path_of(session)] = ledger.raw
    found = Planned(recorded, files)
    return Planned(recorded, {}) if found.refused else found


def told(session: str, done: Recorded) -> str:
    """The line of a commit's message for the events of a session."""
    names = ", ".join(dict.fromkeys(f"{event.name} {event.first}-{event.last}" for event in done.written))
    return f"{session}: {names}"[:200]


def record_all(workspace: Workspace, plans: Mapping[str, Plan], by: str, wait: float = WAIT) -> Planned:
    """As `record`, for several sessions in one commit: all events or none."""
    done = Planned({}, {})

    def change(state: State) -> Change | None:
        nonlocal done
        done = planned(state, plans)
        lines = [told(session, one) for session, one in done.recorded.items() if one.written]
        return Change(done.files, "\n".join(lines)) if done.files else None

    change_state(workspace.refs(), workspace.clock, by, change, wait)
    return done


def _sound(session: str, raw: bytes) -> Ledger:
    """A ledger that can be written to; raises LedgerError."""
    ledger = read_ledger(session, raw)
    if ledger.faults:
        fault = ledger.faults[0]
        raise LedgerError(
            f"The ledger of {session} is damaged: line {fault.line}: {fault.why}.",
            f"Take its last sound state from `git log -p {BRANCH} -- {path_of(session)}`.",
        )
    return ledger


def _tried(ledger: Ledger, plan: Plan) -> tuple[Recorded, Ledger]:
    """What comes of the events that `plan` makes, and the ledger with them."""
    before = found = account(ledger.session, ledger.events)
    written: list[Event] = []
    for event in plan(before):
        if ledger.holds(event):
            continue
        result = found.after(event)
        if isinstance(result, Refused):
            return Recorded(before, (), result), ledger
        found, ledger = result, ledger.grown(event)
        written.append(event)
    return Recorded(found, tuple(written)), ledger


def append(workspace: Workspace, session: str, event: Event, wait: float = WAIT) -> Recorded:
    """Write one event; as `record`."""
    return record(workspace, session, lambda _: (event,), event.by, wait)


def join_fetched(workspace: Workspace, by: str, wait: float = WAIT) -> State | None:
    """Make one history of this clone's events and of those that were fetched, so that it can be pushed; the state before, with what
    could not be kept, or None where there was nothing to join. Raises LockedError, MovedError, NoStateError, StateMergeError."""
    joined: State | None = None

    def change(state: State) -> Change | None:
        nonlocal joined
        joined = state if len(state.heads) > 1 else None
        return Change({}, "Join what was fetched") if joined else None

    change_state(workspace.refs(), workspace.clock, by, change, wait)
    return joined


def tend(workspace: Workspace, by: str, run: str = "", patience: Patience = PATIENCE) -> tuple[Recorded, ...]:
    """Write what time alone brings: what was rejected is retried after its pause, and given up past the limit. Sessions whose ledger is
    damaged are left out."""
    now = workspace.clock.now()
    due = [
        one.account.session
        for one in read_books(workspace).books
        if not one.ledger.faults and due_events(one.account, now, by, run, patience)
    ]
    return tuple(
        record(workspace, session, lambda found: due_events(found, now, by, run, patience), by) for session in due
    )
