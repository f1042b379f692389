"""Everything that the site of one state is made of, room by room; each room says for itself what it puts where."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape
from urllib.parse import quote

from brainwiki.model.finding import Report
from brainwiki.model.page import Page
from brainwiki.site import interface
from brainwiki.site.before import Before
from brainwiki.site.graph import outputs as graph
from brainwiki.site.graph.connections import Connections
from brainwiki.site.history import leaves, redirects
from brainwiki.site.history.histories import histories, history_line, line_key
from brainwiki.site.output import KEPT, CopyOutput, FileOutput, Output, PageOutput, digest
from brainwiki.site.pages import differences, receipts
from brainwiki.site.pages.keys import Keys
from brainwiki.site.pages.parts import Maker
from brainwiki.site.pages.tally import keep_standing
from brainwiki.site.search import room as search
from brainwiki.site.sections import home
from brainwiki.site.sections import outputs as sections
from brainwiki.site.sections.room import Room
from brainwiki.site.state import Site
from brainwiki.site.templates import Templates


def maker_of(site: Site, templates: Templates) -> Maker:
    """The maker of a site's pages, with what the rooms put around them."""
    return Maker(site, templates, Connections, partial(history_line, site))


def outputs(maker: Maker, report: Report, is_served: bool, before: Before) -> Iterator[Output]:
    """All outputs; where findings block, `is_served` makes their page the home page. Last come those that only take what is free."""
    taken: set[str] = set()
    for output in _rooms(maker, report, is_served, before):
        taken.add(output.file)
        yield output
    yield from before.room("redirects", before.changed is not None, lambda: redirects.outputs(maker.site, taken))


def _rooms(maker: Maker, report: Report, is_served: bool, before: Before) -> Iterator[Output]:
    is_taken = is_served and bool(report.block)
    room = Room(maker, report)
    found = maker.site.rooms["search"] = search.Search(maker.site, before.searched)
    _read(maker, found, before)
    has_faces = before.changed is not None
    yield from pages(room, is_taken, before)
    yield from before.room("sections", before.is_same, lambda: sections.outputs(room))
    yield from before.room("changes", has_faces, lambda: leaves.outputs(maker))
    yield from histories(maker, before.is_unseen)
    yield from before.room("graph", has_faces and not before.moved, lambda: graph.outputs(maker))
    yield from before.room("search", before.is_same, found.outputs)
    yield from interface.outputs(maker.site, maker.templates)
    if report.block:
        address = "" if is_taken else maker.site.addresses.findings
        yield PageOutput(address, "", partial(maker.findings, report, address, is_taken))
    for path, address in maker.site.addresses.files.items():
        yield CopyOutput(address, path, "")


def _read(maker: Maker, found: search.Search, before: Before) -> None:
    """Read the pages of which nothing is kept, each once: for what others show of it, for the search, for those who count."""
    site = maker.site
    seen = [path for path in site.addresses.pages if not before.is_unseen(path)]

    def also(page: Page) -> None:
        found.read(page)
        keep_standing(site, page)

    maker.edges.facts.gather(map(site.wiki.pages.__getitem__, seen), also)


def pages(room: Room, is_home_taken: bool, before: Before) -> Iterator[PageOutput]:
    """The home page, the pages of the brain, and its evidence files."""
    maker, site = room.maker, room.site
    addresses = site.addresses
    keys, extra, is_unseen = Keys(site, maker.edges), _shown_beside(maker), before.is_unseen
    if not is_home_taken:
        index = site.wiki.pages[home.INDEX] if home.INDEX in addresses.pages else None
        yield home.output(room, keys.page(index, extra(home.INDEX)) if index is not None else "")
    for path, address in addresses.pages.items():
        if path != home.INDEX:
            key = KEPT if is_unseen(path) else keys.page(site.wiki.pages[path], extra(path))
            yield PageOutput(address, key, partial(maker.page, path), path)
    yield from _parts(maker, keys, is_unseen)
    for path, address in addresses.raws.items():
        key = KEPT if is_unseen(path) else keys.raw(site.wiki.evidence[path], extra(path))
        yield PageOutput(address, key, partial(maker.raw, path))


def _parts(maker: Maker, keys: Keys, is_unseen: Callable[[str], bool]) -> Iterator[PageOutput]:
    """The further pages of long conversations."""
    site = maker.site
    for path in site.addresses.pages:
        page = site.wiki.pages[path]
        if page.kind == "session":
            for part in site.stretches.of(page)[1:]:
                make = partial(maker.part, path, part.number)
                key = KEPT if is_unseen(path) else keys.part(page, part)
                yield PageOutput(site.stretches.address(page, part.number), key, make)


def _shown_beside(maker: Maker) -> Callable[[str], str]:
    """What the pages of the brain show beside themselves, by path: connections, the line of the history, a receipt."""
    site, near, told = maker.site, maker.connections.digest_of, receipts.keys(maker.site)
    changes = differences.keys(maker.site)
    return lambda path: f"{near(path)} {line_key(site, path)} {told.get(path, '')} {changes.get(path, '')}"


def sitemap(found: Iterable[Output], site_url: str | None) -> Iterator[FileOutput]:
    """The list of the brain's pages for search engines, where the site's own address is known; the same packed."""
    if not site_url:
        return
    addresses = [one.address for one in found if isinstance(one, PageOutput) and (one.path or not one.address)]
    key = digest(site_url, addresses)

    def plain() -> bytes:
        places = "".join(f"<url><loc>{escape(site_url + quote(address))}</loc></url>\n" for address in addresses)
        kind = "http://www.sitemaps.org/schemas/sitemap/0.9"
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{kind}">\n{places}</urlset>\n'.encode()

    yield FileOutput("sitemap.xml", key, plain)
    yield FileOutput("sitemap.xml.gz", key, lambda: gzip.compress(plain(), mtime=0))
