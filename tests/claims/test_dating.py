"""Days in one form, and what is derived of them."""

from __future__ import annotations

import pytest

from brainwiki.claims.dating import (
    dates,
    day_of,
    derived,
    is_before,
    is_told,
    latest,
    weekdays,
    weekdays_of,
    western,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("令和11年5月3日", "2029-05-03"),
        ("令和元年5月1日", "2019-05-01"),
        ("平成三十一年4月30日", "2019-04-30"),
        ("昭和64年1月7日", "1989-01-07"),
        ("二〇三六年五月三日", "2036-05-03"),
        ("2026年十二月二十日", "2026-12-20"),
        ("3 May 2028", "2028-05-03"),
        ("May 3, 2028", "2028-05-03"),
    ],
)
def test_forms_of_three_languages(text: str, found: str) -> None:
    assert dates(text) == (found,)


def test_ordinal_words_are_numbers() -> None:
    assert western("the third floor, 第三回") == "the 3 floor, 第3回"


def test_days_follow_from_the_day_of_speaking() -> None:
    assert derived("Closed yesterday, again on 7 May", "2026-05-02") == {"2026-05-01", "2026-05-07", "--05-07"}
    assert "2026-05-03" in derived("明日です", "2026-05-02")
    assert "2026-04-30" in derived("一昨日でした", "2026-05-02")
    assert "2026-05-01" not in derived("一昨日でした", "2026-05-02")
    assert derived("tomorrow", "") == frozenset()
    assert derived("tomorrow", "2026-13-99") == frozenset()


def test_less_exact_forms_are_told_more_exact_ones_are_not() -> None:
    told = frozenset({"2026-05-02"})
    assert is_told("2026-05-02", told)
    assert is_told("2026-05", told)
    assert is_told("--05-02", told)
    assert not is_told("2026-05-03", told)
    assert not is_told("2026-05-02", frozenset({"2026-05"}))


def test_weekdays() -> None:
    assert weekdays("on Tuesdays, 水曜日 and 星期五") == {1, 2, 4}
    assert weekdays_of(frozenset({"2026-05-04", "2026-05"})) == {0}


def test_the_latest_moment_and_what_is_before() -> None:
    assert latest("2024年、そして2026年10月") == "2026-10"
    assert latest("14 May 2025, 6 euros; 1 October 2026") == "2026-10-01"
    assert latest("2000 crates") == "2000"
    assert latest("no year, 4 May") == ""
    assert is_before("2025-05-14", "2026-04")
    assert not is_before("2026", "2026-04")
    assert not is_before("", "2026")


def test_the_day_of_a_session() -> None:
    assert day_of("sessions/2026-05-02-x-aaaaaaaaaa#turn-1") == "2026-05-02"
    assert day_of("https://example.org/2026-05-02") == ""
