"""Text set to a width: words, Chinese and Japanese, marks that may not begin a line, and signs that steer a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.cli.wrapping import WIDEST, columns, cut, wrap
from brainwiki.rules.reports.report import width
from tests.helpers import PROPERTY


def test_words_break_at_blanks() -> None:
    assert wrap("The pump runs at 40 bar and hums.", room=16).split("\n") == ["The pump runs at", "40 bar and hums."]


def test_chinese_breaks_between_characters_that_count_twice() -> None:
    lines = wrap("传感器在第三次测量时漂移了零点五分贝。", room=16).split("\n")
    assert lines == ["传感器在第三次测", "量时漂移了零点五", "分贝。"]
    assert [width(line) for line in lines] == [16, 16, 6]


def test_no_line_begins_with_a_closing_mark() -> None:
    assert wrap("一二三四五六七八。九", room=16).split("\n") == ["一二三四五六七", "八。九"]
    assert wrap("あいうえおかきくゃ", room=16).split("\n") == ["あいうえおかき", "くゃ"]


def test_no_line_ends_with_an_opening_mark() -> None:
    assert wrap("一二三四五六七「八」", room=16).split("\n") == ["一二三四五六七", "「八」"]


def test_latin_words_stay_whole_beside_japanese() -> None:
    assert wrap("目標は16 dB(A)以下である。", room=16).split("\n") == ["目標は16 dB(A)以", "下である。"]


def test_a_word_that_is_too_long_is_cut() -> None:
    assert wrap("a" * 20, room=16).split("\n") == ["a" * 16, "a" * 4]
    assert wrap("x " + "b" * 33, room=16).split("\n") == ["x", "b" * 16, "b" * 16, "b"]


def test_an_indent_is_part_of_the_width() -> None:
    lines = wrap("The pump runs at 40 bar.", indent="    ", room=20).split("\n")
    assert lines == ["    The pump runs at", "    40 bar."]


def test_line_breaks_stay_and_empty_lines_have_no_blanks() -> None:
    assert wrap("One.\n\nTwo.", indent="  ", room=40) == "  One.\n\n  Two."
    assert wrap("", indent="  ") == ""


def test_signs_that_steer_a_terminal_are_shown() -> None:
    assert wrap("a\x1b[31mb\u202ec\ud800") == "a␛U+001B[31mb␛U+202Ec␛U+D800"
    assert wrap("a\tb") == "a b"


def test_a_combining_mark_stays_with_its_letter() -> None:
    assert wrap("か\u3099" * 9, room=16).split("\n") == ["か\u3099" * 8, "か\u3099"]


def test_the_width_is_that_of_the_terminal_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert columns() == 40
    assert max(width(line) for line in wrap("word " * 40).split("\n")) <= 40
    monkeypatch.setenv("COLUMNS", "400")
    assert columns() == WIDEST


@pytest.mark.parametrize(
    ("text", "most", "around", "expected"),
    [
        ("short", 10, 0, "short"),
        ("0123456789", 4, 0, "0123…"),
        ("0123456789", 4, 9, "…6789"),
        ("0123456789", 4, 5, "…4567…"),
    ],
)
def test_a_long_text_is_cut_around_a_place(text: str, most: int, around: int, expected: str) -> None:
    assert cut(text, most, around) == expected


@PROPERTY
@given(st.text("ab 漢字。「」、(きゃ)\u0301", max_size=80), st.integers(16, 40))
def test_nothing_is_lost_and_no_line_is_too_wide(text: str, room: int) -> None:
    lines = wrap(text, room=room).split("\n")
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(width(line) <= room for line in lines)
