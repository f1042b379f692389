"""Tokens: one form for forms that mean the same, the whole beside its parts, and work that grows with the text alone."""

from __future__ import annotations

import random
import re

import pytest

from brainwiki.retrieval.han import FOLDED, FORMS
from brainwiki.retrieval.stems import stem
from brainwiki.retrieval.tokens import LETTER, RUN, folded, terms, tokens
from tests.retrieval.corpus import CASES, WORDS, strings


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_texts_are_cut_as_written(text: str, expected: list[str]) -> None:
    assert [one.text for one in tokens(text)] == expected


def test_the_quick_way_gives_the_same_terms() -> None:
    for text in [*strings(random.Random(1), 2_000), *(text for text, _ in CASES)]:
        assert sorted(terms(text)) == sorted(one.text for one in tokens(text))


def test_places_are_those_of_the_folded_text() -> None:
    text = "Das ist C++ 圖書館"
    shape = folded(text)
    assert [(one.text, shape[one.start : one.end], one.kind) for one in tokens(text)][-7:] == [
        ("c", "c", "word"), ("c++", "c++", "whole"), ("图", "图", "single"),
        ("图书", "图书", "pair"), ("书", "书", "single"), ("书馆", "书馆", "pair"), ("馆", "馆", "single"),
    ]  # fmt: skip


def test_folding_twice_changes_nothing() -> None:
    for text, _ in CASES:
        assert folded(folded(text)) == folded(text)


def test_forms_of_a_character_lead_to_one_that_stays() -> None:
    assert len(FOLDED) == sum(len(word) - 1 for word in FORMS.split()) > 3_000
    assert not set(FOLDED) & set(FOLDED.values())
    assert (FOLDED["圖"], FOLDED["図"], FOLDED["髙"], FOLDED["氣"], FOLDED["気"]) == ("图", "图", "高", "气", "气")
    assert not {"弁", "后", "里", "台"} & set(FOLDED)


def test_no_character_is_of_two_classes() -> None:
    both = re.compile(f"[{RUN}]"), re.compile(f"[{LETTER}]")
    seen = {bool(one.match(chr(code))) for code in range(0x110000) if not 0xD800 <= code < 0xE000 for one in both}
    assert seen == {True, False}
    assert not any(both[0].match(chr(code)) and both[1].match(chr(code)) for code in range(0x110000))


STEMS = {
    "caresses": "caress", "ponies": "poni", "cats": "cat", "feed": "feed", "agreed": "agre", "plastered": "plaster",
    "bled": "bled", "sing": "sing", "conflated": "conflat", "hopping": "hop", "hoping": "hope", "falling": "fall",
    "fizzed": "fizz", "filing": "file", "happy": "happi", "sky": "sky", "rate": "rate", "rating": "rate", "controll": "control",
    "roll": "roll", "measuring": "measur", "measure": "measur", "studies": "studi", "study": "studi", "boxes": "box", "is": "is",
}  # fmt: skip


@pytest.mark.parametrize(("word", "expected"), STEMS.items())
def test_stems(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_stems_of_odd_words() -> None:
    assert all(isinstance(stem(word), str) and stem(word) for word in WORDS)
    assert stem("s" * 41) == "s" * 41


@pytest.mark.parametrize("piece", ["ー", "カー", "a-", "a.", "+", "a+", "猫", "ｶﾞ", "e\u0301", "1.", "_"])
def test_long_runs_give_tokens_in_proportion(piece: str) -> None:
    few, many = (sum(len(word) for word in terms(piece * count)) for count in (1_000, 10_000))
    assert many <= 11 * max(few, 40)
    assert len(terms(piece * 10_000)) <= 60_000
