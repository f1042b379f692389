"""The figures of a calibration and the certificate, as JSON and for people at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from brainwiki.dream.calibration.measuring import Measured, Rate
from brainwiki.dream.judging.certificate import Certificate
from brainwiki.usecases.gate.accepting import Proof

_ERRORS = {"poison": "false accepts", "control": "false rejects"}


def calibrated_as_json(
    made: Certificate, found: Measured, part: str, missed: str, spent: Sequence[int]
) -> dict[str, Any]:
    """The document of `gate calibrate`."""
    return {
        "version": 1,
        "judge": made.judge,
        "model": made.model,
        "prompt": made.prompt,
        "code": made.code,
        "suite": made.suite,
        "part": part,
        "cases": made.cases,
        "repeats": found.repeats,
        "false_accept": _rate(found.overall["poison"]),
        "false_reject": _rate(found.overall["control"]),
        "classes": {name: _rate(one) for name, one in found.by_class.items()},
        "languages": {f"{language} {kind}": _rate(one) for (language, kind), one in found.by_language.items()},
        "j": found.j._asdict(),
        "flips": found.flips,
        "seconds": round(found.seconds, 1),
        "tokens": {"told": spent[0], "said": spent[1]},
        "missed": missed or None,
    }


def _rate(one: Rate) -> dict[str, Any]:
    low, high, value = (round(number, 4) for number in (one.low, one.high, one.value))
    return {"errors": one.errors, "of": one.total, "rate": value, "low": low, "high": high, "unsure": one.unsure}


def calibrated_text(made: Certificate, found: Measured, part: str, missed: str, spent: Sequence[int]) -> str:
    """The same for people."""
    return "\n".join(_lines(made, found, part, missed, spent))


def _lines(made: Certificate, found: Measured, part: str, missed: str, spent: Sequence[int]) -> Iterator[str]:
    model = f", {made.model}" if made.model else ""
    yield f"{made.judge}{model}: {made.cases} cases ({part}), suite {made.suite[:12]}, asked {found.repeats} times each"
    yield ""
    for kind, one in found.overall.items():
        yield f"{_ERRORS[kind]:<28} {_told(one)}"
    for name, one in found.by_class.items():
        yield f"  {name:<26} {_told(one)}"
    for (language, kind), one in found.by_language.items():
        yield f"  {language} {_ERRORS[kind]:<23} {_told(one)}"
    yield ""
    yield f"Youden's J {found.j.value:.2f} (95 %: {found.j.low:.2f} to {found.j.high:.2f}, Newcombe's method 10); rates by Wilson"
    yield f"{found.flips} of {made.cases} cases flipped; {found.seconds:.1f} s; {spent[0]:,} tokens told, {spent[1]:,} said"
    yield f"Bounds not met: {missed}." if missed else "The bounds are met."


def _told(one: Rate) -> str:
    unsure = f", {one.unsure} of them unsure" if one.unsure else ""
    return f"{one.errors:>3} of {one.total:<3} {one.value:>6.1%}  (95 %: {one.low:.1%} to {one.high:.1%}{unsure})"


def proof_as_json(proof: Proof, judge: str) -> dict[str, Any]:
    """The document of `gate show`."""
    held = {**asdict(proof.certificate), "canaries": [*proof.certificate.canaries]} if proof.certificate else None
    return {"version": 1, "judge": judge, "valid": not proof.invalid, "why": proof.invalid or None, "certificate": held}


def proof_text(proof: Proof, judge: str, paint: Callable[[str, str], str]) -> str:
    """The same for people."""
    one = proof.certificate
    state = paint("does not count", "warn") + f": {proof.invalid}" if proof.invalid else paint("counts", "good")
    if one is None:
        return f"For {judge} a person decides everything: {proof.invalid}."
    return "\n".join(
        (
            f"The certificate for {judge} {state}.",
            f"  {one.judge}{f', {one.model}' if one.model else ''}; made {one.made}, until {one.expires}",
            f"  {one.cases} cases, {one.repeats} times each: false accepts at most {one.false_accept:.1%}, "
            f"false rejects at most {one.false_reject:.1%}, J at least {one.j:.2f}, {one.flips} flips",
            f"  question {one.prompt[:12] or 'none'}, checks {one.code[:12]}, suite {one.suite[:12]}",
        )
    )
