"""How a judge reads words: clauses, the words that say something, and names of people and things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from brainwiki.claims.dating import western, without_weekdays
from brainwiki.claims.figures import in_digits
from brainwiki.claims.quantities import spelled_out, without_units
from brainwiki.claims.words import Words, words_of
from brainwiki.model.names import squeeze

_CLAUSE = re.compile(
    r"[,;:、，；：。．.!?！？\n（）()「」『』“”\"]+(?![0-9])|(?<=[a-z]) (?:and|but|while|whereas|so) (?=[a-z])",
    re.IGNORECASE,
)
_SENTENCE_END = ".!?。！？\n"
_CLAUSE_END = _SENTENCE_END + ",;:、，；："
_TOKEN = re.compile(
    r"([\u4e00-\u9fff\u3400-\u4dbf々〇]+)|([\u30a0-\u30ff]+)|([^\W\d_\u3041-\u3096\u30a0-\u30ff\u3400-\u9fff]+)"
)
_KANA = re.compile("[\u3041-\u3096]")
_HAN = re.compile("[\u3400-\u9fff]")
_CHINESE_SMALL = re.compile(
    "[的了在是已经從从起这這那和与與也都就把被给給到为為而将將要会會能可以个個们們着过過对對跟及或每只又还還再很最]"
)
_SMALL = frozenset(
    "a an the is are was were be been being do does did has have had will would shall should can could may might must it its this that "
    "these those of to in on at by for and or but as any some ever only from with into than then so there their they he she his her him "
    "them we our us i you your my me not no also too both now since until about over up out all more most very just still such who which "
    "what when where while if because after before new old one two take takes took make makes made get gets got s t"
    " said says say told tells".split()
)
_NAMES_NOT = frozenset(
    "i the a an it he she they we you this that these those there here both if when while since after before as at in on for to of from with "
    "and but or so no not yes please correction for decision note update today yesterday tomorrow now then also entry dear hello hi "
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november "
    "december jan feb mar apr jun jul aug sep sept oct nov dec mr mrs ms dr prof sir st english japanese chinese german french my our his her their its "
    "what who which where how why quick small long short sorry thanks thank good great just only all any some one two three four five "
    "by into over under about again once next last item present apologies minutes year page point".split()
)
_LATIN_NAME = re.compile(r"(?<![\w'’])[A-ZÀ-ÖØ-Þ][\w'’-]*")
_TITLED = re.compile(
    r"([\u3400-\u9fff\u30a0-\u30ffー々]{1,6})(?:さん|氏|様|先生|くん|君|ちゃん)|([\u3400-\u9fff]{1,2})(?:老师|老師|师傅|師傅|先生|女士|医生|经理|阿姨|叔叔)|([小老阿][\u3400-\u9fff])(?=[说說的是把给給在去做写寫要想])"
)
_KIN = re.compile(
    r"\b(?:his|her|their|my|our) (?:son|daughter|brother|sister|wife|husband|mother|father|cousin|uncle|aunt|colleague|assistant|technician|neighbou?r|boss|partner|twin)\b"
    r"|(?:弟|兄|姉|妹|息子|娘|妻|夫|父|母|部下|上司|同僚|助手)の"
    r"|(?:弟弟|哥哥|姐姐|妹妹|儿子|女儿|妻子|丈夫|徒弟|同事|助手)"
)


_OPENERS = frozenset('.!?:"“')
_ABBREVIATED = 4
_COMMON_ENDINGS = ("ing", "ly", "ed", "ions", "ion", "ers", "ests", "als", "ments", "ment", "ness")


class Clause(NamedTuple):
    """A part of a sentence: its words as written, and those that say something, in their order."""

    text: str
    tokens: tuple[str, ...]


def read(text: str) -> Words:
    """A sentence read once, with derived forms in their common one."""
    return words_of(spelled_out(western(text)))


def tokens(text: str) -> tuple[str, ...]:
    """The words that say something, in their order: Latin words by their stem, katakana words, pairs of Chinese characters; without
    figures, negations, modal and small words."""
    plain = words_of(without_units(in_digits(spelled_out(western(text)).lower()))).polarity.rest
    return tuple(_tokens(without_weekdays(plain), bool(_KANA.search(text))))


def _tokens(text: str, is_japanese: bool) -> Iterator[str]:
    for match in _TOKEN.finditer(text):
        if match[1]:
            runs = [match[1]] if is_japanese else [one for one in _CHINESE_SMALL.split(match[1]) if one]
            for run in runs:
                yield from [run] if len(run) == 1 else (run[at : at + 2] for at in range(len(run) - 1))
        elif match[2]:
            yield match[2].strip("・ー") or match[2]
        elif match[0] not in _SMALL and len(match[0]) > 1:
            yield stem(match[0])


def stem(word: str) -> str:
    """An English word without its commonest endings."""
    for ending, least in (("ies", 2), ("ing", 3), ("ed", 3), ("es", 3), ("s", 3), ("e", 3), ("d", 4)):
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending == "ies" else "")
            break
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] else word


def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of a text."""
    parts = [part.strip() for part in _CLAUSE.split(squeeze(text)) if part and part.strip()]
    return tuple(Clause(part, tokens(part)) for part in parts)


