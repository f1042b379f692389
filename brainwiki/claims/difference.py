"""The difference of two states of a brain, claim by claim, as typed values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple

from brainwiki.claims.figures import replaced
from brainwiki.claims.matching import Matching, Sides, Stated, match
from brainwiki.claims.support import Cited, Proof, Support
from brainwiki.claims.words import Words, likeness
from brainwiki.model.change import Change
from brainwiki.model.names import squeeze
from brainwiki.model.page import Claim, Page

Kind = Literal["added", "changed", "reworded", "moved", "removed", "retracted"]
Flag = Literal["number", "date", "negation", "modal", "evidence", "restored", "merged", "split"]

SAME_WORDS = 0.75  # a claim that is less alike than this says something else, even with the same numbers

_LISTINGS = frozenset({"index", "log"})
_UNTIL = re.compile(r"\(until ([0-9]{4}-[0-9]{2}-[0-9]{2})\)")
_BLOCK_ID = re.compile(r"\s\^[A-Za-z0-9\-]+\s*$")


class ClaimChange(NamedTuple):
    """What became of one claim between two states.

    `page` is the path in the new state, or the old one where the page is gone; `origin` the path before. `before` and `after`
    are the claim in each state; one that lost or gained all its cites is a claim with no ids on the side where it has none.
    `flags` say what in it changed: number, date, negation, modal, evidence; `restored` is history that holds again, `merged`
    a claim that now stands in `after` with others, `split` one that stood in `before` with others. `gained` and `lost` are
    its proofs, `kept` those that it had and has; `retargeted` pairs a lost one with a gained one that took its place under the
    same number. `support` is its class now (before, where it is gone) and `supported` its class before. `near` is an offset in
    the present page: of the claim, or of where a lost one stood.
    """

    change: Kind
    page: str
    before: Claim | None
    after: Claim | None
    flags: tuple[Flag, ...] = ()
    gained: tuple[Proof, ...] = ()
    lost: tuple[Proof, ...] = ()
    support: Support = "uncited"
    supported: Support = "uncited"
    origin: str = ""
    near: int = 0
    kept: tuple[Proof, ...] = ()
    retargeted: tuple[tuple[Proof, Proof], ...] = ()

    @property
    def rested(self) -> tuple[Proof, ...]:
        """The evidence before."""
        return tuple(sorted((*self.kept, *self.lost)))

    @property
    def rests(self) -> tuple[Proof, ...]:
        """The evidence now; nothing where the claim is gone."""
        return tuple(sorted((*self.kept, *self.gained))) if self.after else ()


@dataclass(frozen=True)
class Difference:
    """All claims that changed, by page and place.

    `limited` says in words why claims could not be paired one by one, empty where they could; `unpaired` maps the pages that
    this is about to their claims without a partner, before and after: they are listed as removed and added.
    """

    changes: tuple[ClaimChange, ...]
    limited: str = ""
    unpaired: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def difference(change: Change) -> Difference:
    """The claims of every changed page compared; worked out once for all who ask. Listings (index, log) are left out."""
    found = change.derived.get("claims")
    if not isinstance(found, Difference):
        found = change.derived["claims"] = _Comparison(change).difference()
    return found


class _Sheet:
    """One changed page: both states of it with their evidence, and its claims as `matching` takes them."""

    def __init__(self, change: Change, page: str, before: Page | None, after: Page | None) -> None:
        self.page, self.before, self.after = page, before, after
        moved = {old: new for new, old in change.renamed.items()}
        self.cited_before = Cited(change.base, before, moved) if before else None
        self.cited_after = Cited(change.head, after) if after else None
        self.sides = Sides(
            self.page,
            stated(self.page, before.claims, self.cited_before.proofs) if before and self.cited_before else [],
            stated(self.page, after.claims, self.cited_after.proofs) if after and self.cited_after else [],
            cache(self.uncited),
        )

    def uncited(self) -> tuple[list[Stated], list[Stated]]:
        """Sentences without a cite that stand in one state only, before and after."""
        return uncited(self.page, self.before, self.after)

    @property
    def retracts(self) -> bool:
        """Whether the page itself is out of use, with something that took its place."""
        page = self.after or self.before
        return page is not None and page.status == "deprecated" and bool(page.meta.get("superseded_by"))

    @property
    def is_new_retraction(self) -> bool:
        """Whether it was in use before."""
        return self.retracts and self.before is not None and self.before.status != "deprecated"


class _Comparison:
    """Works out the difference of a change."""

    def __init__(self, change: Change) -> None:
        self.sheets: dict[str, _Sheet] = {}
        for before, after in change.pairs:
            page = after or before
            if page is not None and page.kind not in _LISTINGS:
                self.sheets[page.path] = _Sheet(change, page.path, before, after)

    def difference(self) -> Difference:
        """Match, then say of each claim what became of it."""
        matching = match(sheet.sides for sheet in self.sheets.values())
        places = self.places(matching)
        found = [one for one in (self.pair(*pair) for pair in matching.pairs) if one is not None]
        found.extend(self.part(one, other, "merged") for one, other in matching.merged)
        found.extend(self.part(one, other, "split") for one, other in matching.split)
        found.extend(self.gone(one, places) for one in matching.before)
        found.extend(self.new(one) for one in matching.after)
        found.sort(key=lambda one: (one.page, one.near, one.change, one.origin, one.before.start if one.before else 0))
        return Difference(tuple(found), _limited(matching.limited), matching.limited)

    def places(self, matching: Matching) -> dict[Stated, int]:
        """Where in the present page each claim that is gone would stand: at the claim before it that is still there."""
        partners = dict(matching.pairs)
        places: dict[Stated, int] = {}
        for sheet in self.sheets.values():
            near = sheet.after.body if sheet.after else 0
            for one in sheet.sides.before:
                partner = partners.get(one)
                if partner is None:
                    places[one] = near
                elif partner.page == one.page:
                    near = partner.claim.start
        return places

    def support(self, one: Stated, past: bool) -> Support:
        """The class of support of a claim in one of the states."""
        sheet = self.sheets[one.page]
        cited = sheet.cited_before if past else sheet.cited_after
        return cited.support(one.claim) if cited is not None else "uncited"

    def origin(self, one: Stated) -> str:
        """The path of a claim's page in the old state."""
        before = self.sheets[one.page].before
        return before.path if before else one.page

    def pair(self, one: Stated, other: Stated) -> ClaimChange | None:
        """What changed between two states of one claim, or None."""
        flags = flags_of(one, other)
        kind = kind_of(one, other, flags, self.sheets[other.page].is_new_retraction)
        if kind is None:
            return None
        return ClaimChange(
            kind,
            other.page,
            one.claim,
            other.claim,
            flags,
            tuple(sorted(other.proofs - one.proofs)),
            tuple(sorted(one.proofs - other.proofs)),
            self.support(other, False),
            self.support(one, True),
            self.origin(one),
            other.claim.start,
            tuple(sorted(one.proofs & other.proofs)),
            self.retargeted(one, other),
        )

    def retargeted(self, one: Stated, other: Stated) -> tuple[tuple[Proof, Proof], ...]:
        """Proofs of which another one stands under the same number now."""
        before, after = self.sheets[one.page].cited_before, self.sheets[other.page].cited_after
        if before is None or after is None:
            return ()
        numbers = [number for number in one.claim.ids if number in other.claim.ids]
        pairs = [
            (before.entries[number][0], after.entries[number][0])
            for number in numbers
            if number in before.entries and number in after.entries
        ]
        return tuple(pair for pair in pairs if pair[0] not in other.proofs and pair[1] not in one.proofs)

    def part(self, one: Stated, other: Stated, flag: Flag) -> ClaimChange:
        """A claim that is told together with others in one of the states."""
        support, supported = self.support(other, False), self.support(one, True)
        return ClaimChange(
            "reworded",
            other.page,
            one.claim,
            other.claim,
            (flag,),
            support=support,
            supported=supported,
            origin=self.origin(one),
            near=other.claim.start,
            kept=tuple(sorted(one.proofs & other.proofs)),
        )

    def gone(self, one: Stated, places: Mapping[Stated, int]) -> ClaimChange:
        """A claim that stands nowhere any more."""
        sheet = self.sheets[one.page]
        kind: Kind = "retracted" if sheet.retracts else "removed"
        support = self.support(one, True)
        lost = tuple(sorted(one.proofs))
        return ClaimChange(
            kind, one.page, one.claim, None, (), (), lost, support, support, self.origin(one), places[one]
        )

    def new(self, one: Stated) -> ClaimChange:
        """A claim that stood nowhere before."""
        gained = tuple(sorted(one.proofs))
        return ClaimChange(
            "added", one.page, None, one.claim, (), gained, (), self.support(one, False), near=one.claim.start
        )


