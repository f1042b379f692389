"""All pages on one map: the most linked ones in clusters, the others summed there, and a place for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import NamedTuple

from brainwiki.graph.communities import communities
from brainwiki.ports import Memo
from brainwiki.site.graph.adjacency import Adjacency
from brainwiki.site.graph.layout import Body, Forces, Point, settle, start_of
from brainwiki.site.output import digest

MAX_NODES = 300
MAX_CLUSTERS = 24
MAX_EDGES = 4000
_RESOLUTION = 1.3
_LEAST = 3  # pages of a cluster; smaller ones are joined in the last
_INSIDE = Forces(gap=9, spring=0.05, push=0.9, centre=0.02, anchor=0.05, rounds=90)
_BETWEEN = Forces(gap=38, spring=0.015, push=0.5, centre=0.025, anchor=0.2, rounds=160)
_SPREAD = 1.45  # how far apart groups start: near ones jam, and then a small change moves much

_WIDE = 1.25  # screens are wider than high


class Cluster(NamedTuple):
    """Pages that hang together: the most linked first, then by path; `others` counts those that are not on the map."""

    nodes: tuple[int, ...]
    others: int
    x: int
    y: int
    radius: int


class Atlas(NamedTuple):
    """The map: clusters, the largest first (pages that hang together with few come last), places and radii of pages by number,
    and edges of both kinds between them. `alone` are pages that nothing is joined to; `rest` is set where the last cluster is
    that of what hangs together with few."""

    clusters: tuple[Cluster, ...]
    places: Mapping[int, tuple[int, int]]
    links: tuple[tuple[int, int], ...]
    rests: tuple[tuple[int, int], ...]
    alone: tuple[int, ...]
    rest: bool


class Cartographer:
    """Draws the map of one state; layouts are kept under all that they depend on."""

    def __init__(self, found: Adjacency, memo: Memo) -> None:
        self._adjacency = found
        self._memo = memo

    @cached_property
    def chosen(self) -> tuple[int, ...]:
        """The most linked pages, by path; listings are none."""
        near = self._adjacency.near
        joined = [one for one in self._pages if near[one]]
        return tuple(sorted(sorted(joined, key=lambda one: (-len(near[one]), one))[:MAX_NODES]))

    @cached_property
    def _pages(self) -> tuple[int, ...]:
        pages = self._adjacency.pages
        return tuple(number for number, page in enumerate(pages) if page.kind not in ("index", "log"))

    def draw(self) -> Atlas:
        """The map."""
        found = self._adjacency
        groups, rest = self._groups()
        others = self._others(groups)
        circles = [self._inside(group) for group in groups]
        centres = self._between(groups, [radius for _, radius in circles])
        places: dict[int, tuple[int, int]] = {}
        clusters = []
        for group, (inside, radius), (x, y), count in zip(groups, circles, centres, others, strict=True):
            for node, (dx, dy) in zip(group, inside, strict=True):
                places[node] = round(x + dx), round(y + dy)
            ordered = tuple(sorted(group, key=lambda one: (-len(found.near[one]), one)))
            clusters.append(Cluster(ordered, count, round(x), round(y), round(radius)))
        alone = tuple(one for one in self._pages if not found.near[one])
        links = self._edges([side.links for side in found.sides])
        rests = self._edges([side.rests for side in found.sides])
        return Atlas(tuple(clusters), places, links, rests, alone, rest)

    def _groups(self) -> tuple[list[tuple[int, ...]], bool]:
        """The chosen pages in groups, the largest first; whether the last holds what hangs together with few."""
        near, chosen = self._adjacency.near, self.chosen
        index = {number: at for at, number in enumerate(chosen)}
        strength = [1 / sqrt(sqrt(len(near[one]))) for one in chosen]
        weights = [
            {index[other]: strength[at] * strength[index[other]] for other in near[one] if other in index}
            for at, one in enumerate(chosen)
        ]
        found: dict[int, list[int]] = {}
        for at, name in enumerate(communities(weights, _RESOLUTION)):
            found.setdefault(name, []).append(chosen[at])
        groups = sorted((tuple(group) for group in found.values()), key=lambda group: (-len(group), group))
        kept = [group for group in groups if len(group) >= _LEAST][: MAX_CLUSTERS - 1]
        left = tuple(sorted(one for group in groups[len(kept) :] for one in group))
        return ([*kept, left], True) if left else (kept, False)

    def _others(self, groups: Sequence[Sequence[int]]) -> list[int]:
        """How many further pages belong to each group: those that are joined to it most."""
        near = self._adjacency.near
        group_of = {one: number for number, group in enumerate(groups) for one in group}
        counts = [0] * len(groups)
        for page in self._pages if len(group_of) < len(self._pages) else ():
            if page in group_of or not near[page]:
                continue
            votes: dict[int, int] = {}
            for other in near[page]:
                if other in group_of:
                    votes[group_of[other]] = votes.get(group_of[other], 0) + 1
            if votes:
                counts[min(votes, key=lambda group: (-votes[group], group))] += 1
        return counts

    def radius(self, number: int) -> float:
        """The radius of a page's disc."""
        return round(3.2 + 1.3 * sqrt(min(60, len(self._adjacency.near[number]))), 1)

    def _inside(self, group: Sequence[int]) -> tuple[Sequence[Point], float]:
        """Places in one group around its middle, and the radius of the circle around them."""
        pages, near = self._adjacency.pages, self._adjacency.near
        index = {number: at for at, number in enumerate(group)}
        spread = 12 * sqrt(len(group))
        bodies = [
            Body(self.radius(one), _scaled(start_of(pages[one].path), spread), 1 + min(4.0, len(near[one]) / 8))
            for one in group
        ]
        joints = {
            (at, index[other]): 1 / sqrt(min(len(near[one]), len(near[other])))
            for at, one in enumerate(group)
            for other in near[one]
            if index.get(other, -1) > at
        }
        key = digest(bodies, sorted(joints.items()), _INSIDE)
        found = self._memo.get("layout", key, lambda: settle(bodies, joints, _INSIDE))
        x, y = (sum(point[axis] for point in found) / len(found) for axis in (0, 1))
        moved = [(point[0] - x, point[1] - y) for point in found]
        reach = max(sqrt(dx * dx + dy * dy) + body.radius for (dx, dy), body in zip(moved, bodies, strict=True))
        return moved, reach + 10

    def _between(self, groups: Sequence[Sequence[int]], radii: Sequence[float]) -> tuple[Point, ...]:
        """The middles of the groups: each starts where its pages would together, however it is named."""
        pages, near = self._adjacency.pages, self._adjacency.near
        group_of = {one: number for number, group in enumerate(groups) for one in group}
        spread = _SPREAD * sqrt(sum(radius * radius for radius in radii))
        bodies = []
        for group, radius in zip(groups, radii, strict=True):
            starts = [start_of(pages[one].path) for one in group]
            mean = [sum(point[axis] for point in starts) / sqrt(len(starts)) for axis in (0, 1)]
            bodies.append(Body(radius, _scaled((_WIDE * mean[0], mean[1] / _WIDE), spread)))
        joints: dict[tuple[int, int], float] = {}
        for one, number in group_of.items():
            for other in near[one]:
                to = group_of.get(other, -1)
                if to > number:
                    joints[number, to] = joints.get((number, to), 0) + 1
        shares = {
            pair: count / (count + sqrt(len(groups[pair[0]]) * len(groups[pair[1]]))) for pair, count in joints.items()
        }
        key = digest(bodies, sorted(shares.items()), _BETWEEN)
        return tuple(self._memo.get("layout", key, lambda: settle(bodies, shares, _BETWEEN)))

    def _edges(self, sides: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
        """Edges between the chosen pages; where there are too many those of pages with few come first."""
        near, chosen = self._adjacency.near, frozenset(self.chosen)
        found = [(one, other) for one in self.chosen for other in sides[one] if other in chosen]
        if len(found) > MAX_EDGES:
            found.sort(key=lambda edge: (min(len(near[edge[0]]), len(near[edge[1]])), edge))
            found = sorted(found[:MAX_EDGES])
        return tuple(found)


def _scaled(point: Point, by: float) -> Point:
    return round(point[0] * by, 3), round(point[1] * by, 3)
