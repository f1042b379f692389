"""Which claim of one state is which claim of another: by id, by words, by likeness, and each at most once."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from brainwiki.claims.figures import replaced
from brainwiki.claims.support import Proof
from brainwiki.claims.words import Words, likeness, words_of
from brainwiki.model.page import Claim

ALIKE = 0.6  # of two claims on one page
SAME_HISTORY = 0.4  # of a claim and the history item that kept its evidence: `Likes tea.` and `(until …) Liked tea.`
NEARLY_EQUAL = 0.8  # of a claim and a sentence without a cite
MOVED = 0.9  # of claims on two pages
FRAME_TOKENS = 3  # a statement about so much is known by what it is about, whatever its numbers
MOVED_TOKENS = 4  # shorter claims move only together with their evidence
CONTAINED = 0.8  # of a claim's frame stands in the one that took it in, or in which it was told before
MAX_PAIRS = 400 * 400  # claims without a partner on one page, before times after, that are compared by likeness


@dataclass(frozen=True, eq=False)
class Stated:
    """A claim where it stands: `page` names the pair of pages, `order` its place on the page, from 0; compared by identity."""

    claim: Claim
    page: str
    order: int
    proofs: frozenset[Proof] = frozenset()

    @cached_property
    def words(self) -> Words:
        """The claim's sentence, read once."""
        return words_of(self.claim.text)


Pair = tuple[Stated, Stated]
Fits = Callable[[Stated, Stated], bool]


@dataclass(frozen=True)
class Sides:
    """The claims of one page before and after, in order; `uncited` gives its sentences without a cite, when they are asked for."""

    page: str
    before: Sequence[Stated]
    after: Sequence[Stated]
    uncited: Callable[[], tuple[Sequence[Stated], Sequence[Stated]]] = lambda: ((), ())


@dataclass(frozen=True)
class Matching:
    """Pairs of claims that are one claim, those that stand on one side only, and pages that were too long for likeness.

    `merged` are claims that went into another one of their page, each with that one; `split` claims that came out of
    another, each after the one that it came out of. `limited` maps a page that was too long to its claims without a
    partner, before and after; the page "" stands for moves between pages.
    """

    pairs: tuple[Pair, ...]
    before: tuple[Stated, ...]
    after: tuple[Stated, ...]
    merged: tuple[Pair, ...] = ()
    split: tuple[Pair, ...] = ()
    limited: dict[str, tuple[int, int]] = field(default_factory=dict)


def match(pages: Iterable[Sides]) -> Matching:
    """Pair the claims of two states: within each page first, then across pages; ties go to the nearest place.

    The answer does not depend on the order of the pages, and it is mirrored where the states change places.
    """
    ordered = sorted(pages, key=lambda sides: sides.page)
    matcher = _Matcher()
    for sides in ordered:
        matcher.equal_on_page(sides)
    matcher.moved_as_they_are(ordered)
    for sides in ordered:
        matcher.alike_on_page(sides)
    matcher.moved_nearly_equal(ordered)
    merged = [pair for sides in ordered for pair in matcher.parts(sides.page, sides.before, sides.after)]
    split = [pair for sides in ordered for pair in matcher.parts(sides.page, sides.after, sides.before)]
    matcher.taken.update(part for part, _ in (*merged, *split))
    return Matching(
        tuple(matcher.pairs),
        tuple(matcher.open(one for sides in ordered for one in sides.before)),
        tuple(matcher.open(one for sides in ordered for one in sides.after)),
        tuple(merged),
        tuple((whole, part) for part, whole in split),
        matcher.limited,
    )


