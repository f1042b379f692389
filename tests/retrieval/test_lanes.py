"""A budget is divided among lanes: floors, shares, and what flows on."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model.pack import LANES, Lane, lanes_of
from brainwiki.retrieval.lanes import rooms
from tests.helpers import PROPERTY

A, B, C = Lane("a", "A", 0.5), Lane("b", "B", 0.3), Lane("c", "C", 0.2)


def test_shares_divide_what_all_lanes_want() -> None:
    assert rooms((A, B, C), {"a": 900, "b": 900, "c": 900}, 1000, 1000) == {"a": 500, "b": 300, "c": 200}


def test_what_a_lane_does_not_need_flows_on_to_the_next() -> None:
    assert rooms((A, B, C), {"a": 100, "b": 900, "c": 900}, 1000, 1000) == {"a": 100, "b": 700, "c": 200}


def test_what_is_left_behind_the_last_is_divided_again() -> None:
    assert rooms((A, B, C), {"a": 900, "b": 300, "c": 50}, 1000, 1000) == {"a": 650, "b": 300, "c": 50}
    assert rooms((A, B, C), {"a": 900, "b": 900, "c": 40}, 1000, 1000) == {"a": 600, "b": 360, "c": 40}


def test_lanes_without_any_share_divide_evenly_what_nobody_else_wants() -> None:
    off = [lane._replace(share=0.0) for lane in (A, B)]
    assert rooms(off, {"a": 900, "b": 900}, 1000, 1000) == {"a": 500, "b": 500}


def test_lanes_without_candidates_leave_their_share_to_the_others() -> None:
    assert rooms((A, B, C), {"b": 900, "c": 900}, 1000, 1000) == {"b": 600, "c": 400}
    assert rooms((A, B, C), {}, 1000, 1000) == {}


def test_a_floor_comes_before_all_shares() -> None:
    last = Lane("c", "C", 0.0, 0.4)
    found = rooms((A, B, last), {"a": 900, "b": 900, "c": 900}, 500, 1000)
    assert found["c"] == 400
    assert found["a"] + found["b"] == 100


def test_a_configuration_changes_what_it_names() -> None:
    found = {lane.name: lane for lane in lanes_of({"notes": {"share": 0.5}, "sources": {"floor": 0.25}})}
    assert (found["notes"].share, found["notes"].floor) == (0.5, 0.02)
    assert (found["sources"].share, found["sources"].floor) == (0.08, 0.25)
    assert [lane.name for lane in found.values()] == [lane.name for lane in LANES]


PARTS = st.floats(0, 1)


@PROPERTY
@given(st.lists(st.tuples(PARTS, PARTS, st.integers(0, 5000)), max_size=8), st.integers(-5, 4000), st.integers(0, 1000))
def test_no_more_than_there_is_and_no_more_than_is_asked_for(
    wants: list[tuple[float, float, int]], left: int, more: int
) -> None:
    lanes = [Lane(str(at), "", share, floor) for at, (share, floor, _) in enumerate(wants)]
    demand = {str(at): want for at, (_, _, want) in enumerate(wants)}
    found = rooms(lanes, demand, left, left + more)
    assert all(0 <= found[name] <= demand[name] for name in found)
    assert sum(found.values()) <= max(left, 0)
    asked = sum(demand.values())
    assert sum(found.values()) >= min(asked, max(left, 0))  # nothing lies idle while somebody wants more
