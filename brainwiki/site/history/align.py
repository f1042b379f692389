"""What became of each block of a sequence: likeness, partners in a gap, and what moved.

`bw-history.js` holds the same rules for the browser, step by step: a change here is a change there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Literal, NamedTuple

from brainwiki.claims.wording import common

ALIKE = 0.5  # two blocks in one gap that share so much are one block, changed
MOVED = 0.7  # the same in two places
MOST_PAIRS = 400  # of blocks without a partner, before times after, that are compared by likeness
LEAST_MOVED = 8  # characters of a block that is worth to be called moved

State = Literal["same", "changed", "removed", "added", "from", "to"]
Alike = Callable[[int, int], float]


class Step(NamedTuple):
    """What became of one block: `old` and `new` are its places, -1 where it is not there.

    `from` is a block that moved here, `to` marks the place that it left; both have both places.
    """

    state: State
    old: int
    new: int


def align(old: Sequence[Hashable], new: Sequence[Hashable], alike: Alike, weigh: Callable[[int], int]) -> list[Step]:
    """What became of each block, in reading order. `alike` compares a place of the old sequence with one of the new, 0 to 1;
    `weigh` gives the characters of a new block that may be called moved (0: it may not)."""
    start, end = 0, min(len(old), len(new))
    while start < end and old[start] == new[start]:
        start += 1
    tail = 0
    while tail < end - start and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    found = [Step("same", place, place) for place in range(start)]
    rest = len(old) - tail, len(new) - tail
    if start < rest[0] or start < rest[1]:
        middle = old[start : rest[0]], new[start : rest[1]]
        steps = _align(*middle, lambda i, j: alike(start + i, start + j), lambda j: weigh(start + j))
        found.extend(Step(state, i + start if i >= 0 else -1, j + start if j >= 0 else -1) for state, i, j in steps)
    found.extend(Step("same", rest[0] + place, rest[1] + place) for place in range(tail))
    return found


def _align(
    old: Sequence[Hashable], new: Sequence[Hashable], alike: Alike, weigh: Callable[[int], int]
) -> Iterator[Step]:
    """The same of what differs at both ends."""
    if len(old) == len(new) == 1:
        return iter(
            (Step("changed", 0, 0),) if alike(0, 0) >= ALIKE else (Step("removed", 0, -1), Step("added", -1, 0))
        )
    same = common(old, new) if old and new else []
    kept_old, kept_new = {i for i, _ in same}, {j for _, j in same}
    lost = [i for i in range(len(old)) if i not in kept_old]
    gained = [j for j in range(len(new)) if j not in kept_new]
    if not lost or not gained:
        return _in_order(same, {}, {}, len(old), len(new))
    moved = _moved(old, new, lost, gained, weigh)
    arrived = set(moved.values())
    changed: dict[int, int] = {}
    before = (-1, -1)
    for here in (*same, (len(old), len(new))):
        if here[0] - before[0] > 1 and here[1] - before[1] > 1:
            removed = [i for i in range(before[0] + 1, here[0]) if i not in moved]
            added = [j for j in range(before[1] + 1, here[1]) if j not in arrived]
            changed.update(_partners(removed, added, alike))
        before = here
    _moved_and_changed(lost, gained, moved, changed, alike, weigh)
    return _in_order(same, changed, moved, len(old), len(new))


def _moved(
    old: Sequence[Hashable],
    new: Sequence[Hashable],
    lost: Sequence[int],
    gained: Sequence[int],
    weigh: Callable[[int], int],
) -> dict[int, int]:
    """Blocks that stand elsewhere as they are, the first with the first."""
    waiting: dict[Hashable, list[int]] = {}
    for j in reversed(gained):
        if weigh(j) >= LEAST_MOVED:
            waiting.setdefault(new[j], []).append(j)
    return {i: waiting[old[i]].pop() for i in lost if waiting.get(old[i])}


def _partners(removed: Sequence[int], added: Sequence[int], alike: Alike) -> Iterator[tuple[int, int]]:
    """Blocks of one gap that are one block, changed: the best pairs that do not cross."""
    rows, columns = len(removed), len(added)
    if not rows or not columns:
        return
    if rows * columns > MOST_PAIRS:
        for i, j in zip(removed, added, strict=False):
            if alike(i, j) >= ALIKE:
                yield i, j
        return
    scores = [[alike(i, j) for j in added] for i in removed]
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for r in range(rows - 1, -1, -1):
        for c in range(columns - 1, -1, -1):
            pair = scores[r][c] + best[r + 1][c + 1] if scores[r][c] >= ALIKE else 0.0
            best[r][c] = max(pair, best[r + 1][c], best[r][c + 1])
    r = c = 0
    while r < rows and c < columns:
        if scores[r][c] >= ALIKE and best[r][c] == scores[r][c] + best[r + 1][c + 1]:
            yield removed[r], added[c]
            r, c = r + 1, c + 1
        elif best[r][c] == best[r + 1][c]:
            r += 1
        else:
            c += 1


def _moved_and_changed(
    lost: Sequence[int],
    gained: Sequence[int],
    moved: dict[int, int],
    changed: dict[int, int],
    alike: Alike,
    weigh: Callable[[int], int],
) -> None:
    """Blocks without a partner that stand elsewhere nearly as they were, each with its best."""
    taken = {*moved.values(), *changed.values()}
    left = [i for i in lost if i not in moved and i not in changed]
    found = [j for j in gained if j not in taken and weigh(j) >= 3 * LEAST_MOVED]
    if len(left) * len(found) > MOST_PAIRS:
        return
    for i in left:
        best, score = -1, 0.0
        for j in found:
            likeness = alike(i, j)
            if likeness >= MOVED and likeness > score:
                best, score = j, likeness
        if best >= 0:
            moved[i] = best
            found.remove(best)


def _in_order(
    same: Sequence[tuple[int, int]], changed: dict[int, int], moved: dict[int, int], old: int, new: int
) -> Iterator[Step]:
    """All steps as a reader meets them: in each gap what was there, then what is there now."""
    arrived = {j: i for i, j in moved.items()}
    fixed: list[tuple[State, int, int]] = [("same", i, j) for i, j in same]
    fixed.extend(("changed", i, j) for i, j in changed.items())
    fixed.sort(key=lambda one: one[1])
    i = j = 0
    for state, next_old, next_new in (*fixed, ("same", old, new)):
        for place in range(i, next_old):
            yield Step("to", place, moved[place]) if place in moved else Step("removed", place, -1)
        for place in range(j, next_new):
            yield Step("from", arrived[place], place) if place in arrived else Step("added", -1, place)
        if next_old < old or next_new < new:
            yield Step(state, next_old, next_new)
        i, j = next_old + 1, next_new + 1
