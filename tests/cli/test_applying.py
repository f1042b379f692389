"""`apply`, `revert` and `review sync` as commands: exit codes, one JSON document, words for people."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from brainwiki.cli import applying
from brainwiki.usecases.proposals.books import held
from brainwiki.usecases.workspace import Workspace
from tests.repositories import commit, git
from tests.usecases.proposals.field import PAGE, field, opened, page
from tests.usecases.proposals.test_applying import approve, approved, budget, heads

Run = Callable[..., Result]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path)


@pytest.fixture
def run(workspace: Workspace) -> Run:
    """Runs one of the commands in that brain."""

    def call(command: click.Command, *arguments: str, code: int = 0) -> Result:
        where = ("--root", workspace.root, "--now", "2026-11-30")
        result = CliRunner().invoke(command, [*arguments, *where])
        assert result.exit_code == code, result.output
        return result

    return call


def test_apply_says_what_it_did(workspace: Workspace, run: Run) -> None:
    """The first time, and that there is nothing to do the second time."""
    proposal = approved(workspace)
    result = run(applying.apply, proposal)
    assert result.stdout == f"{proposal} is in the brain: {heads(workspace)[0][:12]}.\n"
    again = run(applying.apply, proposal[:-2])
    assert again.stdout == f"{proposal} is in the brain already; nothing was changed.\n"


def test_apply_as_json(workspace: Workspace, run: Run) -> None:
    """Every key is there, whatever the outcome."""
    first, second = approved(workspace), budget(workspace)
    (Path(workspace.root) / "wiki" / PAGE).write_text("mine\n")
    value = json.loads(run(applying.apply, "--all", "--json", "--by", "human:kim").stdout)
    one, two = value["proposals"]
    assert value["version"] == 1
    assert {one["id"], two["id"]} == {first, second}
    mine = one if one["id"] == first else two
    assert (mine["outcome"], mine["merged"], mine["left"], mine["reasons"]) == ("applied", [], [f"wiki/{PAGE}"], [])
    assert git(Path(workspace.root), "log", "-1", "--format=%an", mine["commit"]) == "human:kim"
    assert json.loads(run(applying.apply, "--all", "--json").stdout) == {"version": 1, "proposals": []}


def test_what_is_not_approved_or_does_not_fit_ends_with_1(workspace: Workspace, run: Run) -> None:
    """With the reasons, and by page where it is about one."""
    proposal = opened(workspace).id
    assert "nobody has approved it yet" in run(applying.apply, proposal, code=1).stdout
    approve(workspace, proposal)
    commit(Path(workspace.root), {f"wiki/{PAGE}": page("Answers", "Prefers tables.")})
    result = run(applying.apply, proposal, "--json", code=1)
    (one,) = json.loads(result.stdout)["proposals"]
    assert (one["outcome"], one["commit"]) == ("stale", None)
    assert one["reasons"][0]["page"] == PAGE
    assert (
        f"{PAGE}: " in run(applying.apply, proposal, code=1).stdout
        or "it is stale" in run(applying.apply, proposal, code=1).stdout
    )


@pytest.mark.parametrize("arguments", [(), ("some-id", "--all")])
def test_apply_takes_one_or_all(run: Run, arguments: tuple[str, ...]) -> None:
    """Anything else is a mistake of usage."""
    assert "needs the ID of a proposal, or --all" in run(applying.apply, *arguments, code=2).stderr


def test_an_unknown_proposal_is_one_line(run: Run) -> None:
    """Exit code 2, no traceback."""
    result = run(applying.apply, "2026-01-01-nothing", code=2)
    assert result.stderr.startswith("brainwiki: ")
    assert result.stdout == ""


def test_revert_names_the_proposal_that_undoes(workspace: Workspace, run: Run) -> None:
    """And ends with 1 where it cannot, with 2 where there is nothing to undo."""
    proposal = approved(workspace)
    assert "not in the brain" in run(applying.revert, proposal, code=2).stderr
    run(applying.apply, proposal)
    value = json.loads(run(applying.revert, proposal, "--json").stdout)
    new = held(workspace, value["opened"]["id"])
    assert (value["version"], value["id"], value["reasons"]) == (1, proposal, [])
    assert new.receipt is not None
    assert new.receipt.reverts == proposal
    assert run(applying.revert, proposal).stdout.startswith(f"{new.id} undoes {proposal}, and waits for its review")
    commit(Path(workspace.root), {f"wiki/{PAGE}": page("Answers", "Prefers tables.")})
    result = run(applying.revert, proposal, code=1)
    assert "nothing was proposed" in result.stdout
    assert f"  {PAGE}: " in result.stdout


def test_sync_says_what_it_saw(workspace: Workspace, run: Run) -> None:
    """Merged, closed, and nothing new."""
    first = opened(workspace).id
    second = budget(workspace)
    git(Path(workspace.root), "merge", "-q", "--ff-only", f"brainwiki/proposal/{first}")
    result = run(applying.sync, "--closed", second, "--closed", first, "--reason", "no")
    lines = result.stdout.split("\n")
    assert lines[0] == f"{first} was merged."
    assert f"{second} was closed: rejected." in lines
    assert f"{first} was closed, and stays as it is: it is applied." in lines
    assert any(line.startswith("Written anew: log.md") for line in lines)
    assert run(applying.sync).stdout == "Nothing new: the books agree with the brain.\n"
    value = json.loads(run(applying.sync, "--json").stdout)
    assert value == {
        "version": 1,
        "merged": [],
        "rejected": [],
        "unclosed": [],
        "listings": [],
        "commit": None,
        "left": [],
        "branches": {"moved": [], "removed": [], "lost": [], "foreign": []},
    }
    assert "--reason needs --closed" in run(applying.sync, "--reason", "x", code=2).stderr
