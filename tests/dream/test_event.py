"""One event, and the one line that it can have."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.dream.event import SESSION, Event, Line, first_sum, line_of, mistake, next_sum, read_line
from brainwiki.model.line import instant, plain
from tests.dream.events import AT, BY, event, sound_events
from tests.helpers import PROPERTY

SUM = first_sum("s")


def line(**changes: object) -> bytes:
    """A line of an event, some of its keys changed; None takes one away."""
    value = json.loads(line_of(event("summarized"), SUM)) | changes
    kept = {key: held for key, held in value.items() if held is not None}
    return json.dumps(kept, separators=(",", ":"), ensure_ascii=False).encode()


def test_a_line_as_it_stands_in_a_file() -> None:
    told = event("integrated", adopted=("o-1", "o-2"), rejected=("o-3",), proposal="p", run="r")
    assert line_of(told, "0" * 32) == (
        b'{"event":"integrated","turns":[1,5],"at":"2026-05-02T10:12:00Z","by":"process:dream",'
        b'"adopted":["o-1","o-2"],"rejected":["o-3"],"proposal":"p","run":"r","prev":"' + b"0" * 32 + b'"}\n'
    )
    assert line_of(event("failed", reason="時間切れ"), "0" * 32).decode().count("時間切れ") == 1


@PROPERTY
@given(sound_events())
def test_every_sound_event_comes_back(told: Event) -> None:
    assert mistake(told) == ""
    raw = line_of(told, SUM)
    assert raw.count(b"\n") == 1
    assert read_line(raw[:-1]) == Line(told, SUM)


@PROPERTY
@given(sound_events(), st.data())
def test_a_line_of_which_a_byte_was_changed_is_another_event_or_none(told: Event, data: st.DataObject) -> None:
    raw = bytearray(line_of(told, SUM)[:-1])
    at = data.draw(st.integers(0, len(raw) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda one: one != raw[at]))
    raw[at] = byte
    assert read_line(bytes(raw)) != Line(told, SUM)


@PROPERTY
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_raise(raw: bytes) -> None:
    assert isinstance(read_line(raw), str)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "no JSON"),
        (b"\xff", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[]", "lacks a key"),
        (line(prev=None), "lacks a key"),
        (line(at=None), "lacks a key"),
        (line(x=1), "not known: 'x'"),
        (line(turns=[1]), "wrong kind"),
        (line(turns="1-5"), "wrong kind"),
        (line(turns=[1, True]), "wrong kind"),
        (line(turns=[1.0, 5]), "wrong kind"),
        (line(by=1), "wrong kind"),
        (line(reason=None, adopted="x"), "wrong kind"),
        (line(adopted=[1]), "wrong kind"),
        (line(prev=1), "wrong kind"),
        (line(prev="x"), "`prev` is no sum"),
        (line(prev="A" * 32), "`prev` is no sum"),
        (line(event="done"), "no event is called 'done'"),
        (line(turns=[0, 5]), "no range"),
        (line(turns=[6, 5]), "no range"),
        (line(turns=[1, 10**10]), "no range"),
        (line(at="2026-05-02"), "instant"),
        (line(at="2026-13-02T10:12:00Z"), "instant"),
        (line(at="2026-05-02T10:12:00+00:00"), "instant"),
        (line(at="2026-05-02T10:12:00.000000Z"), "instant"),
        (line(by=""), "`by`"),
        (line(by="a\nb"), "`by`"),
        (line(by="a\u202eb"), "`by`"),
        (line(run="\x1b[2J"), "`run`"),
        (line(proposal="x" * 201), "`proposal`"),
        (line(reason="x" * 501), "`reason`"),
        (line(reason=" x"), "`reason`"),
        (line(reason="R").replace(b"R", b"\\ud800"), "`reason`"),
        (line(event="failed"), "gives no reason"),
        (line(adopted=["o"]), "only `integrated`"),
        (line(event="integrated", adopted=["o"], rejected=["o"]), "named twice"),
        (line(event="integrated", adopted=[""]), "`observation`"),
        (line(event="integrated", adopted=[str(number) for number in range(1001)]), "more than 1000"),
        (line(reason=""), "one form"),
        (line(adopted=[]), "one form"),
        (line() + b" ", "one form"),
        (line().replace(b":", b": ", 1), "one form"),
        (line().replace(b"process", b"pr\\u006fcess"), "one form"),
        (line().replace(b'"by"', b'"by":"x","by"'), "one form"),
    ],
)
def test_what_is_wrong_with_a_line(raw: bytes, why: str) -> None:
    found = read_line(raw)
    assert isinstance(found, str)
    assert why in found


def test_text_is_made_plain() -> None:
    assert plain("  two\n lines\u3000wide \x1b[2J\u202e\ud800 ") == "two lines wide [2J"
    assert plain("あ" * 600) == "あ" * 500
    assert plain("ab cd", 3) == "ab"


def test_instants_are_of_one_form() -> None:
    assert instant(datetime(2026, 5, 2, 10, 12, tzinfo=UTC)) == AT
    assert instant(datetime(2026, 5, 2, 12, 12, tzinfo=timezone(timedelta(hours=2)))) == AT
    assert instant(datetime(2026, 5, 2, 10, 12, 0, 5)) == "2026-05-02T10:12:00.000005Z"


def test_sums_name_the_session_and_the_line() -> None:
    assert first_sum("a") != first_sum("b")
    assert next_sum(b"a\n") != next_sum(b"b\n")
    assert len(next_sum(b"")) == 32


def test_turns_for_people() -> None:
    assert event("retry").turns == "turns 1 to 5"
    assert Event("retry", 5, 5, AT, BY).turns == "turn 5"


@pytest.mark.parametrize("name", ["", "-x", "a/b", "..", ".a", "a b", "a\n", "a" * 201, "é"])
def test_what_is_no_id_of_a_session(name: str) -> None:
    assert not SESSION.match(name)
    assert SESSION.match("2026-05-02-claude-code-abcdefghij")
