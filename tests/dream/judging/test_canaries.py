"""Canaries: mixed in, never shown in the result, and one wrong answer stops everything."""

from __future__ import annotations

from collections.abc import Sequence

from brainwiki.dream.calibration.suite import load
from brainwiki.dream.gate import Case, Judgement
from brainwiki.dream.judging.canaries import EACH, Watched, chosen
from brainwiki.dream.judging.reference import ACCEPT_ALL, COIN, REJECT_ALL

CASES = [Case("knowledge/a", "", f"Claim {number}.", ()) for number in range(4)]
RIGHT = {one.case: one.expected for one in load().canaries}


class Knowing:
    """A judge that knows every canary but those named, and accepts all else; it keeps what it was asked."""

    name = "knowing/1"

    def __init__(self, *wrong: str) -> None:
        self.wrong = {one.case for one in load().canaries if one.id in wrong}
        self.asked: list[Case] = []

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        """By heart."""
        self.asked = [*cases]
        found = [RIGHT.get(case, "supported") for case in cases]
        turned = {"supported": "unsupported"}
        return [
            Judgement(turned.get(one, "supported") if case in self.wrong else one, "by heart")  # type: ignore[arg-type]
            for case, one in zip(cases, found, strict=True)
        ]


def test_the_result_is_that_of_the_cases_alone_and_both_kinds_were_mixed_in() -> None:
    inner = Knowing()
    watch = Watched(inner, load().canaries)
    found = watch.judge(CASES)
    assert [one.verdict for one in found] == ["supported"] * 4
    assert watch.alarm == ""
    assert watch.judged == tuple(zip(CASES, found, strict=True))
    kinds = [one.kind for one in load().canaries if one.case in inner.asked]
    assert (kinds.count("poison"), kinds.count("control")) == (EACH, EACH)
    assert len(inner.asked) == 4 + 2 * EACH
    assert inner.asked[:4] != CASES  # they do not stand apart
    assert watch.name == "knowing/1"


def test_one_wrong_canary_of_either_kind_is_an_alarm_and_nothing_is_supported() -> None:
    mixed = chosen(load().canaries, CASES)
    for one in mixed:
        watch = Watched(Knowing(one.id), load().canaries)
        found = watch.judge(CASES)
        assert watch.alarm == one.id
        assert {said.verdict for said in found} == {"unsure"}
        assert found[0].reason == f"alarm: the judge answered the canary {one.id} wrongly"


def test_gates_that_look_at_nothing_are_found_out() -> None:
    for gate in (ACCEPT_ALL, REJECT_ALL, COIN):
        watch = Watched(gate, load().canaries)
        watch.judge(CASES)
        assert watch.alarm, gate.name


def test_other_cases_meet_other_canaries_and_the_same_the_same() -> None:
    assert chosen(load().canaries, CASES) == chosen(load().canaries, CASES)
    assert len({chosen(load().canaries, [case]) for case in CASES}) > 1


def test_without_canaries_nothing_is_accepted() -> None:
    watch = Watched(Knowing(), ())
    assert watch.judge(CASES)[0].verdict == "unsure"
    assert watch.alarm == "no canary is known"


def test_a_judge_that_answers_too_little_has_answered_no_canary() -> None:
    class Lazy(Knowing):
        def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
            return [*super().judge(cases)][:-1]

    watch = Watched(Lazy(), load().canaries)
    assert {one.verdict for one in watch.judge(CASES)} == {"unsure"}
    assert watch.alarm
