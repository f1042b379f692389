"""The live branch of a conversation that was edited: from the last message up to the root, never by the order of children."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def branch(parents: Mapping[str, str], leaf: str) -> list[str]:
    """The nodes from the root to `leaf`; a parent that is not there ends the walk, and a circle is walked once."""
    walked: dict[str, None] = {}
    node = leaf
    while node in parents and node not in walked:
        walked[node] = None
        node = parents[node]
    return list(reversed(walked))


def last_leaf(parents: Mapping[str, str], order: Iterable[str]) -> str:
    """The last node in `order` that is nobody's parent; where all are, the last node; empty where there is none."""
    inner = set(parents.values())
    last = leaf = ""
    for node in order:
        last = node
        leaf = node if node not in inner else leaf
    return leaf or last


def under(parents: Mapping[str, str], order: Iterable[str], roots: Iterable[str]) -> set[str]:
    """`roots` and every node below one of them, where a parent comes before its children in `order`."""
    found = set(roots)
    for node in order:
        if parents.get(node, "") in found:
            found.add(node)
    return found
