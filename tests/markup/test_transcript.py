"""Transcripts: turns as they stand, and what cannot be read told by its line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup import transcript
from brainwiki.model.session import Transcript, Turn, transcript_of
from tests.helpers import PROPERTY


def parse(*lines: object) -> Transcript:
    """A transcript of these lines; what is no text is written as JSON."""
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    return transcript.parse("sessions/s/transcript.jsonl", "\n".join(texts).encode())


def test_turns_keep_their_number_role_instant_text_and_line() -> None:
    found = parse(
        {"turn": 1, "role": "user", "at": "2026-05-02T10:00:00Z", "text": "Grüße 🙂\nzwei"},
        "",
        {"turn": 2, "role": "assistant", "at": "", "text": "", "meta": {"a": 1}},
    )
    assert found.turns == (
        Turn(1, "user", "2026-05-02T10:00:00Z", "Grüße 🙂\nzwei", 1),
        Turn(2, "assistant", "", "", 3),
    )
    assert found.broken == ()
    assert found.by_number[2].line == 3


def test_role_and_instant_may_be_missing() -> None:
    assert parse({"turn": 7, "text": "x"}).turns == (Turn(7, "", "", "x", 1),)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "not JSON: JSONDecodeError"),
        ("[" * 100_000, "not JSON: RecursionError"),
        ('{"turn": ' + "9" * 5_000 + ', "text": "x"}', "not JSON: ValueError"),
        ("[1]", "not an object"),
        ('"text"', "not an object"),
        ("null", "not an object"),
        ({"text": "x"}, "no turn number"),
        ({"turn": 0, "text": "x"}, "no turn number"),
        ({"turn": -1, "text": "x"}, "no turn number"),
        ({"turn": True, "text": "x"}, "no turn number"),
        ({"turn": "1", "text": "x"}, "no turn number"),
        ({"turn": 1.5, "text": "x"}, "no turn number"),
        ({"turn": 1}, "no text"),
        ({"turn": 1, "text": ["x"]}, "no text"),
        ({"turn": 1, "text": None}, "no text"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_and_hides_no_other(line: object, why: str) -> None:
    found = parse({"turn": 1, "text": "a"}, line, {"turn": 3, "text": "c"})
    assert found.broken == ((2, why),)
    assert [turn.number for turn in found.turns] == [1, 3]


def test_returns_marks_and_wrong_bytes() -> None:
    raw = b'{"turn": 1, "text": "a"}\r\n\r\n{"turn": 2, "text": "caf\xe9"}\r\n'
    found = transcript.parse("t", raw)
    assert [turn.text for turn in found.turns] == ["a", "caf\ufffd"]
    assert found.broken == ()
    assert [line for line, _ in transcript.parse("t", b"\xef\xbb\xbf" + raw).broken] == [1]


def test_line_separators_in_a_text_end_no_line() -> None:
    found = parse('{"turn": 1, "text": "a\u2028b\x85c"}', {"turn": 2, "text": "d"})
    assert [(turn.text, turn.line) for turn in found.turns] == [("a\u2028b\x85c", 1), ("d", 2)]


def test_an_empty_file_has_no_turns() -> None:
    assert transcript.parse("t", b"") == transcript_of("t", ())
    assert transcript.parse("t", b"\n \n") == transcript_of("t", ())


def test_a_number_that_comes_twice_is_kept_twice() -> None:
    found = parse({"turn": 1, "text": "a"}, {"turn": 1, "text": "b"})
    assert [turn.text for turn in found.turns] == ["a", "b"]
    assert set(found.by_number) == {1}


@PROPERTY
@given(st.binary(max_size=60))
def test_no_bytes_raise(raw: bytes) -> None:
    found = transcript.parse("t", raw)
    assert len(found.turns) + len(found.broken) <= raw.count(b"\n") + 1
