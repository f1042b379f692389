"""Killed, or refused by a full or broken disk, at any call that writes: the brain is as before or as after, and the next run finishes."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.errors import BrainwikiError
from brainwiki.model.finding import Severity
from brainwiki.usecases.check import check
from brainwiki.usecases.compact import write_index
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.proposals.applying import apply
from brainwiki.usecases.proposals.books import held
from brainwiki.usecases.proposals.syncing import sync
from brainwiki.usecases.state_branch import BRANCH
from brainwiki.usecases.workspace import Workspace
from tests.crashes import DISK_BROKEN, DISK_FULL, calls, killed, refused
from tests.helpers import NOW
from tests.repositories import commit, git
from tests.usecases.proposals.field import OTHER, PAGE, TALK, field, page, states
from tests.usecases.proposals.test_applying import KIM, approved

NEW = "knowledge/tea.md"
EVERY = int(os.environ.get("BRAINWIKI_EVERY_CRASH", "8"))  # 1 tries each call, which takes minutes


class Trial:
    """A brain with one approved proposal that edits a page and makes another, copied for each try."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        made = field(folder / "first")
        (folder / "first/wiki/index.md").unlink()
        write_index(made)
        theirs = page("Answers", "Prefers bullet lists.", more="- Reads at night. [cite:1]\n")
        ours = page("Answers", "Prefers diagrams.", more="    - (until 2026-05-02) Prefers bullet lists. [cite:1]\n")
        files = {PAGE: ours.encode(), NEW: page("Tea", "Likes tea with [[answers]].").encode()}
        commit(folder / "first", {}, "index")
        self.proposal = approved(made, files=files)
        commit(folder / "first", {f"wiki/{PAGE}": theirs}, "meanwhile")
        self.before = git(folder / "first", "rev-parse", "main^{tree}")
        done = self.copy("after")
        assert apply(done, self.proposal, KIM).merged == (PAGE,)
        self.after = git(folder / "after", "rev-parse", "main^{tree}")
        self.calls = calls(lambda: apply(self.copy("counted"), self.proposal, KIM))

    def copy(self, name: str) -> Workspace:
        """The brain as it was, in a folder of its own."""
        target = self.folder / name
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(self.folder / "first", target, symlinks=True)
        git(target, "update-index", "-q", "--refresh")
        return open_workspace(str(target), now=NOW, keep_facts=False)

    def apply(self, workspace: Workspace) -> Callable[[], object]:
        """Apply the proposal there."""
        return lambda: apply(workspace, self.proposal, KIM)


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    return Trial(tmp_path_factory.mktemp("crashes"))


def demand_sound(trial: Trial, workspace: Workspace) -> None:
    """The repository is whole, its brain is that of before or of after, and nothing BLOCKs in it."""
    folder = Path(workspace.root)
    git(folder, "fsck", "--strict", "--no-dangling")
    assert git(folder, "rev-parse", "main^{tree}") in (trial.before, trial.after)
    state = workspace.staged(workspace.refs().tip("main"), {}, "").base
    assert not [one for one in check(state).report.findings if one.severity == Severity.BLOCK]
    assert held(workspace, trial.proposal).state in ("approved", "applied")
    for books in read_books(workspace).books:
        assert books.problems == ()


def demand_finished(trial: Trial, workspace: Workspace, name: str) -> None:
    """The next run finishes: `apply` again, or `sync` where the brain has it already."""
    folder = Path(workspace.root)
    there = open_workspace(workspace.root, now=NOW, keep_facts=False)
    if name == "sync" and git(folder, "rev-parse", "main^{tree}") == trial.after:
        sync(there, KIM)
    else:
        assert apply(there, trial.proposal, KIM).is_done
    assert git(folder, "rev-parse", "main^{tree}") == trial.after
    assert git(folder, "rev-list", "--count", "main") == "4"
    assert held(there, trial.proposal).state == "applied"
    assert states(there) == {TALK: "integrated", OTHER: "summarized"}
    assert there.refs().tip(f"brainwiki/proposal/{trial.proposal}") == ""
    assert git(folder, "status", "--porcelain") == ""
    assert not [one.code for one in check(there).report.findings if one.code == "BW407"]
    git(folder, "fsck", "--strict", "--no-dangling")
    heads = [there.refs().tip(name) for name in ("main", BRANCH)]
    assert apply(there, trial.proposal, KIM).outcome == "already"
    assert [there.refs().tip(name) for name in ("main", BRANCH)] == heads


@pytest.mark.parametrize("finisher", ["apply", "sync"])
def test_killed_at_any_call(trial: Trial, finisher: str) -> None:
    """Before it and after it, with the power cut as far as a process can tell."""
    start = 1 if finisher == "apply" else 2
    assert trial.calls > 20
    for at in range(start, trial.calls + 1, 2 * EVERY):
        for when in ("before", "after"):
            workspace = trial.copy("tried")
            assert killed(trial.apply(workspace), at, when) or when == "after"  # a call that fails has no after
            demand_sound(trial, workspace)
            demand_finished(trial, workspace, finisher)


@pytest.mark.parametrize("code", [DISK_FULL, DISK_BROKEN])
def test_refused_at_any_call(trial: Trial, code: int) -> None:
    """It ends with an error that is no traceback for a person, or is done; nothing in between is left."""
    for at in range(1 + (code == DISK_BROKEN), trial.calls + 1, 2 * EVERY):
        workspace = trial.copy("tried")
        with contextlib.suppress(OSError, BrainwikiError):
            refused(trial.apply(workspace), at, code)
        demand_sound(trial, workspace)
        demand_finished(trial, workspace, "apply")
