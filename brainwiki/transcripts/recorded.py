"""What a reader hands back: the turns of one recorded session and the account of every record that it met."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

LONGEST_TEXT = 200_000  # characters of one turn; what is longer is cut, and the account and the turn say so
_LONGEST_META = 300
_LONGEST_KIND = 60
_MOST_KINDS = 60
_LONE = re.compile("[\ud800-\udfff]")


class Said(NamedTuple):
    """One turn: role (user, assistant, tool, system), instant (ISO 8601 with offset, or empty), text, and what else is known."""

    role: str
    at: str
    text: str
    meta: dict[str, str]


@dataclass(frozen=True)
class Account:
    """Where every record went: it made turns, was merged into turns there already, or was skipped, by kind.

    `parts` counts what was left out inside records that were taken (thoughts, images, reminders, cut texts).
    `own` counts turns of this program's own consolidation runs, which are never kept.
    """

    records: int = 0
    taken: int = 0
    merged: int = 0
    skipped: tuple[tuple[str, int], ...] = ()
    parts: tuple[tuple[str, int], ...] = ()
    own: int = 0

    @property
    def balanced(self) -> bool:
        """Whether every record is accounted for."""
        return self.records == self.taken + self.merged + sum(count for _, count in self.skipped)

    def told(self) -> str:
        """The account in one line: `12 records: 9 taken, 1 merged, 2 sidechain`."""
        rest = [f"{count} {kind}" for kind, count in (*self.skipped, *self.parts)]
        merged = [f"{self.merged} merged"] if self.merged else []
        own = [f"{self.own} turns of own consolidation runs"] if self.own else []
        return f"{self.records} records: " + ", ".join([f"{self.taken} taken", *merged, *rest, *own])


@dataclass(frozen=True)
class Recorded:
    """One session as its tool recorded it: `tool` is the format's name, `native` the tool's own id or empty."""

    tool: str
    native: str = ""
    title: str = ""
    turns: tuple[Said, ...] = ()
    account: Account = field(default_factory=Account)

    @property
    def started(self) -> str:
        """The first instant that a turn names, or empty."""
        return next((turn.at for turn in self.turns if turn.at), "")

    @property
    def ended(self) -> str:
        """The last instant that a turn names, or empty."""
        return next((turn.at for turn in reversed(self.turns) if turn.at), "")


def clean(text: str) -> str:
    """A text that can be written as UTF-8, with plain line ends."""
    return _LONE.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n").replace("\r", "\n"))


class Recorder:
    """Gathers the turns of one session and keeps its account."""

    def __init__(self, tool: str, native: object = "", title: object = "") -> None:
        self.tool = tool
        self.native = clean(native) if isinstance(native, str) else ""
        self.title = clean(title) if isinstance(title, str) else ""
        self.turns: list[Said] = []
        self._taken = self._merged = 0
        self._skipped: Counter[str] = Counter()
        self._parts: Counter[str] = Counter()

    def say(self, role: str, text: str, at: str = "", **meta: object) -> None:
        """Add a turn; one without words is counted as a part, one that is too long is cut and says so."""
        text = clean(text).strip()
        if not text:
            self.part("without words")
            return
        named = {key: clean(value)[:_LONGEST_META] for key, value in meta.items() if isinstance(value, str) and value}
        if len(text) > LONGEST_TEXT:
            named["cut"] = f"{LONGEST_TEXT} of {len(text)} characters"
            text = text[:LONGEST_TEXT]
            self.part("texts cut")
        self.turns.append(Said(role, at, text, named))

    def part(self, kind: object, count: int = 1) -> None:
        """Something inside a record was left out."""
        _count(self._parts, kind, count)

    def skip(self, kind: object, count: int = 1) -> None:
        """A whole record was left out."""
        _count(self._skipped, kind, count)

    def take(self) -> None:
        """A record made turns."""
        self._taken += 1

    def merge(self) -> None:
        """A record held only what a turn says already."""
        self._merged += 1

    def settle(self, before: int, kind: object = "without words") -> None:
        """A record ends: it was taken if turns were added since there were `before`, else skipped as `kind`."""
        if len(self.turns) > before:
            self.take()
        else:
            self.skip(kind)

    def done(self) -> Recorded:
        """The session as gathered."""
        records = self._taken + self._merged + self._skipped.total()
        account = Account(records, self._taken, self._merged, _sorted(self._skipped), _sorted(self._parts))
        return Recorded(self.tool, self.native, self.title, tuple(self.turns), account)


def _count(counter: Counter[str], kind: object, count: int) -> None:
    """Count under a short name; kinds come from the file, so neither their length nor their number is trusted."""
    if not count:
        return
    name = clean(kind)[:_LONGEST_KIND] if isinstance(kind, str) and kind else "of no kind"
    name = " ".join(name.split()) or "of no kind"
    counter[name if name in counter or len(counter) < _MOST_KINDS else "of other kinds"] += count


def _sorted(counter: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counter.items()))


def total(accounts: Iterable[Account]) -> Account:
    """The sum of accounts, as for a file with many sessions."""
    sums: list[int] = [0, 0, 0, 0]
    skipped: Counter[str] = Counter()
    parts: Counter[str] = Counter()
    for one in accounts:
        sums = [before + more for before, more in zip(sums, (one.records, one.taken, one.merged, one.own), strict=True)]
        skipped.update(dict(one.skipped))
        parts.update(dict(one.parts))
    return Account(sums[0], sums[1], sums[2], _sorted(skipped), _sorted(parts), sums[3])
