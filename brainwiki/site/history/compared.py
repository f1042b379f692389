"""The data by which a browser compares any two revisions of a page: each block once, and of each revision the numbers of its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brainwiki.model.page import Page
from brainwiki.site.history.blocks import Block, Value
from brainwiki.site.history.chronicle import Step
from brainwiki.site.history.told import teller
from brainwiki.site.history.view import MOST_TOLD, anchors
from brainwiki.site.state import Site

MOST_CHARACTERS = 1_500_000  # of the blocks of all revisions


def compared(site: Site, page: Page, steps: Sequence[Step]) -> dict[str, Any]:
    """Plain values: `blocks` as kind, nest, sign, cells; `values` as key and lines; `revisions` by the anchor of their entry, as
    characters, digest of the text, digest without white space, numbers of values, numbers of blocks. Where the blocks grow too
    large the oldest revisions are left out."""
    known = teller(site, page, steps[0].touch.after)
    table = _Table(known.reader.blocks)
    revisions: dict[str, Any] = {}
    for anchor, step in zip(anchors(steps), steps[:MOST_TOLD], strict=False):
        blob = step.touch.after
        if not blob:
            continue
        if table.size > MOST_CHARACTERS:
            break
        found = known.reading(blob)
        revisions[anchor] = [
            found.version.size,
            found.text_digest,
            found.words_digest,
            table.values_of(found.version.values),
            table.blocks_of(found.rows),
        ]
    return {"blocks": table.blocks, "values": list(table.values), "revisions": revisions}


class _Table:
    """Distinct blocks and values, numbered from 0; `size` is about how many characters they take. `known` are blocks by their
    rows."""

    def __init__(self, known: Sequence[Block]) -> None:
        self.known = known
        self.blocks: list[Block] = []
        self.values: dict[Value, int] = {}
        self.size = 0
        self._numbers: dict[int, int] = {}  # of blocks by their rows
        self._lists: dict[int, tuple[tuple[Value, ...], list[int]]] = {}  # of values that are one thing

    def blocks_of(self, rows: Sequence[int]) -> list[int]:
        """The numbers of blocks."""
        numbers = self._numbers
        for row in rows:
            if row not in numbers:
                numbers[row] = len(self.blocks)
                self.blocks.append(self.known[row])
                self.size += len(repr(self.known[row]))
        return [numbers[row] for row in rows]

    def values_of(self, values: tuple[Value, ...]) -> list[int]:
        """The numbers of front-matter values."""
        found = self._lists.get(id(values))
        if found is None:
            found = self._lists[id(values)] = values, [self._number(value) for value in values]
        return found[1]

    def _number(self, value: Value) -> int:
        if value not in self.values:
            self.values[value] = len(self.values)
            self.size += len(repr(value))
        return self.values[value]
