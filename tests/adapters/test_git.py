"""Commits of the repository around a brain; a repository is untrusted and starts no program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from brainwiki.adapters import git as adapter
from brainwiki.adapters.git import GitHistory, Plumbing
from brainwiki.errors import GitError

MISSING = "0" * 39 + "1"
CLEAN = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


def git(folder: Path, *arguments: str) -> str:
    """Run Git in a folder, without the settings of this machine."""
    return subprocess.run(
        ["git", *arguments], cwd=folder, env=CLEAN, check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two commits."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    for name in ("one", "two"):
        (folder / name).write_text(name)
        git(folder, "add", name)
        git(folder, "commit", "-q", "-m", name)
    return folder


def test_commits_that_exist_and_commits_that_do_not(repository: Path) -> None:
    head, before = git(repository, "rev-parse", "HEAD"), git(repository, "rev-parse", "HEAD~1")
    found = GitHistory(str(repository)).commits([head, before, MISSING, head[:7], before[:12], "fffffff"])
    assert found == {head: True, before: True, MISSING: False, head[:7]: True, before[:12]: True, "fffffff": False}


def test_a_folder_below_the_repositorys_root_is_in_it(repository: Path) -> None:
    (repository / "wiki").mkdir()
    head = git(repository, "rev-parse", "HEAD")
    assert GitHistory(str(repository / "wiki")).commits([head, MISSING]) == {head: True, MISSING: False}


def test_objects_that_are_no_commits_are_none(repository: Path) -> None:
    tree, blob = git(repository, "rev-parse", "HEAD^{tree}"), git(repository, "rev-parse", "HEAD:one")
    git(repository, "tag", "-a", "-m", "t", "v1")
    tag = git(repository, "rev-parse", "v1")
    assert GitHistory(str(repository)).commits([tree, blob, tag]) == {tree: False, blob: False, tag: False}


@pytest.mark.parametrize(
    "odd",
    [
        "HEAD",
        "main",
        "--help",
        "",
        "HEAD:one",
        "é",
        "abcdef1\nabcdef2",
        "abcdef1 x",
        "ABCDEF1",
        "abc",
        "g" * 40,
        "a" * 65,
    ],
)
def test_what_is_no_id_is_not_asked_for_and_shifts_no_answer(repository: Path, odd: str) -> None:
    head = git(repository, "rev-parse", "HEAD")
    assert GitHistory(str(repository)).commits([odd, head, MISSING]) == {head: True, MISSING: False}


def test_without_a_repository_nothing_is_known(tmp_path: Path) -> None:
    assert GitHistory(str(tmp_path)).commits([MISSING]) == {}


def test_without_questions_git_is_not_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "Plumbing", None)
    assert GitHistory(str(tmp_path)).commits([]) == {}
    assert GitHistory(str(tmp_path)).commits(["HEAD"]) == {}


def test_a_broken_repository_is_one_of_which_nothing_is_known(repository: Path) -> None:
    (repository / ".git/HEAD").write_text("nonsense")
    assert GitHistory(str(repository)).commits([MISSING]) == {}


def test_a_repository_that_git_cannot_read_says_so_inside(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="Git could not answer"):
        Plumbing(str(tmp_path)).text("rev-parse", "HEAD")


def test_a_missing_git_is_no_crash(repository: Path) -> None:
    code = "import sys; from brainwiki.adapters.git import GitHistory; print(GitHistory(sys.argv[1]).commits([sys.argv[2]]))"
    command = [sys.executable, "-c", code, str(repository), MISSING]
    answer = subprocess.run(command, env={**os.environ, "PATH": ""}, capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "{}\n", "")


def test_in_a_shallow_clone_a_missing_commit_is_unknown(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "shallow")
    head, before = git(repository, "rev-parse", "HEAD"), git(repository, "rev-parse", "HEAD~1")
    assert GitHistory(str(tmp_path / "shallow")).commits([head, before, MISSING]) == {head: True}


def poison(repository: Path, mark: Path) -> None:
    """Settings by which a repository would have programs started, each of which leaves `mark` behind."""
    hooks = repository / ".git/evil-hooks"
    hooks.mkdir()
    program = hooks / "run"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    for name in ("post-checkout", "pre-commit", "reference-transaction", "post-index-change", "fsmonitor-watchman"):
        (hooks / name).symlink_to(program)
    for key, value in {
        "core.fsmonitor": str(program),
        "core.hooksPath": str(hooks),
        "core.pager": str(program),
        "core.editor": str(program),
        "core.sshCommand": str(program),
        "core.gitProxy": str(program),
        "core.askPass": str(program),
        "credential.helper": f"!{program}",
        "diff.external": str(program),
        "filter.x.smudge": str(program),
        "filter.x.clean": str(program),
        "alias.cat-file": f"!{program}",
        "alias.rev-parse": f"!{program}",
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "evil",
        "remote.evil.url": f"ext::{program}",
        "remote.evil.promisor": "true",
    }.items():
        git(repository, "config", key, value)
    (repository / ".gitattributes").write_text("* filter=x diff=x\n")


def test_a_poisoned_repository_starts_nothing(repository: Path, tmp_path: Path) -> None:
    mark = tmp_path / "started"
    head = git(repository, "rev-parse", "HEAD")
    poison(repository, mark)
    assert GitHistory(str(repository)).commits([head, MISSING]) == {head: True, MISSING: False}
    assert not mark.exists()


def test_nor_does_it_where_git_knows_no_switch_against_lazy_fetching(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "started"
    head = git(repository, "rev-parse", "HEAD")
    poison(repository, mark)
    monkeypatch.delitem(adapter._SAFE, "GIT_NO_LAZY_FETCH")
    assert GitHistory(str(repository)).commits([head, MISSING])[head]
    assert not mark.exists()


def test_the_poison_is_real(repository: Path, tmp_path: Path) -> None:
    mark = tmp_path / "started"
    poison(repository, mark)
    subprocess.run(["git", "cat-file", "-e", MISSING], cwd=repository, env=CLEAN, check=False, capture_output=True)
    assert mark.exists()
