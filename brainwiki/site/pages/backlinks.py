"""Who links to a page and who cites it, each with the sentence: context and evidence edges read backwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from brainwiki.model.evidence import located
from brainwiki.model.page import Page
from brainwiki.site.pages.facts import Facts, Sentence
from brainwiki.site.state import Site
from brainwiki.site.text.quotes import Piece, Spot, pieces

MAX_SENTENCES = 3
MAX_PAGES = 200
LONGEST = 320  # characters of a sentence that are shown
BEFORE = 120  # and so many before its link, where that comes late


class Told(NamedTuple):
    """A sentence that points here, in pieces with the words of the link marked, and the link to the claim that it is, if any."""

    pieces: tuple[Piece, ...]
    href: str = ""

    @property
    def words(self) -> str:
        """The whole sentence, as far as it is shown."""
        return "".join(piece.words for piece in self.pieces)


class Mention(NamedTuple):
    """A page that points here: link and title, its language, and the sentences that do."""

    href: str
    title: str
    language: str
    sentences: tuple[Told, ...]


class Edges(NamedTuple):
    """Edges by what they lead to: `links` as (path, offset), `cites` as (path, source id, turn), `lines` that are cited; and the
    facts of the pages that they come from."""

    links: Mapping[str, tuple[tuple[str, int], ...]]
    cites: Mapping[str, tuple[tuple[str, str, int], ...]]
    lines: Mapping[str, frozenset[int]]
    facts: Facts


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
    facts = Facts(site)
    return Edges({k: tuple(v) for k, v in links.items()}, {k: tuple(v) for k, v in cites.items()}, counted, facts)


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
    shown, more = _first(site, by_page)
    return [_mention(site, page, path, edges.facts.said(path).around(by_page[path])) for path in shown], more


def cited_by(site: Site, page: Page, edges: Edges, turn: int = 0) -> tuple[list[Mention], int]:
    """Pages whose evidence is this page (or this turn of it), with the claims that rest on it."""
    by_page: dict[str, list[str]] = {}
    for path, source_id, cited_turn in edges.cites.get(page.path, ()):
        if not turn or cited_turn == turn:
            by_page.setdefault(path, []).append(source_id)
    shown, more = _first(site, by_page)
    said = edges.facts.said
    return [
        _mention(
            site, page, path, [(one, []) for source_id in by_page[path] for one in said(path).resting_on(source_id)]
        )
        for path in shown
    ], more


def _first(site: Site, by_page: Mapping[str, object]) -> tuple[list[str], int]:
    """The pages that are shown, by title, and how many are left out."""
    found = sorted(by_page, key=lambda path: (site.wiki.pages[path].title.casefold(), path))
    return found[:MAX_PAGES], max(0, len(found) - MAX_PAGES)


def _mention(site: Site, page: Page, path: str, said: Iterable[tuple[Sentence, Sequence[tuple[int, int]]]]) -> Mention:
    """A page with its sentences, each once, in which the words at some places are marked."""
    other, address = site.wiki.pages[path], site.addresses.pages[path]
    kept: dict[Sentence, Sequence[tuple[int, int]]] = {}
    for sentence, places in said:
        kept.setdefault(sentence, places)
    told = (
        Told(_shown(words, places), site.to(page, address, claim_id) if claim_id else "")
        for (words, claim_id), places in list(kept.items())[:MAX_SENTENCES]
    )
    return Mention(site.to(page, address), other.title, site.language(other), tuple(told))


def _shown(words: str, places: Sequence[tuple[int, int]]) -> tuple[Piece, ...]:
    """A sentence in pieces, cut to what is shown, with its first marked words among it."""
    marked = sorted(place for place in places if place[0] < place[1])
    start = 0
    if len(words) > LONGEST and marked and marked[0][1] > LONGEST:
        start = max(0, marked[0][0] - BEFORE)
    end = len(words) if len(words) - start <= LONGEST else start + LONGEST - 1
    found = pieces(words, start, end, [Spot(*place, "") for place in marked])
    before, after = (Piece("… "),) if start else (), (Piece("…"),) if end < len(words) else ()
    return (*before, *(piece._replace(anchors=()) for piece in found), *after)