class _Matcher:
    """Pairs found so far and who has a partner."""

    def __init__(self) -> None:
        self.pairs: list[Pair] = []
        self.taken: set[Stated] = set()
        self.limited: dict[str, tuple[int, int]] = {}

    def open(self, stated: Iterable[Stated]) -> list[Stated]:
        """Those without a partner."""
        return [one for one in stated if one not in self.taken]

    def join(self, one: Stated, other: Stated) -> None:
        """Two claims are one."""
        self.pairs.append((one, other))
        self.taken.update((one, other))

    def equal(
        self, before: Iterable[Stated], after: Iterable[Stated], key: Callable[[Stated], Hashable | None]
    ) -> None:
        """Pair what has an equal key, the first with the first; a key of None has no equal."""
        waiting: dict[Hashable, deque[Stated]] = {}
        for other in self.open(after):
            waiting.setdefault(key(other), deque()).append(other)
        waiting.pop(None, None)
        for one in self.open(before):
            queue = waiting.get(key(one))
            if queue:
                self.join(one, queue.popleft())

    def alike(self, page: str, before: Iterable[Stated], after: Iterable[Stated], least: float, fits: Fits) -> None:
        """Pair what is at least so alike, best first; where the two sides are too many, say so of the page instead."""
        one_side, other_side = self.open(before), self.open(after)
        if len(one_side) * len(other_side) > MAX_PAIRS:
            self.limit(page, len(one_side), len(other_side))
            return
        found = [
            (_rank(score, one, other), one, other)
            for score, one, other in near_pairs(one_side, other_side, least)
            if fits(one, other)
        ]
        for _, one, other in sorted(found, key=lambda pair: pair[0]):
            if one not in self.taken and other not in self.taken:
                self.join(one, other)

    def limit(self, page: str, before: int, after: int) -> None:
        """Say that so many claims of a page are too many."""
        told = self.limited.get(page, (0, 0))
        self.limited[page] = (max(told[0], before), max(told[1], after))

    def equal_on_page(self, sides: Sides) -> None:
        """Explicit ids, then equal words, with the same evidence and in the same tense first; then what became history."""
        before, after = sides.before, sides.after
        explicit = {one.claim.id for one in (*before, *after) if one.claim.explicit}
        if explicit:
            self.equal(before, after, lambda one: one.claim.id if one.claim.id in explicit else None)
        self.equal(before, after, lambda one: (one.claim.text, one.claim.until, one.proofs))
        self.equal(before, after, lambda one: (one.words.key, bool(one.claim.until), one.proofs))
        self.equal(before, after, lambda one: (one.words.key, bool(one.claim.until)))
        self.equal(before, after, lambda one: one.words.key)
        if any(one.claim.until for one in (*before, *after)):
            self.history(sides)
        if self.open(before) or self.open(after):
            loose_before, loose_after = sides.uncited()
            self.equal(before, loose_after, lambda one: one.words.key)
            self.equal(loose_before, after, lambda one: one.words.key)

    def history(self, sides: Sides) -> None:
        """A claim and the history item with its evidence, in both directions."""
        for past in (False, True):
            self.alike(
                sides.page,
                (one for one in sides.before if bool(one.claim.until) is past),
                (one for one in sides.after if bool(one.claim.until) is not past),
                SAME_HISTORY,
                _share_evidence,
            )

    def alike_on_page(self, sides: Sides) -> None:
        """Statements that differ in a number, a date or a negation only; then what is alike; last, sentences without a cite."""
        for key in (_frame_and_proofs, _frame):
            self.equal(sides.before, sides.after, key)
        if sides.page not in self.limited:
            self.alike(sides.page, sides.before, sides.after, ALIKE, _any)
        if sides.page not in self.limited and (self.open(sides.before) or self.open(sides.after)):
            loose_before, loose_after = sides.uncited()
            self.alike(sides.page, sides.before, loose_after, NEARLY_EQUAL, _any)
            self.alike(sides.page, loose_before, sides.after, NEARLY_EQUAL, _any)

    def moved_as_they_are(self, pages: Sequence[Sides]) -> None:
        """Equal words on another page, with the same evidence first; short ones only with it."""
        before = [one for sides in pages for one in sides.before]
        after = [one for sides in pages for one in sides.after]
        self.equal(before, after, lambda one: (one.words.key, one.proofs) if one.proofs else None)
        self.equal(before, after, lambda one: one.words.key if len(one.words.tokens) >= MOVED_TOKENS else None)

    def moved_nearly_equal(self, pages: Sequence[Sides]) -> None:
        """Nearly equal words on another page with all the same evidence, and nothing in them that bears another meaning."""
        pages = [sides for sides in pages if sides.page not in self.limited]
        groups: dict[frozenset[Proof], tuple[list[Stated], list[Stated]]] = {}
        for side in (0, 1):
            for one in self.open(one for sides in pages for one in (sides.after if side else sides.before)):
                if one.proofs:
                    groups.setdefault(one.proofs, ([], []))[side].append(one)
        for proofs in sorted(groups, key=sorted):
            self.alike("", *groups[proofs], MOVED, _mean_the_same)

    def parts(self, page: str, parts: Sequence[Stated], wholes: Sequence[Stated]) -> list[Pair]:
        """Claims without a partner that say a part of what a claim of the other state says, each with that claim."""
        if page in self.limited:
            return []
        alone = [one for one in self.open(parts) if len(one.words.frame) >= FRAME_TOKENS and one.proofs]
        found = _contained(alone, wholes) if alone else []
        if found is None:
            self.limit(page, len(alone), len(wholes))
        return found or []


