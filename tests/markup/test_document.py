"""Bytes to text: encodings, marks, line ends, control characters, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup import document
from brainwiki.model.page import Problem
from tests.helpers import PROPERTY

PIECES = [
    b"\r\n",
    b"\n",
    b"\r",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xc3",
    b"\xa9",
    b"a",
    b"\xe6\x97\xa5",
    b"\xf0\x9f\x99\x82",
    b"\x00",
    b" ",
]
RAW = st.one_of(st.binary(max_size=40), st.lists(st.sampled_from(PIECES), max_size=24).map(b"".join))


def kinds(raw: bytes) -> list[str]:
    """The kinds of problems of a file, in order."""
    return [problem.kind for problem in document.read(raw).problems]


def test_plain_text_is_read_as_it_stands() -> None:
    found = document.read("Größe 日本 🙂\n".encode())
    assert found.text == "Größe 日本 🙂\n"
    assert (found.has_bom, found.problems, found.newline) == (False, (), "\n")


def test_a_mark_is_taken_off_and_told() -> None:
    found = document.read(b"\xef\xbb\xbf---\n")
    assert found.text == "---\n"
    assert found.has_bom
    assert found.problems == (Problem("byte-order-mark", 0, 0, ""),)
    assert found.decoded == "\ufeff---\n"


def test_a_second_mark_stays_in_the_text() -> None:
    found = document.read(b"\xef\xbb\xbf\xef\xbb\xbfa")
    assert found.text == "\ufeffa"
    assert found.to_raw(0) == 1


def test_a_mark_alone_is_an_empty_page() -> None:
    assert kinds(b"\xef\xbb\xbf") == ["byte-order-mark", "empty-page"]


@pytest.mark.parametrize(
    ("raw", "detail"),
    [(b"", "no bytes"), (b" \n\t\n", "only white space"), ("\u3000\xa0\n".encode(), "only white space")],
)
def test_an_empty_page_says_how_empty_it_is(raw: bytes, detail: str) -> None:
    assert document.read(raw).problems == (Problem("empty-page", 0, 0, detail),)


@pytest.mark.parametrize(
    ("raw", "start", "detail"),
    [
        (b"Caf\xe9 opens", 3, "byte 0xe9 at offset 3"),
        (b"ab\r\ncd\xff", 5, "byte 0xff at offset 6"),
        ("日本".encode()[:-1], 1, "byte 0xe6 at offset 3"),
        (b"\xc0\xaf", 0, "byte 0xc0 at offset 0"),
        (b"\xed\xa0\xbd", 0, "byte 0xed at offset 0"),
        ("é".encode() + b"\x80", 1, "byte 0x80 at offset 2"),
        (b"\xef\xbb\xbfa\xff", 1, "byte 0xff at offset 4"),  # the mark is no part of the text
    ],
)
def test_wrong_bytes_are_told_where_they_begin(raw: bytes, start: int, detail: str) -> None:
    problem = document.read(raw).problems[0]
    assert problem == Problem("not-utf8", start, start + 1, detail)


def test_wrong_bytes_show_as_replacement_characters_one_for_each() -> None:
    found = document.read(b"a\xff\xfeb")
    assert found.text == "a\ufffd\ufffdb"
    assert found.decoded.encode("utf-8", "surrogateescape") == b"a\xff\xfeb"


def test_wrong_bytes_after_a_mark() -> None:
    found = document.read(b"\xef\xbb\xbfa\xff")
    assert found.text == "a\ufffd"
    assert found.has_bom
    assert [problem.kind for problem in found.problems] == ["not-utf8", "byte-order-mark"]


def test_control_characters_are_told_once_a_kind() -> None:
    found = document.read(b"a\x07b\x07c\x00\x1b")
    assert [(problem.start, problem.detail) for problem in found.problems] == [
        (1, "U+0007"),
        (5, "U+0000"),
        (6, "U+001B"),
    ]


@pytest.mark.parametrize("char", ["\x0b", "\x0c", "\x1f", "\x7f", "\x80", "\x85", "\x9f"])
def test_what_counts_as_a_control_character(char: str) -> None:
    assert kinds(f"a{char}b".encode()) == ["control-character"]


@pytest.mark.parametrize("char", ["\t", "\n", "\xa0", "\u2028", "\u200b", "\u3000"])
def test_what_does_not_count_as_one(char: str) -> None:
    assert kinds(f"a{char}b".encode()) == []


@pytest.mark.parametrize(
    ("raw", "detail"),
    [
        (b"a\r\nb\n", "1 CRLF\x001 LF"),
        (b"a\rb\n", "1 LF\x001 CR alone"),
        (b"a\rb\r", "2 CR alone"),
        (b"a\r\r\nb", "1 CRLF\x001 CR alone"),
        (b"a\r\nb\nc\rd\n", "1 CRLF\x002 LF\x001 CR alone"),
    ],
)
def test_line_ends_of_several_kinds_and_bare_returns_are_counted(raw: bytes, detail: str) -> None:
    assert document.read(raw).problems == (Problem("mixed-line-ends", 0, 0, detail),)


def test_the_line_ends_of_utf_16_are_not_counted() -> None:
    found = document.read("a\r\nb\n".encode("utf-16"))
    assert [problem.kind for problem in found.problems] == ["not-utf8"]
    assert found.problems[0].detail.endswith(" at offset 0, as UTF-16 begins")


@pytest.mark.parametrize(
    ("raw", "newline"),
    [
        (b"a\nb\n", "\n"),
        (b"a\r\nb\r\n", "\r\n"),
        (b"a\r\nb\n", "\n"),
        (b"a\r\nb\r\nc\n", "\r\n"),
        (b"abc", "\n"),
        (b"a\rb", "\n"),
    ],
)
def test_the_line_end_of_most_lines_is_the_files(raw: bytes, newline: str) -> None:
    assert document.read(raw).newline == newline


def test_a_lone_return_stays_in_the_line() -> None:
    assert document.read(b"a\rb\r\nc\r\r\n").text == "a\rb\nc\r\n"


def test_offsets_lead_back_over_marks_and_line_ends() -> None:
    found = document.read(b"\xef\xbb\xbfa\r\nb\nc\r\n")
    assert found.text == "a\nb\nc\n"
    assert [found.to_raw(offset) for offset in range(7)] == [1, 2, 4, 5, 6, 7, 9]


@PROPERTY
@given(RAW)
def test_any_bytes_can_be_read_and_written_again(raw: bytes) -> None:
    found = document.read(raw)
    assert found.raw == raw
    assert found.decoded.encode("utf-8", "surrogateescape") == raw
    assert not found.text.startswith("\ufeff") or raw.startswith(b"\xef\xbb\xbf" * 2)


@PROPERTY
@given(RAW)
def test_every_offset_of_the_text_shows_the_same_character_in_the_file(raw: bytes) -> None:
    found = document.read(raw)
    for offset, char in enumerate(found.text):
        there = found.decoded[found.to_raw(offset) : found.to_raw(offset + 1)]
        assert there == ("\r\n" if char == "\n" and len(there) == 2 else char) or (
            char == "\ufffd" and "\udc80" <= there <= "\udcff"
        )
    assert found.to_raw(len(found.text)) == len(found.decoded)
