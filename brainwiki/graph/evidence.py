"""The evidence graph: from pages down to the sources, sessions, tasks, addresses and commits that their claims rest on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from brainwiki.graph.nodes import LISTINGS, Edge, EdgeKind, Graph, evidence_node, is_listing, make_graph, page_nodes
from brainwiki.model.evidence import located
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki

MAX_DEPTH = 8
MAX_CHAINS = 1000


class Reach(NamedTuple):
    """Which nodes a change bears on: those that link to or cite what changed, and those that lead to them in turn; ids in order."""

    hop1: tuple[str, ...]
    hop2: tuple[str, ...]


def evidence_graph(wiki: Wiki) -> Graph:
    """The graph of all evidence edges: `count` is the number of evidence entries, `claims` what rests on them, in page order.

    Entries that only assert lead nowhere and make no edge; an entry whose resource is broken leads to a missing node.
    """
    nodes = page_nodes(wiki)
    edges: list[Edge] = []
    for page in wiki:
        if is_listing(wiki, page):
            continue
        entries: dict[str, list[str]] = {}
        for source, evidence in located(wiki, page):
            node = evidence_node(wiki, source, evidence)
            if node is not None:
                nodes.append(node)
                entries.setdefault(node.id, []).append(source.id)
        edges.extend(
            Edge(page.id, target, "evidence", len(ids), _resting(page, ids)) for target, ids in entries.items()
        )
    return make_graph(nodes, edges)


def _resting(page: Page, source_ids: list[str]) -> tuple[str, ...]:
    """The ids of the claims that cite one of these sources, in page order."""
    wanted = set(source_ids)
    return tuple(claim.id for claim in page.claims if not wanted.isdisjoint(claim.ids))


def cited_by(wiki: Wiki, page: Page) -> tuple[Page, ...]:
    """The other pages whose evidence leads to `page`, in order."""
    return tuple(
        other
        for other in wiki
        if other.path != page.path and any(evidence.path == page.path for _, evidence in located(wiki, other))
    )


def chains(graph: Graph, node: str, depth: int = MAX_DEPTH, limit: int = MAX_CHAINS) -> tuple[tuple[str, ...], ...]:
    """The chains of provenance below a node: paths down evidence edges to where they end, at most `limit` of them, in order.

    A path never comes back to a node that it holds, and ends after `depth` edges. A node that cites nothing has no chain.
    """
    below = _successors(graph, "evidence")
    return tuple(islice((path for path in _paths((node,), below, depth) if len(path) > 1), limit))


def _paths(path: tuple[str, ...], below: Mapping[str, list[str]], depth: int) -> Iterator[tuple[str, ...]]:
    further = [target for target in below.get(path[-1], ()) if target not in path]
    if not further or len(path) > depth:
        yield path
        return
    for target in further:
        yield from _paths((*path, target), below, depth)


def _successors(graph: Graph, kind: EdgeKind) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for edge in graph.edges:
        if edge.kind == kind:
            found.setdefault(edge.source, []).append(edge.target)
    return found


def reach(graph: Graph, changed: Iterable[str]) -> Reach:
    """What a change of these nodes bears on, at one and at two hops, against the direction of the edges; listings are left out.

    Give the union of both graphs. Ids that are no nodes are passed over; no node is told twice.
    """
    above: dict[str, set[str]] = {}
    for edge in graph.edges:
        if graph.nodes[edge.source].kind not in LISTINGS:
            above.setdefault(edge.target, set()).add(edge.source)
    start = set(changed)
    hop1 = {one for node in start for one in above.get(node, ())} - start
    hop2 = {one for node in hop1 for one in above.get(node, ())} - hop1 - start
    return Reach(tuple(sorted(hop1)), tuple(sorted(hop2)))
