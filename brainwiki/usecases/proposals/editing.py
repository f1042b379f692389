"""A proposal edited by a person: its pages, or the words of one observation; what comes back is checked again."""

from __future__ import annotations

from collections.abc import Mapping

from brainwiki.errors import ProposalError
from brainwiki.model.line import instant, plain
from brainwiki.model.names import squeeze
from brainwiki.model.receipt import Write
from brainwiki.review.happening import Event
from brainwiki.usecases.proposals.books import Held, held, record_proposal, root_of, settle
from brainwiki.usecases.proposals.deciding import (
    Decided,
    demand_known,
    demand_own_branch,
    demand_person,
    demand_waiting,
    unmoved,
)
from brainwiki.usecases.proposals.making import changed_files, forbidden, make
from brainwiki.usecases.proposals.redrawing import redraw
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace

Files = Mapping[str, bytes | None]


def pages_of(workspace: Workspace, name: str) -> Files:
    """The files that a proposal writes, as they would be, by path from the brain's root; None: it would be gone."""
    one = held(workspace, name)
    return _written(workspace, one, one.tip)


def _written(workspace: Workspace, one: Held, commit: str) -> dict[str, bytes | None]:
    root, refs = root_of(workspace), workspace.refs()
    writes: Mapping[str, Write] = one.receipt.writes if one.receipt else {}
    return {path: refs.read(commit, f"{root}{path}") for path in sorted(writes)}


def edit(workspace: Workspace, name: str, by: str, files: Files, wait: float = WAIT) -> Decided:
    """Put these contents in place of those of a proposal (None: the file is not to be there), check, and make its new commit.

    Only a person edits. Raises ProposalError and what `approve` raises.
    """
    one = _editable(workspace, name, by)
    before = _written(workspace, one, one.tip)
    if (
        all(before.get(path) == content for path, content in files.items() if path in before)
        and files.keys() <= before.keys()
    ):
        return Decided(one, ("nothing was changed",))
    changed = changed_files(workspace, one.base, {**before, **files})
    reasons = forbidden(changed) if changed else ("nothing would change any more; reject it instead",)
    if reasons:
        return Decided(one, reasons)
    reads = frozenset(one.receipt.reads) if one.receipt else frozenset[str]()
    made = make(workspace, one.id, one.life.draft, changed, reads, workspace.judge(), by)
    if made.blocks:
        return Decided(one, made.blocks, made.report)
    at = instant(workspace.clock.now())
    told = Event("edited", at, by, commit=made.commit, receipt=made.text, draft=one.life.draft)
    return _recorded(workspace, one, told, Decided(one, (), made.report), wait)


def restate(workspace: Workspace, name: str, by: str, observation: str, statement: str, wait: float = WAIT) -> Decided:
    """Say what an observation means in other words: the sentence that rests on it is drafted again, and checked."""
    one = _editable(workspace, name, by)
    demand_known(one, (observation,))
    statement = plain(statement)
    old = next(each.statement for each in one.life.draft.consolidation.observations if each.id == observation)
    if not statement or squeeze(statement) == squeeze(old):
        return Decided(one, ("nothing was changed",))
    drawn = redraw(workspace, one, reworded=(observation, statement))
    if drawn.reasons:
        return Decided(one, drawn.reasons, drawn.report)
    at = instant(workspace.clock.now())
    told = Event(
        "edited", at, by, observations=(observation,), commit=drawn.commit, receipt=drawn.text, draft=drawn.draft
    )
    return _recorded(workspace, one, told, Decided(one, (), drawn.report), wait)


def _editable(workspace: Workspace, name: str, by: str) -> Held:
    one = held(workspace, name)
    demand_person(by, "edit")
    demand_waiting(workspace, one, "edit")
    demand_own_branch(one)
    if one.receipt is None:
        raise ProposalError(f"{one.id} has no receipt that can be read.", "Reject it.")
    return one


def _recorded(workspace: Workspace, one: Held, told: Event, done: Decided, wait: float) -> Decided:
    written = record_proposal(workspace, one.id, unmoved(one, told), {}, told.by, wait)
    if written.refused:
        return done._replace(reasons=(written.refused,))
    settle(workspace, (one.id,), wait)
    return done._replace(held=held(workspace, one.id))
