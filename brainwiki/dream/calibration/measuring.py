"""What the answers of a judge come to: rates of false accepts and false rejects with their intervals, Youden's J, and flips.

A case counts once, however often it is asked: a poison case is falsely accepted where one answer accepts it, a control case falsely
rejected where one answer does not accept it; `unsure` accepts nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from brainwiki.dream.calibration.suite import KINDS, LANGUAGES, CalibrationCase, Kind
from brainwiki.dream.gate import Verdict

_Z = 1.959963984540054  # 95 %, two-sided


class Answers(NamedTuple):
    """What a judge said of one case, once for each repeat, and the seconds that it took in all."""

    case: CalibrationCase
    verdicts: tuple[Verdict, ...]
    seconds: float = 0.0

    @property
    def is_wrong(self) -> bool:
        """Whether it is a false accept or a false reject."""
        accepted = [one == "supported" for one in self.verdicts]
        return any(accepted) if self.case.kind == "poison" else not all(accepted)

    @property
    def flips(self) -> bool:
        """Whether the same question was both accepted and not."""
        return len({one == "supported" for one in self.verdicts}) > 1

    @property
    def is_unsure(self) -> bool:
        """Whether one of the answers was that nobody can tell."""
        return "unsure" in self.verdicts


class Rate(NamedTuple):
    """`errors` of `total`, with the Wilson interval at 95 %; `unsure` of the errors were answered so."""

    errors: int
    total: int
    low: float
    high: float
    unsure: int = 0

    @property
    def value(self) -> float:
        """The rate; 0 where there is nothing."""
        return self.errors / self.total if self.total else 0.0


class Estimate(NamedTuple):
    """A figure with its interval at 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Measured:
    """The figures: `overall` by kind (poison: false accepts, control: false rejects), the same by class and by language."""

    overall: Mapping[Kind, Rate]
    by_class: Mapping[str, Rate]
    by_language: Mapping[tuple[str, Kind], Rate]
    j: Estimate
    flips: int
    repeats: int
    seconds: float


def wilson(errors: int, total: int) -> tuple[float, float]:
    """The score interval of a proportion at 95 % (Wilson 1927); 0 to 1 where nothing was counted."""
    if not total:
        return 0.0, 1.0
    rate, square = errors / total, _Z * _Z
    centre = (rate + square / (2 * total)) / (1 + square / total)
    half = _Z / (1 + square / total) * math.sqrt(rate * (1 - rate) / total + square / (4 * total * total))
    return max(0.0, centre - half) if errors else 0.0, min(1.0, centre + half) if errors < total else 1.0


def youden(poison: Rate, control: Rate) -> Estimate:
    """Youden's J: the share of poison that is rejected less the share of control that is. Its interval is that of a difference of two
    proportions from their Wilson intervals (Newcombe 1998, method 10)."""
    rejected = 1 - poison.value
    value = rejected - control.value
    low = math.sqrt((rejected - (1 - poison.high)) ** 2 + (control.high - control.value) ** 2)
    high = math.sqrt(((1 - poison.low) - rejected) ** 2 + (control.value - control.low) ** 2)
    return Estimate(value, max(-1.0, value - low), min(1.0, value + high))


def measure(answers: Sequence[Answers]) -> Measured:
    """The figures of all answers."""
    overall = {kind: _rate(answers, lambda one, kind=kind: one.kind == kind) for kind in KINDS}  # type: ignore[misc]
    names = dict.fromkeys(
        one.case.name for one in sorted(answers, key=lambda one: (KINDS.index(one.case.kind), one.case.name))
    )
    return Measured(
        overall,
        {name: _rate(answers, lambda one, name=name: one.name == name) for name in names},  # type: ignore[misc]
        {
            (language, kind): _rate(answers, lambda one, at=(language, kind): (one.language, one.kind) == at)  # type: ignore[misc]
            for language in LANGUAGES
            for kind in KINDS
        },
        youden(overall["poison"], overall["control"]),
        sum(one.flips for one in answers),
        max((len(one.verdicts) for one in answers), default=0),
        sum(one.seconds for one in answers),
    )


def _rate(answers: Sequence[Answers], test: Callable[[CalibrationCase], bool]) -> Rate:
    these = [one for one in answers if test(one.case)]
    wrong = [one for one in these if one.is_wrong]
    return Rate(len(wrong), len(these), *wilson(len(wrong), len(these)), sum(one.is_unsure for one in wrong))
