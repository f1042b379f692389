"""The graph as data for scripts: what is near each page, in shards, and the map of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from brainwiki.model.page import Page
from brainwiki.model.standing import instant
from brainwiki.site.graph.atlas import Atlas, Cartographer
from brainwiki.site.graph.connections import Connections, shape
from brainwiki.site.output import digest
from brainwiki.site.shards import data_file, spread

SHAPES = ("page", "source", "session", "task")  # data names a shape by its place here, as the scripts do
NEAR = 30  # neighbours of a kind and direction that a shard holds for a page
TAGS = 40  # tags that the map can be filtered by


def shards(found: Connections) -> Mapping[str, tuple[int, ...]]:
    """The numbers of all pages by the shard that holds what is near them."""
    numbers = {address: number for number, address in enumerate(found.adjacency.addresses)}
    return {
        name: tuple(numbers[address] for address in inside)
        for name, inside in spread(numbers, found.site.shards).items()
    }


def shard_key(found: Connections, numbers: Iterable[int]) -> str:
    """A digest of all that the shard of these pages holds."""
    return digest(b"".join([found.structure(number) for number in numbers]))


def shard_file(found: Connections, name: str, numbers: Iterable[int]) -> bytes:
    """A shard: `n` is a table of [address, title, shape]; `a` holds by address of a page its place in the table and those of
    its neighbours: links out, links in, evidence out, evidence in."""
    near = found.adjacency
    table: list[tuple[str, str, int]] = []
    places: dict[int, int] = {}

    def place(number: int) -> int:
        if number not in places:
            places[number] = len(table)
            page = near.pages[number]
            table.append((near.addresses[number], page.title, SHAPES.index(shape(page))))
        return places[number]

    inside = {
        near.addresses[number]: [
            place(number),
            *([place(one) for one in found.ordered(side)[:NEAR]] for side in near.sides[number]),
        ]
        for number in numbers
        if near.near[number]
    }
    return data_file(f"graph/{name}", {"n": table, "a": inside})


class Map:
    """The map of one state: drawn once, for the data, the page and the keys of both."""

    def __init__(self, found: Connections) -> None:
        self.found = found
        self.atlas: Atlas = Cartographer(found.adjacency, found.site.memo).draw()
        self.order = tuple(one for cluster in self.atlas.clusters for one in cluster.nodes)
        pages = [found.adjacency.pages[one] for one in self.order]
        self.types = tuple(sorted({kind_of(page) for page in pages}))
        self.tags = _common(pages)

    def key(self) -> str:
        """A digest of everything on the map."""
        marks = b"".join([self.found.marks[one] for one in (*self.order, *self.atlas.alone)])
        facts = [_facts(self.found.adjacency.pages[one]) for one in self.order]
        return digest(self.atlas._replace(places={}), sorted(self.atlas.places.items()), marks, facts)

    def value(self) -> Mapping[str, Any]:
        """The map for scripts.

        `clusters` as [title, x, y, radius, size]; `nodes`, those of the first cluster first, as [address, title, shape, cluster,
        x, y, radius, degree, type, tags, instant from which it is stale]; edges as pairs of places in `nodes`, one after another.
        """
        near, atlas = self.found.adjacency, self.atlas
        at = {number: place for place, number in enumerate(self.order)}
        cartographer = Cartographer(near, self.found.site.memo)
        nodes = []
        for index, cluster in enumerate(atlas.clusters):
            for one in cluster.nodes:
                page, (x, y) = near.pages[one], atlas.places[one]
                kind, stale, tags = _facts(page)
                known = [self.tags.index(tag) for tag in tags if tag in self.tags]
                drawn = [SHAPES.index(shape(page)), index, x, y, cartographer.radius(one), len(near.near[one])]
                nodes.append([near.addresses[one], page.title, *drawn, self.types.index(kind), known, stale])
        return {
            "clusters": [
                [self.title(number), one.x, one.y, one.radius, len(one.nodes) + one.others]
                for number, one in enumerate(atlas.clusters)
            ],
            "nodes": nodes,
            "links": [at[one] for edge in atlas.links for one in edge],
            "rests": [at[one] for edge in atlas.rests for one in edge],
        }

    def title(self, cluster: int) -> str:
        """A cluster's name: its most linked page's, or a word for what hangs together with few."""
        if self.atlas.rest and cluster == len(self.atlas.clusters) - 1:
            return self.found.site.words["graph_rest"]
        return self.found.adjacency.pages[self.atlas.clusters[cluster].nodes[0]].title


def kind_of(page: Page) -> str:
    """What a page is, in a word: its type, else its kind."""
    return page.type or page.kind


def _facts(page: Page) -> tuple[str, str, tuple[str, ...]]:
    limit = instant(page.text_of("stale_after"))
    return kind_of(page), limit.isoformat() if limit else "", page.tags


def _common(pages: Iterable[Page]) -> tuple[str, ...]:
    """The tags that most of these pages have, by name."""
    counts: dict[str, int] = {}
    for page in pages:
        for tag in page.tags:
            counts[tag] = counts.get(tag, 0) + 1
    return tuple(sorted(sorted(counts, key=lambda tag: (-counts[tag], tag))[:TAGS]))
