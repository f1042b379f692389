"""Communities of a weighted graph: groups of nodes with more between them than chance would put there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Weights = Sequence[
    Mapping[int, float]
]  # by node: its neighbours with the weight of what joins them, the same in both directions

_LEVELS, _ROUNDS = 20, 20
_GAIN = 1e-9


def communities(weights: Weights, resolution: float = 1.0) -> tuple[int, ...]:
    """The community of each node, named by the least of its nodes.

    Louvain's method (Blondel and others, "Fast unfolding of communities in large networks", 2008), but nodes are visited in
    their own order, so that one graph has one answer and a node more changes little elsewhere. A higher resolution gives
    smaller communities. Nodes without neighbours are alone.
    """
    groups = tuple(range(len(weights)))
    level: Weights = weights
    for _ in range(_LEVELS):
        moved = _moved(level, resolution)
        names = {name: number for number, name in enumerate(dict.fromkeys(moved))}
        groups = tuple(names[moved[group]] for group in groups)
        if len(names) == len(level):
            break
        level = _merged(level, [names[name] for name in moved])
    least: dict[int, int] = {}
    for node, group in enumerate(groups):
        least.setdefault(group, node)
    return tuple(least[group] for group in groups)


def _moved(weights: Weights, resolution: float) -> list[int]:
    """Each node in the neighbouring community where it gains most, over and over until none moves."""
    total = sum(sum(around.values()) for around in weights)
    degrees = [sum(around.values()) for around in weights]
    groups = list(range(len(weights)))
    sums = list(degrees)
    for _ in range(_ROUNDS if total else 0):
        is_still = True
        for node, around in enumerate(weights):
            own = groups[node]
            shares: dict[int, float] = {own: 0.0}
            for other, weight in around.items():
                if other != node:
                    shares[groups[other]] = shares.get(groups[other], 0.0) + weight
            sums[own] -= degrees[node]
            scale = resolution * degrees[node] / total
            best, most = own, shares[own] - scale * sums[own] + _GAIN
            for group in sorted(shares):
                gain = shares[group] - scale * sums[group]
                if gain > most:
                    best, most = group, gain + _GAIN
            sums[best] += degrees[node]
            if best != own:
                groups[node], is_still = best, False
        if is_still:
            break
    return groups


def _merged(weights: Weights, groups: Sequence[int]) -> list[dict[int, float]]:
    """The graph of the communities; what joined nodes of one of them is a loop."""
    found: list[dict[int, float]] = [{} for _ in range(max(groups, default=-1) + 1)]
    for node, around in enumerate(weights):
        into = found[groups[node]]
        for other, weight in around.items():
            into[groups[other]] = into.get(groups[other], 0.0) + weight
    return found
