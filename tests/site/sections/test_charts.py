"""Plots as values: lengths, shares, and time without gaps and without a clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.site.sections.charts import MAX_COLUMNS, bars, by_time, columns
from tests.helpers import PROPERTY


def test_bars_are_as_long_as_their_value_and_shares_are_of_the_sum() -> None:
    found = bars(
        "T", "what", "how many", [("a", 3, "good", "x/", "ja"), ("b", 1, "soft", "", ""), ("c", 0, "soft", "", "")]
    )
    assert [(one.label, one.length, one.share) for one in found.rows] == [("a", 100, 75), ("b", 33.3, 25), ("c", 0, 0)]
    assert (found.rows[0].kind, found.rows[0].href, found.rows[0].language) == ("good", "x/", "ja")
    assert bars("T", "w", "h", [("a", 3, "", "", "")], 12).rows[0].share == 25
    assert bars("T", "w", "h", []).rows == ()
    assert bars("T", "w", "h", [("a", 0, "", "", "")]).rows[0][4:6] == (0.0, 0.0)


def test_columns_stand_side_by_side_on_one_ground() -> None:
    found = columns("T", "when", "how many", [("one", "1", 2), ("two", "", 4), ("three", "", 0)])
    assert (found.top, found.width) == (4, 30)
    assert [(one.x, one.y, one.height) for one in found.columns] == [(1.1, 50, 50), (11.1, 0, 100), (21.1, 100, 0)]
    assert all(one.y + one.height == 100 for one in found.columns)
    assert columns("T", "w", "h", []).columns == ()


def test_few_years_are_shown_by_quarter() -> None:
    found = by_time({"2025-12-31": 2, "2026-01-01": 1, "2026-03-31": 1, "2026-07-01": 5}, "{} Q{}")
    assert found == [
        ("2025 Q4", "2025", 2),
        ("2026 Q1", "2026", 2),
        ("2026 Q2", "", 0),
        ("2026 Q3", "", 5),
    ]


def test_many_years_by_year_and_what_is_older_in_the_first() -> None:
    found = by_time({"1998-01-01": 1, "2026-05-05": 3}, "{} Q{}")
    assert (found[0], found[-1], len(found)) == (("1998", "", 1), ("2026", "", 3), 29)
    assert [mark for _, mark, _ in found if mark] == ["2000", "2005", "2010", "2015", "2020", "2025"]
    old = by_time({"0800-01-01": 2, "1950-01-01": 1, "2026-05-05": 3}, "{} Q{}")
    assert len(old) == MAX_COLUMNS
    assert (old[0], old[-1]) == (("≤ 1987", "", 3), ("2026", "", 3))


def test_no_days_no_columns() -> None:
    assert by_time({}, "{} Q{}") == []


@pytest.mark.parametrize("day", ["0000-01-01", "9999-12-31"])
def test_odd_years(day: str) -> None:
    assert by_time({day: 1}, "{} Q{}")[0][2] == 1


@given(st.dictionaries(st.dates().map(str), st.integers(1, 50), max_size=30))
@PROPERTY
def test_every_day_is_counted_once(days: dict[str, int]) -> None:
    found = by_time(days, "{} Q{}")
    assert sum(value for _, _, value in found) == sum(days.values())
    assert len(found) <= MAX_COLUMNS
