"""What the room of the graph adds to a site: the data of what is near, the map's data, and the map's page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from brainwiki.site.graph.connections import Connections, Near, shape
from brainwiki.site.graph.data import Map, shard_file, shard_key, shards
from brainwiki.site.output import FileOutput, Output, PageOutput, Part, digest
from brainwiki.site.pages.parts import Maker
from brainwiki.site.shards import data_file
from brainwiki.site.urls import relative

LISTED = 40  # pages without a joint that are named


class Listed(NamedTuple):
    """A cluster as a list: its title, its pages, how many more there are. `first` is the place of its first page in the data."""

    title: str
    language: str
    pages: tuple[Near, ...]
    first: int
    size: int
    more: int


def outputs(maker: Maker) -> Iterator[Output]:
    """Outputs of the graph; none where pages are made without connections, or there are none."""
    found = maker.connections
    if not isinstance(found, Connections) or not found.site.addresses.pages:
        return
    for name, numbers in shards(found).items():
        yield FileOutput(f"data/graph/{name}.js", shard_key(found, numbers), partial(shard_file, found, name, numbers))
    drawn = Map(found)
    key = drawn.key()
    yield FileOutput("data/graph/global.js", key, lambda: data_file("graph/global", drawn.value()))
    yield PageOutput(found.site.addresses.graph, digest("map", key), partial(page, maker, found, drawn))


def page(maker: Maker, found: Connections, drawn: Map) -> Part:
    """The map's page: its clusters as lists, over which a script draws."""
    site = found.site
    content = maker.templates.render(
        "graph", site, clusters=clusters(found, drawn), alone=alone(found, drawn), types=drawn.types, tags=drawn.tags
    )
    return Part(
        site.words["graph"],
        site.config.language,
        "",
        content,
        is_whole=True,
        styles=("assets/stylesheets/bw-graph.css",),
        scripts=("assets/javascripts/bw-graph.js", "assets/javascripts/bw-graph-map.js"),
    )


def clusters(found: Connections, drawn: Map) -> tuple[Listed, ...]:
    """The clusters of the map as lists."""
    listed = []
    first = 0
    for number, cluster in enumerate(drawn.atlas.clusters):
        pages = tuple(named(found, one) for one in cluster.nodes)
        size = len(cluster.nodes) + cluster.others
        listed.append(Listed(drawn.title(number), pages[0].language, pages, first, size, cluster.others))
        first += len(cluster.nodes)
    return tuple(listed)


def alone(found: Connections, drawn: Map) -> Listed | None:
    """The pages that nothing is joined to."""
    numbers = drawn.atlas.alone
    if not numbers:
        return None
    pages = tuple(named(found, one) for one in found.ordered(numbers)[:LISTED])
    return Listed(found.site.words["graph_alone"], "", pages, -1, len(numbers), len(numbers) - len(pages))


def named(found: Connections, number: int) -> Near:
    """A page as the map's list names it."""
    near, site = found.adjacency, found.site
    page = near.pages[number]
    href = relative(site.addresses.graph, near.addresses[number])
    return Near(href, page.title, found.language(page), shape(page))
