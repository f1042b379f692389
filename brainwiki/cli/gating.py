"""`gate`: how far a judge may be trusted, measured on cases with known answers, and the certificate of it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic

import click

from brainwiki.bootstrap_gate import JUDGES as NAMES
from brainwiki.bootstrap_gate import answers_shelf, gate_key, judge
from brainwiki.cli.common import Request, note, paint, shared
from brainwiki.cli.gating_text import calibrated_as_json, calibrated_text, proof_as_json, proof_text
from brainwiki.dream.calibration.measuring import measure
from brainwiki.dream.calibration.suite import load
from brainwiki.dream.judging.certificate import JUDGES, PATH, certificate_text, certify, misses
from brainwiki.dream.policy import Bounds, bounds_of
from brainwiki.usecases.brain_branch import place_of
from brainwiki.usecases.gate.accepting import proof_of
from brainwiki.usecases.gate.calibrate import calibrate, cases_of, identity_of

_TELL_AFTER = 10.0  # seconds


@click.group()
def gate() -> None:
    """The gate: who judges proposed claims, how well, and what it may accept."""


@gate.command("calibrate")
@click.option(
    "--judge", "name", default="deterministic", show_default=True, type=click.Choice(NAMES), help="Whom to ask."
)
@click.option(
    "--repeats",
    type=click.IntRange(1, 20),
    default=1,
    show_default=True,
    metavar="N",
    help="How often each case is asked.",
)
@click.option(
    "--part",
    type=click.Choice(("tune", "heldout", "all")),
    default="all",
    show_default=True,
    help="Which cases; a certificate is made of all.",
)
@click.option(
    "--out", type=click.Path(dir_okay=False), help=f"Write the certificate here; it counts as {PATH} in the base."
)
@shared
def calibrate_command(request: Request, name: str, repeats: int, part: str, out: str | None) -> None:
    """Ask a judge about cases with known answers: false accepts, false rejects, Youden's J, flips, cost and time.

    Exit code 1 where the bounds of the configuration are not met. A run that was stopped goes on where it was.
    """
    workspace = request.workspace()
    spent = [0, 0]

    def record(call: object) -> None:
        if isinstance(call, dict):
            spent[0] += int(call.get("told") or 0)
            spent[1] += int(call.get("said") or 0)

    asked, suite = judge(name, record), load()
    cases = cases_of(suite, part)  # type: ignore[arg-type]  # click holds it to these words
    last = [monotonic()]

    def told(done: int, total: int) -> None:
        if request.shows_progress and monotonic() - last[0] > _TELL_AFTER:
            last[0] = monotonic()
            note(f"{done} of {total} asked")

    answers = calibrate(asked, cases, repeats, answers_shelf(workspace.root), told)
    bounds = bounds_of(workspace.config.accept) or Bounds()
    key = gate_key(workspace.root, make=out is not None)
    made = certify(identity_of(asked, suite.digest), answers, workspace.clock.now(), bounds.days, key or b"\0")
    missed = misses(made, bounds)
    why = _why_none(name, part)
    figures = measure(answers)
    value = calibrated_as_json(made if key else replace(made, seal=""), figures, part, missed, spent)
    request.show(value, calibrated_text(made, figures, part, missed, spent))
    if out is not None:
        if why:
            note(f"No certificate was written: {why}.")
        else:
            Path(out).write_text(certificate_text(made), encoding="utf-8", newline="\n")
            note(f"Wrote {out}. It counts once it is reviewed and stands as {PATH} in the base.")
    if missed:
        sys.exit(1)


def _why_none(name: str, part: str) -> str:
    """Why no certificate is made; empty where one is."""
    if name not in JUDGES:
        return f"{name} is a reference, which nobody may trust"
    return "" if part == "all" else "a part of the suite is not enough"


@gate.command("show")
@click.option("--judge", "name", default="", metavar="NAME", help="For whom; default: the judge of the configuration.")
@shared
def show_command(request: Request, name: str) -> None:
    """The certificate of the brain's branch, and why it counts or does not count here."""
    workspace = request.workspace()
    place = place_of(workspace)
    asked = judge(name or workspace.config.gate)
    proof = proof_of(workspace, place.tip, asked, gate_key(workspace.root))
    request.show(proof_as_json(proof, asked.name), proof_text(proof, asked.name, paint))
