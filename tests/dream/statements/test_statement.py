"""The content of sentences: trigger and politeness off, one stop on."""

from __future__ import annotations

import re

import pytest

from brainwiki.dream.statements.chinese import CHINESE
from brainwiki.dream.statements.english import ENGLISH
from brainwiki.dream.statements.japanese import JAPANESE
from brainwiki.dream.statements.reading import statements
from brainwiki.dream.statements.statement import tidy
from brainwiki.dream.statements.trigger import KINDS, Language


@pytest.mark.parametrize(
    ("language", "words", "text"),
    [
        (ENGLISH, "please use  blue,\nthanks!", "Use blue."),
        (ENGLISH, "the gate is shut", "The gate is shut."),
        (ENGLISH, "iOS is out", "iOS is out."),
        (ENGLISH, "pytest.ini is **gone** ...", "pytest.ini is gone."),
        (ENGLISH, " , ; ", ""),
        (JAPANESE, "図を使ってください。", "図を使って。"),
        (JAPANESE, "期限は5月です！", "期限は5月。"),
        (JAPANESE, "図でお願いします", "図で。"),
        (CHINESE, "请用蓝色，谢谢！", "用蓝色。"),
        (CHINESE, "麻烦你用蓝色吧。", "用蓝色。"),
    ],
)
def test_politeness_goes_and_one_stop_stays(language: Language, words: str, text: str) -> None:
    assert tidy(language, words) == text


@pytest.mark.parametrize(
    ("turn", "gone"),
    [
        ("Diagrams instead of bullet lists, please.", "bullet lists"),
        ("The price is now 15 euros, up from 12.", "12"),
        ("The unit price is 1,180 yuan, not 1,080.", "1,080"),
        ("開き戸をやめて、引き戸に変更します。", "開き戸"),
        ("期限は5月3日ではなく、5月10日です。", "5月3日"),
        ("交期从八周变成十一周。", "八周"),
        ("不要列表，要图。", "列表"),
    ],
)
def test_what_is_no_more_is_known(turn: str, gone: str) -> None:
    (one,) = statements(turn)
    assert one.gone == gone


@pytest.mark.parametrize("language", [ENGLISH, JAPANESE, CHINESE], ids=lambda one: one.name)
def test_each_table_has_every_kind_and_only_named_groups_that_are_known(language: Language) -> None:
    assert {one.kind for one in language.triggers} == set(KINDS)
    for one in language.triggers:
        assert not re.search(r"\(\d+, \d+\)|\{\{|\{_", one.pattern.pattern), "a brace of an f-string"
        assert all(name.startswith(("cut", "gone")) for name in one.pattern.groupindex), one.pattern.pattern
        assert one.where == "whole" or not any(name.startswith("cut") for name in one.pattern.groupindex)
