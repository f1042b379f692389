"""Branches by plumbing: commits without a working tree, compare-and-swap, an untrusted repository, kills at every step."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from brainwiki.adapters import refs as module
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.refs import GitRefs
from brainwiki.errors import GitError, MovedError, NoStateError, PathEscapeError
from brainwiki.ports_git import Draft
from tests.repositories import commit, git, new

AT = datetime(2026, 5, 2, 10, 12, 30, 5, tzinfo=UTC)
STATE = "brainwiki/state"


def draft(*parents: str, message: str = "a change\n", by: str = "process:dream", **files: bytes | None) -> Draft:
    """A commit of files, whose dots are written `__`."""
    return Draft(parents, {name.replace("__", "."): content for name, content in files.items()}, message, AT, by)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with one commit, a file of the working tree that is changed, and one that is staged."""
    folder = new(tmp_path / "r")
    commit(folder, {"wiki/a.md": "a", "wiki/b.md": "b", "run.sh": "x"})
    (folder / "wiki/a.md").write_text("changed")
    (folder / "staged").write_text("s")
    git(folder, "add", "staged")
    return folder


def looks(folder: Path) -> tuple[str, bytes, str]:
    """All that a user may call theirs: the state of the tree, the bytes of the index, the branch."""
    return git(folder, "status", "--porcelain"), (folder / ".git/index").read_bytes(), git(folder, "rev-parse", "HEAD")


def test_a_branch_begins_without_a_parent(folder: Path) -> None:
    before = looks(folder)
    refs = GitRefs(str(folder))
    assert (refs.tip(STATE), refs.files(""), refs.read("", "a")) == ("", {}, None)
    made = refs.commit(STATE, "", draft(a=b"1\r\n\xff", b__x=b""))
    assert refs.tip(STATE) == git(folder, "rev-parse", f"refs/heads/{STATE}") == made
    assert refs.files(made) == {"a": b"1\r\n\xff", "b.x": b""}
    assert git(folder, "rev-list", "--count", made) == "1"
    assert looks(folder) == before
    assert git(folder, "fsck", "--full", "--strict", "--no-dangling") == ""


def test_files_are_written_removed_and_kept(folder: Path) -> None:
    refs = GitRefs(str(folder))
    head = git(folder, "rev-parse", "HEAD")
    files: dict[str, bytes | None] = {"wiki/a.md": b"2", "wiki/b.md": None, "wiki/n/é ü\t.md": b"3", "gone": None}
    made = refs.commit("brainwiki/proposal/p", "", Draft((head,), files, "m\n", AT, "human:anna"))
    assert refs.files(made) == {"wiki/a.md": b"2", "wiki/n/é ü\t.md": b"3", "run.sh": b"x"}
    assert refs.files(made, "wiki/n") == {"wiki/n/é ü\t.md": b"3"}
    assert refs.read(made, "wiki/a.md") == b"2"
    assert (refs.read(made, "wiki/b.md"), refs.read(made, "wiki"), refs.read(made, "wiki/*")) == (None, None, None)
    assert git(folder, "rev-parse", f"{made}^") == head


def test_a_file_takes_the_place_of_a_folder_and_the_other_way_round(folder: Path) -> None:
    refs = GitRefs(str(folder))
    first = refs.commit(STATE, "", draft(a=b"1"))
    second = refs.commit(STATE, first, Draft((first,), {"a": None, "a/b": b"2"}, "m", AT, "x"))
    assert refs.files(second) == {"a/b": b"2"}
    third = refs.commit(STATE, second, Draft((second,), {"a": b"3"}, "m", AT, "x"))
    assert refs.files(third) == {"a": b"3"}


