"""A page as it was before a proposal, with what the proposal had said kept as history: nothing that was read once just vanishes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from brainwiki.claims.difference import flags_of
from brainwiki.claims.matching import Sides, Stated, match
from brainwiki.claims.support import Proof as Support
from brainwiki.dream import places, sayings
from brainwiki.dream.pages import Proof, Said, Sheet
from brainwiki.markup import parser
from brainwiki.markup.writer import Edit
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Claim, Page

_MEANING = frozenset({"number", "date", "negation", "modal"})
_SAME = 0.6  # of two wordings of one claim; less alike is another statement


class Day(NamedTuple):
    """When a page is undone: the day that history gets, the instant, and the actor."""

    day: str
    at: str
    by: str


class _Kept(NamedTuple):
    """A claim of the proposal that becomes history: under which claim of the page as it was (None: under none), and its heading."""

    claim: Claim
    under: Claim | None
    heading: str


def undone(path: str, before: bytes | None, after: bytes, when: Day, dialect: Dialect) -> bytes:
    """What a page is without the proposal that made `after` of `before` (None: it was not there).

    What held before holds again; what the proposal said instead, or in addition, stands as `(until …)` with its evidence. A claim that
    it only put in other words has its old ones. A page that was not there is out of use, and all that it said is history. Raises
    MisfitError and UnusualError where the page is laid out so that this cannot be done.
    """
    if before is None:
        return _retired(path, after, when, dialect)
    sheet = Sheet(path, before, dialect)
    if sheet.page.kind not in ("page", "note"):
        return before
    new = parser.parse(path, after, dialect)
    for one in _kept(sheet.page, new):
        _keep(sheet, new, one, when.day)
    sheet.finish((), when.by, when.at)
    return sheet.raw


def _retired(path: str, after: bytes, when: Day, dialect: Dialect) -> bytes:
    """A page that nothing was before: out of use."""
    sheet = Sheet(path, after, dialect)
    for name in [claim.id for claim in sheet.page.claims if not claim.until]:
        claim = sheet.claim(name)
        if claim is not None and not claim.until:
            sheet.retire(claim, when.day, ())
    sheet.retire_page("")
    sheet.finish((), when.by, when.at)
    return sheet.raw


def _kept(old: Page, new: Page) -> Iterator[_Kept]:
    """The current claims of the proposal that said something which nothing said before."""
    said = [one for one in old.claims if not one.until]
    words = {one.words.key for one in _stated(said)}
    pairs = match([Sides("", _stated(old.claims), _stated(new.claims))]).pairs
    partner = {other.claim: one for one, other in pairs if not one.claim.until}
    history = _replaced(new, said)
    for other in _stated(new.claims):
        if other.claim.until or other.words.key in words:
            continue
        one = partner.get(other.claim)
        under = history.get(other.claim.id) or (one.claim if one else None)
        if one is not None and other.claim.id not in history and not _says_more(one, other):
            continue
        yield _Kept(other.claim, under, _heading(new, other.claim.start))


def _says_more(one: Stated, other: Stated) -> bool:
    """Whether a claim that was rewritten says another thing than before."""
    shared = len(one.words.tokens & other.words.tokens) / max(len(one.words.tokens), len(other.words.tokens), 1)
    return shared < _SAME or not _MEANING.isdisjoint(flags_of(one, other))


def _replaced(new: Page, said: list[Claim]) -> Mapping[str, Claim]:
    """For each claim of the proposal, by its id, the one that stood there before and is history under it now."""
    known = {one.words.key: one.claim for one in _stated(said)}
    found: dict[str, Claim] = {}
    for one in _stated(new.claims):
        old = known.get(one.words.key)
        if one.claim.until and old is not None:
            found.setdefault(one.claim.parent, old)
    return found


def _stated(claims: tuple[Claim, ...] | list[Claim]) -> list[Stated]:
    return [
        Stated(claim, "", place, frozenset(Support(name, "", 0) for name in claim.ids))
        for place, claim in enumerate(claims)
    ]


def _heading(page: Page, place: int) -> str:
    """The heading that a claim stands under; empty where there is none."""
    return next((one.text for one in reversed(page.headings) if one.start < place), "")


def _keep(sheet: Sheet, new: Page, one: _Kept, day: str) -> None:
    """Write a claim of the proposal into the page as history, with its evidence."""
    proofs = [
        Proof(source.resource, source.quote, source.at, source.author)
        for name in one.claim.ids
        if (source := new.source(name)) is not None
    ]
    ids = sheet.sources(proofs)
    old = Said(f"(until {day}) {one.claim.text}", ids, day)
    under = sheet.claim(one.under.id) if one.under else None
    if under is not None:
        slot = places.history_slot(sheet.page, sheet.spot(under))
    else:
        slot = places.end_slot(sheet.page, one.heading if places.has_heading(sheet.page, one.heading) else "")
    line = f"{slot.before}{sayings.cite(old.text, ids)}{slot.behind}"
    sheet.apply([Edit(slot.at, slot.at, line)], come=[old])
