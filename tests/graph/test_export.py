"""The forms that other programs read: the contract's JSON, GraphML that networkx reads back, and DOT by its lexer's rules."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import networkx as nx
import pytest

from brainwiki.config.profile import load_profile
from brainwiki.graph.context import context_graph, links_of, links_to
from brainwiki.graph.evidence import evidence_graph
from brainwiki.graph.export import (
    claims_as_json,
    dot,
    graph_as_json,
    graphml,
    links_as_json,
    step_as_json,
    trail_as_json,
)
from brainwiki.graph.measure import pagerank
from brainwiki.graph.nodes import Edge, Graph, Node, make_graph, page_node, union
from brainwiki.graph.trail import first_steps, trail, uncited
from brainwiki.model.session import Turn, transcript_of
from brainwiki.model.wiki import Wiki
from tests.helpers import titled, wiki_of

SESSION = "sessions/2026-01-01-x-aaaaaaaaaa"
BODY = "A claim of [[b|the pump]]. [cite:1] ^c-one\n    \n- Now. [cite:2] ^c-now\n    - (until 2026-01-02) Then. [cite:1]\n\nSee [[twin]].\n"
SOURCES = f"sources:\n  - id: 1\n    resource: {SESSION}#turn-1\n    quote: 高い\n  - id: 2\n    resource: https://example.org\n  - id: 3\n    resource: nix\n"


def small() -> Wiki:
    texts = {
        "knowledge/a.md": titled("Alpha", BODY, SOURCES),
        "knowledge/b.md": titled("ポンプ"),
        "knowledge/x/twin.md": titled("One"),
        "knowledge/y/twin.md": titled("Two"),
        f"{SESSION}/session.md": "---\ntype: session\ntitle: A talk\n---\nText.\n",
    }
    turns = (Turn(1, "user", "2026-01-01T10:00:00Z", "圧力が高い。", 1), Turn(2, "assistant", "", "はい。", 2))
    return wiki_of(texts, load_profile("brain").dialect, transcripts={SESSION: transcript_of("t", turns)})


def awkward() -> Graph:
    """Names that break careless writers."""
    nodes = [
        Node('a "quoted" \\ name\\', "page", 'He said "no" \\N and left\\', "concept"),
        Node("知识/霁川", "page", "霁川传感器 & <采购>", "project"),
        Node("missing:x\x00y\x1b", "missing", "x\x00y\x1b\ud800", reason="nothing answers to it"),
        Node("line\nbreak", "note", "line\nbreak"),
        Node("絵文字👩‍🔬", "page", "絵文字👩‍🔬 {x} [y] -> z; //"),
    ]
    edges = [
        Edge('a "quoted" \\ name\\', "知识/霁川", "context", 2),
        Edge('a "quoted" \\ name\\', "知识/霁川", "evidence", 1, ("c-1", "c-2")),
        Edge("知识/霁川", "missing:x\x00y\x1b", "context"),
    ]
    return make_graph(nodes, edges)


def test_the_json_of_the_contract() -> None:
    wiki = small()
    graph = union(context_graph(wiki), evidence_graph(wiki))
    value = graph_as_json(graph, {"knowledge/b": 0.123456789})
    assert value["version"] == 1
    assert value["nodes"][0] == {"id": "https://example.org", "kind": "url", "title": "https://example.org", "type": ""}
    by_id = {node["id"]: node for node in value["nodes"]}
    assert by_id["knowledge/b"] == {
        "id": "knowledge/b",
        "kind": "page",
        "title": "ポンプ",
        "type": "concept",
        "rank": 0.12345679,
    }
    assert by_id["missing:twin"]["reason"] == "several pages answer to it"
    claim = wiki.pages["knowledge/a.md"].claims[2].id
    assert value["edges"] == [
        {"source": "knowledge/a", "target": "https://example.org", "kind": "evidence", "count": 1, "claims": ["c-now"]},
        {"source": "knowledge/a", "target": "knowledge/b", "kind": "context", "count": 1},
        {"source": "knowledge/a", "target": "missing:nix", "kind": "evidence", "count": 1, "claims": []},
        {"source": "knowledge/a", "target": "missing:twin", "kind": "context", "count": 1},
        {"source": "knowledge/a", "target": SESSION, "kind": "evidence", "count": 1, "claims": ["c-one", claim]},
    ]
    assert json.loads(json.dumps(value)) == value


def test_graphml_is_read_back_by_networkx() -> None:
    wiki = small()
    graph = union(context_graph(wiki), evidence_graph(wiki))
    ranks = pagerank(graph)
    back = nx.parse_graphml(graphml(graph, ranks), force_multigraph=True)
    assert back.is_directed()
    assert set(back) == set(graph.nodes)
    assert back.nodes["knowledge/b"] == {
        "kind": "page",
        "title": "ポンプ",
        "type": "concept",
        "rank": round(ranks["knowledge/b"], 8),
    }
    edges = sorted((u, v, data["kind"], data["count"], data.get("claims")) for u, v, data in back.edges(data=True))
    assert edges == [
        ("knowledge/a", "https://example.org", "evidence", 1, "c-now"),
        ("knowledge/a", "knowledge/b", "context", 1, None),
        ("knowledge/a", "missing:nix", "evidence", 1, ""),
        ("knowledge/a", "missing:twin", "context", 1, None),
        ("knowledge/a", SESSION, "evidence", 1, f"c-one {wiki.pages['knowledge/a.md'].claims[2].id}"),
    ]


def test_graphml_survives_awkward_names() -> None:
    text = graphml(awkward(), {})
    root = ET.fromstring(text.encode("utf-8"))
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<graphml ')
    assert [node.get("id") for node in root.iterfind(".//g:node", space)] == [
        'a "quoted" \\ name\\',
        "line\nbreak",
        "missing:x\ufffdy\ufffd",
        "知识/霁川",
        "絵文字👩‍🔬",
    ]
    ids = [key.get("id") for key in root.iterfind("g:key", space)] + [
        edge.get("id") for edge in root.iterfind(".//g:edge", space)
    ]
    assert len(ids) == len(set(ids))
    back = nx.parse_graphml(text, force_multigraph=True)
    assert back.nodes["知识/霁川"]["title"] == "霁川传感器 & <采购>"
    assert back.number_of_edges('a "quoted" \\ name\\', "知识/霁川") == 2


_TOKEN = re.compile(r'\s+|"((?:\\.|[^"\\])*)"|(->|[\[\]{};,=])|([A-Za-z_][A-Za-z_0-9]*|-?[0-9.]+)', re.DOTALL)


def tokens(text: str) -> list[str]:
    """DOT by the rules of its language: quoted strings (with `q:` before them), signs, names and numbers; nothing else."""
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None, f"no token at {text[at : at + 30]!r}"
        if match[1] is not None:
            found.append(f"q:{match[1]}")
        elif match[2] or match[3]:
            found.append(match[2] or match[3])
        at = match.end()
    return found


def unescaped(token: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", token.removeprefix("q:"))


def statements(text: str) -> list[list[str]]:
    """The statements between the braces of a digraph."""
    found = tokens(text)
    assert found[:3] == ["digraph", "brain", "{"]
    assert found[-1] == "}"
    parts: list[list[str]] = [[]]
    for token in found[3:-1]:
        if token == ";":
            parts.append([])
        else:
            parts[-1].append(token)
    assert parts.pop() == []
    return parts


def test_dot_of_awkward_names() -> None:
    found = statements(dot(awkward()))
    nodes = [part for part in found if part[0].startswith("q:") and part[1] == "["]
    edges = [part for part in found if len(part) > 1 and part[1] == "->"]
    assert [unescaped(part[0]) for part in nodes] == [
        'a "quoted" \\ name\\',
        "line break",
        "missing:x�y�",
        "知识/霁川",
        "絵文字👩‍🔬",
    ]
    labels = [unescaped(part[part.index("label") + 2]) for part in nodes]
    assert labels[0] == 'He said "no" \\N and left\\'
    assert labels[2] == "x�y��"
    assert labels[3] == "霁川传感器 & <采购>"
    assert [(unescaped(part[0]), unescaped(part[2])) for part in edges] == [
        ('a "quoted" \\ name\\', "知识/霁川"),
        ('a "quoted" \\ name\\', "知识/霁川"),
        ("知识/霁川", "missing:x�y�"),
    ]
    assert [part[-2] for part in edges] == ["2", "dashed", "1"]


def test_dot_marks_kinds() -> None:
    lines = dot(awkward()).splitlines()
    assert '  "知识/霁川" [label="霁川传感器 & <采购>", kind="page", shape=box];' in lines
    assert '  "line break" [label="line break", kind="note", shape=ellipse];' in lines
    assert any(line.endswith('kind="missing", shape=octagon, style=dotted];') for line in lines)
    assert dot(make_graph([], [])).splitlines()[-1] == "}"


@pytest.mark.parametrize("kind", ["context", "evidence"])
def test_output_is_the_same_every_time(kind: str) -> None:
    build = {"context": context_graph, "evidence": evidence_graph}[kind]
    first, second = build(small()), build(small())
    assert dot(first) == dot(second)
    assert graphml(first, pagerank(first)) == graphml(second, pagerank(second))


def test_links_as_json() -> None:
    wiki = small()
    page, other = wiki.pages["knowledge/a.md"], wiki.pages["knowledge/b.md"]
    out = links_as_json(page, links_of(wiki, page), links_to(wiki, page), ())
    assert out["page"] == {
        "id": "knowledge/a",
        "kind": "page",
        "title": "Alpha",
        "type": "concept",
        "path": "knowledge/a.md",
    }
    assert out["out"][0] == {
        "line": 14,
        "column": 12,
        "form": "wikilink",
        "target": "b",
        "fragment": "",
        "label": "the pump",
        "text": "A claim of [[b|the pump]].",
        "state": "page",
        "to": {"id": "knowledge/b", "kind": "page", "title": "ポンプ", "type": "concept"},
    }
    assert out["out"][1]["state"] == "ambiguous"
    assert out["out"][1]["candidates"] == ["knowledge/x/twin", "knowledge/y/twin"]
    into = links_as_json(other, (), links_to(wiki, other), [page_node(page)])
    assert [(link["from"]["id"], link["line"]) for link in into["in"]] == [("knowledge/a", 14)]
    assert [node["id"] for node in into["cited_by"]] == ["knowledge/a"]


def test_claims_as_json() -> None:
    wiki = small()
    page = wiki.pages["knowledge/a.md"]
    value = claims_as_json(
        page, [(claim, first_steps(wiki, page, claim)) for claim in page.claims], uncited(wiki, page)
    )
    first, now, then = value["claims"]
    assert {key: first[key] for key in ("id", "text", "until", "parent", "line")} == {
        "id": "c-one",
        "text": "A claim of [[b|the pump]].",
        "until": None,
        "parent": None,
        "line": 14,
    }
    assert (then["until"], then["parent"]) == ("2026-01-02", "c-now")
    assert [source["support"] for source in now["sources"]] == ["unverifiable"]
    assert value["uncited"] == [
        {
            "id": "3",
            "support": "broken",
            "place": "broken",
            "resource": "nix",
            "quoted": None,
            "reason": "nothing is there",
            "node": {"id": "missing:nix", "kind": "missing", "title": "nix", "type": "", "reason": "nothing is there"},
        }
    ]


def test_trail_as_json() -> None:
    wiki = small()
    page = wiki.pages["knowledge/a.md"]
    value = trail_as_json(trail(wiki, page, page.claims[1]))
    assert list(value) == ["version", "page", "claim", "replaced_by", "sources", "history"]
    assert (value["claim"]["id"], value["replaced_by"]) == ("c-now", None)
    (old,) = value["history"]
    (source,) = old["sources"]
    assert source["turns"] == [
        {"number": 1, "role": "user", "at": "2026-01-01T10:00:00Z", "text": "圧力が高い。", "cited": True},
        {"number": 2, "role": "assistant", "at": "", "text": "はい。", "cited": False},
    ]
    assert (source["support"], source["quote"], source["quoted"]) == ("verifiable", "高い", True)
    assert trail_as_json(trail(wiki, page, page.claims[2]))["replaced_by"]["id"] == "c-now"


def test_what_a_source_rests_on_as_json() -> None:
    texts = {
        "a.md": titled("A", "X. [cite:1]\n", "sources:\n  - id: 1\n    resource: b.md\n    quote: It runs\n"),
        "b.md": titled("B", "It runs. [cite:1] ^c-run\n", "sources:\n  - id: 1\n    resource: a.md\n"),
    }
    wiki = wiki_of(texts, load_profile("okf").dialect)
    page = wiki.pages["a.md"]
    step = step_as_json(trail(wiki, page, page.claims[0]).steps[0])
    assert step["lines"] == [{"number": 9, "body_number": 1, "text": "It runs. [cite:1] ^c-run"}]
    (down,) = step["down"]
    assert down["claim"] == {"id": "c-run", "text": "It runs.", "until": None, "parent": None}
    assert down["sources"][0]["cut"] == "circular"
