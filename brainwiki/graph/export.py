"""Graphs, links and trails in the forms that other programs read: the JSON of the contract, GraphML and DOT."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from brainwiki.graph.context import ContextLink, sentence_at
from brainwiki.graph.nodes import Edge, Graph, Node, page_node
from brainwiki.graph.trail import Step, Trail
from brainwiki.model.page import Claim, Page

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML 1.0 cannot hold
_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")

_SHAPES = {
    "page": "box",
    "missing": "octagon",
    "session": "note",
    "source": "cylinder",
    "url": "cylinder",
    "commit": "cylinder",
}


def graph_as_json(graph: Graph, ranks: Mapping[str, float]) -> dict[str, Any]:
    """A graph in the form of the contract, version 1; `rank` is a node's PageRank, where it has one."""
    return {
        "version": 1,
        "nodes": [_node(node) | _rank(node, ranks) for node in graph.nodes.values()],
        "edges": [_edge(edge) for edge in graph.edges],
    }


def _node(node: Node) -> dict[str, Any]:
    found = {"id": node.id, "kind": node.kind, "title": node.title, "type": node.type}
    return found | {"reason": node.reason} if node.reason else found


def _rank(node: Node, ranks: Mapping[str, float]) -> dict[str, float]:
    return {"rank": round(ranks[node.id], 8)} if node.id in ranks else {}


def _edge(edge: Edge) -> dict[str, Any]:
    found = {"source": edge.source, "target": edge.target, "kind": edge.kind, "count": edge.count}
    return found | {"claims": list(edge.claims)} if edge.kind == "evidence" else found


def graphml(graph: Graph, ranks: Mapping[str, float]) -> str:
    """A graph as GraphML, a directed one with edges of its own ids; claims as one text, parted by blanks.

    Signs that XML cannot hold become U+FFFD.
    """
    import networkx as nx  # takes 0.2 s; `links` and `why` need none of it
    from networkx.readwrite.graphml import GraphMLWriter

    found = nx.MultiDiGraph()
    for node in graph.nodes.values():
        texts = {key: _xml(value) for key, value in _node(node).items() if key != "id"}
        found.add_node(_xml(node.id), **texts, **_rank(node, ranks))
    for number, edge in enumerate(graph.edges):
        claims = {"claims": _xml(" ".join(edge.claims))} if edge.kind == "evidence" else {}
        found.add_edge(
            _xml(edge.source), _xml(edge.target), key=f"e{number}", kind=edge.kind, count=edge.count, **claims
        )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{str(GraphMLWriter(found)).rstrip()}'


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def dot(graph: Graph) -> str:
    """A graph in Graphviz's DOT: labels are titles, evidence edges dashed, missing nodes dotted."""
    lines = ["digraph brain {", "  rankdir=LR;", '  node [fontname="sans-serif"];']
    for node in graph.nodes.values():
        style = ", style=dotted" if node.kind == "missing" else ""
        shape = _SHAPES.get(node.kind, "ellipse")
        lines.append(
            f"  {_quoted(node.id)} [label={_quoted(node.title)}, kind={_quoted(node.kind)}, shape={shape}{style}];"
        )
    for edge in graph.edges:
        style = ", style=dashed" if edge.kind == "evidence" else ""
        ends = f"{_quoted(edge.source)} -> {_quoted(edge.target)}"
        lines.append(f"  {ends} [kind={_quoted(edge.kind)}, weight={edge.count}{style}];")
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    """A DOT string: quotes escaped, a backslash doubled (it would begin an escape in a label), controls as U+FFFD."""
    plain = _CONTROL.sub("\ufffd", text.replace("\n", " "))
    return '"{}"'.format(plain.replace("\\", "\\\\").replace('"', '\\"'))


def page_as_json(page: Page) -> dict[str, Any]:
    """A page as the head of a document: its node and its path in the brain."""
    return _node(page_node(page)) | {"path": page.path}


def links_as_json(
    page: Page, out: Iterable[ContextLink], into: Iterable[ContextLink], cited_by: Iterable[Node]
) -> dict[str, Any]:
    """The links of a page in both directions, and the pages that cite it as evidence."""
    return {
        "version": 1,
        "page": page_as_json(page),
        "out": [_link(found) | _target(found) for found in out],
        "in": [_link(found) | {"from": page_as_json(found.page)} for found in into],
        "cited_by": [_node(node) for node in cited_by],
    }


def _link(found: ContextLink) -> dict[str, Any]:
    line, column = found.place
    return {
        "line": line,
        "column": column,
        "form": found.link.form,
        "target": found.link.target,
        "fragment": found.link.fragment,
        "label": found.label,
        "text": sentence_at(found.page, found.link.start),
    }


def _target(found: ContextLink) -> dict[str, Any]:
    value: dict[str, Any] = {"state": found.state, "to": _node(found.node) if found.node else None}
    return value | {"candidates": list(found.candidates)} if found.candidates else value


def claims_as_json(
    page: Page, claims: Iterable[tuple[Claim, tuple[Step, ...]]], uncited: Iterable[Step]
) -> dict[str, Any]:
    """The claims of a page with the support of each source, and the sources that no claim cites."""
    return {
        "version": 1,
        "page": page_as_json(page),
        "claims": [
            _claim(page, claim) | {"sources": [step_as_json(step) for step in steps]} for claim, steps in claims
        ],
        "uncited": [step_as_json(step) for step in uncited],
    }


def trail_as_json(trail: Trail) -> dict[str, Any]:
    """The trail of a claim."""
    page = trail.page
    return {
        "version": 1,
        "page": page_as_json(page),
        "claim": _claim(page, trail.claim),
        "replaced_by": _claim(page, trail.replaced_by) if trail.replaced_by else None,
        "sources": [step_as_json(step) for step in trail.steps],
        "history": [
            _claim(page, old) | {"sources": [step_as_json(step) for step in steps]} for old, steps in trail.history
        ],
    }


def _claim(page: Page | None, claim: Claim) -> dict[str, Any]:
    found = {"id": claim.id, "text": claim.text, "until": claim.until or None, "parent": claim.parent or None}
    return found | {"line": page.place(claim.start)[0]} if page else found


def step_as_json(step: Step) -> dict[str, Any]:
    """One source with what was found; keys that would be empty are left out."""
    source = step.source
    found: dict[str, Any] = {
        "id": source.id,
        "support": step.support,
        "place": step.evidence.place,
        "resource": source.resource,
        "title": source.title,
        "quote": source.quote or None,
        "quoted": step.quoted,
        "at": source.at,
        "author": source.author,
        "reason": step.reason,
        "node": _node(step.node) if step.node else None,
        "turns": [_turn(said.turn._asdict(), said.is_cited) for said in step.turns],
        "lines": [line._asdict() for line in step.lines],
        "moved": step.moved,
        "down": [
            {
                "claim": _claim(None, down.claim) if down.claim else None,
                "sources": [step_as_json(one) for one in down.steps],
            }
            for down in step.down
        ],
        "cut": step.cut,
        "origin": step.origin,
    }
    keep = ("id", "support", "place", "resource", "quoted")
    return {key: value for key, value in found.items() if key in keep or value not in ("", None, [], False)}


def _turn(turn: Mapping[str, Any], is_cited: bool) -> dict[str, Any]:
    return {key: turn[key] for key in ("number", "role", "at", "text")} | {"cited": is_cited}
