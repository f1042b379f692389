"""The books of all proposals: read, written to together with the ledgers of sessions, and branches brought to what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from brainwiki.dream.task import Refusal
from brainwiki.errors import GitError, MovedError, ProposalError
from brainwiki.markup import parser
from brainwiki.model.names import join
from brainwiki.model.receipt import Receipt
from brainwiki.ports_git import Refs
from brainwiki.review.happening import ID, Event
from brainwiki.review.life import FOLDER, WAITING, Fault, Life, State, path_of, proposal_of, read_life
from brainwiki.review.receipts import path_of as receipt_path
from brainwiki.review.receipts import read_receipt
from brainwiki.usecases.ledger import Plan, Planned, planned, told
from brainwiki.usecases.named import one_named
from brainwiki.usecases.state_branch import BRANCH, WAIT, Change, change_state, read_state
from brainwiki.usecases.state_branch import State as Branch
from brainwiki.usecases.workspace import Workspace

BRANCHES = "brainwiki/proposal"

Events = Callable[[Life], Sequence[Event]]


@dataclass(frozen=True)
class Held:
    """A proposal as the books have it. `tip` is the commit that it stands by now, `branch` where its branch in this repository stands
    (empty: there is none)."""

    id: str
    state: State
    receipt: Receipt | None
    base: str
    tip: str
    life: Life = field(repr=False)
    branch: str = ""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened to it, in order."""
        return self.life.events

    @property
    def is_waiting(self) -> bool:
        """Whether it is open or approved: not applied, and not ended in any other way."""
        return self.state in WAITING


class Written(NamedTuple):
    """What came of events of a proposal: its life with them, those that were written, the ledgers, and why an event was refused
    (then nothing was written)."""

    life: Life
    events: tuple[Event, ...] = ()
    ledgers: Planned = Planned({}, {})
    refused: str = ""


class Settled(NamedTuple):
    """What was done to branches so that they agree with the books, by id: brought to their commit, and taken away. `lost` are
    proposals that wait and whose commit is not in this repository, `foreign` branches that stand at a commit which no event names:
    they were left as they are."""

    moved: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


def branch_of(proposal: str) -> str:
    """The branch of a proposal."""
    return f"{BRANCHES}/{proposal}"


def root_of(workspace: Workspace) -> str:
    """The brain's folder as the repository's paths begin: empty, or with a slash at its end."""
    inside = join("", workspace.prefix)
    return workspace.refs().prefix() + (f"{inside}/" if inside else "")


def read_proposals(workspace: Workspace) -> tuple[Held, ...]:
    """Every proposal that the books tell of, with what was fetched of them, by id; nothing is written. Raises NoStateError,
    StateMergeError."""
    refs = workspace.refs()
    branches = refs.branches(BRANCHES)
    found = (_held(workspace, life, branches) for life in _lives(read_state(refs)))
    return tuple(one for one in found if one is not None)


def held(workspace: Workspace, name: str) -> Held:
    """The proposal of this id, or the only one whose id begins so. Raises UnknownNameError, AmbiguousNameError, NoStateError."""
    known = {one.id: one for one in read_proposals(workspace)}
    return known[one_named("proposal", name.removeprefix(f"{BRANCHES}/"), known)]


def _lives(state: Branch) -> list[Life]:
    files = {proposal_of(path): raw for path, raw in state.files(FOLDER).items()}
    return [read_life(one, raw) for one, raw in sorted(files.items()) if ID.match(one)]


def _held(workspace: Workspace, life: Life, branches: Mapping[str, str]) -> Held | None:
    """A life as the books show it; None where it never began."""
    if not life.state:
        return None
    receipt = receipt_of(workspace, life)
    base = life.draft.base or (receipt.base if receipt else "")
    return Held(life.id, life.state, receipt, base, life.commit, life, branches.get(branch_of(life.id), ""))


def receipt_of(workspace: Workspace, life: Life) -> Receipt | None:
    """The receipt by which a proposal stands now."""
    if not life.receipt:
        return None
    page = parser.parse(receipt_path(life.id), life.receipt.encode("utf-8", "replace"), workspace.profile.dialect)
    return read_receipt(page)


def refusals(workspace: Workspace) -> frozenset[Refusal]:
    """What people rejected, without its words, so that it does not come back unchanged."""
    lives = _lives(read_state(workspace.refs()))
    return frozenset(Refusal(*one) for life in lives for one in life.prints)


