"""Questions as SQL: filters hold, rare terms go first, frequent ones cost little, nothing typed is syntax."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from brainwiki.adapters import lookup as module
from brainwiki.adapters import rows as stored
from brainwiki.adapters.lookup import Lookup
from brainwiki.model.query import Filters, Query
from brainwiki.ports import Entry, Known
from brainwiki.retrieval.cutting import Passage
from brainwiki.retrieval.passages import Unit

ANY = Query("", "")


def unit(path: str, *texts: str, **more: object) -> Unit:
    facts: dict[str, object] = {
        "kind": "page",
        "type": "concept",
        "title": "T",
        "tags": (),
        "scope": "",
        "date": "",
    } | more
    passages = tuple(Passage(text, at + 1, "", date=str(facts["date"])) for at, text in enumerate(texts))
    return Unit(
        path, str(facts["kind"]), str(facts["type"]), str(facts["title"]), (), facts["tags"], str(facts["scope"]), "",  # type: ignore[arg-type]
        str(facts["date"]), "stable", "", "", None, "unverified", passages,
    )  # fmt: skip


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    found = sqlite3.connect(":memory:")
    stored.create(found)
    yield found
    found.close()


def look(connection: sqlite3.Connection, *units: Unit) -> Lookup:
    stored.insert(connection, [Entry(one.path, Known("", ""), one) for one in units], are_new=True)
    return Lookup(connection)


def paths(connection: sqlite3.Connection, rows: list[int]) -> list[str]:
    known = stored.candidates(connection, rows)
    return [known[row].path for row in rows]


def test_the_best_comes_first(connection: sqlite3.Connection) -> None:
    found = look(
        connection, unit("a", "a pump and many other words in here"), unit("b", "x", title="Pump"), unit("c", "valve")
    )
    assert paths(connection, found.lexical(ANY, ["pump"], 10)) == ["b", "a"]
    assert found.lexical(ANY, ["pump"], 1) == [2]
    assert found.lexical(ANY, ["nothing"], 10) == found.lexical(ANY, [], 10) == []


@pytest.mark.parametrize(
    "term", ['"', 'a"b', "a OR b", "NEAR(a, b)", "title:x", "*", "a*", "^a", "(", "\x00", "'; DROP TABLE words; --"]
)
def test_no_term_is_syntax(connection: sqlite3.Connection, term: str) -> None:
    found = look(connection, unit("a", "a pump"))
    assert found.lexical(ANY, [term], 10) == []
    assert found.lexical(ANY, ["pump", term], 10) == [1]


def test_filters_are_alternatives_within_and_hold_together(connection: sqlite3.Connection) -> None:
    found = look(
        connection,
        unit("k/a", "pump", type="decision", tags=("Water", "x"), date="2026-01-01"),
        unit("k/b", "pump", scope="project:a", date="2026-02-01"),
        unit("n/c", "pump", kind="note"),
    )

    def asked(**filters: object) -> set[str]:
        query = Query("", "", filters=Filters(**filters))  # type: ignore[arg-type]
        rows = found.lexical(query, ["pump"], 10)
        allowed = found.allowed(query)
        assert set(rows) == set(found.recent(query, 10)) == ({1, 2, 3} if allowed is None else allowed)
        return set(paths(connection, rows))

    assert asked() == {"k/a", "k/b", "n/c"}
    assert asked(types=("DECISION",)) == asked(tags=("water", "zzz")) == {"k/a"}
    assert asked(types=("decision", "concept")) == {"k/a", "k/b", "n/c"}
    assert asked(scopes=("project:a",)) == {"k/b"}
    assert asked(kinds=("note",)) == asked(inside=("n/",)) == {"n/c"}
    assert asked(before="2026-02-01") == {"k/a"}
    assert asked(after="2026-02-01") == {"k/b"}
    assert asked(kinds=("page",), inside=("k/b", "n")) == {"k/b"}
    assert asked(tags=("%",)) == asked(inside=("%",)) == set()


def test_the_newest_come_first_and_undated_ones_last(connection: sqlite3.Connection) -> None:
    found = look(
        connection,
        unit("b", "x"),
        unit("c", "x", date="2026-01-01"),
        unit("a", "x", "y", date="2026-01-02"),
        unit("0", "x"),
    )
    assert paths(connection, found.recent(ANY, 10)) == ["a", "a", "c", "0", "b"]


def test_phrases_and_exclusions_are_about_a_passages_own_text(connection: sqlite3.Connection) -> None:
    found = look(
        connection, unit("a", "the red pump", "the blue valve"), unit("b", "a pump that is red", title="Art of it")
    )
    query = Query("", "", phrases=("Red  PUMP",))
    assert paths(connection, found.lexical(query, ["pump"], 10)) == ["a"]
    assert found.lexical(query._replace(phrases=("pump the blue",)), ["pump"], 10) == []
    assert found.lexical(query._replace(phrases=("🎉",)), ["pump"], 10) == []
    excluded = Query("", "", excluded=("valve",))
    rows = found.lexical(excluded, ["pump", "valv"], 10)
    assert sorted(stored.rows(connection, rows)[row].passage.text for row in rows) == [
        "a pump that is red",
        "the red pump",
    ]
    assert paths(connection, found.lexical(Query("", "", excluded=("art",)), ["pump"], 10)) == ["a", "a"]
    assert len(found.lexical(Query("", "", excluded=("val",)), ["pump"], 10)) == 3


def test_rare_terms_are_asked_for_first_and_frequent_ones_while_there_is_room(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ROWS", 10)
    found = look(
        connection, *(unit(f"p{number:02}", "common words" + (" rare" if number == 7 else "")) for number in range(20))
    )
    assert paths(connection, found.lexical(ANY, ["common", "rare"], 50)) == ["p07"]
    monkeypatch.setattr(module, "ROWS", 100)
    assert len(found.lexical(ANY, ["common", "rare"], 50)) == 20


def test_a_term_that_stands_nearly_everywhere_is_found_by_names_first(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ROWS", 10)
    units = [
        unit(f"p{number:02}", "common words", title="Common" if number == 7 else "T", kind="page" if number else "note")
        for number in range(20)
    ]
    found = look(connection, *units)
    assert paths(connection, found.lexical(ANY, ["common"], 3)) == ["p07", "p00", "p01"]
    only = Query("", "", filters=Filters(kinds=("note",)))
    assert paths(connection, found.lexical(only, ["common"], 3)) == ["p00"]
