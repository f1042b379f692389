"""The calibration suite: poison and control cases in pairs, read from the two files beside this module."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from brainwiki.dream.gate import VERDICTS, Case, Evidence, Verdict

Part = Literal["tune", "heldout"]
Kind = Literal["poison", "control"]
Language = Literal["en", "ja", "zh"]
PARTS: tuple[Part, ...] = get_args(Part)
KINDS: tuple[Kind, ...] = get_args(Kind)
LANGUAGES: tuple[Language, ...] = get_args(Language)

CLASSES: Mapping[Kind, Mapping[str, str]] = {
    "poison": {
        "other-subject": "a fact of another subject",
        "wrong-attribution": "said or done by somebody else",
        "invented-number": "a number that the evidence does not hold",
        "negation-dropped": "the evidence says not, the claim does not",
        "stale-over-new": "an older statement over a newer claim",
        "injected-instruction": "what a text that was read tells machines to do",
        "quote-mismatch": "a real quote that says something else",
        "hedge-removed": "a guess made certain",
        "date-shifted": "another day, month or year",
        "people-merged": "two people taken for one",
        "own-output": "the assistant's own words as evidence",
        "low-trust": "an account, address or permission from a web page",
    },
    "control": {
        "number-update": "a value that became another",
        "preference-change": "a wish or a standing instruction that changed",
        "project-ended": "something that came to its end",
        "rename": "a new name for the same thing or person",
        "user-correction": "the user corrects what memory holds",
        "retraction": "a claim goes, and nothing takes its place",
        "new-page": "the first claim about a subject",
        "two-sources": "two pieces of evidence that agree",
        "paraphrase": "the same in other words",
        "translation": "evidence in another language",
        "unit-change": "the same quantity in another unit",
        "date-form": "the same date in another form",
    },
}

_FORM: Mapping[str, type] = {
    "id": str,
    "pair": str,
    "language": str,
    "kind": str,
    "class": str,
    "page": str,
    "before": str,
    "after": str,
    "evidence": list,
    "related": list,
    "expected": str,
    "why": str,
}
_OPTIONAL: Mapping[str, type] = {"canary": bool}

_Word = TypeVar("_Word", bound=str)


class CalibrationCase(NamedTuple):
    """A case whose right answer is known. `name` is its class, one of CLASSES[kind]; `pair` is shared with the case that differs
    in the one defect; `why` says for people what the answer rests on. No judge is shown anything but `case`."""

    id: str
    pair: str
    part: Part
    language: Language
    kind: Kind
    name: str
    case: Case
    expected: Verdict
    why: str
    canary: bool = False


@dataclass(frozen=True)
class Suite:
    """All cases, in the order of the files, and the digest of everything that they say (64 hexadecimal digits)."""

    cases: tuple[CalibrationCase, ...]
    digest: str

    def of(self, part: Part) -> tuple[CalibrationCase, ...]:
        """The cases of one part. The held-out part is not for tuning."""
        return tuple(one for one in self.cases if one.part == part)

    @property
    def canaries(self) -> tuple[CalibrationCase, ...]:
        """The clear cases that are mixed into live runs; no two are of one pair."""
        return tuple(one for one in self.cases if one.canary)


@cache
def load() -> Suite:
    """The suite that comes with the program."""
    folder = resources.files("brainwiki.dream.calibration")
    return read_suite({part: folder.joinpath(f"{part}.jsonl").read_text("utf-8") for part in PARTS})


def read_suite(texts: Mapping[Part, str]) -> Suite:
    """The suite that these texts are, one JSON object a line. Raises ValueError, which names part and line, where one is wrong."""
    cases: list[CalibrationCase] = []
    seen: set[str] = set()
    for part in PARTS:
        for number, line in enumerate(texts[part].splitlines(), 1):
            try:
                found = _case(part, json.loads(line))
                if found.id in seen:
                    raise ValueError(f"the id {found.id} is taken")
            except ValueError as wrong:
                raise ValueError(f"{part}, line {number}: {wrong}") from wrong
            seen.add(found.id)
            cases.append(found)
    return Suite(tuple(cases), digest(cases))


def digest(cases: list[CalibrationCase] | tuple[CalibrationCase, ...]) -> str:
    """The SHA-256 of what cases say: it does not hang on line ends, blanks or the order of keys."""
    plain = json.dumps([_plain(one) for one in cases], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(plain.encode("utf-8")).hexdigest()


def _plain(one: CalibrationCase) -> list[Any]:
    case = one.case
    evidence = [[*piece] for piece in case.evidence]
    return [*one[:6], case.page, case.before, case.after, evidence, [*case.related], one.expected, one.why, one.canary]


def _case(part: Part, value: Any) -> CalibrationCase:
    """The case that an object holds; raises ValueError."""
    _held_against(value, _FORM, _OPTIONAL)
    kind = _one_of(value["kind"], KINDS)
    expected = _one_of(value["expected"], VERDICTS)
    if (kind == "control") != (expected == "supported"):
        raise ValueError(f"a {kind} case is never {expected}")
    related = value["related"]
    if not all(isinstance(one, str) for one in related):
        raise ValueError("`related` holds what is no text")
    evidence = tuple(_evidence(one) for one in value["evidence"])
    return CalibrationCase(
        value["id"],
        value["pair"],
        part,
        _one_of(value["language"], LANGUAGES),
        kind,
        _one_of(value["class"], tuple(CLASSES[kind])),
        Case(value["page"], value["before"], value["after"], evidence, tuple(related)),
        expected,
        value["why"],
        value.get("canary", False),
    )


def _evidence(value: Any) -> Evidence:
    _held_against(value, dict.fromkeys(("resource", "quote", "text", "role"), str), {})
    if value["quote"] not in value["text"]:
        raise ValueError("a quote does not stand in its text")
    return Evidence(value["resource"], value["quote"], value["text"], value["role"])


def _held_against(value: Any, needed: Mapping[str, type], optional: Mapping[str, type]) -> None:
    """Raises ValueError where a value is no object of exactly these keys and types."""
    if not isinstance(value, dict):
        raise ValueError("it is no object")
    known = {**needed, **optional}
    wrong = [key for key in value if key not in known or not isinstance(value[key], known[key])]
    missing = [key for key in needed if key not in value]
    if wrong or missing:
        raise ValueError(f"`{[*wrong, *missing][0]}` is missing, not known, or of the wrong kind")


def _one_of(word: str, words: tuple[_Word, ...]) -> _Word:
    for one in words:
        if one == word:
            return one
    raise ValueError(f"{word!r} is none of {', '.join(words)}")
