"""What was drawn without the updates that cannot be carried out; their observations are left, with why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from brainwiki.model.update import Consolidation, Left

_LONGEST = 300  # characters of a reason


def without(drawn: Consolidation, wrong: Mapping[int, str]) -> Consolidation:
    """Drop updates by their numbers from 1, each with why. An observation that no update rests on any more is left with that reason;
    of a page that is not made, and of one that has no claims any more, every update goes."""
    gone = dict(wrong)
    unmade = {
        drawn.updates[number - 1].page: why for number, why in wrong.items() if drawn.updates[number - 1].do == "create"
    }
    numbered = list(enumerate(drawn.updates, 1))
    for number, update in numbered:
        if update.page in unmade or update.target in unmade:
            gone.setdefault(number, unmade.get(update.page) or unmade[update.target])
    kept = [(number, update) for number, update in numbered if number not in gone]
    filled = {update.page for _, update in kept if update.do == "add"}
    for number, update in kept:
        if update.do == "create" and update.page not in filled:
            gone[number] = "no claim is left for the page"
    updates = tuple(update for number, update in numbered if number not in gone)
    adopted = {name for update in updates for name in update.observations}
    left = {one.observation for one in drawn.left}
    fresh: dict[str, str] = {}
    for number, update in numbered:
        for name in update.observations if number in gone else ():
            if name not in adopted and name not in left:
                fresh.setdefault(name, f"could not be drafted: {' '.join(gone[number].split())}"[:_LONGEST])
    return replace(drawn, updates=updates, left=(*drawn.left, *(Left(name, why) for name, why in fresh.items())))
