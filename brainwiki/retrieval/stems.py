"""Stems of English words: plural, -ed, -ing, -y and a last e, by steps 1 and 5 of Porter's algorithm (Porter, 1980).

The later steps take suffixes such as -ation away and join words of different meaning; a search for notes does better without.
`bw-tokens.js` holds the same steps for the browser.
"""

from __future__ import annotations

import re

LONGEST = 40  # signs; what is longer is no word

# A consonant is a letter other than a, e, i, o, u, and other than a y after a consonant.
_C, _V = "(?:[^aeiouy]|(?<![^aeiouy])y|^y)", "(?:[aeiou]|(?<=[^aeiouy])y)"
_ENDS = frozenset("sdgyel")
_TOUCHED = ("s", "ed", "ing", "ll")
_HAS_VOWEL = re.compile(_V)
_MEASURE = re.compile(f"{_V}{_C}")
_SHORT = re.compile(f"{_C}{_V}[^aeiouwxy]$")


def stem(word: str) -> str:
    """The stem of a word of a to z in lower case; one of two letters or of more than `LONGEST` stays."""
    last = word[-1:]
    if last not in _ENDS or not 2 < len(word) <= LONGEST:
        return word
    if last == "e":  # most words are touched by one step, and an index asks for many words
        return _last(word)
    if last == "y":
        return _y(word)
    if not word.endswith(_TOUCHED):
        return word
    return _last(_y(_past(_plural(word))))


def _measure(word: str) -> int:
    """How often a vowel is followed by a consonant."""
    return len(_MEASURE.findall(word))


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        if word.endswith(ending) and _HAS_VOWEL.search(word[: -len(ending)]):
            return _mended(word[: -len(ending)])
    return word


def _mended(word: str) -> str:
    """A word that has lost -ed or -ing as it was before: `hop` of `hopping`, `hope` of `hoping`."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if word[-1:] == word[-2:-1] and word[-1] not in "aeioulsz":
        return word[:-1]
    return word + "e" if _measure(word) == 1 and _SHORT.search(word) else word


def _y(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and _HAS_VOWEL.search(word[:-1]) else word


def _last(word: str) -> str:
    if word.endswith("e"):
        many = _measure(word[:-1])
        if many > 1 or many == 1 and not _SHORT.search(word[:-1]):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
