"""Languages: declared ones hold, others are told by script, a foreign word changes nothing."""

from __future__ import annotations

import pytest

from brainwiki.site.language import of_page, of_text
from tests.helpers import page_of


@pytest.mark.parametrize(
    ("text", "default", "expected"),
    [
        ("Plain English words.", "en", "en"),
        ("Des mots français.", "fr", "fr"),
        ("Plain words.", "ja", "en"),
        ("測定点は9か所です。", "en", "ja"),
        ("メモリの設計", "en", "ja"),
        ("传感器漂移需要每月检查。", "en", "zh"),
        ("기억의 설계와 근거", "en", "ko"),
        ("会議", "ja", "ja"),
        ("会议", "en", "zh"),
        ("会议", "zh-TW", "zh-TW"),
        ("The word 記憶 means memory, and this sentence is English for the most part.", "en", "en"),
        ("「差异」は differs と訳す。日本語の文です。", "en", "ja"),
        ("", "en", "en"),
        ("1234 56 !!", "zh", "en"),
    ],
)
def test_languages_by_script(text: str, default: str, expected: str) -> None:
    assert of_text(text, default) == expected


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        ("language: zh-Hant", "English words.\n", "zh-Hant"),
        ("lang: fr", "English words.\n", "fr"),
        ("language: klingon!", "日本語のページです。\n", "ja"),
        ("language: '\" onload=x'", "English.\n", "en"),
        ("x: y", "霁川传感器的采购。\n", "zh"),
    ],
)
def test_languages_of_pages(head: str, body: str, expected: str) -> None:
    assert of_page(page_of(body, f"---\n{head}\n---\n"), "en") == expected


def test_the_title_counts_where_the_body_is_empty() -> None:
    assert of_page(page_of("", "---\ntitle: 半無響室の扉\n---\n"), "en") == "ja"
