"""Measures over a graph: what is near a node, orphans, connected parts, PageRank."""

from __future__ import annotations

import networkx as nx

from brainwiki.graph.nodes import LISTINGS, PAGES, Edge, Graph, part


def as_networkx(graph: Graph) -> nx.MultiDiGraph:
    """The graph as networkx knows it: node attributes kind, title, type; edges keyed by kind with count and claims."""
    found = nx.MultiDiGraph()
    for node in graph.nodes.values():
        found.add_node(node.id, kind=node.kind, title=node.title, type=node.type)
    for edge in graph.edges:
        found.add_edge(edge.source, edge.target, key=edge.kind, count=edge.count, claims=edge.claims)
    return found


def distances(graph: Graph, node: str, hops: int) -> dict[str, int]:
    """Ids within `hops` edges of `node` in either direction, with their distance, nearest first, then by id.

    The walk ends at a listing (an index): through it everything would be near. Raises KeyError for an unknown node.
    """
    if node not in graph.nodes:
        raise KeyError(node)
    steps = nx.DiGraph()
    steps.add_node(node)
    for edge in graph.edges:
        for one, other in ((edge.source, edge.target), (edge.target, edge.source)):
            if one == node or graph.nodes[one].kind not in LISTINGS:
                steps.add_edge(one, other)
    found = nx.single_source_shortest_path_length(steps, node, cutoff=hops)
    return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))


def ego(graph: Graph, node: str, hops: int = 1) -> Graph:
    """The part of the graph within `hops` edges of `node`; raises KeyError for an unknown node."""
    return part(graph, distances(graph, node, hops))


def neighbours(graph: Graph, node: str) -> tuple[Edge, ...]:
    """The edges that touch a node, in the order of the graph."""
    return tuple(edge for edge in graph.edges if node in (edge.source, edge.target))


def orphans(graph: Graph) -> tuple[str, ...]:
    """Ids of pages, notes and sources that nothing links to or cites; give the union of both graphs, as rule BW210 sees it."""
    reached = {edge.target for edge in graph.edges}
    return tuple(key for key, node in graph.nodes.items() if node.kind in PAGES and key not in reached)


def components(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """The weakly connected parts, largest first, then by their first id; ids in order."""
    parts = [tuple(sorted(ids)) for ids in nx.weakly_connected_components(as_networkx(graph))]
    return tuple(sorted(parts, key=lambda ids: (-len(ids), ids)))


def pagerank(graph: Graph, damping: float = 0.85, tolerance: float = 1e-10, limit: int = 200) -> dict[str, float]:
    """Each node's share of attention, summing to 1: PageRank by power iteration, edges weighed by `count`.

    Brin and Page, "The anatomy of a large-scale hypertextual web search engine" (1998); a node without edges out gives its
    share to all alike. Stops when the shares move by less than `tolerance` in sum, or after `limit` rounds.
    """
    ids = list(graph.nodes)
    if not ids:
        return {}
    outgoing = _weights(graph)
    size = len(ids)
    share = dict.fromkeys(ids, 1 / size)
    for _ in range(limit):
        loose = sum(share[one] for one in ids if one not in outgoing)
        fresh = dict.fromkeys(ids, (1 - damping + damping * loose) / size)
        for source, targets in outgoing.items():
            for target, weight in targets:
                fresh[target] += damping * share[source] * weight
        moved = sum(abs(fresh[one] - share[one]) for one in ids)
        share = fresh
        if moved < tolerance:
            break
    return share


def _weights(graph: Graph) -> dict[str, list[tuple[str, float]]]:
    """Edges out of each node with weights that sum to 1."""
    outgoing: dict[str, list[tuple[str, float]]] = {}
    for edge in graph.edges:
        outgoing.setdefault(edge.source, []).append((edge.target, float(edge.count)))
    for source, targets in outgoing.items():
        total = sum(weight for _, weight in targets)
        outgoing[source] = [(target, weight / total) for target, weight in targets]
    return outgoing
