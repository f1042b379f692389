"""Whether a repository may have a branch: loose, packed, fetched, in another working tree; and never outside of a repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.adapters.lookaround import holds_branch
from tests.repositories import commit, git, new

BRANCH = "brainwiki/state"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = new(tmp_path / "r")
    commit(folder, {"wiki/a.md": "a"})
    return folder


def test_no_repository_and_no_branch(tmp_path: Path, folder: Path) -> None:
    assert not holds_branch(str(tmp_path), BRANCH)
    assert not holds_branch(str(folder), BRANCH)
    assert not holds_branch(str(folder / "nowhere/deep"), BRANCH)


def test_a_branch_loose_and_packed(folder: Path) -> None:
    git(folder, "branch", BRANCH)
    assert holds_branch(str(folder), BRANCH)
    assert holds_branch(str(folder / "wiki"), BRANCH)
    git(folder, "pack-refs", "--all", "--prune")
    assert not (folder / ".git/refs/heads" / BRANCH).exists()
    assert holds_branch(str(folder), BRANCH)
    assert not holds_branch(str(folder), "state")
    assert not holds_branch(str(folder), "brainwiki/stat")


def test_a_branch_that_was_fetched(folder: Path, tmp_path: Path) -> None:
    git(folder, "branch", BRANCH)
    git(tmp_path, "clone", "-q", str(folder), "c")
    assert holds_branch(str(tmp_path / "c"), BRANCH)
    git(tmp_path / "c", "pack-refs", "--all", "--prune")
    assert holds_branch(str(tmp_path / "c"), BRANCH)


def test_another_working_tree_shares_the_branches(folder: Path, tmp_path: Path) -> None:
    git(folder, "worktree", "add", "-q", "-b", "other", str(tmp_path / "w"))
    assert not holds_branch(str(tmp_path / "w/wiki"), BRANCH)
    git(folder, "branch", BRANCH)
    assert holds_branch(str(tmp_path / "w/wiki"), BRANCH)


def test_where_the_form_is_another_the_answer_is_maybe(folder: Path) -> None:
    (folder / ".git/reftable").mkdir()
    assert holds_branch(str(folder), BRANCH)


def test_a_broken_link_to_the_repository(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/.git").write_text("gitdir: ../nowhere\n")
    assert not holds_branch(str(tmp_path / "a"), BRANCH)
    (tmp_path / "a/.git").write_bytes(b"\xff\x00")
    assert not holds_branch(str(tmp_path / "a"), BRANCH)
