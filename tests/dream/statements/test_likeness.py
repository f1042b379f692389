"""Which sentences say the same, and which say something else of the same thing."""

from __future__ import annotations

import pytest

from brainwiki.dream.statements.likeness import about, holds, names_all, relation


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("The gate closes at six.", "The gate closes at six!", "same"),
        ("Hush Line's budget is 5.", "The budget of Hush Line is 5.", "same"),
        ("The gate closes at seven.", "The gate closes at six.", "other"),
        ("Hush Line's budget is 410,000 SEK.", "The budget of Hush Line was 340,000 SEK.", "other"),
        ("The handover is on 16 April 2027.", "The handover was planned for 26 February 2027.", "other"),
        ("The new deadline for the report is 3 May.", "The deadline for the report is 1 May.", "other"),
        ("The mill gate is not open on Sunday.", "The mill gate is open on Sunday.", "other"),
        ("予算は3,150万円になりました。", "予算は2,800万円。", "other"),
        ("项目预算改成了315万元。", "项目预算改成了280万元。", "other"),
        ("The gate closes at six.", "The window is blue.", "none"),
        ("The budget is 5 million.", "The deadline is 5 May.", "none"),
        ("The gate is 3 metres wide.", "The lamp is 5 metres high.", "none"),
    ],
)
def test_figures_and_negations_tell_one_value_from_another(new: str, old: str, expected: str) -> None:
    assert relation(about(new), about(old), choice=False, near=True) == expected


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("I prefer coffee to tea in meetings.", "I prefer tea to coffee in meetings.", "other"),
        ("I now want meetings in the morning, 08:00 at the earliest.", "I prefer meetings in the evening.", "other"),
        ("我更喜欢早上开会。", "我更喜欢晚上开会。", "other"),
        ("会議は朝のほうが好き。", "会議は夜のほうが好き。", "other"),
        ("扉は引き戸。", "扉は開き戸。", "other"),
        ("I prefer short titles.", "I prefer short answers.", "none"),
        ("Always state the unit.", "Always state the date.", "none"),
        ("I prefer lists to tables.", "I prefer lists.", "none"),
        ("图表都用蓝色。", "我们用蓝色画图。", "none"),
    ],
)
def test_choices_replace_each_other_only_where_they_are_of_one_thing(new: str, old: str, expected: str) -> None:
    assert relation(about(new), about(old), choice=True, near=False) == expected


def test_the_names_of_the_page_say_nothing_of_what_has_the_value() -> None:
    names = ("hush line", "静音ライン")
    assert about("Hush Line's budget is 5.", names).attribute == {"budget"}
    assert about("静音ラインの予算は5円。", names).attribute == about("予算は4円。").attribute
    assert about("The budget is 5.").attribute == {"budget"}
    assert about("Blue doors!").attribute == frozenset()


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("I prefer meetings in the evening.", "Forget the evening slot."),
        ("Tove is a junior engineer.", "Tove is no longer a junior engineer."),
        ("We use Jenkins.", "We don't use Jenkins any more."),
        ("トーベさんは若手技術者。", "トーベさんはもう若手技術者ではありません。"),
        ("托薇是初级工程师。", "托薇不再是初级工程师。"),
    ],
)
def test_a_retraction_finds_what_it_takes_back(claim: str, words: str) -> None:
    assert holds(claim, words) >= 0.6


def test_a_retraction_does_not_find_what_is_merely_near() -> None:
    assert holds("Tove leads the field work.", "Tove is no longer a junior engineer.") == 0
    assert holds("The gate is shut.", "Forget it.") == 0


def test_what_is_replaced_has_to_stand_in_the_claim() -> None:
    assert names_all("Five points at most in bullet lists.", "bullet lists")
    assert names_all("The budget is 340,000 SEK.", "340,000 SEK")
    assert not names_all("Points in a row.", "bullet lists")
    assert not names_all("The budget is 340,000 SEK.", "350,000")
    assert not names_all("Anything.", "the")
