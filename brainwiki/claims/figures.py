"""Numbers and dates of a sentence in one form each, whether written in digits, in words or in Chinese characters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import partial
from typing import NamedTuple


class Figures(NamedTuple):
    """The numbers of a sentence as decimal text, its dates as `2026-05-02`, `2026-05` or `--05-02`, each sorted, and the
    text without them."""

    numbers: tuple[str, ...]
    dates: tuple[str, ...]
    rest: str


_MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|"
        "october oct|november nov|december dec".split("|"),
        1,
    )
    for name in names.split()
}
_MONTH = f"({'|'.join(_MONTHS)})\\b\\.?"
_SURE_MONTH = f"({'|'.join(name for name in _MONTHS if name != 'may')})\\b\\.?"  # `step 2 may fail` is no date
_DAY = r"([0-9]{1,2})(?:st|nd|rd|th)?"
_DATES: tuple[tuple[re.Pattern[str], str], ...] = (  # the letters name the groups
    (re.compile(r"(?<![0-9.])([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?![0-9])"), "ymd"),
    (re.compile(r"([0-9]{4}) ?年 ?([0-9]{1,2}) ?月 ?([0-9]{1,2}) ?[日号號]"), "ymd"),
    (re.compile(r"([0-9]{4}) ?年 ?([0-9]{1,2}) ?月"), "ym"),
    (re.compile(r"(?<![0-9])([0-9]{1,2}) ?月 ?([0-9]{1,2}) ?[日号號]"), "md"),
    (re.compile(rf"\b{_DAY} {_MONTH},? ([0-9]{{4}})\b"), "dmy"),
    (re.compile(rf"\b{_MONTH} {_DAY},? ([0-9]{{4}})\b"), "mdy"),
    (re.compile(rf"\b{_MONTH},? ([0-9]{{4}})\b"), "my"),
    (re.compile(rf"\b{_DAY} {_SURE_MONTH}"), "dm"),
    (re.compile(rf"\b{_SURE_MONTH} {_DAY}\b"), "md"),
    (re.compile(rf"\b(?:on|by|since|until|from|before|after) {_DAY} (may)\b"), "dm"),
    (re.compile(rf"\b(?:on|by|since|until|from|before|after) (may) {_DAY}\b"), "md"),
    (re.compile(r"(?<![0-9.\-])([0-9]{4})-([0-9]{2})(?![0-9\-])"), "ym"),
)

_SMALL = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * number for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_POWERS = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SPELLED = re.compile(rf"(?<![a-z])(?:{'|'.join([*_SMALL, *_TENS, *_POWERS])})(?![a-z])")
_LONGEST = 12  # words of one number
_BETWEEN = re.compile(r"[ \-]|[ \-]and ")

_KANJI_DIGITS = {sign: number for number, sign in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2}
_KANJI_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
_COUNTERS = "回件人個个名次倍枚本台社年月日時时秒円元天页頁条項项種种歳岁割点點位週周度つ"
# A lone sign counts only before a counter, and 一 never: it is a part of too many words (一般, 一緒, 一定).
_KANJI = re.compile(
    f"(?<![0-9.])(?:[〇零一二三四五六七八九十两兩百千万萬億亿兆]{{2,24}}|[二三四五六七八九十两兩](?=[{_COUNTERS}]))"
)
_NO_NUMBERS = frozenset({"万一", "一一", "两两", "兩兩"})

_MANY = re.compile(
    r"(?<![0-9,.])(?:[0-9][0-9,.]{0,24}[十百千]?[万萬億亿兆]|[0-9][0-9,.]{0,24}[十百千]){1,6}[0-9]{0,24}"
)
_PART = re.compile(r"([0-9][0-9,.]{0,24})([十百千]?)([万萬億亿兆]?)")
_DIGIT = re.compile("[0-9]")
_NUMBER = re.compile(r"[0-9]+(?:[.,:][0-9]+)*")
_POWER = re.compile(r" (hundred|thousand|million|billion|trillion)\b")
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?\Z")
_HEX = re.compile(r"(?<![0-9a-z])[0-9a-f]{7,64}(?![0-9a-z])")
_MINUS = "-−"
_COMPARISONS = frozenset("<>≤≥±")


def read(text: str) -> Figures:
    """The numbers and dates of a text that is in NFKC and lower case."""
    text = _HEX.sub(lambda match: " " if _is_id(match[0]) else match[0], text)
    text = in_digits(text)
    dates: list[str] = []
    numbers = list(_in_words(text))
    if _DIGIT.search(text):
        for pattern, order in _DATES:
            text = pattern.sub(partial(_dated, order=order, dates=dates), text)
        numbers.extend(_in_digits(text))
        text = _NUMBER.sub(" ", _MANY.sub(" ", text))
    return Figures(tuple(sorted(numbers)), tuple(sorted(dates)), _SPELLED.sub(" ", text))


def in_digits(text: str) -> str:
    """A text with its numbers in Chinese characters in digits."""
    return _KANJI.sub(lambda match: _from_kanji(match[0]), text)


def replaced(before: Iterable[str], after: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What only the first holds and what only the second holds, each sorted; a figure that stands twice counts twice."""
    old, new = Counter(before), Counter(after)
    return tuple(sorted((old - new).elements())), tuple(sorted((new - old).elements()))


