"""Places on a plane for things that are joined: a pure function of names, sizes and joints, with no sign of an earlier layout.

Each thing starts at a place of its own, which its name gives, and is pulled back there a little: so a small change of the graph
moves little. Only the four operations and square roots are used, so that every machine finds the same places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from math import sqrt
from typing import NamedTuple

Point = tuple[float, float]


class Body(NamedTuple):
    """A disc to be placed: its radius, where it starts, and how strongly the centre draws it."""

    radius: float
    start: Point
    pull: float = 1.0


class Forces(NamedTuple):
    """How bodies move: free room between discs, strength of joints, of the push between bodies, of the centre, of the start."""

    gap: float
    spring: float
    push: float
    centre: float
    anchor: float
    rounds: int


def start_of(name: str) -> Point:
    """A place between -1 and 1 in both directions that a name alone decides."""
    number = int.from_bytes(blake2b(name.encode("utf-8", "replace"), digest_size=8).digest(), "big")
    return (number >> 32) / 2**31 - 1, (number & 0xFFFFFFFF) / 2**31 - 1


def settle(bodies: Sequence[Body], joints: Mapping[tuple[int, int], float], forces: Forces) -> tuple[Point, ...]:
    """Where the bodies come to rest; `joints` are weights from 0 to 1 by pairs of their numbers, the lower first."""
    xs, ys = [body.start[0] for body in bodies], [body.start[1] for body in bodies]
    for turn in range(forces.rounds):
        heat = 1 - turn / forces.rounds
        moves = _moves(bodies, joints, forces, xs, ys)
        for index, (x, y) in enumerate(moves):
            xs[index] += x * heat
            ys[index] += y * heat
        _part(bodies, forces.gap, xs, ys)
    for _ in range(forces.rounds):
        if not _part(bodies, forces.gap, xs, ys):
            break
    return tuple(zip(xs, ys, strict=True))


def _moves(
    bodies: Sequence[Body],
    joints: Mapping[tuple[int, int], float],
    forces: Forces,
    xs: Sequence[float],
    ys: Sequence[float],
) -> list[list[float]]:
    """What all forces together do to each body in one round."""
    found = []
    for index, body in enumerate(bodies):
        centre = forces.centre * body.pull
        x = -centre * xs[index] + forces.anchor * (body.start[0] - xs[index])
        y = -centre * ys[index] + forces.anchor * (body.start[1] - ys[index])
        found.append([x, y])
    for one in range(len(bodies)):
        for other in range(one + 1, len(bodies)):
            x, y = xs[other] - xs[one], ys[other] - ys[one]
            square = x * x + y * y + 1
            room = bodies[one].radius + bodies[other].radius + forces.gap
            force = -forces.push * room * room / (square * sqrt(square))
            weight = joints.get((one, other))
            if weight:
                distance = sqrt(square)
                force += forces.spring * weight * (distance - room) / distance
            found[one][0] += x * force
            found[one][1] += y * force
            found[other][0] -= x * force
            found[other][1] -= y * force
    return found


def _part(bodies: Sequence[Body], gap: float, xs: list[float], ys: list[float]) -> bool:
    """Move discs apart that lie on each other, the smaller one more; whether any did."""
    is_moved = False
    for one in range(len(bodies)):
        for other in range(one + 1, len(bodies)):
            room = bodies[one].radius + bodies[other].radius + gap
            x, y = xs[other] - xs[one], ys[other] - ys[one]
            square = x * x + y * y
            if square >= room * room * 0.9999:
                continue
            if square < 1e-9:
                x, y, square = 1e-3 * (one + 1), 1e-3 * (other + 1), 2e-6 * (one + other + 2)
            distance = sqrt(square)
            share = bodies[other].radius / (bodies[one].radius + bodies[other].radius)
            step = (room - distance) / distance
            xs[one] -= x * step * share
            ys[one] -= y * step * share
            xs[other] += x * step * (1 - share)
            ys[other] += y * step * (1 - share)
            is_moved = True
    return is_moved
