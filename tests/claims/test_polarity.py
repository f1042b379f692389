"""Negations and modal words, and the words that only look like them."""

from __future__ import annotations

import pytest

from brainwiki.claims.polarity import read, spread


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("it does not run", 1),
        ("it doesn't run", 1),
        ("it doesn’t run", 1),
        ("it can't and won't run", 2),
        ("it cannot run", 1),
        ("it never runs without oil", 2),
        ("neither a nor b", 2),
        ("no pump runs", 1),
        ("nothing runs", 1),
        ("it runs", 0),
        ("not only the pump runs", 0),
        ("whether or not it runs", 0),
        ("see no. 5", 0),
        ("a note on knots and nothingness", 0),
        ("it must not run", 1),
    ],
)
def test_english_negations(text: str, count: int) -> None:
    assert read(spread(text)).negations == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("ポンプは動かない。", 1),
        ("ポンプは動かなかった。", 1),
        ("ポンプは動きません。", 1),
        ("動かなくて困る。", 1),
        ("油を使わずに、動く。", 1),
        ("何もせず待つ。", 1),
        ("ポンプは動く。", 0),
        ("動かなければならない。", 0),
        ("動くかもしれない。", 0),
        ("動くに違いない。", 0),
        ("速いだけでなく静かだ。", 0),
        ("音が少ない。", 0),
        ("危なくなる。", 0),
        ("必ず動く。まず調べる。", 0),
        ("40しかない。", 0),
        ("無線と不足と未来。", 0),
    ],
)
def test_japanese_negations(text: str, count: int) -> None:
    assert read(text).negations == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("泵不运行。", 1),
        ("泵没有运行。", 1),
        ("泵從未運行。", 1),
        ("无法运行。", 1),
        ("並非如此。", 1),
        ("请勿运行。", 1),
        ("泵在运行。", 0),
        ("不同的泵不断运行。", 0),
        ("不仅快，但不久就停。", 0),
        ("不得不运行。", 0),
        ("无线泵。", 0),
        ("出没。", 0),
    ],
)
def test_chinese_negations(text: str, count: int) -> None:
    assert read(text).negations == count


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("it may run", {"possible"}),
        ("it might run", {"possible"}),
        ("it must run", {"must"}),
        ("it has to run", {"must"}),
        ("it should run", {"should"}),
        ("it can run", {"can"}),
        ("it can and must run", {"can", "must"}),
        ("it runs", set()),
        ("a mayor in a canyon", set()),
        ("動くかもしれない。", {"possible"}),
        ("動く可能性がある。", {"possible"}),
        ("動かなければならない。", {"must"}),
        ("動かす必要がある。", {"must"}),
        ("動かすべきだ。", {"should"}),
        ("動かすことができる。", {"can"}),
        ("可以运行。", {"can"}),
        ("必须运行。", {"must"}),
        ("应该运行。", {"should"}),
        ("也许运行。", {"possible"}),
    ],
)
def test_modal_words(text: str, wanted: set[str]) -> None:
    assert read(text).modals == wanted


def test_what_cannot_be_done_is_modal_and_negated() -> None:
    assert read("動かすことができない。")[:2] == (1, {"can"})
    assert read("不可能。")[:2] == (1, {"possible"})
    assert read(spread("it can't run"))[:2] == (1, {"can"})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the pump does not run", "the pump does run"),
        ("泵不在运行。", "泵在运行。"),
        ("the pump must run", "the pump may run"),
        ("必须运行。", "可以运行。"),
    ],
)
def test_the_rest_is_the_same_without_them(one: str, other: str) -> None:
    assert read(one).rest.split() == read(other).rest.split()


def test_words_that_are_no_negations_stay_in_the_rest() -> None:
    assert read("不同的泵").rest == "不同的泵"
    assert read("少ない").rest == "少ない"
