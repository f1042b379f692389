"""Negations and modal words of a sentence, in English, Japanese and Chinese."""

from __future__ import annotations

import re
from typing import NamedTuple


class Polarity(NamedTuple):
    """How often a sentence negates, which modal forces it has, and its text without the words that say so."""

    negations: int
    modals: frozenset[str]
    rest: str


# Modal forces and their words. In Japanese the longer comes first: 必要がある is made of words that mean less alone.
_ENGLISH_MODAL = re.compile(
    r"\b(?:(?P<must>must|shall|(?:has|have|had|needs?|required) to)|(?P<possible>may|might|perhaps|possibly)"
    r"|(?P<should>should|ought to)|(?P<can>can|could|(?:is|are) able to))\b"
)
_CJK_MODAL = re.compile(
    "(?P<must>なければなら(?:ない|なかった|ぬ|ず)|なければなりません|なくてはならない|ねばならない|ないといけない|ざるを得ない"
    "|必要があ(?:る|り|った)|必要|必须|必須|不得不|务必|務必)"
    "|(?P<possible>かもしれ(?:ない|ません)|恐らく|おそらく|可能性?|也许|也許|或许|或許)"
    "|(?P<should>べき|应该|應該|应当|應當|推奨|建议|建議)"
    "|(?P<can>[がはも]?でき(?=る|た|ます|ない|なかった|ません|ず)|可以|能够|能夠)"
)

_ENGLISH = re.compile(
    r"\b(?:(?P<none>not only|whether or not|no\.)|(?P<negation>not|no|never|none|neither|nor|without|nothing|nobody|nowhere)\b)"
)
# Words that look like negations and are none come before those that are.
_JAPANESE = re.compile(
    "(?P<none>に(?:間)?違いない|にほかならない|だけで(?:は)?な(?:い|く)|しかな(?=[いく])|ないし|すみません"
    "|(?:少|すく|危|切|つまら|くだら|もったい|とんでも|申し訳|間も|まも)な(?=[いくか])|なくな(?=[るっ]))"
    "|(?P<negation>ない|なかった|なく(?=て|、|,|$)|ません|せず|ずに(?=い|お|、|,)|ぬ(?=。|、|$))"
)
_CHINESE = re.compile(
    "(?P<none>[沉埋出]没|没[收落入頭]|不[同断斷仅僅但过過久少管论論然]|差不多|不可思议)"
    "|(?P<negation>不|[没沒]有?|[无無][法需须須效关關]|毫[无無]|[并並]非|而非|未[能曾经經被必有]|[尚从從]未|[切请請]勿)"
)
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")

_CONTRACTED = (("can't", "can not"), ("cannot", "can not"), ("won't", "will not"), ("n't", " not"))


def spread(text: str) -> str:
    """Contractions of `not` as two words; apostrophes of both kinds."""
    text = text.replace("’", "'")
    for short, long in _CONTRACTED:
        text = text.replace(short, long)
    return text


def read(text: str) -> Polarity:
    """Negations and modals of a text that is in NFKC, in lower case and spread.

    Japanese and Chinese negate with the same characters in different words, so kana decides which list is read.
    """
    modals: set[str] = set()
    count = 0

    def take(match: re.Match[str]) -> str:
        nonlocal count
        if match.lastgroup == "none":
            return match[0]
        if match.lastgroup == "negation":
            count += 1
        else:
            modals.add(str(match.lastgroup))
        return ""

    text = _ENGLISH_MODAL.sub(take, text)
    if not text.isascii():
        text = _CJK_MODAL.sub(take, text)
        text = (_JAPANESE if _KANA.search(text) else _CHINESE).sub(take, text)
    text = _ENGLISH.sub(take, text)
    return Polarity(count, frozenset(modals), text)
