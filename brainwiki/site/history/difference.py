"""The difference of two versions of a page: front-matter values that changed, and what became of each block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from brainwiki.site.history.align import LEAST_MOVED, Step, align
from brainwiki.site.history.blocks import Block, Value, Version, text_of
from brainwiki.site.history.tokens import Token, is_blank, tokens, word

MOST_BLOCKS = 3000
MOST_CHARACTERS = 300_000  # of a version that is compared
_FAMILIES = {"row": "row", "head": "row", "code": "code", "fence": "fence", "html": "code", "rule": "rule"}
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))

_MARKS = frozenset("fa")  # forms that are no words

# text: there is something to see; space: white space alone changed; signs: only signs that no reader sees; far: too long or
# too different to compare; none: nothing changed
Verdict = Literal["text", "space", "signs", "far", "none"]


class ValueChange(NamedTuple):
    """A front-matter value in both versions, line by line; None where it is missing."""

    key: str
    before: tuple[str, ...] | None
    after: tuple[str, ...] | None


class Difference(NamedTuple):
    """What changed between two versions; `steps` are places in `old` and `new`."""

    verdict: Verdict
    values: tuple[ValueChange, ...]
    steps: tuple[Step, ...]
    old: tuple[Block, ...]
    new: tuple[Block, ...]


class Sheet:
    """The blocks of all versions of one page, each read once; `drawn` keeps the HTML of those that were shown unchanged, by the
    identity of the block beside it."""

    def __init__(self) -> None:
        self.drawn: dict[int, tuple[Block, str]] = {}
        self._numbers: dict[tuple[object, ...], int] = {}
        self._words: dict[tuple[object, ...], list[list[Token]]] = {}
        self._counts: dict[tuple[object, ...], tuple[Counter[Token], int]] = {}

    def number(self, block: Block) -> int:
        """A number that equal blocks share; the number of an item does not tell them apart."""
        key = (block.kind, block.nest, block.cells)
        return self._numbers.setdefault(key, len(self._numbers))

    def words(self, block: Block) -> list[list[Token]]:
        """The words of each cell of a block."""
        found = self._words.get(block.cells)
        if found is None:
            found = self._words[block.cells] = [tokens(cell) for cell in block.cells]
        return found

    def alike(self, one: Block, other: Block) -> float:
        """How much two blocks share, 0 to 1: twice their common words over all their words; blocks of two kinds share nothing
        unless both are text."""
        if _family(one) != _family(other):
            return 0.0
        (counts, size), (others, other_size) = self._count(one), self._count(other)
        if not size or not other_size:
            return 0.0
        if len(others) < len(counts):
            counts, others = others, counts
        shared = sum(min(count, others[token]) for token, count in counts.items() if token in others)
        return 2 * shared / (size + other_size)

    def _count(self, block: Block) -> tuple[Counter[Token], int]:
        found = self._counts.get(block.cells)
        if found is None:
            counts = Counter([token for cell in self.words(block) for token in cell if not is_blank(token)])
            found = self._counts[block.cells] = counts, sum(counts.values())
        return found


def _family(block: Block) -> str:
    """Kinds of blocks that may become each other."""
    return _FAMILIES.get(block.kind, "text")


def difference(sheet: Sheet, before: Version, after: Version, same_text: bool, same_words: bool) -> Difference:
    """Compare two versions; `same_text` says that they are equal as they stand, `same_words` that they are without white space."""
    values = tuple(_values(before.values, after.values)) if before.values != after.values else ()
    old, new = before.blocks, after.blocks
    if max(len(old), len(new)) > MOST_BLOCKS or max(before.size, after.size) > MOST_CHARACTERS:
        return Difference("far", values, (), old, new)
    steps = tuple(
        align(
            before.numbers or [sheet.number(block) for block in old],
            after.numbers or [sheet.number(block) for block in new],
            lambda i, j: sheet.alike(old[i], new[j]),
            lambda j: _weight(new[j]),
        )
    )
    if values or any(step.state != "same" for step in steps):
        return Difference("text", values, steps, old, new)
    return Difference("none" if same_text else "space" if same_words else "signs", (), steps, old, new)


def _weight(block: Block) -> int:
    """The characters of a block that may be called moved; a heading is one however short it is."""
    size = len(text_of(block))
    return max(size, LEAST_MOVED) if block.kind in _HEADINGS else 0 if block.kind == "rule" else size


def _values(before: Sequence[Value], after: Sequence[Value]) -> list[ValueChange]:
    """The values that differ, in the order of the new version; those that are gone come last."""
    old = {value.key: value.lines for value in before}
    new = {value.key: value.lines for value in after}
    found = [ValueChange(key, old.get(key), lines) for key, lines in new.items() if old.get(key) != lines]
    found.extend(ValueChange(key, lines, None) for key, lines in old.items() if key not in new)
    return found


def sections(blocks: Sequence[Block]) -> list[str]:
    """For each block the words of the nearest heading above it, empty before the first."""
    found, name = [], ""
    for block in blocks:
        found.append(name)
        if block.kind in _HEADINGS:
            name = text_of(block)
    return found


def first_words(sheet: Sheet, block: Block, most: int) -> str:
    """The beginning of a block's words, with an ellipsis where it goes on."""
    said = " ".join(
        "".join(word(token) for token in cell if type(token) is str or token[0] not in _MARKS)
        for cell in sheet.words(block)
    )
    said = " ".join(said.split())
    return said if len(said) <= most else f"{said[:most].rstrip()}…"
