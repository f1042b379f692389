"""Instants and words as lines of books hold them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from brainwiki.model.line import REASON, instant, is_instant, plain


def test_an_instant_is_utc_and_ends_in_z() -> None:
    there = datetime(2026, 5, 2, 12, 0, 0, 5, tzinfo=timezone(timedelta(hours=2)))
    assert instant(there) == "2026-05-02T10:00:00.000005Z"
    assert (
        instant(datetime(2026, 5, 2, 10, 0))
        == instant(datetime(2026, 5, 2, 10, 0, tzinfo=UTC))
        == "2026-05-02T10:00:00Z"
    )
    assert is_instant("2026-05-02T10:00:00Z")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-05-02",
        "2026-05-02T10:00:00+00:00",
        "2026-02-31T10:00:00Z",
        "2026-05-02T10:00:00.5Z",
        "2026-05-02T10:00:00Z\n",
    ],
)
def test_other_forms_are_none(text: str) -> None:
    assert not is_instant(text)


def test_words_are_one_line() -> None:
    assert plain(" a\n\tb\x00\u202ec ") == "a bc"
    assert len(plain("x" * 600)) == REASON
    assert plain("abc def", 4) == "abc"
