"""Undo an applied proposal by a new one: page by page the other way round, merged with what was changed since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from brainwiki.claims.merging import Conflict
from brainwiki.dream.pages import MisfitError
from brainwiki.dream.undoing import Day, undone
from brainwiki.errors import ProposalError
from brainwiki.markup import parser
from brainwiki.markup.editing import UnusualError
from brainwiki.model.line import instant, plain
from brainwiki.model.receipt import Receipt, Write
from brainwiki.model.update import Consolidation
from brainwiki.ports import FileStore
from brainwiki.review.receipts import path_of, read_receipt
from brainwiki.usecases.brain_branch import Place, place_of
from brainwiki.usecases.proposals.books import Held, held
from brainwiki.usecases.proposals.fitting import Misfit, content, merged
from brainwiki.usecases.proposals.opening import Drawn, Opened, open_proposal
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace


class Reverted(NamedTuple):
    """The proposal that undoes another one, or why there is none: page by page, or as the rules said."""

    id: str
    opened: Opened | None = None
    reasons: tuple[Misfit, ...] = ()


def revert(workspace: Workspace, name: str, by: str, wait: float = WAIT) -> Reverted:
    """Propose the undoing of an applied proposal. It is reviewed and applied as any other; asked again, it is the same one.

    A page that was changed since is merged by claim; where that cannot be, nothing is proposed. Raises UnknownNameError, AmbiguousNameError,
    ProposalError, GitError, LockedError, MovedError, NoStateError, NoBranchError.
    """
    one = held(workspace, name)
    if one.state != "applied":
        raise ProposalError(
            f"{one.id} is {one.state}, and not in the brain.", "`brainwiki review reject` ends what waits."
        )
    if one.life.reverted:
        raise ProposalError(
            f"{one.id} was undone by {one.life.reverted} already.",
            f"`brainwiki revert {one.life.reverted}` brings it back.",
        )
    place = place_of(workspace)
    brain = workspace.staged(place.tip, {}, "").base.brain
    receipt = receipt_in(workspace, place, one)
    files: dict[str, bytes | None] = {}
    reasons: list[Misfit] = []
    for path, write in sorted(receipt.writes.items()):
        found = _page(workspace, brain, path, write, by)
        if isinstance(found, Conflict):
            reasons += [Misfit(path, reason) for reason in found.reasons]
        else:
            files[path] = found
    if reasons:
        return Reverted(one.id, None, tuple(reasons))
    opened = open_proposal(workspace, _drawn(place, one, receipt, files, by), wait)
    if isinstance(opened, Opened):
        return Reverted(one.id, opened)
    return Reverted(one.id, None, tuple(Misfit("", reason) for reason in opened.reasons))


def receipt_in(workspace: Workspace, place: Place, one: Held) -> Receipt:
    """The receipt of a proposal as it stands in the brain; where it is gone, or no receipt any more, that of the books."""
    raw = workspace.refs().read(place.tip, place.prefix + path_of(one.id))
    page = parser.parse(path_of(one.id), raw, workspace.profile.dialect) if raw is not None else None
    found = (read_receipt(page) if page is not None else None) or one.receipt
    if found is None:
        raise ProposalError(f"The receipt of {one.id} cannot be read.", "Restore it from Git.")
    return found


def _page(workspace: Workspace, brain: FileStore, path: str, write: Write, by: str) -> bytes | Conflict | None:
    """A file of the proposal as it is to be without it."""
    before, after, now = (content(workspace, version) for version in (*write, brain.version(path)))
    for one in (before, after, now):
        if isinstance(one, Conflict):
            return one
    assert not isinstance(before, Conflict)
    assert not isinstance(after, Conflict)
    assert not isinstance(now, Conflict)
    wanted = before
    if after is not None and path.endswith(".md"):
        moment = workspace.clock.now()
        when = Day(moment.date().isoformat(), instant(moment), by)
        try:
            wanted = undone(path, before, after, when, workspace.profile.dialect)
        except (MisfitError, UnusualError) as error:
            return Conflict((f"it cannot be undone by program: {error}",))
    return merged(path, after, wanted, now)


def _drawn(place: Place, one: Held, receipt: Receipt, files: Mapping[str, bytes | None], by: str) -> Drawn:
    """What is proposed."""
    title = plain(f"Undo: {receipt.title}", 200)
    note = f"What held before {one.id} holds again, and what it said stays as history."
    return Drawn(
        f"revert-{one.id}",
        by,
        place.tip,
        files,
        Consolidation(title=title, note=note),
        (),
        frozenset(receipt.writes),
        one.id,
    )
