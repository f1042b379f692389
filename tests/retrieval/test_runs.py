"""Runs: the words of a question that are written without hiragana, as pairs that must stand one after the other."""

from __future__ import annotations

import pytest

from brainwiki.retrieval.asking import MOST_RUNS, runs_of


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", ()),
        ("plain words", ()),
        ("鍵", ()),
        ("予約", ()),
        ("会議室はどうやって予約しますか", (("会议", "议室"),)),
        ("檢索系統", (("检索", "索系", "系统"),)),
        ("ｻｰﾊﾞｰ室の温度", (("サー", "ーバ", "バ室"),)),
        ("サーバー", (("サー", "ーバ"),)),
        ("東京都 と 東京都", (("东京", "京都"),)),
        ("ひらがなだけ", ()),
    ],
)
def test_runs_of_three_characters_and_more(words: str, expected: tuple[tuple[str, ...], ...]) -> None:
    assert runs_of(words) == expected


def test_a_paste_gives_few_runs_and_none_is_endless() -> None:
    found = runs_of("漢字仮名交文、" * 5_000 + "あ".join(f"語{number}句{number}説" for number in range(50)))
    assert len(found) <= MOST_RUNS
    assert all(len(run) < 20 for run in runs_of("漢" * 100_000))