def around(quote: str, text: str, *, whole: bool = False) -> str:
    """The quoted words with the rest of the clauses that they begin and end in; `whole`: of the sentences."""
    text, quote = squeeze(text), squeeze(quote)
    at = text.find(quote)
    if at < 0 or not quote:
        return quote
    ends = _SENTENCE_END if whole else _CLAUSE_END
    start, end = at, at + len(quote)
    while start and not _ends(text, start - 1, ends):
        start -= 1
    while end < len(text) and not _ends(text, end, ends):
        end += 1
    return text[start:end].strip()


def _ends(text: str, at: int, ends: str) -> bool:
    """Whether a clause ends at a sign; a point or comma within a number ends none."""
    inside = text[at] in ".,:" and text[at + 1 : at + 2].isdigit() and text[max(0, at - 1) : at].isdigit()
    return text[at] in ends and not inside


def before(quote: str, text: str) -> str:
    """What was said before the quoted words."""
    text = squeeze(text)
    at = text.find(squeeze(quote))
    return text[:at] if at > 0 else ""


class Name(NamedTuple):
    """A name in a text, and where it begins."""

    word: str
    start: int


def names(text: str) -> tuple[Name, ...]:
    """Names of people and things, and words for kin of somebody, in their order: as far as capitals, titles and such words tell."""
    text = squeeze(text)
    found = [*_latin_names(text)]
    found += [Name(next(group for group in match.groups() if group), match.start()) for match in _TITLED.finditer(text)]
    found += [Name(match[0].lower(), match.start()) for match in _KIN.finditer(text)]
    return tuple(sorted(found, key=lambda one: one.start))


def _latin_names(text: str) -> Iterator[Name]:
    """Words with a capital; those that stand together are one name."""
    words: list[Name] = []
    for match in _LATIN_NAME.finditer(text):
        word = Name(match[0].removesuffix("'s").removesuffix("’s").lower(), match.start())
        is_short = match[0].isupper() and len(match[0]) <= _ABBREVIATED  # SEK, USB
        if word.word in _NAMES_NOT or is_short or _is_opening(text, word):
            continue
        if words and text[words[-1].start + len(words[-1].word) : word.start] == " ":
            words[-1] = words[-1]._replace(word=f"{words[-1].word} {word.word}")
        else:
            words.append(word)
    yield from words


def opens(text: str, name: Name) -> bool:
    """Whether a sentence or a quotation begins with a name, so that its capital says little."""
    text = squeeze(text)
    return name.start == 0 or text[: name.start].rstrip()[-1:] in _OPENERS


def _is_opening(text: str, name: Name) -> bool:
    """Whether a capital is only there because a sentence begins: a word that ends like a common one."""
    return opens(text, name) and name.word.endswith(_COMMON_ENDINGS)


def knows(name: str, text: str) -> bool:
    """Whether each word of a name stands in a text or, in Chinese and Japanese, two of its characters."""
    low = squeeze(text).lower()
    if all(part in low for part in name.split()):
        return True
    return bool(_HAN.search(name)) and any(name[at : at + 2] in low for at in range(len(name) - 1))


def script_of(text: str) -> str:
    """The language that a text is written in, as far as its script tells."""
    if _KANA.search(text):
        return "ja"
    return "zh" if _HAN.search(text) else "latin"


def share(wanted: Iterable[str], told: Iterable[str]) -> float:
    """How many of these words stand among others, 0 to 1; 1 where there are none."""
    asked, there = {*wanted}, {*told}
    return len(asked & there) / len(asked) if asked else 1.0
