"""What a run is given."""

from __future__ import annotations

from brainwiki.dream.task import Assigned
from brainwiki.model.session import Turn


def test_new_turns_are_those_of_the_range() -> None:
    turns = tuple(Turn(number, "user", "", "x", number) for number in range(1, 6))
    assert [turn.number for turn in Assigned("s", 3, 5, turns).new] == [3, 4, 5]