def is_refined(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Whether each date only became more or less exact: `2026-05` and `2026-05-02`."""
    pairs = zip(old, new, strict=False)
    return len(old) == len(new) and all(
        "-" in one and (one.startswith(f"{two}-") or two.startswith(f"{one}-")) for one, two in pairs
    )


def _is_id(word: str) -> bool:
    """Whether hex digits are a name (of a commit, say) and no number."""
    return not word.isdigit() and any(sign.isdigit() for sign in word)


def _dated(match: re.Match[str], order: str, dates: list[str]) -> str:
    """Take a date out of the text, unless there is no such month or day."""
    parts = dict(zip(order, match.groups(), strict=True))
    month = _MONTHS.get(parts["m"]) or (int(parts["m"]) if parts["m"].isdigit() else 0)
    day = int(parts.get("d", "1"))
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return match[0]
    date = f"{parts.get('y', '-')}-{month:02d}"
    dates.append(f"{date}-{day:02d}" if "d" in parts else date)
    return " "


def _plain(number: Decimal) -> str:
    """A number without an exponent and without a fraction of nothing."""
    whole = number.to_integral_value()
    return str(int(whole)) if whole == number else format(number, "f")


def _in_digits(text: str) -> Iterator[str]:
    """Numbers in digits: `1,000` as 1000, `40万` as 400000, `1.5 million` as 1500000; a fraction keeps its form."""
    for match in _MANY.finditer(text):
        yield _plain(sum((_part(one) for one in _PART.finditer(match[0])), Decimal(0)))
    text = _MANY.sub(" ", text)
    for match in _NUMBER.finditer(text):
        number = match[0].replace(",", "") if _GROUPED.match(match[0]) else match[0]
        power = _POWER.match(text, match.end())
        if power and len(number) < 24 and number.count(".") <= 1 and number.replace(".", "").isdigit():
            number = _plain(Decimal(number) * _POWERS[power[1]])
        yield _sign(text[max(0, match.start() - 2) : match.start()]) + number


def _sign(before: str) -> str:
    """What stands before a number and belongs to it: a comparison, or a minus that is no hyphen."""
    if before.rstrip()[-1:] in _COMPARISONS:
        return before.rstrip()[-1:]
    return "-" if before and before[-1] in _MINUS and not before[:-1].strip("(（ ") else ""


def _part(match: re.Match[str]) -> Decimal:
    number = match[1].replace(",", "").strip(".")
    value = Decimal(number) if number.count(".") <= 1 else Decimal(0)
    return value * _KANJI_TENS.get(match[2], 1) * _MYRIADS.get(match[3], 1)


def _in_words(text: str) -> Iterator[str]:
    """English number words, joined where they stand together: `two hundred and five` is 205; a lone `one` is no number."""
    run: list[str] = []
    end = -1
    for match in _SPELLED.finditer(text):
        if len(run) == _LONGEST or run and not _BETWEEN.fullmatch(text, end, match.start()):
            yield from _spelled(run)
            run = []
        run.append(match[0])
        end = match.end()
    yield from _spelled(run)


def _spelled(run: list[str]) -> Iterator[str]:
    """The numbers in a run of words; a word that cannot continue a number begins the next."""
    total = current = 0
    room = 0  # what the next word must stay below to continue the number
    begun = False
    for word in run:
        value = _SMALL.get(word, _TENS.get(word, 0))
        if word in _POWERS:
            if not begun:
                continue  # hundreds of pages; `40 million` was read with its digits
            current *= _POWERS[word]
            room = 100 if word == "hundred" else 0
            if word != "hundred":
                total, current, room = total + current, 0, _POWERS[word]
        elif begun and value < room:
            current, room = current + value, 10 if word in _TENS else 0
        else:
            if begun and run != ["one"]:
                yield str(total + current)
            total, current, room, begun = 0, value, 10 if word in _TENS else 0, True
    if begun and run != ["one"]:
        yield str(total + current)


def _from_kanji(signs: str) -> str:
    """A number in Chinese characters, in digits; what is a word and no number stays."""
    if signs in _NO_NUMBERS:
        return signs
    if not any(sign in _KANJI_TENS or sign in _MYRIADS for sign in signs):
        return "".join(str(_KANJI_DIGITS[sign]) for sign in signs)
    total = section = digit = 0
    for sign in signs:
        if sign in _KANJI_DIGITS:
            digit = _KANJI_DIGITS[sign]
        elif sign in _KANJI_TENS:
            section, digit = section + (digit or 1) * _KANJI_TENS[sign], 0
        elif section or digit:
            total, section, digit = total + (section + digit) * _MYRIADS[sign], 0, 0
        else:
            return signs  # 万 after digits: `40万` is read there
    return str(total + section + digit)
