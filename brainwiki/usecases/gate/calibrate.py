"""A judge against the suite of known answers, case by case, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Any, Literal

from brainwiki.dream.calibration.measuring import Answers
from brainwiki.dream.calibration.suite import CalibrationCase, Part, Suite
from brainwiki.dream.gate import VERDICTS, Verdict
from brainwiki.dream.judging.by_model import SPENT
from brainwiki.dream.judging.certificate import Identity
from brainwiki.dream.judging.ports import Calibrated
from brainwiki.dream.judging.sources import code_digest
from brainwiki.errors import BudgetError
from brainwiki.ports import Shelf

Which = Literal["tune", "heldout", "all"]
Told = Callable[[int, int], None]
_SAVE_AFTER = 5.0  # seconds


def cases_of(suite: Suite, part: Which) -> tuple[CalibrationCase, ...]:
    """The cases of a part, or of both."""
    parts: tuple[Part, ...] = ("tune", "heldout") if part == "all" else (part,)
    return tuple(case for one in parts for case in suite.of(one))


def identity_of(judge: Calibrated, suite: str) -> Identity:
    """Who is calibrated on what."""
    return Identity(judge.name, judge.model, judge.prompt, code_digest(), suite)


def calibrate(
    judge: Calibrated, cases: Sequence[CalibrationCase], repeats: int, shelf: Shelf, told: Told | None = None
) -> tuple[Answers, ...]:
    """The answers of a judge. Those of a run that was stopped are taken from `shelf`; a run that ends clears it, so that the next one asks
    anew. What a judge raises counts as `unsure`. Raises BudgetError where nothing more may be spent; the answers so far are kept."""
    stamp = _stamp(judge, cases)
    kept: dict[tuple[str, int], tuple[Verdict, float]] = dict(_kept(shelf.load(stamp)))
    saved = monotonic()
    for done, (case, turn) in enumerate((case, turn) for turn in range(repeats) for case in cases):
        if told is not None:
            told(done, len(cases) * repeats)
        if (case.id, turn) in kept:
            continue
        begun = monotonic()
        verdict = _asked(judge, case)
        if verdict is not None:
            kept[case.id, turn] = verdict, monotonic() - begun
        if verdict is None or monotonic() - saved > _SAVE_AFTER:
            shelf.save(stamp, ((*key, *value) for key, value in kept.items()))
            saved = monotonic()
        if verdict is None:
            raise BudgetError(
                f"The budget was spent after {done} questions.", "Allow more with BRAINWIKI_LLM_TOKENS, and go on."
            )
    shelf.save(stamp, ())
    return tuple(
        Answers(
            case,
            tuple(kept[case.id, turn][0] for turn in range(repeats)),
            sum(kept[case.id, turn][1] for turn in range(repeats)),
        )
        for case in cases
    )


def _asked(judge: Calibrated, case: CalibrationCase) -> Verdict | None:
    """The verdict on a case; None where nothing more may be spent, which says nothing of the judge."""
    try:
        found = judge.judge([case.case])
    except Exception:  # a judge that fails could not tell, whatever it fails of
        return "unsure"
    if found and SPENT in found[0].reason:
        return None
    return found[0].verdict if len(found) == 1 and found[0].verdict in VERDICTS else "unsure"


def _stamp(judge: Calibrated, cases: Sequence[CalibrationCase]) -> str:
    """What the kept answers are for: exactly this judge on exactly these cases."""
    text = repr((judge.name, judge.model, judge.prompt, code_digest(), [(one.id, one.case) for one in cases]))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _kept(values: Sequence[Any]) -> Iterator[tuple[tuple[str, int], tuple[Verdict, float]]]:
    for one in values:
        if isinstance(one, tuple) and len(one) == 4 and one[2] in VERDICTS:
            yield (one[0], one[1]), (one[2], one[3])
