"""Snippets: one line around the words that were asked for, whatever their form, and where these stand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.retrieval.asking import asked_terms
from brainwiki.retrieval.snippets import WIDTH, marks, snippet
from tests.helpers import PROPERTY


def marked(text: str, question: str) -> list[str]:
    return [text[start:end] for start, end in marks(text, frozenset(asked_terms(question)))]


@pytest.mark.parametrize(
    ("text", "question", "expected"),
    [
        ("The Pumps run; a pump ran.", "pumping", ["Pumps", "pump"]),
        ("Happy people, happily", "happy", ["Happy"]),
        ("We hope, hoping, hopped", "hoping", ["hope", "hoping"]),
        ("a car carpet cars", "car", ["car", "cars"]),
        ("It is C++, not C.", "C++", ["C++", "C"]),
        ("see foo_bar and foo", "foo_bar", ["foo_bar", "foo"]),
        ("version v1.10 of 2026-01", "v1.10", ["v1.10"]),
        ("記憶と証拠の引用", "証拠引用", ["証拠", "引用"]),
        ("圖書館です", "图书馆", ["圖書館"]),
        ("ＡＢＣ と abc", "abc", ["ＡＢＣ", "abc"]),
        ("猫が好き", "猫", ["猫"]),
        ("nothing here", "pump", []),
        ("", "pump", []),
        ("pump", "", []),
    ],
)
def test_words_are_marked_in_every_form(text: str, question: str, expected: list[str]) -> None:
    assert marked(text, question) == expected


def test_a_snippet_is_one_line_around_most_of_the_words() -> None:
    text = "# Title\n\n" + "filler words here. " * 40 + "\n\nThe red pump runs at forty bar. " + "More filler. " * 40
    shown, offset = snippet(text, frozenset(asked_terms("red pump forty")))
    assert shown.startswith("The red pump runs at forty bar.")
    assert shown.endswith(" …")
    assert text[offset:].startswith("The red pump")
    assert "\n" not in shown
    assert len(shown) <= WIDTH + 4


def test_a_word_far_into_a_line_is_shown_with_what_stands_before_it() -> None:
    text = "start " + "filler " * 60 + "the pump " + "filler " * 60
    shown, offset = snippet(text, frozenset({"pump"}))
    assert shown.startswith("… ")
    assert "pump" in shown
    assert offset > 300


def test_without_words_the_first_line_that_is_no_heading_is_shown() -> None:
    assert snippet("# Title\n\n## Part\n\nWords here.\n", frozenset()) == ("Words here.", 18)
    assert snippet("# Title", frozenset())[0] == "Title"
    assert snippet("", frozenset()) == ("", 0)


def test_cites_and_ids_of_blocks_are_not_shown() -> None:
    assert snippet("It runs. [cite:1] ^c-abc\nMore.", frozenset({"run"}))[0] == "It runs. More."


def test_a_heading_ends_a_snippet() -> None:
    assert snippet("Short pump line.\n\n## Next\n\nOther.", frozenset({"pump"}))[0] == "Short pump line."


@PROPERTY
@given(st.text(max_size=400), st.text(max_size=30))
def test_any_text_and_any_question(text: str, question: str) -> None:
    wanted = frozenset(asked_terms(question))
    spans = marks(text, wanted)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    shown, offset = snippet(text, wanted)
    assert 0 <= offset <= len(text)
    assert len(shown) <= WIDTH + 4
