"""Which piece of a page became which piece of a later state of it, in order; what is new stands between those that were there."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from brainwiki.claims.words import words_of

ALIKE = 0.5  # of the words of the smaller of two pieces, that stand in the other
MOST_PAIRS = 90_000  # pieces in one stretch between two that stand once on each side, before times after

_CITE = re.compile(r"\[cite:[^\]\n]{0,200}\]")


class TooMuchError(ValueError):
    """More was rewritten in one stretch than can be compared piece by piece."""


class Alignment(NamedTuple):
    """`partner` gives for each piece of the base the one that it became (None: it is gone), in growing order; `added` the new
    pieces by how many pieces of the base stand before them."""

    partner: tuple[int | None, ...]
    added: Mapping[int, tuple[int, ...]]


def align(base: Sequence[str], side: Sequence[str]) -> Alignment:
    """Pair equal pieces, then those that were rewritten where others stood: the most alike first, the rest in their order.

    Raises TooMuchError.
    """
    pairs = _pairs(base, side)
    partner = dict(pairs)
    taken = {other for _, other in pairs}
    added: dict[int, list[int]] = {}
    before = 0
    starts = {other: one for one, other in pairs}
    for place in range(len(side)):
        if place in taken:
            before = starts[place] + 1
        else:
            added.setdefault(before, []).append(place)
    return Alignment(
        tuple(partner.get(place) for place in range(len(base))), {gap: tuple(places) for gap, places in added.items()}
    )


def _pairs(base: Sequence[str], side: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs in growing order: pieces that stand once on each side are posts, and what lies between two posts is compared by itself
    (the patience difference of Cohen)."""
    posts = [(-1, -1), *_posts(base, side), (len(base), len(side))]
    pairs: list[tuple[int, int]] = []
    for (i, k), (j, m) in pairwise(posts):
        pairs += [(i + 1 + one, k + 1 + other) for one, other in _between(base[i + 1 : j], side[k + 1 : m])]
        if j < len(base):
            pairs.append((j, m))
    return pairs


def _posts(base: Sequence[str], side: Sequence[str]) -> list[tuple[int, int]]:
    """The longest run of pairs, growing on both sides, of pieces that stand once on each."""
    counts = Counter(base), Counter(side)
    places = {text: place for place, text in enumerate(side) if counts[1][text] == 1}
    once = [(place, places[text]) for place, text in enumerate(base) if counts[0][text] == 1 and text in places]
    ends: list[int] = []  # the least end of a run of each length
    last: list[int] = []  # the pair that has it
    before: list[int] = []
    for number, (_, place) in enumerate(once):
        at = bisect_left(ends, place)
        before.append(last[at - 1] if at else -1)
        ends[at : at + 1] = [place]
        last[at : at + 1] = [number]
    found: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        found.append(once[number])
        number = before[number]
    return found[::-1]


def _between(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs in a stretch without posts."""
    if len(old) * len(new) > MOST_PAIRS:
        raise TooMuchError
    pairs: list[tuple[int, int]] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            pairs += [(i + step, k + step) for step in range(j - i)]
        elif tag == "replace":
            pairs += [(i + one, k + other) for one, other in _rewritten(old[i:j], new[k:m])]
    return pairs


def _rewritten(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs in a stretch where nothing is equal: by likeness, and what stands between two pairs in its order."""
    found: list[tuple[int, int]] = []
    at = (0, 0)
    for one, other in [*_alike(old, new), (len(old), len(new))]:
        found += zip(range(at[0], one), range(at[1], other), strict=False)
        if one < len(old):
            found.append((one, other))
        at = (one + 1, other + 1)
    return found


def _alike(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs in growing order that share the most, by the recurrence of the longest common subsequence."""
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    score = cache(lambda i, j: _likeness(old[i], new[j]))
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            here = best[i + 1][j + 1] + score(i, j) if score(i, j) else 0.0
            best[i][j] = max(here, best[i + 1][j], best[i][j + 1])
    found, i, j = [], 0, 0
    while i < len(old) and j < len(new):
        if score(i, j) and best[i][j] == best[i + 1][j + 1] + score(i, j):
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


def _likeness(one: str, other: str) -> float:
    """How much of the smaller piece stands in the other, 0 where that is too little: what became history stands whole in what
    took its place."""
    mine, theirs = _tokens(one), _tokens(other)
    share = len(mine & theirs) / max(1, min(len(mine), len(theirs)))
    return share if share >= ALIKE else 0.0


def _tokens(text: str) -> frozenset[str]:
    return words_of(_CITE.sub("", text)).tokens
