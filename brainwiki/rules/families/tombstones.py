"""What the deletion log of a brain names: pages and turns that were erased on purpose."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from brainwiki.claims.support import Proof
from brainwiki.model.change import Change

NAME = "forgotten.jsonl"


def forgotten(change: Change) -> frozenset[str]:
    """Every name that an entry of the present deletion log gives, as a page's id or an id with `#turn-N`."""
    logs = [log.after for log in change.logs if log.path.rpartition("/")[2] == NAME and log.after]
    return frozenset(name for raw in logs for name in names_in(raw))


def names_in(raw: bytes) -> Iterator[str]:
    """Every name that a deletion log gives."""
    return (name for line in raw.splitlines() for name in _names(line))


def is_forgotten(path: str, names: frozenset[str]) -> bool:
    """Whether an entry names the page at a path."""
    return _id(path) in names


def rests_on_forgotten(proof: Proof, names: frozenset[str]) -> bool:
    """Whether the evidence of a proof was erased: its page, its session, or its turn."""
    name = _id(proof.resource.partition("#")[0])
    return name in names or bool(proof.turn) and f"{name}#turn-{proof.turn}" in names


def _id(name: str) -> str:
    """A path without its file's ending; a session by its folder."""
    return name.removesuffix(".md").removesuffix("/session").removesuffix("/transcript.jsonl").rstrip("/")


def _names(line: bytes) -> Iterator[str]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return
    values: list[Any] = list(entry.values()) if isinstance(entry, dict) else []
    for value in values:
        yield from (_id(one) for one in (value if isinstance(value, list) else [value]) if isinstance(one, str))
