"""A change of the brain goes to the branch that holds it, past other writers, and the working tree follows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from brainwiki.adapters.lock import locked
from brainwiki.adapters.refs import GitRefs
from brainwiki.bootstrap import open_workspace
from brainwiki.errors import LockedError, MovedError, NoBranchError, NoStateError
from brainwiki.ports_git import Draft
from brainwiki.usecases import brain_branch
from brainwiki.usecases.brain_branch import BrainChange, Place, change_brain, place_of
from tests.helpers import NOW, make_brain
from tests.repositories import commit, git, new


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository whose folder `team` is a workspace, with a commit."""
    folder = new(tmp_path / "r")
    make_brain(folder / "team", {"index.md": "# Index\n"})
    commit(folder, {"readme.md": "r\n"})
    return folder


def add(name: str, content: bytes = b"x\n") -> BrainChange:
    return BrainChange({name: content}, f"Add {name}")


def test_the_brain_in_a_folder_below(folder: Path) -> None:
    workspace = open_workspace(str(folder / "team"), now=NOW)
    assert place_of(workspace) == Place("main", git(folder, "rev-parse", "main"), "team/wiki/")
    done = change_brain(workspace, "process:ingest", lambda _: add("notes/a/b.md"))
    assert done is not None
    assert (done.left, done.commit) == ((), git(folder, "rev-parse", "main"))
    assert (folder / "team/wiki/notes/a/b.md").read_bytes() == b"x\n"
    assert git(folder, "status", "--porcelain") == ""
    assert git(folder, "log", "-1", "--format=%an %s %ct") == f"process:ingest Add notes/a/b.md {int(NOW.timestamp())}"


def test_nothing_planned_nothing_done(folder: Path) -> None:
    before = git(folder, "for-each-ref")
    assert change_brain(open_workspace(str(folder / "team")), "x", lambda _: None) is None
    assert git(folder, "for-each-ref") == before


def test_before_the_first_commit_and_where_the_workspace_is_the_brain(tmp_path: Path) -> None:
    folder = new(tmp_path / "r", "-b", "trunk")
    (folder / "brainwiki.toml").write_text('brain = "."\n')
    workspace = open_workspace(str(folder), now=NOW)
    assert place_of(workspace) == Place("trunk", "", "")
    assert change_brain(workspace, "x", lambda _: add("a.md")) is not None
    assert git(folder, "ls-tree", "--name-only", "trunk") == "a.md"
    assert git(folder, "status", "--porcelain") == "?? brainwiki.toml"


def test_the_configured_branch_comes_first(folder: Path) -> None:
    (folder / "team/brainwiki.toml").write_text('branch = "reviewed"\n')
    workspace = open_workspace(str(folder / "team"), now=NOW)
    assert place_of(workspace).branch == "main"
    git(folder, "branch", "reviewed")
    assert place_of(workspace).branch == "reviewed"
    change_brain(workspace, "x", lambda _: add("a.md"))
    assert git(folder, "log", "-1", "--format=%s", "reviewed") == "Add a.md"
    assert not (folder / "team/wiki/a.md").exists()


def test_where_there_is_no_branch(folder: Path, tmp_path: Path) -> None:
    git(folder, "checkout", "-q", "--detach")
    workspace = open_workspace(str(folder / "team"), now=NOW)
    assert change_brain(workspace, "x", lambda _: add("a.md")) is not None
    assert not (folder / "team/wiki/a.md").exists()
    git(folder, "branch", "-m", "main", "old")
    with pytest.raises(NoBranchError, match="on no branch"):
        place_of(workspace)
    git(folder, "checkout", "-q", "-b", "brainwiki/proposal/a")
    with pytest.raises(NoBranchError, match="own"):
        place_of(workspace)
    alone = make_brain(tmp_path / "alone", {"index.md": "# I\n"})
    with pytest.raises(NoStateError):
        change_brain(alone, "x", lambda _: add("a.md"))


def test_the_loser_of_a_race_plans_again(folder: Path) -> None:
    """Somebody who does not know the lock commits between the look and the move."""
    workspace = open_workspace(str(folder / "team"), now=NOW)
    asked: list[str] = []

    def plan(place: Place) -> BrainChange:
        asked.append(place.tip)
        if len(asked) == 1:
            commit(folder, {"readme.md": "r2\n"})
        return add("a.md")

    assert change_brain(workspace, "x", plan) is not None
    assert len(set(asked)) == 2
    assert git(folder, "show", "main:readme.md") == "r2"
    assert git(folder, "status", "--porcelain") == ""


def test_a_race_that_never_ends_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brain_branch, "_TRIES", 2)
    refs = GitRefs(str(folder))

    def plan(place: Place) -> BrainChange:
        refs.commit("main", place.tip, Draft((place.tip,), {"readme.md": place.tip.encode()}, "m", NOW, "y"))
        return add("a.md")

    with pytest.raises(MovedError, match="main"):
        change_brain(open_workspace(str(folder / "team"), now=NOW), "x", plan)


def test_who_waits_too_long_is_told(folder: Path) -> None:
    with locked(str(folder / ".git/brainwiki.lock"), 0), pytest.raises(LockedError):
        change_brain(open_workspace(str(folder / "team")), "x", lambda _: add("a.md"), 0)


WRITER = """
import sys
from brainwiki.bootstrap import open_workspace
from brainwiki.usecases.brain_branch import BrainChange, change_brain
root, who = sys.argv[1:]
workspace = open_workspace(root)
for number in range(8):
    name = f"notes/{who}/{number}.md"
    assert not change_brain(workspace, who, lambda _: BrainChange({name: b"x"}, name), 120).left
"""


def test_several_writers_lose_nothing(folder: Path) -> None:
    root = str(folder / "team")
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, root, f"w{number}"]) for number in range(4)]
    assert [writer.wait() for writer in writers] == [0] * 4
    assert len(git(folder, "ls-tree", "-r", "--name-only", "main", "team/wiki/notes/").split()) == 32
    assert git(folder, "status", "--porcelain") == ""
    assert git(folder, "fsck", "--full", "--strict") == ""
