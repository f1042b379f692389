"""Pieces of two states are paired in order: equal ones, then those that were rewritten."""

from __future__ import annotations

import pytest

from brainwiki.claims.aligning import TooMuchError, align


def test_equal_pieces_are_pairs_and_new_ones_stand_between() -> None:
    """A new piece is told by how many pieces of the base stand before it."""
    found = align(["a one", "b two", "c three"], ["new zero", "a one", "c three", "last four"])
    assert found.partner == (1, None, 2)
    assert found.added == {0: (0,), 3: (3,)}


def test_what_was_rewritten_is_the_same_piece() -> None:
    """The most alike are paired, also where something new stands beside them; cites count nothing."""
    base = ["- Likes green tea. [cite:1]", "- Works in Oslo. [cite:2]"]
    side = ["- Has a cat. [cite:3]", "- Likes black tea. [cite:4]", "- Works in Oslo. [cite:2]"]
    assert align(base, side).partner == (1, 2)


def test_what_became_history_stands_in_its_successor() -> None:
    """A claim under the one that took its place is known by its own words."""
    base = ["- Likes tea in the morning. [cite:1]"]
    side = [
        "- Sleeps long. [cite:3]",
        "- Prefers coffee. [cite:2]\n    - (until 2026-01-01) Likes tea in the morning. [cite:1]",
    ]
    assert align(base, side).partner == (1,)


def test_what_is_alike_in_nothing_is_paired_in_order() -> None:
    """So that two sides that both rewrote a piece meet."""
    assert align(["x", "one", "y"], ["x", "other", "y"]).partner == (0, 1, 2)
    assert align(["one", "two"], ["three"]).partner == (0, None)


def test_partners_grow() -> None:
    """A piece that moved is gone at one place and new at another."""
    found = align(["a", "b", "c"], ["c", "a", "b"])
    assert found.partner == (1, 2, None)
    assert found.added == {0: (0,)}


def test_more_than_can_be_compared_is_refused() -> None:
    """Only what lies between pieces that stand once on each side is counted."""
    many = [str(number) for number in range(20_000)]
    assert align(many, many).added == {}
    found = align(many, ["first", *many[:9000], "other", *many[9001:], "last"])
    assert (found.added, found.partner[9000]) == ({0: (0,), 20_000: (20_001,)}, 9001)
    with pytest.raises(TooMuchError):
        align([f"a{one}" for one in range(301)], [f"b{one}" for one in range(300)])


def test_pieces_that_stand_often_are_paired_too() -> None:
    """Such as lines between sections."""
    base, side = ["***", "a", "***", "b", "***"], ["***", "a", "***", "new", "***", "b", "***"]
    found = align(base, side)
    assert len([place for place in found.partner if place is not None]) == 5
    assert sum(map(len, found.added.values())) == 2
