"""What a page's text tells other pages, kept between builds so that the text is read once: its language, the addresses in its
own HTML, the words of each sentence around a link and of each claim.

Where one page is changed, all others are known by these alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from brainwiki.markup import sentences
from brainwiki.markup.parser import MAX_PAGE
from brainwiki.markup.structure import MARKDOWN
from brainwiki.model.page import Link, Page
from brainwiki.site.output import digest
from brainwiki.site.state import Site
from brainwiki.site.text import balance
from brainwiki.site.text.render import words, words_with_links
from brainwiki.site.text.sanitise import clean

LONGEST = 4_000  # characters of a sentence that are kept; other pages show a stretch of it

_OWN_HTML = re.compile("<(?:a|img)[^a-z]", re.IGNORECASE)

Sentence = tuple[str, str]  # its words, and the id of the claim that it is (empty: none)
Place = tuple[
    int, int, int
]  # of a link's words: the index of their sentence, where they begin in it and where they end


class Own(NamedTuple):
    """What a page is by itself: its language, and where its own HTML leads."""

    language: str
    addresses: tuple[str, ...]


class Marks(NamedTuple):
    """Digests of what a page says: by the offset of each link that of its sentence and its place there, by source id that of the
    claims on it."""

    links: Mapping[int, str]
    claims: Mapping[str, str]


class Said(NamedTuple):
    """What a page says where it links and cites: `links` by offset and `claims` by source id point into `sentences`."""

    sentences: tuple[Sentence, ...]
    links: Mapping[int, Place]
    claims: Mapping[str, tuple[int, ...]]

    def around(self, offsets: Iterable[int]) -> list[tuple[Sentence, list[tuple[int, int]]]]:
        """The sentences around links at these offsets, each once, with the places of their words; a link in front matter
        stands in none."""
        found: dict[int, list[tuple[int, int]]] = {}
        for offset in offsets:
            if offset in self.links:
                index, start, end = self.links[offset]
                found.setdefault(index, []).append((start, end))
        return [(self.sentences[index], places) for index, places in found.items()]

    def resting_on(self, source_id: str) -> list[Sentence]:
        """The claims that cite a source."""
        return [self.sentences[index] for index in self.claims.get(source_id, ())]

    def claims_of(self, page: Page) -> dict[str, str]:
        """The words of the page's claims by id, as they are where nothing was put into them or cut off: of claims without links,
        whose id is theirs alone."""
        starts = [link.start for link in page.links]
        count = Counter(claim.id for claim in page.claims)
        free = {
            claim.id
            for claim in page.claims
            if count[claim.id] == 1 and bisect_left(starts, claim.start) == bisect_left(starts, claim.end)
        }
        return {name: words for words, name in self.sentences if name in free and len(words) < LONGEST}


def version_of(page: Page) -> str:
    """The content id of a page; of one that was never a file, a digest of its text."""
    return page.version or digest(page.text)


class Facts:
    """The facts of all published pages."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._own: dict[str, Own] = {}
        self._marks: dict[str, Marks] = {}
        self._said: dict[str, Said] = {}
        self._names: dict[str, str] = {}
        self._keys: dict[str, str] = {}

    def own(self, path: str) -> Own:
        """What a page is by itself."""
        if path not in self._own:
            self.gather([self.site.wiki.pages[path]])
        return self._own[path]

    def language(self, path: str) -> str:
        """The language that a page is written in."""
        return self.site.languages.get(path) or self.own(path).language

    def marks(self, path: str) -> Marks:
        """Digests of what a page says."""
        if path not in self._marks:
            self.gather([self.site.wiki.pages[path]])
        return self._marks[path]

    def said(self, path: str) -> Said:
        """What a page says."""
        found = self._said.get(path)
        if found is None:
            page = self.site.wiki.pages[path]
            kept: Any = self.site.memo.get("said", self.key(page), lambda: tuple(_said(self.site, page)))
            found = self._said[path] = Said(*kept)
        return found

    def gather(self, pages: Iterable[Page], also: Callable[[Page], None] = lambda _: None) -> None:
        """Take what is kept of these pages, and read only those of which nothing is; `also` sees those while their text is at
        hand."""
        wanted = [(page, self.key(page)) for page in pages]
        kept = self.site.memo.known("facts", [key for _, key in wanted])
        for page, key in wanted:
            if key not in kept:
                self._read(page, key)
                also(page)
                self.site.set_aside(page)
                continue
            language, addresses, *marks = kept[key]
            self._own[page.path] = Own(language, addresses)
            self._marks[page.path] = Marks(*marks)
            self.site.languages.setdefault(page.path, language)

    def _read(self, page: Page, key: str) -> None:
        """Work out all facts of a page."""
        memo, path = self.site.memo, page.path
        own = self._own[path] = Own(self.site.language(page), tuple(_addresses(page)))
        said = self._said[path] = _said(self.site, page)
        marks = self._marks[path] = _marks(said)
        memo.keep("said", key, tuple(said))
        memo.keep("facts", key, (*own, *marks))

    def key(self, page: Page) -> str:
        """The key of what a page says: its text, and the names of what it links to without a label."""
        found = self._keys.get(page.path)
        if found is None:
            found = self._keys[page.path] = self._key(page)
        return found

    def _key(self, page: Page) -> str:
        names = [
            self._name(target.paths[0], bool(link.fragment))
            for link, target in self.site.wiki.targets(page)
            if not link.label and len(target.paths) == 1 and link.form in ("wikilink", "embed")
        ]
        return digest(page.path, version_of(page), self.site.reading, names)

    def _name(self, path: str, with_parts: bool) -> str:
        """The words by which a link names the page at a path."""
        if with_parts:
            page = self.site.wiki.pages.get(path)
            return self._name(path, False) + (parts_of(page) if page is not None else "")
        found = self._names.get(path)
        if found is None:
            page = self.site.wiki.pages.get(path)
            found = self._names[path] = repr((page.title, page.aliases)) if page is not None else ""
        return found


