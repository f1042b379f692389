"""Who links to a page and who cites it, each with the sentence: context and evidence edges read backwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from brainwiki.markup import sentences
from brainwiki.model.evidence import located
from brainwiki.model.page import Page
from brainwiki.site.state import Site
from brainwiki.site.text.render import words

MAX_SENTENCES = 3
MAX_PAGES = 200
_LONG = 320


class Mention(NamedTuple):
    """A page that points here: link and title, its language, and the sentences that do (words, link to the claim if any)."""

    href: str
    title: str
    language: str
    sentences: tuple[tuple[str, str], ...]


class Edges(NamedTuple):
    """Edges by what they lead to: `links` as (path, offset), `cites` as (path, source id, turn), `lines` that are cited."""

    links: Mapping[str, tuple[tuple[str, int], ...]]
    cites: Mapping[str, tuple[tuple[str, str, int], ...]]
    lines: Mapping[str, frozenset[int]]


def gather(site: Site) -> Edges:
    """All edges between published pages, gathered once for the site; listings (index, log) do not count as linking."""
    links: dict[str, list[tuple[str, int]]] = {}
    cites: dict[str, list[tuple[str, str, int]]] = {}
    lines: dict[str, set[int]] = {}
    for page in site.wiki:
        if not site.is_shown(page.path):
            continue
        for path, offset in _links_of(site, page):
            links.setdefault(path, []).append((page.path, offset))
        for source, evidence in located(site.wiki, page):
            if evidence.lines[0]:
                lines.setdefault(evidence.path, set()).update(range(evidence.lines[0], evidence.lines[1] + 1))
            if evidence.path and evidence.path != page.path:
                cites.setdefault(evidence.path, []).append((page.path, source.id, evidence.turn))
    counted = {path: frozenset(numbers) for path, numbers in lines.items()}
    return Edges({k: tuple(v) for k, v in links.items()}, {k: tuple(v) for k, v in cites.items()}, counted)


def _links_of(site: Site, page: Page) -> Iterator[tuple[str, int]]:
    """Targets of a page's links with their offsets; those in evidence footnotes are evidence."""
    if page.kind in ("index", "log"):
        return
    for link, target in site.wiki.context(page):
        if target.path is not None and target.path != page.path:
            yield target.path, link.start


def linked_from(site: Site, page: Page, edges: Edges) -> tuple[list[Mention], int]:
    """Pages that link here, by title, with the sentences that do; and how many more there are than are shown."""
    by_page: dict[str, list[int]] = {}
    for path, offset in edges.links.get(page.path, ()):
        by_page.setdefault(path, []).append(offset)
    return _mentions(
        site,
        page,
        {path: _sentences_at(site, site.wiki.pages[path], found) for path, found in by_page.items()},
    )


def cited_by(site: Site, page: Page, edges: Edges, turn: int = 0) -> tuple[list[Mention], int]:
    """Pages whose evidence is this page (or this turn of it), with the claims that rest on it."""
    by_page: dict[str, list[tuple[str, str]]] = {}
    for path, source_id, cited_turn in edges.cites.get(page.path, ()):
        if not turn or cited_turn == turn:
            by_page.setdefault(path, []).extend(_claims(site, site.wiki.pages[path], source_id))
    return _mentions(site, page, by_page)


def _mentions(site: Site, page: Page, by_page: Mapping[str, list[tuple[str, str]]]) -> tuple[list[Mention], int]:
    shown = sorted(by_page, key=lambda path: (site.wiki.pages[path].title.casefold(), path))
    return [_mention(site, page, path, by_page[path]) for path in shown[:MAX_PAGES]], max(0, len(shown) - MAX_PAGES)


def _mention(site: Site, page: Page, path: str, said: list[tuple[str, str]]) -> Mention:
    other = site.wiki.pages[path]
    kept = list(dict.fromkeys(one for one in said if one[0]))[:MAX_SENTENCES]
    hrefs = [(said, site.to(page, site.addresses.pages[path], anchor) if anchor else "") for said, anchor in kept]
    return Mention(site.to(page, site.addresses.pages[path]), other.title, site.language(other), tuple(hrefs))


def _claims(site: Site, page: Page, source_id: str) -> list[tuple[str, str]]:
    return [
        (_short(words(site, page, claim.start, claim.end)), claim.id) for claim in page.claims if source_id in claim.ids
    ]


def _sentences_at(site: Site, page: Page, offsets: list[int]) -> list[tuple[str, str]]:
    """The words of the first sentences around these links, each once, with the id of the claim that it is, if any."""
    spans = dict.fromkeys(_around(page, offset) for offset in offsets if offset >= page.body)
    said = ((_short(words(site, page, start, end)), claim_id) for start, end, claim_id in spans)
    return list(islice((one for one in said if one[0]), MAX_SENTENCES))


def _around(page: Page, offset: int) -> tuple[int, int, str]:
    """The span of the sentence around a link and the id of the claim that it is, empty where it is none."""
    claim = sentences.claim_at(page, offset)
    if claim is not None:
        return claim.start, claim.end, claim.id
    return (*sentences.around(page, offset), "")


def _short(said: str) -> str:
    return said if len(said) <= _LONG else f"{said[: _LONG - 1].rstrip()}…"
