"""Where texts may be cut: between blocks, else sentences, never in a table or a fence."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.retrieval.borders import borders, furthest, hard_ends, sentence_ends
from tests.helpers import PROPERTY

FENCE = "```py\nx = 1\n\n\ny = 2\n```"
TABLE = "| a | b |\n|---|---|\n| c | d |\n| e | f |"
BLOCKS = ["One. Two.", "A paragraph\nof two lines.", "- item\n    - child\n- second", FENCE, TABLE, "> quoted\n> text", "$$\nx\n$$", "    indented\n\n    code", "<div>\n\n</div>", "## Heading\n\nUnder it.", "Set\n===\n\nx"]  # fmt: skip


def pieces(text: str) -> list[str]:
    cuts = [0, *borders(text)]
    return [text[one:other].strip("\n") for one, other in pairwise(cuts)]


def test_blocks_are_pieces() -> None:
    assert pieces("One.\n\nTwo\nlines.\n\nThree.\n") == ["One.", "Two\nlines.", "Three."]
    assert pieces("- a\n    - b\n- c") == ["- a", "    - b", "- c"]


@pytest.mark.parametrize(
    "solid", [FENCE, TABLE, "~~~\na\n\nb\n~~~", "$$\na\nb\n$$", "<!--\na\n\nb\n-->", "| a |\n|---|"]
)
def test_a_table_or_a_fence_is_one_piece(solid: str) -> None:
    assert pieces(f"Before.\n\n{solid}\n\nAfter.") == ["Before.", solid, "After."]


def test_a_fence_that_never_closes_is_one_piece() -> None:
    assert pieces("Before.\n\n```\na\n\nb\n") == ["Before.", "```\na\n\nb"]


def test_a_heading_is_not_parted_from_what_stands_under_it() -> None:
    assert pieces("A.\n\n## B\n\nC.\n\nSet\n---\n\nD.") == ["A.", "## B\n\nC.", "Set\n---\n\nD."]


def test_sentences_of_the_first_block() -> None:
    text = "It is e.g. `a. b` so. [cite:1] Two!\n\nThree."
    assert [text[:at] for at in sentence_ends(text)] == [
        "It is e.g. `a. b` so. [cite:1]",
        "It is e.g. `a. b` so. [cite:1] Two!",
    ]
    assert sentence_ends("一つ。二つ。") == [3, 6]
    for solid in (FENCE, TABLE, ""):
        assert sentence_ends(solid) == []


def test_hard_ends_are_lines_else_words_else_characters() -> None:
    assert hard_ends("a\nb c\n") == [1, 5]
    assert hard_ends("aa bb") == [2]
    assert hard_ends("abc") == [1, 2]


def test_the_furthest_that_fits() -> None:
    assert furthest([2, 4, 8], lambda at: at <= 5) == 4
    assert furthest([2, 4, 8], lambda at: True) == 8
    assert furthest([2, 4, 8], lambda at: False) == -1
    assert furthest([], lambda at: True) == -1


@PROPERTY
@given(st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=6))
def test_no_border_lies_inside_a_block(blocks: list[str]) -> None:
    text = "\n\n".join(blocks)
    found = borders(text)
    assert found == sorted(set(found))
    assert found[-1] == len(text)
    for at in found:
        assert text[:at].count("```") % 2 == 0
        assert text[:at].count("$$") % 2 == 0
        assert not (text[:at].endswith("|") and text[at:].startswith("\n|"))
        assert not text[:at].rpartition("\n")[2].startswith("#")


@PROPERTY
@given(st.text(alphabet="ab \n`|-#>*$.<!。", max_size=80))
def test_any_text_has_borders_in_order(text: str) -> None:
    found = borders(text)
    assert found == sorted(found)
    assert found[-1] == len(text.rstrip())
    assert all(0 <= at <= len(text) for at in [*found, *sentence_ends(text)])
