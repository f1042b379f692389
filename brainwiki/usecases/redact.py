"""Secrets are taken out of a recorded session before anything of it is written; they are told by kind and place, never by value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from brainwiki.rules.families import secrets
from brainwiki.transcripts.growth import veil
from brainwiki.transcripts.recorded import Recorded, Said

_ESCAPED = ("\\n", "\\r", "\\t", '\\"')  # signs as JSON writes them inside a call; a secret may begin right after one
_PRIVATE_KEY = "a private key"
_END, _LONGEST_KEY = "-----END", 20_000
_KEY_SIGNS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\n ")


class Redaction(NamedTuple):
    """A secret that was taken out: what it is, the turn as read (from 1; 0 is the title), and the part of it (`text`, `meta.name`)."""

    kind: str
    turn: int
    part: str


def redacted(recorded: Recorded) -> tuple[Recorded, tuple[Redaction, ...]]:
    """The session with a veil such as `[redacted: an OpenAI key]` in the place of every secret, and what was taken out."""
    told: list[Redaction] = []
    title = _veiled(recorded.title, 0, "title", told)
    turns = tuple(_turn(turn, number, told) for number, turn in enumerate(recorded.turns, 1))
    return replace(recorded, title=title, turns=turns), tuple(told)


def _turn(turn: Said, number: int, told: list[Redaction]) -> Said:
    before = len(told)
    text = _veiled(turn.text, number, "text", told)
    meta = {key: _veiled(value, number, f"meta.{key}", told) for key, value in turn.meta.items()}
    return turn._replace(text=text, meta=meta) if len(told) > before else turn


def _veiled(text: str, number: int, part: str, told: list[Redaction]) -> str:
    kept: list[str] = []
    at = 0
    for start, end, kind in _spans(text):
        kept += [text[at:start], veil(kind)]
        at = end
        told.append(Redaction(kind, number, part))
    return "".join([*kept, text[at:]]) if kept else text


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Where secrets stand, in order; those that touch or overlap are one."""
    found = sorted({*_found(text), *_found(_flat(text))}) if "\\" in text else _found(text)
    reach, first = -1, ("", 0)
    for start, end, kind in found:
        if reach >= 0 and start >= reach:
            yield first[1], reach, first[0]
            reach = -1
        if reach < 0:
            first = (kind, start)
        reach = max(reach, end)
    if reach >= 0:
        yield first[1], reach, first[0]


def _flat(text: str) -> str:
    """The text with escaped signs as blanks, place for place."""
    for sign in _ESCAPED:
        text = text.replace(sign, "  " if sign != '\\"' else ' "')
    return text


def _found(text: str) -> list[tuple[int, int, str]]:
    if not secrets.may_hold(text):
        return []
    return [
        (one.start, _key_end(text, one.end) if one.kind == _PRIVATE_KEY else one.end, one.kind)
        for one in secrets.find(text)
    ]


def _key_end(text: str, at: int) -> int:
    """Where a private key ends, of which `find` only looks at the beginning: behind its last line, or with its signs."""
    closing = text.find(_END, at, at + _LONGEST_KEY)
    if closing >= 0:
        line = text.find("-----", closing + len(_END), closing + 80)
        return line + 5 if line >= 0 else closing + len(_END)
    while at < len(text) and text[at] in _KEY_SIGNS:
        at += 1
    return at
