"""One event in the life of a proposal, what it brings, and the one line in which the branch of the states holds it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from brainwiki.model.line import WORD, is_instant, plain, text_of, texts_of
from brainwiki.model.observation import Observation
from brainwiki.model.receipt import Span
from brainwiki.model.update import DOES, Consolidation, Left, Update

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}\Z")  # a branch and a file on every system, never an option

_MOST = 10**9
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_NEEDED = frozenset({"event", "step", "at", "by"})


class Fingerprint(NamedTuple):
    """What was rejected, without its words: session and turn, the subject, and the digest of the quoted span."""

    session: str
    turn: int
    subject: str
    quote: str


@dataclass(frozen=True)
class Draft:
    """What a proposal was made of: the run and who drew it, on which commit, from which turns, and what was drawn. `reverts` is the
    proposal that it undoes."""

    run: str = ""
    by: str = ""
    base: str = ""
    sessions: tuple[Span, ...] = ()
    consolidation: Consolidation = field(default_factory=Consolidation)
    reverts: str = ""


class Event(NamedTuple):
    """What happened to a proposal: when (`at`: UTC, ending in Z), and who says so (an actor).

    `step` is one more than that of every event that its writer knew, so that the order needs no clocks. `commit`, `receipt` (the
    whole text) and `draft` are what the proposal stands by from then on; an approval names the `commit` that it is about, `applied` the
    one that brought it. `observations` are those that it is about, none: the whole. `prints` tell what was rejected, `proposal`
    which other one undid this.
    """

    name: str
    at: str
    by: str
    step: int = 0
    reason: str = ""
    observations: tuple[str, ...] = ()
    commit: str = ""
    receipt: str = ""
    draft: Draft = Draft()
    prints: tuple[Fingerprint, ...] = ()
    proposal: str = ""


def mistake(event: Event) -> str:
    """What is wrong with the values of an event; empty where nothing is."""
    if not is_instant(event.at):
        return "its instant is not of the form 2026-05-02T10:12:00Z"
    if not 0 <= event.step <= _MOST:
        return "its step is no number of a line"
    words = (("by", event.by), ("proposal", event.proposal), *(("observation", one) for one in event.observations))
    for key, text in words:
        if plain(text, WORD) != text or (not text and key != "proposal"):
            return f"`{key}` is not one short line"
    if plain(event.reason) != event.reason:
        return "`reason` is not one line of at most 500 characters"
    return "" if not event.commit or _COMMIT.match(event.commit) else "`commit` is no commit"


def line_of(event: Event) -> bytes:
    """The line of an event, in the one form that it can have: keys in order, no blanks, nothing that is empty; with its line end."""
    value: dict[str, Any] = {"event": event.name, "step": event.step, "at": event.at, "by": event.by}
    more = (
        ("reason", event.reason),
        ("observations", [*event.observations]),
        ("commit", event.commit),
        ("receipt", event.receipt),
        ("draft", _draft_value(event.draft)),
        ("prints", [one._asdict() for one in event.prints]),
        ("proposal", event.proposal),
    )
    value |= {key: held for key, held in more if held}
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


def _draft_value(draft: Draft) -> dict[str, Any]:
    drawn = draft.consolidation
    value = {
        "run": draft.run,
        "by": draft.by,
        "base": draft.base,
        "sessions": [one._asdict() for one in draft.sessions],
        "observations": [_filled(one) for one in drawn.observations],
        "updates": [_filled(one) for one in drawn.updates],
        "left": [one._asdict() for one in drawn.left],
        "title": drawn.title,
        "note": drawn.note,
        "reverts": draft.reverts,
    }
    return {key: held for key, held in value.items() if held}


def _filled(one: Observation | Update) -> dict[str, Any]:
    """The fields of a value that say more than their default, in their order."""
    defaults = one._field_defaults
    told = {key: held for key, held in one._asdict().items() if key not in defaults or held != defaults[key]}
    return {key: [*held] if isinstance(held, tuple) else held for key, held in told.items()}


def read_line(raw: bytes) -> Event | str:
    """The event of a line (without its line end), or what is wrong with it."""
    try:
        value = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return "it is no JSON"
    if not isinstance(value, dict) or not value.keys() >= _NEEDED:
        return "it lacks a key"
    try:
        event = _event(value)
    except (TypeError, KeyError):
        return "a value is of the wrong kind"
    wrong = mistake(event)
    if wrong:
        return wrong
    return event if line_of(event) == raw + b"\n" else "it is not written in the one form that it can have"


def _event(value: dict[str, Any]) -> Event:
    """The event that an object holds; raises TypeError or KeyError where a value is of another kind."""
    return Event(
        text_of(value["event"]),
        text_of(value["at"]),
        text_of(value["by"]),
        _number(value["step"]),
        text_of(value.get("reason", "")),
        texts_of(value.get("observations", [])),
        text_of(value.get("commit", "")),
        text_of(value.get("receipt", "")),
        _draft(value.get("draft", {})),
        tuple(_fingerprint(one) for one in _items(value.get("prints", []))),
        text_of(value.get("proposal", "")),
    )


def _fingerprint(value: dict[str, Any]) -> Fingerprint:
    return Fingerprint(
        text_of(value["session"]), _number(value["turn"]), text_of(value["subject"]), text_of(value["quote"])
    )


def _draft(value: Any) -> Draft:
    if not isinstance(value, dict):
        raise TypeError
    drawn = Consolidation(
        tuple(_observation(one) for one in _items(value.get("observations", []))),
        tuple(_update(one) for one in _items(value.get("updates", []))),
        tuple(Left(text_of(one["observation"]), text_of(one["reason"])) for one in _items(value.get("left", []))),
        text_of(value.get("title", "")),
        text_of(value.get("note", "")),
    )
    sessions = tuple(
        Span(text_of(one["session"]), _number(one["first"]), _number(one["last"]))
        for one in _items(value.get("sessions", []))
    )
    by, base = text_of(value.get("by", "")), text_of(value.get("base", ""))
    return Draft(text_of(value.get("run", "")), by, base, sessions, drawn, text_of(value.get("reverts", "")))


def _observation(value: dict[str, Any]) -> Observation:
    fields = {key: text_of(held) for key, held in value.items() if key != "turn"}
    return Observation(turn=_number(value["turn"]), **fields)


def _update(value: dict[str, Any]) -> Update:
    if value["do"] not in DOES:
        raise TypeError
    lists = ("observations", "aliases", "tags")
    fields: dict[str, Any] = {key: texts_of(held) if key in lists else text_of(held) for key, held in value.items()}
    return Update(**fields)


def _items(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise TypeError
    return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError
    return value
