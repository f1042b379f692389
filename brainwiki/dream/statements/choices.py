"""Words of which one excludes the others where both are said of one thing: times of day, weekdays, languages, forms, seats."""

from __future__ import annotations

import re

from brainwiki.claims.words import Words, likeness, words_of

_CLASSES = (
    "morning|noon|afternoon|evening|night|朝|昼|夕方|夜|晩|午前|午後|早上|上午|中午|下午|晚上|晚間",
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|月曜|火曜|水曜|木曜|金曜|土曜|日曜|(?:周|星期|週|礼拜)[一二三四五六日天]",
    "english|japanese|chinese|swedish|german|french|spanish|korean|英語|日本語|中国語|英文|中文|日文|英语|日语|汉语|韩语|法语|德语|英語|日語|漢語|韓語|繁体字?|简体字?|繁體字?|簡體字?",
    "(?:bullet )?lists?|tables?|diagrams?|prose|paragraphs?|pie charts?|bar charts?|箇条書き|表(?![一-龠])|(?<![一-龠])図(?![一-龠])|文章|円グラフ|棒グラフ|列表|表格|饼图|柱状图|餅圖|柱狀圖",
    "aisle|window|通路側|窓側|靠窗|靠走道|过道",
    "trains?|taxis?|planes?|bus(?:es)?|cars?|電車|タクシー|飛行機|バス|火车|出租车|飞机|地铁|火車|計程車|飛機",
    "tabs?|spaces?",
    "tea|coffee|紅茶|緑茶|コーヒー|茶|咖啡",
    "e-?mails?|phone(?: calls?)?|chat|letters?|メール|電話|チャット|手紙|邮件|电话|郵件|電話|微信",
    "daily|weekly|monthly|毎日|毎週|毎月|每天|每周|每月|每週",
    "short|long|brief|detailed|短い|長い|簡潔|詳しい|简短|详细|簡短|詳細",
)  # fmt: skip
_PATTERNS = tuple(re.compile(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE) for words in _CLASSES)
_EMPTY = frozenset("i we you my our me prefer want like need use now please always never rather have get".split())
_ALIKE = 0.5  # of the rest of both sentences


def is_other_choice(one: Words, other: Words) -> bool:
    """Whether two sentences choose differently among such words, and say it of the same thing."""
    return any(_chooses(pattern, one, other) for pattern in _PATTERNS)


def _chooses(pattern: re.Pattern[str], one: Words, other: Words) -> bool:
    first, second = pattern.search(one.plain), pattern.search(other.plain)
    if first is None or second is None or first[0] in second[0] or second[0] in first[0]:
        return False
    if pattern.search(one.plain, first.end()) or pattern.search(other.plain, second.end()):
        return False  # both are named: whatever is said, it is not one choice
    rest, before = (_rest(words, match) for words, match in ((one, first), (other, second)))
    if rest & before and likeness(rest, before) >= _ALIKE:
        return True
    heads = [_head(words.plain[: match.start()]) for words, match in ((one, first), (other, second))]
    return bool(heads[0]) and heads[0] == heads[1]


def _rest(words: Words, match: re.Match[str]) -> frozenset[str]:
    text = f"{words.plain[: match.start()]} {words.plain[match.end() :]}"
    return words_of(text).frame - _EMPTY if any(sign.isalnum() for sign in text) else frozenset()


def _head(text: str) -> str:
    """The last word before a choice that says something: `meetings in the` is about meetings."""
    known = words_of(text).frame - _EMPTY if text.isascii() and text.strip() else frozenset()
    said = re.findall(r"[a-z]+", text)
    return next((word for word in reversed(said[-4:]) if word in known or word.removesuffix("s") in known), "")
