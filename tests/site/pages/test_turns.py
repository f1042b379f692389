"""The text of a turn: prose, code, folds and cuts; no word of it is ever markup."""

from __future__ import annotations

import pytest

from brainwiki.site.pages.turns import HEAD_LINES, MAX_LINES, Block, Shown, shown, size_of
from brainwiki.site.stretches import SHOWN
from brainwiki.site.text.quotes import Piece, Spot
from brainwiki.site.words import words_of

WORDS = words_of("en")


def told(text: str, role: str = "assistant", *spots: Spot) -> Shown:
    return shown(WORDS, text, role, spots)


def plain(blocks: tuple[Block, ...]) -> list[tuple[str, str]]:
    return [(block.kind, "".join(piece.words for piece in block.pieces)) for block in blocks]


def test_prose_is_one_block() -> None:
    assert told("One\n\ntwo <b>three</b> **four**\n").blocks == (
        Block("text", (Piece("One\n\ntwo <b>three</b> **four**"),)),
    )
    assert told("").blocks == ()


def test_fences_are_code_and_nothing_else_is() -> None:
    found = told("Look:\n\n```python\nprint('<b>')\n\n  x\n```\n\nSo `x` is.\n~~~\nplain\n~~~\n")
    assert plain(found.blocks) == [
        ("text", "Look:"),
        ("code", "print('<b>')\n\n  x\n"),
        ("text", "So `x` is."),
        ("code", "plain\n"),
    ]
    assert [block.language for block in found.blocks] == ["", "python", "", ""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```\nopen to the end", [("code", "open to the end")]),
        ("````\n```\ninner\n```\n````\nafter", [("code", "```\ninner\n```\n"), ("text", "after")]),
        ("    ```\nindented is prose", [("text", "    ```\nindented is prose")]),
        ("a ``` b", [("text", "a ``` b")]),
        ("```a``` is inline", [("text", "```a``` is inline")]),
        ("```\n```", [("code", "")]),
    ],
)
def test_odd_fences(text: str, expected: list[tuple[str, str]]) -> None:
    assert plain(told(text).blocks) == expected


def test_tool_output_is_never_read_for_code() -> None:
    assert plain(told("```\nx\n```", "tool").blocks) == [("text", "```\nx\n```")]


def test_quotes_are_marked_in_prose_and_in_code() -> None:
    text = "Say: the end.\n```\nof it all\n```"
    found = told(text, "user", Spot(5, 25, "q"))
    assert found.blocks[0].pieces == (Piece("Say: "), Piece("the end.", True, ("q",)))
    assert found.blocks[1].pieces[0].is_marked


def test_a_long_turn_is_folded_after_some_lines() -> None:
    lines = [f"line {n}" for n in range(MAX_LINES + 5)]
    found = told("\n".join(lines), "user")
    assert plain(found.blocks) == [("text", "\n".join(lines[:HEAD_LINES]))]
    assert plain(found.rest) == [("text", "\n".join(lines[HEAD_LINES:]))]
    assert (found.more, found.is_rest_open) == (MAX_LINES + 5 - HEAD_LINES, False)
    short = told("\n".join(lines[:MAX_LINES]), "user")
    assert (short.rest, short.more) == ((), 0)


def test_one_endless_line_is_folded_at_a_blank() -> None:
    found = told("word " * 4_000)
    assert len(found.blocks[0].pieces[0].words) <= HEAD_LINES * 90
    assert found.blocks[0].pieces[0].words.endswith("word")
    assert found.rest[0].pieces[0].words.startswith("word")
    signs = told("漢" * 8_000)
    assert sum(len(one.pieces[0].words) for one in (*signs.blocks, *signs.rest)) == 8_000


def test_a_quote_behind_the_fold_opens_it() -> None:
    text = "\n".join(f"line {n}" for n in range(100))
    at = text.index("line 90")
    assert told(text, "user", Spot(at, at + 7, "q")).is_rest_open
    assert not told(text, "user", Spot(0, 6, "q")).is_rest_open


def test_code_over_the_fold_stays_code_on_both_sides() -> None:
    text = "```\n" + "\n".join(f"x{n}" for n in range(100)) + "\n```\nend"
    found = told(text)
    assert [kind for kind, _ in plain(found.blocks)] == ["code"]
    assert plain(found.rest)[-1] == ("text", "end")
    whole = plain(found.blocks)[0][1] + plain(found.rest)[0][1]
    assert whole.split() == [f"x{n}" for n in range(100)]


def test_a_huge_turn_is_cut_and_says_so() -> None:
    found = told("x" * 2_000_000, "tool")
    assert [kind for kind, _ in plain(found.blocks)] == ["text", "cut"]
    assert len(found.blocks[0].pieces[0].words) == SHOWN
    assert plain(found.blocks)[1][1] == "cut: 2.0 MB not shown here"
    assert (found.size, found.rest) == ("2.0 MB", ())


def test_around_a_quote_beyond_the_cut_the_text_is_shown() -> None:
    text = "x" * 500_000 + " the needle " + "y" * 500_000
    at = text.index("the needle")
    found = told(text, "tool", Spot(at, at + 10, "q"))
    assert [kind for kind, _ in plain(found.blocks)] == ["text", "cut", "text", "cut"]
    assert Piece("the needle", True, ("q",)) in found.blocks[2].pieces
    near = told("x" * SHOWN + " the needle " + "y" * 9_000, "tool", Spot(SHOWN + 1, SHOWN + 11, "q"))
    assert [kind for kind, _ in plain(near.blocks)] == ["text", "cut"], "no gap where none is worth it"


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("", "0 B"),
        ("abc", "3 B"),
        ("漢" * 333, "999 B"),
        ("x" * 1_000, "1 kB"),
        ("x" * 1_940_000, "1.9 MB"),
        ("\ud800", "3 B"),
    ],
)
def test_sizes(text: str, size: str) -> None:
    assert size_of(text) == size
