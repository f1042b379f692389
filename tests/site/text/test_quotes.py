"""Where a quote stands in a text, and the text cut at its ends."""

from __future__ import annotations

import pytest

from brainwiki.site.text.quotes import Piece, Spot, find, pieces, quote_anchor, quote_name


def found(text: str, quote: str) -> str | None:
    """The words of the text that a quote means."""
    span = find(text, quote)
    return None if span is None else text[slice(*span)]


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        ("It runs at 40 bar.", "runs at 40", "runs at 40"),
        ("It runs\n  at\t40 bar.", "runs at 40", "runs\n  at\t40"),
        ("It runs at 40 bar.", " runs   at 40 ", "runs at 40"),
        ("a.b (c) [d] \\ *e*", "(c) [d] \\ *e*", "(c) [d] \\ *e*"),
        ("It runs.", "It walks.", None),
        ("It runs.", "  ", None),
        ("測定は12月と\n来年2月です。", "12月と 来年2月", "12月と\n来年2月"),
        ("圧力は４０\u3000ﾊﾞｰﾙです。", "圧力は40 バール", "圧力は４０\u3000ﾊﾞｰﾙ"),
        ("the e\u0301tude ends", "étude", "e\u0301tude"),
        ("10\u00a0000 SEK, ﬁnal", "10 000 SEK, final", "10\u00a0000 SEK, ﬁnal"),
        ("one … two", "...", "…"),
    ],
)
def test_quotes_are_found_as_they_are_compared(text: str, quote: str, expected: str | None) -> None:
    assert found(text, quote) == expected


def test_names_are_equal_where_quotes_are() -> None:
    assert quote_name("a  b\nc") == quote_name("a b c") == quote_name("ａ b c")
    assert quote_name("a b c") != quote_name("a b d")
    assert len(quote_name("x")) == 8
    assert quote_name("\ud800") == quote_name("\ud800"), "half a sign is no reason to stop"
    assert quote_anchor("x") == f"q-{quote_name('x')}"
    assert quote_anchor("x", "turn-3") == f"turn-3-q-{quote_name('x')}"


def test_a_text_without_quotes_is_one_piece() -> None:
    assert pieces("abc", 0, 3, []) == (Piece("abc"),)
    assert pieces("abc", 2, 2, []) == ()


def test_a_text_is_cut_at_the_ends_of_quotes() -> None:
    assert pieces("one two three", 0, 13, [Spot(4, 7, "q")]) == (
        Piece("one "),
        Piece("two", True, ("q",)),
        Piece(" three"),
    )


def test_quotes_may_overlap_and_begin_together() -> None:
    spots = [Spot(0, 5, "a"), Spot(0, 3, "b"), Spot(4, 8, "c")]
    cut = pieces("abcdefghij", 0, 10, spots)
    assert cut == (
        Piece("abc", True, ("a", "b")),
        Piece("d", True),
        Piece("e", True, ("c",)),
        Piece("fgh", True),
        Piece("ij"),
    )
    assert "".join(piece.words for piece in cut) == "abcdefghij"


def test_a_stretch_holds_its_share_of_a_quote() -> None:
    spots = [Spot(2, 8, "q")]
    assert pieces("0123456789", 4, 10, spots) == (Piece("4567", True), Piece("89")), (
        "the anchor is where the quote begins"
    )
    assert pieces("0123456789", 8, 10, spots) == (Piece("89"),)
    assert pieces("0123456789", 0, 5, spots) == (Piece("01"), Piece("234", True, ("q",)))


def test_a_long_text_is_searched_in_time() -> None:
    text = "日本 " * 200_000 + "ＥＮＤ of it"
    assert found(text, "END of it") == "ＥＮＤ of it"