def stated(name: str, claims: Sequence[Claim], proofs: Callable[[Claim], frozenset[Proof]]) -> list[Stated]:
    """The claims of one state of a page with their proofs, as `matching` takes them; a cite that stands alone claims nothing."""
    return [
        Stated(claim, name, number, proofs(claim))
        for number, claim in enumerate(claims)
        if any(sign.isalnum() for sign in claim.text)
    ]


def kind_of(one: Stated, other: Stated, flags: tuple[Flag, ...], is_retracted: bool) -> Kind | None:
    """What became of a claim that stands in both states; None: nothing."""
    if other.claim.until and not one.claim.until or is_retracted:
        return "retracted"
    if flags or likeness(one.words.tokens, other.words.tokens) < SAME_WORDS:
        return "changed"
    if one.page != other.page:
        return "moved"
    return None if squeeze(one.claim.text) == squeeze(other.claim.text) else "reworded"


def flags_of(one: Stated, other: Stated) -> tuple[Flag, ...]:
    """What in a claim changed that bears on its meaning."""
    found: list[Flag] = []
    if one.claim.text != other.claim.text:
        found.extend(_meaning(one.words, other.words))
    if "date" not in found and one.claim.until and other.claim.until and one.claim.until != other.claim.until:
        found.append("date")
    if one.proofs != other.proofs:
        found.append("evidence")
    if one.claim.until and not other.claim.until:
        found.append("restored")
    return tuple(found)


