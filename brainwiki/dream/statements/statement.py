"""The content of a sentence as memory would hold it: without its trigger and politeness, with the stop of its language."""

from __future__ import annotations

import re
from typing import NamedTuple

from brainwiki.dream.statements.trigger import Kind, Language, Trigger

_EDGES = " \t\n\u3000,;:，、；：—–-"
_BLANKS = re.compile(r"[ \t\n\u3000]+")
_BEFORE_STOP = re.compile(r" +(?=[,.;:!?])")
_MARKS = re.compile(r"(?<![\w*])(\*\*|__)(?=\S)(.{1,300}?)(?<=\S)\1(?![\w*])")


class Statement(NamedTuple):
    """What a turn states: its kind, the exact words said, the sentence of it that memory would hold, and what it says is no
    more. `start` is the offset of the words in the turn, `reason` why it may not be adopted, empty where it may."""

    kind: Kind
    quote: str
    text: str
    start: int
    language: str
    gone: str = ""
    reason: str = ""


class Content(NamedTuple):
    """The content of a sentence and what it says is no more."""

    text: str
    gone: str


def content(language: Language, trigger: Trigger, match: re.Match[str], words: str) -> Content:
    """The content around a trigger; `words` is the sentence in which `match` was found, nothing hidden."""
    gone = next((words[slice(*match.span(name))] for name in _named(match, "gone")), "")
    if trigger.where == "after":
        kept = words[match.end() :]
    elif trigger.where == "before":
        kept = words[: match.start()]
    else:
        kept = _without(words, [match.span(name) for name in _named(match, "cut")])
    return Content(tidy(language, kept), language.ending.sub("", gone).strip(_EDGES))


def tidy(language: Language, words: str) -> str:
    """A sentence without politeness and with one stop at its end; empty where nothing is left."""
    words = _MARKS.sub(lambda match: match[2], _BLANKS.sub(" ", words))
    for _ in range(2):
        words = language.polite.sub("", words.strip(_EDGES)).strip(_EDGES)
    words = _BEFORE_STOP.sub("", language.ending.sub("", words))
    if not any(sign.isalnum() for sign in words):
        return ""
    return _raised(words) + language.stop


def _named(match: re.Match[str], name: str) -> list[str]:
    return [key for key, value in match.groupdict().items() if key.startswith(name) and value]


def _without(words: str, spans: list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in sorted(spans):
        pieces.append(words[at:start])
        at = end
    return (
        " ".join(piece for piece in [*pieces, words[at:]] if piece)
        if words.isascii()
        else "".join([*pieces, words[at:]])
    )


def _raised(words: str) -> str:
    """A first word in small letters gets a capital; a name such as `iOS` or `pytest.ini` stays."""
    first = words.split(" ", 1)[0]
    plain = first.strip("\"'(“‘,;:")
    if plain.isascii() and plain.replace("'", "").replace("’", "").isalpha() and plain.islower():
        at = words.index(plain[0])
        return words[:at] + plain[0].upper() + words[at + 1 :]
    return words
