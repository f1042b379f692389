"""Nodes and edges: what becomes a node, which id it has, and the one order of a graph."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.graph.nodes import (
    Edge,
    Graph,
    Node,
    evidence_node,
    is_listing,
    make_graph,
    missing_node,
    page_node,
    page_nodes,
    part,
    raw_node,
    union,
)
from brainwiki.model.evidence import Evidence
from brainwiki.model.page import Source
from tests.helpers import bare, titled, wiki_of

BRAIN = load_profile("brain").dialect


def node(name: str, kind: str = "page") -> Node:
    return Node(name, kind, name.upper())


def source(resource: str, title: str = "", position: int = 0) -> Source:
    return Source("1", resource, title, "", "", "", "", 0, position, "resource")


def test_a_graph_is_ordered_whatever_the_order_of_its_parts() -> None:
    nodes = [node("b"), node("a"), node("c")]
    edges = [Edge("b", "a", "evidence"), Edge("b", "a", "context"), Edge("a", "c", "context")]
    graph = make_graph(nodes, edges)
    assert list(graph.nodes) == ["a", "b", "c"]
    assert [(edge.source, edge.target, edge.kind) for edge in graph.edges] == [
        ("a", "c", "context"),
        ("b", "a", "context"),
        ("b", "a", "evidence"),
    ]
    assert make_graph(reversed(nodes), reversed(edges)) == graph


def test_loops_are_left_out_and_the_first_of_two_nodes_stays() -> None:
    graph = make_graph([Node("a", "page", "First"), Node("a", "url", "Second")], [Edge("a", "a", "context")])
    assert graph == Graph({"a": Node("a", "page", "First")}, ())


def test_the_union_keeps_edges_of_both_kinds_apart() -> None:
    context = make_graph([node("a"), node("b")], [Edge("a", "b", "context", 2)])
    evidence = make_graph([node("a"), node("s", "session")], [Edge("a", "s", "evidence", 1, ("c-1",))])
    both = union(context, evidence)
    assert list(both.nodes) == ["a", "b", "s"]
    assert both.edges == (Edge("a", "b", "context", 2), Edge("a", "s", "evidence", 1, ("c-1",)))


def test_a_part_holds_only_the_edges_between_its_nodes() -> None:
    graph = make_graph([node(one) for one in "abc"], [Edge("a", "b", "context"), Edge("b", "c", "context")])
    inner = part(graph, ["b", "a", "nobody"])
    assert list(inner.nodes) == ["a", "b"]
    assert inner.edges == (Edge("a", "b", "context"),)


@pytest.mark.parametrize(
    ("profile", "path", "expected"),
    [
        ("brain", "index.md", True),
        ("brain", "log.md", True),
        ("brain", "knowledge/a.md", False),
        ("llm-wiki", "index.md", False),
        ("llm-wiki", "log.md", True),
        ("okf", "tables/index.md", False),
    ],
)
def test_generated_listings(profile: str, path: str, expected: bool) -> None:
    wiki = wiki_of({path: titled("Any")}, load_profile(profile).dialect)
    assert is_listing(wiki, wiki.pages[path]) is expected


def test_every_page_but_the_listings_is_a_node() -> None:
    wiki = wiki_of(
        {
            "index.md": "# Home\n",
            "knowledge/a.md": titled("Alpha"),
            "sessions/2026-01-01-x-a/session.md": "---\ntype: session\ntitle: Talk\n---\nText.\n",
            "tasks/t.md": "---\ntype: task\ntitle: Later\nstate: held\n---\nText.\n",
        },
        BRAIN,
    )
    assert page_nodes(wiki) == [
        Node("knowledge/a", "page", "Alpha", "concept", "knowledge/a.md"),
        Node("sessions/2026-01-01-x-a", "session", "Talk", "session", "sessions/2026-01-01-x-a/session.md"),
        Node("tasks/t", "task", "Later", "task", "tasks/t.md"),
    ]


def test_a_raw_text_is_a_node_by_its_path_in_the_workspace() -> None:
    assert page_node(bare("Text.", "raw/talk.txt", "raw")) == raw_node("raw/talk.txt")
    assert raw_node("raw/talk.txt") == Node("raw/talk.txt", "raw", "talk.txt")


def test_missing_names_that_differ_in_case_are_one_node() -> None:
    assert missing_node("Ångström", "why").id == missing_node("ångström", "why").id
    assert missing_node("メモ", "why") == Node("missing:メモ", "missing", "メモ", reason="why")


def test_where_evidence_leads() -> None:
    wiki = wiki_of({"sources/report.md": "---\ntype: source\ntitle: Report\n---\nText.\n"}, BRAIN)
    page = Node("sources/report", "source", "Report", "source", "sources/report.md")
    assert evidence_node(wiki, source("x"), Evidence("lines", "sources/report.md", lines=(1, 1))) == page
    address = "https://example.org/a"
    assert evidence_node(wiki, source(address, "An example"), Evidence("url", address=address)) == Node(
        address, "url", "An example"
    )
    commit = Evidence("commit", address="git:abcdef1:src/pump.py")
    assert evidence_node(wiki, source("x"), commit) == Node("git:abcdef1", "commit", "abcdef1")
    assert evidence_node(wiki, source("x"), Evidence("raw", "raw/a.md")) == raw_node("raw/a.md")
    assert evidence_node(wiki, source("x"), Evidence("file", "img/a.png")) == Node("img/a.png", "file", "a.png")
    assert evidence_node(wiki, source("x"), Evidence("asserted")) is None
    broken = evidence_node(wiki, source("sources/nix"), Evidence("broken", reason="nothing is there"))
    assert broken == Node("missing:sources/nix", "missing", "sources/nix", reason="nothing is there")


def test_the_words_of_a_footnote_are_no_title() -> None:
    wiki = wiki_of({})
    address = "https://example.org/a"
    found = evidence_node(wiki, source(address, "See the page, retrieved in May", -1), Evidence("url", address=address))
    assert found == Node(address, "url", address)
