"""Words of one kind that exclude each other."""

from __future__ import annotations

import pytest

from brainwiki.claims.words import words_of
from brainwiki.dream.statements.choices import is_other_choice


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Window seat, please.", "Aisle seat, please."),
        ("Reports in English.", "Reports in Japanese."),
        ("会議は火曜に。", "会議は月曜に。"),
        ("周报用邮件发。", "周报用微信发。"),
    ],
)
def test_one_choice_instead_of_another(one: str, other: str) -> None:
    assert is_other_choice(words_of(one), words_of(other))
    assert is_other_choice(words_of(other), words_of(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Reports in English.", "Mails in Japanese."),
        ("Reports in English and Japanese.", "Reports in Chinese."),
        ("A list of doors.", "A list of doors."),
        ("Bullet lists of doors.", "Lists of doors."),
        ("We meet in the morning.", "Bread is sold in the evening."),
        ("Doors.", "Windows."),
    ],
)
def test_no_choice_of_one_thing(one: str, other: str) -> None:
    assert not is_other_choice(words_of(one), words_of(other))
