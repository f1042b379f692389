"""Generated pages that list others: all pages by folder and type, sources, sessions, tasks, rules, each folder, the home page
of a wiki that has none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from brainwiki.model.names import parent, slug
from brainwiki.model.page import Page
from brainwiki.site.pages.contexts import Crumb, folder_title
from brainwiki.site.pages.evidence import day
from brainwiki.site.pages.tree import Tree
from brainwiki.site.state import Site
from brainwiki.site.urls import relative

MAX_WHOLE = 800  # pages up to which one listing names them all; beyond, folders are named with their counts
_DONE = ("done",)


class Item(NamedTuple):
    """A page in a listing: title, link, one line about it, its language, small print."""

    title: str
    href: str
    about: str
    language: str
    details: tuple[str, ...]


class Group(NamedTuple):
    """Items under a heading (empty: none); `href` leads to the group's own listing."""

    title: str
    anchor: str
    href: str
    size: int
    items: tuple[Item, ...]


class Listing(NamedTuple):
    """A generated page."""

    title: str
    intro: str
    crumbs: tuple[Crumb, ...]
    groups: tuple[Group, ...]


Detail = Callable[[Page], Iterable[str]]


def listing(site: Site, tree: Tree, name: str) -> Listing:
    """The listing with this name: pages, sources, sessions, tasks, rules or proposals."""
    base = site.addresses.listings[name]
    pages = [site.wiki.pages[path] for path in site.addresses.pages]
    if name == "pages":
        groups = tuple(_by_folder(site, tree, base)) + tuple(_by_type(site, pages, base))
    elif name == "sessions":
        groups = tuple(_by_month(site, _of_kind(pages, "session"), base))
    elif name == "tasks":
        groups = tuple(_by_due(site, _of_kind(pages, "task"), base))
    else:
        kept = sorted(_of_kind(pages, name.removesuffix("s")), key=lambda page: (page.title.casefold(), page.path))
        groups = (_group(site, base, "", kept, _made),)
    return Listing(site.words[name], "", (), groups)


def folder_listing(site: Site, tree: Tree, folder: str) -> Listing:
    """What is in one folder."""
    base = site.addresses.folders[folder]
    groups = [_folder_group(site, tree, base, inner, False) for inner in tree.folders.get(folder, ())]
    own = _group(site, base, "", tree.pages.get(folder, ()), _kind)
    above: list[Crumb] = []
    at = parent(folder)
    while at:
        above.insert(0, Crumb(folder_title(site, at), relative(base, site.addresses.folders[at])))
        at = parent(at)
    return Listing(folder_title(site, folder), "", tuple(above), (own, *groups) if own.items else tuple(groups))


def home(site: Site, tree: Tree) -> Listing:
    """The home page of a wiki without an index."""
    return Listing(site.title, site.words["no_index"], (), tuple(_by_folder(site, tree, "")))


def _of_kind(pages: Iterable[Page], kind: str) -> list[Page]:
    return [page for page in pages if page.kind == kind]


def _by_folder(site: Site, tree: Tree, base: str) -> Iterator[Group]:
    """The pages of each folder; of a big wiki only the folders."""
    whole = tree.counts.get("", 0) <= MAX_WHOLE
    own = tree.pages.get("", ())
    if own:
        yield _group(site, base, "", own[:MAX_WHOLE], _kind)
    for folder in site.addresses.folders:
        if tree.pages.get(folder) and (whole or not parent(folder)) and not _has_own_listing(site, folder):
            yield _folder_group(site, tree, base, folder, whole)


def _has_own_listing(site: Site, folder: str) -> bool:
    """Whether a folder is shown by a listing of its own (sources, sessions, …) beside the pages."""
    return folder in site.addresses.listings


def _folder_group(site: Site, tree: Tree, base: str, folder: str, whole: bool) -> Group:
    pages = tree.pages.get(folder, ()) if whole else ()
    title = " / ".join(folder_title(site, one) for one in _chain(folder))
    items = tuple(_item(site, base, page, _kind) for page in pages)
    size = len(pages) if whole else tree.counts.get(folder, 0)
    return Group(title, _anchor("in", folder), relative(base, site.addresses.folders[folder]), size, items)


def _chain(folder: str) -> list[str]:
    parts = folder.split("/")
    return ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]


def _by_type(site: Site, pages: list[Page], base: str) -> Iterator[Group]:
    """The same pages by type, titles only."""
    kept = [page for page in pages if page.kind in ("page", "note")]
    if len(kept) > MAX_WHOLE:
        return
    found: dict[str, list[Page]] = {}
    for page in sorted(kept, key=lambda page: (page.title.casefold(), page.path)):
        found.setdefault(page.type or page.kind, []).append(page)
    if len(found) < 2:
        return
    for name, members in sorted(found.items()):
        items = tuple(_item(site, base, page, _kind)._replace(about="", details=()) for page in members)
        yield Group(name, _anchor("type", name), "", len(members), items)


def _by_month(site: Site, pages: list[Page], base: str) -> Iterator[Group]:
    """Sessions, newest first."""
    pages.sort(key=lambda page: (page.text_of("started"), page.path), reverse=True)
    found: dict[str, list[Page]] = {}
    for page in pages:
        found.setdefault(page.text_of("started")[:7], []).append(page)
    for month, members in found.items():
        yield _group(site, base, month or site.words["other"], members, lambda page: _met(site, page))


def _by_due(site: Site, pages: list[Page], base: str) -> Iterator[Group]:
    """Tasks by due date: what waits, then what has no date, then what is done."""
    pages.sort(key=lambda page: (page.text_of("due") or "9999", page.title.casefold(), page.path))
    dated = [page for page in pages if page.text_of("due") and page.text_of("state") not in _DONE]
    undated = [page for page in pages if not page.text_of("due") and page.text_of("state") not in _DONE]
    done = [page for page in pages if page.text_of("state") in _DONE]
    for title, members in (("", dated), (site.words["no_due"], undated), ("done", done)):
        if members:
            yield _group(site, base, title, members, lambda page: _pending(site, page))


def _group(site: Site, base: str, title: str, pages: Iterable[Page], detail: Detail) -> Group:
    items = tuple(_item(site, base, page, detail) for page in pages)
    return Group(title, _anchor("in", title) if title else "", "", len(items), items)


def _item(site: Site, base: str, page: Page, detail: Detail) -> Item:
    href = relative(base, site.addresses.pages[page.path])
    return Item(page.title, href, page.description, site.language(page), tuple(one for one in detail(page) if one))


def _anchor(kind: str, name: str) -> str:
    return f"{kind}-{slug(name.replace('/', ' '))}"


def _kind(page: Page) -> Iterator[str]:
    yield page.type or ("" if page.kind == "page" else page.kind)
    if page.status in ("draft", "deprecated"):
        yield page.status


def _made(page: Page) -> Iterator[str]:
    yield page.text_of("author")
    yield day(page.text_of("published"))


def _met(site: Site, page: Page) -> Iterator[str]:
    yield day(page.text_of("started"))
    yield page.text_of("agent")
    if page.text_of("turns"):
        yield site.words.say("turns", page.text_of("turns"))


def _pending(site: Site, page: Page) -> Iterator[str]:
    yield site.words.say("due", page.text_of("due")) if page.text_of("due") else ""
    yield page.text_of("state")
    yield page.text_of("owner")
