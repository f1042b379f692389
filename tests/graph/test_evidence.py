"""Evidence edges, chains of provenance, and how far a change reaches."""

from __future__ import annotations

from brainwiki.config.profile import load_profile
from brainwiki.graph.evidence import Reach, chains, cited_by, evidence_graph, reach
from brainwiki.graph.nodes import Edge, Graph, Node, make_graph
from brainwiki.model.session import Turn, transcript_of
from brainwiki.model.wiki import Wiki
from tests.helpers import bare, titled, wiki_of

BRAIN = load_profile("brain").dialect
SESSION = "sessions/2026-01-01-x-aaaaaaaaaa"


def entries(*resources: str) -> str:
    """`sources` with one entry a resource, ids from 1."""
    listed = "".join(f"  - id: {number}\n    resource: {one}\n" for number, one in enumerate(resources, 1))
    return f"sources:\n{listed}"


def small(body: str, *resources: str, **more: object) -> Wiki:
    texts = {
        "index.md": "# Home\n",
        "knowledge/a.md": titled("Alpha", body, entries(*resources)),
        "knowledge/b.md": titled("Beta"),
        f"{SESSION}/session.md": "---\ntype: session\ntitle: Talk\n---\nText.\n",
        "sources/report.md": "---\ntype: source\ntitle: Report\n---\nText.\n",
        "tasks/later.md": "---\ntype: task\ntitle: Later\nstate: held\n---\nText.\n",
    }
    turns = tuple(Turn(number, "user", "", "Text.", number) for number in (1, 2))
    return wiki_of(texts, BRAIN, transcripts={SESSION: transcript_of("t", turns)}, **more)


def graph_of(*edges: tuple[str, str, str]) -> Graph:
    names = {name for source, target, _ in edges for name in (source, target)}
    nodes = [Node(name, "index" if name.startswith("index") else "page", name) for name in names]
    return make_graph(nodes, (Edge(source, target, kind) for source, target, kind in edges))  # type: ignore[arg-type]


def test_every_kind_of_place_makes_an_edge() -> None:
    wiki = small(
        "A. [cite:1,2,3,4,5]\n",
        "sources/report",
        f"{SESSION}#turn-2",
        "task:later",
        "https://example.org/x",
        "git:abcdef1:src/pump.py",
        commits={"abcdef1": True},
    )
    graph = evidence_graph(wiki)
    kinds = {edge.target: graph.nodes[edge.target].kind for edge in graph.edges}
    assert kinds == {
        "git:abcdef1": "commit",
        "https://example.org/x": "url",
        SESSION: "session",
        "sources/report": "source",
        "tasks/later": "task",
    }
    assert {edge.source for edge in graph.edges} == {"knowledge/a"}
    assert {edge.kind for edge in graph.edges} == {"evidence"}


def test_an_edge_counts_its_entries_and_names_the_claims_that_rest_on_it() -> None:
    body = (
        "First. [cite:1] ^c-one\n\nSecond. [cite:2] ^c-two\n\nThird. [cite:3] ^c-three\n\nFourth. [cite:1,3] ^c-four\n"
    )
    graph = evidence_graph(small(body, f"{SESSION}#turn-1", f"{SESSION}#turn-2", "sources/report"))
    assert graph.edges == (
        Edge("knowledge/a", SESSION, "evidence", 2, ("c-one", "c-two", "c-four")),
        Edge("knowledge/a", "sources/report", "evidence", 1, ("c-three", "c-four")),
    )


def test_an_entry_that_nothing_cites_is_an_edge_without_claims() -> None:
    assert evidence_graph(small("No claim.\n", "sources/report")).edges == (
        Edge("knowledge/a", "sources/report", "evidence", 1, ()),
    )


def test_broken_evidence_leads_to_a_missing_node() -> None:
    graph = evidence_graph(small("A. [cite:1,2]\n", "sources/nix", f"{SESSION}#turn-9"))
    missing = {node.id: node.reason for node in graph.nodes.values() if node.kind == "missing"}
    assert missing == {
        "missing:sources/nix": "nothing is there",
        f"missing:{SESSION}#turn-9": "the session has no turn 9",
    }


def test_what_only_asserts_makes_no_edge() -> None:
    body = "A.[^1] B.[^2] C.[^3]\n\n[^1]: Heard from Ann.\n[^2]: [Talk](../raw/talk.txt)\n[^3]: [[a]]\n"
    raw = {"raw/talk.txt": bare("Text.", "raw/talk.txt", "raw")}
    dialect = load_profile("llm-wiki").dialect
    graph = evidence_graph(wiki_of({"a.md": titled("Alpha", body)}, dialect, evidence=raw, prefix="wiki"))
    assert [(edge.source, edge.target, edge.count) for edge in graph.edges] == [("a", "raw/talk.txt", 1)]
    assert len(graph.edges[0].claims) == 1


def test_who_cites_a_page() -> None:
    wiki = small("A. [cite:1]\n", "sources/report")
    assert [page.id for page in cited_by(wiki, wiki.pages["sources/report.md"])] == ["knowledge/a"]
    assert cited_by(wiki, wiki.pages["knowledge/a.md"]) == ()


def test_chains_go_down_to_where_nothing_is_cited() -> None:
    graph = graph_of(
        ("a", "b", "evidence"),
        ("b", "d", "evidence"),
        ("a", "c", "evidence"),
        ("a", "z", "context"),
        ("c", "d", "evidence"),
    )
    assert chains(graph, "a") == (("a", "b", "d"), ("a", "c", "d"))
    assert chains(graph, "d") == ()
    assert chains(graph, "z") == ()


def test_chains_end_in_a_circle_and_at_their_depth() -> None:
    circle = graph_of(("a", "b", "evidence"), ("b", "a", "evidence"), ("b", "c", "evidence"))
    assert chains(circle, "a") == (("a", "b", "c"),)
    assert chains(graph_of(("a", "b", "evidence"), ("b", "a", "evidence")), "a") == (("a", "b"),)
    line = graph_of(*((f"n{one:02}", f"n{one + 1:02}", "evidence") for one in range(20)))
    assert len(chains(line, "n00")[0]) == 9
    assert chains(line, "n00", depth=2) == (("n00", "n01", "n02"),)


def test_chains_are_bounded() -> None:
    layers = [
        (f"{layer}{one}", f"{layer + 1}{other}", "evidence") for layer in range(6) for one in "xyz" for other in "xyz"
    ]
    assert len(chains(graph_of(*layers), "0x")) == 3**6
    assert len(chains(graph_of(*layers), "0x", limit=10)) == 10


def test_reach_goes_against_the_edges() -> None:
    graph = graph_of(
        ("one", "changed", "evidence"),
        ("two", "one", "context"),
        ("three", "two", "context"),
        ("changed", "below", "evidence"),
        ("also", "changed", "context"),
    )
    assert reach(graph, ["changed"]) == Reach(("also", "one"), ("two",))
    assert reach(graph, ["below"]) == Reach(("changed",), ("also", "one"))
    assert reach(graph, ["three", "nobody"]) == Reach((), ())


def test_reach_tells_no_page_twice_and_passes_over_listings() -> None:
    graph = graph_of(("a", "b", "context"), ("b", "a", "context"), ("c", "a", "context"), ("index", "a", "context"))
    assert reach(graph, ["a"]) == Reach(("b", "c"), ())
    assert reach(graph, ["a", "b"]) == Reach(("c",), ())
