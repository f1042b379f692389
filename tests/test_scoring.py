"""What was drawn from labelled turns is counted as a person would count it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring import Said, Score, alike, plain, score
from tests.test_statements_data import HELD_OUT, YEAR

LABEL = {"kind": "number", "quote": "The fee is now 12 euros.", "also": ["correction"]}


def line(*expect: dict[str, Any], language: str = "en", may: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """A labelled turn."""
    return {"id": f"{language}-1", "language": language, "expect": list(expect), "may": list(may)}


@pytest.mark.parametrize(
    ("kind", "quote", "same"),
    [
        ("number", "The fee is now 12 euros.", True),
        ("correction", "the fee is now １２ euros", True),
        ("number", "So, by the way: the fee is now 12 euros.", True),
        ("number", "fee is now 12 euros", True),
        ("decision", "The fee is now 12 euros.", False),
        ("number", "12", False),
        ("number", "", False),
        ("number", "Well. I have thought about it for long, and the fee is now 12 euros. Tell everybody.", False),
        ("number", "The fee is now 13 euros.", False),
    ],
)
def test_the_same_sentence_with_an_allowed_kind_is_alike(kind: str, quote: str, same: bool) -> None:
    assert alike(Said(kind, quote), LABEL) is same


def test_plain_keeps_letters_and_figures_of_every_script() -> None:
    assert plain("予算は３，１５０万円！ 改成 A-4.") == "予算は3150万円改成a4"


def test_right_wrong_and_missed_are_counted_by_language() -> None:
    other = {"kind": "remember", "quote": "记住，钥匙在前台。"}
    found = {"en-1": [Said("number", LABEL["quote"]), Said("remember", "Hello there.")], "zh-1": []}
    scores = score([line(LABEL), line(other, language="zh")], lambda one: found[one["id"]])
    assert scores["en"] == Score(1, (("en-1", "remember: Hello there."),), ())
    assert scores["zh"] == Score(0, (), (("zh-1", "记住，钥匙在前台。"),))
    assert (scores["all"].precision, scores["all"].recall) == (0.5, 0.5)
    assert (scores["zh"].precision, scores["zh"].recall) == (1.0, 0.0)
    assert Score(0, (), ()).recall == 1.0


def test_what_is_only_allowed_counts_neither_way_and_once() -> None:
    drawn = [Said("number", LABEL["quote"])] * 2
    assert score([line(may=(LABEL,))], lambda _: drawn[:1])["all"] == Score(0, (), ())
    assert len(score([line(may=(LABEL,))], lambda _: drawn)["all"].wrong) == 1
    assert score([line(LABEL)], lambda _: drawn)["en"] == Score(1, (("en-1", f"number: {LABEL['quote']}"),), ())


@pytest.mark.parametrize("lines", [HELD_OUT, YEAR], ids=["heldout", "year"])
def test_the_labels_drawn_as_they_stand_are_all_right(lines: list[dict[str, Any]]) -> None:
    scores = score(lines, lambda one: [Said(x["kind"], x["quote"]) for x in (*one["expect"], *one.get("may", []))])
    assert sorted(scores) == ["all", "en", "ja", "zh"]
    assert all((one.precision, one.recall) == (1.0, 1.0) for one in scores.values())


def test_nothing_drawn_misses_everything_and_is_never_wrong() -> None:
    scores = score(HELD_OUT, lambda _: [])
    assert scores["all"].recall == 0.0
    assert scores["all"].precision == 1.0
    assert len(scores["all"].missed) == 88
