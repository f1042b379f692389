"""The live branch of any tree, also of broken ones: with circles, with parents that are not there."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.transcripts.trees import branch, last_leaf, under
from tests.helpers import PROPERTY

NODES = st.lists(st.integers(-1, 30), max_size=31)


def grown(choices: list[int]) -> dict[str, str]:
    """A tree whose node n hangs on one of the nodes before it."""
    return {str(n): str(choice % n) if n and choice >= 0 else "" for n, choice in enumerate(choices)}


def test_small_trees() -> None:
    parents = {"r": "", "a": "r", "b": "r", "c": "b"}
    assert branch(parents, "c") == ["r", "b", "c"]
    assert branch(parents, "gone") == []
    assert branch({"a": "gone"}, "a") == ["a"]
    assert branch({"a": "b", "b": "a"}, "a") == ["b", "a"]
    assert last_leaf(parents, parents) == "c"
    assert last_leaf(parents, ["c", "a", "b"]) == "a"
    assert last_leaf({"a": "b", "b": "a"}, ["a", "b"]) == "b"
    assert last_leaf({}, []) == ""
    assert under(parents, parents, ["b"]) == {"b", "c"}
    assert under(parents, parents, []) == set()


@given(NODES)
@PROPERTY
def test_a_branch_goes_from_a_root_to_its_leaf_by_parents(choices: list[int]) -> None:
    parents = grown(choices)
    leaf = last_leaf(parents, parents)
    walked = branch(parents, leaf)
    assert bool(walked) == bool(parents)
    if walked:
        assert parents[walked[0]] == ""
        assert walked[-1] == leaf
        assert all(parents[child] == parent for parent, child in itertools.pairwise(walked))
        assert leaf not in parents.values()


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from("abcdefghx"), max_size=8), st.sampled_from("abcx"))
@PROPERTY
def test_any_graph_of_parents_ends(parents: dict[str, str], leaf: str) -> None:
    walked = branch(parents, leaf)
    assert len(walked) == len(set(walked))
    assert set(walked) <= set(parents)
    assert last_leaf(parents, parents) in {*parents, ""}


@given(NODES, st.integers(0, 30))
@PROPERTY
def test_what_is_under_a_node_is_all_whose_branch_holds_it(choices: list[int], root: int) -> None:
    parents = grown(choices)
    found = under(parents, parents, [str(root)])
    assert found == {str(root)} | {node for node in parents if str(root) in branch(parents, node)}


def test_a_branch_of_many_nodes_needs_no_stack() -> None:
    parents = {str(number): str(number - 1) for number in range(200_000)}
    assert len(branch(parents, "199999")) == 200_000
