"""Safe fixes: from a file's bytes and its findings to bytes in which they are mended and nothing else has changed."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from brainwiki.markup import document, parser
from brainwiki.markup.writer import Edit, write
from brainwiki.model.finding import Edit as Change
from brainwiki.model.finding import Finding
from brainwiki.model.names import squeeze
from brainwiki.model.page import Link, Page, Source
from brainwiki.rules.register import BY_CODE
from brainwiki.rules.rule import Mend, View

TRIES = 64  # how often the findings of one rule on one page are tried in smaller groups,
EFFORT = 300_000  # and how many characters are parsed for that

Proposal = tuple[Change, ...]
_Spot = tuple[Finding, int, int]
_Plan = tuple[_Spot, tuple[Edit, ...]]


class Mended(NamedTuple):
    """A file's bytes after mending, the findings that were mended, and those that would have done harm, each with what."""

    raw: bytes
    done: tuple[Finding, ...]
    left: tuple[tuple[Finding, str], ...]


def mend(raw: bytes, page: Page, findings: Iterable[Finding], view: View, quotes: tuple[str, ...] = ()) -> Mended:
    """Mend what can be mended of `page`, which was parsed from `raw`: rule after rule in the order of codes, parsed anew between.

    What a rule does is kept only where claims, evidence, headings, values and the `quotes` that other pages take from this one
    stay as they were. A finding that is neither done nor left has no safe fix here, or waits for another run because a fix before
    it touched its place.
    """
    ordered = sorted(findings, key=lambda finding: finding.code)
    if any(problem.kind == "not-utf8" for problem in page.problems):
        return Mended(raw, (), tuple((finding, "the file is not UTF-8") for finding in ordered))
    work = _Work(raw, page, view, quotes, ordered)
    for code, _ in groupby(ordered, key=lambda finding: finding.code):
        found = _mend_of(code)
        if found is not None:
            work.rule(found, code)
    return Mended(work.raw, tuple(work.done), tuple(work.left))


def proposed(
    page: Page, findings: Iterable[Finding], view: View, quotes: tuple[str, ...] = ()
) -> dict[Finding, Proposal]:
    """The edits that `mend` would make for each finding, rule by rule on the page as it stands; what is no edit of text is left out."""
    found: dict[Finding, Proposal] = {}
    if page.text.startswith(document.BOM) or any(problem.kind == "not-utf8" for problem in page.problems):
        return found
    work = _Work(page.text.encode(), page, view, quotes, findings)
    for code in sorted({spot[0].code for spot in work.spots}):
        way = _mend_of(code)
        if way is not None and way.recode is None:
            for spot, edits in work.kept(way, code):
                found[spot[0]] = tuple(Change(*page.place(one.start), *page.place(one.end), one.text) for one in edits)
    return found


def _mend_of(code: str) -> Mend | None:
    """How findings of a rule are mended; local rules only look."""
    rule = BY_CODE.get(code)
    return rule.mend if rule else None


