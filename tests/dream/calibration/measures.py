"""Measures of a set of cases by what lies on their surface: tokens, lengths, marks, and how well those tell poison from control."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from math import log

from brainwiki.dream.calibration.suite import CalibrationCase

NEGATION = re.compile(
    r"\b(?:no|not|never|nobody|nothing|without|cannot|no longer)\b|n't\b|ない|ません|なし|ず、|不|没|未|别|无",
    re.IGNORECASE,
)
HEDGE = re.compile(
    r"\b(?:may|might|could|should|guess|possible|perhaps|maybe)\b|かも|らしい|たぶん|そうです|也许|可能|估计|大概",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"[A-Za-z]+|\d+|[^\W\d_]|[^\w\s]"
)  # words, numbers, and single characters of scripts without blanks

Feature = Callable[[CalibrationCase], float]


def tokens(text: str) -> list[str]:
    """Words, numbers and marks of a text; each character alone where a script has no blanks."""
    return _TOKEN.findall(text)


def said(one: CalibrationCase) -> str:
    """All that a judge reads of a case: the claims, the whole evidence and who said it."""
    evidence = [text for piece in one.case.evidence for text in (piece.role, piece.text, piece.quote)]
    return " ".join((one.case.page, one.case.before, one.case.after, *evidence, *one.case.related))


def difference(first: CalibrationCase, second: CalibrationCase) -> float:
    """The share of the tokens of two cases that the other has not, 0 to 1, where quotes are left out."""
    left, right = (
        Counter(tokens(" ".join((one.case.before, one.case.after, *(f"{e.role} {e.text}" for e in one.case.evidence)))))
        for one in (first, second)
    )
    apart = (left - right).total() + (right - left).total()
    return apart / (left.total() + right.total())


def likeness(first: str, second: str) -> float:
    """The share of runs of four characters that two texts have in common."""
    left, right = ({text[i : i + 4] for i in range(len(text) - 3)} for text in (first, second))
    return len(left & right) / max(1, len(left | right))


FEATURES: dict[str, Feature] = {
    "length of the claim": lambda one: len(one.case.after),
    "length of the claim before": lambda one: len(one.case.before),
    "length of the evidence": lambda one: sum(len(piece.text) for piece in one.case.evidence),
    "length of the quotes": lambda one: sum(len(piece.quote) for piece in one.case.evidence),
    "share of the text that is quoted": lambda one: (
        sum(len(piece.quote) for piece in one.case.evidence) / sum(len(piece.text) for piece in one.case.evidence)
    ),
    "pieces of evidence": lambda one: len(one.case.evidence),
    "digits in the claim": lambda one: len(re.findall(r"\d", one.case.after)),
    "a number of the claim is not quoted": lambda one: bool(
        {*re.findall(r"\d+", one.case.after)} - {*re.findall(r"\d+", " ".join(e.quote for e in one.case.evidence))}
    ),
    "negation in the claim": lambda one: bool(NEGATION.search(one.case.after)),
    "negation in the evidence": lambda one: bool(NEGATION.search(" ".join(e.text for e in one.case.evidence))),
    "hedge in the evidence": lambda one: bool(HEDGE.search(" ".join(e.text for e in one.case.evidence))),
    "a quotation mark": lambda one: bool(re.search("[\"'“”„«»「」『』’]", said(one))),
    "somebody else than the user": lambda one: any(piece.role != "user" for piece in one.case.evidence),
    "edit distance": lambda one: 1 - SequenceMatcher(None, one.case.before, one.case.after, autojunk=False).ratio(),
    "shared with the evidence": lambda one: likeness(one.case.after, " ".join(e.text for e in one.case.evidence)),
}


def separation(cases: Sequence[CalibrationCase], feature: Feature) -> float:
    """The best Youden index, 0 to 1, that a threshold on one feature reaches, in either direction."""
    poison, control = ([feature(one) for one in cases if one.kind == kind] for kind in ("poison", "control"))
    best = 0.0
    for bound in {*poison, *control}:
        above = sum(value >= bound for value in poison) / len(poison)
        best = max(best, abs(above - sum(value >= bound for value in control) / len(control)))
    return best


def guessed_from_words(learnt: Sequence[CalibrationCase], asked: Sequence[CalibrationCase]) -> float:
    """The Youden index of a naive Bayes over words: what the mere vocabulary of some cases tells about others."""
    seen: dict[str, Counter[str]] = {"poison": Counter(), "control": Counter()}
    for one in learnt:
        seen[one.kind].update({*tokens(said(one))})

    def looks_like_poison(one: CalibrationCase) -> bool:
        return sum(log((seen["poison"][word] + 1) / (seen["control"][word] + 1)) for word in {*tokens(said(one))}) > 0

    rates = []
    for kind in ("poison", "control"):
        of_kind = [one for one in asked if one.kind == kind]
        rates.append(sum(map(looks_like_poison, of_kind)) / len(of_kind))
    return abs(rates[0] - rates[1])
