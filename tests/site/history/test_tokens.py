"""Words in Latin, Japanese and Chinese, and which of them were removed and added."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.claims.wording import MOST
from brainwiki.site.history.tokens import compare, length, tokens, word
from tests.helpers import PROPERTY


def marked(before: str, after: str) -> str:
    signs = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    found = compare(tokens((before,)), tokens((after,)))
    assert found is not None
    return "".join(signs[state].format("".join(map(word, said))) for state, said in found)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It doesn't run.", ["It", " ", "doesn't", " ", "run", "."]),
        ("60.5 bar, 2026-10-02T09:30+02:00", ["60.5", " ", "bar", ",", " ", "2026-10-02T09:30", "+", "02:00"]),
        ("精度は高い", ["精", "度", "は", "高", "い"]),
        ("コンプレッサーの圧力", ["コンプレッサー", "の", "圧", "力"]),
        ("１２０バール", ["１２０", "バール"]),
        ("温度是60巴", ["温", "度", "是", "60", "巴"]),
        ("가나 다라", ["가나", " ", "다라"]),
        ("Größe–naïve", ["Größe", "–", "naïve"]),
        ("𠮷野家", ["𠮷", "野", "家"]),
        ("", []),
    ],
)
def test_words(text: str, parts: list[str]) -> None:
    assert tokens((text,)) == parts


def test_forms_stay_with_words_and_whole_things_stay_whole() -> None:
    runs = ("see ", ("s", "two words"), ("l", "a long label", "page"), ("f", "1,3"))
    assert tokens(runs) == [
        "see",
        " ",
        ("s", "two"),
        ("s", " "),
        ("s", "words"),
        ("l", "a long label", "page"),
        ("f", "1,3"),
    ]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("It runs at 60 bar.", "It runs at 70 bar.", "It runs at [-60-]{+70+} bar."),
        ("圧力は60 barである。", "圧力は70 barである。", "圧力は[-60-]{+70+} barである。"),
        ("精度は高いです。", "精度は低いです。", "精度は[-高-]{+低+}いです。"),
        ("东京的温度很高。", "东京的温度很低。", "东京的温度很[-高-]{+低+}。"),
        ("東京で作る。", "京都で作る。", "[-東京-]{+京都+}で作る。"),
        ("コンプレッサーを使う。", "モーターを使う。", "[-コンプレッサー-]{+モーター+}を使う。"),
        ("due 2026-10-02", "due 2026-10-05", "due [-2026-10-02-]{+2026-10-05+}"),
        ("It is hot.", "It is very hot.", "It is {+very +}hot."),
        ("the red car stops", "the blue bus stops", "the [-red car-]{+blue bus+} stops"),
        ("I don't like it", "I didn't like that", "I [-don't-]{+didn't+} like [-it-]{+that+}"),
        ("same", "same", "same"),
        ("", "new", "{+new+}"),
        ("old", "", "[-old-]"),
    ],
)
def test_what_changed_in_a_sentence(before: str, after: str, told: str) -> None:
    assert marked(before, after) == told


def test_a_link_that_leads_elsewhere_changed() -> None:
    found = compare([("l", "Pilot", "a")], [("l", "Pilot", "b")])
    assert found is not None
    assert [state for state, _ in found] == ["-", "+"]


def test_too_many_words_are_not_compared() -> None:
    assert compare(["a"] * (MOST + 1), ["a"]) is None


def test_length_counts_characters() -> None:
    assert length(["ab", ("l", "cde", "x"), "𠮷"]) == 6


@PROPERTY
@given(st.text("ab 高いの1.", max_size=40), st.text("ab 高いの1.", max_size=40))
def test_both_texts_can_be_read_out_of_it(before: str, after: str) -> None:
    found = compare(tokens((before,)), tokens((after,)))
    assert found is not None
    assert "".join(word(token) for state, said in found for token in said if state != "+") == before
    assert "".join(word(token) for state, said in found for token in said if state != "-") == after


@PROPERTY
@given(st.text(max_size=60))
def test_words_are_the_text(text: str) -> None:
    assert "".join(map(word, tokens((text,)))) == text
