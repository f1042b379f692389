"""How far a change reaches: the pages that link to or cite what changed, and those that link to or cite them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from brainwiki.graph.nodes import is_listing
from brainwiki.model.evidence import located
from brainwiki.model.wiki import Wiki

MOST = 5  # pages that are named


class Reached(NamedTuple):
    """A page within reach: path, title, and how many pages lead to it."""

    path: str
    title: str
    links: int


class Reach(NamedTuple):
    """How many pages are one step and two steps from what changed (those that changed are not counted), and the best linked of
    them, the most first."""

    hop1: int = 0
    hop2: int = 0
    best: tuple[Reached, ...] = ()


NOWHERE = Reach()


def reach(wiki: Wiki, changed: Iterable[str], before: Wiki | None = None, hidden: Iterable[str] = ()) -> Reach:
    """The reach of these paths in a snapshot; what led to a page that is gone is known from the state `before`.

    Listings lead everywhere, so they count for nothing; `hidden` pages are counted and not named.
    """
    leading: dict[str, set[str]] = {}
    for state in (wiki, before) if before is not None else (wiki,):
        _lead(state, leading)
    there = frozenset(page.path for page in wiki)
    start = frozenset(changed)
    first = frozenset(one for path in start for one in leading.get(path, ())) & there - start
    second = frozenset(one for path in first for one in leading.get(path, ())) & there - start - first
    counts = {path: len(leading.get(path, set()) & there) for path in first | second}
    named = sorted((first | second).difference(hidden), key=lambda path: (-counts[path], path not in first, path))
    best = tuple(Reached(path, wiki.pages[path].title, counts[path]) for path in named[:MOST])
    return Reach(len(first), len(second), best)


def _lead(wiki: Wiki, found: dict[str, set[str]]) -> None:
    """Add by path the pages that lead there: by a link, or by evidence."""
    for page in wiki:
        if is_listing(wiki, page) or page.kind == "proposal":  # a receipt names what it wrote
            continue
        for path in (*wiki.survey.reach[page.path], *(evidence.path for _, evidence in located(wiki, page))):
            if path and path != page.path:
                found.setdefault(path, set()).add(page.path)
