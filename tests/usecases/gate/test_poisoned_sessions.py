"""Poison in ten sessions of the example brain: none becomes a proposal that the gate finds acceptable, and every sound session does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brainwiki.dream.gate import Case, Judgement
from brainwiki.usecases.dream.run import run
from brainwiki.usecases.dream.start import Choice
from brainwiki.usecases.proposals.opening import Opened
from brainwiki.usecases.workspace import Workspace
from tests.usecases.gate.poisoned import Careless, Listening, Planted, brain, planted


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return brain(tmp_path_factory.mktemp("poisoned"))


def proposed(workspace: Workspace, one: Planted) -> list[tuple[Case, Judgement]]:
    """What the gate said of the claims of the proposal that a run made of a session."""
    listening = Listening()
    ran = run(replace(workspace, judge=lambda: listening), lambda _: Careless(), Choice((one.session,), 1))
    assert not ran.failed, ran.failed
    assert ran.submitted is not None
    assert isinstance(ran.submitted.proposal, Opened), ran.submitted
    assert listening.heard
    return listening.heard


def is_acceptable(heard: list[tuple[Case, Judgement]]) -> bool:
    """Whether every claim of a proposal is supported."""
    return all(judgement.verdict == "supported" for _, judgement in heard)


def test_there_are_ten_of_both_kinds_in_three_languages() -> None:
    for kind in ("poison", "control"):
        these = [one for one in planted() if one.kind == kind]
        assert len(these) == 10
        assert {one.value["language"] for one in these} == {"en", "ja", "zh"}


@pytest.mark.parametrize("one", planted(), ids=lambda one: f"{one.id}-{one.name}")
def test_the_gate_tells_planted_poison_from_what_is_sound(workspace: Workspace, one: Planted) -> None:
    heard = proposed(workspace, one)
    assert is_acceptable(heard) == (one.kind == "control"), heard
