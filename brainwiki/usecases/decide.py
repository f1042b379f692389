"""What a person decides about turns that failed, were rejected or given up: try again, give up, start over."""

from __future__ import annotations

from typing import Literal, NamedTuple

from brainwiki.dream.accounts import Account, Range
from brainwiki.dream.event import Event
from brainwiki.dream.life import ROWS, Name, State
from brainwiki.errors import LedgerError
from brainwiki.model.line import instant, plain
from brainwiki.usecases.ledger import Recorded, read_books, record
from brainwiki.usecases.named import one_named
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace

Action = Literal["retry", "give-up", "reopen"]
ACTIONS: dict[str, Name] = {"retry": "retry", "give-up": "gave-up", "reopen": "reopened"}

_NAMED_ONLY: frozenset[State] = frozenset(
    {"nothing-new"}
)  # work that ended well starts over only where its turns are named


class Decision(NamedTuple):
    """What somebody decides: about which session (an id, or its beginning), who, why, and about which turns (empty: all that it fits)."""

    action: str
    session: str
    by: str
    reason: str = ""
    turns: tuple[int, int] | None = None


def decide(workspace: Workspace, decision: Decision, wait: float = WAIT) -> Recorded:
    """Write a decision into the ledger of its session.

    Raises UnknownNameError and AmbiguousNameError for the id, LedgerError where it fits no range, and what `record` raises.
    """
    session = one_named("session", decision.session, [one.account.session for one in read_books(workspace).books])
    now = instant(workspace.clock.now())
    name = ACTIONS[decision.action]
    reason = plain(decision.reason) or ("decided by hand" if ROWS[name].needs_reason else "")

    def events(found: Account) -> tuple[Event, ...]:
        return tuple(Event(name, one.first, one.last, now, decision.by, reason) for one in _fitting(found, decision))

    done = record(workspace, session, events, decision.by, wait)
    if done.refused is not None:
        raise LedgerError(f"{session}: {done.refused.why}.", "See `brainwiki sessions`.")
    return done


def _fitting(found: Account, decision: Decision) -> tuple[Range, ...]:
    """The ranges that a decision is about; raises LedgerError where there are none."""
    sources = ROWS[ACTIONS[decision.action]].sources
    fitting = tuple(
        one
        for one in found.ranges
        if one.state in sources
        and ((one.first, one.last) == decision.turns if decision.turns else one.state not in _NAMED_ONLY)
    )
    if fitting:
        return fitting
    held = found.find(*decision.turns) if decision.turns else found.least
    which = f"turns {decision.turns[0]}-{decision.turns[1]}" if decision.turns else "it"
    state = f"{which} {'are' if decision.turns else 'is'} {held.state}" if held else f"{which} are no range of it"
    raise LedgerError(
        f"{found.session} has nothing to {decision.action}: {state}.",
        f"`{decision.action}` takes turns that are {' or '.join(sources)}.",
    )
