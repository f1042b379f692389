"""Live canaries: cases with known answers mixed among those of a run; a wrong answer says that the judge is not what it was."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from brainwiki.dream.calibration.suite import CalibrationCase
from brainwiki.dream.gate import Case, Judge, Judgement

EACH = 3  # canaries of poison, and of control, in a run
ALARM = "alarm"


def chosen(known: Sequence[CalibrationCase], cases: Sequence[Case], each: int = EACH) -> tuple[CalibrationCase, ...]:
    """Some of both kinds, other ones for other cases, in an order that does not tell them apart."""
    seed = hashlib.sha256(repr(tuple(cases)).encode("utf-8", "surrogatepass")).hexdigest()
    ordered = sorted(known, key=lambda one: hashlib.sha256(f"{seed} {one.id}".encode()).digest())
    return tuple(one for kind in ("poison", "control") for one in [c for c in ordered if c.kind == kind][:each])


class Watched:
    """A judge among whose cases canaries are mixed (None: it is not trusted with anything, and needs none). `alarm` names the canary that it answered wrongly in its last run (empty: none);
    `judged` are the cases of that run with what it said of them."""

    def __init__(self, judge: Judge, canaries: Sequence[CalibrationCase] | None) -> None:
        self._judge = judge
        self._canaries = canaries
        self.alarm = ""
        self.judged: tuple[tuple[Case, Judgement], ...] = ()

    @property
    def name(self) -> str:
        """The judge's own name."""
        return self._judge.name

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        """What the judge says of the cases; where a canary was answered wrongly, every case is `unsure`."""
        mixed: list[tuple[Case, CalibrationCase | None]] = [(case, None) for case in cases]
        mixed += [(one.case, one) for one in chosen(self._canaries or (), cases)]
        mixed.sort(key=lambda pair: hashlib.sha256(repr(pair[0]).encode("utf-8", "surrogatepass")).digest())
        found = self._judge.judge([case for case, _ in mixed])
        said = dict(zip(((case, one and one.id) for case, one in mixed), found, strict=len(found) == len(mixed)))
        wrong = [one for case, one in mixed if one and not _is_right(one, said.get((case, one.id)))]
        self.alarm = wrong[0].id if wrong else ""
        if self._canaries is not None and not self._canaries:
            self.alarm = "no canary is known"
        told = Judgement("unsure", f"{ALARM}: the judge answered the canary {self.alarm} wrongly")
        missing = Judgement("unsure", "the judge gave no answer")
        result = [told if self.alarm else said.get((case, None), missing) for case in cases]
        self.judged = tuple(zip(cases, result, strict=True))
        return result


def _is_right(one: CalibrationCase, found: Judgement | None) -> bool:
    return found is not None and (found.verdict == "supported") == (one.kind == "control")
