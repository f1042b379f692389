"""Whether two sentences say the same, or say something else of the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from brainwiki.claims.matching import ALIKE
from brainwiki.claims.words import Words, likeness, words_of
from brainwiki.dream.statements.choices import is_other_choice
from brainwiki.model.names import fold, squeeze

Relation = Literal["same", "other", "none"]

_EQUAL = 0.85  # of sentences with the same frame, figures and negations
_PARTLY = 0.3  # of what was chosen for one thing
_ENOUGH = 0.6  # of what is taken back that a claim must hold
_VALUE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|costs?|stands?|becomes?|became|will|takes?|lasts?|counts?|goes|moved|changed|increased|raised"
    r"|lowered|reduced|decreased|dropped|rose|fell|grew|postponed|pushed|delayed|shifted|rescheduled|extended|cut|updated|adjusted|set"
    r"|revised|shortened)\b"
    r"|(?<=\w)(?:は|が|を)|(?:已经|已經|现在|現在|将|將|会|會)?(?:是|为|為|不再|就|改|变|變|调|調|增|减|減|降|涨|漲|升|提高|推迟|推遲|延|提前|更新|缩|縮|扩|擴|换|換|移|挪|修|定|从|從|由)"
)
_PRONOUNS = frozenset("i we you he she they who".split())
_FRESH = re.compile(
    r"\b(?:new|revised|updated|adjusted|current|latest)\b|新しい|新たな|変更後の|新的?|最新的?|调整后的?|調整後的?"
)
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b")
_JAPANESE_TAIL = re.compile("^の|の$|[のはがをも]$")
_TAKEN_BACK = re.compile(
    r"\b(?:please|forget|about|slots?|things?|plans?|ideas?|rules?|notes?|arrangements?|settings?|what i (?:said|told you|wrote)|everything|no longer|any ?more|any longer|disregard|ignore|earlier|previous"
    r"|does|do|did|not|don't|doesn't|isn't|aren't)\b"
    r"|\b(?:needed|necessary|required|wanted|of use)\b|(?:は|が|も)?(?:(?:要り|いり)ません|(?:要ら|いら)ない|不要|必要(?:は|が)?(?:あり)?(?:ません|ない))"
    "|用不着|用不著|不需要|不用|不要"
    "|のこと(?:は|を)|の件(?:は|を)|の話(?:は|を)|の枠|忘れて(?:ください|下さい|いい(?:です)?|ね)?|取り消(?:し|します|してください)|撤回します|もう"
    "|では(?:ありません|ない(?:です)?|なくなりました)|じゃ(?:ありません|ない(?:です)?)|(?:て|で)(?:いません|いない(?:です)?)|(?:し)?ません|です|ください"
    "|请|請|把|忘掉|忘了|忘记|忘記|不再|已经|已經|不是|作废|作廢|撤销|撤銷|的安排|的事|了$|吧|我(?:之前|上次|刚才)?(?:说|提)(?:过)?的"
)  # fmt: skip


class About(NamedTuple):
    """A sentence read for comparison: its words, and what has a value in it, without the names of its page."""

    words: Words
    attribute: frozenset[str] = frozenset()
    value: frozenset[str] = frozenset()


def about(text: str, names: Iterable[str] = ()) -> About:
    """A sentence read for comparison; `names` are folded names of the page that it is about."""
    return _about(text, tuple(names))


@lru_cache(maxsize=4096)
def _about(text: str, names: tuple[str, ...]) -> About:
    words = words_of(_POSSESSIVE.sub("", text))
    found = _VALUE.search(words.plain)
    if found is None or not found.start():
        return About(words)
    head = _FRESH.sub(" ", fold(squeeze(words.plain[: found.start()])))
    for name in sorted(names, key=len, reverse=True):
        head = head.replace(name, " ")
    head = " ".join(_JAPANESE_TAIL.sub("", part) for part in head.split())
    return About(words, _frame(head) - _PRONOUNS, _frame(words.plain[found.end() :]))


def _frame(text: str) -> frozenset[str]:
    return words_of(text).frame if any(sign.isalnum() for sign in text) else frozenset()


def relation(new: About, old: About, *, choice: bool, near: bool) -> Relation:
    """What a new sentence is to an old one. `choice`: it may take its place though neither a number nor a negation differs;
    `near`: both are about one page."""
    one, other = new.words, old.words
    if one.key == other.key:
        return "same"
    differs = _figures(one) != _figures(other) or one.polarity.negations != other.polarity.negations
    alike = likeness(one.tokens, other.tokens)
    if one.frame == other.frame and one.frame:
        if not differs and choice and _order(one) != _order(other):
            return "other"  # tea to coffee is not coffee to tea
        if not differs:
            return "same" if alike >= _EQUAL or len(one.frame) > 2 else "none"
        if len(one.frame) >= (2 if near else 3):
            return "other"
    if _has_other_value(new, old, near) or choice and _is_other_choice(new, old):
        return "other"
    if differs and alike >= ALIKE and _share_subject(new, old):
        return "other"
    return "other" if choice and is_other_choice(one, other) else "none"


def holds(claim: str, words: str) -> float:
    """How much of what some words are about a claim holds, 0 to 1; 0 where it is too little to tell."""
    wanted = words_of(_TAKEN_BACK.sub(" ", words.lower())).frame
    shared = wanted & words_of(claim).frame
    share = len(shared) / len(wanted) if wanted else 0.0
    return share if share >= _ENOUGH and len(shared) >= min(2, len(wanted)) else 0.0


def names_all(claim: str, words: str) -> bool:
    """Whether a claim holds all that some words name: content words, and figures."""
    wanted, held = words_of(words), words_of(claim)
    figures = {*wanted.figures.numbers, *wanted.figures.dates}
    if not wanted.frame and not figures:
        return False
    return wanted.frame - _units(wanted.frame) <= held.frame and figures <= {*held.figures.numbers, *held.figures.dates}


def _units(frame: frozenset[str]) -> frozenset[str]:
    return frozenset({"sek", "usd", "eur", "yen", "円", "元", "km", "db"}) & frame


def _figures(words: Words) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return words.figures.numbers, words.figures.dates


def _has_other_value(new: About, old: About, near: bool) -> bool:
    """Whether both give a value to one thing, a number or a date each, and not the same."""
    if not new.attribute or not old.attribute:
        return False
    one, other = new.words.figures, old.words.figures
    alike = bool(one.numbers) and bool(other.numbers) or bool(one.dates) and bool(other.dates)
    if (
        not alike
        or one[:2] == other[:2]
        or len(other.numbers) + len(other.dates) > 2 + len(one.numbers) + len(one.dates)
    ):
        return False
    small, large = sorted((new.attribute, old.attribute), key=len)
    return new.attribute == old.attribute or near and small <= large


def _is_other_choice(new: About, old: About) -> bool:
    """Whether both say of one thing what was chosen for it, in words that are partly the same."""
    if not new.attribute or new.attribute != old.attribute or new.value == old.value:
        return False
    return likeness(new.value, old.value) >= _PARTLY


def _order(words: Words) -> list[str]:
    """The words of a frame in their order."""
    return [token for token in words.key.split() if token in words.frame]


def _share_subject(new: About, old: About) -> bool:
    """Whether what stands before the verb is alike, where both have such a part."""
    if not new.attribute or not old.attribute:
        return True
    return likeness(new.attribute, old.attribute) >= ALIKE
