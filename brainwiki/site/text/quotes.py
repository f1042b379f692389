"""Where a quote stands in a text, and the text cut so that the quoted words can be marked and linked to."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from brainwiki.model.names import squeeze

_NO_SPACES = re.compile(r"\S+")


class Spot(NamedTuple):
    """Words of a text that someone quoted: their span, and the anchor by which links name them."""

    start: int
    end: int
    anchor: str


class Piece(NamedTuple):
    """A stretch of a text: its words, whether they are marked, and the anchors of the quotes that begin with it."""

    words: str
    is_marked: bool = False
    anchors: tuple[str, ...] = ()


def quote_name(quote: str) -> str:
    """The name of a quote in addresses: equal for quotes that are compared as equal."""
    return hashlib.blake2b(squeeze(quote).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


def quote_anchor(quote: str, within: str = "") -> str:
    """The anchor of a quote; `within` is the anchor of the turn in which it stands, empty for a text as a whole."""
    return f"{within}-q-{quote_name(quote)}" if within else f"q-{quote_name(quote)}"


def find(text: str, quote: str) -> tuple[int, int] | None:
    """The first span of `text` whose words are those of `quote`, after NFKC and white space; None where there is none."""
    words = squeeze(quote).split()
    if not words:
        return None
    match = re.search(r"\s+".join(map(re.escape, words)), text)
    if match is not None:
        return match.span()
    return None if text.isascii() else _find_folded(text, " ".join(words))


def _find_folded(text: str, wanted: str) -> tuple[int, int] | None:
    """The same where signs have to be brought into one form first; each sign of that form remembers where it came from."""
    signs: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for word in _NO_SPACES.finditer(text):
        if signs:
            signs.append(" ")
            starts.append(word.start())
            ends.append(word.start())
        for start, end in _clusters(text, word.start(), word.end()):
            for sign in unicodedata.normalize("NFKC", text[start:end]):
                signs.append(" " if sign.isspace() else sign)
                starts.append(start)
                ends.append(end)
    at = "".join(signs).find(wanted)
    return (starts[at], ends[at + len(wanted) - 1]) if at >= 0 else None


def _clusters(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """Signs with the marks that combine with them."""
    first = start
    for at in range(start + 1, end):
        if not unicodedata.combining(text[at]) and text[at] not in "\uff9e\uff9f":  # half-width sound marks combine too
            yield first, at
            first = at
    if first < end:
        yield first, end


def pieces(text: str, start: int, end: int, spots: Sequence[Spot]) -> tuple[Piece, ...]:
    """`text[start:end]` cut at the ends of all quotes; an anchor goes with the first piece of its quote that is here."""
    inside = [spot for spot in spots if spot.start < end and spot.end > start and spot.start < spot.end]
    if not inside:
        return (Piece(text[start:end]),) if start < end else ()
    cuts = sorted({start, end, *(min(max(at, start), end) for spot in inside for at in spot[:2])})
    found = []
    for left, right in pairwise(cuts):
        anchors = tuple(dict.fromkeys(spot.anchor for spot in inside if spot.start == left))
        is_marked = any(spot.start <= left and right <= spot.end for spot in inside)
        found.append(Piece(text[left:right], is_marked, anchors))
    return tuple(found)
