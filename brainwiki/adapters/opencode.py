"""OpenCode's own stores, its database and its folder of JSON files, joined to what `opencode export` writes."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import quote

from brainwiki.errors import TranscriptError

_MAGIC = b"SQLite format 3\x00"
_MOST_FILE = 16 * 1024 * 1024  # bytes of one message or part in the folder


def is_database(head: bytes) -> bool:
    """Whether a file that begins so is an SQLite database."""
    return head.startswith(_MAGIC)


def from_database(path: str) -> bytes:
    """Every session of an `opencode.db`, opened for reading only. TranscriptError where it is none or broken."""
    try:
        with closing(sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)) as database:
            database.execute("PRAGMA trusted_schema=OFF")
            exports = [_export(database, row) for row in database.execute(_SESSIONS).fetchall()]
    except sqlite3.Error as error:
        raise TranscriptError(os.path.basename(path), f"it is no database of OpenCode ({error})") from error
    return _dumped(exports)


_SESSIONS = "SELECT id, parent_id, title, time_created FROM session ORDER BY time_created, id"
_MESSAGES = "SELECT id, data, time_created FROM message WHERE session_id = ? ORDER BY time_created, id"
_PARTS = "SELECT message_id, data FROM part WHERE session_id = ? ORDER BY time_created, id"


def _export(database: sqlite3.Connection, row: tuple[Any, ...]) -> dict[str, Any]:
    session, parent, title, created = row
    parts: dict[str, list[Any]] = {}
    for message, data in database.execute(_PARTS, (session,)):
        parts.setdefault(message, []).append(_loaded(data))
    messages = []
    for message, data, at in database.execute(_MESSAGES, (session,)):
        info = {"time": {"created": at}, **_loaded(data), "id": message}
        messages.append({"info": info, "parts": parts.get(message, [])})
    info = {"id": session, "parentID": parent, "title": title, "time": {"created": created}}
    return {"info": info, "messages": messages}


def from_folder(path: str) -> bytes:
    """Every session below `storage/`: `session/*/<id>.json`, `message/<session>/*.json`, `part/<message>/*.json`."""
    exports = []
    for project in _names(os.path.join(path, "session")):
        for session in _files(os.path.join(path, "session", project)):
            messages = [
                {"info": info, "parts": list(_files(os.path.join(path, "part", _one(info.get("id")))))}
                for info in _files(os.path.join(path, "message", _one(session.get("id"))))
            ]
            exports.append({"info": session, "messages": messages})
    if not exports:
        raise TranscriptError(os.path.basename(path), "there is no session in the folder", "Name OpenCode's `storage`.")
    return _dumped(exports)


def _one(name: Any) -> str:
    """An id as the name of one folder; one that would lead elsewhere leads nowhere."""
    return (
        name if isinstance(name, str) and name and not set(name) & {"/", "\\", "\0"} and name != ".." else "\N{BULLET}"
    )


def _names(path: str) -> list[str]:
    try:
        return sorted(os.listdir(path))
    except OSError:
        return []


def _files(path: str) -> Iterator[dict[str, Any]]:
    """The JSON files of a folder in the order of their names, which is that of time; one that cannot be read is an empty object."""
    for name in _names(path):
        place = os.path.join(path, name)
        if not name.endswith(".json") or os.path.islink(place) or not os.path.isfile(place):
            continue
        try:
            with open(place, "rb") as file:
                yield _loaded(file.read(_MOST_FILE).decode("utf-8", "replace"))
        except OSError:
            yield {}


def _loaded(text: Any) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _dumped(exports: list[dict[str, Any]]) -> bytes:
    try:
        return json.dumps(exports).encode("utf-8")
    except RecursionError as error:
        raise TranscriptError("OpenCode", "a part is nested too deep") from error
