"""A sentence in comparable form: what a reader sees, its tokens, and what it is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims.words import Words, likeness, words_of
from tests.helpers import PROPERTY


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The Pump runs.", "the pump runs."),
        ("(until 2026-05-02) The pump ran.", "the pump ran."),
        ("It ran (until 2026-05-02) fast.", "it ran (until 2026-05-02) fast."),
        ("See [[pump|the pump]] and [[valve]].", "see the pump and valve."),
        ("See [[pump\\|the pump]].", "see the pump."),
        ("See [the pump](../pump.md#x).", "see the pump."),
        ("An ![[image.png]] here.", "an image.png here."),
        ("It doesn’t  run.", "it does not run."),
        ("ＡＢＣ４０", "abc40"),
    ],
)
def test_what_a_reader_sees(text: str, shown: str) -> None:
    assert Words(text).shown == shown


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The pump runs.", "the **pump** runs!"),
        ("The pump, it runs", "The pump: it runs."),
        ("It doesn't run.", "It does not run."),
        ("See [[pump|it]].", "See [it](pump.md)."),
        ("ポンプは動く。", "ポンプは動く"),
        ("(until 2026-05-02) It ran.", "It ran."),
        ("圧力は４０バール。", "圧力は40バール。"),
    ],
)
def test_the_key_does_not_see_punctuation(one: str, other: str) -> None:
    assert Words(one).key == Words(other).key


@pytest.mark.parametrize(("one", "other"), [("It runs.", "It ran."), ("👍", "👎"), ("a b", "b a"), ("泵", "阀")])
def test_other_words_are_another_key(one: str, other: str) -> None:
    assert Words(one).key != Words(other).key


def test_tokens_are_words_and_pairs_of_characters() -> None:
    assert Words("The pump runs at 40 bar.").tokens == {"the", "pump", "runs", "at", "40", "bar"}
    assert Words("圧力は40バール").tokens == {"圧力", "力は", "40", "バー", "ール"}
    assert Words("泵 runs").tokens == {"泵", "runs"}
    assert Words("…").tokens == {"..."}
    assert Words("펌프는 작동한다").tokens == {"펌프는", "작동한다"}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("[[plan-2025]] names 3 pumps", ("3",)),
        ("[[plan-2025|plan 7]] names 3 pumps", ("3", "7")),
        ("[page 4](https://e.org/9) https://e.org/8", ("4",)),
        ("**40** bar, `50` bar, <**60** bar", ("40", "50", "<60")),
        ("(until 2026-05-02) It ran at 40 bar.", ("40",)),
    ],
)
def test_numbers_of_names_and_addresses_are_no_statement(text: str, numbers: tuple[str, ...]) -> None:
    assert Words(text).figures.numbers == numbers


def test_a_month_is_no_modal_word() -> None:
    assert Words("It ran on 2 May 2026.").polarity.modals == frozenset()
    assert Words("It may run on 2 May 2026.").polarity.modals == {"possible"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The pump runs at 40 bar.", "The pump runs at 400 bar."),
        ("The pump runs.", "The pump does not run."),
        ("The pump may run.", "The pump must run."),
        ("It was built on 2 May 2026.", "It was built on 3 June 2025."),
        ("圧力は40バールである。", "圧力は四百バールである。"),
        ("泵在运行。", "泵不在运行。"),
        ("It has two pumps.", "It has three pumps."),
    ],
)
def test_the_frame_is_equal_where_only_a_figure_or_a_negation_differs(one: str, other: str) -> None:
    assert Words(one).frame == Words(other).frame


def test_the_frame_tells_subjects_apart_also_by_the_page_that_is_linked() -> None:
    assert Words("The pump is fast.").frame != Words("The pump is slow.").frame
    assert Words("[[pump]] has 40 bar.").frame == {"pump", "bar"}
    assert Words("[[pump|It]] has 40 bar.").frame == {"bar"}


def test_likeness() -> None:
    assert likeness(frozenset("ab"), frozenset("ab")) == 1.0
    assert likeness(frozenset("ab"), frozenset("bc")) == 0.5
    assert likeness(frozenset("ab"), frozenset("cd")) == 0.0
    assert likeness(frozenset(), frozenset()) == 1.0


TEXTS = st.lists(
    st.sampled_from(
        [
            "pump ",
            "[[a|b]] ",
            "[[a",
            "]]",
            "[x](y) ",
            "40 ",
            "not ",
            "圧力",
            "は",
            "。",
            "(until 2026-05-02) ",
            "👍",
            "`",
            "*",
        ]
    ),
    max_size=15,
).map("".join)


@PROPERTY
@given(TEXTS, TEXTS)
def test_likeness_is_symmetric_and_equal_texts_are_alike(one: str, other: str) -> None:
    a, b = words_of(one), words_of(other)
    assert likeness(a.tokens, b.tokens) == likeness(b.tokens, a.tokens)
    assert 0.0 <= likeness(a.frame, b.frame) <= 1.0
    assert likeness(a.tokens, a.tokens) == 1.0
    assert a.tokens
