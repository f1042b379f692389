"""One proposal for its reviewer: what it does claim by claim, what the rules say now, what was adopted and left, what happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from brainwiki.errors import GitError, NoBrainError, NoCommitError
from brainwiki.model.observation import Observation
from brainwiki.review.comparison import Comparison
from brainwiki.usecases.compare import compare
from brainwiki.usecases.forgotten import forgotten_names
from brainwiki.usecases.proposals.books import Held, held, read_proposals
from brainwiki.usecases.proposals.making import checked_as_proposal, states_between, without_receipt
from brainwiki.usecases.proposals.opening import Overlap, overlaps_of
from brainwiki.usecases.workspace import Workspace


@dataclass(frozen=True)
class Shown:
    """A proposal with the comparison of its base and itself (with what the rules find now), what it shares with others that wait, and
    its observations by id. Where its commit is not here any more, there is no comparison, and `missing` says why. What was
    forgotten since is not among the observations."""

    held: Held
    comparison: Comparison | None
    missing: str = ""
    overlaps: tuple[Overlap, ...] = ()
    observations: Mapping[str, Observation] | None = None


def show_proposal(workspace: Workspace, name: str, page: str = "") -> Shown:
    """A proposal by its id; with a `page` only what concerns that one. Raises UnknownNameError, AmbiguousNameError, NoStateError."""
    one = held(workspace, name)
    names = forgotten_names(workspace)
    observations = {
        each.id: each
        for each in one.life.draft.consolidation.observations
        if names.isdisjoint((f"sessions/{each.session}", each.resource, each.session, each.subject))
    }
    waiting = one.receipt is not None and one.is_waiting
    overlaps = overlaps_of(one.receipt, read_proposals(workspace)) if waiting and one.receipt else ()
    try:
        states = states_between(workspace, one.base, one.tip, one.life.draft.by)
    except (GitError, NoCommitError, NoBrainError) as error:
        return Shown(one, None, error.message, overlaps, observations)
    findings = checked_as_proposal(states).report.findings
    comparison = without_receipt(compare(states, workspace, page, findings=findings), one.id)
    return Shown(one, comparison, "", overlaps, observations)