def test_who_when_and_why_are_told_and_nothing_is_taken_from_the_user(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "somebody")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2001-01-01T00:00:00Z")
    for key, value in (("user.name", "somebody"), ("commit.gpgSign", "true"), ("i18n.commitEncoding", "latin1")):
        git(folder, "config", key, value)
    refs = GitRefs(str(folder))
    made = refs.commit(STATE, "", draft(message="été\n\nmore\n", by="human:anna <x>\n", a=b""))
    raw = subprocess.run(["git", "cat-file", "commit", made], cwd=folder, capture_output=True, check=True).stdout
    who = f"human:anna x <actor@brainwiki.invalid> {int(AT.timestamp())} +0000"
    tree = git(folder, "rev-parse", f"{made}^{{tree}}")
    assert raw.decode() == f"tree {tree}\nauthor {who}\ncommitter {who}\n\nété\n\nmore\n"
    again = GitRefs(str(folder)).commit("other", "", draft(message="été\n\nmore\n", by="human:anna <x>\n", a=b""))
    assert again == made


def test_a_branch_that_moved_is_left_alone(folder: Path) -> None:
    refs = GitRefs(str(folder))
    first = refs.commit(STATE, "", draft(a=b"1"))
    second = refs.commit(STATE, first, draft(first, a=b"2"))
    for expected in ("", first):
        with pytest.raises(MovedError, match=STATE):
            refs.commit(STATE, expected, draft(first, a=b"3"))
    assert refs.tip(STATE) == second
    with pytest.raises(MovedError):
        refs.commit("nothing/there", first, draft(first, a=b"3"))


