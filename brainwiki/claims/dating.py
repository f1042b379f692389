"""Days of a sentence in one form, with what is derived: Japanese eras, bare years, weekdays, and days told from the day of speaking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from brainwiki.claims.words import words_of
from brainwiki.model.names import squeeze

_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911}  # the year before the first
_ERA = re.compile(r"(令和|平成|昭和|大正)([0-9]{1,2}|元|[一二三四五六七八九十]{1,3})年")
_KANJI = {sign: number for number, sign in enumerate("〇一二三四五六七八九")}
_YEAR = re.compile(r"(?<![0-9.,-])((?:19|20)[0-9]{2})(?![0-9.,]*[0-9])")
_ISO = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})-([0-9]{2})-([0-9]{2})(?![0-9])")
_RELATIVE = (  # what is said of the day of speaking, and by how many days it is off
    (re.compile(r"一昨日|おととい|前天|the day before yesterday"), -2),
    (re.compile(r"(?<!一)昨日|きのう|昨天|昨晚|\byesterday\b"), -1),
    (re.compile(r"今日|本日|今天|\btoday\b"), 0),
    (re.compile(r"明日|あした|明天|\btomorrow\b"), 1),
    (re.compile(r"明後日|あさって|后天|後天|the day after tomorrow"), 2),
)
_WEEKDAYS = (
    "monday|月曜日?|星期一|周一|週一",
    "tuesday|火曜日?|星期二|周二|週二",
    "wednesday|水曜日?|星期三|周三|週三",
    "thursday|木曜日?|星期四|周四|週四",
    "friday|金曜日?|星期五|周五|週五",
    "saturday|土曜日?|星期六|周六|週六",
    "sunday|日曜日?|星期日|星期天|周日|週日",
)
_WEEKDAY = re.compile("|".join(f"(?P<d{number}>{names})s?" for number, names in enumerate(_WEEKDAYS)))
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 1
    )
}
_ORDINAL = re.compile(rf"\b({'|'.join(_ORDINALS)})\b")
_MARKED = re.compile("第([一二三四五六七八九十])(?![一二三四五六七八九十百千])")


def western(text: str) -> str:
    """A sentence with the years of Japanese eras as years of our count, and ordinal words as numbers."""
    text = _ERA.sub(lambda match: f"{_ERAS[match[1]] + _era_year(match[2])}年", squeeze(text))
    text = _MARKED.sub(lambda match: f"第{10 if match[1] == '十' else _KANJI[match[1]]}", text)
    return _ORDINAL.sub(lambda match: str(_ORDINALS[match[1].lower()]), text)


def _era_year(digits: str) -> int:
    if digits == "元":
        return 1
    if digits.isdigit():
        return int(digits)
    tens, _, ones = digits.rpartition("十")
    if "十" in digits:
        return (_KANJI[tens] if tens else 1) * 10 + (_KANJI[ones] if ones else 0)
    return _KANJI[digits]


def dates(text: str) -> tuple[str, ...]:
    """The dates of a sentence as `2026-05-02`, `2026-05` or `--05-02`."""
    return words_of(western(text)).figures.dates


def derived(text: str, spoken: str) -> frozenset[str]:
    """The dates of a sentence, and those that follow from the day on which it was said (`2026-05-02`, or nothing)."""
    found = {*dates(text)}
    day = _day(spoken)
    if day is not None:
        found |= {f"{day.year}{one[1:]}" for one in found if one.startswith("--")}
        low = squeeze(text).lower()
        found |= {(day + timedelta(off)).isoformat() for pattern, off in _RELATIVE if pattern.search(low)}
    return frozenset(found)


def is_told(wanted: str, told: frozenset[str]) -> bool:
    """Whether a date stands among others, or is a less exact form of one of them."""
    return any(
        one == wanted or one.startswith(f"{wanted}-") or one[4:] == wanted[1:] and wanted[0] == "-" for one in told
    )


def weekdays(text: str) -> frozenset[int]:
    """The weekdays that are named, Monday as 0."""
    return frozenset(int(str(match.lastgroup)[1:]) for match in _WEEKDAY.finditer(squeeze(text).lower()))


def weekdays_of(told: frozenset[str]) -> frozenset[int]:
    """The weekdays of full dates."""
    return frozenset(day.weekday() for one in told if (day := _day(one)) is not None)


def without_weekdays(text: str) -> str:
    """A text in small letters without the names of weekdays."""
    return _WEEKDAY.sub(" ", text)


def latest(text: str) -> str:
    """The last moment that a sentence names with its year, as precise as it is named; empty where it names none."""
    return max(_with_year(western(text)), default="")


def _with_year(text: str) -> Iterator[str]:
    named = [one for one in words_of(text).figures.dates if not one.startswith("-")]
    yield from named
    years = {one[:4] for one in named}
    yield from (match[1] for match in _YEAR.finditer(text) if match[1] not in years)


def is_before(one: str, other: str) -> bool:
    """Whether a moment lies wholly before another one, by what both say."""
    size = min(len(one), len(other))
    return bool(one and other) and one[:size] < other[:size]


def day_of(resource: str) -> str:
    """The day that the name of a session begins with; empty where there is none."""
    match = _ISO.search(resource)
    return match[0] if match and resource.startswith("sessions/") else ""


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
