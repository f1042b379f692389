"""What a language model is asked, and the port behind which one answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol


class Question(NamedTuple):
    """One question: what to do (`instructions`, ours), what to do it with (`data`, other people's words, marked as such), and the
    JSON Schema of the answer, whose every text and list is bounded. `mistakes` says what is wrong with an answer that fits the
    schema; the model is told, and may try again. `longest` is the most tokens of an answer."""

    name: str
    instructions: str
    data: str
    schema: Mapping[str, Any]
    mistakes: Callable[[Mapping[str, Any]], Sequence[str]]
    longest: int = 2_000


class Asker(Protocol):
    """A language model."""

    @property
    def name(self) -> str:
        """The model's name, as receipts tell it."""
        ...

    def ask(self, question: Question) -> Mapping[str, Any]:
        """The answer, which fits the schema and has no mistakes. Raises BudgetError where nothing more may be spent, AnswerError
        where no answer was so, DriverError where none came."""
        ...
