"""Layout: the same places for the same things, no disc on another, a start that the name alone decides."""

from __future__ import annotations

from math import hypot

from brainwiki.site.graph.layout import Body, Forces, settle, start_of

FORCES = Forces(gap=4, spring=0.05, push=0.5, centre=0.03, anchor=0.05, rounds=80)


def bodies(count: int, radius: float = 5) -> list[Body]:
    return [Body(radius, (40 * start_of(f"n{one}")[0], 40 * start_of(f"n{one}")[1])) for one in range(count)]


def test_a_name_decides_where_a_thing_starts() -> None:
    assert start_of("a") == start_of("a") != start_of("b")
    assert start_of("雨") != start_of("雪")
    starts = [start_of(f"name {number}") for number in range(400)]
    assert all(-1 <= x <= 1 and -1 <= y <= 1 for x, y in starts)
    assert abs(sum(x for x, _ in starts)) < 60, "names fall evenly"
    assert start_of("\ud800"), "a name that is no UTF-8"


def test_places_are_the_same_each_time() -> None:
    joints = {(0, 1): 1.0, (1, 2): 0.5}
    assert settle(bodies(12), joints, FORCES) == settle(bodies(12), joints, FORCES)


def test_no_disc_lies_on_another() -> None:
    things = [*bodies(20, 6), *[Body(9, (0, 0))] * 3]
    found = settle(things, {}, FORCES)
    for one, (x, y) in enumerate(found):
        for other in range(one):
            distance = hypot(found[other][0] - x, found[other][1] - y)
            assert distance >= (things[one].radius + things[other].radius + FORCES.gap) * 0.98


def test_what_is_joined_comes_nearer() -> None:
    things = [Body(3, (-80, 0)), Body(3, (80, 0)), Body(3, (0, 80))]
    apart = settle(things, {}, FORCES)
    together = settle(things, {(0, 1): 1.0}, FORCES)
    assert hypot(together[0][0] - together[1][0], together[0][1] - together[1][1]) < 0.8 * hypot(
        apart[0][0] - apart[1][0], apart[0][1] - apart[1][1]
    )


def test_nothing_and_one_thing_have_places_too() -> None:
    assert settle([], {}, FORCES) == ()
    assert settle([Body(3, (0, 0))], {}, FORCES) == ((0.0, 0.0),)
