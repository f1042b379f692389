"""From verdicts to a decision: a person decides, unless the base allows more, a certificate proves it, and nothing speaks against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from brainwiki.dream.gate import Judgement

FALSE_ACCEPT, FALSE_REJECT, J, DAYS = 0.05, 0.25, 0.7, 90.0


class Bounds(NamedTuple):
    """What a calibration must show before a judge may accept: the upper ends of the intervals of both errors, the lower end of that
    of Youden's J, and for how many days it counts."""

    false_accept: float = FALSE_ACCEPT
    false_reject: float = FALSE_REJECT
    j: float = J
    days: float = DAYS


def bounds_of(settings: Mapping[str, float]) -> Bounds | None:
    """The bounds that a configuration sets; None where it sets none: then a person decides everything."""
    return Bounds(**settings) if settings else None


class Asked(NamedTuple):
    """What is known when it is decided about a proposal: the judgements of its claims, its risk, the findings of the rules, whether a
    canary was answered wrongly, and why the certificate does not count (empty: it does)."""

    judgements: Sequence[Judgement]
    risk: str
    findings: int
    alarm: str
    invalid: str


def why_not(bounds: Bounds | None, asked: Asked) -> str:
    """Why a person decides about a proposal; empty where the gate may accept it."""
    if bounds is None:
        return "the configuration of the base lets a person decide everything"
    if asked.alarm:
        return f"alarm: the judge answered the canary {asked.alarm} wrongly"
    if asked.invalid:
        return asked.invalid
    if not asked.judgements:
        return "no claim was judged"
    open_ones = [one for one in asked.judgements if one.verdict != "supported"]
    if open_ones:
        return f"{len(open_ones)} of {len(asked.judgements)} claims are not supported: {open_ones[0].reason}"
    if asked.risk != "low":
        return f"the risk is {asked.risk}"
    return f"{asked.findings} findings of the rules" if asked.findings else ""
