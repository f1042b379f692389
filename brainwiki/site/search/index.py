"""The search index in shards, made so that a change of one page costs little although every page is in many shards.

Two steps stand between pages and shards. Pages are put into *blocks* by the high bits of their numbers; a block knows, for each
shard, the postings of its pages and their digest. A shard's key is the digest of what its blocks hold for it; where it is made
anew it joins the postings of its blocks, which come in the order of numbers. A changed page thus costs one block, and of the
shards only those in which its entries changed.

`data/search/<shard>.js` holds one text, ` term=postings term=postings `, of the terms whose first three characters (of filters:
all of it) fall into the shard, so that the words with a common beginning lie in one. `postings` are some signs for each page: the
three or four of its number, one of the term's weight. Of a term that more than `CAP` pages have the best are there, with their
number before: `term=4711:postings`; filters are never cut. `data/search/meta.js` holds the number of pages and the number of
signs in a posting, `data/search/tables.js` what the tokenizer needs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from brainwiki.ports import Memo
from brainwiki.retrieval.tokens import TABLES, VERSION
from brainwiki.site.output import FileOutput, digest
from brainwiki.site.search.documents import SIGNS, Document
from brainwiki.site.search.weights import Weights
from brainwiki.site.shards import data_file, sum_of

CAP = 2_000
BEGINNING = 3  # characters of a word that decide its shard
IN_A_BLOCK = 64
MOST_BLOCKS = 256
GROUP = 16  # shards whose postings of one block are kept as one value
WIDTH = 8  # bytes of a digest

Weigh = Callable[[Document], Weights]


class Block(NamedTuple):
    """Pages with the same high bits of their numbers, in order, and a digest of all that they say."""

    key: str
    pages: tuple[Document, ...]


class Index:
    """The index over some pages; `weigh` tells the terms of one."""

    def __init__(self, memo: Memo, pages: Sequence[Document], shards: int, weigh: Weigh) -> None:
        self.memo = memo
        self.pages = pages
        self.shards = shards
        self.weigh = weigh
        self.blocks = list(_blocks(pages, shards))
        self.places = _Places(shards)
        self.width = len(pages[0].code) + 1 if pages else 1

    def outputs(self) -> Iterator[FileOutput]:
        """The files of the index, in an order that asks every page first."""
        digests = [self.digests(block) for block in self.blocks]
        for number in range(self.shards):
            at = number * WIDTH
            key = digest(VERSION, b"".join([one[at : at + WIDTH] for one in digests]))
            yield FileOutput(f"data/search/{number:02x}.js", key, partial(self.shard, number))
        meta = {"count": len(self.pages), "width": self.width}
        yield FileOutput(
            "data/search/meta.js", digest(meta["count"], self.width), partial(data_file, "search/meta", meta)
        )
        yield FileOutput("data/search/tables.js", digest(VERSION), partial(data_file, "search/tables", TABLES))

    def digests(self, block: Block) -> bytes:
        """The digest of a block's postings for each shard, one after the other."""

        def make() -> bytes:
            found = self._postings(block)
            for group in range(0, self.shards, GROUP):
                self._keep(block, group, tuple(found[group : group + GROUP]))
            return b"".join(hashlib.blake2b(one.encode(), digest_size=WIDTH).digest() for one in found)

        return self.memo.get("search-digests", block.key, make)

    def _keep(self, block: Block, group: int, made: tuple[str, ...]) -> None:
        self.memo.get("search-postings", f"{block.key}-{group}", lambda: made)

    def postings(self, block: Block, number: int) -> str:
        """What a block holds for a shard: lines of a term, a tab and its postings."""
        group = number // GROUP * GROUP
        key = f"{block.key}-{group}"
        kept = self.memo.get("search-postings", key, lambda: tuple(self._postings(block)[group : group + GROUP]))
        return kept[number - group]

    def _postings(self, block: Block) -> list[str]:
        found: list[dict[str, str]] = [{} for _ in range(self.shards)]
        places = self.places
        for document in block.pages:
            name = document.code
            weights = self.weigh(document)
            for term, sign in zip(weights.terms.split("\n"), weights.signs, strict=False):
                inside = found[places[term[:BEGINNING]]]
                inside[term] = inside.get(term, "") + name + sign
            for term in weights.filters.split("\n"):
                inside = found[places[term]]
                inside[term] = inside.get(term, "") + name + SIGNS[-1]
        return ["\n".join([f"{term}\t{inside[term]}" for term in sorted(inside)]) for inside in found]

    def shard(self, number: int) -> bytes:
        """The file of a shard."""
        found: dict[str, str] = {}
        for block in self.blocks:
            kept = self.postings(block, number)
            for line in kept.split("\n") if kept else ():
                term, _, some = line.partition("\t")
                found[term] = found.get(term, "") + some
        text = " ".join([f"{term}={_capped(term, found[term], self.width)}" for term in sorted(found)])
        return data_file(f"search/{number:02x}", f" {text} ")


def _blocks(pages: Sequence[Document], shards: int) -> Iterator[Block]:
    """Pages by number in blocks; how many there are changes as seldom as the number of shards."""
    count = 1
    while count * IN_A_BLOCK < len(pages) and count < MOST_BLOCKS:
        count *= 2
    width = (1 << 6 * len(pages[0].code)) // count if pages else 1
    inside: list[list[Document]] = [[] for _ in range(count)]
    for document in pages:
        inside[document.number // width].append(document)
    for some in inside:
        said = "".join([f"{one.number}:{one.key};" for one in some])
        yield Block(digest(VERSION, shards, said), tuple(some))


class _Places(dict[str, int]):
    """The shards of beginnings of words and of filters, by their sums."""

    def __init__(self, shards: int) -> None:
        self.shards = shards

    def __missing__(self, beginning: str) -> int:
        found = self[beginning] = sum_of(beginning) % self.shards
        return found


def _capped(term: str, postings: str, width: int) -> str:
    """All postings of a term, or of one that is everywhere the best, in the order of numbers."""
    count = len(postings) // width
    if count <= CAP or ":" in term:
        return postings
    records = [postings[at : at + width] for at in range(0, len(postings), width)]
    best = sorted(records, key=lambda record: (-SIGNS.index(record[-1]), record))[:CAP]
    return f"{count}:{''.join(sorted(best))}"
