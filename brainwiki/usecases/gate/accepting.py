"""What the gate may accept by itself: a proposal of low risk, under a certificate of its base, while every canary is answered rightly."""

from __future__ import annotations

from typing import Literal, NamedTuple

from brainwiki.dream.calibration.suite import CalibrationCase, load
from brainwiki.dream.judging.canaries import Watched
from brainwiki.dream.judging.certificate import PATH, Certificate, read_certificate, why_invalid
from brainwiki.dream.judging.ports import Calibrated
from brainwiki.dream.policy import Asked, bounds_of, why_not
from brainwiki.errors import BrainwikiError
from brainwiki.model.line import instant, plain
from brainwiki.review.happening import Event
from brainwiki.review.life import GATE, sealed
from brainwiki.usecases.gate.calibrate import identity_of
from brainwiki.usecases.proposals.books import held, record_proposal, settle
from brainwiki.usecases.proposals.opening import Opened
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace


class Proof(NamedTuple):
    """The certificate of a commit, and why it does not count (empty: it does)."""

    certificate: Certificate | None
    invalid: str


class Decision(NamedTuple):
    """Who decides about a proposal: `accepted` by the gate, or a `person`, or an `alarm` that stops everything; and why."""

    by: Literal["accepted", "person", "alarm"]
    reason: str


def proof_of(workspace: Workspace, commit: str, judge: Calibrated, key: bytes | None) -> Proof:
    """The certificate at a commit, held against this judge, the suite of this program, the bounds of that commit, and the clock. What stands
    in the working tree never counts."""
    base = workspace.staged(commit, {}, "").base
    try:
        raw = base.files.read(PATH) if base.files.exists(PATH) else None
    except OSError:
        raw = None
    found = read_certificate(raw)
    if isinstance(found, str):
        return Proof(None, found)
    bounds = bounds_of(base.config.accept)
    if bounds is None:
        return Proof(found, "the configuration of the base lets a person decide everything: it sets no `accept`")
    return Proof(found, why_invalid(found, identity_of(judge, load().digest), bounds, workspace.clock.now(), key))


def known_canaries(proof: Proof) -> tuple[CalibrationCase, ...] | None:
    """The canaries that the judge answered rightly when it was calibrated; None where the certificate does not count."""
    if proof.certificate is None or proof.invalid:
        return None
    return tuple(one for one in load().canaries if one.id in proof.certificate.canaries)


def watched(workspace: Workspace, commit: str, judge: Calibrated, key: bytes | None) -> Watched | None:
    """The judge, with canaries among its cases where its certificate counts, where the configuration of a commit lets a gate accept; else None."""
    try:
        if not workspace.staged(commit, {}, "").base.config.accept:
            return None
        return Watched(judge, known_canaries(proof_of(workspace, commit, judge, key)))
    except BrainwikiError:
        return None


def decide(
    workspace: Workspace, opened: Opened, judge: Calibrated, watch: Watched, key: bytes | None, wait: float = WAIT
) -> Decision:
    """Accept a proposal that was just opened, or leave it to people. Raises what recording raises."""
    one = held(workspace, opened.id)
    config = workspace.staged(one.base, {}, "").base.config
    proof = proof_of(workspace, one.base, judge, key)
    findings = sum(one.receipt.findings.values()) if one.receipt else 1
    risk = one.receipt.risk if one.receipt else "high"
    judged = [judgement for _, judgement in watch.judged]
    reason = why_not(bounds_of(config.accept), Asked(judged, risk, findings, watch.alarm, proof.invalid))
    if reason or proof.certificate is None:
        return Decision("alarm" if watch.alarm else "person", plain(reason))
    at = instant(workspace.clock.now())
    by = f"{GATE}{judge.name.partition('/')[0]}"
    told = Event("approved", at, by, reason=sealed(proof.certificate.seal), commit=one.tip)
    written = record_proposal(workspace, one.id, lambda _: [told], {}, by, wait)
    if written.refused:
        return Decision("person", written.refused)
    settle(workspace, (one.id,), wait)
    return Decision("accepted", sealed(proof.certificate.seal))
