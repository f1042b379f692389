"""Which words of a sentence were removed and which were added, for every reader: terminal, Markdown and site."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Literal, NamedTuple, TypeVar

State = Literal["=", "-", "+"]
T = TypeVar("T", bound=Hashable)

MOST = 3000  # words that are compared; longer ones are told whole on both sides
MOST_CELLS = 9_000_000  # before times after, after what is common at both ends: 3,000 by 3,000
BLANK = " \t\n\r\u00a0\u3000"

_SINGLE = "\u3005-\u3007\u3041-\u3096\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_POINTS = "!-/:-@\\[-`{-~\u00a1-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3001-\u3004\u3008-\u303f\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
_LETTERS = f"[^{BLANK}{_POINTS}{_SINGLE}{_KATAKANA}]+"
# Numbers and dates stay whole, also those in wide digits; a word keeps its apostrophe; Chinese characters and hiragana stand
# alone, a run of katakana is a word.
_WORD = re.compile(
    f"[{BLANK}]+|[0-9\uff10-\uff19]+(?:[.,:/T'\u2019-][0-9\uff10-\uff19]+)*|{_LETTERS}(?:['\u2019]{_LETTERS})*"
    f"|[{_KATAKANA}]+|.",
    re.DOTALL,
)


class Piece(NamedTuple):
    """A stretch of text that stands in both versions (`=`), in the old one only (`-`) or in the new one only (`+`)."""

    state: State
    text: str


def split(text: str) -> list[str]:
    """The words of a text and what stands between them; joined they are the text."""
    return _WORD.findall(text)


def marked(before: str, after: str) -> tuple[Piece, ...]:
    """Both texts in one, with what only one of them has marked; both whole where they are too long to compare."""
    found = compare(split(before), split(after), _weight, len)
    if found is None:
        whole = (Piece("-", before), Piece("+", after))
        return tuple(piece for piece in whole if piece.text)
    return tuple(Piece(state, "".join(words)) for state, words in found)


def side(pieces: Iterable[Piece], state: State) -> tuple[Piece, ...]:
    """One of the two texts: what stands in both and what stands in that one only."""
    return tuple(piece for piece in pieces if piece.state in ("=", state))


def _weight(word: str) -> int:
    """How much a word between two changes tells: a blank nothing, a single sign little."""
    return 0 if word[0] in BLANK else 1 if len(word) == 1 else 2 * len(word)


def compare(
    one: Sequence[T], other: Sequence[T], weigh: Callable[[T], int], size: Callable[[T], int]
) -> list[tuple[State, tuple[T, ...]]] | None:
    """What stands in both sequences and in one only; None where they are too long to say.

    What two changes leave between them is no use to a reader where it is shorter than both: it joins them. `weigh` says how much
    an item between two changes tells, `size` how many characters it has.
    """
    if len(one) > MOST or len(other) > MOST:
        return None
    edits: list[tuple[list[T], list[T], list[T]]] = []  # items in both, then removed, then added
    i = j = 0
    both: list[T] = []
    for next_i, next_j in (*common(one, other), (len(one), len(other))):
        if next_i > i or next_j > j:
            _join(edits, both, (list(one[i:next_i]), list(other[j:next_j])), weigh, size)
            both = []
        both.extend(one[next_i : next_i + 1])
        i, j = next_i + 1, next_j + 1
    found: list[tuple[State, tuple[T, ...]]] = []
    for kept, removed, added in edits:
        found.extend((("=", tuple(kept)), ("-", tuple(removed)), ("+", tuple(added))))
    found.append(("=", tuple(both)))
    return [stretch for stretch in found if stretch[1]]


def _join(
    edits: list[tuple[list[T], list[T], list[T]]],
    both: list[T],
    change: tuple[list[T], list[T]],
    weigh: Callable[[T], int],
    size: Callable[[T], int],
) -> None:
    """Add a change after items that stand in both; small ones between two changes become part of them."""
    removed, added = change

    def length(items: Iterable[T]) -> int:
        return sum(map(size, items))

    while edits:
        kept, taken, given = edits[-1]
        told = sum(map(weigh, both))
        if told > max(length(taken), length(given)) or told > max(length(removed), length(added)):
            break
        edits.pop()
        removed, added = [*taken, *both, *removed], [*given, *both, *added]
        both = kept
    edits.append((both, removed, added))


def common(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence; beyond `MOST_CELLS` only what is common at both ends.

    Bit-parallel dynamic programming (Crochemore and others 2001, Hyyrö 2004): a row of the table is one whole number, whose
    zero bits are the places where the length grows.
    """
    start, end = 0, min(len(one), len(other))
    while start < end and one[start] == other[start]:
        start += 1
    tail = 0
    while tail < end - start and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    head = [(place, place) for place in range(start)]
    foot = list(zip(range(len(one) - tail, len(one)), range(len(other) - tail, len(other)), strict=True))
    middle, across = one[start : len(one) - tail], other[start : len(other) - tail]
    if not middle or not across or len(middle) * len(across) > MOST_CELLS:
        return head + foot
    return head + [(start + i, start + j) for i, j in _subsequence(middle, across)] + foot


def _subsequence(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[tuple[int, int]]:
    places: dict[Hashable, int] = {}
    for place, what in enumerate(other):
        places[what] = places.get(what, 0) | 1 << place
    full = (1 << len(other)) - 1
    row = full
    rows = []
    for what in one:
        hits = row & places.get(what, 0)
        row = ((row + hits) | (row - hits)) & full
        rows.append(row)
    found = []
    i, j = len(one), len(other)
    while i and j:
        if one[i - 1] == other[j - 1]:
            i, j = i - 1, j - 1
            found.append((i, j))
        elif rows[i - 1] >> (j - 1) & 1:
            j -= 1
        else:
            i -= 1
    return found[::-1]
