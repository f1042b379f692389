"""Commits of the repository around a brain; a repository is untrusted and starts no program."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from brainwiki.adapters import plumbing
from brainwiki.adapters.git import GitHistory
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.tree import GitStates
from brainwiki.errors import GitError
from tests.repositories import CLEAN, commit, git, new

MISSING = "0" * 39 + "1"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two commits."""
    folder = new(tmp_path / "repository")
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
    monkeypatch.setattr("brainwiki.adapters.plumbing.Plumbing", None)
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


COMMANDS = ("cat-file", "rev-parse", "ls-tree", "ls-files", "rev-list", "diff-tree", "diff-index", "merge-base")


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
        **{f"alias.{name}": f"!{program}" for name in COMMANDS},
        "diff.x.textconv": str(program),
        "diff.x.command": str(program),
        "merge.x.driver": str(program),
        "gpg.program": str(program),
        "log.showSignature": "true",
        "filter.x.process": str(program),
        "uploadpack.packObjectsHook": str(program),
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "evil",
        "remote.evil.url": f"ext::{program}",
        "remote.evil.promisor": "true",
    }.items():
        git(repository, "config", key, value)
    (repository / ".gitattributes").write_text("* filter=x diff=x merge=x\n")
    (repository / ".git/info").mkdir(exist_ok=True)
    (repository / ".git/info/attributes").write_text("* filter=x diff=x merge=x\n")


def test_a_poisoned_repository_starts_nothing(repository: Path, tmp_path: Path) -> None:
    mark = tmp_path / "started"
    head = git(repository, "rev-parse", "HEAD")
    poison(repository, mark)
    assert GitHistory(str(repository)).commits([head, MISSING]) == {head: True, MISSING: False}
    assert not mark.exists()


def test_states_of_a_poisoned_repository_start_nothing(repository: Path, tmp_path: Path) -> None:
    """Trees, the index, the commits between and where they part, with an edited file, an announced one and a missing commit."""
    mark = tmp_path / "started"
    git(repository, "checkout", "-q", "-b", "side", "HEAD~1")
    side = commit(repository, {"three": "3", "empty": ""})
    git(repository, "checkout", "-q", "main")
    (repository / "empty").write_text("")
    (repository / "announced").write_text("x")
    git(repository, "add", "empty")
    git(repository, "add", "-N", "announced")
    (repository / "one").write_text("edited")
    poison(repository, mark)
    states = GitStates(str(repository))
    main = states.commit("main")
    fork = states.fork(main, side)
    assert fork == states.commit("main~1")
    assert states.index().listing().files == ("empty", "one", "two")
    assert states.tree(side).listing().files == ("empty", "one", "three")
    assert states.tree(side).read("three") == b"3"
    assert states.index().read("one") == b"one"
    assert [(one.id, one.paths) for one in states.between(fork, side)] == [(side, {"three", "empty"})]
    assert not states.is_unborn()
    with pytest.raises(GitError):
        states.tree(MISSING)
    with pytest.raises(GitError):
        states.tree(main)._git.blob(MISSING)
    assert not mark.exists()


