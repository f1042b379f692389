"""Folders of runs: plain files that Git does not see, and that lead nowhere else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from brainwiki.adapters.staging import StagingFolder
from brainwiki.errors import PathEscapeError, StagingError, SymlinkError
from tests.repositories import git, new

RUN = "2026-11-30-abcdefgh"


def test_files_are_written_read_and_dropped(tmp_path: Path) -> None:
    staging = StagingFolder(str(tmp_path), True)
    assert staging.runs() == ()
    assert staging.read(RUN, "task.json") is None
    staging.write(RUN, "task.json", b"one")
    staging.write(RUN, "task.json", b"two")
    assert staging.read(RUN, "task.json") == b"two"
    assert staging.read(RUN, "task.json/x") is None
    assert staging.runs() == (RUN,)
    assert staging.place(RUN) == str(tmp_path / ".brainwiki/staging" / RUN)
    assert sorted(one.name for one in (tmp_path / ".brainwiki/staging" / RUN).iterdir()) == ["task.json"]
    staging.drop(RUN)
    staging.drop(RUN)
    assert staging.runs() == ()


@pytest.mark.parametrize("configured", [True, False])
def test_the_record_of_a_run_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, configured: bool) -> None:
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    root = tmp_path / "r"
    root.mkdir()
    staging = StagingFolder(str(root), configured)
    assert staging.recorded(RUN) == ""
    staging.write(RUN, "task.json", b"x")
    staging.record(RUN, b"a\n")
    staging.record(RUN, b"b\n")
    staging.drop(RUN)
    assert Path(staging.recorded(RUN)).read_bytes() == b"a\nb\n"
    assert staging.runs() == ()
    with pytest.raises(PathEscapeError):
        staging.record("../x", b"")
    if configured:
        assert staging.recorded(RUN) == str(root / f".brainwiki/calls/{RUN}.jsonl")


def test_the_tree_holds_what_was_staged_last(tmp_path: Path) -> None:
    staging = StagingFolder(str(tmp_path), True)
    staging.stage(RUN, {"knowledge/a.md": b"a", "notes/b.md": b"b"})
    staging.stage(RUN, {"knowledge/c.md": b"c"})
    found = [one.relative_to(tmp_path).as_posix() for one in (tmp_path / ".brainwiki").rglob("*.md")]
    assert found == [f".brainwiki/staging/{RUN}/tree/knowledge/c.md"]


def test_git_sees_none_of_it(tmp_path: Path) -> None:
    new(tmp_path)
    StagingFolder(str(tmp_path), True).write(RUN, "task.json", b"x")
    assert (tmp_path / ".brainwiki/.gitignore").read_text() == "*\n"
    assert git(tmp_path, "status", "--porcelain", "--untracked-files=all") == ""


def test_without_a_configuration_nothing_is_written_into_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    brain = tmp_path / "brain"
    brain.mkdir()
    staging = StagingFolder(str(brain), False)
    assert (staging.runs(), staging.read(RUN, "task.json")) == ((), None)
    staging.write(RUN, "task.json", b"x")
    assert (staging.runs(), staging.read(RUN, "task.json")) == ((RUN,), b"x")
    assert list(brain.iterdir()) == []
    assert staging.place(RUN).startswith(str(tmp_path / "cache" / "staging"))
    staging.drop(RUN)
    assert staging.runs() == ()


def test_without_any_folder_that_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "inside"))
    with pytest.raises(StagingError, match="no folder for runs"):
        StagingFolder(str(tmp_path), False).write(RUN, "task.json", b"x")


@pytest.mark.parametrize("run", ["", "..", "../x", "A", "a/b", "abc", ".git", "x" * 65, "a\0bcd"])
def test_a_name_that_is_none_is_refused(tmp_path: Path, run: str) -> None:
    with pytest.raises(PathEscapeError):
        StagingFolder(str(tmp_path), True).write(run, "task.json", b"x")


@pytest.mark.parametrize("path", ["../task.json", "/etc/x", "a/../../b", "a//b", "a\\..\\b", "a\0", "."])
def test_a_path_that_leads_out_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(PathEscapeError):
        StagingFolder(str(tmp_path), True).write(RUN, path, b"x")


@pytest.mark.parametrize("where", [".brainwiki", ".brainwiki/staging", f".brainwiki/staging/{RUN}"])
def test_no_symlink_leads_out(tmp_path: Path, where: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    root = tmp_path / "brain"
    (root / where).parent.mkdir(parents=True)
    (root / where).symlink_to(elsewhere)
    staging = StagingFolder(str(root), True)
    with pytest.raises((PathEscapeError, SymlinkError)):
        staging.write(RUN, "task.json", b"x")
    with pytest.raises((PathEscapeError, SymlinkError)):
        staging.drop(RUN)
    assert list(elsewhere.iterdir()) == []


def test_a_file_that_is_a_symlink_is_not_followed(tmp_path: Path) -> None:
    staging = StagingFolder(str(tmp_path), True)
    staging.write(RUN, "task.json", b"x")
    (tmp_path / "secret").write_text("s")
    (tmp_path / f".brainwiki/staging/{RUN}/consolidation.json").symlink_to(tmp_path / "secret")
    with pytest.raises((PathEscapeError, SymlinkError)):
        staging.read(RUN, "consolidation.json")


def test_a_file_that_is_too_large_is_told(tmp_path: Path) -> None:
    staging = StagingFolder(str(tmp_path), True)
    staging.write(RUN, "consolidation.json", b"")
    os.truncate(tmp_path / f".brainwiki/staging/{RUN}/consolidation.json", (64 << 20) + 1)
    with pytest.raises(StagingError, match="larger than 64 MiB"):
        staging.read(RUN, "consolidation.json")
