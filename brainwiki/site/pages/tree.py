"""Folders and what is in them, and from that the navigation beside a page: never more than a screen of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from html import escape
from typing import NamedTuple

from brainwiki.model.dialect import Kind
from brainwiki.model.names import parent
from brainwiki.model.page import Page
from brainwiki.site.pages.contexts import folder_title
from brainwiki.site.state import Site
from brainwiki.site.urls import CHANGES, FOLDER_OF, SECTIONS, by_title, folder_of, is_aside, relative

MAX_SIBLINGS = 16


class Link(NamedTuple):
    """A link of the navigation; `language` where it is not the site's."""

    title: str
    href: str
    is_current: bool = False
    language: str = ""

    @property
    def row(self) -> str:
        """The link as an item of a list, in HTML: a template would write thousands of these anew for every page."""
        current = ' class="md-nav__link--active" aria-current="page"' if self.is_current else ""
        spoken = f' lang="{escape(self.language)}"' if self.language else ""
        return f'<li><a href="{escape(self.href)}"{current}{spoken}>{escape(self.title)}</a></li>'


class Nav(NamedTuple):
    """What stands beside a page: the site's sections, then the folder of the page with its neighbours, each a `row`.

    `more` leads to the folder's whole listing where not all are shown.
    """

    sections: tuple[str, ...]
    folder: Link | None
    siblings: tuple[str, ...]
    more: Link | None


