"""What several tests ask of a search index: its whole content as values, and changes of a brain by chance."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

from brainwiki.adapters.index import FileIndex
from brainwiki.usecases.index import refresh
from brainwiki.usecases.workspace import Workspace

TEXTS = (
    "# Pumps\n\nThe pump runs at forty bar. [cite:1]\n\n## Valves\n\nA red valve.\n",
    "---\ntype: note\ntitle: Note\naliases: [memo]\ntags: [a, b]\n---\nA short note about foo_bar and C++.\n",
    "---\ntitle: 記憶\n---\n証拠と引用。ベクトルデータベースの使い方。\n\n## 圖書館\n\n猫がいる。\n",
    "---\nstatus: rejected\n---\nNever seen.\n",
    "",
    "".join(f"## Part {number}\n\n{'word ' * 200}unique{number}\n\n" for number in range(4)),
    "---\ntype: rule\n---\nAlways be kind.\n",
)
TURNS = '{{"turn": 1, "role": "user", "at": "2026-01-0{0}T00:00:00Z", "text": "hello {0}"}}\n{{"turn": 2, "text": "answer {0}"}}\n'
FOLDERS = ("knowledge", "knowledge/deep/er", "notes/x", "sources", "tasks", "rules", "proposals")


def content(workspace: Workspace) -> dict[str, Any]:
    """All that an index holds, without the numbers of its rows."""
    index = workspace.index()
    assert isinstance(index, FileIndex)
    connection = index.connection
    names = {
        row: (path, place)
        for row, path, place in connection.execute(
            "SELECT p.id, u.path, p.place FROM passages p JOIN units u ON u.id = p.unit"
        )
    }
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.every USING fts5vocab (main, words, instance)")
    return {
        "units": sorted(
            map(repr, map(_without_numbers, _rows(connection, "units", ("id", "first", "last", "signature"))))
        ),
        "passages": sorted(map(repr, map(_without_numbers, _rows(connection, "passages", ("id", "unit"))))),
        "words": sorted(
            (term, names[row], column, offset)
            for term, row, column, offset in connection.execute("SELECT term, doc, col, offset FROM temp.every")
        ),
    }


def _rows(connection: sqlite3.Connection, table: str, left_out: tuple[str, ...]) -> list[dict[str, Any]]:
    cursor = connection.execute(f"SELECT * FROM {table}")
    names = [column[0] for column in cursor.description]
    return [{name: value for name, value in zip(names, row, strict=True) if name not in left_out} for row in cursor]


def _without_numbers(row: dict[str, Any]) -> list[tuple[str, Any]]:
    return sorted(row.items())


def is_sound(workspace: Workspace) -> bool:
    """Whether SQLite finds nothing wrong with the file."""
    index = workspace.index()
    assert isinstance(index, FileIndex)
    return index.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def edit(brain: Path, chance: random.Random) -> str:
    """One change of a brain's files: written, emptied, renamed, moved or removed; what was done."""
    files = sorted(path for path in brain.rglob("*") if path.is_file())
    kind = chance.choice(("write", "write", "session", "rewrite", "rename", "move", "delete", "delete folder"))
    if kind == "session":
        folder = brain / "sessions" / f"s{chance.randrange(4)}"
        folder.mkdir(parents=True, exist_ok=True)
        if chance.random() < 0.7:
            (folder / "transcript.jsonl").write_text(TURNS.format(chance.randrange(1, 9)), "utf-8")
        if chance.random() < 0.7:
            (folder / "session.md").write_text(
                f"---\ntype: session\ntitle: Talk {chance.randrange(9)}\n---\nSummary.\n", "utf-8"
            )
    elif kind == "write" or not files:
        path = brain / chance.choice(FOLDERS) / f"f{chance.randrange(12)}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(chance.choice(TEXTS) + f"\nnumber{chance.randrange(1_000)}\n", "utf-8")
    elif kind == "rewrite":
        chance.choice(files).write_text(chance.choice(TEXTS), "utf-8")
    elif kind == "delete":
        chance.choice(files).unlink()
    elif kind == "delete folder":
        shutil.rmtree(chance.choice(files).parent, ignore_errors=True)
        brain.mkdir(exist_ok=True)
    else:
        path = chance.choice(files)
        folder = path.parent if kind == "rename" else brain / chance.choice(FOLDERS)
        folder.mkdir(parents=True, exist_ok=True)
        path.rename(folder / f"moved{chance.randrange(6)}{path.suffix}")
    return kind


def refreshed(workspace: Workspace) -> Workspace:
    """The workspace with its index up to date."""
    refresh(workspace)
    return workspace
