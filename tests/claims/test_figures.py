"""Numbers and dates are the same however they are written, in three languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims.figures import read, replaced
from tests.helpers import PROPERTY


def numbers(text: str) -> list[str]:
    return list(read(text).numbers)


def dates(text: str) -> list[str]:
    return list(read(text).dates)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("it runs at 40 bar.", ["40"]),
        ("it runs at 400 bar", ["400"]),
        ("from 40 to 60", ["40", "60"]),
        ("40-60 bar", ["40", "60"]),
        ("1,000 pages", ["1000"]),
        ("1,234,567.89 euros", ["1234567.89"]),
        ("pages 1,3", ["1,3"]),
        ("0.600 against 0.6", ["0.6", "0.600"]),
        ("version 1.10 and 1.1", ["1.1", "1.10"]),
        ("at 09:30 sharp", ["09:30"]),
        ("40% of them", ["40"]),
        ("it is -5 degrees", ["-5"]),
        ("it is (-5) degrees", ["-5"]),
        ("-5 degrees", ["-5"]),
        ("sha-256 and utf-8", ["256", "8"]),
        ("< 40 bar", ["<40"]),
        ("≥40 bar", ["≥40"]),
        ("1.5 million users", ["1500000"]),
        ("40 thousand users", ["40000"]),
        ("bw601 says v2", ["2", "601"]),
        ("it ended with 40.", ["40"]),
        ("no number here", []),
    ],
)
def test_numbers_in_digits(text: str, wanted: list[str]) -> None:
    assert numbers(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("two pumps", ["2"]),
        ("forty bar", ["40"]),
        ("twenty-five pages", ["25"]),
        ("twenty five pages", ["25"]),
        ("two hundred", ["200"]),
        ("two hundred and five", ["205"]),
        ("one hundred twenty-three", ["123"]),
        ("three thousand two hundred", ["3200"]),
        ("five million", ["5000000"]),
        ("forty and fifty", ["40", "50"]),
        ("two, three", ["2", "3"]),
        ("two or three", ["2", "3"]),
        ("one of them", []),
        ("the one that none bought", []),
        ("hundreds of pages, a million more", []),
        ("zero pages", ["0"]),
        ("often and tenfold", []),
        ("2 and two", ["2", "2"]),
    ],
)
def test_english_number_words(text: str, wanted: list[str]) -> None:
    assert numbers(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("圧力は40バールである。", ["40"]),
        ("40万人", ["400000"]),
        ("1.5億円", ["150000000"]),
        ("1億2000万円", ["120000000"]),
        ("5千万円", ["50000000"]),
        ("3千5百人", ["3500"]),
        ("四十バール", ["40"]),
        ("二千五百回", ["2500"]),
        ("三万五千", ["35000"]),
        ("千五百", ["1500"]),
        ("两百次", ["200"]),
        ("两个泵", ["2"]),
        ("三人と二台", ["2", "3"]),
        ("三つの弁", ["3"]),
        ("二〇二六", ["2026"]),
        ("一般に一緒に一定で統一する", []),
        ("万一のため", []),
        ("四国と九州", []),
        ("億万長者", []),
        ("一人", []),
    ],
)
def test_numbers_in_japanese_and_chinese(text: str, wanted: list[str]) -> None:
    assert numbers(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("since 2026-05-02", ["2026-05-02"]),
        ("since 2026/5/2", ["2026-05-02"]),
        ("since 2026.05.02", ["2026-05-02"]),
        ("since 2 may 2026", ["2026-05-02"]),
        ("since may 2, 2026", ["2026-05-02"]),
        ("since may 2nd 2026", ["2026-05-02"]),
        ("since 2nd sept. 2026", ["2026-09-02"]),
        ("2026年5月2日から", ["2026-05-02"]),
        ("2026 年 5 月 2 日", ["2026-05-02"]),
        ("二〇二六年五月二日", ["2026-05-02"]),
        ("in may 2026", ["2026-05"]),
        ("in 2026-05", ["2026-05"]),
        ("2026年5月", ["2026-05"]),
        ("on 3 june", ["--06-03"]),
        ("on 3 may", ["--05-03"]),
        ("since may 3", ["--05-03"]),
        ("on june 3", ["--06-03"]),
        ("6月3日", ["--06-03"]),
        ("十二月二十日", ["--12-20"]),
        ("2026-05-02 and 2026-06-03", ["2026-05-02", "2026-06-03"]),
        ("step 2 may fail", []),
        ("2026-13-01", []),
        ("2020-21", []),
        ("13月40日", []),
        ("247 march 2026", ["2026-03"]),
    ],
)
def test_dates(text: str, wanted: list[str]) -> None:
    assert dates(text) == wanted


def test_what_is_in_a_date_is_no_number_and_a_year_alone_is_one() -> None:
    assert read("on 2 may 2026 it ran at 40 bar")[:2] == (("40",), ("2026-05-02",))
    assert read("in 2026 it ran")[:2] == (("2026",), ())


def test_the_id_of_a_commit_is_no_number() -> None:
    assert numbers("commit 44d7180 and 1234567 pages") == ["1234567"]
    assert numbers("a defaced page") == []


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("the pump runs at 40 bar since 2 may 2026", "the pump runs at bar since"),
        ("two pumps and 40 valves", "pumps and valves"),
        ("圧力は四十バール", "圧力は バール"),
    ],
)
def test_the_rest_is_the_text_without_its_figures(text: str, rest: str) -> None:
    assert " ".join(read(text).rest.split()) == rest


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        (("40",), ("400",), (("40",), ("400",))),
        (("40", "40"), ("40",), (("40",), ())),
        (("1", "2"), ("2", "1"), ((), ())),
        ((), ("3",), ((), ("3",))),
    ],
)
def test_what_was_replaced(before: tuple[str, ...], after: tuple[str, ...], wanted: object) -> None:
    assert replaced(before, after) == wanted


PIECES = st.sampled_from(
    [*"1,.:-<−十百千万億〇二两年月日abef0", " ", "may ", "two ", "hundred ", "and ", " million", "st "]
)


@PROPERTY
@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_text_breaks_the_reader_and_it_is_stable(text: str) -> None:
    first = read(text)
    assert first == read(text)
    assert first.numbers == tuple(sorted(first.numbers))
    assert not any(sign.isdigit() and sign.isascii() for sign in first.rest)


@pytest.mark.parametrize("piece", ["1", "1,", "9 million ", "two hundred and ", "千", "1千", "nine trillion trillion "])
def test_long_numbers_come_to_an_end(piece: str) -> None:
    assert numbers(piece * 20_000) != []