def parts_of(page: Page) -> str:
    """Everything that a fragment may name on a page."""
    return repr((page.parts, sorted(page.anchors), sorted(page.blocks)))


def _addresses(page: Page) -> Iterable[str]:
    """Where links and images that the page writes as HTML lead; Markdown's own are among the page's links."""
    if not _OWN_HTML.search(page.text, page.body) or len(page.text) > MAX_PAGE:
        return
    cleaned = clean(MARKDOWN.html(page.text[page.body :]))
    for match in balance.TAG.finditer(cleaned or ""):
        if not match[1] and match[2] in ("a", "img"):
            found = balance.attributes(match[3])
            yield found.get("href", found.get("src", ""))


def _said(site: Site, page: Page) -> Said:
    """The sentences of a page that link or cite, each once; those without words are left out."""
    linking: dict[tuple[int, int, str], list[Link]] = {}
    for link in page.links:
        if link.start >= page.body:
            linking.setdefault(_around(page, link.start), []).append(link)
    found: list[Sentence] = []
    numbers: dict[tuple[int, int, str], int] = {}
    links: dict[int, Place] = {}
    for (start, end, claim_id), inside in linking.items():
        said, places = words_with_links(site, page, start, end, inside)
        if said:
            numbers[start, end, claim_id] = len(found)
            links.update({at: (len(found), *_within(places.get(at, (0, 0)))) for at in (link.start for link in inside)})
            found.append((_cut(said), claim_id))
    claims: dict[str, dict[int, None]] = {}
    for claim in page.claims:
        span = (claim.start, claim.end, claim.id)
        said = "" if span in numbers else words(site, page, claim.start, claim.end)
        if said:
            numbers[span] = len(found)
            found.append((_cut(said), claim.id))
        for source_id in claim.ids if span in numbers else ():
            claims.setdefault(source_id, {})[numbers[span]] = None
    return Said(tuple(found), links, {source_id: tuple(kept) for source_id, kept in claims.items()})


def _cut(said: str) -> str:
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip()}…"


def _within(place: tuple[int, int]) -> tuple[int, int]:
    """The place of words as far as they are kept."""
    return place if place[1] < LONGEST else (0, 0)


def _around(page: Page, offset: int) -> tuple[int, int, str]:
    """The span of the sentence around a link and the id of the claim that it is, empty where it is none."""
    claim = sentences.claim_at(page, offset)
    if claim is not None:
        return claim.start, claim.end, claim.id
    return (*sentences.around(page, offset), "")


def _marks(said: Said) -> Marks:
    sums = [digest(sentence)[:12] for sentence in said.sentences]
    return Marks(
        {offset: f"{sums[index]}{start} {end}" for offset, (index, start, end) in said.links.items()},
        {source_id: "".join(sums[index] for index in indexes) for source_id, indexes in said.claims.items()},
    )
