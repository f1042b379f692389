"""A body is cut into the pieces that people edit as wholes, and nothing but white space stands between them."""

from __future__ import annotations

import random

import pytest

from brainwiki.markup.units import units


def cut(text: str, body: int = 0) -> list[tuple[str, str]]:
    """The kinds and texts of the units of a body."""
    return [(one.kind, text[one.start : one.end]) for one in units(text, body)]


def test_each_kind_of_block() -> None:
    """An item holds its children, a table gives its rows, a heading needs no blank line below it."""
    text = (
        "# H\nText\nand more\n\n- a\n    - (until 2026-01-01) b\n\n- c\n\n  still c\n\n1. x\n2. y\n\n"
        "| a |\n|---|\n| 1 |\n| 2 |\n\n> q\n> - z\n\n```\ncode\n\nmore\n```\n\n***\n"
    )
    assert cut(text) == [
        ("heading", "# H"),
        ("text", "Text\nand more"),
        ("item", "- a\n    - (until 2026-01-01) b"),
        ("item", "- c\n\n  still c"),
        ("item", "1. x"),
        ("item", "2. y"),
        ("text", "| a |"),
        ("text", "|---|"),
        ("row", "| 1 |"),
        ("row", "| 2 |"),
        ("text", "> q\n> - z"),
        ("text", "```\ncode\n\nmore\n```"),
        ("text", "***"),
    ]


def test_what_is_no_block_is_a_unit_too() -> None:
    """Definitions of links and comments are kept apart from the paragraph that follows."""
    text = "A.\n\n[ref]: https://example.org\n[two]: https://example.org/2\n\n<!-- why -->\nB.\n"
    assert [words for _, words in cut(text)] == [
        "A.",
        "[ref]: https://example.org\n[two]: https://example.org/2",
        "<!-- why -->",
        "B.",
    ]


def test_offsets_count_code_points_and_start_at_the_body() -> None:
    """Front matter is left out, and wide characters are one each."""
    text = "---\ntitle: 猫\n---\n- 猫が好き。\n- 犬も。\n"
    assert cut(text, text.index("- 猫")) == [("item", "- 猫が好き。"), ("item", "- 犬も。")]


@pytest.mark.parametrize("text", ["", "\n", "   \n\n", "\n\n\n"])
def test_an_empty_body_has_none(text: str) -> None:
    """White space alone is no unit."""
    assert cut(text) == []


def test_whatever_the_text_all_its_ink_is_in_exactly_one_unit() -> None:
    """Random Markdown: the units stand in order, apart, and leave nothing but white space."""
    source = random.Random(7)
    pieces = [
        "- ",
        "a",
        "\n",
        "\n\n",
        "  ",
        "    ",
        "> ",
        "| x |\n|--|\n",
        "# ",
        "```\n",
        "1. ",
        "字",
        "<!--",
        "-->",
        "[r]: /x\n",
        "***\n",
        "\t",
    ]
    for _ in range(2000):
        text = "".join(source.choice(pieces) for _ in range(source.randint(1, 25)))
        found = units(text, 0)
        rest, at = [], 0
        for one in found:
            assert at <= one.start < one.end
            assert text[one.start : one.end].strip()
            assert "\n" in text[at : one.start] or at == 0
            rest.append(text[at : one.start])
            at = one.end
        rest.append(text[at:])
        assert not "".join(rest).strip(), text
