"""What stands in both sequences, who is whose partner, what moved: values, and laws over random sequences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims.wording import common
from brainwiki.site.history.align import Step, align
from tests.helpers import PROPERTY


def steps(old: str, new: str, weight: int = 20) -> str:
    """The steps of two texts, letter by letter; letters of one alphabet's case are alike."""
    found = align(old, new, lambda i, j: 0.8 if old[i].lower() == new[j].lower() else 0.0, lambda j: weight)
    signs = {"same": "=", "changed": "~", "removed": "-", "added": "+", "from": ">", "to": "<"}
    return " ".join(
        f"{signs[step.state]}{old[step.old] if step.new < 0 or step.state == 'to' else new[step.new]}" for step in found
    )


def length(one: Sequence[int], other: Sequence[int]) -> int:
    """The length of a longest common subsequence, by the table of the textbooks."""
    row = [0] * (len(other) + 1)
    for what in one:
        last = row
        row = [0]
        for place, that in enumerate(other):
            row.append(last[place] + 1 if what == that else max(last[place + 1], row[-1]))
    return row[-1]


def test_what_is_common() -> None:
    assert common("abcd", "abxd") == [(0, 0), (1, 1), (3, 3)]
    assert common("", "ab") == []
    assert common("ab", "ab") == [(0, 0), (1, 1)]
    assert common("xaybz", "aXb") == [(1, 0), (3, 2)]


def test_partners_stand_in_one_gap_and_do_not_cross() -> None:
    assert steps("abc", "aBc") == "=a ~B =c"
    assert steps("abc", "aBXc") == "=a ~B +X =c"
    assert steps("abdc", "aDc", 0) == "=a -b ~D =c"


def test_removed_and_added() -> None:
    assert steps("abc", "ac") == "=a -b =c"
    assert steps("ac", "abc") == "=a +b =c"
    assert steps("abc", "axc") == "=a -b +x =c"
    assert steps("", "ab") == "+a +b"
    assert steps("", "") == ""


def test_what_moved_is_neither_removed_nor_added() -> None:
    assert steps("abcd", "acdb") == "=a <b =c =d >b"
    assert steps("abcd", "dabc") == ">d =a =b =c <d"
    assert steps("abcd", "acdb", weight=7) == "=a -b =c =d +b", "too small to be worth a word"


def test_what_moved_may_have_changed() -> None:
    assert steps("abcd", "acdB", weight=24) == "=a <b =c =d >B"
    assert steps("abcd", "acdB", weight=23) == "=a -b =c =d +B"


def test_many_without_a_partner_are_taken_in_order() -> None:
    old, new = "ab" * 15, "AB" * 15
    found = align(old, new, lambda i, j: 0.8 if old[i].lower() == new[j].lower() else 0.0, lambda j: 0)
    assert [step.state for step in found] == ["changed"] * 30


@PROPERTY
@given(st.lists(st.integers(0, 5), max_size=40), st.lists(st.integers(0, 5), max_size=40))
def test_a_common_subsequence_is_as_long_as_can_be(one: list[int], other: list[int]) -> None:
    found = common(one, other)
    assert all(one[i] == other[j] for i, j in found)
    assert all(first[0] < second[0] and first[1] < second[1] for first, second in pairwise(found))
    assert len(found) == length(one, other)


@PROPERTY
@given(st.lists(st.integers(0, 9), max_size=25), st.lists(st.integers(0, 9), max_size=25))
def test_every_block_of_both_sides_is_told_once(old: list[int], new: list[int]) -> None:
    found = align(old, new, lambda i, j: 0.6 if abs(old[i] - new[j]) == 1 else 0.0, lambda j: 30)
    befores = [step.old for step in found if step.state not in ("added", "from")]
    afters = [step.new for step in found if step.state not in ("removed", "to")]
    assert befores == list(range(len(old)))
    assert afters == list(range(len(new)))
    assert {(step.old, step.new) for step in found if step.state == "to"} == {
        (step.old, step.new) for step in found if step.state == "from"
    }


def test_steps_are_plain_values() -> None:
    assert align([1], [1], lambda i, j: 0.0, lambda j: 0) == [Step("same", 0, 0)]
