"""The words of a block as differences count them, and which of them were removed and added.

`bw-history.js` holds the same rules for the browser, step by step: a change here is a change there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from brainwiki.site.history.align import common
from brainwiki.site.history.blocks import WHOLE, Run

Token = str | tuple[str, ...]  # a plain word, or a form and a word (and where to)
MOST = 3000  # words of a block that are compared; a longer one is shown whole on both sides

_SINGLE = "\u3005-\u3007\u3041-\u3096\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_BLANK = " \t\n\r\u00a0\u3000"
_POINTS = "!-/:-@\\[-`{-~\u00a1-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3001-\u3004\u3008-\u303f\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
_LETTERS = f"[^{_BLANK}{_POINTS}{_SINGLE}{_KATAKANA}]+"
# Numbers and dates stay whole, also those in wide digits; a word keeps its apostrophe; Chinese characters and hiragana stand
# alone, a run of katakana is a word.
_TOKEN = re.compile(
    f"[{_BLANK}]+|[0-9\uff10-\uff19]+(?:[.,:/T'\u2019-][0-9\uff10-\uff19]+)*|{_LETTERS}(?:['\u2019]{_LETTERS})*"
    f"|[{_KATAKANA}]+|.",
    re.DOTALL,
)
_BLANKS = frozenset(_BLANK)


class Stretch(NamedTuple):
    """Words that stand in both versions (`=`), in the old one only (`-`) or in the new one only (`+`)."""

    state: Literal["=", "-", "+"]
    tokens: tuple[Token, ...]


def tokens(runs: Iterable[Run]) -> list[Token]:
    """The words of one cell in order; joined they are its text."""
    found: list[Token] = []
    for run in runs:
        if type(run) is str:
            found.extend(_TOKEN.findall(run))
        elif run[0] in WHOLE:
            found.append(run)
        else:
            found.extend((run[0], word) for word in _TOKEN.findall(run[1]))
    return found


def word(token: Token) -> str:
    """What a token says."""
    return token if type(token) is str else token[1]


def is_blank(token: Token) -> bool:
    """Whether a token is white space."""
    return type(token) is str and token[0] in _BLANKS


def length(words: Iterable[Token]) -> int:
    """How many characters these words have."""
    return sum([len(token) if type(token) is str else len(token[1]) for token in words])


def _weight(token: Token) -> int:
    """How much a word between two changes tells: a blank nothing, a single sign little."""
    size = len(word(token))
    return 0 if is_blank(token) else 1 if size == 1 else 2 * size


def compare(one: Sequence[Token], other: Sequence[Token]) -> list[Stretch] | None:
    """What stands in both and in one only; None where they are too long to say.

    What two changes leave between them is no use to a reader where it is shorter than both: it joins them.
    """
    if len(one) > MOST or len(other) > MOST:
        return None
    edits: list[tuple[list[Token], list[Token], list[Token]]] = []  # words in both, then removed, then added
    i = j = 0
    both: list[Token] = []
    for next_i, next_j in (*common(one, other), (len(one), len(other))):
        if next_i > i or next_j > j:
            _join(edits, both, list(one[i:next_i]), list(other[j:next_j]))
            both = []
        both.extend(one[next_i : next_i + 1])
        i, j = next_i + 1, next_j + 1
    found: list[Stretch] = []
    for kept, removed, added in edits:
        found.extend((Stretch("=", tuple(kept)), Stretch("-", tuple(removed)), Stretch("+", tuple(added))))
    found.append(Stretch("=", tuple(both)))
    return [stretch for stretch in found if stretch.tokens]


def _join(
    edits: list[tuple[list[Token], list[Token], list[Token]]],
    both: list[Token],
    removed: list[Token],
    added: list[Token],
) -> None:
    """Add a change after words that stand in both; small words between two changes become part of them."""
    while edits:
        kept, taken, given = edits[-1]
        size = sum(_weight(token) for token in both)
        if size > max(length(taken), length(given)) or size > max(length(removed), length(added)):
            break
        edits.pop()
        removed, added = [*taken, *both, *removed], [*given, *both, *added]
        both = kept
    edits.append((both, removed, added))
