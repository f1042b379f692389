"""What the evidence of all published pages tells: what rests on what, how far it can be checked, how old it is, how far pages are trusted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from brainwiki.model.evidence import Evidence, located
from brainwiki.model.page import Page, Source
from brainwiki.site.pages.evidence import Support, support_of
from brainwiki.site.pages.tally import standings
from brainwiki.site.state import Site

BANDS = (0.2, 0.4, 0.6, 0.8)  # a confidence of 0.8 stands in the highest band
_DAY = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-[0-3][0-9]")


class Tally(NamedTuple):
    """Counts over all published pages. `support` counts evidence entries by class, `days` by the day that they are of,
    `undated` those of no day; `claims` counts claims by the path of what they rest on, `pages` pages likewise; `tiers` and
    `bands` count pages and notes by trust and by confidence (-1: none), `bare` are those that cite nothing."""

    support: Mapping[Support, int]
    days: Mapping[str, int]
    undated: int
    claims: Mapping[str, int]
    pages: Mapping[str, int]
    tiers: Mapping[str, int]
    bands: Mapping[int, int]
    bare: tuple[str, ...]
    all_claims: int


class Survey:
    """The evidence of one state of the site, looked at once."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._days: dict[str, str] = {}

    @cached_property
    def resting(self) -> Mapping[str, int]:
        """How many published pages rest on each page of the brain, by path."""
        wiki, found = self.site.wiki, Counter[str]()
        for path in self.site.addresses.pages:
            page = wiki.pages[path]
            if page.sources:
                found.update({evidence.path for _, evidence in located(wiki, page)} - {"", path})
        return found

    @cached_property
    def tally(self) -> Tally:
        """Everything, counted; the text of a page is read once and what it tells is kept."""
        support, days, claims, pages = Counter[Support](), Counter[str](), Counter[str](), Counter[str]()
        tiers, bands, bare = Counter[str](), Counter[int](), list[str]()
        all_claims = 0
        for page, own in standings(self.site, self._pages()):
            all_claims += own.claims
            if page.kind in ("page", "note"):
                tiers[own.tier] += 1
                bands[band_of(page.confidence)] += 1
                if not page.sources:
                    bare.append(page.path)
            resting, reached = dict(own.resting), set[str]()
            for source, evidence in located(self.site.wiki, page):
                support[support_of(self.site, evidence, source.quote)] += 1
                days[self._day(source, evidence)] += 1
                if evidence.path and evidence.path != page.path:
                    reached.add(evidence.path)
                    claims[evidence.path] += resting.get(source.id, 0)
            pages.update(reached)
        undated = days.pop("", 0)
        return Tally(support, days, undated, claims, pages, tiers, bands, tuple(bare), all_claims)

    def _pages(self) -> Iterator[Page]:
        """The published pages that say something of their own."""
        for path in self.site.addresses.pages:
            page = self.site.wiki.pages[path]
            if page.kind in ("page", "note", "task", "rule", "source"):
                yield page

    def _day(self, source: Source, evidence: Evidence) -> str:
        """The day that an evidence entry is of: its own, else that of the session or source that it leads to."""
        if source.at:
            match = _DAY.match(source.at)
            if match:
                return match[0]
        return self._day_of(evidence.path) if evidence.path else ""

    def _day_of(self, path: str) -> str:
        """The day that a source or session is of."""
        found = self._days.get(path)
        if found is None:
            page = self.site.wiki.pages.get(path)
            match = _DAY.match(page.text_of("published") or page.text_of("started")) if page is not None else None
            found = self._days[path] = match[0] if match else ""
        return found


def band_of(confidence: float | None) -> int:
    """The band of a confidence: 0 to 4, -1 where there is none."""
    return -1 if confidence is None else sum(confidence >= bound for bound in BANDS)
