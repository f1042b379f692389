"""Lines at the end of a text, and the text without them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.usecases.agents.tail import created, with_lines, without_lines
from tests.helpers import PROPERTY

LINES = ["[ours]", "a = 1", "b = 2"]


def cut(text: str) -> str:
    start = text.index("[ours]")
    return without_lines(text, start, text.index("b = 2") + 5, "[ours")


@PROPERTY
@given(st.lists(st.sampled_from(["x", "\n", "\r\n", "\r", " ", "é"]), max_size=8).map("".join))
def test_what_stood_there_keeps_its_bytes(text: str) -> None:
    assert cut(with_lines(text, LINES)) == text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "[ours]\na = 1\nb = 2"),
        ("x", "x\n\n[ours]\na = 1\nb = 2"),
        ("x\n", "x\n\n[ours]\na = 1\nb = 2\n"),
        ("x\r\n", "x\r\n\r\n[ours]\r\na = 1\r\nb = 2\r\n"),
    ],
)
def test_they_stand_after_an_empty_line(text: str, wanted: str) -> None:
    assert with_lines(text, LINES) == wanted


@PROPERTY
@given(st.sampled_from(["", "x\n", "x\r\n", "x"]), st.text(alphabet="yz \n", min_size=1, max_size=6))
def test_what_was_written_behind_them_stays(text: str, more: str) -> None:
    whole = with_lines(text, LINES)
    assert cut(f"{whole}\n{more}").endswith(more)
    assert cut(f"{whole}\n{more}").startswith(text)


def test_a_new_file_ends_with_a_line_end() -> None:
    assert created(LINES) == "[ours]\na = 1\nb = 2\n"
    assert cut(created(LINES)) == ""


def test_other_lines_of_ours_come_up_to_the_top() -> None:
    others = "[ours2]\na = 1\n"
    assert cut(f"{created(LINES)}\n{others}") == others
    assert cut(f"{created(LINES)}\nmine\n") == "\nmine\n"
