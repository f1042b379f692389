"""What a check sees of the branch of the states: nothing where there is none, and without starting Git for that."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.adapters.plumbing import Plumbing
from brainwiki.bootstrap import open_workspace
from brainwiki.model.books import Booked
from brainwiki.usecases.booked import booked
from brainwiki.usecases.check import check
from brainwiki.usecases.state_branch import Change, change_state, read_state
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.helpers import NOW
from tests.repositories import git, new
from tests.usecases.proposals.field import OTHER, TALK, field, opened

LEDGER = f"ledger/{TALK}.jsonl"


def put(workspace: Workspace, path: str, raw: bytes) -> None:
    change_state(workspace.refs(), workspace.clock, "x", lambda _: Change({path: raw}, "m"))


def test_sound_books(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    found = opened(workspace)
    assert booked(workspace) == (
        Booked(LEDGER, came_in=1, kept=1),
        Booked(f"ledger/{OTHER}.jsonl", came_in=1, kept=1),
        Booked(f"proposals/{found.id}.jsonl"),
    )
    assert not [one for one in check(workspace).report.findings if one.code.startswith("BW7")]


def test_damaged_books_are_findings_of_a_check(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    found = opened(workspace)
    ledger = read_state(workspace.refs()).read(LEDGER)
    put(workspace, LEDGER, ledger.replace(b'"event":"ingested","turns":[1,3],', b'"event":"ingested",', 1))
    life = read_state(workspace.refs()).read(f"proposals/{found.id}.jsonl")
    put(workspace, f"proposals/{found.id}.jsonl", life + b"x\n")
    told = [(one.code, one.path) for one in check(workspace).report.findings if one.code.startswith("BW7")]
    ours = f"brainwiki/state/{LEDGER}"
    assert told == [
        *[("BW703", ours)] * 3,
        ("BW703", ours),
        ("BW704", ours),
        ("BW703", f"brainwiki/state/proposals/{found.id}.jsonl"),
    ]
    quiet = check(workspace, ignore=("BW703", "BW704")).report.findings
    assert not [one for one in quiet if one.code.startswith("BW7")]


def test_what_was_fetched_and_cannot_be_joined_is_one_fault(tmp_path: Path) -> None:
    first = field(tmp_path / "a")
    put(first, "x/y", b"1")
    git(tmp_path, "clone", "-q", str(tmp_path / "a"), "b")
    second = open_workspace(str(tmp_path / "b"), now=NOW)
    put(second, "x/y", b"2")
    put(first, "x/y", b"3")
    git(tmp_path / "b", "fetch", "-q")
    (found,) = booked(second)
    assert (found.path, "both sides changed it" in found.faults[0][1]) == ("x/y", True)


def test_without_the_branch_git_is_not_started(brain: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> bytes:
        raise AssertionError("Git was started")

    monkeypatch.setattr(Plumbing, "run", never)
    alone = brain({"index.md": "# Index\n"})
    assert booked(alone) == ()
    new(tmp_path)
    assert booked(alone) == ()
    states = alone.settings
    assert states is alone.files


def test_a_state_in_git_has_no_books(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    staged = workspace.staged(workspace.refs().tip("main"), {}, "x").base
    assert booked(staged) == ()
