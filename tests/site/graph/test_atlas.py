"""The map: clusters, caps, places; a small change moves little."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest

from brainwiki.site.graph import atlas
from brainwiki.site.graph.adjacency import Adjacency
from brainwiki.site.graph.atlas import Atlas, Cartographer
from brainwiki.site.memo import ShortMemo
from tests.site.graph.graphs import joined, of_names, page_of


def map_of(found: Adjacency) -> Atlas:
    return Cartographer(found, ShortMemo()).draw()


def groups(found: Adjacency) -> list[list[str]]:
    return [[found.pages[one].path.removesuffix(".md") for one in cluster.nodes] for cluster in map_of(found).clusters]


TWO = {"a": "bcd", "b": "cd", "c": "d", "d": "e", "e": "fgh", "f": "gh", "g": "h"}


def test_what_hangs_together_is_a_cluster_and_the_most_linked_page_leads_it() -> None:
    assert groups(of_names(TWO)) == [["d", "a", "b", "c"], ["e", "f", "g", "h"]]


def test_small_groups_are_one_and_come_last() -> None:
    found = of_names({**TWO, "p": "q", "r": "s"})
    assert groups(found)[2] == ["p", "q", "r", "s"]
    assert map_of(found).rest
    assert not map_of(of_names(TWO)).rest


def test_pages_joined_to_nothing_are_named_apart_and_listings_not_at_all() -> None:
    pages = [page_of("a.md"), page_of("b.md"), page_of("lone.md"), page_of("index.md", kind="index")]
    found = joined(pages, [("a.md", "b.md"), ("a.md", "index.md")])
    drawn = map_of(found)
    assert [found.pages[one].path for one in drawn.alone] == ["lone.md"]
    assert groups(found) == [["a", "b"]]


def test_an_empty_wiki_has_an_empty_map() -> None:
    assert map_of(joined([])) == Atlas((), {}, (), (), (), False)


def test_edges_are_those_between_pages_on_the_map() -> None:
    found = joined([page_of("a.md"), page_of("b.md")], [("a.md", "b.md")], [("b.md", "a.md")])
    drawn = map_of(found)
    assert (drawn.links, drawn.rests) == (((0, 1),), ((1, 0),))


def test_the_most_linked_pages_are_shown_and_the_others_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "MAX_NODES", 8)
    leaves = [page_of(f"leaf-{number}.md") for number in range(10)]
    pages = [page_of(f"{name}.md") for name in "abcdefgh"]
    links = [(f"{one}.md", f"{other}.md") for one, others in TWO.items() for other in others]
    links += [(leaf.path, "d.md" if number < 7 else "h.md") for number, leaf in enumerate(leaves)]
    drawn = map_of(joined([*pages, *leaves], links))
    assert [(len(one.nodes), one.others) for one in drawn.clusters] == [(4, 7), (4, 3)]
    assert len(drawn.places) == 8


def test_edges_of_pages_with_few_are_kept_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "MAX_EDGES", 2)
    found = of_names({"a": "bcd", "b": "cd", "z": "a"})
    kept = [(found.pages[one].path[0], found.pages[other].path[0]) for one, other in map_of(found).links]
    assert kept == [("a", "c"), ("z", "a")]


def rings(count: int, size: int = 9) -> tuple[list[str], list[tuple[str, str]]]:
    """Clusters of pages around a hub each, chained by their hubs."""
    paths, links = [], []
    for ring in range(count):
        names = [f"ring-{ring}/page-{one}.md" for one in range(size)]
        paths += names
        links += [(names[0], one) for one in names[1:]] + list(pairwise(names[1:]))
        if ring:
            links.append((names[0], f"ring-{ring - 1}/page-0.md"))
    return paths, links


def test_nothing_lies_on_another_and_pages_are_inside_their_clusters() -> None:
    paths, links = rings(7)
    found = joined([page_of(path) for path in paths], links)
    cartographer = Cartographer(found, ShortMemo())
    drawn = cartographer.draw()
    assert len(drawn.clusters) == 7
    for index, one in enumerate(drawn.clusters):
        for other in drawn.clusters[:index]:
            assert hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius
        for node in one.nodes:
            x, y = drawn.places[node]
            assert hypot(x - one.x, y - one.y) + cartographer.radius(node) <= one.radius + 1


def test_one_page_more_moves_the_others_little() -> None:
    paths, links = rings(8)
    before = joined([page_of(path) for path in paths], links)
    old = {before.pages[one].path: place for one, place in map_of(before).places.items()}
    size = max(max(x for x, _ in old.values()) - min(x for x, _ in old.values()), 1)
    moved = []
    for ring in range(8):
        more = [*links, ("new.md", f"ring-{ring}/page-0.md"), ("new.md", f"ring-{ring}/page-3.md")]
        after = joined([page_of(path) for path in [*paths, "new.md"]], more)
        new = {after.pages[one].path: place for one, place in map_of(after).places.items()}
        moved.append(sum(hypot(new[path][0] - x, new[path][1] - y) for path, (x, y) in old.items()) / len(old) / size)
    assert sum(moved) / len(moved) < 0.05
    assert max(moved) < 0.2


def test_the_order_in_which_things_were_said_does_not_matter() -> None:
    paths, links = rings(4)
    one = map_of(joined([page_of(path) for path in paths], links))
    other = map_of(joined([page_of(path) for path in reversed(paths)], list(reversed(links))))
    assert one == other


def test_a_layout_is_kept_under_what_it_depends_on() -> None:
    paths, links = rings(3)
    memo = ShortMemo()
    first = Cartographer(joined([page_of(path) for path in paths], links), memo).draw()
    kept = dict(memo._kept)
    retitled = joined([page_of(path, title=f"T {path}") for path in paths], links)
    assert Cartographer(retitled, memo).draw() == first
    assert memo._kept == kept, "titles move nothing"
    assert len(kept) == 4, "one for each cluster and one for all"
