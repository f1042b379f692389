"""What a person decides: about which turns, and what is said where it fits none."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.errors import AmbiguousNameError, LedgerError, UnknownNameError
from brainwiki.usecases.decide import ACTIONS, Decision, decide
from brainwiki.usecases.ledger import read_books, record
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.dream.events import path
from tests.repositories import new

REJECTED = ("ingested", "summarized", "rejected")


@pytest.fixture
def workspace(brain: Build, tmp_path: Path) -> Workspace:
    """A session with a rejected range, one in which nothing new was, and a new one; and another session."""
    new(tmp_path)
    made = brain({"index.md": ""})
    lives = [
        *path(*REJECTED),
        *path("ingested", "summarized", "nothing-new", first=6, last=9),
        *path("ingested", first=10, last=12),
    ]
    record(made, "2026-05-02-codex-a", lambda _: lives, "x")
    record(made, "2026-05-03-codex-b", lambda _: path("ingested"), "x")
    return made


def states(workspace: Workspace) -> list[str]:
    return [one.state for one in read_books(workspace).books[0].account.ranges]


@pytest.mark.parametrize(
    ("action", "after"),
    [
        ("retry", ["retrying", "nothing-new", "new"]),
        ("give-up", ["dead-letter", "nothing-new", "new"]),
        ("reopen", ["new", "nothing-new", "new"]),
    ],
)
def test_a_decision_is_about_every_range_that_it_fits(workspace: Workspace, action: str, after: list[str]) -> None:
    done = decide(workspace, Decision(action, "2026-05-02", "human:anna", "  look\nagain "))
    assert [(one.name, one.by, one.reason, one.at) for one in done.written] == [
        (ACTIONS[action], "human:anna", "look again", "2026-11-30T12:00:00Z")
    ]
    assert states(workspace) == after


def test_turns_in_which_nothing_new_was_start_over_only_by_name(workspace: Workspace) -> None:
    decide(workspace, Decision("reopen", "2026-05-02-codex-a", "human:anna", turns=(6, 9)))
    assert states(workspace) == ["rejected", "new", "new"]


def test_giving_up_has_a_reason_in_any_case(workspace: Workspace) -> None:
    done = decide(workspace, Decision("give-up", "2026-05-02", "human:anna"))
    assert done.written[0].reason == "decided by hand"


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        (Decision("retry", "2026-05-03", "x"), "nothing to retry: it is new. `retry` takes turns that are rejected."),
        (Decision("retry", "2026-05-02", "x", turns=(10, 12)), "turns 10-12 are new"),
        (Decision("reopen", "2026-05-02", "x", turns=(1, 4)), "turns 1-4 are no range of it"),
    ],
)
def test_what_fits_nothing_is_told(workspace: Workspace, decision: Decision, why: str) -> None:
    with pytest.raises(LedgerError) as caught:
        decide(workspace, decision)
    assert why in str(caught.value)
    assert states(workspace) == ["rejected", "nothing-new", "new"]


def test_who_decides_is_one_line(workspace: Workspace) -> None:
    with pytest.raises(LedgerError, match="`by` is not one short line"):
        decide(workspace, Decision("retry", "2026-05-02", "a\nb"))


def test_names(workspace: Workspace) -> None:
    with pytest.raises(AmbiguousNameError, match="2 sessions"):
        decide(workspace, Decision("retry", "2026-05", "x"))
    for name in ("2027", "", "2026-05-02-codex-aa"):
        with pytest.raises(UnknownNameError):
            decide(workspace, Decision("retry", name, "x"))
