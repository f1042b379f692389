"""How a judge reads words: clauses, quotes with what is around them, words, and names."""

from __future__ import annotations

import pytest

from brainwiki.dream.judging.reading import around, clauses, knows, names, script_of, share, stem, tokens


def test_a_quote_gets_the_rest_of_its_clauses() -> None:
    text = "Well, I would guess it closes in June, they say. It is 1,500 m long. Fine."
    assert around("it closes", text) == "I would guess it closes in June"
    assert around("closes in June", text, whole=True) == "Well, I would guess it closes in June, they say"
    assert around("500 m", text) == "It is 1,500 m long"
    assert around("nowhere", text) == "nowhere"
    assert around("", text) == ""
    assert around("運休", "今日は雨、運休かもしれません。") == "運休かもしれません"


def test_clauses_of_three_languages() -> None:
    assert [one.text for one in clauses("The mill is old, the depot 1,500 m long and the barn is new.")] == [
        "The mill is old",
        "the depot 1,500 m long",
        "the barn is new",
    ]
    assert [one.text for one in clauses("北部が4食、南部が5食です。")] == ["北部が4食", "南部が5食です"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The mills were not closed on 4 May.", ("mill", "clos")),
        ("12 mm thick", ("thick",)),
        ("水門は月曜に開く", ("水門", "開")),
        ("カメラを使う", ("カメラ", "使")),
        ("三号大棚种番茄", ("号大", "大棚", "棚种", "种番", "番茄")),
        ("", ()),
    ],
)
def test_words_that_say_something(text: str, found: tuple[str, ...]) -> None:
    told = tokens(text)
    assert {*found} <= {*told}, told
    assert not {"not", "the", "mm", "may", "月曜"} & {*told}


def test_stems_join_forms_of_a_word() -> None:
    assert len({stem(one) for one in ("close", "closes", "closed", "closing")}) == 1
    assert stem("cities") == stem("city")


def test_names_stand_together_and_abbreviations_are_none() -> None:
    found = [one.word for one in names("Yesterday Ada Berg told Olof that her son pays 40 SEK. Shipping is free.")]
    assert found == ["ada berg", "olof", "her son"]
    assert [one.word for one in names("下村さんと弟の修二")] == ["下村", "弟の"]
    assert [one.word for one in names("郭老师说妹妹来了")] == ["郭", "妹妹"]


def test_who_is_known() -> None:
    assert knows("ada berg", "Ada and Olof Berg")
    assert not knows("ada lund", "Ada Berg")
    assert knows("罗青禾", "青禾来了")
    assert not knows("青苗", "青禾来了")


def test_scripts_and_shares() -> None:
    assert [script_of(one) for one in ("abc", "仓库", "倉庫は")] == ["latin", "zh", "ja"]
    assert share("ab", "bc") == 0.5
    assert share("", "x") == 1
