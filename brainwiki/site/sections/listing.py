"""What listings are made of: items, groups, rows of quiet links, and the parts that a long listing is cut into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from brainwiki.model.names import slug
from brainwiki.model.page import Page
from brainwiki.site.pages.contexts import Crumb
from brainwiki.site.state import Site
from brainwiki.site.urls import relative

_NEAR = 2  # parts that are named on both sides of the present one


class Item(NamedTuple):
    """A line of a listing: title, link, one sentence about it, its language (empty: the site's), small print.

    `at` is the day that it is about (YYYY-MM-DD, empty: none) and `when` how that is said; `state` is a chip: kind and words.
    """

    title: str
    href: str
    about: str = ""
    language: str = ""
    details: tuple[str, ...] = ()
    at: str = ""
    when: str = ""
    state: tuple[str, str] = ("", "")


class Group(NamedTuple):
    """Items under a heading (empty: none); `href` leads to the group's own listing, `size` counts all that it holds, `kind` tells
    a script what they are."""

    title: str
    anchor: str
    href: str
    size: int
    items: tuple[Item, ...]
    kind: str = ""


class Facet(NamedTuple):
    """A row of links by which the same things can be read in another order: name, link and count of each; `more` leads to all."""

    title: str
    links: tuple[tuple[str, str, int], ...]
    more: str = ""


class Step(NamedTuple):
    """A part of a long listing in the row of its parts; number 0 stands for those that are left out."""

    number: int
    href: str
    is_current: bool


class Listing(NamedTuple):
    """A generated page; `size` counts what all of its parts list (-1: not shown), `kind` is a class for the style sheet."""

    title: str
    crumbs: tuple[Crumb, ...]
    groups: tuple[Group, ...]
    size: int = -1
    facets: tuple[Facet, ...] = ()
    steps: tuple[Step, ...] = ()
    intro: str = ""
    kind: str = ""


Dress = Callable[[Item, Page], Item]


def group(site: Site, base: str, title: str, pages: Sequence[Page], dress: Dress) -> Group:
    """Pages under a heading, on the page at the address `base`; `dress` adds the small print of each."""
    items = tuple(dress(item(site, base, page), page) for page in pages)
    return Group(title, anchor("in", title) if title else "", "", len(items), items)


def item(site: Site, base: str, page: Page) -> Item:
    """A page as a line without small print."""
    href = relative(base, site.addresses.pages[page.path])
    return Item(page.title, href, page.description, site.language_of_name(page))


def anchor(kind: str, name: str) -> str:
    """The `id` of a group by its name."""
    return f"{kind}-{slug(name.replace('/', ' '))}"


def typed(item: Item, page: Page) -> Item:
    """The small print of most listings: the type, and a state that is not the usual one."""
    kind = page.type or ("" if page.kind == "page" else page.kind)
    status = page.status if page.status in ("draft", "deprecated") else ""
    return item._replace(details=tuple(one for one in (kind, status) if one))


def steps(base: str, addresses: Sequence[str]) -> tuple[Step, ...]:
    """The way between the parts of a listing: the first, the last and those around the present one."""
    if len(addresses) < 2:
        return ()
    current = addresses.index(base)
    found: list[Step] = []
    for index, address in enumerate(addresses):
        if index in (0, len(addresses) - 1) or abs(index - current) <= _NEAR:
            found.append(Step(index + 1, relative(base, address), index == current))
        elif found[-1].number:
            found.append(Step(0, "", False))
    return tuple(found)
