"""What the questions of one run may cost, in tokens and in money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from brainwiki.errors import BudgetError


class Price(NamedTuple):
    """What a million tokens cost, in US dollars: of questions and of answers."""

    told: float
    said: float


@dataclass
class Budget:
    """At most so many tokens, and so much money (0: no limit on it). What was spent is counted here."""

    tokens: int
    money: float
    price: Price
    told: int = 0
    said: int = 0

    @property
    def spent(self) -> float:
        """The money spent, in US dollars."""
        return (self.told * self.price.told + self.said * self.price.said) / 1e6

    @property
    def left(self) -> int:
        """The tokens that may still be used."""
        return max(0, self.tokens - self.told - self.said)

    def spend(self, told: int, said: int) -> None:
        """Count a call."""
        self.told += max(0, told)
        self.said += max(0, said)

    def demand(self, told: int, said: int) -> None:
        """Raise BudgetError where a question of so many tokens, with an answer of so many, might go beyond it."""
        if told + said > self.left:
            raise BudgetError(
                f"The next question may take {told + said:,} tokens, and {self.left:,} of {self.tokens:,} are left.",
                "Allow more with BRAINWIKI_LLM_TOKENS, or consolidate fewer sessions at once.",
            )
        most = self.spent + (told * self.price.told + said * self.price.said) / 1e6
        if self.money and most > self.money:
            raise BudgetError(
                f"The next question may bring the cost to {most:.4f} dollars, and {self.money:.4f} are allowed.",
                "Allow more with BRAINWIKI_LLM_MONEY, or consolidate fewer sessions at once.",
            )