def _meaning(one: Words, other: Words) -> list[Flag]:
    """Numbers, dates, negations and modal words that differ."""
    before, after = one.polarity, other.polarity
    differs: tuple[tuple[Flag, bool], ...] = (
        ("number", any(replaced(one.figures.numbers, other.figures.numbers))),
        ("date", any(replaced(one.figures.dates, other.figures.dates))),
        ("negation", before.negations != after.negations),
        ("modal", before.modals != after.modals),
    )
    return [flag for flag, is_so in differs if is_so]


def uncited(name: str, before: Page | None, after: Page | None) -> tuple[list[Stated], list[Stated]]:
    """Sentences without a cite that stand in one state of a page only, before and after; `name` is the page's in `matching`."""
    if before is None or after is None:
        return [], []
    old, new = (
        [Stated(claim, name, number) for number, claim in enumerate(_uncited(page))] for page in (before, after)
    )
    return _only(old, new), _only(new, old)


def _only(these: list[Stated], others: list[Stated]) -> list[Stated]:
    """Those whose words the other side does not have, one for one."""
    known = Counter(other.words.key for other in others)
    found = []
    for one in these:
        known[one.words.key] -= 1
        if known[one.words.key] < 0:
            found.append(one)
    return found


def _uncited(page: Page) -> list[Claim]:
    """The sentences of a page outside its claims, as claims that cite nothing."""
    found: list[Claim] = []
    claims, at = page.claims, 0
    for start, end in page.sentences:
        while at < len(claims) and claims[at].end <= start:
            at += 1
        inside = at
        while inside < len(claims) and claims[inside].start < end:
            found.extend(_sentence(page.text, start, claims[inside].start))
            start = claims[inside].end
            inside += 1
        found.extend(_sentence(page.text, start, end))
    return found


def _sentence(text: str, start: int, end: int) -> list[Claim]:
    words = _BLOCK_ID.sub("", " ".join(text[start:end].split())).strip(" |>") if start < end else ""
    if not any(sign.isalnum() for sign in words):
        return []
    start += len(text[start:end]) - len(text[start:end].lstrip())
    until = _UNTIL.match(words)
    return [Claim("", words, start, end, (), until[1] if until else "", "", False)]


def _limited(pages: Mapping[str, tuple[int, int]]) -> str:
    """Why some claims were not paired one by one, in words."""
    told = [
        f"{page or 'between pages'} ({before:,} claims before, {after:,} after)"
        for page, (before, after) in sorted(pages.items())
    ]
    if not told:
        return ""
    more = f" and {len(told) - 3} more" if len(told) > 3 else ""
    return f"Too many claims without a partner to compare one by one; only equal words were paired: {', '.join(told[:3])}{more}."