def test_a_race_between_the_look_and_the_move_is_lost(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refs, other = GitRefs(str(folder)), GitRefs(str(folder))
    first = refs.commit(STATE, "", draft(a=b"1"))
    move = GitRefs._move

    def late(self: GitRefs, *arguments: object) -> None:
        monkeypatch.setattr(GitRefs, "_move", move)
        other.commit(STATE, first, draft(first, a=b"2"))
        move(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(GitRefs, "_move", late)
    with pytest.raises(MovedError):
        refs.commit(STATE, first, draft(first, a=b"3"))
    assert refs.files(refs.tip(STATE)) == {"a": b"2"}


def test_only_the_remotes_own_branch_of_that_name_is_tracked(folder: Path, tmp_path: Path) -> None:
    refs = GitRefs(str(folder))
    made = refs.commit(STATE, "", draft(a=b"1"))
    for ref in (f"origin/{STATE}", f"second/{STATE}", f"origin/x/{STATE}", f"third/{STATE}/x"):
        git(folder, "update-ref", f"refs/remotes/{ref}", made)
    assert refs.tracked(STATE) == (made,)
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--branch", STATE, str(folder), str(clone))
    git(clone, "branch", "-m", "mine")
    assert GitRefs(str(clone)).tracked(STATE) == (made,)
    assert GitRefs(str(clone)).tip(STATE) == ""


def test_what_two_commits_share(folder: Path) -> None:
    refs = GitRefs(str(folder))
    base = refs.commit(STATE, "", draft(a=b"1"))
    one = refs.commit(STATE, base, draft(base, a=b"2"))
    two = refs.commit("two", "", draft(base, a=b"3"))
    alone = refs.commit("alone", "", draft(a=b"4"))
    assert [refs.fork(*pair) for pair in ((one, two), (one, base), (base, one), (one, one))] == [base] * 3 + [one]
    assert [refs.fork(*pair) for pair in ((one, alone), (one, ""), ("", one), ("", ""))] == [""] * 4
    both = refs.commit(STATE, one, draft(one, two, a=b"5"))
    assert refs.fork(both, two) == two
    assert git(folder, "rev-list", "--parents", "-1", both).split() == [both, one, two]


def test_without_a_repository(tmp_path: Path) -> None:
    with pytest.raises(NoStateError, match="no Git repository"):
        GitRefs(str(tmp_path)).tip(STATE)
    with pytest.raises(NoStateError), GitRefs(str(tmp_path)).lock(0):
        pass


def test_before_the_first_commit_and_in_a_folder_below(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    (folder / "sub").mkdir()
    refs = GitRefs(str(folder / "sub"))
    with refs.lock(0):
        made = refs.commit(STATE, "", draft(a=b"1"))
    assert refs.files(made) == {"a": b"1"}
    assert git(folder, "status", "--porcelain") == ""
    assert (folder / ".git" / module.LOCK).exists()


def test_a_linked_working_tree_shares_branches_and_lock(folder: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(folder, "worktree", "add", "-q", "--detach", str(linked))
    refs = GitRefs(str(linked))
    with refs.lock(0):
        made = refs.commit(STATE, "", draft(a=b"1"))
    assert GitRefs(str(folder)).tip(STATE) == made
    assert (folder / ".git" / module.LOCK).exists()


def test_a_repository_of_long_ids(tmp_path: Path) -> None:
    folder = new(tmp_path / "r", "--object-format=sha256")
    refs = GitRefs(str(folder))
    made = refs.commit(STATE, "", draft(a=b"1", b=None))
    assert len(made) == 64
    assert refs.files(refs.commit(STATE, made, draft(made, a=None, c=b"2"))) == {"c": b"2"}
    assert refs.files(refs.commit("e", "", draft(made, a=None))) == {}


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/a",
        "a//b",
        "../a",
        "a/../b",
        "./a",
        "a/",
        ".git/config",
        "a/.GIT/x",
        "git~1/x",
        ".git. /x",
        "a\\b",
        "a\0b",
        "C:/x",
    ],
)
def test_a_path_that_is_none_is_refused_before_anything_is_written(folder: Path, path: str) -> None:
    refs = GitRefs(str(folder))
    with pytest.raises(PathEscapeError):
        refs.commit(STATE, "", Draft((), {"a": b"1", path: b"2"}, "m", AT, "x"))
    assert refs.tip(STATE) == ""


def test_links_and_modules_are_no_files(folder: Path) -> None:
    (folder / "link").symlink_to("wiki/a.md")
    git(folder, "add", "link")
    git(folder, "update-index", "--add", "--cacheinfo", f"160000,{git(folder, 'rev-parse', 'HEAD')},module")
    git(folder, "commit", "-q", "-m", "links")
    refs, head = GitRefs(str(folder)), git(folder, "rev-parse", "HEAD")
    assert {"link", "module"} & {*refs.files(head)} == set()
    assert (refs.read(head, "link"), refs.read(head, "module")) == (None, None)
    made = refs.commit(STATE, "", draft(head, a=b"1"))
    assert git(folder, "ls-tree", made, "link", "module").count("\n") == 1


def test_nothing_that_the_repository_names_is_run(folder: Path, tmp_path: Path) -> None:
    """Hooks, filters and a monitor of files, all of which would leave a mark."""
    mark = tmp_path / "mark"
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    trap.chmod(0o755)
    for hook in ("reference-transaction", "pre-commit", "post-commit", "post-index-change", "post-update"):
        (folder / ".git/hooks" / hook).symlink_to(trap)
    for key in ("core.fsmonitor", "filter.x.clean", "filter.x.smudge", "filter.x.process", "gpg.program"):
        git(folder, "config", key, str(trap))
    git(folder, "config", "commit.gpgSign", "true")
    git(folder, "config", "core.splitIndex", "true")
    (folder / ".gitattributes").write_text("* filter=x eol=crlf\n")
    (folder / ".git/info/attributes").write_text("* filter=x eol=crlf\n")
    mark.unlink(missing_ok=True)
    refs = GitRefs(str(folder))
    made = refs.commit(STATE, "", draft(git(folder, "rev-parse", "main"), a=b"1\n"))
    assert refs.read(made, "a") == b"1\n"
    assert not mark.exists()
    assert not list((folder / ".git").glob("sharedindex*"))
    git(folder, "update-ref", "refs/heads/other", made)  # without our settings the trap snaps
    assert mark.exists()


def test_every_object_and_the_branch_are_on_the_disk(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    trace = tmp_path / "trace"
    monkeypatch.setenv("GIT_TRACE2_EVENT", str(trace))
    refs = GitRefs(str(folder))
    refs.commit(STATE, "", draft(a=b"1"))
    told = trace.read_text()
    for command in ("hash-object", "write-tree", "commit-tree", "update-ref"):
        lines = [line for line in told.splitlines() if '"event":"start"' in line and f'"{command}"' in line]
        assert lines, command
        assert all("core.fsync=loose-object,reference" in line for line in lines)


def test_the_lock_of_a_git_that_was_killed_is_broken_and_that_of_one_that_lives_is_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refs = GitRefs(str(folder))
    first = refs.commit(STATE, "", draft(a=b"1"))
    left = folder / ".git/refs/heads" / f"{STATE}.lock"
    durable = tuple(word.replace(f"={int(module.STALE * 1000) + 500}", "=50") for word in module._DURABLE)
    assert durable != module._DURABLE
    monkeypatch.setattr(module, "_DURABLE", durable)
    left.touch()
    with pytest.raises(GitError, match="lock"):
        refs.commit(STATE, first, draft(first, a=b"2"))
    assert left.exists()
    os.utime(left, (time.time() - 60, time.time() - 60))
    second = refs.commit(STATE, first, draft(first, a=b"2"))
    assert (refs.tip(STATE), left.exists()) == (second, False)


STEPS = """
import os, signal, sys
from datetime import UTC, datetime
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.refs import GitRefs
from brainwiki.ports_git import Draft
folder, at, after = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "after"
run, count = Plumbing.run, 0
def killed(self, *arguments, **options):
    global count
    count += 1
    if count == at and not after: os.kill(os.getpid(), signal.SIGKILL)
    found = run(self, *arguments, **options)
    if count == at: os.kill(os.getpid(), signal.SIGKILL)
    return found
Plumbing.run = killed
refs = GitRefs(folder)
with refs.lock(5):
    tip = refs.tip("brainwiki/state")
    refs.commit("brainwiki/state", tip, Draft((tip,) if tip else (), {"a": b"2", "b": None}, "m", datetime(2026, 5, 2, tzinfo=UTC), "x"))
print(count)
"""


def test_a_kill_at_every_step_leaves_a_whole_repository_that_goes_on(folder: Path) -> None:
    def step(at: int, when: str = "before") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", STEPS, str(folder), str(at), when]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    refs = GitRefs(str(folder))
    refs.commit(STATE, "", draft(a=b"1", b=b"1"))
    steps = int(step(0).stdout)
    assert steps > 7
    for at in range(1, steps + 1):
        for when in ("before", "after") if at in (1, steps - 1, steps) else ("after",):
            tip = refs.tip(STATE)
            assert step(at, when).returncode == -signal.SIGKILL
            now = refs.tip(STATE)
            assert now == tip or git(folder, "rev-parse", f"{now}^") == tip
            assert (now != tip) == ((at, when) == (steps, "after"))
    assert step(0).returncode == 0
    assert git(folder, "fsck", "--full", "--strict", "--no-dangling") == ""
    assert refs.files(refs.tip(STATE)) == {"a": b"2"}
    assert git(folder, "status", "--porcelain") == "A  staged\n M wiki/a.md"


def test_branches_that_are_packed(folder: Path) -> None:
    refs = GitRefs(str(folder))
    first = refs.commit(STATE, "", draft(a=b"1"))
    git(folder, "pack-refs", "--all", "--prune")
    git(folder, "gc", "-q", "--prune=now")
    assert refs.tip(STATE) == first
    second = refs.commit(STATE, first, draft(first, a=b"2"))
    assert (refs.tip(STATE), refs.files(second)) == (second, {"a": b"2"})


def test_a_missing_object_is_told(folder: Path) -> None:
    refs = GitRefs(str(folder))
    made = refs.commit(STATE, "", draft(a=b"only here"))
    blob = git(folder, "rev-parse", f"{made}:a")
    place = folder / ".git/objects" / blob[:2] / blob[2:]
    place.chmod(0o644)
    place.unlink()
    for ask in (lambda: refs.files(made), lambda: refs.read(made, "a")):
        with pytest.raises(GitError, match="missing"):
            ask()


def test_plumbing_is_asked_once_whether_there_is_a_repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    run = Plumbing.run
    monkeypatch.setattr(
        Plumbing, "run", lambda self, *words, **more: (asked.append(words), run(self, *words, **more))[1]
    )
    refs = GitRefs(str(folder))
    for _ in range(3):
        refs.tip(STATE)
    assert sum("--git-dir" in words for words in asked) == 1


def test_a_commit_is_made_first_and_a_branch_moved_later(folder: Path) -> None:
    refs = GitRefs(str(folder))
    made = refs.make(draft(a=b"1"))
    assert (refs.tip(STATE), refs.make(draft(a=b"1"))) == ("", made)
    refs.move(STATE, "", made)
    refs.move(STATE, "", made)  # it is there already
    assert refs.tip(STATE) == made
    second = refs.make(draft(made, a=b"2"))
    with pytest.raises(MovedError):
        refs.move(STATE, second, refs.make(draft(second, a=b"3")))
    refs.move(STATE, made, second)
    refs.move(STATE, second, "")
    refs.move(STATE, second, "")
    assert refs.tip(STATE) == ""
    with pytest.raises(GitError):
        refs.move(STATE, "", "1" * 40)


def test_where_the_working_tree_is(folder: Path) -> None:
    (folder / "wiki" / "deep").mkdir()
    assert (GitRefs(str(folder)).head(), GitRefs(str(folder)).prefix()) == ("main", "")
    assert GitRefs(str(folder / "wiki" / "deep")).prefix() == "wiki/deep/"
    refs = GitRefs(str(folder))
    made = refs.commit("brainwiki/proposal/a", "", draft(a=b"1"))
    assert refs.branches("brainwiki/proposal") == {"brainwiki/proposal/a": made}
    git(folder, "checkout", "-q", "--detach")
    assert refs.head() == ""


def test_files_that_are_read_when_asked_for_and_those_of_one_ending(folder: Path) -> None:
    refs = GitRefs(str(folder))
    made = refs.commit(
        STATE, "", Draft((), {"a/x.md": b"1", "a/b/y.md": b"2", "a/z": b"3", "c.md": b"4"}, "m", AT, "x")
    )
    assert refs.files(made, "a", ".md") == {"a/x.md": b"1", "a/b/y.md": b"2"}
    held = refs.lazily(made, "a")
    assert (sorted(held), held["a/z"], held.get("c.md"), len(held)) == (["a/b/y.md", "a/x.md", "a/z"], b"3", None, 3)
    assert refs.read(made, "c.md") == b"4"  # between two of them
    assert held["a/x.md"] == b"1"
    assert dict(refs.lazily("", "a")) == {}


def test_a_folder_that_git_takes_no_file_of(folder: Path, tmp_path: Path) -> None:
    refs = GitRefs(str(folder / "wiki"))
    assert refs.is_ignored(str(tmp_path / "elsewhere"))
    assert not refs.is_ignored(str(folder / "kept"))
    assert not refs.is_ignored(str(folder))
    assert not refs.is_ignored(str(folder / ".git/kept"))
    (folder / ".gitignore").write_text("kept/\nwiki/\n")
    assert refs.is_ignored(str(folder / "kept"))
    assert not refs.is_ignored(str(folder / "wiki"))  # ignored, and yet there are files of it
    (tmp_path / "link").symlink_to(folder / "other")
    assert not refs.is_ignored(str(tmp_path / "link"))
    assert GitRefs(str(new(tmp_path / "bare", "--bare"))).is_ignored(str(tmp_path / "bare" / "x"))
