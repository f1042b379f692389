"""Apply an approved proposal: one commit on the brain's branch with its receipt and the listings, then what the books say of it.

The commit comes first and is the fact; the books follow it. A kill in between leaves a receipt in the brain of a proposal that the books
have as approved: the next `apply` or `sync` sees it and finishes, and nothing is applied twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from brainwiki.dream.accounts import Account
from brainwiki.dream.event import Event as LedgerEvent
from brainwiki.dream.judging.certificate import PATH, read_certificate
from brainwiki.errors import ProposalError
from brainwiki.model.actor import is_agent
from brainwiki.model.line import instant, plain
from brainwiki.model.receipt import Span, Vouched
from brainwiki.review.happening import Event
from brainwiki.review.life import Life, is_by_gate, sealed
from brainwiki.review.receipts import path_of
from brainwiki.usecases.brain_branch import BrainChange, Place, Written, change_brain
from brainwiki.usecases.ledger import Plan
from brainwiki.usecases.proposals.books import Held, complete, held, read_proposals, record_proposal, settle
from brainwiki.usecases.proposals.deciding import proposed_plans
from brainwiki.usecases.proposals.fitting import Fitted, Misfit, fit
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace

Outcome = Literal["applied", "already", "stale", "refused"]

_MOST = 1000  # observations that one event names


class Applied(NamedTuple):
    """What became of a proposal.

    `applied`: `commit` brought it; `merged` are the pages that were merged claim by claim, `left` the paths of the working tree that
    were not brought along. `already`: it was in the brain before, and the books say so now. `stale` and `refused`: nothing was
    written to the brain, for these `reasons`.
    """

    id: str
    outcome: Outcome
    commit: str = ""
    merged: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    reasons: tuple[Misfit, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether the proposal is in the brain."""
        return self.outcome in ("applied", "already")


def apply_all(workspace: Workspace, by: str, wait: float = WAIT) -> tuple[Applied, ...]:
    """Apply every approved proposal, the one that was opened first as the first. Raises as `apply`."""
    complete(workspace, wait)
    waiting = [one for one in read_proposals(workspace) if one.state == "approved"]
    return tuple(
        apply(workspace, one.id, by, wait) for one in sorted(waiting, key=lambda one: (one.events[0].at, one.id))
    )


def apply(workspace: Workspace, name: str, by: str, wait: float = WAIT) -> Applied:
    """Apply a proposal by its id or the beginning of it.

    Raises UnknownNameError, AmbiguousNameError, ProposalError, LockedError, MovedError, NoStateError, NoBranchError, GitError.
    """
    complete(workspace, wait)
    one = held(workspace, name)
    work = _Work(workspace, one, by)
    written = change_brain(workspace, by, work.plan, wait)
    if work.refusal:
        return Applied(one.id, "refused", reasons=(Misfit("", work.refusal),))
    if work.misfits:
        _grow_stale(workspace, one, by, work.misfits, wait)
        return Applied(one.id, "stale", reasons=work.misfits)
    finish(workspace, one.id, by, wait, written.commit if written else "")
    return work.applied(written)


class _Work:
    """One proposal on its way into the brain; whoever loses a race tries again on what is there then."""

    def __init__(self, workspace: Workspace, one: Held, by: str) -> None:
        self.workspace, self.one, self.by = workspace, one, by
        self.refusal = ""
        self.misfits: tuple[Misfit, ...] = ()
        self.merged: tuple[str, ...] = ()

    def plan(self, place: Place) -> BrainChange | None:
        """The change of the brain as it is at this place; nothing where the receipt is there, where it may not be, or where the two
        do not fit. It is asked under the lock, so what the books say now holds until the branch has moved."""
        self.misfits = ()
        if self.workspace.refs().read(place.tip, place.prefix + path_of(self.one.id)) is not None:
            return None
        self.one = held(self.workspace, self.one.id)
        self.refusal = _refusal(self.one) or self.refused_gate(place)
        if self.refusal or self.one.receipt is None:
            return None
        note = self.one.life.draft.consolidation.note.strip()  # the page shows it with signs that nothing renders
        receipt = replace(self.one.receipt, note=note)
        found = fit(self.workspace, receipt, place.tip, approvals(self.one.life), self.by)
        self.misfits, self.merged = found.misfits, found.merged
        return None if found.misfits else BrainChange(found.files, self.message(found))

    def refused_gate(self, place: Place) -> str:
        """Why what a gate approved is not applied, where no person did: the brain's own branch must still let gates accept, and hold the
        very certificate; empty where it does, or where people approved."""
        told = [one for one in self.one.life.events if is_by_gate(one) and one.commit == self.one.life.commit]
        people = [one for one in approvals(self.one.life) if not is_agent(one.by)]
        if people or not told:
            return ""
        base = self.workspace.staged(place.tip, {}, "").base
        found = read_certificate(base.files.read(PATH) if base.files.exists(PATH) else None)
        if not base.config.accept:
            return "a gate approved it, and the brain lets a person decide everything"
        if isinstance(found, str) or not any(one.reason == sealed(found.seal) for one in told):
            return "a gate approved it under a certificate that the brain does not hold"
        return ""

    def message(self, found: Fitted) -> str:
        """The message of the commit."""
        title = plain(found.receipt.title, 100)
        return f"{title}\n\nBrainwiki-Proposal: {self.one.id}\nBrainwiki-Actor: {plain(self.by, 200)}\n"

    def applied(self, written: Written | None) -> Applied:
        """What is told of it."""
        if written is None:  # another writer was faster
            return Applied(self.one.id, "already")
        return Applied(self.one.id, "applied", written.commit, self.merged, written.left)


