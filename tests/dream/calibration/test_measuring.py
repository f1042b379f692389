"""The figures of a calibration, against values worked out by hand or known from the literature."""

from __future__ import annotations

import pytest

from brainwiki.dream.calibration.measuring import Answers, Rate, measure, wilson, youden
from brainwiki.dream.calibration.suite import load
from brainwiki.dream.gate import Verdict

CASES = load().of("tune")
POISON = [one for one in CASES if one.kind == "poison"]
CONTROL = [one for one in CASES if one.kind == "control"]


@pytest.mark.parametrize(
    ("errors", "total", "low", "high"),
    [
        (0, 20, 0.0, 0.161),
        (0, 60, 0.0, 0.060),
        (0, 120, 0.0, 0.031),
        (81, 263, 0.2553, 0.3662),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.839, 1.0),
    ],
)
def test_intervals_are_those_of_wilson(errors: int, total: int, low: float, high: float) -> None:
    assert wilson(errors, total) == pytest.approx((low, high), abs=6e-4)


def test_nothing_counted_is_nothing_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Rate(0, 0, 0.0, 1.0).value == 0


def test_the_interval_of_a_difference_is_newcombes() -> None:
    # 56 of 70 against 48 of 80, example (a) of Newcombe 1998: difference 0.2, interval 0.0524 to 0.3339
    one, other = Rate(14, 70, *wilson(14, 70)), Rate(48, 80, *wilson(48, 80))
    assert youden(one, other) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-4)


def test_a_judge_without_mistakes_has_j_one_and_still_an_interval() -> None:
    found = measure([Answers(one, (one.expected,)) for one in load().cases])
    assert found.j.value == 1
    assert 0.9 < found.j.low < 1
    assert found.j.high == 1
    assert sum(one.total for one in found.by_class.values()) == 240
    assert sum(one.total for one in found.by_language.values()) == 240


def answers(poison: tuple[Verdict, ...], control: tuple[Verdict, ...]) -> list[Answers]:
    return [Answers(POISON[0], poison, 2.0), Answers(CONTROL[0], control, 1.5)]


@pytest.mark.parametrize(
    ("poison", "control", "wrong", "flips"),
    [
        (("unsupported",), ("supported",), (0, 0), 0),
        (("supported",), ("unsure",), (1, 1), 0),
        (("unsupported", "supported"), ("supported", "supported"), (1, 0), 1),
        (("unsupported", "injected"), ("supported", "contradicts"), (0, 1), 1),
        (("unsure", "contradicts"), ("unsure", "unsupported"), (0, 1), 0),
    ],
)
def test_the_worst_of_the_repeats_counts_and_flips_are_told(
    poison: tuple[Verdict, ...], control: tuple[Verdict, ...], wrong: tuple[int, int], flips: int
) -> None:
    found = measure(answers(poison, control))
    assert (found.overall["poison"].errors, found.overall["control"].errors) == wrong
    assert (found.flips, found.repeats, found.seconds) == (flips, len(poison), 3.5)
    assert found.overall["control"].unsure == ("unsure" in control)
