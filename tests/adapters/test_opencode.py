"""OpenCode's database and folder, read into what its export says; nothing of them is written, nothing outside them is read."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from brainwiki.adapters.opencode import from_database, from_folder, is_database
from brainwiki.errors import TranscriptError
from tests.transcripts.samples import FOLDER, reading, said, skipped

SCHEMA = """
CREATE TABLE session(id text primary key, parent_id text, title text, time_created int);
CREATE TABLE message(id text primary key, session_id text, data text, time_created int);
CREATE TABLE part(id text primary key, message_id text, session_id text, data text, time_created int);
"""


def put(folder: Path, path: str, value: Any) -> None:
    """Write a JSON file of the folder."""
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(value))


def test_the_sample_database() -> None:
    path = FOLDER / "opencode.db"
    assert is_database(path.read_bytes()[:100])
    found = reading(from_database(str(path)))
    (one,) = found.sessions
    assert (found.format, one.native, one.title, one.started) == ("opencode", "s", "T", "2026-08-17T20:53:20+00:00")
    assert said(one) == [("user", "hi"), ("assistant", "hello")]


def test_what_is_still_in_the_log_of_the_database_is_read(tmp_path: Path) -> None:
    path = tmp_path / "with space?.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.executescript(SCHEMA)
        database.execute("INSERT INTO session VALUES('s', NULL, 'T', 1787000000000)")
        database.execute("INSERT INTO message VALUES('m', 's', ?, 1787000000000)", ('{"role": "user"}',))
        database.execute("INSERT INTO message VALUES('n', 's', 'broken', 1787000000001)")
        database.execute("INSERT INTO part VALUES('p', 'm', 's', ?, 1)", ('{"type": "text", "text": "hi"}',))
        database.execute("INSERT INTO part VALUES('q', 'm', 's', NULL, 2)")
        database.commit()
        (one,) = reading(from_database(str(path))).sessions
    assert said(one) == [("user", "hi")]
    assert skipped(one) == {"of no kind": 1}
    assert dict(one.account.parts) == {"of no kind": 1}


def test_a_file_that_is_no_such_database(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"words")
    with closing(sqlite3.connect(tmp_path / "b.db")) as database:
        database.execute("CREATE TABLE session(id text)")
    assert not is_database(b"words")
    for name in ("a.db", "b.db", "gone.db"):
        with pytest.raises(TranscriptError, match=f"{name}: it is no database of OpenCode"):
            from_database(str(tmp_path / name))
    assert not (tmp_path / "gone.db").exists()


def test_the_folder(tmp_path: Path) -> None:
    put(tmp_path, "session/p/s.json", {"id": "s", "title": "T"})
    put(tmp_path, "message/s/m1.json", {"id": "m1", "role": "user", "time": {"created": 1787000000000}})
    put(tmp_path, "message/s/m2.json", {"id": "m2", "role": "assistant"})
    put(tmp_path, "part/m1/p1.json", {"type": "text", "text": "hi"})
    put(tmp_path, "part/m2/p2.json", {"type": "text", "text": "hello"})
    (tmp_path / "part/m2/p3.json").write_text("broken")
    (tmp_path / "part/m2/notes.txt").write_text("x")
    (one,) = reading(from_folder(str(tmp_path))).sessions
    assert (one.native, said(one)) == ("s", [("user", "hi"), ("assistant", "hello")])
    assert dict(one.account.parts) == {"of no kind": 1}


def test_ids_and_links_lead_nowhere_outside_the_folder(tmp_path: Path) -> None:
    inside = tmp_path / "storage"
    put(tmp_path, "secret/p.json", {"type": "text", "text": "secret"})
    put(inside, "session/p/s.json", {"id": "s"})
    for number, name in enumerate(("../../secret", "..", "", 5, "/etc", "m\0")):
        put(inside, f"message/s/m{number}.json", {"id": name, "role": "user"})
    put(inside, "message/s/m9.json", {"id": "ok", "role": "user"})
    put(inside, "part/ok/p.json", {"type": "text", "text": "hi"})
    (inside / "part/ok/q.json").symlink_to(tmp_path / "secret/p.json")
    (one,) = reading(from_folder(str(inside))).sessions
    assert said(one) == [("user", "hi")]


def test_a_folder_without_sessions(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match="there is no session in the folder"):
        from_folder(str(tmp_path))