class _Work:
    """One file on its way: its bytes and its page as they stand now, and where the findings to come stand in it."""

    def __init__(
        self, raw: bytes, page: Page, view: View, quotes: tuple[str, ...], findings: Iterable[Finding]
    ) -> None:
        self.raw = raw
        self.page = page
        self.view = view
        self.quotes = quotes
        self.spots: list[_Spot] = [
            (one, page.offset(one.line, one.column), page.offset(one.end_line, one.end_column)) for one in findings
        ]
        self.done: list[Finding] = []
        self.left: list[tuple[Finding, str]] = []
        self.tries = 0
        self.last: tuple[list[_Plan], bytes, Page] = ([], raw, page)

    def rule(self, mend: Mend, code: str) -> None:
        """Mend the findings of one rule, as many as do no harm."""
        kept = self.kept(mend, code)
        raw, page = self.after(mend, kept)
        if raw == self.raw:
            return
        edits = sorted(edit for _, edits in kept for edit in edits)
        self.raw, self.page = raw, page
        self.last = ([], raw, page)
        self.done.extend(spot[0] for spot, _ in kept)
        self.spots = _moved([spot for spot in self.spots if spot[0].code > code], edits)

    def kept(self, mend: Mend, code: str) -> list[_Plan]:
        """The plans for the findings of one rule that do no harm."""
        spots = [spot for spot in self.spots if spot[0].code == code]
        self.tries = max(3, min(TRIES, EFFORT // (len(self.page.text) + 1)))
        return self.harmless(mend, self.plans(mend, spots)) if spots else []

    def plans(self, mend: Mend, spots: list[_Spot]) -> list[_Plan]:
        """The edits for each finding, in the order of the page; one that meets the edit before it waits for another run."""
        if mend.edits is None:
            edits = _difference(self.page.text, mend.whole(self.page, self.view)) if mend.whole else ()
            first, *more = spots
            return [(first, edits), *((spot, ()) for spot in more)] if edits or mend.recode else []
        found: list[_Plan] = []
        end = -1
        for spot in sorted(spots, key=lambda spot: spot[1:]):
            edits = tuple(sorted(mend.edits(self.page, self.view, spot[1], spot[2])))
            if edits and edits[0].start > end:
                found.append((spot, edits))
                end = edits[-1].end
        return found

    def harmless(self, mend: Mend, plans: list[_Plan]) -> list[_Plan]:
        """The plans that together do no harm; parts are tried where all of them would."""
        if not plans:
            return []
        self.tries -= 1
        harm = self.harm(mend, plans)
        if not harm:
            return plans
        if mend.edits is None or len(plans) == 1 or self.tries <= 0:
            self.left.extend((spot[0], harm) for spot, _ in plans)
            return []
        kept, more = (self.harmless(mend, part) for part in self.parted(plans))
        if not (kept and more):
            return kept or more
        kept = sorted(kept + more, key=lambda plan: plan[1])
        harm = self.harm(mend, kept)
        self.left.extend((spot[0], harm) for spot, _ in kept if harm)
        return [] if harm else kept

    def parted(self, plans: list[_Plan]) -> tuple[list[_Plan], list[_Plan]]:
        """Two groups to try apart: edits outside of claims and inside, else halves."""
        claims = self.page.claims
        starts = [claim.start for claim in claims]
        parts: tuple[list[_Plan], list[_Plan]] = ([], [])
        for plan in plans:
            before = bisect_right(starts, plan[1][0].start)
            parts[before > 0 and plan[1][0].start <= claims[before - 1].end].append(plan)
        return parts if all(parts) else (plans[: len(plans) // 2], plans[len(plans) // 2 :])

    def after(self, mend: Mend, plans: list[_Plan]) -> tuple[bytes, Page]:
        """The file and its page with these plans carried out; the last answer is kept."""
        if self.last[0] != plans:
            source = document.read(self.raw)
            edits = (edit for _, edits in plans for edit in edits)
            raw = mend.recode(source) if mend.recode and plans else write(source, edits)
            same = raw == self.raw
            self.last = (plans, raw, self.page if same else parser.parse(self.page.path, raw, self.view.wiki.dialect))
        return self.last[1:]

    def harm(self, mend: Mend, plans: list[_Plan]) -> str:
        """What these plans would change that no fix may change; empty where nothing is."""
        old, new = self.page, self.after(mend, plans)[1]
        if mend.recode and new.text != old.text:
            return "the text would change"
        if _claims(old) != _claims(new):
            return "a claim would change"
        if _sources(old) != _sources(new):
            return "the evidence would change"
        if Counter(one.kind for one in new.problems) - Counter(one.kind for one in old.problems):
            return "something else would break"
        body = squeeze(new.text[new.body :]) if self.quotes else ""
        if not all(quote in body for quote in self.quotes):
            return "a quote that another page takes from it would no longer stand"
        if mend.whole is not None:
            return ""
        if old.meta != new.meta or _headings(old) != _headings(new):
            return "a value or a heading would change"
        return self.link_harm(mend, new, len(plans))

    def link_harm(self, mend: Mend, new: Page, mended: int) -> str:
        """Whether links change that should not."""
        old = Counter(_meant(link) for link in self.page.links)
        now = Counter(_meant(link) for link in new.links)
        if mend.links == "all" or old == now:
            return ""
        fresh, gone = now - old, old - now
        resolve = self.view.wiki.resolve
        alive = any(resolve(self.page, link).paths for link in self.page.links if _meant(link) in gone)
        if mend.links == "none" or alive or fresh.total() != mended:
            return "a link would change"
        leads = all(resolve(new, link).path for link in new.links if _meant(link) in fresh)
        return "" if leads else "a link would lead nowhere"


def _claims(page: Page) -> list[tuple[str, ...]]:
    """What makes a claim, without its place; words are compared as they are for a claim's id."""
    return [(one.id, squeeze(one.text), *one.ids, one.until, one.parent) for one in page.claims]


def _sources(page: Page) -> list[Source]:
    return [source._replace(start=0) for source in page.sources]


def _headings(page: Page) -> list[tuple[int, str, str]]:
    return [(one.level, one.text, one.anchor) for one in page.headings]


def _meant(link: Link) -> tuple[str, str, str]:
    return link.form, link.target, link.fragment


def _moved(spots: list[_Spot], edits: list[Edit]) -> list[_Spot]:
    """Where findings stand after the edits (in order); those that an edit touched are left out."""
    ends = [edit.end for edit in edits]
    shifts = [0]
    for edit in edits:
        shifts.append(shifts[-1] + len(edit.text) - (edit.end - edit.start))
    found: list[_Spot] = []
    for finding, start, end in spots:
        before = bisect_right(ends, start)
        if before == len(edits) or edits[before].start >= end:
            found.append((finding, start + shifts[before], end + shifts[before]))
    return found


def _difference(old: str, new: str) -> tuple[Edit, ...]:
    """One edit from the first line that differs to the last."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    top, most = 0, min(len(before), len(after))
    while top < most and before[top] == after[top]:
        top += 1
    tail = 0
    while tail < most - top and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    start = sum(map(len, before[:top]))
    edit = Edit(start, start + sum(map(len, before[top : len(before) - tail])), "".join(after[top : len(after) - tail]))
    return (edit,) if old != new else ()
