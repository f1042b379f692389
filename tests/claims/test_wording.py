"""Which words were removed and added: the pieces put together are the texts, and small words between two changes join them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims.wording import MOST, Piece, marked, side, split
from tests.helpers import PROPERTY

TEXTS = st.text(alphabet="ab 12.,日本アイ\n’'", max_size=40)


def test_a_number_is_marked_alone() -> None:
    assert marked("It runs at 40 bar.", "It runs at 45 bar.") == (
        Piece("=", "It runs at "),
        Piece("-", "40"),
        Piece("+", "45"),
        Piece("=", " bar."),
    )


def test_numbers_and_dates_stay_whole_and_chinese_characters_stand_alone() -> None:
    assert split("1,250.5 on 2026-05-02 don't") == ["1,250.5", " ", "on", " ", "2026-05-02", " ", "don't"]
    assert split("予算はコスト") == ["予", "算", "は", "コスト"]
    assert [piece.text for piece in marked("予算は3,000万円", "予算は3,150万円") if piece.state != "="] == [
        "3,000",
        "3,150",
    ]


def test_one_small_word_between_two_changes_is_part_of_them() -> None:
    pieces = marked("He likes red or green tea.", "He likes blue or black tea.")
    assert [piece.text for piece in pieces if piece.state == "-"] == ["red or green"]


def test_one_side_has_only_its_own_marks() -> None:
    pieces = marked("a x", "a y")
    assert side(pieces, "-") == (Piece("=", "a "), Piece("-", "x"))
    assert side(pieces, "+") == (Piece("=", "a "), Piece("+", "y"))


def test_what_is_too_long_is_told_whole_on_both_sides() -> None:
    long = "a " * MOST
    assert marked(long, "b") == (Piece("-", long), Piece("+", "b"))
    assert marked("", "b") == (Piece("+", "b"),)
    assert marked("", "") == ()


@PROPERTY
@given(TEXTS, TEXTS)
def test_each_side_put_together_is_its_text(before: str, after: str) -> None:
    pieces = marked(before, after)
    assert "".join(piece.text for piece in side(pieces, "-")) == before
    assert "".join(piece.text for piece in side(pieces, "+")) == after
    assert all(piece.text for piece in pieces)
