"""A question as it was typed to a `Query`: filters, phrases, exclusions, what its words ask for. Whatever is typed has a meaning."""

from __future__ import annotations

import re
from datetime import date

from brainwiki.model.query import KINDS, Filters, Query
from brainwiki.retrieval.dates import intent_of, period_of
from brainwiki.retrieval.stopwords import STOP
from brainwiki.retrieval.tokens import RUN, Token, folded, terms, tokens

LONGEST = 2_000  # characters of a question that are read
MOST_TERMS = 64
MOST_RUNS = 8
_LISTS = {"type": "types", "tag": "tags", "tags": "tags", "scope": "scopes", "kind": "kinds", "in": "inside"}
_DAYS = ("before", "after")
_NAMES = "|".join((*_LISTS, *_DAYS))
_PART = re.compile(
    rf"""(?P<not>(?<!\S)-(?=[^\s-]))?(?:(?P<name>(?<!\S){_NAMES})[:：](?:"(?P<quoted>[^"]*)"|(?P<value>[^\s"]+))"""
    r"""|"(?P<phrase>[^"]*)"|“(?P<curly>[^”]*)”|(?P<word>[^\s"“]+|["“]))""",
    re.IGNORECASE,
)
_DAY = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?$")
_SURROGATE = re.compile("[\ud800-\udfff]")
_KANA = re.compile("[ぁ-ゖゝゞー]+")
_FULL = re.compile("[^\x00-\u2fffぁ-ゖゝゞー\u3000-\u3004]")  # a character that makes words with its like
_WORD = re.compile(f"(?:(?![ぁ-ゖ])[{RUN}]){{3,20}}")  # as long as a word may be
_RUN_OR_BLANK = re.compile(r"\s+")


def query_of(text: str, today: date, kinds: tuple[str, ...] = (), inside: tuple[str, ...] = ()) -> Query:
    """What a question asks for; `kinds` and `inside` narrow it further. `today` is what "last week" is counted from."""
    text = clean(text)
    inside = tuple(map(clean, inside))
    asked, note = text, ""
    if len(text) > LONGEST:
        asked = text[:LONGEST]
        note = f"The question has {len(text):,} characters; the first {LONGEST:,} were read."
    words: list[str] = []
    phrases: list[str] = []
    excluded: list[str] = []
    lists: dict[str, list[str]] = {"kinds": list(kinds), "inside": list(inside)}
    days = {"before": "", "after": ""}
    for match in _PART.finditer(asked):
        if match["name"] and not match["not"] and _filter(match, lists, days):
            continue
        phrase = _phrase(match)
        if match["not"]:
            excluded.append(phrase if phrase is not None else match[0][1:])
        elif phrase is not None:
            phrases.append(phrase)
            words.append(phrase)
        else:
            words.append(match[0])
    plain = " ".join(words)
    types, tags, scopes, *narrow = (
        tuple(lists.get(name, ())) for name in ("types", "tags", "scopes", "kinds", "inside")
    )
    filters = Filters(types, tags, scopes, narrow[0], narrow[1], days["before"], days["after"])
    return Query(
        text=asked,
        words=plain,
        phrases=tuple(filter(str.strip, phrases)),
        excluded=tuple(one for one in excluded if terms(one)),
        filters=filters,
        intent=intent_of(plain),
        period=period_of(plain, today),
        note=note,
    )


def clean(text: str) -> str:
    """A text that can be written down: without halves of characters, which JSON and a command line may hold."""
    return _SURROGATE.sub("\ufffd", text)


def _phrase(match: re.Match[str]) -> str | None:
    """The quoted words, None where nothing is quoted."""
    return match["phrase"] if match["phrase"] is not None else match["curly"]


def _filter(match: re.Match[str], lists: dict[str, list[str]], days: dict[str, str]) -> bool:
    """Take a filter; False where its value means nothing, so that its words are only words."""
    name = match["name"].lower()
    value = match["quoted"] if match["quoted"] is not None else match["value"]
    if name in _DAYS:
        day = _day(value)
        days[name] = day or days[name]
        return bool(day)
    if not value.strip() or name == "kind" and value.lower() not in KINDS:
        return False
    lists.setdefault(_LISTS[name], []).append(value.lower() if name == "kind" else value)
    return True


def _day(value: str) -> str:
    """The first day of a year, a month or a day; empty where it is none."""
    match = _DAY.match(value)
    if match is None:
        return ""
    try:
        return date(int(match[1]), int(match[2] or 1), int(match[3] or 1)).isoformat()
    except ValueError:
        return ""


def asked_terms(words: str) -> tuple[str, ...]:
    """The terms that a question is ranked by, each once, in the order of the question.

    Words that stand in every text and pairs of hiragana alone are left out, and single characters where there are pairs,
    unless nothing else is left: they cost much and tell little.
    """
    found = [one for one in tokens(words) if one.text]
    shape = folded(words)
    chosen = [one for one in found if _tells(one, shape)]
    if not chosen:
        chosen = [one for one in found if one.kind == "pair"] or found
    return tuple(dict.fromkeys(one.text for one in chosen))[:MOST_TERMS]


def runs_of(words: str) -> tuple[tuple[str, ...], ...]:
    """The pairs of each word of three characters or more that is written without hiragana, in order: a passage that holds them one
    after the other holds the word itself, which pairs that stand apart do not tell."""
    found = [list(tokens(run)) for run in dict.fromkeys(_WORD.findall(folded(words)))]
    return tuple(tuple(one.text for one in run if one.kind == "pair") for run in found)[:MOST_RUNS]


def _tells(token: Token, shape: str) -> bool:
    """Whether a term tells one text from another."""
    if token.kind == "pair":
        return token.text not in STOP and _KANA.fullmatch(token.text) is None
    if token.kind == "single":
        return _is_alone(token, shape) and _KANA.fullmatch(token.text) is None
    return token.text not in STOP


def _is_alone(token: Token, shape: str) -> bool:
    """Whether no other character than hiragana stands beside this one: it may be a word by itself."""
    return not _FULL.search(shape[max(token.start - 1, 0) : token.start] + shape[token.end : token.end + 1])


def holds(phrase: str, text: str) -> bool:
    """Whether a text holds a phrase, whatever its width, case and blanks."""
    return squeezed(phrase) in squeezed(text)


def squeezed(text: str) -> str:
    """The form in which phrases are looked for."""
    return _RUN_OR_BLANK.sub(" ", folded(text)).strip()
