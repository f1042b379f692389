"""What an agent writes down as `consolidation.json`, read with every mistake of its form at once; its labels become true ids."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from brainwiki.dream.task import Task
from brainwiki.model.observation import Observation, observation
from brainwiki.model.update import DOES, Consolidation, Left, Update

LARGEST = 2 * 1024 * 1024  # bytes
_TOP = {"version", "title", "note", "observations", "updates", "left", "unread"}
_OBSERVATION = {"id", "session", "turn", "quote", "subject", "statement", "kind", "at"}
_NEEDED = ("session", "turn", "quote", "subject", "statement")
_LISTS = {"observations", "aliases", "tags"}
_UPDATE = {*Update._fields}
_LEFT = {"observation", "reason"}


class Read(NamedTuple):
    """What was written down, and what is wrong with its form; with mistakes there is nothing to go on with."""

    consolidation: Consolidation = Consolidation()
    mistakes: tuple[str, ...] = ()


def read_consolidation(raw: bytes, task: Task) -> Read:
    """Read a file. An observation may bear any label as its `id`, by which updates and `left` name it; the true id takes its
    place. Where `at` is missing it is the day of the turn."""
    if len(raw) > LARGEST:
        return Read(mistakes=(f"the file has {len(raw):,} bytes; the most is {LARGEST:,}.",))
    try:
        value = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Read(mistakes=("the file is not UTF-8.",))
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        return Read(mistakes=(f"the file is no JSON{f': line {line}' if line else ''}: {str(error)[:120]}.",))
    if not isinstance(value, dict):
        return Read(mistakes=("the file holds no JSON object.",))
    reader = _Reader(task)
    drawn = reader.consolidation(value)
    return Read(mistakes=tuple(reader.mistakes)) if reader.mistakes else Read(drawn)


class _Reader:
    """Reads one document and gathers what is wrong with it."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.mistakes: list[str] = []
        self.labels: dict[str, str] = {}

    def consolidation(self, value: dict[str, Any]) -> Consolidation:
        """The whole document."""
        self.keys(value, _TOP, "the file")
        if value.get("version", 1) != 1:
            self.mistakes.append(f"`version` is {value['version']!r}; this program reads 1.")
        seen = [self.observation(one, number) for number, one in self.items(value, "observations")]
        updates = [self.update(one, number) for number, one in self.items(value, "updates")]
        left = [self.left(one, number) for number, one in self.items(value, "left")]
        title, note = (self.text(value, key, "the file") for key in ("title", "note"))
        return Consolidation(
            tuple(seen), tuple(updates), tuple(left), title, note, self.texts(value, "unread", "the file")
        )

    def observation(self, value: dict[str, Any], number: int) -> Observation:
        """One observation under its true id."""
        where = f"observations[{number}]"
        self.keys(value, _OBSERVATION, where)
        for key in _NEEDED:
            if key not in value:
                self.mistakes.append(f"{where}: `{key}` is missing.")
        turn = value.get("turn", 0)
        if type(turn) is not int:
            self.mistakes.append(f"{where}: `turn` is no number.")
            turn = 0
        session, quote, subject, statement, at = (
            self.text(value, key, where) for key in ("session", "quote", "subject", "statement", "at")
        )
        subject = subject.removesuffix(".md")
        made = observation(
            session,
            turn,
            quote,
            subject,
            statement,
            self.text(value, "kind", where) or "fact",
            at or self.day(session, turn),
        )
        label = self.text(value, "id", where) or made.id
        if self.labels.get(label, made.id) != made.id:
            self.mistakes.append(f"{where}: the id {label!r} is taken by another observation.")
        self.labels[label] = made.id
        return made

    def day(self, session: str, turn: int) -> str:
        """The day of a turn; empty where nobody says."""
        for one in self.task.sessions:
            for said in one.turns if one.session == session else ():
                if said.number == turn:
                    return (said.at or one.started)[:10]
        return ""

    def update(self, value: dict[str, Any], number: int) -> Update:
        """One update with the true ids of its observations."""
        where = f"updates[{number}]"
        self.keys(value, _UPDATE, where)
        if value.get("do") not in DOES:
            self.mistakes.append(f"{where}: `do` is {value.get('do')!r}; it is one of {', '.join(DOES)}.")
        fields: dict[str, Any] = {key: self.text(value, key, where) for key in _UPDATE - _LISTS}
        lists: dict[str, Any] = {key: self.texts(value, key, where) for key in _LISTS}
        lists["observations"] = tuple(self.labels.get(one, one) for one in lists["observations"])
        fields |= {key: fields[key].removesuffix(".md") for key in ("page", "target")}
        return Update(**fields, **lists)

    def left(self, value: dict[str, Any], number: int) -> Left:
        """One observation that is not adopted."""
        where = f"left[{number}]"
        self.keys(value, _LEFT, where)
        name = self.text(value, "observation", where)
        return Left(self.labels.get(name, name), self.text(value, "reason", where))

    def keys(self, value: Mapping[str, Any], known: set[str], where: str) -> None:
        """Tell of keys that mean nothing."""
        for key in sorted(value.keys() - known):
            self.mistakes.append(f"{where}: there is no key {key[:40]!r}; known are {', '.join(sorted(known))}.")

    def items(self, value: Mapping[str, Any], key: str) -> list[tuple[int, dict[str, Any]]]:
        """The objects of a list with their places from 0."""
        held = value.get(key, [])
        if not isinstance(held, list) or not all(isinstance(one, dict) for one in held):
            self.mistakes.append(f"`{key}` is no list of objects.")
            return []
        return list(enumerate(held))

    def text(self, value: Mapping[str, Any], key: str, where: str) -> str:
        """A text, empty where it is missing."""
        held = value.get(key, "")
        if isinstance(held, str):
            return held
        self.mistakes.append(f"{where}: `{key}` is no text.")
        return ""

    def texts(self, value: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
        """A list of texts."""
        held = value.get(key, [])
        if isinstance(held, list) and all(isinstance(one, str) for one in held):
            return tuple(held)
        self.mistakes.append(f"{where}: `{key}` is no list of texts.")
        return ()


def consolidation_as_json(drawn: Consolidation) -> dict[str, Any]:
    """The document that `read_consolidation` reads; what is empty is left out."""
    return {
        "version": 1,
        "title": drawn.title,
        "note": drawn.note,
        "observations": [_filled(one) for one in drawn.observations],
        "updates": [_filled(one) for one in drawn.updates],
        "left": [one._asdict() for one in drawn.left],
        "unread": [*drawn.unread],
    }


def _filled(one: Observation | Update) -> dict[str, Any]:
    return {key: [*held] if isinstance(held, tuple) else held for key, held in one._asdict().items() if held}
