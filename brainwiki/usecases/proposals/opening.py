"""Open a proposal: what was drawn is checked and judged, becomes a commit on a branch of its own, and is told in the books.

Nothing is written outside that branch and the branch of the states. Objects come first, then one commit on the branch of the states,
then the branch of the proposal: a kill in between is finished by `complete`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from brainwiki.dream.accounts import Account
from brainwiki.dream.event import Event as LedgerEvent
from brainwiki.dream.gate import Judge
from brainwiki.dream.life import Name as LedgerName
from brainwiki.model.finding import Report
from brainwiki.model.line import instant, plain
from brainwiki.model.receipt import Receipt, Risk, Span
from brainwiki.model.update import Consolidation
from brainwiki.review.happening import Draft, Event
from brainwiki.review.life import Life
from brainwiki.usecases.ledger import Plan, record_all
from brainwiki.usecases.proposals.books import Held, read_proposals, record_proposal, settle
from brainwiki.usecases.proposals.making import changed_files, forbidden, identity, make
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace


@dataclass(frozen=True)
class Drawn:
    """What a run drew: `files` are the contents of pages by path from the brain's root (None: the page goes), `reads` the pages that
    it was drawn from, `sessions` the turns, `by` the actor, `base` the commit that all of it was drawn on. `reverts` is the id of a
    proposal that this one undoes."""

    run: str
    by: str
    base: str
    files: Mapping[str, bytes | None]
    consolidation: Consolidation
    sessions: tuple[Span, ...] = ()
    reads: frozenset[str] = frozenset()
    reverts: str = ""

    @property
    def draft(self) -> Draft:
        """The same as the books keep it."""
        return Draft(self.run, self.by, self.base, self.sessions, self.consolidation, self.reverts)


class Overlap(NamedTuple):
    """A proposal that waits too, and the pages that one of both writes and the other one reads or writes."""

    id: str
    paths: tuple[str, ...]


class Opened(NamedTuple):
    """A proposal that waits for its review, and what the gate said of it. `report` is None where it had been opened before."""

    id: str
    commit: str
    risk: Risk
    report: Report | None
    overlaps: tuple[Overlap, ...] = ()
    gate: tuple[str, ...] = ()


class Refused(NamedTuple):
    """What was drawn became no proposal, and why; `report` is None where the rules were not asked."""

    report: Report | None
    reasons: tuple[str, ...]


def open_proposal(
    workspace: Workspace, drawn: Drawn, wait: float = WAIT, judge: Judge | None = None
) -> Opened | Refused:
    """Open the proposal of what was drawn; the same work gives the same proposal, however often it is asked for.

    Findings that BLOCK refuse it, and the ledgers get `rejected` with the reason. Raises GitError, LockedError, MovedError,
    NoStateError, ProposalError, LedgerError.
    """
    files = changed_files(workspace, drawn.base, drawn.files)
    reasons = forbidden(files) if files else ("nothing would change",)
    if reasons:
        return _reject(workspace, drawn, Refused(None, reasons), wait)
    others = read_proposals(workspace)
    proposal = _named(workspace, identity(drawn.draft, files), others)
    known = next((one for one in others if one.id == proposal), None)
    if known is not None:
        return _again(workspace, drawn, known, others, wait)
    made = make(workspace, proposal, drawn.draft, files, drawn.reads, judge or workspace.judge())
    if made.blocks:
        return _reject(workspace, drawn, Refused(made.report, made.blocks), wait)
    opened = Event(
        "opened",
        instant(workspace.clock.now()),
        plain(drawn.by, 200),
        commit=made.commit,
        receipt=made.text,
        draft=drawn.draft,
    )

    def begin(life: Life) -> Sequence[Event]:
        return () if life.state else (opened,)  # another opener of the same work was faster

    plans = span_plans(workspace, drawn.sessions, "proposed", drawn.by, proposal=proposal, run=drawn.run)
    written = record_proposal(workspace, proposal, begin, _unless_open(workspace, proposal, plans), drawn.by, wait)
    if written.refused:
        return Refused(made.report, (written.refused,))
    settle(workspace, (proposal,), wait)
    overlaps = overlaps_of(made.receipt, others)
    return Opened(proposal, written.life.commit, made.receipt.risk, made.report, overlaps, made.receipt.gate)


def _named(workspace: Workspace, digest: str, others: Iterable[Held]) -> str:
    """The id of the work with this digest: the one that it has already, else one that begins with today's date."""
    known = next((one.id for one in others if one.id.endswith(f"-{digest}")), "")
    return known or f"{instant(workspace.clock.now())[:10]}-{digest}"