def test_nor_does_it_where_git_knows_no_switch_against_lazy_fetching(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "started"
    head = git(repository, "rev-parse", "HEAD")
    poison(repository, mark)
    monkeypatch.delitem(plumbing._SAFE, "GIT_NO_LAZY_FETCH")
    # Git may give up altogether when the fetch that it tried is refused: then nothing is known.
    assert GitHistory(str(repository)).commits([head, MISSING]) in ({head: True, MISSING: False}, {})
    assert not mark.exists()


def test_the_poison_is_real(repository: Path, tmp_path: Path) -> None:
    mark = tmp_path / "started"
    poison(repository, mark)
    subprocess.run(["git", "cat-file", "-e", MISSING], cwd=repository, env=CLEAN, check=False, capture_output=True)
    assert mark.exists()


def test_settings_of_the_environment_stay_and_ours_come_last(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build machine may call a folder safe in this way."""
    monkeypatch.setenv("GIT_CONFIG_COUNT", "2")
    for number, (key, value) in enumerate({"safe.directory": "*", "core.hooksPath": "/evil"}.items()):
        monkeypatch.setenv(f"GIT_CONFIG_KEY_{number}", key)
        monkeypatch.setenv(f"GIT_CONFIG_VALUE_{number}", value)
    inside = Plumbing(str(repository))
    assert inside.text("config", "safe.directory") == "*"
    assert inside.text("config", "core.hooksPath") == os.devnull
    assert inside.text("config", "protocol.allow") == "never"
    monkeypatch.setenv("GIT_CONFIG_COUNT", "nonsense")
    assert Plumbing(str(repository)).text("config", "core.hooksPath") == os.devnull


def test_what_a_hook_says_of_the_repository_does_not_move_the_folder(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the hooks of a linked working tree Git names the repository, and would take any current folder for its top."""
    git(repository, "worktree", "add", "-q", str(tmp_path / "linked"), "-b", "linked")
    (tmp_path / "linked/sub").mkdir()
    monkeypatch.setenv("GIT_DIR", git(tmp_path / "linked", "rev-parse", "--absolute-git-dir"))
    assert Plumbing(str(tmp_path / "linked/sub")).text("rev-parse", "--show-prefix") == "sub/"
    assert Plumbing(str(tmp_path / "linked")).text("rev-parse", "--abbrev-ref", "HEAD") == "linked"
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "linked"))
    assert Plumbing(str(tmp_path / "linked/sub")).text("rev-parse", "--show-prefix") == "sub/"
    monkeypatch.delenv("GIT_WORK_TREE")
    monkeypatch.setenv("GIT_DIR", ".git")
    (repository / "deep/er").mkdir(parents=True)
    assert Plumbing(str(repository / "deep/er")).text("rev-parse", "--show-prefix") == "deep/er/"
    monkeypatch.setenv("GIT_DIR", str(repository / ".git"))
    (tmp_path / "elsewhere").mkdir()
    assert Plumbing(str(tmp_path / "elsewhere")).text("rev-parse", "--git-dir") == str(repository / ".git")


@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_objects_are_read_whatever_the_length_of_their_ids(tmp_path: Path, form: str) -> None:
    folder = new(tmp_path / form, f"--object-format={form}")
    texts = {"a": "one\n", "b": "", "c": "two\n\nblob missing", "d": b"\x00\xff\n\n"}
    head = commit(folder, texts)
    assert len(head) == (40 if form == "sha1" else 64)
    objects = Plumbing(str(folder))
    for path, text in texts.items():
        raw = text.encode() if isinstance(text, str) else text
        assert objects.blob(git(folder, "rev-parse", f"HEAD:{path}")) == raw
    assert objects.blob(head).startswith(b"tree ")
    with pytest.raises(GitError, match="object 000000000000"):
        objects.blob("0" * (len(head) - 1) + "1")
    assert objects.blob(git(folder, "rev-parse", "HEAD:a")) == b"one\n"


@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_many_objects_are_read_together(tmp_path: Path, form: str) -> None:
    folder = new(tmp_path / form, f"--object-format={form}")
    texts = {f"f{number}": f"{number}\n" * number for number in range(120)}
    head = commit(folder, texts)
    lines = git(folder, "ls-tree", "-r", "HEAD").splitlines()
    ids = {line.split("\t")[1]: line.split()[2] for line in lines}
    missing = "0" * (len(head) - 1) + "1"
    found = GitHistory(str(folder)).blobs([*ids.values(), missing])
    assert found == {ids[name]: text.encode() for name, text in texts.items()}


def test_a_process_that_ended_is_told_and_started_again(tmp_path: Path) -> None:
    folder = new(tmp_path / "one")
    commit(folder, {"a": "one\n"})
    objects, name = Plumbing(str(folder)), git(folder, "rev-parse", "HEAD:a")
    assert objects.blob(name) == b"one\n"
    objects._contents.proc.terminate()
    objects._contents.proc.wait()
    with pytest.raises(GitError, match="object"):
        objects.blob(name)
    assert objects.blob(name) == b"one\n"


def test_a_process_ends_with_whoever_started_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where that one is garbage in a circle, in which Python may end the process's own object first and complain."""
    complaints: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    blob = hash_of(new(tmp_path / "r"))
    for _ in range(3):
        plumbing = Plumbing(str(tmp_path / "r"))
        assert plumbing.blobs([blob]) == {blob: b"x"}
        plumbing.__dict__["circle"] = [plumbing]
        del plumbing
        with warnings.catch_warnings():
            warnings.simplefilter("error", ResourceWarning)
            gc.collect()
    assert complaints == []


def hash_of(folder: Path) -> str:
    """The id of an object in a repository."""
    (folder / "x").write_text("x")
    return git(folder, "hash-object", "-w", "x")
