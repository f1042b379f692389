"""A working set: files under their paths, a clean status, and nothing that a remote could do with it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from brainwiki.adapters.sparse import WorkingSet, make_working_set
from brainwiki.adapters.store import Store
from brainwiki.errors import RemoteError, WorksetError
from tests.remotes import FILES, make_remote, push
from tests.repositories import CLEAN, commit, git

PUMP = "wiki/knowledge/pump.md"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """What is at hand of a remote."""
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    found = Store(str(make_remote(tmp_path)))
    found.update()
    return found


@pytest.fixture
def work(store: Store, tmp_path: Path) -> WorkingSet:
    """A working set without files."""
    return make_working_set(store, store.update(), str(tmp_path / "w"), "")


def raw(path: str) -> bytes:
    text = FILES[path]
    assert isinstance(text, str)
    return text.encode()


def offline(folder: Path, *arguments: str) -> str:
    """Git without a way to any remote: what it needs must be here."""
    return git(folder, *arguments, GIT_ALLOW_PROTOCOL="none", GIT_NO_LAZY_FETCH="1")


def test_an_empty_working_set(work: WorkingSet, store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "w"
    assert os.listdir(folder) == [".git"]
    assert offline(folder, "status", "--porcelain") == ""
    assert offline(folder, "rev-parse", "HEAD") == work.commit == store.update()
    assert offline(folder, "rev-parse", "--abbrev-ref", "main@{upstream}") == "origin/main"
    assert git(folder, "config", "remote.origin.url") == work.url == store.url
    assert (work.held(), work.branch, work.profile) == (frozenset(), "main", "")
    assert not (folder / ".git/hooks").exists()


def test_files_are_brought_under_their_paths(work: WorkingSet, tmp_path: Path) -> None:
    folder = tmp_path / "w"
    wanted = {path: raw(path) for path in (PUMP, "wiki/index.md")}
    assert work.bring(wanted) == {}
    assert work.held() == wanted.keys()
    for path, content in wanted.items():
        assert (folder / path).read_bytes() == content
    assert offline(folder, "status", "--porcelain") == ""
    assert offline(folder, "show", f"HEAD:{PUMP}") + "\n" == raw(PUMP).decode()
    assert (folder / ".git/info/sparse-checkout").read_text() == f"/wiki/index.md\n/{PUMP}\n"
    assert work.bring(wanted) == {}
    assert work.bring({"brainwiki.toml": raw("brainwiki.toml")}) == {}
    assert len(work.held()) == 3
    assert offline(folder, "status", "--porcelain") == ""


def test_reading_is_local(work: WorkingSet, tmp_path: Path) -> None:
    work.bring({PUMP: raw(PUMP)})
    found = subprocess.run(
        ["grep", "-rl", "40 bar", "wiki"], cwd=tmp_path / "w", capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == [PUMP]
    assert offline(tmp_path / "w", "grep", "-l", "40 bar") == PUMP


def test_git_goes_on_with_it(work: WorkingSet, store: Store, tmp_path: Path) -> None:
    folder, remote = tmp_path / "w", tmp_path / "origin.git"
    work.bring({PUMP: raw(PUMP), "wiki/index.md": raw("wiki/index.md")})
    made = push(remote, {PUMP: "---\ntype: concept\ntitle: P\n---\nAll new.\n", "wiki/knowledge/other.md": "x\n"})
    git(folder, "pull", "-q", "--ff-only")
    assert (folder / PUMP).read_text().endswith("All new.\n")
    assert not (folder / "wiki/knowledge/other.md").exists()
    assert WorkingSet(str(folder)).commit == made
    (folder / PUMP).write_text("My own.\n")
    git(folder, "commit", "-qam", "Mine")
    assert WorkingSet(str(folder)).commit == made
    assert git(folder, "show", "--stat", "--format=", "HEAD").startswith(f"{PUMP} ")


def test_what_stands_there_is_left_as_it_is(work: WorkingSet, tmp_path: Path) -> None:
    target = tmp_path / "w" / PUMP
    target.parent.mkdir(parents=True)
    target.write_text("My own.\n")
    assert work.bring({PUMP: raw(PUMP)}) == {PUMP: "another file stands there"}
    assert target.read_text() == "My own.\n"
    target.write_bytes(raw(PUMP))
    assert work.bring({PUMP: raw(PUMP)}) == {}
    (tmp_path / "w/wiki/notes").symlink_to(tmp_path)
    assert work.bring({"wiki/notes/care/oil.md": b"x"}) == {"wiki/notes/care/oil.md": "its path leaves the folder"}
    assert not (tmp_path / "care").exists()


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("../x.md", "plain"),
        ("/x.md", "plain"),
        ("a//x.md", "plain"),
        ("a/./x.md", "plain"),
        ("a\\x.md", "plain"),
        ("a\nx.md", "plain"),
        ('"x.md', "plain"),
        (".git/config", "Git's own"),
        ("wiki/.GIT/x.md", "Git's own"),
        ("GIT~1/x.md", "Git's own"),
        (".gitattributes", "Git's own"),
        (".gitmodules", "Git's own"),
        ("e\u0301.md", "composed"),
        ("\udcff.md", "composed"),
        ("not-in-the-tree.md", "plain file"),
    ],
)
def test_paths_that_are_refused(work: WorkingSet, tmp_path: Path, path: str, why: str) -> None:
    before = sorted(str(one) for one in (tmp_path / "w").rglob("*"))
    (reason,) = work.bring({path: b"x"}).values()
    assert why in reason
    assert sorted(str(one) for one in (tmp_path / "w").rglob("*")) == before


def test_symlinks_submodules_and_odd_names(tmp_path: Path, store: Store) -> None:
    author = tmp_path / "author"
    (author / "wiki/link.md").symlink_to("/etc/passwd")
    git(author, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},wiki/module")
    odd = "wiki/knowledge/a [b]*?#! c.md"
    push(tmp_path / "origin.git", {odd: "Odd.\n", "wiki/run.sh": "x\n"})
    git(author, "update-index", "--chmod=+x", "wiki/run.sh")
    commit(author, {}, "x")
    git(author, "push", "-q", "origin", "main")
    made = store.update()
    work = make_working_set(store, made, str(tmp_path / "w"), "brain")
    refused = work.bring({"wiki/link.md": b"/etc/passwd", "wiki/module": b"", odd: b"Odd.\n", "wiki/run.sh": b"x\n"})
    assert refused == {"wiki/link.md": "it is no plain file", "wiki/module": "it is no plain file"}
    assert work.held() == {odd, "wiki/run.sh"}
    assert not os.path.lexists(tmp_path / "w/wiki/link.md")
    assert not os.access(tmp_path / "w/wiki/run.sh", os.X_OK)
    assert offline(tmp_path / "w", "status", "--porcelain") == ""
    git(tmp_path / "w", "sparse-checkout", "reapply")
    assert (tmp_path / "w" / odd).exists()
    assert work.profile == "brain"


def test_no_program_of_a_repository_runs(store: Store, tmp_path: Path) -> None:
    attributes = "*.md filter=evil\n* text=auto\n"
    push(tmp_path / "origin.git", {".gitattributes": attributes, "wiki/x.md": "X\r\n"})
    folder, mark = tmp_path / "w", tmp_path / "mark"
    work = make_working_set(store, store.update(), str(folder), "")
    evil = f"touch {mark}; cat"
    for key in (
        "filter.evil.smudge",
        "filter.evil.clean",
        "core.fsmonitor",
        "core.sshCommand",
        "credential.helper",
        "core.editor",
    ):
        git(folder, "config", key, f"!{evil}" if key == "credential.helper" else evil)
    git(folder, "config", "remote.origin.uploadpack", evil)
    git(folder, "config", "protocol.ext.allow", "always")
    hooks = folder / ".git/hooks"
    hooks.mkdir()
    for name in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {mark}\n")
        (hooks / name).chmod(0o755)
    again = WorkingSet(str(folder))
    assert again.bring({"wiki/x.md": b"X\r\n", PUMP: raw(PUMP)}) == {}
    assert (again.commit, len(again.held())) == (work.commit, 2)
    assert (folder / "wiki/x.md").read_bytes() == b"X\r\n"
    assert not mark.exists()


def test_an_address_out_of_a_folders_settings_is_checked(work: WorkingSet, tmp_path: Path) -> None:
    for url in (f"ext::touch {tmp_path}/mark", "--upload-pack=x", "http://example.org/x"):
        git(tmp_path / "w", "config", "remote.origin.url", url)
        with pytest.raises(RemoteError, match="is refused"):
            WorkingSet(str(tmp_path / "w"))
    assert not (tmp_path / "mark").exists()


def test_what_is_no_working_set(work: WorkingSet, store: Store, tmp_path: Path) -> None:
    for folder in (tmp_path / "nix", tmp_path / "author", tmp_path):
        with pytest.raises(WorksetError, match="is no working set"):
            WorkingSet(str(folder))
    moved = tmp_path / "moved"
    (tmp_path / "w/.git").rename(moved)
    (tmp_path / "w/.git").symlink_to(moved)
    with pytest.raises(WorksetError):
        WorkingSet(str(tmp_path / "w"))
    (tmp_path / "w/.git").unlink()
    (tmp_path / "w/.git").write_text(f"gitdir: {moved}\n")
    with pytest.raises(WorksetError):
        WorkingSet(str(tmp_path / "w"))
    with pytest.raises(WorksetError, match="is not empty"):
        make_working_set(store, store.update(), str(tmp_path / "author"), "")


def test_one_that_could_not_be_made_leaves_nothing(store: Store, tmp_path: Path) -> None:
    with pytest.raises(RemoteError):
        make_working_set(store, "1" * 40, str(tmp_path / "w"), "")
    assert os.listdir(tmp_path / "w") == []
    assert make_working_set(store, store.update(), str(tmp_path / "w"), "").held() == frozenset()


def test_a_hooks_environment_does_not_lead_elsewhere(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    author = tmp_path / "author"
    status = git(author, "status", "--porcelain"), git(author, "ls-files", "-t")
    monkeypatch.setenv("GIT_DIR", str(author / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(author / ".git/index"))
    work = make_working_set(store, git(author, "rev-parse", "HEAD"), str(tmp_path / "w"), "")
    assert work.bring({PUMP: raw(PUMP)}) == {}
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert (git(author, "status", "--porcelain"), git(author, "ls-files", "-t")) == status
    assert WorkingSet(str(tmp_path / "w")).held() == {PUMP}
    assert CLEAN["HOME"] == "/nonexistent"
