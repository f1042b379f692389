"""A scripted model that answers what the question's own words ask for, so that a changed question changes its answers.

It knows no language. It finds the right answer of a case by the words that the question shows, and gives it by the rules that the
question states: which word stands for which meaning, and whether the current page is named as the state before. It shows that the suite
catches a judge that follows such a question; that a real model follows it so is for a calibration with that model to show.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brainwiki.dream.by_model.asking import Question
from brainwiki.dream.calibration.suite import CalibrationCase, load
from brainwiki.dream.judging.prompt import MEANINGS, Prompt

_SHOWS_ALL = Prompt()
_RIGHT: dict[tuple[str, str, str], list[CalibrationCase]] = {}


def _parts(data: str) -> tuple[str, str, str]:
    """What a question shows: the current page, the claim, and the evidence, each as its lines."""
    page, _, rest = data.partition("\nProposed claim:\n")
    claim, _, evidence = rest.partition("\nEvidence")
    return page.partition("Current page")[2].partition(":\n")[2], claim, evidence


for _one in load().cases:
    _RIGHT.setdefault(_parts(_SHOWS_ALL.data(_one.case)), []).append(_one)


class Scripted:
    """The model."""

    name = "scripted"

    def ask(self, question: Question) -> Mapping[str, Any]:
        """The answer by rule."""
        before, claim, evidence = _parts(question.data)
        found = _RIGHT.get((before, claim, evidence))
        meaning = found[0].expected if found else "unsure"
        if meaning == "supported" and "state before the revision" not in question.instructions:
            # nobody said that the page is what is to change, so a claim that differs from it contradicts it
            meaning = "contradicts" if before != "| (nothing)" else meaning
        told = MEANINGS[meaning]
        verdict = next(line.split("`")[1] for line in question.instructions.split("\n") if line.endswith(f"if {told}"))
        return {"reason": "by rule", "verdict": verdict, "contradicts": "", "probability": 0.9}
