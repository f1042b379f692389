"""What is shown of a page's place in the graph: its neighbours by kind and direction, pages that are related, digests of both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

from brainwiki.model.page import Page
from brainwiki.site.graph.adjacency import Adjacency, Numbers, Sides, adjacency
from brainwiki.site.graph.related import Related
from brainwiki.site.pages.backlinks import Edges
from brainwiki.site.rows import escaped, spoken
from brainwiki.site.state import Site
from brainwiki.site.urls import relative

SHOWN = 40  # neighbours that a page names, of all kinds together
WAYS = (("context", "both"), ("context", "out"), ("context", "in"), ("evidence", "out"), ("evidence", "in"))
WORDS = dict(
    zip(WAYS, ("linked_both", "links_to", "near_linked_from", "rests_on", "near_cited_by"), strict=True)
)  # of each way the key of the word for it
SHAPES = {"source": "source", "raw": "source", "session": "session", "task": "task"}  # of a node; all others: page


class Near(NamedTuple):
    """A page as others name it: link, title, its language, shape."""

    href: str
    title: str
    language: str
    shape: str

    def row(self, around: str) -> str:
        """The page as an item of a list in text of the language `around`, in HTML."""
        kind = f' data-shape="{self.shape}"' if self.shape != "page" else ""
        link = f'<a href="{escaped(self.href)}"{spoken(self.language, around)}>{escaped(self.title)}</a>'
        return f"<li{kind}>{link}</li>\n"


class Group(NamedTuple):
    """Neighbours that are joined in the same way, one of `WAYS`; `more` are not named."""

    kind: str
    way: str
    pages: tuple[Near, ...]
    more: int

    @property
    def word(self) -> str:
        """The key of the word over the group."""
        return WORDS[self.kind, self.way]

    def rows(self, around: str) -> str:
        """Its pages as items of a list."""
        return "".join([page.row(around) for page in self.pages])


class Connected(NamedTuple):
    """What a page shows: its own address, title and shape, its neighbours, and what is related. `map` leads to all pages."""

    address: str
    title: str
    shape: str
    map: str
    groups: tuple[Group, ...]
    related: tuple[Near, ...]

    def related_rows(self, around: str) -> str:
        """What is related as items of a list."""
        return "".join([page.row(around) for page in self.related])


class Connections:
    """The graph of one state as its pages show it."""

    def __init__(self, site: Site, edges: Edges) -> None:
        self.site = site
        self._edges = edges

    @cached_property
    def adjacency(self) -> Adjacency:
        """All published pages and what joins them."""
        return adjacency(self.site, self._edges)

    @cached_property
    def related(self) -> Related:
        """What is related to what."""
        return Related(self.adjacency, self.site.memo)

    def view(self, path: str) -> Connected | None:
        """What the page or evidence file at `path` shows; None where that is nothing, and for listings, which lead everywhere."""
        found = self.adjacency
        number = found.numbers.get(path, -1)
        if number < 0 or not found.near[number] or found.pages[number].kind in ("index", "log"):
            return None
        base = found.addresses[number]
        sides = [self.ordered(side) for side in _told_apart(found.sides[number])]
        room = shares([len(side) for side in sides], SHOWN)
        groups = [
            Group(kind, way, tuple(self._near(base, one) for one in side[:shown]), len(side) - shown)
            for (kind, way), side, shown in zip(WAYS, sides, room, strict=True)
            if side
        ]
        others = tuple(self._near(base, one) for one in self.related.of(number))
        page = found.pages[number]
        return Connected(
            base, page.title, shape(page), relative(base, self.site.addresses.graph), tuple(groups), others
        )

    def digest_of(self, path: str) -> str:
        """A digest of everything that `view` shows; empty where it shows nothing."""
        found = self.adjacency
        number = found.numbers.get(path, -1)
        if number < 0 or not found.near[number]:
            return ""
        marks = self.marks
        others = b"".join([marks[one] for one in self.related.of(number)])
        return blake2b(self.structure(number) + others, digest_size=12).hexdigest()

    def structure(self, number: int) -> bytes:
        """A digest of a page's neighbours as they are named, in each kind and direction."""
        marks = self.marks
        joined = b"|".join([b"".join([marks[one] for one in side]) for side in self.adjacency.sides[number]])
        return blake2b(marks[number] + joined, digest_size=12).digest()

    @cached_property
    def marks(self) -> list[bytes]:
        """A digest of how each page is named by others."""
        found = self.adjacency
        return [
            blake2b(
                f"{address}\0{page.title}\0{page.kind}\0{self.language(page)}".encode("utf-8", "replace"),
                digest_size=12,
            ).digest()
            for address, page in zip(found.addresses, found.pages, strict=True)
        ]

    def ordered(self, numbers: Numbers) -> Sequence[int]:
        """Pages by title, then by path."""
        pages = self.adjacency.pages
        return sorted(numbers, key=lambda one: (pages[one].title.casefold(), pages[one].path))

    def _near(self, base: str, number: int) -> Near:
        page = self.adjacency.pages[number]
        return Near(relative(base, self.adjacency.addresses[number]), page.title, self.language(page), shape(page))

    def language(self, page: Page) -> str:
        """The language that a page is written in, from the facts that are kept of it."""
        return self.site.language(page) if page.kind == "raw" else self._edges.facts.language(page.path)


def _told_apart(sides: Sides) -> tuple[Numbers, ...]:
    """The neighbours in the order of `WAYS`: those that link back stand apart."""
    both = frozenset(sides.links) & frozenset(sides.linked)
    out, into = (tuple(one for one in side if one not in both) for side in (sides.links, sides.linked))
    return tuple(sorted(both)), out, into, sides.rests, sides.cited


def shape(page: Page) -> str:
    """How a page is drawn: page, source, session or task."""
    return SHAPES.get(page.kind, "page")


def shares(sizes: Iterable[int], room: int) -> list[int]:
    """How many of each group are shown where `room` is short: small groups whole, the others alike, the first ones first."""
    left = list(sizes)
    found = [0] * len(left)
    while room > 0 and any(left):
        open_groups = [index for index, size in enumerate(left) if size]
        step = max(1, room // len(open_groups))
        for index in open_groups:
            taken = min(step, left[index], room)
            found[index] += taken
            left[index] -= taken
            room -= taken
    return found
