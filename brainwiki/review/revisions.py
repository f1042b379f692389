"""The revisions of one page: who changed it, when and why, and what became of its claims; and the same as a JSON document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from brainwiki.claims.life import Turn
from brainwiki.model.chronicle import Did
from brainwiki.model.past import Revision

REVISIONS = 20  # that are told at once


class Revised(NamedTuple):
    """One revision of a page. `revision` is None for what no commit has yet. `path` is where the page stood after it (before it,
    where it was removed), `was` its old path where it was renamed.

    `claims` counts the claims after it, `characters` those of the text; `turns` says what became of each claim that changed, and is
    empty for the first revision, where all are new. `note` says why something is not told (empty: all is).
    """

    revision: Revision | None
    did: Did
    path: str
    was: str = ""
    claims: int = 0
    characters: int = 0
    turns: tuple[Turn, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class PageHistory:
    """The revisions of the page at `path`, newest first, from the one at `skipped` on.

    `total` counts all that Git knows, what no commit has yet included; `is_cut` says that older ones exist and are not here (a
    shallow clone), `is_gone` that the page does not stand in the brain any more.
    """

    path: str
    title: str
    revisions: tuple[Revised, ...]
    total: int
    skipped: int = 0
    is_cut: bool = False
    is_gone: bool = False

    @property
    def more(self) -> int:
        """How many older revisions are known and not told here."""
        return max(0, self.total - self.skipped - len(self.revisions))


def history_as_json(history: PageHistory) -> dict[str, Any]:
    """The document of `history`."""
    return {
        "version": 1,
        "page": {"path": history.path, "title": history.title, "gone": history.is_gone},
        "total": history.total,
        "skipped": history.skipped,
        "more": history.more,
        "cut": history.is_cut,
        "revisions": [_revised(one) for one in history.revisions],
    }


def _revised(one: Revised) -> dict[str, Any]:
    made = one.revision
    return {
        "commit": made.id if made else None,
        "at": made.at if made else None,
        "author": made.author if made else None,
        "actor": made.actor if made else None,
        "by_agent": made.by_agent if made else None,
        "proposal": made.proposal or None if made else None,
        "summary": made.summary if made else None,
        "change": one.did,
        "path": one.path,
        "from": one.was or None,
        "claims": {"total": one.claims, "changes": [_turn(turn) for turn in one.turns]},
        "characters": one.characters,
        "note": one.note or None,
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "change": turn.kind,
        "before": turn.old or None,
        "after": turn.new or None,
        "flags": list(turn.flags),
    }
