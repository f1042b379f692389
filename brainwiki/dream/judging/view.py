"""One case as the fixed checks see it: the evidence that counts, the words around each quote, and what the claim brings anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from brainwiki.claims import dating
from brainwiki.claims.figures import replaced
from brainwiki.claims.quantities import Quantity, quantities, spelled_out
from brainwiki.dream.gate import Case, Evidence, Judgement, Verdict
from brainwiki.dream.judging import reading, wordings
from brainwiki.dream.judging.reading import Clause
from brainwiki.model.names import squeeze

OWN = frozenset({"assistant", "system"})  # their words are no evidence
LOW = frozenset({"tool", "web"})  # their words are, and may not bring everything


@dataclass(frozen=True)
class View:
    """A case read once. Everything about `evidence` leaves out what the assistant itself said."""

    case: Case

    def says(self, verdict: Verdict, reason: str, contradicts: str = "") -> Judgement:
        """A judgement of this case."""
        return Judgement(verdict, reason, contradicts)

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """The evidence that counts."""
        return tuple(one for one in self.case.evidence if one.role not in OWN)

    @cached_property
    def trusted(self) -> tuple[Evidence, ...]:
        """The evidence that is a person's word or a kept record."""
        return tuple(one for one in self.evidence if one.role not in LOW)

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """Each quote with the rest of the clauses in which it stands: a quote cut short loses its `not` or its `perhaps`."""
        return tuple(reading.around(one.quote, one.text) for one in self.evidence)

    @cached_property
    def said(self) -> str:
        """All quotes, one a line."""
        return "\n".join(self.quotes)

    @cached_property
    def turns(self) -> str:
        """All turns, one a line."""
        return "\n".join(squeeze(one.text) for one in self.evidence)

    @cached_property
    def clauses(self) -> tuple[tuple[Clause, ...], ...]:
        """The clauses of each quote."""
        return tuple(reading.clauses(one) for one in self.quotes)

    @cached_property
    def page(self) -> str:
        """The name of the page, as words."""
        stem = self.case.page.rpartition("/")[2].removesuffix(".md").replace("-", " ")
        return ". ".join((stem, *self.case.names))

    @cached_property
    def page_tokens(self) -> frozenset[str]:
        """The words of the page's name."""
        return frozenset(reading.tokens(self.page))

    @cached_property
    def tokens(self) -> frozenset[str]:
        """The words of the claim that say something."""
        return frozenset(reading.tokens(self.case.after))

    @cached_property
    def old_tokens(self) -> frozenset[str]:
        """The words of the claim before."""
        return frozenset(reading.tokens(self.case.before))

    @cached_property
    def said_tokens(self) -> frozenset[str]:
        """The words of all quotes."""
        return frozenset(token for clauses in self.clauses for clause in clauses for token in clause.tokens)

    @cached_property
    def load(self) -> frozenset[str]:
        """The words that the claim brings: they are not on the page yet, nor its name."""
        marks = wordings.RENAMED.findall(squeeze(self.case.after).lower())
        renaming = {token for mark in marks for token in reading.tokens(mark)}
        return self.tokens - self.old_tokens - self.page_tokens - renaming

    @cached_property
    def rest(self) -> frozenset[str]:
        """The words by which the claim says what it is about."""
        return (self.tokens - self.load) | self.page_tokens

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word of the page's name, the claim before and the claim after."""
        return self.tokens | self.old_tokens | self.page_tokens

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The numbers that the claim brings."""
        return replaced(reading.read(self.case.before).figures.numbers, reading.read(self.case.after).figures.numbers)[
            1
        ]

    @cached_property
    def said_numbers(self) -> frozenset[str]:
        """The numbers of all quotes."""
        return frozenset(reading.read(self.said).figures.numbers)

    @cached_property
    def amounts(self) -> tuple[Quantity, ...]:
        """The quantities of the claim."""
        return quantities(self.case.after)

    @cached_property
    def said_amounts(self) -> tuple[Quantity, ...]:
        """The quantities of all quotes."""
        return quantities(spelled_out(self.said))

    @cached_property
    def dates(self) -> tuple[str, ...]:
        """The dates that the claim brings."""
        return replaced(dating.dates(self.case.before), dating.dates(self.case.after))[1]

    @cached_property
    def said_dates(self) -> frozenset[str]:
        """The dates of the quotes, and what follows from the days on which they were said."""
        found = (
            dating.derived(quote, dating.day_of(one.resource))
            for quote, one in zip(self.quotes, self.evidence, strict=True)
        )
        return frozenset(date for dates in found for date in dates)

    @property
    def own_words(self) -> str:
        """The page's name and both claims, in which names are no strangers."""
        return f"{self.page}\n{self.case.before}\n{self.case.after}"

    def strangers(self, quote: str) -> Iterator[reading.Name]:
        """Names in a quote that neither page nor claim holds."""
        own = self.own_words
        return (one for one in reading.names(quote) if not reading.knows(one.word, own))
