"""A turn of the user to the statements in it."""

from __future__ import annotations

import re
from typing import NamedTuple

from brainwiki.dream.statements.chinese import CHINESE
from brainwiki.dream.statements.english import ENGLISH
from brainwiki.dream.statements.japanese import JAPANESE
from brainwiki.dream.statements.negation import is_doubtful, is_order, is_question, is_told_of_the_past
from brainwiki.dream.statements.sentences import Said, said
from brainwiki.dream.statements.statement import Statement, content, tidy
from brainwiki.dream.statements.trigger import Language, Trigger

LONGEST = 400  # characters of a statement; what is longer is no sentence to remember
TOO_LONG = f"it is longer than {LONGEST} characters"
VEILED = "it holds a secret that was taken out"
ORDER = "it would have an agent act on other systems"
VAGUE = "it does not say what it is about"

_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_TOPIC = re.compile("[はがをも]")  # what is corrected has to be named
_LATIN = re.compile("[A-Za-z]{2}")
_SAYS_SOMETHING = re.compile(
    "[A-Za-z]+[^A-Za-z]+[A-Za-z]+[^A-Za-z]+[A-Za-z]+|[\u3041-\u30fa\u3400-\u9fff].*[\u3041-\u30fa\u3400-\u9fff].*[\u3041-\u30fa\u3400-\u9fff].*[\u3041-\u30fa\u3400-\u9fff]"
)


class _Found(NamedTuple):
    """A trigger in a sentence: `skipped` are the signs of its opening, before `match`."""

    language: Language
    trigger: Trigger
    match: re.Match[str]
    skipped: int

    @property
    def is_alone(self) -> bool:
        """Whether the content is another sentence."""
        return self.trigger.where in ("next", "last")


def statements(text: str) -> tuple[Statement, ...]:
    """What a turn states, in order; time grows with its length."""
    return tuple(_Reader(text).read())


def languages(bare: str) -> tuple[Language, ...]:
    """The languages that a sentence may be in, by its script. Without kana, Chinese characters may be either language's."""
    found: list[Language] = []
    if _HAN.search(bare) or _KANA.search(bare):
        found.extend((JAPANESE,) if _KANA.search(bare) else (CHINESE, JAPANESE))
    if _LATIN.search(bare):
        found.append(ENGLISH)
    return tuple(found)


class _Reader:
    """Walks the sentences of one turn."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.said = said(text)
        self.known: dict[int, _Found | None] = {}
        self.made: dict[int, Statement] = {}

    def read(self) -> list[Statement]:
        """Every sentence in order; one whose trigger stands alone takes the next, or the one before."""
        taken: set[int] = set()
        for number in range(len(self.said)):
            found = self.found(number)
            if number in taken or found is None:
                continue
            if not found.is_alone:
                self.made[number] = self.statement(found, self.said[number])
                continue
            other = self.neighbour(number, found)
            if other < 0:
                continue
            taken.add(other)
            if other in self.made:
                if found.trigger.kind == "retraction":
                    del self.made[other]  # said and taken back in one breath
                continue
            self.made[other] = self.joined(found, number, other)
        return [self.made[number] for number in sorted(self.made)]

    def found(self, number: int) -> _Found | None:
        """The trigger of a sentence that stands."""
        if number not in self.known:
            found = _found(self.said[number])
            if found is not None and is_told_of_the_past(found.language, found.trigger.kind, self.around(number)):
                found = None
            self.known[number] = found
        return self.known[number]

    def around(self, number: int) -> str:
        """The sentence before and the one after."""
        beside = (*self.said[max(0, number - 1) : number], *self.said[number + 1 : number + 2])
        return "\n".join(one.bare[:LONGEST] for one in beside)

    def neighbour(self, number: int, found: _Found) -> int:
        """The sentence that a lone trigger is about, or -1."""
        order = (number + 1, number - 1) if found.trigger.where == "next" else (number - 1, number + 1)
        return next((one for one in order if 0 <= one < len(self.said) and self.can_be_content(one)), -1)

    def can_be_content(self, number: int) -> bool:
        """Whether a sentence says something by itself."""
        bare = self.said[number].bare[: 2 * LONGEST]
        found = self.found(number)
        if found is not None and found.is_alone or not _SAYS_SOMETHING.search(bare[:LONGEST]):
            return False
        return not any(is_question(language, bare) for language in languages(bare))

    def statement(self, found: _Found, one: Said) -> Statement:
        """The statement of a sentence with its own trigger."""
        words = one.text[found.skipped :]
        held = content(found.language, found.trigger, found.match, words[: 2 * LONGEST])
        return _judged(
            Statement(found.trigger.kind, one.text, held.text, one.start, found.language.name, held.gone),
            found.language,
        )

    def joined(self, found: _Found, number: int, other: int) -> Statement:
        """The statement of two sentences that stand together: a lone trigger and what it is about."""
        first, last = sorted((number, other))
        start, end = self.said[first].start, self.said[last].end
        own, one = self.found(other), self.said[other]
        if own is not None:
            held = self.statement(own, one)
            text, gone, language = held.text, held.gone, own.language
        else:
            language = next(iter(languages(one.bare)), found.language)
            opening = language.opening.match(one.bare)
            text, gone = tidy(language, one.text[opening.end() if opening else 0 :][: 2 * LONGEST]), ""
        return _judged(Statement(found.trigger.kind, self.text[start:end], text, start, language.name, gone), language)


def _found(one: Said) -> _Found | None:
    """The trigger that decides what a sentence is: the one of the first rank, then the one that comes first."""
    bare = one.bare[:LONGEST]
    best: tuple[tuple[int, int, int, int], _Found] | None = None
    for place, language in enumerate(languages(bare)):
        opening = language.opening.match(bare)
        skipped = opening.end() if opening else 0
        body = bare[skipped:]
        for order, trigger in enumerate(language.triggers):
            match = trigger.pattern.search(body)
            if match is None:
                continue
            rank = (trigger.rank, _begin(match), place, order)
            if best is None or rank < best[0]:
                best = rank, _Found(language, trigger, match, skipped)
    if best is None:
        return None
    found = best[1]
    return None if is_doubtful(found.language, found.trigger, found.match, bare[found.skipped :]) else found


def _begin(match: re.Match[str]) -> int:
    """Where a trigger begins: at the words that are taken off, where there are any."""
    return match.start("cut") if match.groupdict().get("cut") else match.start()


def _judged(statement: Statement, language: Language) -> Statement:
    """The statement with the reason for which it may not be adopted, if there is one."""
    reason = ""
    if len(statement.quote) > LONGEST:
        reason = TOO_LONG
    elif "[redacted:" in statement.quote:
        reason = VEILED
    elif is_order(statement.quote):
        reason = ORDER
    elif _is_vague(statement, language):
        reason = VAGUE
    return statement._replace(reason=reason)


def _is_vague(statement: Statement, language: Language) -> bool:
    """Whether the content does not say what it is about."""
    words = language.ending.sub("", statement.text)
    if statement.kind == "correction" and language is JAPANESE and not _TOPIC.search(words):
        return True
    return not words or statement.kind != "retraction" and bool(language.vague.search(words))