def damaged(workspace: Workspace) -> Mapping[str, tuple[Fault, ...]]:
    """The proposals whose file on the branch of the states is damaged, with what is wrong."""
    return {life.id: life.faults for life in _lives(read_state(workspace.refs())) if life.faults}


def record_proposal(
    workspace: Workspace, proposal: str, events: Events, ledgers: Mapping[str, Plan], by: str, wait: float = WAIT
) -> Written:
    """Write the events that `events` makes of the present life, and those of the ledgers of sessions, in one commit: all or none.

    An event that stands there already is not written twice; the loser of a race reads again and asks again. Raises ProposalError where the
    proposal's file is damaged, LedgerError, LockedError, MovedError, NoStateError, StateMergeError.
    """
    done = Written(Life(proposal))

    def change(state: Branch) -> Change | None:
        nonlocal done
        life = _sound(proposal, state.read(path_of(proposal)))
        done = _tried(life, events(life))
        if done.refused:
            return None
        both = planned(state, ledgers)
        if both.refused:
            event, why = both.refused
            done = Written(life, (), both, f"{event.turns}: {why}")
            return None
        done = done._replace(ledgers=both)
        own = {path_of(proposal): done.life.raw} if done.events else {}
        files = {**both.files, **own}
        return Change(files, _message(done)) if files else None

    change_state(workspace.refs(), workspace.clock, by, change, wait)
    return done


def _sound(proposal: str, raw: bytes) -> Life:
    """A life that can be written to; raises ProposalError."""
    if not ID.match(proposal):
        raise ProposalError(f"{proposal!r} is no id of a proposal.", "Ids are letters, digits and hyphens.")
    life = read_life(proposal, raw)
    if life.faults:
        fault = life.faults[0]
        raise ProposalError(
            f"The events of the proposal {proposal} are damaged: line {fault.line}: {fault.why}.",
            f"Take their last sound state from `git log -p {BRANCH} -- {path_of(proposal)}`.",
        )
    return life


def _tried(life: Life, events: Iterable[Event]) -> Written:
    """What comes of events: all of them, or why one was refused."""
    found, written = life, []
    for event in events:
        if found.holds(event):
            continue
        try:
            found = found.grown(event)
        except ValueError as error:
            return Written(life, (), refused=str(error))
        written.append(found.events[-1])
    return Written(found, tuple(written))


def _message(done: Written) -> str:
    """A commit's message: the events of the proposal, then those of the ledgers."""
    names = ", ".join(event.name for event in done.events)
    ledgers = "\n".join(told(session, one) for session, one in done.ledgers.recorded.items() if one.written)
    return "\n\n".join(filter(None, [f"{done.life.id}: {names}" if names else "", ledgers]))


def settle(workspace: Workspace, proposals: Iterable[str] | None = None, wait: float = WAIT) -> Settled:
    """Bring the branches of these proposals (None: of all) to what the books say: what waits has one, at its commit; what was
    rejected or applied has none. A branch at a commit that no event names is somebody's own, and is left alone.

    Safe to run at any time: it finishes what a kill left. Raises LockedError, NoStateError, StateMergeError.
    """
    refs = workspace.refs()
    asked = None if proposals is None else {*proposals}
    found: dict[str, list[str]] = {name: [] for name in Settled._fields}
    with refs.lock(wait):
        branches = refs.branches(BRANCHES)
        lives = {life.id: life for life in _lives(read_state(refs))}
        known = {*lives, *(name.removeprefix(f"{BRANCHES}/") for name in branches)}
        for proposal in sorted(known if asked is None else known & asked):
            life = lives.get(proposal, Life(proposal))
            did = _settled(refs, life, branches.get(branch_of(proposal), ""))
            if did:
                found[did].append(proposal)
    return Settled(*(tuple(found[name]) for name in Settled._fields))


def _settled(refs: Refs, life: Life, tip: str) -> str:
    """What was done to the branch of one proposal, as a field of `Settled`; empty where it is as it should be."""
    if tip and tip not in life.commits:
        return "foreign"
    wanted = life.commit if life.state in WAITING else tip if life.state == "stale" else ""
    if wanted == tip:
        return ""
    try:
        refs.move(branch_of(life.id), tip, wanted)
    except MovedError:
        return "foreign"
    except GitError:
        return "lost"
    return "moved" if wanted else "removed"


def complete(workspace: Workspace, wait: float = WAIT) -> Settled:
    """Finish what a kill left of any proposal, and tell of branches that no event knows."""
    return settle(workspace, None, wait)
