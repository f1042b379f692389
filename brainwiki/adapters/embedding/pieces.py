"""Texts cut into the pieces of a vocabulary, so that the sum of their scores is highest (unigram language model).

The method is that of SentencePiece (Kudo 2018, arXiv 1808.06226) as XLM-RoBERTa uses it: characters are brought to the forms of
the vocabulary, runs of blanks become one, each word begins with a mark in place of its blank. No piece has that mark inside, so
words are cut one by one, and words that were seen are known.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from brainwiki.adapters.embedding.weights import Vocabulary

MARK = "\u2581"  # stands for the blank before a word
PENALTY = 10.0  # an unknown character scores so much less than the rarest piece
MOST_KNOWN = 1 << 16
LONGEST_KNOWN = 64  # characters of a word that is worth keeping
WIDE = 8  # characters of a piece, generously
TOO_LOW = -1e30
_BLANKS = re.compile(" {2,}")


class _Step(NamedTuple):
    """The best way to a place in a word: its score, the id of its last piece, and where that began."""

    score: float
    piece: int
    start: int


class Pieces:
    """Cuts texts into ids of pieces."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        marks = {vocabulary.begin, vocabulary.end, vocabulary.pad, vocabulary.unknown}
        self._ids = {piece: one for one, piece in enumerate(vocabulary.pieces) if piece and one not in marks}
        self._scores = vocabulary.scores
        self._longest = max(map(len, self._ids), default=1)
        self._unknown = vocabulary.unknown
        self._penalty = min(vocabulary.scores) - PENALTY
        self._forms = vocabulary.forms
        self._known: dict[str, tuple[int, ...]] = {}

    def of(self, text: str, most: int) -> list[int]:
        """The ids of a text's pieces, the first `most` of them; what lies far behind these is not looked at."""
        found: list[int] = []
        for word in self._words(text, most):
            found += self._of_word(word)
            if len(found) >= most:
                break
        return found[:most]

    def _words(self, text: str, most: int) -> list[str]:
        """The words of a text with their marks; no more of it than `most` pieces are likely to take."""
        shape = _BLANKS.sub(" ", text[: most * WIDE].translate(self._forms)).removeprefix(" ")
        return [f"{MARK}{word}" for word in shape.split(" ")]

    def _of_word(self, word: str) -> tuple[int, ...]:
        known = self._known.get(word)
        if known is None:
            known = self._cut(word)
            if len(word) <= LONGEST_KNOWN:
                if len(self._known) >= MOST_KNOWN:
                    self._known.clear()
                self._known[word] = known
        return known

    def _cut(self, word: str) -> tuple[int, ...]:
        """The best pieces of one word: from each place that was reached, every piece that begins there (Viterbi)."""
        raw = word.encode("utf-8", "replace")
        places = [at for at, byte in enumerate(raw) if byte & 0xC0 != 0x80] + [len(raw)]
        steps = [_Step(0.0, 0, 0)] + [_Step(TOO_LOW, 0, 0)] * (len(places) - 1)
        ids, scores, longest = self._ids, self._scores, self._longest
        for at, start in enumerate(places[:-1]):
            here = steps[at].score
            for to in range(at + 1, len(places)):
                if places[to] - start > longest:
                    break
                piece = ids.get(raw[start : places[to]])
                if piece is not None and here + scores[piece] > steps[to].score:
                    steps[to] = _Step(here + scores[piece], piece, at)
            if here + self._penalty > steps[at + 1].score:
                steps[at + 1] = _Step(here + self._penalty, self._unknown, at)
        return _trail(steps)


def _trail(steps: list[_Step]) -> tuple[int, ...]:
    """The pieces that lead to the last place, in order."""
    found: list[int] = []
    at = len(steps) - 1
    while at > 0:
        found.append(steps[at].piece)
        at = steps[at].start
    return tuple(reversed(found))
