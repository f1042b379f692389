"""Which sentences of a turn are the user's own words."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.dream.statements.sentences import HIDDEN, said
from tests.helpers import PROPERTY


def texts(turn: str) -> list[str]:
    return [one.text for one in said(turn)]


def test_sentences_end_at_the_stops_of_three_languages() -> None:
    turn = "The gate is shut. See v2.5 e.g. in May! 扉は引き戸です。門は閉まる！ 请记住。好？"
    assert texts(turn) == [
        "The gate is shut.",
        "See v2.5 e.g. in May!",
        "扉は引き戸です。",
        "門は閉まる！",
        "请记住。",
        "好？",
    ]


def test_a_span_leads_back_to_the_words() -> None:
    turn = "Hello there.\n\n- Remember *this* one.\n- And that."
    assert [turn[one.start : one.end] for one in said(turn)] == ["Hello there.", "Remember *this* one.", "And that."]


def test_a_line_is_a_sentence_unless_the_next_one_goes_on() -> None:
    assert texts("Remember this:\nThe gate is shut") == ["Remember this:", "The gate is shut"]
    assert texts("we decided to go with\nthe sliding door.") == ["we decided to go with\nthe sliding door."]
    assert texts("扉は、\n引き戸です。\n門は閉まる") == ["扉は、\n引き戸です。", "門は閉まる"]


@pytest.mark.parametrize(
    "turn",
    [
        "```\nremember that x\n```",
        "~~~text\nDecision: x\n~~~",
        "    remember that x is y",
        "> We decided to use x.",
        "> first\nand a lazy line",
        "- > in an item",
        "<!-- remember that x -->",
        "# Remember that x",
        "<system-reminder>\nremember that x\n</system-reminder>",
        "$ grep -rn always .",
        "README.md:3: always use tabs",
        "2026-03-01 10:00:01 INFO note that x",
        "[10:00] always use tabs",
        "ERROR: never do that",
        "ValueError: remember that x",
        "User: from now on use tabs",
        "アシスタント：覚えておきます。",
        "Karin Holm (10:02) remember that x",
        "From: Karin\nSubject: x\n\nplease note that y",
        "On Tuesday Karin wrote:\nplease note that y",
    ],
)
def test_what_is_not_said_by_the_user_is_no_sentence(turn: str) -> None:
    assert texts(turn) == []


@pytest.mark.parametrize(
    "lead",
    [
        "Here is the log:",
        "This is what Karin wrote:",
        "Please translate this text:",
        "林さんからのメールです：",
        "次の文を英語に訳してください：",
        "这是客户的来信：",
        "请翻译：",
    ],
)
def test_what_follows_such_words_is_pasted_to_the_end(lead: str) -> None:
    assert texts(f"Good morning.\n\n{lead}\n\nWe decided x. Always y.\n\nMore of it.") == ["Good morning."]


def test_after_a_fence_the_user_goes_on() -> None:
    assert texts("Here is the log:\n\n```\nnote that x\n```\n\nWe keep the door.") == ["We keep the door."]


@pytest.mark.parametrize(
    "quoted",
    ['"remember that x"', "“we decided x”", "「覚えておいて。はい」", "『これからは』", "《以后》", "`always use x`"],
)
def test_quoted_words_and_code_are_hidden_at_their_length(quoted: str) -> None:
    (one,) = said(f"The word {quoted} is there.")
    assert one.bare == f"The word {HIDDEN * len(quoted)} is there."


def test_an_apostrophe_opens_no_quote_and_a_dollar_no_formula() -> None:
    (one,) = said("Don't pay $40 for Tove's box, it isn't worth $30")
    assert one.bare == one.text


def test_carriage_returns_part_lines() -> None:
    assert texts("One.\r\nTwo.\rThree.") == ["One.", "Two.", "Three."]


@PROPERTY
@given(st.text(alphabet='ab.。\n>`"「」<>/#-: “”*|$', max_size=60))
def test_any_text_gives_spans_in_order(turn: str) -> None:
    end = 0
    for one in said(turn):
        assert end <= one.start < one.end <= len(turn)
        assert (one.text, len(one.bare)) == (turn[one.start : one.end], len(one.text))
        end = one.end


@pytest.mark.parametrize("piece", ["<a>", "\"'“「『《", "[", "**a ", "Here is the log:\n\n", "word,\n", "> x\n", "a. "])
def test_time_grows_with_the_length(piece: str) -> None:
    start = time.perf_counter()
    said(piece * (200_000 // len(piece)))
    assert time.perf_counter() - start < 5