class Tree:
    """The folders of the published pages."""

    def __init__(self, site: Site) -> None:
        self.site = site

    @cached_property
    def pages(self) -> Mapping[str, tuple[Page, ...]]:
        """The pages in each folder, by title, sessions newest first; an index page stands for its folder and is not among them."""
        found: dict[str, list[Page]] = {}
        for path in self.site.addresses.pages:
            page = self.site.wiki.pages[path]
            if not is_aside(page):
                found.setdefault(folder_of(page), []).append(page)
        return {folder: tuple(_ordered(pages)) for folder, pages in found.items()}

    def of_kind(self, kind: Kind) -> list[Page]:
        """The published pages of a kind, in the order of their paths."""
        return [page for page in map(self.site.wiki.pages.__getitem__, self.site.addresses.pages) if page.kind == kind]

    @cached_property
    def folders(self) -> Mapping[str, tuple[str, ...]]:
        """The folders in each folder."""
        found: dict[str, list[str]] = {}
        for folder in self.site.addresses.folders:
            found.setdefault(parent(folder), []).append(folder)
        return {folder: tuple(inner) for folder, inner in found.items()}

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many pages are in each folder and below it."""
        found: dict[str, int] = {}
        for folder, pages in self.pages.items():
            at = folder
            while True:
                found[at] = found.get(at, 0) + len(pages)
                if not at:
                    break
                at = parent(at)
        return found

    @cached_property
    def _links(self) -> Mapping[str, tuple[tuple[str, str, str], ...]]:
        """Title, address and language (empty: the site's) of what is in each folder: folders first."""
        site = self.site
        found = {}
        for folder in {"", *self.pages, *self.folders}:
            inner = [
                (folder_title(site, one), site.addresses.folders[one], "")
                for one in self.folders.get(folder, ())
                if FOLDER_OF.get(one, one) not in site.addresses.listings
            ]
            own = [
                (one.title, site.addresses.pages[one.path], self._foreign(one)) for one in self.pages.get(folder, ())
            ]
            found[folder] = (*inner, *own)
        return found

    @cached_property
    def _positions(self) -> Mapping[str, Mapping[str, int]]:
        """Where each address stands among the links of its folder."""
        return {folder: {link[1]: index for index, link in enumerate(links)} for folder, links in self._links.items()}

    def _foreign(self, page: Page) -> str:
        """The language of a page's title where it is not the site's and shows in its letters."""
        language = "" if page.title.isascii() else self.site.language(page)
        return language if language != self.site.config.language else ""

    def nav(self, base: str, folder: str | None) -> Nav:
        """The navigation of the page at the address `base` in `folder`; None where it is in no folder."""
        sections = self._marked(base, None, 0, len(self._sections))
        if folder is None:
            return Nav(sections, None, (), None)
        links = self._links.get(folder, ())
        first = self._first(base, folder)
        shown = self._marked(base, folder, first, MAX_SIBLINGS)
        address = self._address(folder)
        title = folder_title(self.site, folder) if folder else self.site.words["pages"]
        more = None
        if len(shown) < len(links):
            more = Link(self.site.words["all_in_folder"], relative(base, address))
        return Nav(sections, Link(title, relative(base, address), address == base), shown, more)

    def face(self, base: str, folder: str | None) -> str:
        """What the navigation of the page at `base` in `folder` shows, but for the sections, which are the same everywhere."""
        if folder is None:
            return ""
        faces, first = self._faces.get(folder, ()), self._first(base, folder)
        shown = faces[first : first + MAX_SIBLINGS]
        about = self._abouts.get(folder)
        if about is None:
            title = folder_title(self.site, folder) if folder else ""
            about = self._abouts[folder] = repr((title, self._address(folder), len(faces) > MAX_SIBLINGS))
        return f"{about}{''.join(shown)}"

    @cached_property
    def _abouts(self) -> dict[str, str]:
        return {}

    @cached_property
    def _faces(self) -> Mapping[str, tuple[str, ...]]:
        return {folder: tuple(map(repr, links)) for folder, links in self._links.items()}

    def _first(self, base: str, folder: str) -> int:
        """The first link of a folder that is shown on the page at `base`: it stands in the middle."""
        at = self._positions.get(folder, {}).get(base, 0)
        return max(0, min(at - MAX_SIBLINGS // 2, len(self._links.get(folder, ())) - MAX_SIBLINGS))

    def _address(self, folder: str) -> str:
        """The address of a folder's listing; that of the root lists all pages."""
        return self.site.addresses.folders.get(folder, self.site.addresses.listings.get("pages", ""))

    @cached_property
    def _sections(self) -> tuple[tuple[str, str, str], ...]:
        """The top of the navigation: home, then the sections that are there; changes are those that Git tells of, else the log."""
        site = self.site
        there = dict(site.addresses.listings)
        if site.addresses.pages:
            there["graph"] = site.addresses.graph
        if site.past.touches:
            there["changes"] = CHANGES
        elif site.is_shown("log.md"):
            there.setdefault("changes", site.addresses.pages["log.md"])
        named = [(site.words[name], there[name], "") for name in SECTIONS if name in there]
        return (site.words["home"], "", ""), *named

    def sections(self, base: str) -> tuple[Link, ...]:
        """The top of the navigation as links."""
        return tuple(_link(base, *one) for one in self._sections)

    @cached_property
    def _rows(self) -> dict[tuple[bool, str, str | None], tuple[str, ...]]:
        return {}

    def _beside(self, base: str, folder: str | None) -> tuple[str, ...]:
        """Rows of a folder's links (None: of the sections) as all pages that stand where `base` does see them: those in one
        folder have the same relative addresses, so that nothing is written anew for each."""
        around = parent(base.rstrip("/"))
        key = (bool(base), around, folder)
        rows = self._rows.get(key)
        if rows is None:
            place = f"{around}/-/".lstrip("/") if base else ""
            links = self._sections if folder is None else self._links.get(folder, ())
            rows = self._rows[key] = tuple(_link(place, *link).row for link in links)
        return rows

    def _marked(self, base: str, folder: str | None, first: int, count: int) -> tuple[str, ...]:
        """Some of these rows for the page at `base`, its own marked."""
        links = self._sections if folder is None else self._links.get(folder, ())
        rows = self._beside(base, folder)[first : first + count]
        shown = links[first : first + count]
        return tuple(_link(base, *link).row if link[1] == base else row for link, row in zip(shown, rows, strict=True))


def _link(base: str, title: str, address: str, language: str) -> Link:
    return Link(title, relative(base, address), address == base, language)


def _ordered(pages: list[Page]) -> list[Page]:
    """Pages by title; a folder of sessions by time."""
    if all(page.kind == "session" for page in pages):
        return sorted(pages, key=lambda page: (page.text_of("started"), page.path), reverse=True)
    return sorted(pages, key=by_title)
