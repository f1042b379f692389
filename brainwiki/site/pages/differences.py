"""What a proposal does to the memory as readers of the site see it: the document of a comparison, without what is not published."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from brainwiki.claims.wording import Piece, State, marked, side
from brainwiki.markup.shown import visible
from brainwiki.model.page import Page
from brainwiki.site.language import of_text
from brainwiki.site.output import digest
from brainwiki.site.pages.receipts import Written, written_at
from brainwiki.site.state import Site
from brainwiki.site.urls import quoted, relative
from brainwiki.site.words import Words

Document = Mapping[str, Any]

STYLES = ("assets/stylesheets/bw-history.css", "assets/stylesheets/bw-review.css")
MOST_RECEIPTS = 30  # the newest, of which the difference is shown
MOST_CLAIMS = 300  # claims that are shown
MOST_QUOTES = 12  # of one claim
MOST_LISTED = 50  # findings and links
_LONGEST = 1_200  # characters of a claim or a quote
_WIKILINK = re.compile(r"!?\[\[([^\[\]|\n]{1,300}?)(?:\\?\|([^\[\]|\n]{0,300}))?\]\]")
_KINDS = ("added", "changed", "reworded", "moved", "retracted", "removed")


class Quote(NamedTuple):
    """A proof beside its claim. `sign` says that it came (`+`), went (`-`) or stayed (`=`); `who` is whose words it is, in words,
    `trust` the key of that; `found` is False where the words do not stand there. Of what is not published there is no link."""

    sign: str
    words: str
    who: str
    trust: str
    where: str
    href: str
    is_outside: bool
    found: bool | None
    language: str


class Stated(NamedTuple):
    """One side of a claim: its words, with those marked that the other side does not have; its language; its evidence."""

    pieces: tuple[Piece, ...]
    language: str
    quotes: tuple[Quote, ...] = ()


class ClaimShown(NamedTuple):
    """What became of one claim; a side that is not there has no pieces. `flags` are words, `came_from` the page it stood on."""

    change: str
    flags: tuple[str, ...]
    before: Stated
    after: Stated
    quotes: tuple[Quote, ...]
    support: str
    supported: str
    came_from: Written | None


class PageShown(NamedTuple):
    """A page with its claims. `confidence` and `sources` are texts before and after, both empty where nothing changed in them."""

    page: Written
    anchor: str
    language: str
    confidence: tuple[str, str]
    sources: tuple[str, str]
    claims: tuple[ClaimShown, ...]


class PairShown(NamedTuple):
    """Two claims against each other: the one that holds and the one that comes."""

    outcome: str
    page: Written
    flags: tuple[str, ...]
    active: Stated
    incoming: Stated


class FindingShown(NamedTuple):
    """A finding of a rule: code, name, page, line, message."""

    code: str
    slug: str
    page: Written
    line: int
    message: str


class Difference(NamedTuple):
    """All that is shown of a comparison; the `hidden_…` count what is not published, `left` claims beyond the most."""

    risk: str
    reasons: tuple[tuple[str, str], ...]
    counts: tuple[str, ...]
    blocking: tuple[FindingShown, ...]
    warning: tuple[FindingShown, ...]
    asked: bool
    pairs: tuple[PairShown, ...]
    pages: tuple[PageShown, ...]
    reach: tuple[int, int]
    best: tuple[tuple[Written, int], ...]
    broken: tuple[tuple[Written, str], ...]
    orphaned: tuple[Written, ...]
    outside: tuple[str, ...]
    limited: bool
    hidden_pages: int
    hidden_claims: int
    left: int


def difference(site: Site, found: Document, base: str, words: Words, own: str = "") -> Difference | None:
    """A document of a comparison for the page at the address `base`, in these words; None where there is none. `own` is the path
    of the receipt, which is no news."""
    return _Shown(site, found, base, words, own).difference() if found else None


def counts_of(claims: Sequence[Document], words: Words) -> Iterator[str]:
    """What happened to claims and their evidence, in short."""
    kinds = Counter(one["change"] for one in claims)
    for kind in _KINDS:
        if kinds[kind]:
            yield words.say("h_removed_claims" if kind == "removed" else f"h_{kind}", kinds[kind])
    for key in ("gained", "lost"):
        number = sum(len(one["evidence"][key]) for one in claims)
        if number:
            yield words.say(f"v_{key}", number)


def outline(found: Difference, words: Words) -> list[tuple[int, str, str]]:
    """The headings of a difference as (level, anchor, words)."""
    parts = (
        ("v-blocks", "v_blocks", found.blocking),
        ("v-pairs", "v_pairs", found.pairs),
        ("v-what", "v_what", found.pages),
        ("v-reach", "v_reach", any(found.reach)),
        ("v-warns", "v_warns", found.warning),
    )
    return [(2, anchor, words[key]) for anchor, key, is_there in parts if is_there]


def arrivals(site: Site) -> Mapping[str, str]:
    """By the path of each receipt the commit with which it came, of the newest of them; worked out once."""
    known = site.rooms.get("arrivals")
    if known is None:
        found: dict[str, str] = {}
        for touch in site.past.touches:
            if touch.after and not touch.before and touch.path.startswith("proposals/") and len(found) < MOST_RECEIPTS:
                found.setdefault(touch.path, touch.commit)
        known = site.rooms["arrivals"] = found
    assert isinstance(known, dict)
    return known


def of_receipt(site: Site, page: Page, base: str, words: Words) -> Difference | None:
    """What the commit changed with which a receipt came; None where that is not known or too long ago."""
    commit = arrivals(site).get(page.path, "")
    found = site.compare(f"{commit}~1", commit, False) if commit else {}
    return difference(site, found, base, words, page.path)


def keys(site: Site) -> Mapping[str, str]:
    """By the path of each published receipt a digest of the difference that its page shows."""
    found = {}
    for path in arrivals(site):
        page = site.wiki.pages.get(path)
        if page is not None and site.is_shown(path):
            found[path] = digest(of_receipt(site, page, site.addresses.pages[path], site.words_of(page)))
    return found


class _Shown:
    """Makes the parts of one difference."""

    def __init__(self, site: Site, found: Document, base: str, words: Words, own: str) -> None:
        self.site, self.found, self.base, self.words, self.own = site, found, base, words, own
        self.titles = {one["path"]: one.get("title", "") for one in found["pages"]}

    def difference(self) -> Difference:
        found = self.found
        claims = [one for one in found["claims"] if self.may_name(one["page"])]
        listed = [one for one in found["pages"] if one["path"] != self.own]
        shown = [one for one in listed if self.may_name(one["path"])]
        findings = [one for one in found["findings"] or () if self.may_name(self.inside(one["path"]))]
        return Difference(
            found["risk"],
            tuple(
                (one["risk"], self.words.say(f"v_reason_{one['kind']}", f"{one['count']:,}"))
                for one in found["reasons"]
            ),
            tuple(counts_of(found["claims"], self.words)),
            tuple(self.finding(one) for one in findings if one["severity"] == "BLOCK")[:MOST_LISTED],
            tuple(self.finding(one) for one in findings if one["severity"] != "BLOCK")[:MOST_LISTED],
            found["findings"] is not None,
            tuple(
                self.pair(one)
                for one in found["contradictions"]
                if one["outcome"] != "changed" and self.may_name(one["page"])
            )[:MOST_LISTED],
            tuple(self.pages(shown, claims[:MOST_CLAIMS])),
            (found["reach"]["hop1"], found["reach"]["hop2"]),
            tuple(
                (self.written(one["path"]), one["links"])
                for one in found["reach"]["best"]
                if self.may_name(one["path"])
            ),
            tuple(
                (self.written(one["path"]), visible(one["target"][:_LONGEST]))
                for one in found["links"]["broken"]
                if self.may_name(one["path"])
            )[:MOST_LISTED],
            tuple(self.written(path) for path in found["links"]["orphaned"] if self.may_name(path))[:MOST_LISTED],
            tuple(map(visible, found["outside"]))[:MOST_LISTED],
            bool(found["limited"]),
            len(listed) - len(shown),
            len(found["claims"]) - len(claims),
            max(0, len(claims) - MOST_CLAIMS),
        )

    def may_name(self, path: str) -> bool:
        return path != self.own and self.site.may_name(path)

    def inside(self, path: str) -> str:
        """A path of a finding, seen from the brain."""
        return path.removeprefix(self.site.wiki.path_prefix)

    def written(self, path: str, change: str = "") -> Written:
        """A page by its path; one that is new is called by its title."""
        told = written_at(self.site, path, change, self.base)
        title = self.titles.get(path, "") if not told.href else told.title
        return told._replace(title=visible(title or told.title), language=told.language or self.language(title))

    def language(self, text: str) -> str:
        return of_text(text, self.site.config.language) if text else ""

    def finding(self, one: Document) -> FindingShown:
        page = self.written(self.inside(one["path"]))
        return FindingShown(one["code"], one["slug"], page, one["line"], visible(one["message"][:_LONGEST]))

    def pages(self, listed: Sequence[Document], claims: Sequence[Document]) -> Iterator[PageShown]:
        """The pages with their claims, in the order of the document."""
        by_page: dict[str, list[Document]] = {}
        for one in claims:
            by_page.setdefault(one["page"], []).append(one)
        for number, one in enumerate(listed, 1):
            change = "removed" if one["change"] == "deleted" else str(one["change"])
            confidence, sources = one.get("confidence", {}), one.get("sources", {})
            page = self.written(one["path"], change)
            yield PageShown(
                page,
                f"p-{number}",
                page.language,
                _both(confidence.get("before"), confidence.get("after"), _percent),
                _both(sources.get("before"), sources.get("after"), str),
                tuple(self.claim(claim) for claim in by_page.get(one["path"], ())),
            )

    def claim(self, one: Document) -> ClaimShown:
        before, after = (one[key]["text"] if one[key] else "" for key in ("before", "after"))
        evidence = one["evidence"]
        quotes = [
            *self.quotes("+", evidence["gained"] if one["before"] else ()),
            *self.quotes("-", evidence["lost"] if one["after"] else ()),
            *self.quotes("=", evidence["kept"]),
            *self.quotes("=", evidence["gained"] if not one["before"] else ()),
            *self.quotes("=", evidence["lost"] if not one["after"] else ()),
        ]
        origin = one.get("from", "")
        return ClaimShown(
            one["change"],
            tuple(self.words[f"h_flag_{flag}"] for flag in one["flags"]),
            self.stated(before, after, "-"),
            self.stated(before, after, "+"),
            tuple(quotes[:MOST_QUOTES]),
            one["support"],
            one["supported"] if one["before"] else one["support"],
            self.written(origin) if origin and self.may_name(origin) else None,
        )

    def pair(self, one: Document) -> PairShown:
        active, incoming = one["active"], one["incoming"]
        sides = [
            self.stated(active["text"], incoming["text"], state)._replace(
                quotes=tuple(self.quotes("=", claim["evidence"]))[:MOST_QUOTES]
            )
            for state, claim in (("-", active), ("+", incoming))
        ]
        flags = tuple(self.words[f"h_flag_{flag}"] for flag in one["flags"])
        return PairShown(one["outcome"], self.written(one["page"]), flags, *sides)

    def stated(self, before: str, after: str, state: str) -> Stated:
        """One side of two texts; where both are the same, or there is only one, nothing is marked."""
        before, after = _plain(before), _plain(after)
        own = before if state == "-" else after
        if not before or not after or before == after:
            pieces: tuple[Piece, ...] = (Piece("=", own),) if own else ()
        else:
            wanted: State = "-" if state == "-" else "+"
            pieces = side(marked(before, after), wanted)
        return Stated(pieces, self.language(own))

    def quotes(self, sign: str, proofs: Iterable[Document]) -> Iterator[Quote]:
        for one in proofs:
            href, where, is_outside = self.place(one)
            trust = one.get("trust", "unknown")
            words = _seen(one.get("quote", "")[:_LONGEST])
            yield Quote(
                sign,
                words,
                self.words[f"v_trust_{trust}"],
                trust,
                where,
                href,
                is_outside,
                one.get("found"),
                self.language(words),
            )

    def place(self, one: Document) -> tuple[str, str, bool]:
        """Where a proof leads: the link, its name, and whether that is elsewhere."""
        resource, turn = one["resource"], one.get("turn", 0)
        path, _, fragment = resource.partition("#")
        page = self.site.wiki.pages.get(path)
        said = self.words.say("turn", turn).replace(" ", "\u00a0") if turn else ""
        if page is not None and self.site.is_shown(path):
            address = self.site.addresses.pages[path]
            if page.kind == "session" and turn:
                address = self.site.stretches.address(page, self.site.stretches.with_turn(page, turn))
            anchor = f"turn-{turn}" if turn else self.site.anchor(page, fragment)
            href = relative(self.base, address) + (f"#{quoted(anchor)}" if anchor else "")
            return href, " · ".join(filter(None, (visible(page.title), said))), False
        if path.endswith("/session.md") or page is not None:
            return "", " · ".join(filter(None, (self.words["private"], said))), False
        if resource.startswith(("https://", "http://")):
            return resource, visible(resource[:_LONGEST]), True
        if path in self.site.addresses.raws:
            return relative(self.base, self.site.addresses.raws[path]), visible(path.rpartition("/")[2]), False
        return "", visible(resource[:_LONGEST]), False


def _plain(text: str) -> str:
    """A claim as it is read: links by their words, and no sign that hides."""
    said = _WIKILINK.sub(lambda found: found[2] or found[1].rpartition("/")[2], text[:_LONGEST])
    return _seen(said.replace("**", "").replace("`", "")) + ("…" if len(text) > _LONGEST else "")


def _seen(text: str) -> str:
    """A text in which a sign without a form of its own stands by its code."""
    return (
        text if text.isprintable() else "".join(f"[{one[1:]}]" if len(one) > 1 else one for one in map(visible, text))
    )


def _percent(value: float) -> str:
    return f"{round(value * 100)} %"


def _both(before: Any, after: Any, told: Any) -> tuple[str, str]:
    """Two values as texts, both empty where they are the same."""
    if before == after:
        return "", ""
    return ("–" if before is None else told(before)), ("–" if after is None else told(after))
