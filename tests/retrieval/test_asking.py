"""Questions: filters, phrases and exclusions are taken, everything else is words, and nothing that is typed is an error."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model.query import Filters, Query
from brainwiki.retrieval.asking import LONGEST, MOST_TERMS, asked_terms, holds, query_of
from brainwiki.retrieval.stopwords import STOP
from tests.helpers import PROPERTY

TODAY = date(2026, 12, 1)


def asked(text: str) -> Query:
    return query_of(text, TODAY)


@pytest.mark.parametrize(
    ("text", "words", "filters"),
    [
        ("type:concept pump", "pump", Filters(types=("concept",))),
        ("TYPE:concept Tag:A tags:b", "", Filters(types=("concept",), tags=("A", "b"))),
        ('tag:"big data" pump', "pump", Filters(tags=("big data",))),
        ("scope:project:x in:notes/ a", "a", Filters(scopes=("project:x",), inside=("notes/",))),
        ("kind:Note kind:page", "", Filters(kinds=("note", "page"))),
        ("before:2026-09 after:2025 a", "a", Filters(before="2026-09-01", after="2025-01-01")),
        ("after：2026-1-5", "", Filters(after="2026-01-05")),
        ("kind:pages", "kind:pages", Filters()),
        ("before:soon before:2026-13 after:2026-02-30", "before:soon before:2026-13 after:2026-02-30", Filters()),
        ("tag: x", "tag: x", Filters()),
        ('tag:"" x', 'tag:"" x', Filters()),
        ("https://example.org/a:b 10:30", "https://example.org/a:b 10:30", Filters()),
        ("mytype:x", "mytype:x", Filters()),
    ],
)
def test_filters_are_taken_and_what_is_none_stays_words(text: str, words: str, filters: Filters) -> None:
    query = asked(text)
    assert (query.words, query.filters) == (words, filters)


def test_filters_of_a_caller_stand_beside_those_of_the_question() -> None:
    query = query_of("kind:page in:a x", TODAY, ("note",), ("b",))
    assert query.filters == Filters(kinds=("note", "page"), inside=("b", "a"))


@pytest.mark.parametrize(
    ("text", "words", "phrases", "excluded"),
    [
        ('the "exact words" here', "the exact words here", ("exact words",), ()),
        ("“curly ones” too", "curly ones too", ("curly ones",), ()),
        ('"a b', '" a b', (), ()),
        ('a" b', 'a " b', (), ()),
        ('"" x', " x", (), ()),
        ("pump -valve", "pump", (), ("valve",)),
        ('pump -"old valve" -x', "pump", (), ("old valve", "x")),
        ("foo-bar a - b --c", "foo-bar a - b --c", (), ()),
        ("-tag:x y", "y", (), ("tag:x",)),
        ("-🎉 y", "y", (), ()),
        ("「引用」 とは", "「引用」 とは", (), ()),
        ("C++ NOT foo-bar* (a OR b) NEAR/3 ^x {y} :", "C++ NOT foo-bar* (a OR b) NEAR/3 ^x {y} :", (), ()),
    ],
)
def test_phrases_and_exclusions(text: str, words: str, phrases: tuple[str, ...], excluded: tuple[str, ...]) -> None:
    query = asked(text)
    assert (query.words, query.phrases, query.excluded) == (words, phrases, excluded)


def test_a_long_question_is_cut_and_says_so() -> None:
    query = asked("word " * 20_000)
    assert len(query.text) == LONGEST
    assert query.note == "The question has 100,000 characters; the first 2,000 were read."
    assert asked("word").note == ""


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("How does the pump work?", ("pump", "work")),
        ("what is it", ("what", "is", "it")),
        ("pump Pumps PUMP", ("pump",)),
        ("C++ and v1.10", ("c", "c++", "v1", "10", "v1.10")),
        ("ベクトルの使い方", ("ベク", "クト", "トル", "ルの", "の使", "使", "使い", "い方", "方")),
        ("猫", ("猫",)),
        ("猫と犬", ("猫", "猫と", "と犬", "犬")),
        ("です", ("です",)),
        ("の", ("の",)),
        ("我们的数据库", ("们的", "的数", "数据", "据库")),
        ("🎉 ! \x00", ()),
        ("", ()),
    ],
)
def test_terms_are_those_that_tell_texts_apart(words: str, terms: tuple[str, ...]) -> None:
    assert asked_terms(words) == terms


def test_terms_are_bounded() -> None:
    assert len(asked_terms(" ".join(f"word{number}" for number in range(1_000)))) == MOST_TERMS


def test_stop_words_are_written_as_terms() -> None:
    assert {"the", "doe", "什么", "何故"} <= STOP
    assert not {"pump", "after", "before", ""} & STOP


@pytest.mark.parametrize(
    ("phrase", "text", "held"),
    [
        ("Exact  Words", "some exact\nwords", True),
        ("ＡＢＣ", "abc", True),
        ("圖書館", "图书馆", True),
        ("exact words", "words exact", False),
    ],
)
def test_a_phrase_is_held_whatever_its_form(phrase: str, text: str, held: bool) -> None:
    assert holds(phrase, text) is held


@PROPERTY
@given(st.text(max_size=300) | st.text(alphabet='"-:：“” \n0tagkinbefor', max_size=200))
def test_whatever_is_typed_has_a_meaning(text: str) -> None:
    query = asked(text)
    assert query.text == text
    assert all(phrase.strip() for phrase in query.phrases)
    assert all(term for term in asked_terms(query.words))
    assert not any(" " in term for term in asked_terms(query.words))


@pytest.mark.parametrize(
    "text", ['a "' * 50_000, "x" * 100_000, "-" * 100_000, "tag:" * 30_000, "“" * 90_000, "\n" * 100_000]
)
def test_a_paste_is_a_question_like_others(text: str) -> None:
    query = asked(text)
    assert query.note
    assert len(query.words) <= LONGEST * 2
    assert len(asked_terms(query.words)) <= MOST_TERMS
