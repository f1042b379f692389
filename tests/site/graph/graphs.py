"""What the tests of the graph share: graphs of pages that were never read, by their edges alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from brainwiki.model.page import Page
from brainwiki.site.graph.adjacency import Adjacency, Sides
from tests.helpers import bare

Edge = tuple[str, str]


def page_of(path: str, title: str = "", kind: str = "page", tags: Iterable[str] = (), **facts: str) -> Page:
    """A page of these facts; its address is its path without the ending."""
    brief: dict[str, object] = {"title": title or path.removesuffix(".md"), **facts}
    if tags:
        brief["tags"] = list(tags)
    return bare(path=path, kind=kind, brief=brief, status=facts.get("status", "stable"))


def joined(pages: Iterable[Page], links: Iterable[Edge] = (), rests: Iterable[Edge] = ()) -> Adjacency:
    """These pages in the order of their paths, with edges by path; edges of what is not there are left out."""
    ordered = sorted(pages, key=lambda page: page.path)
    numbers = {page.path: number for number, page in enumerate(ordered)}
    sides: list[list[set[int]]] = [[set() for _ in range(4)] for _ in ordered]
    for out, edges in ((0, links), (2, rests)):
        for one, other in edges:
            if one != other and one in numbers and other in numbers:
                sides[numbers[one]][out].add(numbers[other])
                sides[numbers[other]][out + 1].add(numbers[one])
    found = tuple(Sides(*(tuple(sorted(side)) for side in four)) for four in sides)
    return Adjacency(tuple(ordered), tuple(f"{page.path.removesuffix('.md')}/" for page in ordered), found)


def of_names(edges: Mapping[str, str], kind: str = "page") -> Adjacency:
    """Pages of one letter each, and to which letters each links."""
    names = sorted({*edges, *"".join(edges.values())})
    links = [(f"{one}.md", f"{other}.md") for one, others in edges.items() for other in others]
    return joined([page_of(f"{name}.md", kind=kind) for name in names], links)
