"""Where everything stands: pages, findings, sessions, runs and proposals, and what is to be done next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

from brainwiki.dream.accounts import Sums, sums
from brainwiki.dream.judging.canaries import ALARM
from brainwiki.dream.patience import next_step
from brainwiki.dream.telling import balanced
from brainwiki.errors import GitError, NoBranchError, NoStateError
from brainwiki.markup.shown import counted
from brainwiki.model.dialect import Kind
from brainwiki.ports import Progress
from brainwiki.usecases.brain_branch import Place, place_of
from brainwiki.usecases.check import check
from brainwiki.usecases.dream.runs import read_runs
from brainwiki.usecases.ledger import Shelf, read_books
from brainwiki.usecases.proposals.listing import Listing, list_proposals
from brainwiki.usecases.workspace import Workspace

KINDS: tuple[Kind, ...] = ("page", "note", "session", "source", "task", "rule", "proposal")
OLD = timedelta(days=7)  # a proposal that waits longer is pointed out


class Next(NamedTuple):
    """Something that waits for somebody, and the command for it."""

    what: str
    command: str


@dataclass(frozen=True)
class Memory:
    """What the repository tells: the brain's branch, its sessions, and its proposals. `due` counts ranges of turns that a run would
    take now, `runs` the runs under way, `unbooked` the sessions without a ledger."""

    place: Place
    sums: Sums
    balanced: bool
    unbooked: int
    due: int
    runs: int
    proposals: Listing
    dead: int = 0

    @property
    def alarms(self) -> int:
        """How many proposals wait whose gate answered a canary wrongly."""
        marks = [" ".join(one.held.receipt.gate) for one in self.proposals.waiting if one.held.receipt]
        return sum(f", {ALARM}: " in one for one in marks)


@dataclass(frozen=True)
class Status:
    """All of it. `pages` counts files by kind, `memory` is None outside of a repository (`why` says so), `next` is what to do."""

    title: str
    root: str
    profile: str
    pages: Mapping[str, int]
    block: int
    warn: int
    memory: Memory | None = None
    why: str = ""
    next: tuple[Next, ...] = field(default=())

    @property
    def blocked(self) -> bool:
        """Whether something must be mended before anything else."""
        return bool(self.block) or (self.memory is not None and not self.memory.balanced)


def status(workspace: Workspace, on_progress: Progress | None = None) -> Status:
    """Look at everything; nothing is written but what checks keep. Raises ConfigError, StateMergeError."""
    checked = check(workspace, shelf=workspace.shelf, on_progress=on_progress)
    kinds = Counter(page.kind for page in checked.wiki)
    pages: dict[str, int] = {kind: kinds[kind] for kind in KINDS if kinds[kind]}
    memory, why = None, ""
    try:
        memory = _memory(workspace)
    except (NoStateError, NoBranchError, GitError) as error:
        why = error.message
    block, warn = checked.report.block, checked.report.warn
    return Status(
        workspace.title,
        workspace.root,
        workspace.profile.name,
        pages,
        block,
        warn,
        memory,
        why,
        tuple(_next(block, memory)),
    )


def _memory(workspace: Workspace) -> Memory:
    place = place_of(workspace)
    shelf: Shelf = read_books(workspace)
    now = workspace.clock.now()
    ranges = [one for books in shelf.books for one in books.account.ranges]
    runs = [one for one in read_runs(workspace) if one.is_open(now)]
    held = sum(len(one.spans) for one in runs)
    due = sum(next_step(one, now).step in ("go on", "retry") for one in ranges)
    return Memory(
        place,
        sums(shelf.books),
        balanced(shelf.books),
        len(shelf.unbooked),
        max(0, due - held),
        len(runs),
        list_proposals(workspace),
        sum(one.state == "dead-letter" for one in ranges),
    )


def _next(block: int, memory: Memory | None) -> Iterator[Next]:
    """What waits, the most urgent first."""
    if block:
        yield Next(f"{counted(block, 'finding')} {'blocks' if block == 1 else 'block'}", "brainwiki check")
    if memory is None:
        return
    if not memory.balanced:
        yield Next("the accounts of sessions cannot be trusted", "brainwiki sessions -v")
    listed = memory.proposals.waiting
    approved = [one for one in listed if one.held.state == "approved"]
    waiting = [one for one in listed if one.held.state == "open"]
    if memory.alarms:
        yield Next(f"the gate raised an alarm on {counted(memory.alarms, 'proposal')}", "brainwiki gate calibrate")
    if approved:
        yield Next(f"{counted(len(approved), 'proposal')} approved, not applied", "brainwiki apply --all")
    if waiting:
        old = sum(one.age > OLD for one in waiting)
        late = f", {old} for more than a week" if old else ""
        verb = "waits" if len(waiting) == 1 else "wait"
        yield Next(f"{counted(len(waiting), 'proposal')} {verb} for a review{late}", "brainwiki review list")
    if memory.proposals.untold:
        untold = counted(len(memory.proposals.untold), "proposal")
        yield Next(f"{untold} on branches that no event tells of", "brainwiki review list")
    if memory.unbooked:
        yield Next(f"{counted(memory.unbooked, 'session')} without a ledger", "brainwiki dream run")
    if memory.due:
        verb = "is" if memory.due == 1 else "are"
        yield Next(f"{counted(memory.due, 'range')} of turns {verb} due", "brainwiki dream run")
    if memory.dead:
        yield Next(f"{counted(memory.dead, 'range')} of turns given up", "brainwiki sessions")
