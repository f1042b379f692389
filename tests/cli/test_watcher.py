"""No command changes a byte of `knowledge/` or `notes/` on the brain's branch without a receipt that names the new content."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from brainwiki.cli.main import COMMANDS, main
from brainwiki.usecases.workspace import Workspace
from tests.repositories import commit, git
from tests.usecases.proposals.field import (
    BUDGET,
    DIAGRAMS,
    MILLIONS,
    NEW_BUDGET,
    OTHER,
    PAGE,
    consolidation,
    field,
    opened,
    page,
)
from tests.watcher import Watcher

CHAT = "# A talk\n\n**User** (2026-05-06T10:00:00Z):\n\nFrom now on answer briefly.\n\n**Assistant**:\n\nI will.\n"
OTHERWISE = {
    "init": "makes a brain where there is none",
    "serve": "builds what build builds, and stays",
    "build": "writes a site, and takes long",
    "mcp": "reads until its input ends; its tools stage, and have tests of their own",
    "workset": "makes a working tree of a remote brain",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path)


class Story:
    """Commands one after the other, with a look at the branch after each."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace, self.watcher = workspace, Watcher(Path(workspace.root))
        self.ran: set[str] = set()

    def run(self, *arguments: str, codes: tuple[int, ...] = (0,)) -> str:
        """Run a command; what it printed."""
        result = CliRunner().invoke(main, [*arguments, "--root", self.workspace.root, "--now", "2026-11-30"])
        assert result.exit_code in codes, (arguments, result.output)
        self.ran.add(arguments[0])
        self.watcher.look(" ".join(arguments))
        return result.stdout


def test_a_whole_story(workspace: Workspace, tmp_path: Path) -> None:
    """Sessions in, proposals opened, shown, edited, approved, rejected, applied, undone, merged by hand and synced; all that reads."""
    folder = Path(workspace.root)
    story = Story(workspace)
    chat = folder / "talk.md"
    chat.write_text(CHAT)
    story.run("ingest", str(chat), codes=(0, 1))
    chat.unlink()
    first = opened(workspace).id
    second = opened(
        workspace,
        OTHER,
        files={BUDGET: NEW_BUDGET.encode()},
        reads=frozenset({BUDGET}),
        consolidation=consolidation(MILLIONS),
        run="run-2",
    ).id
    story.watcher.look("two proposals")
    for command in (("list",), ("show", first), ("show", second, "--json"), ("approve", first), ("list", "--all")):
        story.run("review", *command)
    edited = tmp_path / "edited.md"
    edited.write_text(NEW_BUDGET.replace("budget is 31.5", "whole budget is 31.5"))
    story.run("review", "edit", second, "--file", f"{BUDGET}={edited}")
    story.run("apply", second, codes=(1,))
    story.run("apply", first)
    story.run("apply", first)
    story.run("review", "approve", second)
    story.run("apply", "--all")
    undoing = json.loads(story.run("revert", first, "--json"))["opened"]["id"]
    story.run("review", "approve", undoing)
    story.run("apply", undoing)
    third = opened(
        workspace, OTHER, files={"notes/tea/green.md": page("Green", "Likes tea.").encode()}, run="run-3", sessions=()
    )
    story.run("review", "reject", third.id, "--reason", "not said")
    fourth = opened(workspace, files={PAGE: page("Answers", "Prefers prose.").encode()}, run="run-4", sessions=()).id
    git(folder, "merge", "-q", "--squash", f"brainwiki/proposal/{fourth}")
    commit(folder, {}, "merged on a host")
    story.watcher.look("a merge by hand")
    story.run("review", "sync")
    fifth = opened(workspace, files={PAGE: page("Answers", "Prefers tables.").encode()}, run="run-5", sessions=()).id
    story.run("review", "sync", "--closed", fifth, "--reason", "no")
    (folder / "wiki" / PAGE).write_text(page("Answers", "Somebody is writing.").replace("\n", "\r\n"))
    for command in (
        ("check", "--fix"),
        ("check", "--changed", "HEAD"),
        ("index",),
        ("search", "diagrams"),
        ("context", "diagrams"),
        ("graph",),
        ("links", "answers"),
        ("why", "answers"),
        ("history", "answers"),
        ("diff", "main~1"),
        ("rule", "BW101"),
        ("profile",),
        ("sessions",),
        ("sessions", "retry", OTHER),
        ("sessions", "join"),
        ("status",),
        ("gate", "show"),
        ("correct", "The budget is 32 million.", "--page", "budget"),
        ("dream", "start", "--json"),
        ("dream", "list"),
        ("dream", "run"),
        ("hook", "session-end"),
    ):
        story.run(*command, codes=(0, 1, 2))
    assert story.watcher.changes == 4
    assert story.ran | {*OTHERWISE} >= {*COMMANDS}
    assert DIAGRAMS.statement not in git(folder, "show", f"main:wiki/{PAGE}")


def test_the_watcher_sees_what_comes_without_a_receipt(workspace: Workspace) -> None:
    """A test that cannot fail would prove nothing."""
    watcher = Watcher(Path(workspace.root))
    commit(Path(workspace.root), {"wiki/index.md": "# Index\n\n- [[answers]] and [[budget]]\n"})
    watcher.look("an index")
    commit(Path(workspace.root), {f"wiki/{PAGE}": page("Answers", "Prefers tables.")})
    with pytest.raises(AssertionError, match="came without a receipt"):
        watcher.look("an edit")
