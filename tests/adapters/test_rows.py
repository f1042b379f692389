"""Rows: what goes in comes out the same, and taking a file out leaves no word of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.adapters import rows as stored
from brainwiki.adapters.rows import facet
from brainwiki.ports import Entry, Known
from brainwiki.retrieval.cutting import Passage, Place
from brainwiki.retrieval.passages import Unit
from tests.helpers import PROPERTY

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
PLACES = st.lists(st.builds(Place, st.integers(0, 99), st.integers(1, 99), TEXT), max_size=2).map(tuple)
PASSAGES = st.builds(
    Passage, TEXT, st.integers(1, 999), TEXT, st.none() | st.integers(1, 9), st.sampled_from(["", "2026-01-02"]), TEXT,
    st.lists(TEXT, max_size=3).map(tuple), PLACES,
)  # fmt: skip
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
UNITS = st.builds(
    Unit, TEXT, st.sampled_from(["page", "note", "session"]), TEXT, TEXT, TEXTS, TEXTS, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT,
    st.none() | st.floats(0, 1), TEXT, st.lists(PASSAGES, max_size=4).map(tuple),
)  # fmt: skip


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    found = sqlite3.connect(":memory:")
    stored.create(found)
    yield found
    found.close()


def words(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.v USING fts5vocab (main, words, row)")
    return connection.execute("SELECT term, cnt FROM temp.v ORDER BY term").fetchall()


@PROPERTY
@given(st.lists(UNITS, min_size=1, max_size=4))
def test_what_goes_in_comes_out_and_what_is_taken_out_is_gone(units: list[Unit]) -> None:
    connection = sqlite3.connect(":memory:")
    stored.create(connection)
    entries = [Entry(f"p{number}", Known("l", "v"), unit) for number, unit in enumerate(units)]
    stored.insert(connection, entries[:1], are_new=True)
    before = words(connection)
    stored.insert(connection, entries[1:], are_new=False)
    count = sum(len(unit.passages) for unit in units)
    found = stored.rows(connection, range(1, count + 1))
    assert [found[row].passage for row in range(1, count + 1)] == [one for unit in units for one in unit.passages]
    assert [found[row].unit for row in range(1, count + 1)] == [
        unit._replace(passages=(one,)) for unit in units for one in unit.passages
    ]
    for entry in entries[1:]:
        stored.remove(connection, entry.path)
    assert words(connection) == before
    stored.remove(connection, "p0")
    assert words(connection) == []
    assert [connection.execute(f"SELECT count(*) FROM {name}").fetchone() for name in ("units", "passages")] == [
        (0,),
        (0,),
    ]
    connection.close()


def test_a_file_in_which_nothing_is_found_is_known(connection: sqlite3.Connection) -> None:
    stored.insert(connection, [Entry("rules/a.md", Known("l", "v"), None)], are_new=True)
    assert connection.execute("SELECT path, kind FROM units").fetchall() == [("rules/a.md", "")]
    stored.remove(connection, "rules/a.md")
    assert connection.execute("SELECT count(*) FROM units").fetchone() == (0,)


def test_many_rows_are_read_in_parts(connection: sqlite3.Connection) -> None:
    passages = tuple(Passage(f"t{number}", number + 1, "") for number in range(1_200))
    unit = Unit("a", "page", "", "T", ("x",), (), "", "", "", "stable", "", "", None, "unverified", passages)
    stored.insert(connection, [Entry("a", Known("l", "v"), unit)], are_new=True)
    found = stored.candidates(connection, range(1, 1_201))
    assert len(found) == len(stored.rows(connection, range(1, 1_300))) == 1_200
    assert (found[7].place, found[7].names, found[7].path) == (6, ("T", "x"), "a")


def test_equal_texts_in_equal_places_have_one_digest() -> None:
    unit = Unit("a", "page", "", "T", (), (), "", "", "", "stable", "", "", None, "unverified", ())
    one, other = Passage("x", 1, "S"), Passage("x", 9, "S")
    assert stored.digest(one, unit) == stored.digest(other, unit._replace(path="b"))
    assert stored.digest(one, unit) != stored.digest(one, unit._replace(title="U"))
    assert len(stored.digest(one, unit)) == 16


def test_facets_are_compared_whatever_their_form() -> None:
    assert facet("tag", "Ｂｉｇ  DATA") == facet("tag", "big data") == "\ntag:big data\n"
    assert facet("tag", "a\nscope:b") == "\ntag:a scope:b\n"
