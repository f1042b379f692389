"""What people decide about a proposal: approved or rejected, as a whole or observation by observation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from brainwiki.dream.accounts import Account
from brainwiki.dream.event import SESSION
from brainwiki.dream.event import Event as LedgerEvent
from brainwiki.errors import ProposalError, UnknownNameError
from brainwiki.model.actor import is_agent
from brainwiki.model.finding import Report
from brainwiki.model.line import instant, plain
from brainwiki.model.names import near
from brainwiki.model.observation import Observation, quote_digest
from brainwiki.review.happening import Event, Fingerprint
from brainwiki.review.life import Life
from brainwiki.review.receipts import path_of as receipt_path
from brainwiki.usecases.brain_branch import place_of
from brainwiki.usecases.ledger import Plan
from brainwiki.usecases.proposals.books import Events, Held, held, record_proposal, root_of, settle
from brainwiki.usecases.proposals.making import blocks_of, checked_as_proposal, states_between
from brainwiki.usecases.proposals.redrawing import redraw
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace


class Decided(NamedTuple):
    """The proposal after a decision. `reasons` say why it was refused (then nothing was written), `report` what the rules said where
    they were asked."""

    held: Held
    reasons: tuple[str, ...] = ()
    report: Report | None = None


def approve(workspace: Workspace, name: str, by: str, observations: Sequence[str] = (), wait: float = WAIT) -> Decided:
    """Approve a proposal, or some of its observations: when all of them are approved, so is the proposal.

    Only a person approves, what the books name, and nothing that the rules BLOCK by now. Raises ProposalError, UnknownNameError,
    AmbiguousNameError, NoCommitError, GitError, LockedError, MovedError, NoStateError.
    """
    one = held(workspace, name)
    demand_person(by, "approve")
    if one.state == "approved":
        return Decided(one)
    demand_waiting(workspace, one, "approve")
    demand_known(one, observations)
    demand_own_branch(one)
    if workspace.refs().read(one.tip, f"{root_of(workspace)}{receipt_path(one.id)}") != one.life.receipt.encode(
        "utf-8", "replace"
    ):
        raise ProposalError(f"The commit of {one.id} holds another receipt than the books.", "Reject it.")
    report = checked_as_proposal(states_between(workspace, one.base, one.tip, one.life.draft.by)).report
    blocks = blocks_of(report)
    if blocks:
        return Decided(one, blocks, report)
    at = instant(workspace.clock.now())
    told = Event("approved", at, by, observations=tuple(dict.fromkeys(observations)), commit=one.tip)
    return _decided(workspace, one, lambda _: [told], report, by, wait)


def reject(
    workspace: Workspace, name: str, by: str, reason: str, observations: Sequence[str] = (), wait: float = WAIT
) -> Decided:
    """Reject a proposal, or some of its observations: then it is drafted again without them, and is checked again.

    A rejection leaves fingerprints without the words, so that the same does not come back. Raises what `approve` does.
    """
    one = held(workspace, name)
    reason, by = plain(reason), plain(by, 200)
    if not reason or not by:
        raise ProposalError("A rejection needs its reason, and who says so.", "Give --reason TEXT.")
    if one.state == "rejected" and not observations:
        return Decided(one)
    demand_waiting(workspace, one, "reject")
    gone = _rejected_before(one)
    if observations and gone >= {*observations}:
        return Decided(one)
    observations = [each for each in observations if each not in gone]
    demand_known(one, observations)
    rest = [each for each in one.life.draft.consolidation.adopted if each not in observations]
    if observations and rest:
        return redraw_without(workspace, one, by, reason, observations, wait)
    at = instant(workspace.clock.now())
    told = Event("rejected", at, by, reason=reason, prints=prints_of(one.life))
    plans = proposed_plans(workspace, one, "rejected", by, reason)
    written = record_proposal(workspace, one.id, lambda _: [told], plans, by, wait)
    if written.refused:
        return Decided(held(workspace, one.id), (written.refused,))
    settle(workspace, (one.id,), wait)
    return Decided(held(workspace, one.id))


def _rejected_before(one: Held) -> set[str]:
    """The observations of a proposal that were rejected one by one."""
    drawn = one.life.draft.consolidation
    return {each.id for each in drawn.observations if fingerprint(each) in one.life.prints} - {*drawn.adopted}


def redraw_without(
    workspace: Workspace, one: Held, by: str, reason: str, observations: Sequence[str], wait: float
) -> Decided:
    """The proposal drafted again on its base without these observations."""
    drawn = redraw(workspace, one, without=observations, reason=reason)
    if drawn.reasons:
        return Decided(one, drawn.reasons, drawn.report)
    at = instant(workspace.clock.now())
    told = Event(
        "edited",
        at,
        by,
        reason=reason,
        observations=tuple(dict.fromkeys(observations)),
        commit=drawn.commit,
        receipt=drawn.text,
        draft=drawn.draft,
        prints=prints_of(one.life, observations),
    )
    return _decided(workspace, one, unmoved(one, told), drawn.report, by, wait)


def unmoved(one: Held, told: Event) -> Events:
    """The event, if the proposal still is what it was made from; else one that is refused."""

    def events(life: Life) -> Sequence[Event]:
        if life.commit != one.tip:
            raise ProposalError(f"{one.id} was changed in the meantime.", "Look at it again with `review show`.")
        return [told]

    return events


def _decided(workspace: Workspace, one: Held, events: Events, report: Report | None, by: str, wait: float) -> Decided:
    written = record_proposal(workspace, one.id, events, {}, by, wait)
    if written.refused:
        return Decided(held(workspace, one.id), (written.refused,), report)
    settle(workspace, (one.id,), wait)
    return Decided(held(workspace, one.id), (), report)


def proposed_plans(workspace: Workspace, one: Held, name: str, by: str, reason: str = "") -> dict[str, Plan]:
    """For each session of a proposal the plan that writes an event for those of its spans that wait for this very proposal."""
    at = instant(workspace.clock.now())

    def plan(spans: set[tuple[int, int]]) -> Callable[[Account], Sequence[LedgerEvent]]:
        def events(found: Account) -> Sequence[LedgerEvent]:
            return [
                LedgerEvent(name, each.first, each.last, at, by, reason, proposal=one.id)
                for each in found.ranges
                if each.state == "proposed" and each.proposal == one.id and (each.first, each.last) in spans
            ]

        return events

    sessions = [each for each in one.life.draft.sessions if SESSION.match(each.session)]  # a history may be fetched
    return {
        session: plan({(each.first, each.last) for each in sessions if each.session == session})
        for session in dict.fromkeys(each.session for each in sessions)
    }


def prints_of(life: Life, observations: Iterable[str] | None = None) -> tuple[Fingerprint, ...]:
    """The fingerprints of these observations of a proposal; None: of all that it adopts."""
    drawn = life.draft.consolidation
    named = {*drawn.adopted} if observations is None else {*observations}
    return tuple(fingerprint(each) for each in drawn.observations if each.id in named)


def fingerprint(each: Observation) -> Fingerprint:
    """What is kept of a rejected observation."""
    return Fingerprint(each.session, each.turn, each.subject, quote_digest(each.quote))


def demand_person(by: str, what: str) -> None:
    """Raises ProposalError where an actor is no person."""
    if not by or is_agent(by) or plain(by, 200) != by:
        raise ProposalError(
            f"Only people {what} proposals, and {plain(by, 60) or 'nobody'} is none.",
            "Say who you are with --by human:NAME.",
        )


def demand_waiting(workspace: Workspace, one: Held, what: str) -> None:
    """Raises ProposalError where a proposal is ended, also by a merge that the books do not tell of yet."""
    if not one.is_waiting:
        raise ProposalError(
            f"{one.id} is {one.state}: there is nothing to {what}.", "See `brainwiki review list --all`."
        )
    place = place_of(workspace)
    if workspace.refs().read(place.tip, place.prefix + receipt_path(one.id)) is not None:
        raise ProposalError(
            f"{one.id} was merged: its receipt is in the brain, so there is nothing to {what}.",
            "Run `brainwiki review sync`, which tells the books; `brainwiki revert` undoes it.",
        )


def demand_known(one: Held, observations: Iterable[str]) -> None:
    """Raises UnknownNameError for an observation that a proposal does not adopt."""
    adopted = one.life.draft.consolidation.adopted
    for each in observations:
        if each not in adopted:
            raise UnknownNameError(f"observation that {one.id} adopts", each, near(each, adopted))


def demand_own_branch(one: Held) -> None:
    """Raises ProposalError where somebody moved the branch: what is approved is what the books name."""
    if one.branch and one.branch not in one.life.commits:
        raise ProposalError(
            f"The branch of {one.id} stands at {one.branch[:10]}, which no event names.",
            f"Take over what is right with `brainwiki review edit {one.id} --file PATH=FILE`, once it is back at {one.tip[:10]}.",
        )
