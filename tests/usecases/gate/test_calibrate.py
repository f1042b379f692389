"""A calibration asks each case as often as it was told, goes on where it was stopped, and takes a failure for `unsure`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from brainwiki.dream.calibration.suite import load
from brainwiki.dream.gate import Case, Judgement
from brainwiki.dream.judging.by_model import SPENT
from brainwiki.errors import BudgetError
from brainwiki.usecases.gate import calibrate as module
from brainwiki.usecases.gate.calibrate import calibrate, cases_of

CASES = load().of("tune")[:6]


class Kept:
    """A shelf in memory."""

    keeps = True

    def __init__(self) -> None:
        self.stamp = ""
        self.values: list[Any] = []

    def load(self, stamp: str) -> list[Any]:
        return self.values if stamp == self.stamp else []

    def save(self, stamp: str, values: Iterable[Any]) -> None:
        self.stamp, self.values = stamp, list(values)


class Counting:
    """Accepts everything, and stops the run after so many."""

    name, model, prompt = "counting/1", "", ""

    def __init__(self, most: int = 10**6) -> None:
        self.asked: list[Case] = []
        self.most = most

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        if len(self.asked) == self.most:
            raise KeyboardInterrupt
        self.asked += cases
        return [Judgement("supported") for _ in cases]


def test_each_case_is_asked_alone_and_as_often_as_told() -> None:
    judge, told = Counting(), []
    found = calibrate(judge, CASES, 3, Kept(), lambda done, total: told.append((done, total)))
    assert [one.verdicts for one in found] == [("supported",) * 3] * 6
    assert [one.case for one in found] == [*CASES]
    assert len(judge.asked) == 18
    assert told[0] == (0, 18)
    assert told[-1] == (17, 18)


def test_a_run_that_was_stopped_goes_on_and_the_next_one_asks_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SAVE_AFTER", -1.0)
    shelf = Kept()
    with pytest.raises(KeyboardInterrupt):
        calibrate(Counting(4), CASES, 1, shelf)
    rest = Counting()
    assert len(calibrate(rest, CASES, 1, shelf)) == 6
    assert rest.asked == [one.case for one in CASES[4:]]
    again = Counting()
    calibrate(again, CASES, 1, shelf)
    assert len(again.asked) == 6


def test_answers_of_another_judge_or_model_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SAVE_AFTER", -1.0)
    shelf = Kept()
    with pytest.raises(KeyboardInterrupt):
        calibrate(Counting(4), CASES, 1, shelf)
    other = Counting()
    other.model = "another"
    calibrate(other, CASES, 1, shelf)
    assert len(other.asked) == 6


@pytest.mark.parametrize("answer", [[], [Judgement("accept")], [Judgement("supported")] * 2, ValueError("broken")])  # type: ignore[arg-type]
def test_a_judge_that_fails_or_answers_out_of_form_could_not_tell(answer: Any) -> None:
    class Broken(Counting):
        def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
            if isinstance(answer, Exception):
                raise answer
            found: Sequence[Judgement] = answer
            return found

    assert {one.verdicts for one in calibrate(Broken(), CASES, 1, Kept())} == {("unsure",)}


def test_parts() -> None:
    assert cases_of(load(), "tune") == load().of("tune")
    assert len(cases_of(load(), "all")) == 240


def test_a_spent_budget_ends_the_run_keeps_the_answers_and_counts_against_nobody() -> None:
    class Poor(Counting):
        def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
            return [Judgement("unsure", SPENT)] if len(self.asked) == self.most else super().judge(cases)

    shelf = Kept()
    with pytest.raises(BudgetError, match="after 2 questions"):
        calibrate(Poor(2), CASES, 1, shelf)
    rest = Counting()
    found = calibrate(rest, CASES, 1, shelf)
    assert len(rest.asked) == 4
    assert {one.verdicts for one in found} == {("supported",)}
