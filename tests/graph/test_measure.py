"""Measures: nearness, orphans, parts and PageRank, on graphs small enough to know the answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.graph.context import context_graph
from brainwiki.graph.evidence import evidence_graph
from brainwiki.graph.measure import as_networkx, components, distances, ego, neighbours, orphans, pagerank
from brainwiki.graph.nodes import Edge, Graph, Node, make_graph, union
from brainwiki.usecases.check import check
from brainwiki.usecases.load import load_wiki
from tests.helpers import PROPERTY, make_brain, titled

NAMES = "abcdefgh"


def graph_of(*pairs: str, kinds: dict[str, str] | None = None, alone: str = "") -> Graph:
    """A graph of one-letter nodes: `ab` is an edge from a to b, `ab3` one that counts three."""
    ids = {name for pair in pairs for name in pair[:2]} | set(alone)
    nodes = [Node(name, (kinds or {}).get(name, "page"), name) for name in ids]
    return make_graph(nodes, [Edge(pair[0], pair[1], "context", int(pair[2:] or 1)) for pair in pairs])


edges = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(1, 5)), max_size=30)


def test_distances_go_both_ways() -> None:
    graph = graph_of("ab", "cb", "cd", "ef")
    assert distances(graph, "a", 9) == {"a": 0, "b": 1, "c": 2, "d": 3}
    assert distances(graph, "a", 1) == {"a": 0, "b": 1}
    assert distances(graph, "a", 0) == {"a": 0}


def test_distances_are_ordered_by_nearness_then_id() -> None:
    assert list(distances(graph_of("az", "ay", "zb", "yc"), "a", 2)) == ["a", "y", "z", "b", "c"]


def test_no_walk_goes_through_an_index() -> None:
    graph = graph_of("ia", "ib", "ac", kinds={"i": "index"})
    assert distances(graph, "a", 5) == {"a": 0, "c": 1, "i": 1}
    assert distances(graph, "i", 5) == {"i": 0, "a": 1, "b": 1, "c": 2}


def test_an_unknown_node_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        distances(graph_of("ab"), "x", 1)


def test_the_ego_graph_keeps_the_edges_among_the_near() -> None:
    graph = graph_of("ab", "ac", "bc", "cd")
    near = ego(graph, "a", 1)
    assert list(near.nodes) == ["a", "b", "c"]
    assert near.edges == (Edge("a", "b", "context"), Edge("a", "c", "context"), Edge("b", "c", "context"))


def test_neighbours_are_the_edges_that_touch() -> None:
    graph = graph_of("ab", "ca", "bc")
    assert neighbours(graph, "a") == (Edge("a", "b", "context"), Edge("c", "a", "context"))


def test_orphans_are_pages_that_nothing_leads_to() -> None:
    graph = graph_of("ab", "sc", alone="tuv", kinds={"s": "session", "t": "task", "u": "note", "v": "source"})
    assert orphans(graph) == ("a", "u", "v")


def test_parts_come_largest_first() -> None:
    assert components(graph_of("ab", "dc", "ec", alone="x")) == (("c", "d", "e"), ("a", "b"), ("x",))
    assert components(make_graph([], [])) == ()


def test_networkx_gets_attributes_and_keys() -> None:
    found = as_networkx(
        make_graph([Node("a", "page", "A", "concept"), Node("b", "note", "B")], [Edge("a", "b", "evidence", 2, ("c",))])
    )
    assert found.nodes["a"] == {"kind": "page", "title": "A", "type": "concept"}
    assert found["a"]["b"]["evidence"] == {"count": 2, "claims": ("c",)}


def test_pagerank_of_a_circle_is_even() -> None:
    assert pagerank(graph_of("ab", "bc", "ca")) == pytest.approx({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3})


def test_pagerank_of_a_star() -> None:
    """Three leaves that point to a centre without edges: solved by hand, c = l (1 + 3 d) and c + 3 l = 1."""
    rank = pagerank(graph_of("ac", "bc", "dc"))
    leaf = 1 / (4 + 3 * 0.85)
    assert rank == pytest.approx({"a": leaf, "b": leaf, "c": leaf * (1 + 3 * 0.85), "d": leaf})


def test_pagerank_weighs_by_count() -> None:
    rank = pagerank(graph_of("ab3", "ac1", "ba", "ca"))
    assert rank["b"] - 0.05 == pytest.approx(3 * (rank["c"] - 0.05))


def test_pagerank_of_nothing() -> None:
    assert pagerank(make_graph([], [])) == {}
    assert pagerank(graph_of(alone="a")) == {"a": pytest.approx(1)}


@PROPERTY
@given(edges)
def test_pagerank_is_a_distribution_that_solves_its_equation(triples: list[tuple[str, str, int]]) -> None:
    """Merged by pair, since a graph holds one edge of a kind between two nodes."""
    merged = {(source, target): count for source, target, count in triples}
    graph = make_graph(
        [Node(name, "page", name) for name in NAMES],
        [Edge(source, target, "context", count) for (source, target), count in merged.items()],
    )
    rank = pagerank(graph)
    assert sum(rank.values()) == pytest.approx(1)
    total = {name: sum(edge.count for edge in graph.edges if edge.source == name) for name in NAMES}
    loose = sum(rank[name] for name in NAMES if not total[name])
    for name in NAMES:
        given_ = sum(rank[edge.source] * edge.count / total[edge.source] for edge in graph.edges if edge.target == name)
        assert rank[name] == pytest.approx(0.15 / 8 + 0.85 * (loose / 8 + given_), abs=1e-8)


@PROPERTY
@given(edges, st.sampled_from(NAMES), st.integers(0, 4))
def test_the_ego_graph_grows_with_its_hops(triples: list[tuple[str, str, int]], centre: str, hops: int) -> None:
    graph = make_graph(
        [Node(name, "page", name) for name in NAMES], {Edge(source, target, "context") for source, target, _ in triples}
    )
    near, far = ego(graph, centre, hops), ego(graph, centre, hops + 1)
    assert set(near.nodes) <= set(far.nodes)
    assert set(near.edges) <= set(far.edges)
    whole = next(ids for ids in components(graph) if centre in ids)
    assert tuple(ego(graph, centre, 8).nodes) == whole


def test_orphans_agree_with_the_rule(tmp_path: Path) -> None:
    texts = {
        "index.md": "- [[lonely]]\n",
        "knowledge/a.md": titled("A", "[[b]]. A claim. [cite:1]\n", "sources:\n  - id: 1\n    resource: sources/s\n"),
        "knowledge/b.md": titled("B", "[[a]]\n"),
        "knowledge/lonely.md": titled("Lonely", "[[lonely]]\n"),
        "notes/n.md": "---\ntype: note\n---\n[[a]]\n",
        "sources/s.md": "---\ntype: source\ntitle: S\n---\nText.\n",
    }
    workspace = make_brain(tmp_path, texts)
    wiki = load_wiki(workspace)
    told = [finding.path for finding in check(workspace, select=("BW210",)).report.findings]
    both = union(context_graph(wiki), evidence_graph(wiki))
    assert [f"wiki/{both.nodes[key].path}" for key in orphans(both)] == told
    assert told == ["wiki/knowledge/lonely.md", "wiki/notes/n.md"]
