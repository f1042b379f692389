"""Parts of a text: together they are the text, none is too large, and a cursor leads nowhere else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.mcp.parts import MOST, ROOM, CursorError, part_of
from brainwiki.retrieval.counting import estimate
from tests.helpers import PROPERTY

LINES = st.lists(
    st.text(st.sampled_from("ab 日本\n.é😀\u0301"), max_size=80).map(lambda line: f"{line}\n"), max_size=40
).map("".join)


@PROPERTY
@given(LINES, st.integers(12, 200))
def test_parts_together_are_the_text(text: str, room: int) -> None:
    found, cursor, count = "", "", 0
    while True:
        part = part_of(text, cursor, room)
        assert part.text or not text
        assert part.at == len(found)
        found += part.text
        cursor = part.cursor
        count += 1
        if not cursor:
            break
        assert count <= len(text)
    assert found == text


@pytest.mark.parametrize("line", ["word " * 12, "日本語の文。" * 9, "x" * 60, "0f3a9c" * 10])
@pytest.mark.parametrize("end", ["\n", " "])
def test_no_part_is_larger_than_its_room(line: str, end: str) -> None:
    text = f"{line}{end}" * 2_000
    part, cursor = part_of(text), ""
    assert part.cursor
    while True:
        part = part_of(text, cursor)
        assert estimate(part.text) <= ROOM
        assert estimate(part.told()) <= MOST
        cursor = part.cursor
        if not cursor:
            break


def test_a_part_ends_with_a_line_where_it_can() -> None:
    part = part_of("one two three\n" * 50, room=40)
    assert part.text.endswith("three\n")
    assert part_of("").told() == ""


def test_an_answer_says_how_to_go_on() -> None:
    text = "one two three\n" * 50
    part = part_of(text, room=40)
    cursor = re.search(r'cursor="([^"]+)"\)\Z', part.told())
    assert cursor is not None
    assert cursor[1] == part.cursor
    following = part_of(text, cursor[1], room=40)
    assert following.told().startswith(f"(continues at character {len(part.text)} of 700)\none two")
    assert "cursor" not in part_of(text[:14]).told()


@pytest.mark.parametrize(
    ("cursor", "says"),
    [
        ("x", "is none that was given"),
        ("5", "is none that was given"),
        ("-5-0123456789ab", "is none that was given"),
        ("5-0123456789ab", "belongs to a text that has changed"),
        ("5-0123456789ab\n", "is none that was given"),
        ("٥-0123456789ab", "is none that was given"),
    ],
)
def test_a_foreign_cursor_is_refused(cursor: str, says: str) -> None:
    with pytest.raises(CursorError, match=says):
        part_of("text", cursor)


def test_a_cursor_does_not_lead_beyond_the_end() -> None:
    digest = part_of("one two three\n" * 50, room=40).cursor.partition("-")[2]
    with pytest.raises(CursorError, match="beyond the end"):
        part_of("one two three\n" * 50, f"700-{digest}")
