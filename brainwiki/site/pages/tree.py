"""Folders and what is in them, and from that the navigation beside a page: never more than a screen of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from brainwiki.model.names import parent
from brainwiki.model.page import Page
from brainwiki.site.pages.contexts import folder_title
from brainwiki.site.state import Site
from brainwiki.site.urls import LISTINGS, folder_of, relative

MAX_SIBLINGS = 50


class Link(NamedTuple):
    """A link of the navigation."""

    title: str
    href: str
    is_current: bool = False
    language: str = ""


class Nav(NamedTuple):
    """What stands beside a page: the site's sections, then the folder of the page with its neighbours.

    `more` leads to the folder's whole listing where not all are shown.
    """

    sections: tuple[Link, ...]
    folder: Link | None
    siblings: tuple[Link, ...]
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
            if page.kind != "log" and not (path == "index.md" or path.endswith("/index.md")):
                found.setdefault(folder_of(page), []).append(page)
        return {folder: tuple(_ordered(pages)) for folder, pages in found.items()}

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
        """Title, address and language of what is in each folder: folders first."""
        site = self.site
        found = {}
        for folder in {"", *self.pages, *self.folders}:
            inner = [
                (folder_title(site, one), site.addresses.folders[one], "")
                for one in self.folders.get(folder, ())
                if one not in site.addresses.listings
            ]
            own = [
                (one.title, site.addresses.pages[one.path], site.language(one)) for one in self.pages.get(folder, ())
            ]
            found[folder] = (*inner, *own)
        return found

    @cached_property
    def _positions(self) -> Mapping[str, Mapping[str, int]]:
        """Where each address stands among the links of its folder."""
        return {folder: {link[1]: index for index, link in enumerate(links)} for folder, links in self._links.items()}

    def nav(self, base: str, folder: str | None) -> Nav:
        """The navigation of the page at the address `base` in `folder`; None where it is in no folder."""
        if folder is None:
            return Nav(self.sections(base), None, (), None)
        links = self._links.get(folder, ())
        at = self._positions.get(folder, {}).get(base, 0)
        first = max(0, min(at - MAX_SIBLINGS // 2, len(links) - MAX_SIBLINGS))
        shown = tuple(_link(base, *link) for link in links[first : first + MAX_SIBLINGS])
        address = self.site.addresses.folders.get(folder, self.site.addresses.listings.get("pages", ""))
        title = folder_title(self.site, folder) if folder else self.site.words["pages"]
        more = None
        if len(shown) < len(links):
            more = Link(self.site.words.say("all_in_folder", len(links)), relative(base, address))
        return Nav(self.sections(base), Link(title, relative(base, address), address == base), shown, more)

    def sections(self, base: str) -> tuple[Link, ...]:
        """The top of the navigation: home, the listings, the log."""
        site = self.site
        found = [_link(base, site.words["home"], "", "")]
        for name in LISTINGS:
            if name in site.addresses.listings:
                found.append(_link(base, site.words[name], site.addresses.listings[name], ""))
        if site.is_shown("log.md"):
            found.append(_link(base, site.words["changes"], site.addresses.pages["log.md"], ""))
        return tuple(found)


def _link(base: str, title: str, address: str, language: str) -> Link:
    return Link(title, relative(base, address), address == base, language)


def _ordered(pages: list[Page]) -> list[Page]:
    """Pages by title; a folder of sessions by time."""
    if all(page.kind == "session" for page in pages):
        return sorted(pages, key=lambda page: (page.text_of("started"), page.path), reverse=True)
    return sorted(pages, key=lambda page: (page.title.casefold(), page.path))
