"""Plots as values: bars beside the rows of a table, and columns over time; templates draw them as SVG without a script."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

MAX_COLUMNS = 40
_QUARTERS = 24  # up to which time is shown by quarter
_GAP = 0.22  # of a column's width


class Bar(NamedTuple):
    """A row: label, link (empty: none) and language of the label, value, the length of the bar and its share of all (percent), and
    the kind that styles it."""

    label: str
    href: str
    language: str
    value: int
    length: float
    share: float
    kind: str


class Bars(NamedTuple):
    """A table with a bar in each row: its title, the words over label and value, the rows."""

    title: str
    label: str
    unit: str
    rows: tuple[Bar, ...]


class Column(NamedTuple):
    """A column: what it stands for, a mark under it (empty: none), value, and its box in a drawing `width` x 100."""

    name: str
    mark: str
    value: int
    x: float
    y: float
    width: float
    height: float


class Columns(NamedTuple):
    """Columns over time: title, the words over name and value, the highest value, the width of the drawing."""

    title: str
    label: str
    unit: str
    top: int
    width: int
    columns: tuple[Column, ...]


def bars(title: str, label: str, unit: str, rows: Iterable[tuple[str, int, str, str, str]], whole: int = 0) -> Bars:
    """Rows as (label, value, kind, link, language), in their order; shares are of `whole`, else of the sum of the values."""
    found = list(rows)
    top, total = max((row[1] for row in found), default=0), whole or sum(row[1] for row in found)
    return Bars(
        title,
        label,
        unit,
        tuple(
            Bar(name, href, language, value, _part(value, top), _part(value, total), kind)
            for name, value, kind, href, language in found
        ),
    )


def _part(value: int, whole: int) -> float:
    return round(100 * value / whole, 1) if whole else 0.0


def columns(title: str, label: str, unit: str, values: Sequence[tuple[str, str, int]]) -> Columns:
    """Values as (name, mark, value), in the order of time."""
    top = max((value for _, _, value in values), default=0)
    found = []
    for index, (name, mark, value) in enumerate(values):
        height = _part(value, top)
        found.append(
            Column(
                name, mark, value, round(10 * (index + _GAP / 2), 2), round(100 - height, 1), 10 * (1 - _GAP), height
            )
        )
    return Columns(title, label, unit, top, 10 * len(found), tuple(found))


def by_time(days: Mapping[str, int], quarter: str) -> list[tuple[str, str, int]]:
    """Counts by day (YYYY-MM-DD) as columns without gaps: by quarter where they are few, else by year; nothing depends on today.

    `quarter` names a quarter: it takes year and number. What is older than the columns reach is counted in the first.
    """
    if not days:
        return []
    first, last = _quarter(min(days)), _quarter(max(days))
    if last - first < _QUARTERS:
        counts = _counted(days, _quarter)
        return [
            (quarter.format(at // 4, at % 4 + 1), str(at // 4) if at % 4 == 0 or at == first else "", counts.get(at, 0))
            for at in range(first, last + 1)
        ]
    end = last // 4
    begin = max(first // 4, end - MAX_COLUMNS + 1)
    years = _counted(days, lambda day: max(begin, int(day[:4])))
    marks = 1 if end - begin < 12 else 5
    return [
        (
            f"≤ {year}" if year == begin > first // 4 else str(year),
            str(year) if year % marks == 0 else "",
            years.get(year, 0),
        )
        for year in range(begin, end + 1)
    ]


def _quarter(day: str) -> int:
    """Quarters since the year 0."""
    return int(day[:4]) * 4 + (int(day[5:7]) - 1) // 3


def _counted(days: Mapping[str, int], of: Callable[[str], int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for day, count in days.items():
        found[of(day)] = found.get(of(day), 0) + count
    return found
