"""Text of a stranger as it may be shown: on a terminal, and in Markdown where it must not render, link or call anybody."""

from __future__ import annotations

import re
import unicodedata

# Pieces of a message: `code`, white space, a run of other characters, a lone backtick.
_PIECE = re.compile(r"`[^`]+`|\s+|[^\s`]+|`")
# A run that no renderer makes more of: a number, a date, or a word that may hold wide punctuation, an apostrophe or a hyphen.
_WIDE = "、。，．：；！？「」『』（）・“”‘’…—–→"
_CHAR = rf"(?:[^\W_]|[{_WIDE}])"
_PROSE = re.compile(
    rf"""[("']*(?:\d+(?:[.,]\d+)+|\d{{4}}-\d\d-\d\d|{_CHAR}+(?:['-](?:[^\W\d_]|[{_WIDE}]){_CHAR}*)*)[)"'.,;:?!]*|[()"'.,;:?!]+"""
)
_COMMIT = re.compile(r"[0-9a-f]{7,}", re.IGNORECASE)


def visible(text: str) -> str:
    """A text as it may be printed: names and quoted words may hold what a terminal would obey."""
    return text if text.isprintable() else "".join(_visible(char) for char in text)


def _visible(char: str) -> str:
    """A character as it may be printed: controls and invisible ones by their code, so that a report hides nothing."""
    if char == "\t":
        return " "
    return f"␛U+{ord(char):04X}" if unicodedata.category(char) in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp") else char


def cut(text: str, length: int) -> str:
    """A text as it may be printed, its end cut off where it is longer."""
    shown = visible(text[: length + 1])
    return shown if len(shown) <= length else f"{shown[:length]}…"


def counted(number: int, word: str) -> str:
    """A number and what it counts: `1 claim`, `1,200 claims`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def code(text: str) -> str:
    """A text as a code span, in which nothing renders, links or calls."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    edges = text[:1] + text[-1:]
    pad = " " if "`" in edges or " " in edges and text.strip(" ") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def prose(text: str, length: int) -> str:
    """A text as Markdown that shows just its characters: ordinary words as they are, everything else as code."""
    shown: list[str] = []
    for piece in _PIECE.findall(cut(text, length)):
        if piece.isspace() or _PROSE.fullmatch(piece) and not _COMMIT.search(piece):
            shown.append(piece)
            continue
        if shown and shown[-1].endswith("`"):
            shown.append(" ")  # two spans that touch would be read as one
        if len(piece) > 2 and piece.startswith("`") and piece.endswith("`"):
            shown.append(code(piece[1:-1]))
        else:
            odd = piece.rstrip(".,;:?!") or piece
            shown += [code(odd), *piece[len(odd) :]]
    return "".join(shown)
