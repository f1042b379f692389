"""Pages near in the graph that are not linked: those that share neighbours, weighed so that neither hubs nor loose ends crowd in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from math import log, sqrt
from typing import NamedTuple

from brainwiki.model.names import parent
from brainwiki.ports import Memo
from brainwiki.site.graph.adjacency import Adjacency, Numbers

SHOWN = 6
HUB = 60  # a page with more neighbours says nothing about any two of them, and nobody needs to be led to it
FEW = 8  # one common neighbour is enough where it has no more than this
_CALM = 4  # added to a degree, so that a page with one neighbour is not the nearest of all
_TAG, _FOLDER, _TAGS = 0.1, 0.05, 3
_OFFERED = frozenset({"page", "note", "source", "rule", "session", "task", "proposal"})


class Facts(NamedTuple):
    """What is asked of a page: its path, its tags, and whether it may be suggested at all."""

    path: str
    tags: frozenset[str]
    is_offered: bool


def related(facts: Sequence[Facts], near: Sequence[Numbers], number: int) -> tuple[int, ...]:
    """The pages most related to that with this number, nearest first, at most `SHOWN`; of equals the first path.

    Each common neighbour counts by 1 / log(1 + its degree), as Adamic and Adar weigh shared things ("Friends and neighbors on
    the Web", 2003); the sum is divided by the root of the other page's degree. Shared tags and a shared folder add a little.
    """
    own = {number, *near[number]}
    scores: dict[int, float] = {}
    loose: set[int] = set()  # one common neighbour, and that with many others
    for between in near[number]:
        around = near[between]
        if not 1 < len(around) <= HUB:
            continue
        weight = 1 / log(1 + len(around))
        is_loose = len(around) > FEW
        for other in around:
            if other in scores:
                scores[other] += weight
                loose.discard(other)
            elif other not in own and facts[other].is_offered:
                scores[other] = weight
                if is_loose:
                    loose.add(other)
    me = facts[number]
    found = [
        (-round(score * _likeness(me, facts[other]) / sqrt(len(near[other]) + _CALM), 9), facts[other].path, other)
        for other, score in scores.items()
        if other not in loose and len(near[other]) <= HUB
    ]
    return tuple(other for _, _, other in sorted(found)[:SHOWN])


def _likeness(one: Facts, other: Facts) -> float:
    shared = min(len(one.tags & other.tags), _TAGS) if one.tags else 0
    return 1 + _TAG * shared + (_FOLDER if parent(one.path) == parent(other.path) else 0)


class Related:
    """What is related to each page of a state, worked out when asked for and kept under all that it depends on.

    That is the page with its tags, its neighbours, and theirs with their degrees and tags: a change elsewhere costs nothing.
    """

    def __init__(self, found: Adjacency, memo: Memo) -> None:
        self._adjacency = found
        self._memo = memo
        self._facts = [_facts(page.path, page.kind, page.tags, page.status) for page in found.pages]
        self._found: dict[int, tuple[int, ...]] = {}

    def of(self, number: int) -> tuple[int, ...]:
        """The numbers of the pages that are related to that with this number."""
        found = self._found.get(number)
        if found is None:
            found = self._found[number] = self._kept_or_made(number) if self._adjacency.near[number] else ()
        return found

    def _kept_or_made(self, number: int) -> tuple[int, ...]:
        keys, kept = self._kept
        paths = kept.get(keys[number])
        if paths is None:
            paths = self._paths(number)
            self._memo.keep("related", keys[number], paths)
        numbers = self._adjacency.numbers
        return tuple([numbers[path] for path in paths])

    @cached_property
    def _kept(self) -> tuple[Sequence[str], Mapping[str, tuple[str, ...]]]:
        """The key of each page, and what is kept under these keys: one look for all."""
        keys = [self.key(number) for number in range(len(self._facts))]
        return keys, self._memo.known("related", keys)

    def _paths(self, number: int) -> tuple[str, ...]:
        return tuple(self._facts[other].path for other in related(self._facts, self._adjacency.near, number))

    def key(self, number: int) -> str:
        """A digest of everything that decides what is related to this page."""
        names, around = self._names, self._around
        joined = b"".join(
            [part for between in self._adjacency.near[number] for part in (names[between], around[between])]
        )
        return _sum(names[number] + joined).hex()

    @cached_property
    def _names(self) -> list[bytes]:
        """A digest of each page's own facts."""
        return [
            _sum(f"{one.path}\0{one.is_offered}\0{sorted(one.tags)}".encode("utf-8", "replace")) for one in self._facts
        ]

    @cached_property
    def _around(self) -> list[bytes]:
        """A digest of each page's neighbours with their degrees; that of a hub is empty, since nobody looks through it."""
        near, names = self._adjacency.near, self._names
        known = [name + len(around).to_bytes(4, "big") for name, around in zip(names, near, strict=True)]
        return [_sum(b"".join([known[one] for one in around])) if len(around) <= HUB else b"" for around in near]


def _facts(path: str, kind: str, tags: Iterable[str], status: str) -> Facts:
    return Facts(path, frozenset(tags), kind in _OFFERED and status != "deprecated")


def _sum(content: bytes) -> bytes:
    return blake2b(content, digest_size=12).digest()
