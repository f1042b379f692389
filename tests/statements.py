"""How well statements are read: turns with what a person expects of them, precision and recall with intervals."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from brainwiki.dream.statements.reading import statements
from brainwiki.dream.statements.statement import Statement

DEVELOPMENT = Path(__file__).parent / "data/statements/development.jsonl"
HELD_OUT = Path(__file__).parent / "data/statements/heldout.jsonl"
GROUPS = {
    "remember": "keep",
    "standing": "keep",
    "preference": "keep",
    "decision": "decision",
    "number": "value",
    "correction": "value",
    "retraction": "retraction",
}
LANGUAGES = ("en", "ja", "zh")
_OVERLAP = 0.5  # of the words emitted that those expected must hold
_Z = 1.959963984540054  # 95 %


class Expected(NamedTuple):
    """A statement that a person finds in a turn: its kind, the span of its exact words, the sentence as memory would hold it."""

    kind: str
    start: int
    end: int
    statement: str


class Case(NamedTuple):
    """One turn with what is expected of it; nothing means that it states nothing."""

    id: str
    language: str
    role: str
    text: str
    expected: tuple[Expected, ...]


class Count(NamedTuple):
    """Statements that were right, wrong, and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> tuple[int, int]:
        """Right ones, and all that were emitted."""
        return self.right, self.right + self.wrong

    @property
    def recall(self) -> tuple[int, int]:
        """Right ones, and all that were expected."""
        return self.right, self.right + self.missed


class Score(NamedTuple):
    """Counts over all turns, by language and by kind (of the statement emitted, or of the one missed), and each mistake in words."""

    whole: Count
    languages: Mapping[str, Count]
    kinds: Mapping[str, Count]
    mistakes: tuple[str, ...]


def read_cases(path: Path) -> list[Case]:
    """The labelled turns of a file of JSON Lines. ValueError where a quote does not stand in its turn."""
    return [_case(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def score(cases: Iterable[Case]) -> Score:
    """Read each turn and compare. A statement that the driver itself would not adopt is not emitted."""
    whole, languages, kinds = Count(), dict.fromkeys(LANGUAGES, Count()), dict.fromkeys(GROUPS, Count())
    mistakes: list[str] = []
    for case in cases:
        emitted = [one for one in statements(case.text) if not one.reason] if case.role == "user" else []
        waiting = list(case.expected)
        for one in emitted:
            found = next((each for each in waiting if _is_right(one, each)), None)
            if found is not None:
                waiting.remove(found)
            else:
                mistakes.append(f"{case.id} wrong {one.kind}: {one.quote!r}")
            more = Count(int(found is not None), int(found is None))
            whole, languages, kinds = _counted(whole, languages, kinds, case.language, one.kind, more)
        for each in waiting:
            mistakes.append(f"{case.id} missed {each.kind}: {case.text[each.start : each.end]!r}")
            whole, languages, kinds = _counted(whole, languages, kinds, case.language, each.kind, Count(missed=1))
    return Score(whole, languages, kinds, tuple(mistakes))


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, 1927); 0 to 1 where there is nothing to count."""
    if not of:
        return 0.0, 1.0
    share, square = hits / of, _Z * _Z
    centre = share + square / (2 * of)
    spread = _Z * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    scale = 1 + square / of
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def report(found: Score) -> str:
    """Precision and recall as a table of text."""
    rows = [("all", found.whole), *found.languages.items(), *found.kinds.items()]
    lines = [f"{'':<12}{'precision':<32}recall"]
    lines.extend(f"{name:<12}{_share(*count.precision):<32}{_share(*count.recall)}" for name, count in rows)
    return "\n".join(lines)


def _case(line: Mapping[str, Any]) -> Case:
    text = line["text"]
    expected = []
    for one in line["expect"]:
        start = text.find(one["quote"])
        if start < 0 or one["kind"] not in GROUPS:
            raise ValueError(
                f"{line['id']}: {one['kind']}: {one['quote']!r} does not stand in the turn, or is of no kind"
            )
        expected.append(Expected(one["kind"], start, start + len(one["quote"]), one.get("statement", "")))
    return Case(line["id"], line["language"], line.get("role", "user"), text, tuple(expected))


def _is_right(one: Statement, each: Expected) -> bool:
    shared = min(one.start + len(one.quote), each.end) - max(one.start, each.start)
    return shared >= _OVERLAP * len(one.quote) and GROUPS[one.kind] == GROUPS[each.kind]


def _counted(
    whole: Count, languages: dict[str, Count], kinds: dict[str, Count], language: str, kind: str, more: Count
) -> tuple[Count, dict[str, Count], dict[str, Count]]:
    languages = {**languages, language: _sum(languages.get(language, Count()), more)}
    return _sum(whole, more), languages, {**kinds, kind: _sum(kinds[kind], more)}


def _sum(one: Sequence[int], other: Sequence[int]) -> Count:
    return Count(*(first + second for first, second in zip(one, other, strict=True)))


def _share(hits: int, of: int) -> str:
    if not of:
        return "-"
    low, high = wilson(hits, of)
    return f"{hits / of:.3f} [{low:.3f}, {high:.3f}] {hits}/{of}"
