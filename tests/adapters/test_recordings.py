"""Files of conversations on the disk: a folder is walked in order, and OpenCode's stores are read by what they are."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest

from brainwiki.adapters.recordings import found_in
from brainwiki.errors import TranscriptError
from brainwiki.transcripts import registry
from tests.helpers import write_files

PART = {"type": "text", "text": "hi"}
MESSAGE = {"id": "m1", "sessionID": "s1", "role": "user", "time": {"created": 1785542400000}}
SESSION = {"id": "s1", "title": "t", "time": {"created": 1785542400000}}


def names(folder: Path, *paths: str) -> list[str]:
    return [os.path.relpath(one.name, folder) for one in found_in([str(folder / path) for path in paths])]


def test_a_folder_is_walked_in_the_order_of_names(tmp_path: Path) -> None:
    write_files(
        tmp_path, {"b.json": "1", "a/z.md": "2", "a/b/c.JSONL": "3", "a/x.py": "4", ".h/y.json": "5", "a/.y.md": "6"}
    )
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "a" / "link.json").symlink_to(tmp_path / "b.json")
    assert names(tmp_path, ".") == ["a/b/c.JSONL", "a/z.md", "b.json"]
    assert names(tmp_path, "b.json", "a", "b.json") == ["b.json", "a/b/c.JSONL", "a/z.md"]
    assert [one.found for one in found_in([str(tmp_path / "b.json"), str(tmp_path / "a")])] == [False, True, True]
    assert [one.size for one in found_in([str(tmp_path)])] == [1, 1, 1]
    assert names(tmp_path, "a/x.py", ".h/y.json", "a/link.json") == ["a/x.py", ".h/y.json", "a/link.json"]


def test_what_is_not_there_is_told_when_it_is_read(tmp_path: Path) -> None:
    (one,) = found_in([str(tmp_path / "no")])
    with pytest.raises(FileNotFoundError):
        one.read()
    os.mkfifo(tmp_path / "pipe")
    (one,) = found_in([str(tmp_path / "pipe")])
    with pytest.raises(TranscriptError, match="it is no file"):
        one.read()
    assert names(tmp_path, ".") == []


def test_a_store_of_opencode_is_one_recording(tmp_path: Path) -> None:
    files = {"session/p/s1.json": SESSION, "message/s1/m1.json": MESSAGE, "part/m1/p1.json": PART}
    write_files(tmp_path / "storage", {path: json.dumps(value) for path, value in files.items()})
    assert names(tmp_path, ".") == ["storage"]
    (one,) = found_in([str(tmp_path)])
    read = registry.read(one.read(), one.name)
    assert (read.format, [turn.text for turn in read.sessions[0].turns]) == ("opencode", ["hi"])


def test_a_database_is_asked_what_it_is(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "opencode.db") as database:
        database.execute("CREATE TABLE session (id, parent_id, title, time_created)")
        database.execute("CREATE TABLE message (id, session_id, data, time_created)")
        database.execute("CREATE TABLE part (id, session_id, message_id, data, time_created)")
        database.execute("INSERT INTO session VALUES ('s1', NULL, 't', 1)")
        database.execute("INSERT INTO message VALUES ('m1', 's1', ?, 1)", (json.dumps(MESSAGE),))
        database.execute("INSERT INTO part VALUES ('p1', 's1', 'm1', ?, 1)", (json.dumps(PART),))
    database.close()
    (one,) = found_in([str(tmp_path)])
    assert registry.read(one.read(), one.name).format == "opencode"
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE x (y)")
    other.commit()
    other.close()
    assert names(tmp_path, ".") == ["opencode.db"]
    (one,) = found_in([str(tmp_path / "other.db")])
    with pytest.raises(TranscriptError, match="no database of OpenCode"):
        one.read()
