"""Units and passages as rows of the search index: written, taken out, read back.

The full-text table keeps no text, so a passage is taken out of it by the very words that went in. They are worked out again from
the stored texts, which is why a file's name stands for the code that cuts them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import islice
from typing import Any

from brainwiki.model.standing import OUT_OF_USE
from brainwiki.ports import Entry, Known, Row
from brainwiki.retrieval.cutting import Passage, Place
from brainwiki.retrieval.passages import Unit, columns, text_of
from brainwiki.retrieval.ranking import Candidate
from brainwiki.retrieval.tokens import folded

FORM = "1"  # of the tables; a change makes a new file
WEIGHTS = (5.0, 5.0, 2.0, 1.0, 0.5)  # of title, aliases, headings, body, context
_MANY = 200  # files that are written together
_encoded = json.JSONEncoder(ensure_ascii=False).encode
_HASH = 64 * 1024 * 1024  # bytes of words that are gathered before they are written

_TABLES = f"""
CREATE TABLE units (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, signature TEXT NOT NULL, version TEXT NOT NULL,
  first INTEGER NOT NULL, last INTEGER NOT NULL, kind TEXT NOT NULL, type TEXT, title TEXT, aliases TEXT, tags TEXT, scope TEXT, description TEXT, date TEXT, status TEXT,
  stale_after TEXT, looked_at TEXT, confidence REAL, tier TEXT, name TEXT, facets TEXT);
CREATE TABLE passages (id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, path TEXT NOT NULL, place INTEGER NOT NULL,
  digest BLOB NOT NULL, text TEXT NOT NULL,
  line INTEGER NOT NULL, section TEXT NOT NULL, turn INTEGER, date TEXT NOT NULL, label TEXT NOT NULL, heads TEXT NOT NULL,
  places TEXT NOT NULL);
CREATE VIRTUAL TABLE words USING fts5 (title, aliases, headings, body, context, content = '',
  tokenize = "ascii tokenchars '._-+#'");
