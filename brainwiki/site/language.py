"""The language of a text: as declared, else told by its script, so that browsers choose fonts and breaks of lines rightly."""

from __future__ import annotations

import re

from brainwiki.model.page import Page

SAMPLE = 4000
EAST_ASIAN = ("ja", "zh", "ko")

_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$")
_KANA = re.compile("[\u3041-\u30ff\uff66-\uff9f]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_LETTER = re.compile(r"[^\W\d_]")


def of_page(page: Page, default: str) -> str:
    """The page's `language` or `lang`, else the language that its body is written in, else `default` (BCP 47 tags)."""
    for key in ("language", "lang"):
        declared = page.text_of(key)
        if is_tag(declared):
            return declared
    return of_text(f"{page.title}\n{page.text[page.body : page.body + SAMPLE]}", default)


def is_tag(text: str) -> bool:
    """Whether a text has the form of a language tag."""
    return _TAG.match(text) is not None


def of_text(text: str, default: str) -> str:
    """The tag ja where there is kana, ko for Hangul, zh for Han alone (or the Chinese of `default`); `default` where other
    letters prevail.

    Some words of Chinese in an English text do not change its language: a fifth of the letters must be of the script.
    """
    if text.isascii():
        return default if default.partition("-")[0] not in EAST_ASIAN else "en"
    kana, han, hangul = (len(script.findall(text)) for script in (_KANA, _HAN, _HANGUL))
    letters = max(1, len(_LETTER.findall(text)))
    if (kana + han + hangul) * 5 < letters:
        return default if default.partition("-")[0] not in EAST_ASIAN else "en"
    if hangul > kana + han:
        return "ko"
    if kana * 20 > kana + han:
        return "ja"
    first = default.partition("-")[0]
    return default if first == "zh" or first == "ja" and not kana and han < 4 else "zh"


def unless(language: str, around: str) -> str:
    """The tag to write on words in `language` that stand in text of the language `around`; empty where they need none."""
    if language.partition("-")[0] != around.partition("-")[0]:
        return language
    is_traditional = any(part in ("Hant", "TW", "HK", "MO") for part in around.split("-")[1:])
    return "zh-Hans" if language == "zh" and is_traditional else ""


_LOCALES = {"en": "en_US", "ja": "ja_JP", "zh": "zh_CN", "zh-hans": "zh_CN", "zh-hant": "zh_TW", "ko": "ko_KR"}


def locale_of(language: str) -> str:
    """A language tag as link previews want it: with a region; empty where the tag names none and none goes without saying."""
    first, *rest = language.split("-")
    region = next((part.upper() for part in rest if len(part) == 2 and part.isalpha()), "")
    return f"{first.lower()}_{region}" if region else _LOCALES.get(language.lower(), "")


def is_east_asian(text: str) -> bool:
    """Whether a text holds signs that look different from language to language."""
    return not text.isascii() and any(script.search(text) for script in (_KANA, _HAN, _HANGUL))
