"""One event in the life of a range of turns, and the one line in which a ledger holds it."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, NamedTuple

from brainwiki.dream.life import ROWS
from brainwiki.model.line import WORD, is_instant, plain, text_of, texts_of

SESSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}\Z")  # a file's name on every system, and never an option

MOST = 10**9  # turns of a session
_LIST = 1000
_CHAIN = re.compile(r"[0-9a-f]{32}\Z")
_ORDER = ("event", "turns", "at", "by", "reason", "adopted", "rejected", "proposal", "run", "prev")
_NEEDED = frozenset({"event", "turns", "at", "by", "prev"})


class Event(NamedTuple):
    """What happened to the turns `first` to `last` of a session: when (`at`: UTC, ending in Z), and who says so (an actor).

    `adopted` and `rejected` are ids of observations, `proposal` the id of a proposal. `run` tells events apart that are alike in
    all else, such as two crashes in one second; the same event written twice is one event.
    """

    name: str
    first: int
    last: int
    at: str
    by: str
    reason: str = ""
    adopted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    proposal: str = ""
    run: str = ""

    @property
    def turns(self) -> str:
        """The turns, for people."""
        return f"turn {self.first}" if self.first == self.last else f"turns {self.first} to {self.last}"


class Line(NamedTuple):
    """A line of a ledger: its event, and the sum over everything before it."""

    event: Event
    prev: str


def key_of(event: Event) -> tuple[Any, ...]:
    """What makes two events the same."""
    return (*event,)


def mistake(event: Event) -> str:
    """What is wrong with an event taken alone; empty where nothing is."""
    row = ROWS.get(event.name)
    if row is None:
        return f"no event is called {event.name[:40]!r}"
    if not 1 <= event.first <= event.last <= MOST:
        return "its turns are no range"
    if not is_instant(event.at):
        return "its instant is not of the form 2026-05-02T10:12:00Z"
    words = (("by", event.by), ("proposal", event.proposal), ("run", event.run))
    for key, text in (*words, *(("observation", one) for one in (*event.adopted, *event.rejected))):
        if plain(text, WORD) != text or (not text and key in ("by", "observation")):
            return f"`{key}` is not one short line"
    if plain(event.reason) != event.reason:
        return "`reason` is not one line of at most 500 characters"
    if row.needs_reason and not event.reason:
        return f"`{event.name}` gives no reason"
    return _lists(event)


def _lists(event: Event) -> str:
    """What is wrong with the observations of an event."""
    both = (*event.adopted, *event.rejected)
    if both and event.name != "integrated":
        return "only `integrated` names observations"
    if len(both) > _LIST:
        return f"more than {_LIST} observations are named"
    return "an observation is named twice" if len({*both}) < len(both) else ""


def line_of(event: Event, prev: str) -> bytes:
    """The line of an event, in the one form that it can have: keys in order, no blanks, nothing that is empty; with its line end."""
    value: dict[str, Any] = {"event": event.name, "turns": [event.first, event.last], "at": event.at, "by": event.by}
    more = (
        ("reason", event.reason),
        ("adopted", [*event.adopted]),
        ("rejected", [*event.rejected]),
        ("proposal", event.proposal),
        ("run", event.run),
    )
    value |= {key: held for key, held in more if held}
    value["prev"] = prev
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"


def read_line(raw: bytes) -> Line | str:
    """The event of a line (without its line end), or what is wrong with it."""
    try:
        value = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return "it is no JSON"
    if not isinstance(value, dict) or not value.keys() >= _NEEDED:
        return "it lacks a key"
    unknown = sorted(value.keys() - {*_ORDER})
    if unknown:
        return f"it has a key that is not known: {plain(unknown[0], 40)!r}"
    try:
        event, prev = _event(value), text_of(value["prev"])
    except TypeError:
        return "a value is of the wrong kind"
    wrong = mistake(event)
    if wrong:
        return wrong
    if not _CHAIN.match(prev):
        return "`prev` is no sum"
    return (
        Line(event, prev)
        if line_of(event, prev) == raw + b"\n"
        else "it is not written in the one form that it can have"
    )


def _event(value: dict[str, Any]) -> Event:
    """The event that an object holds; raises TypeError where a value is of another kind."""
    turns = value["turns"]
    if not isinstance(turns, list) or [type(one) for one in turns] != [int, int]:
        raise TypeError
    return Event(
        text_of(value["event"]),
        turns[0],
        turns[1],
        text_of(value["at"]),
        text_of(value["by"]),
        text_of(value.get("reason", "")),
        texts_of(value.get("adopted", [])),
        texts_of(value.get("rejected", [])),
        text_of(value.get("proposal", "")),
        text_of(value.get("run", "")),
    )


def first_sum(session: str) -> str:
    """The sum before the first line: it names the session, so that no ledger passes for that of another one."""
    return _sum(f"brainwiki ledger 1 {session}\n".encode())


def next_sum(line: bytes) -> str:
    """The sum after a line (with its line end), which holds the one before."""
    return _sum(line)


def _sum(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:32]
