"""Start a run: choose the turns that are due, hold them for it, and write down what its driver is to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from brainwiki.dream.accounts import Books, Range
from brainwiki.dream.orientation import orientation
from brainwiki.dream.patience import PATIENCE, Patience, next_step
from brainwiki.dream.task import BUDGET
from brainwiki.errors import RunError
from brainwiki.model.receipt import Span
from brainwiki.model.wiki import Wiki
from brainwiki.transcripts.own_runs import mark
from brainwiki.usecases.booking import book
from brainwiki.usecases.brain_branch import place_of
from brainwiki.usecases.dream.orient import Work, orient
from brainwiki.usecases.dream.runs import LASTS, ORIENTATION, held_by, new_run, read_runs, sweep, write_run
from brainwiki.usecases.dream.talks import assigned, memory_of
from brainwiki.usecases.ledger import read_books, tend
from brainwiki.usecases.named import one_named
from brainwiki.usecases.proposals.books import complete
from brainwiki.usecases.state_branch import BRANCH, WAIT
from brainwiki.usecases.workspace import Workspace

Passed = tuple[str, str]  # a session that is due and was passed over, and why


class Choice(NamedTuple):
    """What a run is asked to take: sessions by id or the beginning of one (empty: all that are due), at most so many."""

    sessions: tuple[str, ...] = ()
    limit: int = BUDGET.sessions
    lasts: timedelta = LASTS
    patience: Patience = PATIENCE


@dataclass(frozen=True)
class Started:
    """A run that began, and its orientation; None where nothing is due. `passed` are sessions that were left out, and why."""

    work: Work | None
    text: str = ""
    passed: tuple[Passed, ...] = ()


ALL = Choice()


def start(workspace: Workspace, by: str, choice: Choice = ALL, wait: float = WAIT) -> Started:
    """Begin a run. Two that begin at once never take the same turns; a run that nobody ends lets go of them after a while.

    Raises RunError where a session that was named has nothing due, UnknownNameError, AmbiguousNameError, NoStateError,
    NoBranchError, LockedError, StateMergeError, StagingError.
    """
    book(workspace, by, wait)
    tend(workspace, by)
    complete(workspace, wait)  # what a run that was killed left of its proposal
    base = place_of(workspace).tip
    if not base:
        raise RunError("The brain has no commit yet.", "Commit it first.")
    now = workspace.clock.now()
    seen = [*_due(read_books(workspace).books, choice, held_by(read_runs(workspace), now), now)]
    if not seen:
        return Started(None, passed=_held(workspace, now))
    memory = memory_of(workspace, base, (one.session for one in seen))  # before the lock: a large brain takes seconds
    with workspace.refs().lock(wait):
        runs = read_runs(workspace)
        sweep(workspace, runs, now)
        due = _due(read_books(workspace).books, choice, held_by(runs, now), now)
        spans, passed = _readable(memory.wiki, [one for one in due if one in seen], choice.limit)
        if not spans:
            return Started(None, passed=passed)
        run = new_run(base, workspace.refs().tip(BRANCH), now, choice.lasts, spans, workspace.staging().runs())
        write_run(workspace, run)
    work = orient(workspace, run, memory)
    text = orientation(work.task, mark(run.name))
    workspace.staging().write(run.name, ORIENTATION, text.encode("utf-8", "replace"))
    return Started(work, text, passed)


def _held(workspace: Workspace, now: datetime) -> tuple[Passed, ...]:
    """The sessions of which other runs hold turns."""
    return tuple(
        (span.session, f"the run {one.name} holds its turns")
        for one in read_runs(workspace)
        if one.is_open(now)
        for span in one.spans
    )


def _due(books: Sequence[Books], choice: Choice, held: frozenset[Span], now: datetime) -> Iterator[Span]:
    """The ranges that a run may take now, in the order of their sessions."""
    sound = {one.account.session: one for one in books if not one.ledger.faults}
    wanted = [one_named("session", one, [each.account.session for each in books]) for one in choice.sessions]
    for session in dict.fromkeys(wanted or sorted(sound)):
        found = [
            Span(session, one.first, one.last)
            for one in (sound[session].account.ranges if session in sound else ())
            if next_step(one, now, choice.patience).step == "go on"
        ]
        free = [one for one in found if one not in held]
        if wanted and not free:
            raise RunError(
                f"{session} has nothing to read: {_why(sound.get(session), found)}.", "See `brainwiki sessions -v`."
            )
        yield from free


def _why(books: Books | None, found: Iterable[Span]) -> str:
    """Why nothing of a session is due."""
    if books is None:
        return "its ledger is damaged"
    if any(found):
        return "another run holds its turns"
    least: Range | None = books.account.least
    return f"its turns are {least.state}" if least else "no turn came in"


def _readable(wiki: Wiki, due: Iterable[Span], limit: int) -> tuple[tuple[Span, ...], tuple[Passed, ...]]:
    """Of what is due that which can be read here, of so many sessions, and the sessions that cannot, with why."""
    spans: list[Span] = []
    sessions: set[str] = set()
    passed: dict[str, str] = {}
    for one in due:
        if assigned(wiki, one) is None:
            passed[one.session] = "its transcript is not at hand, or not whole"
        elif one.session in sessions or len(sessions) < limit:
            spans.append(one)
            sessions.add(one.session)
    return tuple(spans), tuple(passed.items())
