"""A remote in the cache folder: commits and trees at once, contents only when they are asked for."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from brainwiki.adapters.store import Store
from brainwiki.errors import NoCommitError, RemoteError
from tests.remotes import FILES, SESSION, make_remote, push
from tests.repositories import git


@pytest.fixture
def remote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A remote, and a cache folder of this test's own."""
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    return make_remote(tmp_path)


def missing(store: Store, commit: str) -> int:
    told = git(
        Path(store.folder), "rev-list", "--objects", "--missing=print", "--no-object-names", f"{commit}^{{tree}}"
    )
    return sum(line.startswith("?") for line in told.splitlines())


def test_contents_come_when_they_are_asked_for(remote: Path, tmp_path: Path) -> None:
    store = Store(str(remote))
    commit = store.update()
    assert (commit, store.branch) == (git(remote, "rev-parse", "main"), "main")
    assert store.folder.startswith(str(tmp_path / "cache/stores/"))
    tree = store.tree(commit)
    assert set(tree.listing().files) == set(FILES)
    total = missing(store, commit)
    assert total == len(set(FILES.values()))
    page = tree.version("wiki/knowledge/pump.md")
    assert store.fetch([page, page, "0" * 40], commit) == 1
    assert missing(store, commit) == total - 1
    assert store.blobs([page])[page].decode() == FILES["wiki/knowledge/pump.md"]
    assert tree.read("wiki/knowledge/pump.md").decode() == FILES["wiki/knowledge/pump.md"]
    assert store.fetch([page], commit) == 0
    assert store.fetch(map(tree.version, tree.listing().files), commit) == total - 1
    assert missing(store, commit) == 0


def test_a_content_id_is_a_look(remote: Path) -> None:
    store = Store(str(remote))
    tree = store.tree(store.update())
    assert tree.signature("wiki/index.md") == (tree.version("wiki/index.md"),)
    assert tree.below("wiki").signature("index.md") == tree.signature("wiki/index.md")
    assert tree.signature("nix") == ()


def test_what_was_fetched_stays_and_what_is_new_comes(remote: Path) -> None:
    first = Store(str(remote))
    commit = first.update()
    page = first.tree(commit).version("wiki/index.md")
    first.fetch([page], commit)
    made = push(remote, {"wiki/knowledge/new.md": "New.\n"})
    second = Store(str(remote), "main")
    assert second.has(commit)
    assert not second.has(made)
    with pytest.raises(NoCommitError):
        second.tree(made)
    assert second.update() == made
    assert second.has(made)
    assert second.fetch([page], made) == 0
    assert "wiki/knowledge/new.md" in second.tree(made).listing().files


def test_recent_files_come_first(remote: Path) -> None:
    push(remote, {"wiki/knowledge/hose.md": "x\n"})
    store = Store(str(remote))
    recent = store.recent(store.update())
    assert recent[:2] == ("wiki/knowledge/hose.md", "wiki/knowledge/valve.md")
    assert len(recent) == len(set(recent)) == len(FILES)


def test_a_branch_and_one_that_is_not_there(remote: Path) -> None:
    git(remote.parent / "author", "push", "-q", "origin", "main~1:refs/heads/feature/x")
    store = Store(str(remote), "feature/x")
    assert store.update() == git(remote, "rev-parse", "main~1")
    with pytest.raises(RemoteError, match="couldn't find remote ref"):
        Store(str(remote), "nix").update()


def test_a_remote_that_went_away(remote: Path) -> None:
    store = Store(str(remote))
    commit = store.update()
    version = store.tree(commit).version("wiki/index.md")
    shutil.rmtree(remote)
    with pytest.raises(RemoteError, match="is refused"):
        Store(str(remote))
    with pytest.raises(RemoteError, match="did not give"):
        store.update()
    with pytest.raises(RemoteError, match="did not give"):
        store.fetch([version], commit)


def test_an_empty_remote(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "empty.git")
    with pytest.raises(RemoteError, match="no present branch"):
        Store(str(tmp_path / "empty.git")).update()


def test_without_a_cache_folder_the_store_is_of_one_run(remote: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BRAINWIKI_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "relative")
    store = Store(str(remote))
    assert store.update()
    folder = store.folder
    assert os.path.isdir(folder)
    del store
    assert not os.path.isdir(folder)


def test_a_hooks_environment_does_not_lead_elsewhere(
    remote: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    author = tmp_path / "author"
    before = git(author, "rev-parse", "HEAD"), sorted(os.listdir(author / ".git"))
    for name, value in (
        ("DIR", ".git"),
        ("INDEX_FILE", ".git/index"),
        ("OBJECT_DIRECTORY", ".git/objects"),
        ("WORK_TREE", "."),
    ):
        monkeypatch.setenv(f"GIT_{name}", str(author / value))
    store = Store(str(remote))
    commit = store.update()
    store.fetch([store.tree(commit).version("wiki/index.md")], commit)
    for name in ("DIR", "INDEX_FILE", "OBJECT_DIRECTORY", "WORK_TREE"):
        monkeypatch.delenv(f"GIT_{name}")
    assert (git(author, "rev-parse", "HEAD"), sorted(os.listdir(author / ".git"))) == before


def test_a_remote_that_gives_no_parts_gives_all(remote: Path) -> None:
    git(remote, "config", "uploadpack.allowFilter", "false")
    store = Store(str(remote))
    commit = store.update()
    assert store.fetch([store.tree(commit).version(f"wiki/{SESSION}/session.md")], commit) == 0
    assert missing(store, commit) == 0
