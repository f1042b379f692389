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
        st.sampled_from(["a: ", "b: ", "c:", "- ", "d: [x, y]", "e: 'f'", 'g: "h"', "i: j k", "l: "]),
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
