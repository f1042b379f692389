"""Edges between what is published, as numbers: both kinds, both directions, for every page and evidence file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from brainwiki.model.page import Page
from brainwiki.site.pages.backlinks import Edges
from brainwiki.site.state import Site

Numbers = tuple[int, ...]


class Sides(NamedTuple):
    """The numbers of a node's neighbours, sorted: those it links to, those that link to it, those it rests on, those that cite it."""

    links: Numbers = ()
    linked: Numbers = ()
    rests: Numbers = ()
    cited: Numbers = ()


@dataclass(frozen=True)
class Adjacency:
    """All that is published: `pages` in the order of their paths (those of the brain before evidence files), and by a page's
    number in it what it is joined to. An edge counts once, and none leads from a page to itself."""

    pages: tuple[Page, ...]
    addresses: tuple[str, ...]
    sides: tuple[Sides, ...]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each path."""
        return {page.path: number for number, page in reversed(list(enumerate(self.pages)))}

    @cached_property
    def near(self) -> tuple[Numbers, ...]:
        """The neighbours of each node whatever joins them, sorted."""
        return tuple(
            tuple(sorted({*one.links, *one.linked, *one.rests, *one.cited})) if any(one) else () for one in self.sides
        )


def adjacency(site: Site, edges: Edges) -> Adjacency:
    """The edges of a site between pages that have an address; where a page and an evidence file share a path, the page is meant."""
    addresses = site.addresses
    pages = [site.wiki.pages[path] for path in sorted(addresses.pages)]
    raws = [site.wiki.evidence[path] for path in sorted(addresses.raws)]
    found = [addresses.pages[page.path] for page in pages] + [addresses.raws[page.path] for page in raws]
    numbers = {page.path: number for number, page in reversed(list(enumerate(pages + raws)))}
    links = _pairs(numbers, len(found), edges.links)
    cites = _pairs(numbers, len(found), edges.cites)
    sides = [(_sorted(a), _sorted(b), _sorted(c), _sorted(d)) for a, b, c, d in zip(*links, *cites, strict=True)]
    return Adjacency(tuple(pages + raws), tuple(found), tuple(map(Sides._make, sides)))


def _pairs(
    numbers: Mapping[str, int], size: int, edges: Mapping[str, Iterable[tuple[Any, ...]]]
) -> tuple[list[list[int]], list[list[int]]]:
    """Where edges lead and where they come from, by number; `edges` hold by target what begins with the path that leads there."""
    out: list[list[int]] = [[] for _ in range(size)]
    into: list[list[int]] = [[] for _ in range(size)]
    for path, sources in edges.items():
        target = numbers.get(path)
        if target is None:
            continue
        found = {numbers[source[0]] for source in sources if source[0] in numbers}
        found.discard(target)
        into[target] = sorted(found)
        for one in into[target]:
            out[one].append(target)
    return out, into


def _sorted(found: list[int]) -> Numbers:
    return tuple(sorted(found)) if len(found) > 1 else tuple(found)
