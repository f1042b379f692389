"""A suggestion becomes a proposal, or mistakes; the states of sessions stay as they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from brainwiki.usecases.dream.runs import read_runs
from brainwiki.usecases.dream.start import start
from brainwiki.usecases.dream.suggest import suggest
from brainwiki.usecases.proposals.books import held
from brainwiki.usecases.proposals.opening import Opened
from brainwiki.usecases.workspace import Workspace
from tests.rules.tokens import KINDS
from tests.usecases.dream.runs import PAGE, drawn, field, states

BY = "brainwiki-mcp/1"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A brain with two sessions."""
    return field(tmp_path)


def value(**more: Any) -> bytes:
    """What an agent suggests: one claim more."""
    told = drawn()
    told["updates"] = [{"do": "add", "page": PAGE, "text": "Drinks green tea.", "observations": ["a"]}]
    return json.dumps(told | more).encode()


def test_a_suggestion_is_a_proposal_of_no_turns(workspace: Workspace) -> None:
    before = states(workspace)
    done = suggest(workspace, value(), BY)
    assert isinstance(done.proposal, Opened)
    one = held(workspace, done.proposal.id)
    assert one.receipt is not None
    assert (one.receipt.sessions, one.receipt.generated.by, len(one.receipt.adopted)) == ((), BY, 1)
    assert states(workspace) == before
    assert read_runs(workspace) == ()
    again = suggest(workspace, value(), BY)
    assert isinstance(again.proposal, Opened)
    assert again.proposal.id == done.proposal.id


def test_turns_that_a_run_holds_may_be_evidence_too(workspace: Workspace) -> None:
    assert start(workspace, "process:dream").work is not None
    assert isinstance(suggest(workspace, value(), BY).proposal, Opened)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"{]", "is no JSON"),
        (b"[]", "object"),
        (value(updates=[]), ""),
        (
            value(
                observations=[
                    {"id": "a", "session": "2026-01-01-x-nowhere000", "turn": 1, "quote": "x", "subject": PAGE}
                ]
            ),
            "",
        ),
        (value(observations=[drawn()["observations"][0] | {"quote": "I drink coffee."}]), "quote"),
        (
            value(observations=[drawn()["observations"][0] | {"session": f"s-{n}"} for n in range(21)]),
            "names 21 sessions",
        ),
    ],
)
def test_what_is_wrong_writes_nothing(workspace: Workspace, raw: bytes, why: str) -> None:
    tip = workspace.refs().tip("brainwiki/state")
    done = suggest(workspace, raw, BY)
    assert done.proposal is None
    assert any(why in one for one in done.mistakes)
    assert workspace.refs().tip("brainwiki/state") == tip
    assert workspace.refs().branches("brainwiki/proposal") == {}


def test_findings_that_block_are_mistakes(workspace: Workspace) -> None:
    secret = dict(KINDS)["a GitHub token"]
    update = {"do": "add", "page": PAGE, "text": f"Its key is {secret}.", "observations": ["a"]}
    done = suggest(workspace, value(updates=[update]), BY)
    assert done.proposal is None
    assert any(one.startswith("BW501") for one in done.mistakes)
