"""The words of a block as differences count them, and which of them were removed and added.

`bw-history.js` holds the same rules for the browser, step by step: a change here is a change there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from brainwiki.claims.wording import BLANK, split
from brainwiki.claims.wording import compare as differing
from brainwiki.site.history.blocks import WHOLE, Run

Token = str | tuple[str, ...]  # a plain word, or a form and a word (and where to)

_BLANKS = frozenset(BLANK)


class Stretch(NamedTuple):
    """Words that stand in both versions (`=`), in the old one only (`-`) or in the new one only (`+`)."""

    state: Literal["=", "-", "+"]
    tokens: tuple[Token, ...]


def tokens(runs: Iterable[Run]) -> list[Token]:
    """The words of one cell in order; joined they are its text."""
    found: list[Token] = []
    for run in runs:
        if type(run) is str:
            found.extend(split(run))
        elif run[0] in WHOLE:
            found.append(run)
        else:
            found.extend((run[0], word) for word in split(run[1]))
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
    """What stands in both and in one only; None where they are too long to say."""
    found = differing(one, other, _weight, _size)
    return None if found is None else [Stretch(state, words) for state, words in found]


def _size(token: Token) -> int:
    return len(token) if type(token) is str else len(token[1])