def _contained(parts: Sequence[Stated], wholes: Sequence[Stated]) -> list[Pair] | None:
    """Each part with the whole that holds it best; None where there would be too much to compare.

    A whole holds every figure of a part and at least one of the rarest fifth of its tokens, so only those are looked up.
    """
    index: dict[str, list[int]] = {}
    for number, whole in enumerate(wholes):
        for token in (*whole.words.frame, *_figures(whole)):
            index.setdefault(token, []).append(number)
    found: list[Pair] = []
    compared = 0
    for part in parts:
        numbers = _holders(part, index)
        compared += len(numbers)
        if compared > MAX_PAIRS:
            return None
        best = min((rank for number in numbers if (rank := _holds(wholes[number], part, number))), default=None)
        if best is not None:
            found.append((part, wholes[best[-1]]))
    return found


def _figures(one: Stated) -> set[str]:
    """Numbers and dates as tokens that no word is."""
    figures = one.words.figures
    return {f"# {figure}" for figure in (*figures.numbers, *figures.dates)}


def _holders(part: Stated, index: dict[str, list[int]]) -> Collection[int]:
    """Where a claim that holds this one must be looked for."""

    def many(token: str) -> tuple[int, str]:
        return len(index.get(token, ())), token

    figures = _figures(part)
    if figures:
        return index.get(min(figures, key=many), ())
    tokens = sorted(part.words.frame, key=many)
    least = math.ceil(CONTAINED * len(tokens) - 1e-9)
    return {number for token in tokens[: len(tokens) - least + 1] for number in index.get(token, ())}


def _holds(whole: Stated, part: Stated, number: int) -> tuple[int, int, int, int] | None:
    """How well a claim holds another: the most of its frame, in the fewest words, the nearest; None where it does not."""
    count = len(part.words.frame & whole.words.frame)
    if count < CONTAINED * len(part.words.frame) - 1e-9 or not _says_also(whole, part):
        return None
    return -count, len(whole.words.frame), abs(whole.order - part.order), number


def near_pairs(
    before: Sequence[Stated], after: Sequence[Stated], least: float
) -> Iterator[tuple[float, Stated, Stated]]:
    """All pairs whose tokens are at least so alike.

    Two sets that share enough share one of their rarest tokens (the prefix filter of Chaudhuri, Ganti and Kaushik, 2006),
    so only an index of those is looked up, and common words cost nothing.
    """
    counts: Counter[str] = Counter()
    for one in (*before, *after):
        counts.update(one.words.tokens)

    def rarest(tokens: frozenset[str]) -> list[str]:
        shared = math.ceil(least * len(tokens) / (2 - least) - 1e-9)  # at least so many, whatever the other set
        return sorted(tokens, key=lambda token: (counts[token], token))[: len(tokens) - shared + 1]

    index: dict[str, list[int]] = {}
    for number, other in enumerate(after):
        for token in rarest(other.words.tokens):
            index.setdefault(token, []).append(number)
    for one in before:
        numbers = {number for token in rarest(one.words.tokens) for number in index.get(token, ())}
        for number in sorted(numbers):
            score = likeness(one.words.tokens, after[number].words.tokens)
            if score >= least - 1e-9:
                yield score, one, after[number]


def _rank(score: float, one: Stated, other: Stated) -> tuple[float, int, int, int, list[str]]:
    """The best pair first; of equal ones that with more shared evidence, then the nearer. Equal from both sides."""
    apart = abs(one.order - other.order)
    return -score, -len(one.proofs & other.proofs), apart, one.order + other.order, sorted((one.page, other.page))


def _frame_and_proofs(one: Stated) -> Hashable | None:
    """What a claim is about and rests on; None where either is nothing."""
    return (one.words.frame, bool(one.claim.until), one.proofs) if one.words.frame and one.proofs else None


def _frame(one: Stated) -> Hashable | None:
    """What a claim is about, where it is about enough to be known by it."""
    return (one.words.frame, bool(one.claim.until)) if len(one.words.frame) >= FRAME_TOKENS else None


def _any(one: Stated, other: Stated) -> bool:
    return True


def _share_evidence(one: Stated, other: Stated) -> bool:
    return bool(one.proofs & other.proofs)


def _says_also(whole: Stated, part: Stated) -> bool:
    """Whether a claim has all the evidence and figures of another, in the same tense, and negates no less."""
    said, also = whole.words, part.words
    return (
        part.proofs <= whole.proofs
        and bool(part.claim.until) == bool(whole.claim.until)
        and not replaced(also.figures.numbers, said.figures.numbers)[0]
        and not replaced(also.figures.dates, said.figures.dates)[0]
        and also.polarity.negations <= said.polarity.negations
        and also.polarity.modals <= said.polarity.modals
    )


def _mean_the_same(one: Stated, other: Stated) -> bool:
    """Whether two sentences have the same numbers, dates, negations and modal words."""
    return one.words.figures[:2] == other.words.figures[:2] and one.words.polarity[:2] == other.words.polarity[:2]
