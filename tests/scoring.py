"""How well statements were drawn from labelled turns: what is right, wrong and missed, by language."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple


class Said(NamedTuple):
    """A statement as a driver draws it: its kind, the words relied on and the sentence that memory would hold."""

    kind: str
    quote: str
    statement: str = ""


class Score(NamedTuple):
    """Counts of statements, and the ids of the turns where something is wrong or missed, with the words."""

    right: int
    wrong: tuple[tuple[str, str], ...]
    missed: tuple[tuple[str, str], ...]

    @property
    def precision(self) -> float:
        """Share of the drawn statements that are right; 1 where nothing was drawn."""
        drawn = self.right + len(self.wrong)
        return self.right / drawn if drawn else 1.0

    @property
    def recall(self) -> float:
        """Share of the labelled statements that were drawn; 1 where there are none."""
        there = self.right + len(self.missed)
        return self.right / there if there else 1.0


def plain(text: str) -> str:
    """Letters and figures alone, without case and width."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if char.isalnum())


def alike(one: Said, label: dict[str, Any]) -> bool:
    """Whether a drawn statement is the labelled one: a kind that the label allows, and the same sentence, where one of the two
    quotes may be the longer by as much again."""
    if one.kind not in (label["kind"], *label.get("also", [])):
        return False
    short, long = sorted((plain(one.quote), plain(label["quote"])), key=len)
    return bool(short) and short in long and len(long) <= 2 * len(short)


def score(lines: Iterable[dict[str, Any]], draw: Callable[[dict[str, Any]], Iterable[Said]]) -> dict[str, Score]:
    """What `draw` finds in each turn beside its labels, by language and under "all". What a line only allows (`may`) counts
    neither way; the same statement drawn twice is wrong once."""
    right: dict[str, int] = {}
    wrong: dict[str, list[tuple[str, str]]] = {}
    missed: dict[str, list[tuple[str, str]]] = {}
    for line in lines:
        open_labels = list(line["expect"])
        allowed = list(line.get("may", []))
        for language in (line["language"], "all"):
            right.setdefault(language, 0)
        for one in draw(line):
            label = next((label for label in open_labels if alike(one, label)), None)
            extra = next((label for label in allowed if alike(one, label)), None)
            for language in (line["language"], "all"):
                if label is not None:
                    right[language] += 1
                elif extra is None:
                    wrong.setdefault(language, []).append((line["id"], f"{one.kind}: {one.quote}"))
            if label is not None:
                open_labels.remove(label)
            elif extra is not None:
                allowed.remove(extra)
        for language in (line["language"], "all"):
            missed.setdefault(language, []).extend((line["id"], label["quote"]) for label in open_labels)
    return {
        language: Score(count, tuple(wrong.get(language, ())), tuple(missed.get(language, ())))
        for language, count in right.items()
    }
