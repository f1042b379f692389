"""Progress: nothing for short runs and where no person looks, one line otherwise, and nothing left of it at the end."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from brainwiki.cli import progress
from brainwiki.cli.common import Request


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


class Clock:
    """Seconds that pass only when they are told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def shown(written: str) -> str:
    """What a terminal shows after all of that was written to it, on its one line."""
    line: list[str] = []
    at = 0
    for char in written:
        if char == "\r":
            at = 0
        else:
            line[at : at + 1] = [char]
            at += 1
    return "".join(line).rstrip()


def test_a_short_run_shows_nothing(clock: Clock) -> None:
    stream = Terminal()
    with progress.reading(True, stream) as told:
        assert told is not None
        for number in range(1, 1001):
            clock.seconds += 0.0005
            told(number, 1000)
    assert stream.getvalue() == ""


def test_a_long_run_shows_one_line_that_is_wiped_away(clock: Clock) -> None:
    stream = Terminal()
    with progress.reading(True, stream) as told:
        assert told is not None
        clock.seconds += 1.0
        told(3200, 10200)
        assert stream.getvalue() == "\rReading 3,200 of 10,200 pages"
        clock.seconds += 0.05
        told(3300, 10200)
        assert shown(stream.getvalue()) == "Reading 3,200 of 10,200 pages"
        clock.seconds += 0.05
        told(9, 10)
        assert shown(stream.getvalue()) == "Reading 9 of 10 pages"
    assert shown(stream.getvalue()) == ""
    assert stream.getvalue().endswith("\r")
    assert "\n" not in stream.getvalue()


def test_the_line_is_wiped_when_the_run_breaks_off(clock: Clock) -> None:
    stream = Terminal()

    def broken() -> None:
        with progress.reading(True, stream) as told:
            assert told is not None
            clock.seconds += 2
            told(1, 2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken()
    assert shown(stream.getvalue()) == ""


def test_nobody_is_told_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    for wanted, stream in ((False, Terminal()), (True, io.StringIO())):
        with progress.reading(wanted, stream) as told:
            assert told is None
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress.reading(True) as told:
        assert told is not None


@pytest.mark.parametrize(
    ("as_json", "quiet", "wanted"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_neither_json_nor_quiet_shows_progress(as_json: bool, quiet: bool, wanted: bool) -> None:
    assert Request(None, as_json, None, quiet, False, False).shows_progress is wanted


@pytest.mark.parametrize(
    ("tells", "words"),
    [(progress.indexing, "Indexing 1 of 2,000 files"), (progress.embedding, "Embedding 1 of 2,000 passages")],
)
def test_an_index_tells_what_it_does(
    clock: Clock, tells: Callable[..., AbstractContextManager[Any]], words: str
) -> None:
    stream = Terminal()
    with tells(True, stream) as told:
        clock.seconds += 2
        told(1, 2_000)
        assert shown(stream.getvalue()) == words
    assert shown(stream.getvalue()) == ""
