"""Communities: groups that hang together are told apart, one graph has one answer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.graph.communities import communities
from tests.helpers import PROPERTY


def graph_of(size: int, *edges: tuple[int, int]) -> list[dict[int, float]]:
    found: list[dict[int, float]] = [{} for _ in range(size)]
    for one, other in edges:
        if one != other:
            found[one][other] = found[other][one] = 1.0
    return found


def clique(first: int, size: int) -> list[tuple[int, int]]:
    return [(one, other) for one in range(first, first + size) for other in range(first, one)]


def test_cliques_with_one_bridge_are_two_communities() -> None:
    weights = graph_of(10, *clique(0, 5), *clique(5, 5), (4, 5))
    assert communities(weights) == (0, 0, 0, 0, 0, 5, 5, 5, 5, 5)


def test_a_ring_of_cliques_is_as_many_communities() -> None:
    edges = [edge for part in range(6) for edge in clique(part * 4, 4)]
    edges += [(part * 4 + 3, (part * 4 + 4) % 24) for part in range(6)]
    assert communities(graph_of(24, *edges)) == tuple(node // 4 * 4 for node in range(24))


def test_weights_count_and_not_edges_alone() -> None:
    weights: list[dict[int, float]] = [{1: 5.0, 2: 0.1}, {0: 5.0, 3: 0.1}, {3: 5.0, 0: 0.1}, {2: 5.0, 1: 0.1}]
    assert communities(weights) == (0, 0, 2, 2)


def test_a_node_without_neighbours_is_alone_and_nothing_is_nothing() -> None:
    assert communities(graph_of(3, (0, 2))) == (0, 1, 0)
    assert communities([]) == ()
    assert communities(graph_of(2)) == (0, 1)


def test_a_higher_resolution_gives_smaller_communities() -> None:
    weights = graph_of(12, *[(one, one + 1) for one in range(11)])
    assert (
        len(set(communities(weights, 0.3))) < len(set(communities(weights, 1.0))) <= len(set(communities(weights, 3.0)))
    )


@PROPERTY
@given(st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=40))
def test_each_community_is_named_by_its_least_node_and_holds_together(edges: list[tuple[int, int]]) -> None:
    weights = graph_of(15, *edges)
    found = communities(weights)
    assert found == communities(weights)
    for name in set(found):
        members = {node for node, group in enumerate(found) if group == name}
        assert min(members) == name
        assert len(members) == 1 or all(members & set(weights[node]) for node in members)