def approvals(life: Life) -> tuple[Vouched, ...]:
    """The people who approved what a proposal holds now, each with the first time; the gate, where one did."""
    found: dict[str, str] = {}
    for event in life.events:
        if event.name == "approved" and event.commit == life.commit and (not is_agent(event.by) or is_by_gate(event)):
            found.setdefault(event.by, event.at)
    return tuple(Vouched(by, at) for by, at in found.items())


def _refusal(one: Held) -> str:
    """Why a proposal is not applied; empty where it may be."""
    if one.state == "open":
        return "nobody has approved it yet: `brainwiki review approve` does"
    if one.state != "approved":
        return f"it is {one.state}"
    if not approvals(one.life):
        return "nobody who may has approved what it holds now"
    if one.receipt is None:
        return "its receipt cannot be read"
    if one.branch and one.branch != one.tip:
        return f"its branch stands at {one.branch[:12]}, and {one.tip[:12]} was approved"
    return ""


def finish(
    workspace: Workspace, proposal: str, by: str, wait: float = WAIT, commit: str = "", reason: str = ""
) -> bool:
    """Tell the books that a proposal is in the brain, and take its branch away; whether something was still to be told.

    Safe to run at any time, and as often as one likes. Raises ProposalError, LedgerError.
    """
    one = held(workspace, proposal)
    event = Event("applied", instant(workspace.clock.now()), plain(by, 200), reason=plain(reason), commit=commit)

    def events(life: Life) -> Sequence[Event]:
        return () if life.state == "applied" else (event,)

    written = record_proposal(workspace, one.id, events, integrations(workspace, one, by), by, wait)
    if written.refused:
        raise ProposalError(
            f"The books do not take that {one.id} is applied: {written.refused}.", "See `brainwiki sessions`."
        )
    told = _tell_reverted(workspace, one, by, wait)
    settle(workspace, (one.id,), wait)
    return bool(written.events or written.ledgers.files or told)


def _tell_reverted(workspace: Workspace, one: Held, by: str, wait: float) -> bool:
    """Tell the books of the proposal that this one undoes."""
    old = one.life.draft.reverts
    if not old:
        return False
    event = Event("reverted", instant(workspace.clock.now()), plain(by, 200), proposal=one.id)

    def events(life: Life) -> Sequence[Event]:
        return () if life.state != "applied" or life.reverted == one.id else (event,)

    return bool(record_proposal(workspace, old, events, {}, by, wait).events)


def integrations(workspace: Workspace, one: Held, by: str) -> dict[str, Plan]:
    """For each session the plan of its events `integrated`, with the observations that were adopted and those that were left.

    Turns that somebody took up again since are left as they are.
    """
    at = instant(workspace.clock.now())
    drawn = one.life.draft.consolidation
    adopted = {*drawn.adopted}
    spans: dict[str, list[Span]] = {}
    for span in dict.fromkeys(one.life.draft.sessions):
        spans.setdefault(span.session, []).append(span)

    def event(span: Span) -> LedgerEvent:
        ids = [o.id for o in drawn.observations if o.session == span.session and span.first <= o.turn <= span.last]
        ids = [*dict.fromkeys(ids)][:_MOST]
        taken, left = ([name for name in ids if (name in adopted) is which] for which in (True, False))
        return LedgerEvent(
            "integrated", span.first, span.last, at, by, "", tuple(taken), tuple(left), one.id, one.life.draft.run
        )

    def plan(these: list[Span]) -> Plan:
        return lambda account: [event(span) for span in these if _waits(account, span, one.id)]

    return {session: plan(these) for session, these in spans.items()}


def _waits(account: Account, span: Span, proposal: str) -> bool:
    """Whether these turns are still proposed with this proposal."""
    found = account.find(span.first, span.last)
    return found is not None and found.state == "proposed" and found.proposal == proposal


def _grow_stale(workspace: Workspace, one: Held, by: str, misfits: Sequence[Misfit], wait: float) -> None:
    """Tell the books that the brain moved on: the sessions wait for the next Dream, which loses no attempt by it."""
    reason = plain("; ".join(misfit.told for misfit in misfits))
    event = Event("stale", instant(workspace.clock.now()), plain(by, 200), reason=reason)
    plans = proposed_plans(workspace, one, "stale", by, reason)

    def events(life: Life) -> Sequence[Event]:
        return () if life.state == "stale" else (event,)

    written = record_proposal(workspace, one.id, events, plans, by, wait)
    if written.refused:
        raise ProposalError(
            f"The books do not take that {one.id} is stale: {written.refused}.", "See `brainwiki review list`."
        )


__all__ = ["Applied", "Outcome", "apply", "apply_all", "approvals", "finish", "integrations"]
