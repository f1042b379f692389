"""What led from one state of a brain to another: the two snapshots, the commits between them, and what else they touched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki


class Commit(NamedTuple):
    """A commit between the two states: its id, who wrote it (`human:…`, `process:…`, `producer/version`, or a plain name),
    and the paths that it touched, from the workspace."""

    id: str
    actor: str
    by_agent: bool
    paths: frozenset[str]


class Log(NamedTuple):
    """A file that may only grow, before and after: a transcript, the deletion log, a session's ledger. None: not there."""

    path: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True)
class Change:
    """Two states of a brain. Paths are from the brain's root; `renamed` maps a new path to its old one.

    `edited` holds pages whose bytes differ and stand in both states at one path; `outside` paths from the workspace that are no
    page of the brain and were touched too (configuration, schemas, baseline, local rules). `blobs` gives the content id of each
    changed page in the new state. `adopted` says that the base's configuration asks for receipts.
    """

    base: Wiki
    head: Wiki
    added: frozenset[str] = frozenset()
    deleted: frozenset[str] = frozenset()
    edited: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    outside: frozenset[str] = frozenset()
    blobs: Mapping[str, str] = field(default_factory=dict)
    commits: tuple[Commit, ...] = ()
    logs: tuple[Log, ...] = ()
    adopted: bool = False

    @cached_property
    def derived(self) -> dict[str, Any]:
        """A cache of what is worked out from the change, by name; filled by those who work it out."""
        return {}

    @cached_property
    def pairs(self) -> tuple[tuple[Page | None, Page | None], ...]:
        """Every page that changed, before and after, in the order of its present path; None where it did not or does not exist."""
        moved = set(self.renamed.values())
        found: list[tuple[str, Page | None, Page | None]] = [
            (path, self.base.pages[path], self.head.pages[path]) for path in self.edited
        ]
        found.extend((new, self.base.pages[old], self.head.pages[new]) for new, old in self.renamed.items())
        found.extend((path, None, self.head.pages[path]) for path in self.added if path not in self.renamed)
        found.extend((path, self.base.pages[path], None) for path in self.deleted if path not in moved)
        return tuple((before, after) for _, before, after in sorted(found, key=lambda one: one[0]))
