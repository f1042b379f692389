"""A session read again beside what is stored of it: what to append, nothing, or a branch that was edited at its origin."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from brainwiki.transcripts.recorded import Said

_VEIL = re.compile(r"\[redacted: [^\]\n]{1,80}\]")


class Turn(NamedTuple):
    """A stored turn as far as it is compared."""

    role: str
    text: str


@dataclass(frozen=True)
class Stored:
    """A stored session: its own turns, and where it goes on from another one: that one's id and how many turns of it hold."""

    turns: tuple[Turn, ...]
    continues: str = ""
    after: int = 0


@dataclass(frozen=True)
class Growth:
    """What a session read again means: `kind` is `new`, `appended`, `nothing-new` or `changed`.

    `session` is the stored session that it goes on from (empty for `new`); `turns` are those to write: to append to it, or for
    `changed` those of a new session that continues it after its turn number `after`. `fewer` counts turns that are stored and no
    longer at the origin, where all that is left agrees. `after` of an appended one is how many turns are in its file.
    """

    kind: str
    session: str = ""
    turns: tuple[Said, ...] = ()
    after: int = 0
    fewer: int = 0


def veil(kind: str) -> str:
    """What stands where a secret stood; two texts that differ only under a veil are the same."""
    return f"[redacted: {kind}]"


def grown(turns: Sequence[Said], stored: Mapping[str, Stored]) -> Growth:
    """Hold turns as read (redacted) against every stored session of the same origin: the first one and its later branches.

    The branch that agrees furthest is gone on with. Linear in the turns times the branches.
    """
    if not stored:
        return Growth("new", turns=tuple(turns))
    lines = {name: lineage(name, stored) for name in sorted(stored)}
    agreed = {name: _agreed(turns, line) for name, line in lines.items()}
    # Of branches that agree as far, one that has nothing else goes before one that broke off there.
    best = max(lines, key=lambda name: (agreed[name], agreed[name] in (len(lines[name]), len(turns))))
    count, rest = agreed[best], tuple(turns[agreed[best] :])
    if not rest:
        return Growth("nothing-new", best, after=count, fewer=len(lines[best]) - count)
    if count == len(lines[best]):
        return Growth("appended", best, rest, after=len(stored[best].turns))
    return _changed(best, count, rest, stored)


def _changed(name: str, agreed: int, rest: tuple[Said, ...], stored: Mapping[str, Stored]) -> Growth:
    """A new branch: it continues the session in whose own turns the last agreed one stands."""
    for owner, before, _ in _chain(name, stored):
        if agreed > before or not stored[owner].continues:
            return Growth("changed", owner, rest, after=agreed - before)
    return Growth("changed", name, rest, after=0)


class Families:
    """Stored sessions by their origin: the one whose id ends with its key, and every branch that continues one of them."""

    def __init__(self) -> None:
        self._by_key: dict[str, list[str]] = {}
        self._following: dict[str, list[str]] = {}

    def add(self, name: str, continues: str) -> None:
        """Enter a session by its id; `continues` is the id of the one that it goes on from, or empty."""
        self._by_key.setdefault(name[len("YYYY-MM-DD-") :], []).append(name)
        if continues:
            self._following.setdefault(continues, []).append(name)

    def of(self, key: str) -> list[str]:
        """The ids of a family, in order; `key` is such as `codex-abcdefghij`."""
        waiting = list(self._by_key.get(key, ()))
        found: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self._following.get(name, ())
        return sorted(found)


def lineage(name: str, stored: Mapping[str, Stored]) -> tuple[Turn, ...]:
    """All turns of a branch from the first: those of the sessions that it continues, as far as they hold, and its own."""
    pieces = [stored[owner].turns[:upto] for owner, _, upto in _chain(name, stored)]
    return tuple(turn for piece in reversed(pieces) for turn in piece)


def _chain(name: str, stored: Mapping[str, Stored]) -> list[tuple[str, int, int]]:
    """A branch and what it continues, itself first: id, turns before its own, and how many of its own hold. Circles end."""
    held: list[tuple[str, int]] = []
    seen: set[str] = set()
    upto = len(stored[name].turns)
    while name in stored and name not in seen:
        seen.add(name)
        held.append((name, min(upto, len(stored[name].turns))))
        upto, name = stored[name].after, stored[name].continues
    chain: list[tuple[str, int, int]] = []
    before = 0
    for owner, count in reversed(held):
        chain.append((owner, before, count))
        before += count
    return chain[::-1]


def _agreed(turns: Sequence[Said], line: Sequence[Turn]) -> int:
    """How many turns from the first are the same in both."""
    count = 0
    for said, turn in zip(turns, line, strict=False):
        if said.role != turn.role or not is_same(said.text, turn.text):
            break
        count += 1
    return count


def is_same(one: str, other: str) -> bool:
    """Whether two texts are the same but for what is veiled in either: what counts as a secret changes with the program."""
    return one == other or _fits(one, other) or _fits(other, one)


def _fits(veiled: str, text: str) -> bool:
    """Whether a text has the words around every veil, in order, from its beginning to its end."""
    pieces = _VEIL.split(veiled)
    if len(pieces) == 1 or not text.startswith(pieces[0]):
        return False
    at = len(pieces[0])
    for piece in pieces[1:-1]:
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return len(text) - at >= len(pieces[-1]) and text.endswith(pieces[-1])
