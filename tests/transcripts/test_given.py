"""Bytes to text and JSON with errors that name a place; instants of every kind; values of any shape."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.errors import TranscriptError
from brainwiki.transcripts import given as module
from brainwiki.transcripts.given import UNFINISHED, Given, instant, listing, mapping, words, written
from tests.helpers import PROPERTY

DEEP = b"[" * 100_000


def test_text_loses_its_mark_and_foreign_line_ends() -> None:
    assert Given(b"\xef\xbb\xbfa\r\nb", "f").text == "a\nb"


def test_bytes_that_are_no_text_are_told_with_their_line() -> None:
    with pytest.raises(TranscriptError, match="f: line 3 is not UTF-8"):
        _ = Given(b"a\nb\n\xff", "f").text


@pytest.mark.parametrize("raw", [b"PK\x03\x04..", b"\x1f\x8b..", b"\x28\xb5\x2f\xfd.."])
def test_a_packed_file_says_that_it_must_be_unpacked(raw: bytes) -> None:
    with pytest.raises(TranscriptError, match="Unpack it first"):
        Given(raw, "f.zip")


def test_a_database_says_that_it_must_be_exported() -> None:
    with pytest.raises(TranscriptError, match=r"it is a database\. Have its tool export it first"):
        Given(b"SQLite format 3\x00..", "opencode.db")


def test_too_many_bytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    with pytest.raises(TranscriptError, match="it has 11 bytes, and at most 10 are read"):
        Given(b"x" * 11, "f")


def test_a_document_and_why_there_is_none() -> None:
    assert Given(b'{"a": [NaN, 1]}', "f").document == {"a": [None, 1]}
    assert (Given(b"words", "f").document, Given(b"words", "f").why_no_document) == (None, "it is not JSON")
    assert Given(b'{"a":\n 1,}', "f").why_no_document == "no JSON at line 2, column 4"
    assert Given(DEEP, "f").why_no_document == "it is nested too deep"
    assert Given(b"[" + b"1" * 5000 + b"]", "f").why_no_document == "a number in it is too long"


def test_the_head_holds_the_objects_of_the_first_lines_alone() -> None:
    raw = b'{"a": 1}\n\nnot json\n[1]\n{"b": 2}\n' + b"{}\n" * 100 + DEEP
    assert Given(raw, "f").head[:2] == [{"a": 1}, {"b": 2}]
    assert len(Given(raw, "f").head) < 61
    assert Given(b"", "f").head == []


def test_entries_count_lines() -> None:
    assert [tuple(entry) for entry in Given(b'{"a": 1}\n\n7\n', "f").entries()] == [(1, {"a": 1}), (3, 7)]


def test_a_broken_line_is_an_error_with_its_number() -> None:
    with pytest.raises(TranscriptError, match=r"f: line 2 cannot be read: no JSON at line 1, column 2"):
        list(Given(b"{}\n{]\n{}\n", "f").entries())
    with pytest.raises(TranscriptError, match="line 1 cannot be read: it is nested too deep"):
        list(Given(DEEP + b"\n{}\n", "f").entries())


def test_the_last_line_may_be_unfinished_but_not_the_only_one() -> None:
    assert [entry.value for entry in Given(b'{}\n{"a": "b', "f").entries()] == [{}, UNFINISHED]
    with pytest.raises(TranscriptError, match="line 1"):
        list(Given(b'{"a": "b', "f").entries())
    with pytest.raises(TranscriptError, match="line 2"):
        list(Given(b'{}\n{"a": "b\n', "f").entries())


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("x/fa6ea856-ac09-4701-8cd0-5f266e44839f.jsonl", "fa6ea856-ac09-4701-8cd0-5f266e44839f"),
        (
            "rollout-2026-08-01T10-00-00-FA6EA856-ac09-4701-8cd0-5f266e44839f.jsonl",
            "fa6ea856-ac09-4701-8cd0-5f266e44839f",
        ),
        ("C:\\x\\fa6ea856-ac09-4701-8cd0-5f266e44839f.jsonl", "fa6ea856-ac09-4701-8cd0-5f266e44839f"),
        ("conversations.json", ""),
        ("", ""),
    ],
)
def test_a_file_named_by_its_session(name: str, own: str) -> None:
    assert Given(b"", name).own_id == own


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("2026-08-01T00:00:00Z", "2026-08-01T00:00:00+00:00"),
        ("2026-08-01T00:00:00.500000+09:00", "2026-08-01T00:00:00.500000+09:00"),
        ("2026-08-01 00:00:00Z", "2026-08-01T00:00:00+00:00"),
        ("2026-08-01T00:00:00", "2026-08-01T00:00:00+00:00"),
        (1787000000, "2026-08-17T20:53:20+00:00"),
        (1787000000.5, "2026-08-17T20:53:20.500000+00:00"),
        (1787000000000, "2026-08-17T20:53:20+00:00"),
        ("1787000000000", "2026-08-17T20:53:20+00:00"),
        ({"$date": "2026-08-01T00:00:00Z"}, "2026-08-01T00:00:00+00:00"),
        ({"$date": {"$numberLong": "1787000000000"}}, "2026-08-17T20:53:20+00:00"),
        (1.0, ""),
        (True, ""),
        (None, ""),
        ("", ""),
        ("soon", ""),
        ("0001-01-01T00:00:00+14:00", ""),
        ("²", ""),
        (10**400, ""),
        (float("inf"), ""),
        (float("nan"), ""),
        (-(10**15), ""),
        ([1], ""),
        ({}, ""),
    ],
)
def test_instants(value: object, said: str) -> None:
    assert instant(value) == said


@given(st.one_of(st.text(), st.floats(), st.integers(), st.dictionaries(st.just("$date"), st.text())))
@PROPERTY
def test_an_instant_is_one_or_nothing(value: object) -> None:
    found = instant(value)
    assert not found or datetime.fromisoformat(found).tzinfo is not None


def test_values_of_another_shape_are_empty() -> None:
    assert (mapping([1]), listing({}), words(3)) == ({}, [], "")
    assert (mapping({"a": 1}), listing([1]), words("x")) == ({"a": 1}, [1], "x")


def test_any_value_can_be_written() -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    assert written(deep) == "(nested too deep to show)"
    assert (written(None), written("x"), written({"a": "é\ud800"})) == ("", "x", '{"a": "é\N{REPLACEMENT CHARACTER}"}')
