"""The policy: a person decides, unless everything speaks for the gate."""

from __future__ import annotations

from typing import Any

import pytest

from brainwiki.dream.gate import Judgement
from brainwiki.dream.policy import Asked, Bounds, bounds_of, why_not

FINE = Asked((Judgement("supported"), Judgement("supported")), "low", 0, "", "")


def test_when_everything_speaks_for_it_the_gate_accepts() -> None:
    assert why_not(Bounds(), FINE) == ""


def test_without_bounds_a_person_decides_everything() -> None:
    assert "a person decide everything" in why_not(None, FINE)
    assert bounds_of({}) is None
    assert bounds_of({"j": 0.9}) == Bounds(j=0.9)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"alarm": "en-001-a"}, "alarm: the judge answered the canary en-001-a wrongly"),
        ({"invalid": "the certificate was changed"}, "the certificate was changed"),
        ({"judgements": ()}, "no claim was judged"),
        ({"judgements": (Judgement("supported"), Judgement("unsure", "why"))}, "1 of 2 claims are not supported: why"),
        ({"risk": "medium"}, "the risk is medium"),
        ({"risk": "high"}, "the risk is high"),
        ({"findings": 2}, "2 findings of the rules"),
    ],
)
def test_one_thing_against_it_is_enough(changed: dict[str, Any], why: str) -> None:
    assert why_not(Bounds(), FINE._replace(**changed)) == why


@pytest.mark.parametrize("verdict", ["unsupported", "contradicts", "injected", "unsure"])
def test_nothing_but_supported_is_accepted(verdict: Any) -> None:
    assert why_not(Bounds(), FINE._replace(judgements=(Judgement(verdict),)))
