"""How a page stood before a change and how it stands after it: confidence, independent sources, and signs that nobody sees."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from brainwiki.claims.grounds import grounds, witnesses
from brainwiki.model.change import Change
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki

# Signs without a form of their own, by which a text says to a program what its readers do not see: controls of direction, zero
# width, tags, private use. Joiners and variation selectors belong to scripts and emoji; the rules look at those more closely.
_UNSEEN = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ue000-\uf8ff\U000e0000-\U000e0fff]"
)


class Standing(NamedTuple):
    """A page that changed. `confidence` before and after (None: not stated), `sources` counts the independent origins of what the
    page's claims rest on, before and after; `unseen` counts signs without a form of their own that came with the change."""

    path: str
    title: str
    confidence: tuple[float | None, float | None] = (None, None)
    sources: tuple[int, int] = (0, 0)
    unseen: int = 0
    is_rule: bool = False


def standings(change: Change) -> tuple[Standing, ...]:
    """The pages of a change that are no listings, in order."""
    moved = {old: new for new, old in change.renamed.items()}
    found = []
    for before, after in change.pairs:
        page = after or before
        if page is None or page.kind in ("index", "log"):
            continue
        found.append(
            Standing(
                page.path,
                page.title,
                (before.confidence if before else None, after.confidence if after else None),
                (_witnesses(change.base, before, moved), _witnesses(change.head, after, {})),
                _unseen(before, after),
                page.kind == "rule",
            )
        )
    return tuple(found)


def _witnesses(wiki: Wiki, page: Page | None, moved: dict[str, str]) -> int:
    """The independent origins of a page's current claims."""
    if page is None or not page.sources:
        return 0
    used = {one for claim in page.claims if not claim.until for one in claim.ids}
    return witnesses(ground for source_id, (_, ground) in grounds(wiki, page, moved).items() if source_id in used)


def _unseen(before: Page | None, after: Page | None) -> int:
    """Signs that nobody sees and that were not there before."""
    if after is None:
        return 0
    old, new = (Counter(_UNSEEN.findall(page.text)) if page else Counter[str]() for page in (before, after))
    return (new - old).total()
