"""The branch that holds the ledgers and the lives of proposals: what it holds together with what was fetched of it, and how a change gets there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple

from brainwiki.dream.accounts import Refused, merge
from brainwiki.dream.ledger import read_ledger, session_of
from brainwiki.errors import MovedError, StateMergeError
from brainwiki.ports import Clock
from brainwiki.ports_git import Draft, Refs
from brainwiki.review import life
from brainwiki.transcripts import pages

BRANCH = "brainwiki/state"
INBOX = "inbox"  # sessions that wait for the first proposal that cites them
WAIT = 30.0  # seconds for another command to end
_TRIES = 50  # each lost only to a writer that does not know our lock

Contents = Mapping[str, bytes]


class Lost(NamedTuple):
    """An event that was written here and does not follow on what was fetched."""

    session: str
    refused: Refused


class State(NamedTuple):
    """What the branch holds: its own commit (`tip`, empty where there is none), the commits that its files come from (`heads`), what
    these files are beyond those of the first of them (`edits`), and events that could not be kept.

    Where there are several heads, or one that is not `tip`, the next write brings them together.
    """

    refs: Refs
    tip: str
    heads: tuple[str, ...]
    edits: Mapping[str, bytes | None] = {}
    lost: tuple[Lost, ...] = ()

    def read(self, path: str) -> bytes:
        """The content of a file; empty where there is none."""
        if path in self.edits:
            return self.edits[path] or b""
        return (self.refs.read(self.heads[0], path) or b"") if self.heads else b""

    def files(self, folder: str) -> Contents:
        """The files below a folder, by path."""
        held = self.refs.files(self.heads[0], folder) if self.heads else {}
        own = {path: content for path, content in self.edits.items() if path.startswith(f"{folder}/")}
        return {path: content for path, content in {**held, **own}.items() if content is not None}


def read_state(refs: Refs) -> State:
    """The branch with everything that was fetched of it from any remote; nothing is written. Raises NoStateError, StateMergeError."""
    tip = refs.tip(BRANCH)
    heads: list[str] = []
    for commit in (*refs.tracked(BRANCH), tip):
        forks = {head: refs.fork(commit, head) for head in heads}
        if commit and commit not in forks.values():
            heads = [*(head for head in heads if forks[head] != head), commit]
    if len(heads) < 2:
        return State(refs, tip, tuple(heads))
    held = files = refs.files(heads[0])
    lost: list[Lost] = []
    for before, head in pairwise(heads):
        files = _joined(refs.files(refs.fork(head, before)), files, refs.files(head), lost)
    edits: dict[str, bytes | None] = {path: content for path, content in files.items() if held.get(path) != content}
    return State(refs, tip, tuple(heads), edits | dict.fromkeys(held.keys() - files.keys()), tuple(lost))


def _joined(base: Contents, first: Contents, second: Contents, lost: list[Lost]) -> Contents:
    """Two states of the files as one: who alone changed a file is right, and of a ledger both are."""
    files: dict[str, bytes] = {}
    for path in sorted({*first, *second}):
        was, one, other = base.get(path), first.get(path), second.get(path)
        content = other if one == was else one
        if other not in (was, one) and one != was:
            content = _both(path, one, other, lost)
        if content is not None:
            files[path] = content
    return files


def _both(path: str, one: bytes | None, other: bytes | None, lost: list[Lost]) -> bytes:
    """The content of a file that both sides changed; one that only one side removed stays."""
    if one is None or other is None:
        return one or other or b""
    for short, long in ((one, other), (other, one)):
        if long.startswith(short):
            return long
    if path.startswith(f"{INBOX}/"):
        return max(one, other, key=_reach)
    if life.proposal_of(path):
        return _both_lives(path, one, other)
    session = session_of(path)
    if not session:
        raise StateMergeError(path, "both sides changed it")
    ledgers = [read_ledger(session, content) for content in (one, other)]
    fault = next((ledger.faults[0] for ledger in ledgers if ledger.faults), None)
    if fault is not None:
        raise StateMergeError(path, f"line {fault.line}: {fault.why}")
    merged = merge(*ledgers)
    lost += [Lost(session, refused) for refused in merged.refused]
    return merged.ledger.raw


def _reach(waiting: bytes) -> tuple[int, int, bytes]:
    """How far a file of a session that waits goes: its turns as a summary tells them, else its lines."""
    return pages.turns_of(waiting.decode("utf-8", "replace")), waiting.count(b"\n"), waiting


def _both_lives(path: str, one: bytes, other: bytes) -> bytes:
    """Every event of a proposal that either side holds."""
    try:
        return life.merge(one, other)
    except ValueError as error:
        raise StateMergeError(path, str(error)) from None


class Change(NamedTuple):
    """What is to be written: contents by path (None: the file goes), and the message of the commit."""

    files: Mapping[str, bytes | None]
    message: str


def change_state(
    refs: Refs, clock: Clock, by: str, plan: Callable[[State], Change | None], wait: float = WAIT
) -> State:
    """Write what `plan` makes of the present state, and give the state after it. Without a change nothing is written.

    Whoever loses a race reads again: `plan` may be asked several times. Raises LockedError, MovedError, StateMergeError.
    """
    with refs.lock(wait):
        for _ in range(_TRIES):
            state = read_state(refs)
            change = plan(state)
            if change is None:
                return state
            draft = Draft(
                state.heads, {**state.edits, **change.files}, _message(change.message, state), clock.now(), by
            )
            try:
                made = refs.commit(BRANCH, state.tip, draft)
            except MovedError:
                continue
            return State(refs, made, (made,))
    raise MovedError(BRANCH)


def _message(message: str, state: State) -> str:
    """The message of a commit; it names the events that a merge could not keep."""
    told = [f"{one.session}: `{one.refused.event.name}` not kept: {one.refused.why}" for one in state.lost]
    return "\n\n".join([message, *(["\n".join(told)] if told else [])]) + "\n"
