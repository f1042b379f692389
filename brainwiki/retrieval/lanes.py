"""How a budget is divided among lanes: floors first, then shares, and what a lane does not need flows on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brainwiki.model.pack import Lane


def rooms(lanes: Sequence[Lane], demand: Mapping[str, int], left: int, whole: int) -> dict[str, int]:
    """Tokens for each lane, at most what it asks for (`demand`) and together at most `left`; floors are parts of `whole`.

    Floors come first, in the order of the lanes. The rest is divided by shares; what a lane does not need goes to the lanes
    after it, and what is left behind the last one is divided again among those that want more.
    """
    asking = [lane for lane in lanes if demand.get(lane.name, 0) > 0]
    rest = max(left, 0)
    found: dict[str, int] = {}
    for lane in asking:
        found[lane.name] = min(demand[lane.name], int(lane.floor * whole), rest)
        rest -= found[lane.name]
    # A lane whose floor is more than its share has its part already.
    parts = {lane.name: max(lane.share * max(left, 0) - found[lane.name], 0.0) for lane in asking}
    while rest > 0 and asking:
        given = _flow(asking, parts, {lane.name: demand[lane.name] - found[lane.name] for lane in asking}, rest)
        for name, tokens in given.items():
            found[name] += tokens
        rest -= sum(given.values())
        asking = [lane for lane in asking if found[lane.name] < demand[lane.name]]
        parts = {lane.name: lane.share for lane in asking}
    return found


def _flow(lanes: Sequence[Lane], parts: Mapping[str, float], wanted: Mapping[str, int], rest: int) -> dict[str, int]:
    """One round: each lane takes its part of the rest, and what the lanes before it left."""
    total = sum(parts.values())
    even = total <= 0
    total = total or float(len(lanes))
    found: dict[str, int] = {}
    carried, gone = 0, 0.0
    for lane in lanes:
        before = int(gone)
        gone += rest * (1.0 if even else parts[lane.name]) / total
        part = (rest if lane is lanes[-1] else min(int(gone), rest)) - before + carried
        found[lane.name] = min(part, wanted[lane.name])
        carried = part - found[lane.name]
    return found
