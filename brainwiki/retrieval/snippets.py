"""The words of a passage that a question matched: one line around most of them, and where they stand in it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from brainwiki.retrieval.tokens import folded, terms

WIDTH = 160  # characters of a snippet
_MANY = 6_000  # characters of a passage that are looked through
_CITES = re.compile(r"\s*\[cite:[^\]\n]*\]|[ \t]\^c?-?[A-Za-z0-9-]+$", re.MULTILINE)
_HEADING = re.compile(r"\n#{1,6} ")
_HEADED = re.compile(r"\A#{1,6} ")
_NEVER = re.compile("(?!)")


class _Patterns(NamedTuple):
    """What words in ASCII begin with that may be asked for, and other terms."""

    words: re.Pattern[str]
    runs: re.Pattern[str]


def marks(text: str, wanted: frozenset[str]) -> list[tuple[int, int]]:
    """The spans of a text whose words are among `wanted`, terms of a question; in order, none within another."""
    if not wanted:
        return []
    patterns = _patterns(wanted)
    shape = _shape(text[:_MANY])
    found = [one.span() for one in patterns.words.finditer(shape) if not wanted.isdisjoint(terms(one[0]))]
    if shape.isascii():
        return found
    found += [one.span(1) for one in patterns.runs.finditer(shape)]
    return _merged(sorted(found))


def _shape(text: str) -> str:
    """The text in the form in which it is compared, as far as that has the same length."""
    if text.isascii():
        return text.lower()
    for shape in (folded(text), text.lower()):
        if len(shape) == len(text):
            return shape
    return text


@lru_cache(64)
def _patterns(wanted: frozenset[str]) -> _Patterns:
    """A stem may lack the last letters of its word, or have an i or an e in their place."""
    begin = {term[:-1] if len(term) > 2 and term[-1] in "ie" else term for term in wanted if term.isascii()}
    latin = [re.escape(one) for one in sorted(begin, key=lambda one: (-len(one), one))]
    wide = sorted((term for term in wanted if not term.isascii()), key=len, reverse=True)
    return _Patterns(
        re.compile(f"(?<![a-z0-9])(?:{'|'.join(latin)})[a-z0-9]*") if latin else _NEVER,
        re.compile(f"(?=({'|'.join(map(re.escape, wide))}))") if wide else _NEVER,
    )


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans that touch as one."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def snippet(text: str, wanted: frozenset[str], width: int = WIDTH) -> tuple[str, int]:
    """One line of a text around the most words that were asked for, and the offset in `text` where it begins."""
    spans = marks(text, wanted)
    spans = [span for span in spans if not text.startswith("#", text.rfind("\n", 0, span[0]) + 1)] or spans
    start = _best(spans, text, width) if spans else _first(text)
    line = text.rfind("\n", 0, start) + 1
    if spans and start - line <= width // 4:
        start = line
    elif spans:
        blank = text.rfind(" ", max(start - width // 4, line), start)
        start = blank + 1 if blank > 0 else max(start - width // 8, line)
    end = min(start + width + 80, len(text))
    heading = _HEADING.search(text, start + 1, end)
    words = _HEADED.sub("", _CITES.sub("", text[start : heading.start() if heading else end]))
    piece = " ".join(words.split())
    shown = piece[:width]
    if len(piece) > width:
        cut = shown.rfind(" ", width - 24)
        shown = f"{shown[:cut] if cut > 0 else shown} …"
    return (f"… {shown}" if start > line else shown), start


def _best(spans: list[tuple[int, int]], text: str, width: int) -> int:
    """Where a window begins that holds the most different words."""
    best = (0, 0)
    for at, (start, _) in enumerate(spans[:64]):
        inside = {text[a:b].lower() for a, b in spans[at : at + 32] if b <= start + width * 3 // 4}
        if len(inside) > best[0]:
            best = len(inside), start
    return best[1] if best[0] else spans[0][0]


def _first(text: str) -> int:
    """The beginning of the first line that is no heading."""
    at = 0
    while text.startswith("#", at) and "\n" in text[at:]:
        at = text.index("\n", at) + 1
        while text[at : at + 1].isspace():
            at += 1
    return at
