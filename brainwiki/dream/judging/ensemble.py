"""Two judges as one: the stricter verdict wins, and where one accepts what the other rejects, nobody knows."""

from __future__ import annotations

from collections.abc import Sequence

from brainwiki.dream.gate import Case, Judge, Judgement
from brainwiki.dream.judging.by_model import ModelJudge
from brainwiki.dream.judging.deterministic import Deterministic

VERSION = "1"
_FINAL = frozenset(
    {"injected"}
)  # what the fixed checks say so is not asked about: a model reads the injected words, too


class Ensemble:
    """The fixed checks first, then the model for what they do not end."""

    def __init__(self, model: ModelJudge) -> None:
        self._first: Judge = Deterministic()
        self._second = model
        self.model = model.model
        self.prompt = model.prompt

    @property
    def name(self) -> str:
        """What it is called in receipts."""
        return f"ensemble/{VERSION}"

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        """One judgement for each case."""
        return [
            first if first.verdict in _FINAL else joined(first, self._second.judge([case])[0])
            for case, first in zip(cases, self._first.judge(cases), strict=True)
        ]


def joined(first: Judgement, second: Judgement) -> Judgement:
    """Both verdicts as one: the same stays, two that reject are the first one's, an accept beside a reject is `unsure`, and so is
    an accept beside `unsure`."""
    verdicts = {first.verdict, second.verdict}
    if len(verdicts) == 1:
        return first._replace(probability=second.probability)
    if "supported" in verdicts:
        told = f"the judges differ: {first.verdict} ({first.reason}), {second.verdict} ({second.reason})"
        return Judgement("unsure", told, first.contradicts or second.contradicts, second.probability)
    return second if first.verdict == "unsure" else first
