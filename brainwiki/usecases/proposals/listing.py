"""Every proposal at a glance: what waits, since when, how risky it is, and what it shares with others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from brainwiki.markup import parser
from brainwiki.model.proposal import Proposal
from brainwiki.review.life import Fault
from brainwiki.review.receipts import path_of, read_receipt
from brainwiki.usecases.proposals.books import Held, damaged, read_proposals
from brainwiki.usecases.proposals.opening import Overlap, overlaps_of
from brainwiki.usecases.workspace import Workspace


class Listed(NamedTuple):
    """A proposal: since when it waits (an instant as written), how long ago that was, what it shares with others that wait, and what
    is odd about it (empty where nothing is)."""

    held: Held
    opened: str
    age: timedelta
    overlaps: tuple[Overlap, ...] = ()
    odd: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.held.receipt.title if self.held.receipt else ""


class Untold(NamedTuple):
    """A branch with a receipt that no event tells of: nobody opened it here, and nothing is done with it."""

    id: str
    ref: str
    commit: str
    title: str


class Listing(NamedTuple):
    """What waits, the oldest first, then what has ended, the newest first; branches that no event tells of; damaged files."""

    proposals: tuple[Listed, ...]
    untold: tuple[Untold, ...] = ()
    damaged: Mapping[str, tuple[Fault, ...]] = {}

    @property
    def waiting(self) -> tuple[Listed, ...]:
        """Those that somebody must decide or apply."""
        return tuple(one for one in self.proposals if one.held.is_waiting)


def list_proposals(workspace: Workspace) -> Listing:
    """All proposals that the books tell of, with what was fetched of them; nothing is written. Raises NoStateError, StateMergeError."""
    found = read_proposals(workspace)
    now = workspace.clock.now()
    listed = [_listed(one, found, now) for one in found]
    waiting = sorted((one for one in listed if one.held.is_waiting), key=lambda one: (one.opened, one.held.id))
    ended = sorted((one for one in listed if not one.held.is_waiting), key=lambda one: (one.opened, one.held.id))
    return Listing((*waiting, *reversed(ended)), tuple(_untold(workspace, found)), damaged(workspace))


def _listed(one: Held, others: Iterable[Held], now: datetime) -> Listed:
    opened = one.events[0].at
    overlaps = overlaps_of(one.receipt, others) if one.receipt and one.is_waiting else ()
    return Listed(one, opened, max(now - datetime.fromisoformat(opened), timedelta()), overlaps, _odd(one))


def _odd(one: Held) -> str:
    """What a reviewer should know about the branch."""
    if one.life.faults:
        return "its events are damaged"
    if one.branch and one.branch not in one.life.commits:
        return f"its branch stands at {one.branch[:10]}, which no event names"
    if one.receipt is None:
        return "its receipt cannot be read"
    return ""


def _untold(workspace: Workspace, known: Iterable[Held]) -> Iterable[Untold]:
    commits = {commit for one in known for commit in one.life.commits}
    ids = {one.id for one in known}
    for found in workspace.history.proposals(workspace.prefix):
        if found.receipt and found.tip not in commits and (found.id not in ids or "/remotes/" in found.ref):
            yield Untold(found.id, found.ref, found.tip, _title(workspace, found))


def _title(workspace: Workspace, found: Proposal) -> str:
    page = parser.parse(path_of(found.id), found.receipt.encode("utf-8", "replace"), workspace.profile.dialect)
    receipt = read_receipt(page)
    return receipt.title if receipt else ""


def listing_as_json(listing: Listing) -> dict[str, Any]:
    """The document of `review list`."""
    return {
        "version": 1,
        "waiting": len(listing.waiting),
        "proposals": [listed_as_json(one) for one in listing.proposals],
        "untold": [one._asdict() for one in listing.untold],
        "damaged": {name: [fault._asdict() for fault in faults] for name, faults in sorted(listing.damaged.items())},
    }


def listed_as_json(one: Listed) -> dict[str, Any]:
    """One proposal of it."""
    held, receipt = one.held, one.held.receipt
    drawn = held.life.draft
    return {
        "id": held.id,
        "state": held.state,
        "title": one.title,
        "risk": receipt.risk if receipt else None,
        "opened": one.opened,
        "age_days": one.age.days,
        "by": drawn.by,
        "base": held.base,
        "commit": held.tip,
        "pages": sorted(receipt.writes) if receipt else [],
        "sessions": [span._asdict() for span in drawn.sessions],
        "adopted": len(drawn.consolidation.adopted),
        "approved": _approved(held),
        "overlaps": [{"id": other.id, "pages": [*other.paths]} for other in one.overlaps],
    } | {key: text for key, text in (("odd", one.odd), ("reason", _reason(held)), ("reverts", drawn.reverts)) if text}


def _approved(held: Held) -> int:
    """How many observations are approved, one by one or with the whole."""
    if held.state in ("approved", "applied"):
        return len(held.life.draft.consolidation.adopted)
    return len(held.life.agreed) if held.state == "open" else 0


def _reason(held: Held) -> str:
    """Why it ended, where it did."""
    if held.is_waiting:
        return ""
    return next((event.reason for event in reversed(held.events) if event.reason), "")
