"""All sentences of a page, cited or not: what stands around a link."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from brainwiki.markup import claims
from brainwiki.markup.claims import Sentence
from brainwiki.markup.structure import Block
from brainwiki.model.page import Claim, Link, Page, Range


def read(text: str, blocks: Iterable[Block], links: Sequence[Link], ranges: Sequence[Range]) -> tuple[Sentence, ...]:
    """The sentences of a page in order, in the blocks that the parser saw; stops in links and code end none."""
    prose = _masked(text, [(link.start, link.end) for link in links] + [(one.start, one.end) for one in ranges])
    found = (
        Sentence(block.start + one.start, block.start + one.end)
        for block in blocks
        for one in claims.split(prose[block.start : block.end])
    )
    return tuple(sorted(one for one in found if prose[one.start : one.end].strip()))


def claim_at(page: Page, offset: int) -> Claim | None:
    """The claim in which an offset stands."""
    index = bisect_right(page.claims, offset, key=lambda claim: claim.start) - 1
    return page.claims[index] if index >= 0 and offset < page.claims[index].end else None


def around(page: Page, offset: int) -> Sentence:
    """The sentence of a page at an offset; the line where no block is there (a heading, front matter)."""
    index = bisect_right(page.sentences, offset, key=lambda span: span[0]) - 1
    if index >= 0 and offset < page.sentences[index][1]:
        return Sentence(*page.sentences[index])
    end = page.text.find("\n", offset)
    return Sentence(page.text.rfind("\n", 0, offset) + 1, end if end >= 0 else len(page.text))


def _masked(text: str, hidden: list[tuple[int, int]]) -> str:
    """The text with these spans hidden at the same length."""
    pieces: list[str] = []
    at = 0
    for start, end in sorted(hidden):
        if end > at:
            start = max(start, at)
            pieces.extend((text[at:start], "\0" * (end - start)))
            at = end
    return "".join([*pieces, text[at:]])
