"""The certificate of a calibration: for exactly which judge, model, question and suite, what it showed, until when, and its seal.

The seal is an HMAC under a key that is never in a repository: a certificate counts where it was made, and where that key was given.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from brainwiki.dream.calibration.measuring import Answers, Measured, measure
from brainwiki.dream.policy import Bounds

VERSION = 1
PATH = "checks/gate.json"  # from the workspace
LARGEST = 100_000  # bytes
JUDGES = ("deterministic", "llm", "ensemble")  # whom one can be made for
_AT = "%Y-%m-%dT%H:%M:%SZ"


class Identity(NamedTuple):
    """Who was calibrated on what: the judge's name with its version, the model and where it is asked, the digest of its question, of
    the program's own judging, and of the suite."""

    judge: str
    model: str
    prompt: str
    code: str
    suite: str


@dataclass(frozen=True)
class Certificate:
    """What a calibration showed; times are UTC, rates the upper ends of their intervals, `j` the lower one of its own. `canaries` are
    the ids of those that were answered rightly each time."""

    judge: str
    model: str
    prompt: str
    code: str
    suite: str
    made: str
    expires: str
    cases: int
    repeats: int
    flips: int
    false_accept: float
    false_reject: float
    j: float
    canaries: tuple[str, ...]
    seal: str = ""

    @property
    def identity(self) -> Identity:
        """Whom it is for."""
        return Identity(self.judge, self.model, self.prompt, self.code, self.suite)


def certify(identity: Identity, answers: Sequence[Answers], now: datetime, days: float, key: bytes) -> Certificate:
    """The sealed certificate of these answers."""
    found = measure(answers)
    right = tuple(one.case.id for one in answers if one.case.canary and not one.is_wrong)
    made, until = (moment.astimezone(UTC).strftime(_AT) for moment in (now, now + timedelta(days=days)))
    open_one = Certificate(*identity, made, until, len(answers), found.repeats, found.flips, *_figures(found), right)
    return replace(open_one, seal=seal_of(open_one, key))


def _figures(found: Measured) -> tuple[float, float, float]:
    """Upper ends of both errors and the lower end of J, rounded against the judge."""
    return (
        _up(found.overall["poison"].high),
        _up(found.overall["control"].high),
        -_up(-found.j.low),
    )


def _up(value: float) -> float:
    return -(-value * 10_000 // 1) / 10_000


def seal_of(one: Certificate, key: bytes) -> str:
    """The HMAC-SHA-256 over everything but the seal."""
    return hmac.new(key, _text(replace(one, seal="")).encode("utf-8"), hashlib.sha256).hexdigest()


def _text(one: Certificate) -> str:
    return json.dumps({"version": VERSION, **asdict(one)}, ensure_ascii=False, sort_keys=True, indent=2) + "\n"


def certificate_text(one: Certificate) -> str:
    """The file of a certificate."""
    return _text(one)


def read_certificate(raw: bytes | None) -> Certificate | str:
    """The certificate in a file, or why there is none."""
    if raw is None:
        return f"there is no certificate: {PATH} is not in the base"
    if len(raw) > LARGEST:
        return f"{PATH} is too large to be a certificate"
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return f"{PATH} is no JSON"
    wanted = {field.name: str(field.type) for field in fields(Certificate)}
    if not isinstance(value, dict) or value.pop("version", None) != VERSION or value.keys() != wanted.keys():
        return f"{PATH} is no certificate of this version"
    if not all(_fits(value[name], kind) for name, kind in wanted.items()):
        return f"{PATH} holds a value of the wrong kind"
    return Certificate(**{**value, "canaries": tuple(value["canaries"])})


def _fits(value: Any, kind: str) -> bool:
    if kind == "str":
        return isinstance(value, str)
    if kind == "int":
        return type(value) is int
    if kind == "float":
        return isinstance(value, float | int) and not isinstance(value, bool)
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def why_invalid(one: Certificate, identity: Identity, bounds: Bounds, now: datetime, key: bytes | None) -> str:
    """Why a certificate does not count here and now; empty where it does."""
    if key is None:
        return "there is no key here that the certificate could be sealed with"
    if not hmac.compare_digest(one.seal, seal_of(one, key)):
        return "the certificate was changed, or was sealed with another key"
    for name, held, now_is in zip(Identity._fields, one.identity, identity, strict=True):
        if held != now_is:
            return f"the certificate is for another {_NAMES[name]}"
    if one.judge.partition("/")[0] not in JUDGES:
        return f"no certificate counts for {one.judge}"
    moment = now.astimezone(UTC).strftime(_AT)
    if not one.made <= moment < one.expires:
        return f"the certificate counted from {one.made} to {one.expires}"
    return misses(one, bounds)


def misses(one: Certificate, bounds: Bounds) -> str:
    """Which bound the figures miss."""
    if one.false_accept > bounds.false_accept:
        return f"false accepts may be {one.false_accept:.1%}, and {bounds.false_accept:.1%} are allowed"
    if one.false_reject > bounds.false_reject:
        return f"false rejects may be {one.false_reject:.1%}, and {bounds.false_reject:.1%} are allowed"
    return f"J may be {one.j:.2f}, and {bounds.j:.2f} is wanted" if one.j < bounds.j else ""


_NAMES: Mapping[str, str] = {
    "judge": "judge or version of it",
    "model": "model",
    "prompt": "question to the model",
    "code": "version of the fixed checks",
    "suite": "suite of cases",
}
