"""What a question says about time: whether it asks for the latest or for a point in time, and the days that it names."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from brainwiki.model.query import Intent

_LATEST = re.compile(
    r"\b(?:latest|newest|most recent(?:ly)?|recent(?:ly)?|last(?! (?:night|week|month|year|spring|summer|autumn|fall|winter|name|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b)"
    r"|current(?:ly)?|nowadays|up[ -]to[ -]date)\b|直近|最後に|最後の|最近|最新|現在の|今の|目前|最后一次|現時点",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:when|what (?:date|day|month|year|time)|which (?:date|day|month|year)|how long ago|since when)\b"
    r"|いつ|何時|何日|何月|何年|什么时候|甚麼時候|什麼時候|何时|何時|哪天|哪一天|哪年|哪一年|几月|几号|幾月|幾號",
    re.IGNORECASE,
)
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = (
    "|".join(rf"{name[:3]}(?:{name[3:]})?" for name in _MONTHS if name not in ("may", "september"))
    + "|may|sept?(?:ember)?"
)
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_FORMS = re.compile(
    rf"""(?P<iso>(?<![0-9-])(?:19|20)[0-9]{{2}}[-/][01]?[0-9](?:[-/][0-3]?[0-9])?(?![0-9-]))
    |(?P<cjk>(?:19|20)[0-9]{{2}}\s*年(?:\s*[0-9]{{1,2}}\s*月(?:\s*[0-9]{{1,2}}\s*[日号號])?)?)
    |(?P<dmy>\b(?P<d1>[0-9]{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m1>{_MONTH})\b\.?,?\s+(?P<y1>(?:19|20)[0-9]{{2}})\b)
    |(?P<mdy>\b(?P<m2>{_MONTH})\.?\s+(?P<d2>[0-9]{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y2>(?:19|20)[0-9]{{2}})\b)
    |(?P<my>\b(?P<m3>{_MONTH})\.?,?\s+(?P<y3>(?:19|20)[0-9]{{2}})\b)
    |(?P<near>\b(?:yesterday|today|last\s+(?:week|month|year|{"|".join(_DAYS)}))\b|昨日|昨天|今日|今天|先週|上周|上週|先月|上个月|上個月|昨年|去年)""",
    re.IGNORECASE | re.VERBOSE,
)
_NEAR = {"昨日": "yesterday", "昨天": "yesterday", "今日": "today", "今天": "today", "先週": "last week", "上周": "last week",
         "上週": "last week", "先月": "last month", "上个月": "last month", "上個月": "last month", "昨年": "last year", "去年": "last year"}  # fmt: skip

Period = tuple[str, str]


def intent_of(words: str) -> Intent:
    """Whether the newest is asked for, or a point in time; the latter where both are."""
    if _TIME.search(words):
        return "time"
    return "latest" if _LATEST.search(words) else ""


def period_of(words: str, today: date) -> Period:
    """The first day of what a question names, and the day after its last; both empty where it names none that exists."""
    for match in _FORMS.finditer(words):
        try:
            found = _period(match, today)
        except (ValueError, OverflowError):
            continue
        if found is not None:
            return found[0].isoformat(), found[1].isoformat()
    return "", ""


def _period(match: re.Match[str], today: date) -> tuple[date, date] | None:
    if match["near"]:
        words = " ".join(match["near"].lower().split())
        return _near(_NEAR.get(words, words), today)
    if match["iso"] or match["cjk"]:
        numbers = [int(one) for one in re.findall("[0-9]+", match[0])]
        return _span(*numbers)
    for form in "123":
        if match[f"m{form}"]:
            month = next(at for at, name in enumerate(_MONTHS, 1) if name.startswith(match[f"m{form}"].lower()[:3]))
            year = int(match[f"y{form}"])
            return _span(year, month) if form == "3" else _span(year, month, int(match[f"d{form}"]))
    return None


def _span(year: int, month: int = 0, day: int = 0) -> tuple[date, date]:
    if day:
        first = date(year, month, day)
        return first, first + timedelta(1)
    if month:
        return date(year, month, 1), date(year + month // 12, month % 12 + 1, 1)
    return date(year, 1, 1), date(year + 1, 1, 1)


def _near(words: str, today: date) -> tuple[date, date]:
    """A span that is told from today on; weeks begin on Monday."""
    monday = today - timedelta(today.weekday())
    first = today.replace(day=1)
    known: dict[str, Callable[[], tuple[date, date]]] = {
        "today": lambda: (today, today + timedelta(1)),
        "yesterday": lambda: (today - timedelta(1), today),
        "last week": lambda: (monday - timedelta(7), monday),
        "last month": lambda: ((first - timedelta(1)).replace(day=1), first),
        "last year": lambda: _span(today.year - 1),
    }
    if words in known:
        return known[words]()
    back = (today.weekday() - _DAYS.index(words.removeprefix("last "))) % 7 or 7
    day = today - timedelta(back)
    return day, day + timedelta(1)
