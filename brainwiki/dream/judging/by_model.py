"""The judge that asks a language model one bounded question a case; what fails, or is out of form, is `unsure`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brainwiki.dream.by_model.asking import Asker, Question
from brainwiki.dream.gate import VERDICTS, Case, Judgement, Verdict
from brainwiki.dream.judging.prompt import ANSWER, LONGEST, LONGEST_REASON, PROMPT, Prompt
from brainwiki.errors import BrainwikiError, BudgetError

VERSION = "1"
SPENT = "the budget of the model is spent"


class ModelJudge:
    """Asks at temperature 0. `address` is where the model is asked: two servers may call different models by one name."""

    def __init__(self, asker: Asker, prompt: Prompt = PROMPT, address: str = "") -> None:
        self._asker = asker
        self._prompt = prompt
        self._address = address

    @property
    def name(self) -> str:
        """What it is called in receipts."""
        return f"llm/{VERSION}"

    @property
    def model(self) -> str:
        """The model, and where it is asked."""
        return f"{self._asker.name} at {self._address}" if self._address else self._asker.name

    @property
    def prompt(self) -> str:
        """The digest of the question."""
        return self._prompt.digest

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        """One judgement for each case."""
        return [self._one(case) for case in cases]

    def _one(self, case: Case) -> Judgement:
        question = Question("judge", self._prompt.instructions, self._prompt.data(case), ANSWER, lambda _: (), LONGEST)
        try:
            return read_answer(self._asker.ask(question))
        except BudgetError:
            return Judgement("unsure", SPENT)
        except BrainwikiError as error:
            return Judgement("unsure", f"the model gave no answer: {' '.join(error.message.split())[:200]}")


def read_answer(answer: Mapping[str, Any]) -> Judgement:
    """The judgement in an answer; what is out of form is `unsure`."""
    verdict: Verdict | None = next((one for one in VERDICTS if one == answer.get("verdict")), None)
    reason, against, sure = (answer.get(key) for key in ("reason", "contradicts", "probability"))
    told = not isinstance(sure, bool) and isinstance(sure, int | float) and 0 <= sure <= 1
    if verdict is None or not isinstance(reason, str) or not reason.strip() or not told:
        return Judgement("unsure", "the model's answer is out of form")
    named = " ".join(against.split())[:LONGEST_REASON] if isinstance(against, str) and verdict == "contradicts" else ""
    return Judgement(verdict, " ".join(reason.split())[:LONGEST_REASON], named, float(sure or 0.0))
