"""Nodes, edges and graphs as plain values, and how a page, an address or a dead end becomes a node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from brainwiki.model.evidence import Evidence
from brainwiki.model.names import fold
from brainwiki.model.page import Page, Source
from brainwiki.model.wiki import Wiki

EdgeKind = Literal["context", "evidence"]

PAGES = ("page", "note", "source")  # kinds that somebody should lead to
LISTINGS = ("index", "log")  # kinds that lead everywhere: no walk goes through them


class Node(NamedTuple):
    """One node. `id` is a page's id, the path of a read-only text or a file, an address, `git:<commit>`, or `missing:` and a name.

    `kind` is a page's kind (page, note, session, source, task, rule, proposal, index), or raw, file, url, commit or missing;
    `type` the declared type; `path` the page's path in the brain, else empty; `reason` why a missing node is missing.
    """

    id: str
    kind: str
    title: str
    type: str = ""
    path: str = ""
    reason: str = ""


@dataclass(frozen=True, order=True)
class Edge:
    """An edge between two node ids: `count` links, or `count` evidence entries and the ids of the claims that rest on them."""

    source: str
    target: str
    kind: EdgeKind
    count: int = 1
    claims: tuple[str, ...] = ()


@dataclass(frozen=True)
class Graph:
    """Nodes by id and edges, both in order: nodes by id, edges by source, target and kind. Loops are left out."""

    nodes: Mapping[str, Node]
    edges: tuple[Edge, ...] = ()


def make_graph(nodes: Iterable[Node], edges: Iterable[Edge]) -> Graph:
    """A graph in its one order; of nodes with one id the first stays."""
    found: dict[str, Node] = {}
    for node in nodes:
        found.setdefault(node.id, node)
    kept = (edge for edge in edges if edge.source != edge.target)
    return Graph({key: found[key] for key in sorted(found)}, tuple(sorted(kept)))


def union(first: Graph, second: Graph) -> Graph:
    """Both graphs as one; edges of the two kinds stay apart."""
    return make_graph([*first.nodes.values(), *second.nodes.values()], [*first.edges, *second.edges])


def part(graph: Graph, ids: Iterable[str]) -> Graph:
    """The nodes with these ids and the edges between them."""
    kept = set(ids)
    edges = (edge for edge in graph.edges if edge.source in kept and edge.target in kept)
    return make_graph((node for key, node in graph.nodes.items() if key in kept), edges)


def is_listing(wiki: Wiki, page: Page) -> bool:
    """Whether a page is a generated listing, which leads everywhere and therefore says nothing about its targets."""
    return page.kind == "log" or page.kind == "index" and wiki.dialect.generated_index


def page_node(page: Page) -> Node:
    """The node of a page, or of a read-only text of the workspace."""
    if page.kind == "raw":
        return raw_node(page.path)
    return Node(page.id, page.kind, page.title, page.type, page.path)


def page_nodes(wiki: Wiki) -> list[Node]:
    """The nodes of all pages that are no generated listings."""
    return [page_node(page) for page in wiki if not is_listing(wiki, page)]


def raw_node(path: str) -> Node:
    """The node of a read-only text outside the brain; `path` is seen from the workspace."""
    return Node(path, "raw", path.rpartition("/")[2])


def missing_node(name: str, reason: str) -> Node:
    """The node of something that does not exist; names that differ in case only are one node."""
    return Node(f"missing:{fold(name)}", "missing", name, reason=reason)


def evidence_node(wiki: Wiki, source: Source, evidence: Evidence) -> Node | None:
    """The node where an evidence entry leads, or None where only the words of the citation vouch for it."""
    if evidence.place == "asserted":
        return None
    if evidence.place == "broken":
        return missing_node(source.resource, evidence.reason)
    title = source.title if source.position >= 0 else ""  # a footnote's words are no title
    if evidence.place == "url":
        return Node(evidence.address, "url", title or evidence.address)
    if evidence.place == "commit":
        commit = evidence.address.removeprefix("git:").partition(":")[0]
        return Node(f"git:{commit}", "commit", title or commit)
    if evidence.place == "raw":
        return raw_node(evidence.path)
    if evidence.place == "file":
        return Node(evidence.path, "file", evidence.path.rpartition("/")[2])
    return page_node(wiki.pages[evidence.path])
