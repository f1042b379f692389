"""The tokens of a text: words by their stems, Chinese and Japanese by pairs of characters and by single ones.

The same text gives the same tokens here and in `bw-tokens.js`, which a test holds side by side; whatever is indexed must be
asked by the same hand. Classes of characters are therefore written out and not left to a Unicode version, and `VERSION`
changes with every change of what comes out.

A text is first brought to one form (`folded`): NFKC (full and half width), lower case, one long vowel mark, none at the end of
a word, one form for characters that have several (see `han`). Then runs of characters are read:

- Chinese, Japanese and Korean: every pair of neighbours and every character;
- other letters and digits: words without accents, English ones by their stems. Words joined by `.`, `-` or `_` or followed by
  `+` or `#` are one token as a whole (`foo_bar`, `c++`, `v1.10`) beside their parts; a number with points has no parts.

All of it is linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from brainwiki.retrieval.han import FOLDED, FORMS
from brainwiki.retrieval.stems import LONGEST, stem

VERSION = "1"
MOST_KNOWN = 1 << 17

# Other forms of letters that Unicode does not take apart.
LETTERS = {"ß": "ss", "ς": "σ", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "þ": "th", "ヶ": "ケ", "ヵ": "カ",
           "ゐ": "い", "ゑ": "え", "ヰ": "イ", "ヱ": "エ"}  # fmt: skip

RUN = "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
LETTER = (
    "0-9a-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0300-\u037d\u037f-\u0386\u0388-\u0559\u0560-\u0588\u0591-\u05bd"
    "\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7-\u05f2\u0610-\u061a\u0620-\u0669\u066e-\u06d3\u06d5-\u06ff\u0710-\u0963\u0966-\u0df3"
    "\u0e01-\u0e4e\u0e50-\u0e59\u0e80-\u1fff\u2c00-\u2dff\ua000-\uabff\ufb00-\ufdfb\ufe70-\ufefc\U00010000-\U0001bfff"
)
MARKS = "\u0300-\u036f"
KANA = "\u3041-\u3096\u30a1-\u30fa"
LONG = "ー\\-~〜‐‑‒–—―−"

_LONG = re.compile(f"(?<=[{KANA}])[{LONG}]+(?:([{KANA}])|)")
_TOKEN = re.compile(f"([{RUN}]+)|[{LETTER}]+(?:[._\\-][{LETTER}]+)*(?:[+#]{{1,2}}(?![+#{LETTER}]))?")
_ASCII = re.compile(r"[0-9a-z]+(?:[._\-][0-9a-z]+)*(?:[+#]{1,2}(?![+#0-9a-z]))?")
_PLAIN = re.compile("[a-z]+")
_PARTS = re.compile(f"[{LETTER}]+")
_FIGURE = re.compile(r"[0-9]+(?:\.[0-9]+)+")
_MARKS = re.compile(f"[{MARKS}]")
_FOLDED = str.maketrans({**FOLDED, **LETTERS})

# What the browser's tokenizer is made from.
TABLES: dict[str, object] = {
    "forms": FORMS.strip(), "letters": LETTERS, "run": RUN, "letter": LETTER, "marks": MARKS, "kana": KANA, "long": LONG
}  # fmt: skip

Kind = Literal["word", "whole", "pair", "single"]


class Token(NamedTuple):
    """A token: its text, its place in the folded text, and whether it is a word, a whole of several words, a pair of
    neighbours or a single character."""

    text: str
    start: int
    end: int
    kind: Kind


def folded(text: str) -> str:
    """The form in which texts are compared, before they are cut."""
    if text.isascii():
        return text.lower()
    wide = unicodedata.normalize("NFKC", text).lower().translate(_FOLDED)
    return _LONG.sub(lambda match: f"ー{match[1]}" if match[1] else "", wide)


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text in the order of their ends; places are offsets into `folded(text)`."""
    shape = folded(text)
    for match in _TOKEN.finditer(shape):
        start = match.start()
        if match[1] is not None:
            yield from _of_run(match[1], start)
            continue
        for word, begin, end, kind in _of_word(match[0]):
            yield Token(word, start + begin, start + end, kind)


def terms(text: str) -> list[str]:
    """The texts of all tokens; the quick way for whole pages."""
    found = _pieces(text)
    return " ".join(found).split(" ") if found else []


def joined(text: str) -> str:
    """The texts of all tokens, parted by blanks, which none of them holds: the form in which they are indexed."""
    return " ".join(_pieces(text))


def _pieces(text: str) -> list[str]:
    """The texts of all tokens; those of one word stand in one piece, parted by blanks."""
    shape = folded(text)
    if shape.isascii():
        return list(filter(None, map(_CHUNKS.__getitem__, shape.translate(_BLANKED).split())))
    found: list[str] = []
    for match in _TOKEN.finditer(shape):
        run = match[1]
        if run is None:
            found.append(_KNOWN[match[0]])
        else:
            found += run
            found += map("".join, pairwise(run))
    return found


def _of_run(run: str, start: int) -> Iterator[Token]:
    for at, char in enumerate(run, start):
        if at > start:
            yield Token(run[at - start - 1] + char, at - 1, at + 1, "pair")
        yield Token(char, at, at + 1, "single")


class _Known(dict[str, str]):
    """The terms of words that were seen, parted by blanks; so many that a page costs little, and no more."""

    def __missing__(self, word: str) -> str:
        if len(self) >= MOST_KNOWN:
            self.clear()
        plain = word.isalpha() and word.isascii()
        found = self[word] = stem(word[:LONGEST]) if plain else " ".join([one[0] for one in _of_word(word)])
        return found


class _Chunks(dict[str, str]):
    """The same of chunks of ASCII, which hold letters, digits and the signs that may join them, and no blanks."""

    def __missing__(self, chunk: str) -> str:
        if len(self) >= MOST_KNOWN:
            self.clear()
        plain = chunk.isalpha()
        found = self[chunk] = (
            stem(chunk[:LONGEST]) if plain else " ".join(map(_KNOWN.__getitem__, _ASCII.findall(chunk)))
        )
        return found


_KNOWN = _Known()
_CHUNKS = _Chunks()
_BLANKED = {code: " " for code in range(128) if not re.match(r"[0-9a-z._\-+#]", chr(code))}


def _of_word(word: str) -> tuple[tuple[str, int, int, Kind], ...]:
    """The tokens of one word as it was matched, with offsets into it: its parts, and the whole where that is more."""
    if _PLAIN.fullmatch(word):
        return ((stem(word[:LONGEST]), 0, len(word), "word"),)
    size = len(word)
    whole: tuple[str, int, int, Kind] = (_MARKS.sub("", unicodedata.normalize("NFD", word))[:LONGEST], 0, size, "whole")
    if _FIGURE.fullmatch(word):
        return ((whole[0], 0, size, "word"),)
    parts: list[tuple[str, int, int, Kind]] = [
        (_bare(part[0]), part.start(), part.end(), "word") for part in _PARTS.finditer(word)
    ]
    return tuple(parts) if parts[0][2] == size else (*parts, whole)


def _bare(word: str) -> str:
    """A word without accents, by its stem where it is written in a to z."""
    if not word.isascii():
        word = _MARKS.sub("", unicodedata.normalize("NFD", word))
    word = word[:LONGEST]
    return stem(word) if _PLAIN.fullmatch(word) else word
