"""A proposal drafted again from what the books keep of it: without some observations, or with other words for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from brainwiki.dream.drafting import draft as drafted
from brainwiki.errors import ProposalError
from brainwiki.model.finding import Report
from brainwiki.model.line import plain
from brainwiki.model.update import Consolidation, Left, Update
from brainwiki.review.happening import Draft
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.proposals.books import Held
from brainwiki.usecases.proposals.making import changed_files, make
from brainwiki.usecases.workspace import Workspace

_SHARED = ("support", "link", "create")  # updates that stay with the observations that are left to them


@dataclass(frozen=True)
class Redrawn:
    """A new draft with its commit, receipt and report; or the reasons why there is none."""

    draft: Draft
    commit: str = ""
    text: str = ""
    report: Report | None = None
    reasons: tuple[str, ...] = ()


def redraw(
    workspace: Workspace, one: Held, without: Sequence[str] = (), reason: str = "", reworded: tuple[str, str] = ("", "")
) -> Redrawn:
    """Draft a proposal again on its base: `without` these observations, or with other words (the second of `reworded`) for one.

    Raises ProposalError where its pages were edited by hand, which a new draft would undo; GitError, NoCommitError.
    """
    if any(event.name == "edited" and not event.observations for event in one.events):
        raise ProposalError(
            f"The pages of {one.id} were edited by hand, and a new draft would undo that.",
            f"Edit them again with `brainwiki review edit {one.id}`, or reject the whole.",
        )
    old = one.life.draft
    drawn = reworded_as(old.consolidation, *reworded) if reworded[0] else left_out(old.consolidation, without, reason)
    new = replace(old, consolidation=drawn)
    base = workspace.staged(one.base, {}, old.by).base
    found = drafted(load_wiki(base), drawn, workspace.clock.now(), old.by, base.brain.read)
    files = changed_files(workspace, one.base, found.files)
    if found.mistakes or not files:
        return Redrawn(new, reasons=found.mistakes or ("nothing would change any more",))
    made = make(workspace, one.id, new, files, found.reads, workspace.judge())
    return Redrawn(new, made.commit, made.text, made.report, made.blocks)


def left_out(drawn: Consolidation, without: Iterable[str], reason: str) -> Consolidation:
    """A consolidation without some observations. A sentence that also rested on one of them goes, since nobody can say which words of
    it were whose; so does a page that was made for them alone."""
    gone = {*without}
    kept = [_without(update, gone) for update in drawn.updates]
    made = {one.page for one, new in zip(drawn.updates, kept, strict=True) if one.do == "create" and new is None}
    updates = [one for one in kept if one is not None and one.page not in made]
    made_for_nothing = {
        one.page for one in updates if one.do == "create" and sum(other.page == one.page for other in updates) == 1
    }
    rest = tuple(one for one in updates if one.page not in made_for_nothing)
    found = replace(drawn, updates=rest)
    left = {one.observation: one for one in drawn.left}
    for each in drawn.adopted:
        if each in gone:
            left[each] = Left(each, plain(reason))
        elif each not in found.adopted:
            left[each] = Left(each, "what it was adopted in rested on an observation that was rejected")
    return replace(found, left=tuple(left.values()))


def _without(update: Update, gone: set[str]) -> Update | None:
    """An update without these observations; None where it cannot stand without them."""
    rest = tuple(one for one in update.observations if one not in gone)
    if len(rest) == len(update.observations):
        return update
    return update._replace(observations=rest) if rest and update.do in _SHARED else None


def reworded_as(drawn: Consolidation, observation: str, statement: str) -> Consolidation:
    """A consolidation in which one observation, and the sentence that rests on it alone, has other words."""
    old = next(one.statement for one in drawn.observations if one.id == observation)
    observations = tuple(
        one._replace(statement=statement) if one.id == observation else one for one in drawn.observations
    )
    updates = tuple(
        _reworded(one, old, statement) if one.observations == (observation,) else one for one in drawn.updates
    )
    if updates == drawn.updates:
        raise ProposalError(f"No sentence rests on {observation} alone.", "Edit the pages themselves.")
    return replace(drawn, observations=observations, updates=updates)


def _reworded(update: Update, old: str, statement: str) -> Update:
    """An update whose sentence is another; a new page that was named by the old one is named by the new one."""
    if update.do in ("add", "edit", "supersede"):
        return update._replace(text=statement)
    named = {old: statement, old.rstrip(".。"): statement.rstrip(".。")}
    return update._replace(
        title=named.get(update.title, update.title), description=named.get(update.description, update.description)
    )