INSERT INTO words (words, rank) VALUES ('rank', 'bm25({", ".join(map(str, WEIGHTS))})');
"""
_UNIT = (
    "kind, type, title, aliases, tags, scope, description, date, status, stale_after, looked_at, confidence, tier, name"
)
_PASSAGE = "text, line, section, turn, date, label, heads, places"
_INTO_UNITS = (
    f"INSERT INTO units (id, path, signature, version, first, last, {_UNIT}, facets) VALUES ({', '.join('?' * 21)})"
)
_INTO_PASSAGES = f"INSERT INTO passages (id, unit, path, place, digest, {_PASSAGE}) VALUES ({', '.join('?' * 13)})"
_COLUMNS = "title, aliases, headings, body, context"
_INTO_WORDS = f"INSERT INTO words (rowid, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
_OUT_OF_WORDS = f"INSERT INTO words (words, rowid, {_COLUMNS}) VALUES ('delete', ?, ?, ?, ?, ?, ?)"


def create(connection: sqlite3.Connection) -> None:
    """The tables of an empty file."""
    connection.executescript(_TABLES)
    connection.execute("INSERT INTO words (words, rank) VALUES ('hashsize', ?)", (_HASH,))
    connection.commit()


def insert(connection: sqlite3.Connection, entries: Iterable[Entry], *, are_new: bool) -> None:
    """Write files, many together; where not all `are_new`, what is known under their paths is taken out before."""
    left = iter(entries)
    while batch := list(islice(left, _MANY)):
        if not are_new:
            for entry in batch:
                remove(connection, entry.path)
        _insert(connection, batch)


def _insert(connection: sqlite3.Connection, batch: Iterable[Entry]) -> None:
    """Write a few files that are not known."""
    (number,) = connection.execute("SELECT coalesce(max(id), 0) FROM units").fetchone()
    (row,) = connection.execute("SELECT coalesce(max(id), 0) FROM passages").fetchone()
    units: list[tuple[Any, ...]] = []
    passages: list[tuple[Any, ...]] = []
    words: list[tuple[Any, ...]] = []
    for entry in batch:
        number += 1
        unit = entry.unit
        if unit is None:
            units.append((number, entry.path, *entry.known, row + 1, row, "", *[None] * 14))
            continue
        units.append((number, entry.path, *entry.known, row + 1, row + len(unit.passages), *_plain(unit)))
        for at, (one, cut) in enumerate(zip(unit.passages, columns(unit), strict=True)):
            row += 1
            parts = (_listed(one.heads), _listed(one.places))
            passages.append((row, number, unit.path, at, digest(one, unit), *one[:6], *parts))
            words.append((row, *cut))
    connection.executemany(_INTO_UNITS, units)
    connection.executemany(_INTO_PASSAGES, passages)
    connection.executemany(_INTO_WORDS, words)


def digest(passage: Passage, unit: Unit) -> bytes:
    """What names the text by which a passage is compared in meaning."""
    return blake2b(text_of(passage, unit).encode("utf-8"), digest_size=16).digest()


def remove(connection: sqlite3.Connection, path: str) -> None:
    """Take out a file, if it is known."""
    found = connection.execute(f"SELECT id, first, last, {_UNIT} FROM units WHERE path = ?", (path,)).fetchone()
    if found is None:
        return
    number, first, last, *told = found
    if told[0]:
        rows = connection.execute(
            f"SELECT id, {_PASSAGE} FROM passages WHERE id BETWEEN ? AND ? ORDER BY id", (first, last)
        ).fetchall()
        unit = _unit(told, tuple(_passage(values) for _, *values in rows))
        gone = [(row, *words) for (row, *_), words in zip(rows, columns(unit), strict=True)]
        connection.executemany(_OUT_OF_WORDS, gone)
        connection.execute("DELETE FROM passages WHERE id BETWEEN ? AND ?", (first, last))
    connection.execute("DELETE FROM units WHERE id = ?", (number,))


def note(connection: sqlite3.Connection, looked: Mapping[str, Known]) -> None:
    """Note how files look that hold what they held."""
    told = [(*known, path) for path, known in looked.items()]
    connection.executemany("UPDATE units SET signature = ?, version = ? WHERE path = ?", told)


def candidates(connection: sqlite3.Connection, rows: Iterable[int]) -> dict[int, Candidate]:
    """What ranking must know of these rows."""
    chosen = "p.id, u.name, u.kind, p.place, p.turn, p.date, u.confidence, u.title, u.aliases, u.status"
    return {
        row: Candidate(row, name, kind, place, turn, date, confidence, (title, *_texts(aliases)), status in OUT_OF_USE)
        for row, name, kind, place, turn, date, confidence, title, aliases, status in _some(connection, chosen, rows)
    }


def rows(connection: sqlite3.Connection, rows: Iterable[int]) -> dict[int, Row]:
    """These passages whole, each with its unit."""
    units = ", ".join(f"u.{name}" for name in _UNIT.split(", "))
    parts = ", ".join(f"p.{name}" for name in _PASSAGE.split(", "))
    found: dict[int, Row] = {}
    for row, *values in _some(connection, f"p.id, {units}, {parts}", rows):
        passage = _passage(values[14:])
        found[row] = Row(_unit(values[:14], (passage,)), passage)
    return found


def _some(connection: sqlite3.Connection, chosen: str, rows: Iterable[int]) -> Iterator[tuple[Any, ...]]:
    numbers = list(rows)
    for at in range(0, len(numbers), 500):
        part = numbers[at : at + 500]
        marks = ", ".join("?" * len(part))
        sql = f"SELECT {chosen} FROM passages p JOIN units u ON u.id = p.unit WHERE p.id IN ({marks})"
        yield from connection.execute(sql, part)


def facet(name: str, value: str) -> str:
    """A line by which a type, a tag or a scope is asked for, whatever its case and width."""
    return f"\n{name}:{' '.join(folded(value).split())}\n"


def _plain(unit: Unit) -> tuple[Any, ...]:
    """A unit as columns, with its facets."""
    facets = [facet("type", unit.type), facet("scope", unit.scope), *(facet("tag", tag) for tag in unit.tags)]
    return (
        unit.kind, unit.type, unit.title, _listed(unit.aliases), _listed(unit.tags), unit.scope, unit.description, unit.date,
        unit.status, unit.stale_after, unit.looked_at, unit.confidence, unit.tier, unit.path, "".join(facets),
    )  # fmt: skip


def _unit(told: Any, passages: tuple[Passage, ...]) -> Unit:
    """The reverse of `_plain`, without the facets."""
    (
        kind,
        type_,
        title,
        aliases,
        tags,
        scope,
        description,
        date,
        status,
        stale_after,
        looked_at,
        confidence,
        tier,
        name,
    ) = told
    return Unit(
        name, kind, type_, title, _texts(aliases), _texts(tags), scope, description, date, status, stale_after, looked_at,
        confidence, tier, passages,
    )  # fmt: skip


def _passage(values: Any) -> Passage:
    text, line, section, turn, date, label, heads, places = values
    found = tuple(Place(*one) for one in json.loads(places)) if places else ()
    return Passage(text, line, section, turn, date, label, _texts(heads), found)


def _listed(values: tuple[Any, ...]) -> str:
    return _encoded(values) if values else ""


def _texts(listed: str) -> tuple[str, ...]:
    return tuple(json.loads(listed)) if listed else ()


__all__ = ["FORM", "candidates", "create", "facet", "insert", "remove", "rows"]