def _unless_open(workspace: Workspace, proposal: str, plans: Mapping[str, Plan]) -> Mapping[str, Plan]:
    """The plans of the ledgers, each of which writes nothing where its turns were proposed with this proposal already."""

    def once(plan: Plan) -> Plan:
        def events(found: Account) -> Sequence[LedgerEvent]:
            asked = plan(found)
            there = [found.find(one.first, one.last) for one in asked]
            if asked and all(one and one.state == "proposed" and one.proposal == proposal for one in there):
                return ()
            return asked

        return events

    return {session: once(plan) for session, plan in plans.items()}


def _again(workspace: Workspace, drawn: Drawn, known: Held, others: Sequence[Held], wait: float) -> Opened | Refused:
    """What comes of work that the books know: the proposal, if it still waits; what was ended does not come back unchanged."""
    if known.is_waiting and known.receipt is not None:
        settle(workspace, (known.id,), wait)
        overlaps = overlaps_of(known.receipt, others)
        return Opened(known.id, known.tip, known.receipt.risk, None, overlaps, known.receipt.gate)
    why = next((one.reason for one in reversed(known.events) if one.reason), "")
    reason = f"the same was proposed as {known.id}, which is {known.state}{f': {why}' if why else ''}"
    return _reject(workspace, drawn, Refused(None, (plain(reason),)), wait)


def _reject(workspace: Workspace, drawn: Drawn, refused: Refused, wait: float) -> Refused:
    """Tell the ledgers why nothing came of it; where a session has gone on otherwise, they stay as they are."""
    reason = plain("; ".join(refused.reasons))
    plans = span_plans(workspace, drawn.sessions, "rejected", drawn.by, reason=reason, run=drawn.run)
    if plans:
        record_all(workspace, plans, drawn.by, wait)
    return refused


def span_plans(
    workspace: Workspace,
    sessions: Iterable[Span],
    name: LedgerName,
    by: str,
    reason: str = "",
    proposal: str = "",
    run: str = "",
) -> dict[str, Plan]:
    """For each session the plan that writes one such event for each of its spans."""
    at = instant(workspace.clock.now())
    spans: dict[str, list[Span]] = {}
    for one in dict.fromkeys(sessions):
        spans.setdefault(one.session, []).append(one)

    def plan(these: list[Span]) -> Callable[[Account], Sequence[LedgerEvent]]:
        return lambda _: [
            LedgerEvent(name, one.first, one.last, at, by, reason, proposal=proposal, run=run) for one in these
        ]

    return {session: plan(these) for session, these in spans.items()}


def overlaps_of(receipt: Receipt, others: Iterable[Held]) -> tuple[Overlap, ...]:
    """The proposals that wait and share pages with this one: written by both, or written by one and read by the other."""
    found: list[Overlap] = []
    for one in others:
        if one.is_waiting and one.receipt is not None and one.id != receipt.id:
            mine, theirs = {*receipt.writes}, {*one.receipt.writes}
            paths = mine & theirs | mine & {*one.receipt.reads} | theirs & {*receipt.reads}
            if paths:
                found.append(Overlap(one.id, tuple(sorted(paths))))
    return tuple(found)
