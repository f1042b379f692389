"""How a long conversation is cut: which turns stand on which page of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from brainwiki.model.page import Page
from brainwiki.model.session import Transcript, Turn
from brainwiki.model.wiki import Wiki
from brainwiki.ports import Memo

TURNS = 100  # turns of one page
SIGNS = 150_000  # and characters of them, as far as they are shown
SHOWN = 40_000  # characters that are shown of one turn

_ROOM = "stretches"


class Stretch(NamedTuple):
    """A part of a conversation, counted from 1: the numbers of its first and its last turn."""

    number: int
    first: int
    last: int


def ordered(transcript: Transcript) -> tuple[Turn, ...]:
    """The turns in the order of their numbers; of two with one number the first is meant."""
    found: dict[int, Turn] = {}
    for turn in transcript.turns:
        found.setdefault(turn.number, turn)
    return tuple(found[number] for number in sorted(found))


def cut(transcript: Transcript) -> tuple[tuple[int, int], ...]:
    """The first and last numbers of each part; one part where everything fits into it."""
    found: list[tuple[int, int]] = []
    first = last = turns = signs = 0
    for turn in ordered(transcript):
        size = min(len(turn.text), SHOWN)
        if turns and (turns == TURNS or signs + size > SIGNS):
            found.append((first, last))
            turns = signs = 0
        first = turn.number if not turns else first
        last = turn.number
        turns, signs = turns + 1, signs + size
    return (*found, (first, last)) if turns else ()


class Stretches:
    """The parts of all conversations of a wiki; they are found once for each transcript and kept by its content."""

    def __init__(self, wiki: Wiki, memo: Memo, addresses: Mapping[str, str]) -> None:
        self._wiki = wiki
        self._memo = memo
        self._addresses = addresses
        self._found: dict[str, tuple[Stretch, ...]] = {}

    def of(self, page: Page) -> tuple[Stretch, ...]:
        """The parts of a session's conversation, at least one; none where its transcript is not at hand or empty."""
        found = self._found.get(page.path)
        if found is None:
            cuts = self._cuts(self._wiki.transcripts.get(page.id))
            found = tuple(Stretch(number, first, last) for number, (first, last) in enumerate(cuts, 1))
            self._found[page.path] = found
        return found

    def _cuts(self, transcript: Transcript | None) -> Sequence[tuple[int, int]]:
        if transcript is None:
            return ()
        if not transcript.version:
            return cut(transcript)
        key = self._key(transcript)
        kept: Sequence[tuple[int, int]] | None = self._kept.get(key)
        if kept is None:
            kept = cut(transcript)
            self._memo.keep(_ROOM, key, kept)
        return kept

    def _key(self, transcript: Transcript) -> str:
        return f"{transcript.version} {TURNS} {SIGNS} {SHOWN}"

    @cached_property
    def _kept(self) -> Mapping[str, Any]:
        """What an earlier build found, all at once."""
        sessions = [self._wiki.pages[path] for path in self._addresses if self._wiki.pages[path].kind == "session"]
        found = [self._wiki.transcripts.get(page.id) for page in sessions]
        return self._memo.known(_ROOM, [self._key(one) for one in found if one is not None and one.version])

    def with_turn(self, page: Page, turn: int) -> int:
        """The number of the part that holds a turn; 1 for one that is not there."""
        found = self.of(page)
        return max(1, bisect_right(found, turn, key=lambda part: part.first)) if len(found) > 1 else 1

    def address(self, page: Page, part: int) -> str:
        """The address of a part: the first is on the session's own page."""
        base = self._addresses[page.path]
        if part == 1:
            return base
        wanted = f"{base}part-{part}/"
        return wanted if wanted not in self._taken else f"{base}turns-part-{part}/"

    @cached_property
    def _taken(self) -> frozenset[str]:
        return frozenset(self._addresses.values())
