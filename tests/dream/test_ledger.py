"""A ledger: read strictly, grown by lines, and seen when it was damaged or rewritten."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.dream.event import Event, first_sum, line_of
from brainwiki.dream.ledger import Fault, Ledger, ledger_of, path_of, read_ledger, rewritten, session_of, shared_lines
from tests.dream.events import event, path, sound_events
from tests.helpers import PROPERTY

STORY = ledger_of("s", path("ingested", "summarized", "proposed", "integrated"))


def test_a_ledger_grows_by_lines_and_is_read_again() -> None:
    assert STORY.lines == STORY.raw.count(b"\n") == 4
    assert STORY.came_in == 1
    assert read_ledger("s", STORY.raw) == STORY
    assert read_ledger("s", b"") == Ledger("s")
    assert Ledger("s").end == first_sum("s")


@PROPERTY
@given(st.lists(sound_events(), max_size=8))
def test_whatever_was_written_is_read(events: list[Event]) -> None:
    ledger = ledger_of("s", events)
    assert read_ledger("s", ledger.raw) == ledger
    assert ledger.events == tuple(events)
    assert all(map(ledger.holds, events))


@PROPERTY
@given(st.data())
def test_a_changed_byte_is_seen(data: st.DataObject) -> None:
    """Whatever byte of a ledger changes, but for its last line, whose event may become another one."""
    end = STORY.raw.rindex(b"\n", 0, -1)
    raw = bytearray(STORY.raw)
    at = data.draw(st.integers(0, end))
    raw[at] = data.draw(st.integers(0, 255).filter(lambda one: one != raw[at]))
    assert read_ledger("s", bytes(raw)).faults


@PROPERTY
@given(st.permutations(STORY.raw.splitlines(keepends=True)), st.integers(0, 4))
def test_lines_that_were_moved_or_removed_are_seen(lines: list[bytes], count: int) -> None:
    raw = b"".join(lines[:count])
    assert bool(read_ledger("s", raw).faults) == (not STORY.raw.startswith(raw))
    assert (rewritten(raw, STORY.raw) == 0) == STORY.raw.startswith(raw)


@PROPERTY
@given(st.binary(max_size=300))
def test_no_bytes_raise(raw: bytes) -> None:
    assert read_ledger("s", raw).faults or not raw


def test_what_is_damaged() -> None:
    lines = STORY.raw.splitlines(keepends=True)
    assert read_ledger("t", STORY.raw).faults == (Fault(1, "the line before it was changed, removed or moved"),)
    assert read_ledger("s", STORY.raw[:-1]).faults == (Fault(4, "its last line has no end"),)
    assert read_ledger("s", STORY.raw + b"\n").faults == (Fault(5, "it is no JSON"),)
    gone = read_ledger("s", lines[0] + lines[2] + lines[3])
    assert gone.faults == (Fault(2, "the line before it was changed, removed or moved"),)
    assert [one.name for one in gone.events] == ["ingested", "proposed", "integrated"]
    crlf = read_ledger("s", STORY.raw.replace(b"\n", b"\r\n"))
    assert {fault.line for fault in crlf.faults} == {1, 2, 3, 4}


def test_a_range_counts_as_come_in_though_its_line_is_damaged() -> None:
    torn = STORY.raw.replace(b'"turns":[1,5]', b'"turns":[1,x]', 1)
    ledger = read_ledger("s", torn)
    assert (ledger.came_in, len(ledger.events)) == (1, 3)


def test_what_is_wrong_is_not_written() -> None:
    with pytest.raises(ValueError, match="no range"):
        STORY.grown(event("retry", 5, 1))
    with pytest.raises(ValueError, match="no end"):
        read_ledger("s", STORY.raw[:-1]).grown(event("retry"))


def test_paths() -> None:
    assert path_of("2026-a") == "ledger/2026-a.jsonl"
    assert session_of(path_of("2026-a")) == "2026-a"
    for odd in ("ledger/a", "a.jsonl", "x/ledger/a.jsonl", "ledger/.jsonl", "ledger/-a.jsonl", "proposals/a.jsonl"):
        assert session_of(odd) == ""


def test_the_first_line_that_was_rewritten() -> None:
    old = b"1\n2\n3\n"
    assert rewritten(old, old + b"4\n") == 0
    assert rewritten(b"", old) == 0
    assert rewritten(old, b"1\nx\n3\n") == 2
    assert rewritten(old, b"1\n2\n") == 3
    assert rewritten(old, b"") == 1
    assert rewritten(old, b"1\n2\n3") == 3


def test_shared_lines() -> None:
    longer = STORY.grown(event("reopened"))
    other = ledger_of("s", path("ingested", "failed"))
    assert shared_lines(STORY, longer) == 4
    assert shared_lines(STORY, other) == 1
    assert shared_lines(Ledger("s"), STORY) == 0
    assert line_of(STORY.events[0], first_sum("s")) == STORY.raw.splitlines(keepends=True)[0]
