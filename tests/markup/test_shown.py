"""Words of a stranger are shown as they are, and nothing in them does anything."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup.shown import code, cut, prose, visible
from tests.helpers import PROPERTY
from tests.markup.inert import ODD, assert_inert, tokens


@PROPERTY
@given(st.lists(ODD, max_size=30).map("".join))
def test_prose_shows_the_characters_of_a_text_and_does_nothing_else(text: str) -> None:
    written = "- x " + prose(text, 500)
    assert_inert(written)
    seen = "".join(token.content for token in tokens(written))
    assert re.sub(r"[`\s]", "", seen) == re.sub(r"[`\s]", "", "x" + visible(text))


@PROPERTY
@given(st.lists(ODD, max_size=30).map("".join))
def test_a_name_is_one_span_of_code(text: str) -> None:
    (span,) = [token for token in tokens(f"x {code(cut(text or '.', 500))}") if token.type == "code_inline"]
    assert span.content == visible(text or ".")


def test_ordinary_words_stay_words() -> None:
    for words in (
        "Write the page, or name one that exists by path, file name, title or alias.",
        "The name (of 1,234 pages) isn't well-formed: “x”, 0.5 — or is it?",
        "「日本語」の頁です。",
    ):
        assert prose(words, 500) == words
    assert prose("Nothing answers to [[a b]]: see `index`.", 500) == "Nothing answers to `[[a` `b]]`: see `index`."
    assert prose("a `b``c`", 500) == "a `b` `c`"
    assert prose("[[x]]`y`", 500) == "`[[x]]` `y`"
    assert prose("fixed in 0123abcd, GH-1", 500) == "fixed in `0123abcd`, `GH-1`"


def test_long_words_are_cut() -> None:
    assert prose("(until 2026-05-02) It was red.", 500) == "(until 2026-05-02) It was red."
    assert prose("call 555-01-02 or 2026-05-021", 500) == "call `555-01-02` or `2026-05-021`"
    assert prose("a" * 20, 5) == "aaaaa…"
    assert cut("\u202e" * 20, 8) == "␛U+202E␛…"
    assert cut("12345", 5) == "12345"


def test_what_a_terminal_would_obey_is_named() -> None:
    assert visible("a\x1b[31m\tb\u202e") == "a␛U+001B[31m b␛U+202E"
    assert visible("日本 é") == "日本 é"
