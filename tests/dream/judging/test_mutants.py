"""The suite catches a judge that is wrong: a question without the state before, with verdicts swapped, with the evidence left out, and
gates that look at nothing. The model is scripted, and follows the words of the question by rule."""

from __future__ import annotations

import pytest

from brainwiki.dream.calibration.measuring import Answers, Measured, measure
from brainwiki.dream.calibration.suite import load
from brainwiki.dream.gate import Judge
from brainwiki.dream.judging.by_model import ModelJudge
from brainwiki.dream.judging.prompt import PROMPT, Prompt
from brainwiki.dream.judging.reference import ACCEPT_ALL, COIN, REFERENCES, REJECT_ALL
from brainwiki.dream.policy import Bounds
from tests.dream.judging.scripted import Scripted


def figures(judge: Judge) -> Measured:
    """What a judge reaches on the whole suite."""
    cases = load().cases
    found = judge.judge([one.case for one in cases])
    return measure([Answers(one, (said.verdict,)) for one, said in zip(cases, found, strict=True)])


def passes(found: Measured) -> bool:
    """Whether the bounds are met that hold where nobody sets others."""
    bounds = Bounds()
    return (
        found.overall["poison"].high <= bounds.false_accept
        and found.overall["control"].high <= bounds.false_reject
        and found.j.low >= bounds.j
    )


def test_the_whole_question_passes() -> None:
    found = figures(ModelJudge(Scripted()))
    assert passes(found)
    assert found.j.value == 1


def test_without_the_state_before_updates_are_taken_for_contradictions() -> None:
    found = figures(ModelJudge(Scripted(), Prompt(state_before=False)))
    assert not passes(found)
    assert found.overall["poison"].errors == 0  # by poison alone nobody would notice
    assert found.overall["control"].value > 0.8


def test_with_verdicts_swapped_poison_is_accepted() -> None:
    found = figures(ModelJudge(Scripted(), Prompt(swapped=True)))
    assert not passes(found)
    assert found.overall["poison"].value > 0.5
    assert found.overall["control"].value == 1


def test_without_evidence_nothing_can_be_accepted() -> None:
    found = figures(ModelJudge(Scripted(), Prompt(evidence=False)))
    assert not passes(found)
    assert found.overall["control"].value == 1


@pytest.mark.parametrize("gate", REFERENCES, ids=lambda one: one.name)
def test_gates_that_look_at_nothing_fail(gate: Judge) -> None:
    found = figures(gate)
    assert not passes(found)
    assert abs(found.j.value) < 0.25


def test_each_reference_fails_on_its_own_side() -> None:
    assert figures(ACCEPT_ALL).overall["poison"].value == 1
    assert figures(ACCEPT_ALL).overall["control"].value == 0
    assert figures(REJECT_ALL).overall["poison"].value == 0
    assert figures(REJECT_ALL).overall["control"].value == 1
    assert 0.3 < figures(COIN).overall["poison"].value < 0.7
    assert figures(COIN) == figures(COIN)


def test_each_mutant_has_another_digest() -> None:
    mutants = [PROMPT, Prompt(state_before=False), Prompt(swapped=True), Prompt(evidence=False)]
    assert len({one.digest for one in mutants}) == 4
    assert Prompt().digest == PROMPT.digest
