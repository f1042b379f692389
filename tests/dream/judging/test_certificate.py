"""The certificate: what it says, and each way in which it does not count."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from brainwiki.dream.calibration.measuring import Answers
from brainwiki.dream.calibration.suite import load
from brainwiki.dream.judging.certificate import (
    Certificate,
    Identity,
    certificate_text,
    certify,
    read_certificate,
    seal_of,
    why_invalid,
)
from brainwiki.dream.policy import Bounds
from tests.helpers import NOW

KEY = b"k" * 32
WHO = Identity("llm/1", "small at http://127.0.0.1:1/v1", "p" * 64, "c" * 64, load().digest)
GOOD = certify(WHO, [Answers(one, (one.expected,) * 2) for one in load().cases], NOW, 90, KEY)
BOUNDS = Bounds()


def why(
    one: Certificate = GOOD, who: Identity = WHO, bounds: Bounds = BOUNDS, days: float = 1, key: bytes | None = KEY
) -> str:
    return why_invalid(one, who, bounds, NOW + timedelta(days=days), key)


def test_a_good_one_counts_and_survives_its_file() -> None:
    assert why() == ""
    again = read_certificate(certificate_text(GOOD).encode())
    assert again == GOOD
    assert (GOOD.cases, GOOD.repeats, GOOD.flips, len(GOOD.canaries)) == (240, 2, 0, len(load().canaries))
    assert (GOOD.made, GOOD.expires) == ("2026-11-30T12:00:00Z", "2027-02-28T12:00:00Z")
    assert 0 < GOOD.false_accept < 0.04


@pytest.mark.parametrize("days", [90, 91, -1])
def test_an_expired_one_does_not_count_nor_one_of_the_future(days: float) -> None:
    assert why(days=days).startswith("the certificate counted from 2026-11-30")


@pytest.mark.parametrize(
    ("name", "told"),
    [("judge", "judge"), ("model", "model"), ("prompt", "question"), ("code", "fixed checks"), ("suite", "suite")],
)
def test_one_of_another_judge_model_question_code_or_suite_does_not_count(name: str, told: str) -> None:
    found = why(who=WHO._replace(**{name: "another"}))
    assert found.startswith("the certificate is for another")
    assert told in found


@pytest.mark.parametrize(
    "changed",
    [
        {"false_accept": 0.0},
        {"expires": "2099-01-01T00:00:00Z"},
        {"model": "large"},
        {"canaries": ()},
        {"j": 1.0},
        {"cases": 1},
        {"seal": "0" * 64},
    ],
)
def test_a_changed_one_does_not_count_whatever_was_changed(changed: dict[str, object]) -> None:
    assert why(replace(GOOD, **changed)) == "the certificate was changed, or was sealed with another key"  # type: ignore[arg-type]


def test_one_sealed_by_somebody_else_does_not_count_nor_without_a_key() -> None:
    forged = replace(GOOD, seal=seal_of(GOOD, b"x" * 32))
    assert why(forged) == "the certificate was changed, or was sealed with another key"
    assert why(key=None).startswith("there is no key here")


def test_one_that_misses_a_bound_does_not_count() -> None:
    assert "false accepts" in why(bounds=Bounds(false_accept=0.01))
    assert "false rejects" in why(bounds=Bounds(false_reject=0.01))
    assert "J may be" in why(bounds=Bounds(j=0.99))


def test_none_counts_for_a_reference() -> None:
    who = WHO._replace(judge="accept-all")
    made = certify(who, [Answers(one, (one.expected,)) for one in load().cases], NOW, 90, KEY)
    assert why(made, who) == "no certificate counts for accept-all"


def test_only_canaries_that_were_answered_rightly_are_named() -> None:
    wrong = load().canaries[0]
    answers = [
        Answers(one, ("unsure",) if one is wrong and one.kind == "control" else (one.expected,)) for one in load().cases
    ]
    made = certify(WHO, answers, NOW, 90, KEY)
    assert (wrong.id in made.canaries) == (wrong.kind == "poison")


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b"{}", b"\xff", b'{"version": 1}', b"[" * 50_000, b" " * 200_000, b'{"version": 2}'],
)
def test_a_damaged_file_is_no_certificate(raw: bytes) -> None:
    assert isinstance(read_certificate(raw), str)


@pytest.mark.parametrize(
    "wrong",
    [
        {"cases": "240"},
        {"j": True},
        {"canaries": "all"},
        {"canaries": [1]},
        {"more": 1},
        {"judge": None},
        {"cases": True},
    ],
)
def test_a_value_of_the_wrong_kind_is_no_certificate(wrong: dict[str, object]) -> None:
    value = json.loads(certificate_text(GOOD)) | wrong
    assert isinstance(read_certificate(json.dumps(value).encode()), str)


def test_no_file_is_no_certificate() -> None:
    assert str(read_certificate(None)).startswith("there is no certificate")
