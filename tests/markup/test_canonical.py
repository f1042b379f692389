"""The fast reader of front matter never disagrees with the strict one: it says the same, or leaves the block to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup import canonical, document, frontmatter
from tests.helpers import PROPERTY, markdown_files

USUAL = """type: entity
title: Größe – a "quoted" word's worth
description: '40 bar: "enough"'
aliases: [Pumpe, ポンプ]
tags: []
sources:
  - id: 1
    resource: sources/report#L3-L4
    quote: "The pump: it runs # well"
    at: 2026-01-01
  - id: 2
    resource: https://example.org/a?b=c#d
generated:
  by: human:anna
  at: 2026-05-02T10:00:00+02:00
confidence: 0.8
"""


def agrees(block: str, offset: int = 4) -> bool:
    """Whether the fast reader reads a block; what it reads must be what the strict one reads."""
    try:
        meta, starts, ambiguous = canonical.read(block, offset)
    except canonical.NotCanonicalError:
        return False
    strict = frontmatter.read_strictly(block, offset, 0)
    assert strict.problems == (), block
    assert (meta, list(meta)) == (strict.meta, list(strict.meta)), block
    assert (starts, ambiguous) == (strict.starts, strict.ambiguous), block
    return True


def test_the_usual_form_is_read_fast() -> None:
    assert agrees(USUAL)
    meta = canonical.read(USUAL, 0).meta
    assert meta["sources"][0]["quote"] == "The pump: it runs # well"
    assert meta["aliases"] == ["Pumpe", "ポンプ"]


@pytest.mark.parametrize(
    "block",
    [
        *(
            "",
            "\n",
            "# a\n",
            "a\n",
            "a:\n",
            "a: \n",
            "a: b # c\n",
            "a: |\n  b\n",
            "a: >\n  b\n",
            "a: &x b\n",
            "a: *x\n",
            "a: !x b\n",
        ),
        *(
            "a: {b: c}\n",
            "a: [b, [c]]\n",
            "a: ['b']\n",
            "a: [b: c]\n",
            "a: 'b''c'\n",
            'a: "b\\n"\n',
            "a: b: c\n",
            "a: b\na: c\n",
        ),
        *(
            " a: b\n",
            "a: b\n  c\n",
            "a:b\n",
            "- a\n",
            "a:\n- b\n - c\n",
            "a: [b\n",
            "a: 'b\n",
            "a: b\n---\nc: d\n",
            "? a\n: b\n",
        ),
        *(
            "a: b\t\n",
            "a:\tb\n",
            "\ta: b\n",
            "a: b\x85c: d\n",
            "a: b\u2028c: d\n",
            "a: \ufeffb\n",
            "a: b\x07\n",
            'a: "b\x00"\n',
            "a: 'b\x1b'\n",
            'a: "b\x7f"\n',
            "a: [b\x07]\n",
            "a: %b\n",
            "a: @b\n",
        ),
        *(
            "a: - b\n",
            "a: ? b\n",
            "a:\n  - - b\n",
            "a:\n  -\n",
            "a:\n  b: c\n d: e\n",
            "é: a\n",
            "'a': b\n",
            "a : b\n",
            "a: b:\n",
        ),
        *(
            "a: [b,, c]\n",
            "a: [,]\n",
            "a: [b]c\n",
            "a: 'b' c\n",
            '"a: b"\n',
            "a: ''b\n",
            "a: b\n\n\nc: d\n  e: f\n",
            "a: b\n...\n",
        ),
    ],
)
def test_anything_else_is_read_the_same_or_left_alone(block: str) -> None:
    agrees(block)


WORDS = st.text(
    st.sampled_from("ab1-.:#[]{},&*!|>'\"%@`~?/\\ \té日\x00\x07\x1b\x7f\x85\x9b\u2028\xa0\ufeff\u3000"), max_size=9
)
KEYS = st.sampled_from(["a", "b", "title", "x-y", "_z", "A1", "é", "'q'", "a b", "<<", "no"])
LINES = st.one_of(
    st.tuples(
        st.sampled_from(["", "  ", "    ", " "]),
        st.sampled_from(["", "- ", "-  ", "-"]),
        KEYS,
        st.sampled_from([": ", ":", ":  "]),
        WORDS,
    ).map("".join),
    st.tuples(st.sampled_from(["", "  ", "    "]), st.sampled_from(["- ", "-"]), WORDS).map("".join),
    WORDS,
)
NEAR = st.lists(
    st.tuples(
        st.sampled_from(["", "  ", "  - ", "    "]),
        st.sampled_from(["a: ", "b: ", "c:", "sources:", "- ", "d: [x, y]", "e: 'f'", 'g: "h"', "i: j k", "l: "]),
        st.sampled_from(
            [
                "",
                "x",
                "1.0",
                "'y'",
                '"z"',
                "a b",
                "[a]",
                "[]",
                "[ ]",
                "[a, ]",
                "x: y",
                "x #y",
                "x#y",
                "-",
                "~",
                "日本",
                "é",
                "a:b",
            ]
        ),
    ).map("".join),
    max_size=7,
)


@PROPERTY
@given(st.lists(LINES, max_size=6).map("\n".join))
def test_blocks_of_any_lines(block: str) -> None:
    agrees(block + "\n")


@PROPERTY
@given(NEAR.map("\n".join))
def test_blocks_near_the_usual_form(block: str) -> None:
    agrees(block + "\n")


@PROPERTY
@given(WORDS)
def test_one_value(words: str) -> None:
    agrees(f"a: {words}\n")
    agrees(f"a: [{words}]\n")
    agrees(f"a: '{words}'\n")
    agrees(f'a: "{words}"\n')
    agrees(f"a:\n  - {words}\n  - b: {words}\n    c: d\n")


def test_real_front_matter(corpus: Path) -> None:
    for path in markdown_files(corpus):
        text = document.read(path.read_bytes()).text
        block = frontmatter.HANDLER.locate(text)
        if block is not None:
            agrees(text[block.start : block.end], block.start)


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("sources:\n  - id: 1\n    resource: a\n  - id: 2\n", ["id: 1", "id: 2"]),
        ("sources:\n- id: 1\n- resource: b\n", ["id: 1", "resource: b"]),
        ("title: T\nsources:\n    - id: 1\n      quote: 'q'\ntags: [x]\n", ["id: 1"]),
        ("other:\n  - id: 1\n", []),
        ("a:\n  sources:\n    - id: 1\n", []),
        ("sources:\n  - one\n", ["one"]),
        ("sources:\n  - 'one'\n  - id: 2\n  - [a, b]\n  - id: 3\n", ["'one'", "id: 2", "[a, b]", "id: 3"]),
        ("sources: []\n", []),
        ("sources: one\n", []),
    ],
)
def test_entries_of_sources_start_behind_their_dash(block: str, words: list[str]) -> None:
    assert agrees(block, 7)
    starts = canonical.read(block, 7).starts
    assert [block[start - 7 :].partition("\n")[0] for start in starts] == words


def test_starts_move_with_the_offset() -> None:
    assert [start - 100 for start in canonical.read(USUAL, 100).starts] == list(canonical.read(USUAL, 0).starts)


AMBIGUOUS = [
    *("yes", "Yes", "no", "NO", "on", "Off", "y", "N"),
    *("12:30", "1:02:03.5", "010", "0x1F", "0o17", "0b101", "1_000", "1.10", "1.", "683e725", "1.5E-3"),
    *("1234567890123456", "-010", "+12:30"),
]
CLEAR = [
    "yesterday",
    "none",
    "nor",
    "1",
    "1.5",
    "2026-08-01",
    "v1.10",
    "ON-1",
    "onto",
    "1,000",
    "abc",
    "é",
    "123456789012345",
]


@pytest.mark.parametrize("word", AMBIGUOUS)
def test_a_plain_word_that_others_read_as_something_else_is_ambiguous(word: str) -> None:
    for block in (f"a: {word}\n", f"a: [b, {word}]\n", f"a:\n  - {word}\n", f"a:\n  b:\n    - c: {word}\n"):
        if agrees(block):
            assert canonical.read(block, 0).ambiguous, block
    assert canonical.AMBIGUOUS.match(word)
    assert word[0] in canonical.SUSPECT


@pytest.mark.parametrize("word", CLEAR)
def test_other_words_are_clear(word: str) -> None:
    for block in (f"a: {word}\n", f"a:\n  - {word}\n"):
        assert agrees(block)
        assert not canonical.read(block, 0).ambiguous


@pytest.mark.parametrize("word", AMBIGUOUS)
def test_quoted_words_are_clear_and_so_are_keys(word: str) -> None:
    for block in (f"a: '{word}'\n", f'a: "{word}"\n', f"a:\n  - '{word}'\n"):
        assert agrees(block)
        assert not canonical.read(block, 0).ambiguous


@PROPERTY
@given(st.text(st.sampled_from("0123456789+-._:eExobyYnNoOfFsStT"), min_size=1, max_size=8))
def test_whatever_is_ambiguous_begins_like_it(word: str) -> None:
    """The first letter decides whether the expression is tried at all."""
    if canonical.AMBIGUOUS.match(word) and not word.startswith("."):
        assert word[0] in canonical.SUSPECT
    agrees(f"a: {word}\n")
