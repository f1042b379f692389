"""Time in questions: the latest, a point in time, the days that are named, in three languages."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.retrieval.dates import intent_of, period_of
from tests.helpers import PROPERTY

TODAY = date(2026, 12, 1)  # a Tuesday


@pytest.mark.parametrize(
    ("words", "intent"),
    [
        ("the latest plan", "latest"),
        ("What did they recently decide?", "latest"),
        ("last decision", "latest"),
        ("current budget", "latest"),
        ("最近の会議", "latest"),
        ("最後に会った人", "latest"),
        ("最新的计划", "latest"),
        ("最近一次会议", "latest"),
        ("When was the last meeting?", "time"),
        ("what year did it begin", "time"),
        ("いつ決まった", "time"),
        ("什么时候开始", "time"),
        ("last week", ""),
        ("last Tuesday", ""),
        ("last name", ""),
        ("a whenever b", ""),
        ("blast everlasting", ""),
        ("", ""),
    ],
)
def test_intent(words: str, intent: str) -> None:
    assert intent_of(words) == intent


@pytest.mark.parametrize(
    ("words", "first", "after"),
    [
        ("on 2026-09-05?", "2026-09-05", "2026-09-06"),
        ("in 2026-09", "2026-09-01", "2026-10-01"),
        ("2026/12", "2026-12-01", "2027-01-01"),
        ("2023年5月8日の会議", "2023-05-08", "2023-05-09"),
        ("2023年5月", "2023-05-01", "2023-06-01"),
        ("2023年", "2023-01-01", "2024-01-01"),
        ("on 8 May 2023", "2023-05-08", "2023-05-09"),
        ("the 2nd of Sept, 2023", "2023-09-02", "2023-09-03"),
        ("December 31st, 2023", "2023-12-31", "2024-01-01"),
        ("in february 2024", "2024-02-01", "2024-03-01"),
        ("yesterday", "2026-11-30", "2026-12-01"),
        ("今日の予定", "2026-12-01", "2026-12-02"),
        ("last week", "2026-11-23", "2026-11-30"),
        ("上周", "2026-11-23", "2026-11-30"),
        ("先月", "2026-11-01", "2026-12-01"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("last Tuesday", "2026-11-24", "2026-11-25"),
        ("last  monday", "2026-11-30", "2026-12-01"),
        ("2026-02-30 then 2026-03-01", "2026-03-01", "2026-03-02"),
    ],
)
def test_a_period_begins_with_its_first_day_and_ends_before_the_next(words: str, first: str, after: str) -> None:
    assert period_of(words, TODAY) == (first, after)


@pytest.mark.parametrize(
    "words", ["", "may I", "version 2026-99", "0123-01-01", "12026-01-01", "30 February 2024", "in 2023"]
)
def test_what_is_no_day_is_no_period(words: str) -> None:
    assert period_of(words, TODAY) == ("", "")


@pytest.mark.parametrize("today", [date(1, 1, 1), date(9999, 12, 31)])
def test_the_ends_of_the_calendar(today: date) -> None:
    for words in ("last week", "yesterday", "last year", "today", "last month"):
        first, after = period_of(words, today)
        assert (first < after) or first == after == ""


@PROPERTY
@given(st.text(max_size=80) | st.from_regex(r"[0-9]{1,4}[-/年][0-9]{1,2}[-/月][0-9]{1,2}"))
def test_any_text_is_read(words: str) -> None:
    first, after = period_of(words, TODAY)
    assert (first, after) == ("", "") or date.fromisoformat(first) < date.fromisoformat(after)
    assert intent_of(words) in ("", "latest", "time")
