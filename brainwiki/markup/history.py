"""Which claims of a page replaced which: a history item and the current claim that it stands under."""

from __future__ import annotations

import re
from collections.abc import Sequence

from brainwiki.model.page import Claim, Replaced

_ITEM = re.compile(r"\n[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]")


def read(text: str, claims: Sequence[Claim]) -> tuple[Replaced, ...]:
    """Each history claim of a page that stands under a current one, in order."""
    if not any(claim.until for claim in claims):
        return ()
    places = {claim.id: place for place, claim in reversed(list(enumerate(claims)))}
    known: dict[int, tuple[str, ...]] = {}
    found: list[Replaced] = []
    for old in claims:
        place = places.get(old.parent, -1) if old.until else -1
        if place < 0 or claims[place].until:
            continue
        if place not in known:
            known[place] = _ids_of_item(text, claims, place)
        found.append(Replaced(claims[place].id, known[place], old.ids))
    return tuple(found)


def _ids_of_item(text: str, claims: Sequence[Claim], place: int) -> tuple[str, ...]:
    """The source ids of a claim and of those before it in its item: what is said last may cite what is older."""
    ids = dict.fromkeys(claims[place].ids)
    while place > 0 and _goes_on(text, claims[place - 1], claims[place]):
        place -= 1
        ids.update(dict.fromkeys(claims[place].ids))
    return tuple(ids)


def _goes_on(text: str, before: Claim, claim: Claim) -> bool:
    """Whether two claims stand in one item."""
    return not before.until and before.parent == claim.parent and _ITEM.search(text, before.start, claim.start) is None
