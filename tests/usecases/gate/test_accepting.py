"""What a gate may accept: nothing without a valid certificate of the base, and then only what is of low risk and supported throughout."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from brainwiki.adapters.shelf import NoShelf
from brainwiki.bootstrap import open_workspace
from brainwiki.dream.calibration.suite import load
from brainwiki.dream.gate import Case, Judgement
from brainwiki.dream.judging.certificate import PATH, Certificate, certificate_text, certify, seal_of
from brainwiki.dream.judging.deterministic import Deterministic
from brainwiki.dream.judging.ports import Calibrated
from brainwiki.errors import ProposalError
from brainwiki.model.receipt import Span
from brainwiki.usecases.gate.accepting import Decision, decide, proof_of, watched
from brainwiki.usecases.gate.calibrate import calibrate, identity_of
from brainwiki.usecases.proposals.applying import apply
from brainwiki.usecases.proposals.books import held
from brainwiki.usecases.proposals.deciding import approve
from brainwiki.usecases.proposals.opening import Drawn, Opened, open_proposal
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import commit
from tests.usecases.proposals.field import (
    BUDGET,
    BY,
    NEW_BUDGET,
    OTHER,
    SAID,
    TALK,
    base,
    consolidation,
    field,
    observation,
)

KEY = b"k" * 32
LAX = "accept = { false_accept = 1.0, false_reject = 1.0, j = 0.0 }\n"  # what the fixed checks reach
AGAIN = observation(OTHER, 3, SAID[2], "knowledge/budget", "The budget is 31.5 million.", "number", "2026-05-03")
SUPPORTED = NEW_BUDGET.replace(
    "---\n- ", f'  - id: 2\n    resource: "sessions/{OTHER}#turn-3"\n    quote: "{SAID[2]}"\n---\n- '
).replace("[cite:1]", "[cite:1,2]")
OTHERWISE = SUPPORTED.replace("31.5 million. [", "32.5 million. [")


def made(**changed: object) -> Certificate:
    """The certificate that the fixed checks get."""
    judge = Deterministic()
    answers = calibrate(judge, load().cases, 1, NoShelf())
    found = certify(identity_of(judge, load().digest), answers, NOW, 90, KEY)
    return replace(found, **changed)  # type: ignore[arg-type]


def brain(folder: Path, config: str = LAX, certificate: str | None = None) -> Workspace:
    """A brain whose branch lets gates accept, and holds a certificate."""
    field(folder, config)
    text = certificate_text(made()) if certificate is None else certificate
    commit(folder, {f"wiki/{BUDGET}": NEW_BUDGET, **({PATH: text} if text else {})})
    return open_workspace(str(folder), now=NOW)


def proposed(
    workspace: Workspace, judge: Calibrated | None = None, key: bytes | None = KEY, text: str = SUPPORTED
) -> tuple[Decision | None, str]:
    """The decision about one proposal, and its id."""
    judge = judge or Deterministic()
    watch = watched(workspace, base(workspace), judge, key)
    drawn = Drawn("run-1", BY, base(workspace), {BUDGET: text.encode()}, consolidation(AGAIN), (Span(OTHER, 1, 3),))
    found = open_proposal(workspace, drawn, judge=watch or judge)
    assert isinstance(found, Opened), found
    return (decide(workspace, found, judge, watch, key) if watch else None), found.id


def test_with_all_of_it_the_gate_approves_and_the_brain_takes_it(tmp_path: Path) -> None:
    workspace = brain(tmp_path)
    decision, name = proposed(workspace)
    assert decision is not None
    assert decision.by == "accepted", decision
    one = held(workspace, name)
    assert (one.state, one.events[-1].by) == ("approved", "process:gate/deterministic")
    assert one.events[-1].reason == f"certificate {made().seal}"
    assert apply(workspace, name, "process:apply").outcome == "applied"
    raw = workspace.refs().read(base(workspace), f"wiki/proposals/{name}.md")
    assert raw is not None
    assert b"process:gate/deterministic" in raw


def test_without_bounds_in_the_configuration_no_gate_accepts(tmp_path: Path) -> None:
    workspace = brain(tmp_path, "")
    decision, name = proposed(workspace)
    assert decision is None
    assert held(workspace, name).state == "open"


@pytest.mark.parametrize(
    ("certificate", "why"),
    [
        (lambda: "", "there is no certificate"),
        (lambda: "{}", "no certificate of this version"),
        (lambda: certificate_text(made(false_accept=0.0)), "was changed"),
        (lambda: certificate_text(resealed(expires="2026-11-30T11:00:00Z")), "the certificate counted from"),
        (lambda: certificate_text(resealed(model="another at http://x")), "another model"),
        (lambda: certificate_text(resealed(prompt="p" * 64)), "another question"),
        (lambda: certificate_text(resealed(code="c" * 64)), "another version of the fixed checks"),
        (lambda: certificate_text(resealed(suite="s" * 64)), "another suite"),
        (lambda: certificate_text(resealed(judge="deterministic/0")), "another judge"),
    ],
)
def test_without_a_valid_certificate_a_person_decides(tmp_path: Path, certificate: Callable[[], str], why: str) -> None:
    workspace = brain(tmp_path, certificate=certificate())
    decision, name = proposed(workspace)
    assert decision is not None
    assert decision.by == "person"
    assert why in decision.reason
    assert held(workspace, name).state == "open"


def resealed(**changed: object) -> Certificate:
    """One that says something else and bears the right seal."""
    found = made(**changed)
    return replace(found, seal=seal_of(found, KEY))


@pytest.mark.parametrize("key", [None, b"x" * 32])
def test_a_certificate_counts_only_where_its_key_is(tmp_path: Path, key: bytes | None) -> None:
    decision, _ = proposed(brain(tmp_path), key=key)
    assert decision is not None
    assert decision.by == "person"


def test_figures_below_the_bounds_are_not_enough(tmp_path: Path) -> None:
    decision, _ = proposed(brain(tmp_path, "accept = { false_accept = 0.05 }\n"))
    assert decision is not None
    assert (decision.by, "are allowed" in decision.reason) == ("person", True)


def test_what_only_the_working_tree_holds_does_not_count(tmp_path: Path) -> None:
    workspace = brain(tmp_path, certificate="")
    (tmp_path / PATH).parent.mkdir(exist_ok=True)
    (tmp_path / PATH).write_text(certificate_text(made()))
    assert proof_of(workspace, base(workspace), Deterministic(), KEY).invalid.startswith("there is no certificate")
    (tmp_path / "brainwiki.toml").write_text('profile = "brain"\n')
    assert watched(workspace, base(workspace), Deterministic(), KEY) is not None  # the commit still says so


def test_another_risk_or_another_number_waits_for_a_person(tmp_path: Path) -> None:
    workspace = brain(tmp_path)
    decision, name = proposed(workspace, text=OTHERWISE)
    assert decision is not None
    assert decision.by == "person"
    assert "not supported" in decision.reason
    with pytest.raises(ProposalError, match="Only people approve"):
        approve(workspace, name, "process:gate/deterministic")


class Turned(Deterministic):
    """A judge that was fine when it was calibrated, and accepts everything now."""

    def judge(self, cases: Sequence[Case]) -> Sequence[Judgement]:
        """Yes."""
        return [Judgement("supported", "fine") for _ in cases]


def test_a_judge_that_turned_is_found_out_and_nothing_is_accepted(tmp_path: Path) -> None:
    workspace = brain(tmp_path)
    decision, name = proposed(workspace, Turned())
    assert decision is not None
    assert decision.by == "alarm"
    one = held(workspace, name)
    assert one.state == "open"
    assert one.receipt is not None
    assert "alarm: the judge answered the canary" in one.receipt.gate[1]


def test_what_a_gate_approved_is_not_applied_once_the_brain_takes_its_trust_back(tmp_path: Path) -> None:
    workspace = brain(tmp_path)
    _, name = proposed(workspace)
    commit(tmp_path, {"brainwiki.toml": 'profile = "brain"\n'})
    found = apply(open_workspace(str(tmp_path), now=NOW), name, "process:apply")
    assert (found.outcome, "a person decide" in found.reasons[0][1]) == ("refused", True)


def test_what_a_gate_approved_is_not_applied_under_another_certificate(tmp_path: Path) -> None:
    workspace = brain(tmp_path)
    _, name = proposed(workspace)
    commit(tmp_path, {PATH: certificate_text(resealed(made="2026-11-29T00:00:00Z"))})
    found = apply(open_workspace(str(tmp_path), now=NOW), name, "process:apply")
    assert (found.outcome, "does not hold" in found.reasons[0][1]) == ("refused", True)


def test_a_person_may_approve_beside_a_gate(tmp_path: Path) -> None:
    workspace = brain(tmp_path, certificate="")
    _, name = proposed(workspace)
    assert approve(workspace, name, "human:mika").held.state == "approved"
    assert apply(workspace, name, "human:mika").outcome == "applied"


def test_the_certificate_is_one_plain_document() -> None:
    value = json.loads(certificate_text(made()))
    assert value["version"] == 1
    assert value["judge"] == "deterministic/1"
    assert value["canaries"]
    assert TALK not in certificate_text(made())
