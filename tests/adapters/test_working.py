"""A working tree follows its branch where it is clean, file by file, and nobody's bytes are lost, whenever a writer dies."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from brainwiki.adapters import git_index
from brainwiki.adapters.journal import NAME
from brainwiki.adapters.refs import GitRefs
from brainwiki.adapters.working import FRESH
from brainwiki.errors import BrainwikiError, MovedError, RebasedError
from brainwiki.ports_git import Draft
from tests.crashes import DISK_BROKEN, DISK_FULL, calls, killed, refused
from tests.helpers import NOW
from tests.repositories import commit, git, new

START = {"wiki/a.md": "a\n", "wiki/b.md": "b\n", "wiki/deep/er/c.md": "c\n", "other.txt": "o\n"}
Changes = Mapping[str, bytes | None]
CHANGES: Changes = {"wiki/a.md": b"a2\n", "wiki/deep/er/c.md": None, "wiki/sessions/s/session.md": b"new\r\n"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with a commit."""
    folder = new(tmp_path / "r")
    commit(folder, START)
    return folder


def write(folder: Path, changes: Changes = CHANGES, branch: str = "main") -> tuple[str, ...]:
    """Commit these changes, and bring the working tree along."""
    refs = GitRefs(str(folder))
    with refs.lock(5):
        refs.resume()
        tip = refs.tip(branch)
        return refs.advance(branch, tip, refs.make(Draft((tip,) if tip else (), changes, "m", NOW, "x")))


def status(folder: Path) -> str:
    return git(folder, "status", "--porcelain", "-uall")


def test_a_clean_working_tree_follows(folder: Path) -> None:
    assert write(folder) == ()
    assert status(folder) == ""
    assert (folder / "wiki/a.md").read_bytes() == b"a2\n"
    assert (folder / "wiki/sessions/s/session.md").read_bytes() == b"new\r\n"
    assert not (folder / "wiki/deep").exists()
    assert not (folder / ".git" / NAME).exists()
    assert git(folder, "fsck", "--full", "--strict") == ""
    assert git(folder, "reflog", "--date=unix").split("\n")[0].endswith("brainwiki")
    assert f"main@{{{int(NOW.timestamp())}}}" in git(folder, "reflog", "--date=unix", "main")


def test_what_is_changed_stays_and_is_told(folder: Path) -> None:
    """Changed only in the working tree, only in the index, in the way without being tracked, and removed."""
    (folder / "wiki/a.md").write_text("mine\n")
    (folder / "wiki/b.md").write_text("staged\n")
    git(folder, "add", "wiki/b.md")
    (folder / "wiki/b.md").write_text("b\n")
    (folder / "wiki/new.md").write_text("untracked\n")
    (folder / "wiki/deep/er/c.md").unlink()
    (folder / "other.txt").write_text("o, too\n")
    before = {path: path.read_bytes() for path in folder.rglob("*.md")}
    left = write(folder, {**dict.fromkeys(START, b"theirs\n"), "wiki/new.md": b"theirs\n", "wiki/n2.md": b"n\n"})
    assert left == ("other.txt", "wiki/a.md", "wiki/b.md", "wiki/deep/er/c.md", "wiki/new.md")
    assert {path: path.read_bytes() for path in folder.rglob("*.md") if path.name != "n2.md"} == before
    assert (folder / "wiki/n2.md").read_bytes() == b"n\n"
    assert git(folder, "show", ":wiki/b.md") == "staged"
    assert (folder / "other.txt").read_text() == "o, too\n"


def test_what_holds_the_new_words_already_is_taken_as_it_is(folder: Path) -> None:
    (folder / "wiki/a.md").write_bytes(b"a2\n")
    os.utime(folder / "wiki/a.md", (1, 1))
    assert write(folder) == ()
    assert (folder / "wiki/a.md").stat().st_mtime == 1
    assert status(folder) == ""


def test_folders_and_files_in_each_others_way(folder: Path) -> None:
    (folder / "wiki/sessions").write_text("a file\n")
    (folder / "wiki/d.md").mkdir()
    assert write(folder, {**CHANGES, "wiki/d.md": b"d\n"}) == ("wiki/d.md", "wiki/sessions/s/session.md")
    git(folder, "add", "wiki/sessions")
    (folder / "wiki/sessions").unlink()
    assert write(folder, {"wiki/sessions/t/session.md": b"t\n"}) == ("wiki/sessions/t/session.md",)
    assert not (folder / "wiki/sessions").exists()
    assert git(folder, "show", ":wiki/sessions") == "a file"
    (folder / "wiki/x").mkdir()
    (folder / "wiki/x/y.md").write_text("y\n")
    git(folder, "add", "wiki/x")
    (folder / "wiki/x/y.md").unlink()
    (folder / "wiki/x").rmdir()
    assert write(folder, {"wiki/x": b"x\n"}) == ("wiki/x",)


def test_no_symlink_leads_out(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "er").mkdir()
    (out / "er/c.md").write_text("c\n")
    (folder / "wiki/sessions").symlink_to(out)
    (folder / "wiki/deep/er/c.md").unlink()
    (folder / "wiki/deep/er").rmdir()
    (folder / "wiki/deep").rmdir()
    (folder / "wiki/deep").symlink_to(out)
    (folder / "wiki/a.md").unlink()
    (folder / "wiki/a.md").symlink_to(folder / "wiki/b.md")
    assert write(folder) == ("wiki/a.md", "wiki/deep/er/c.md", "wiki/sessions/s/session.md")
    assert sorted(path.name for path in out.rglob("*")) == ["c.md", "er"]
    assert (folder / "wiki/a.md").is_symlink()


def test_modes(folder: Path) -> None:
    """A file that may be run stays so; a symlink of the branch is left alone."""
    (folder / "run.sh").write_text("1\n")
    (folder / "run.sh").chmod(0o755)
    (folder / "link").symlink_to("other.txt")
    commit(folder, {})
    assert write(folder, {"run.sh": b"2\n", "link": b"no link\n"}) == ("link",)
    assert (folder / "run.sh").stat().st_mode & 0o777 == 0o755
    assert git(folder, "ls-tree", "main", "run.sh").startswith("100755")
    assert (folder / "link").is_symlink()
    assert write(folder, {f"n{number}": b"1" for number in range(300)} | {"run.sh": b"3\n"}) == ()
    assert git(folder, "ls-tree", "main", "run.sh").startswith("100755")


def test_an_unborn_branch(tmp_path: Path) -> None:
    folder = new(tmp_path / "r")
    (folder / "mine.md").write_text("mine\n")
    assert write(folder, {"a.md": b"a\n", "mine.md": b"theirs\n"}) == ("mine.md",)
    assert (folder / "a.md").read_bytes() == b"a\n"
    assert git(folder, "rev-list", "--count", "HEAD") == "1"
    assert "a.md" not in status(folder)


def test_a_working_tree_elsewhere_is_not_touched(folder: Path) -> None:
    git(folder, "checkout", "-q", "-b", "feature")
    assert write(folder) == ()
    assert status(folder) == ""
    assert (folder / "wiki/a.md").read_text() == "a\n"
    git(folder, "checkout", "-q", "--detach")
    assert write(folder, {"wiki/z.md": b"z\n"}) == ()
    assert not (folder / "wiki/z.md").exists()
    assert git(folder, "show", "main:wiki/z.md") == "z"
    git(folder, "checkout", "-q", "main")
    assert status(folder) == ""


def test_every_working_tree_on_the_branch_follows(folder: Path, tmp_path: Path) -> None:
    """Written from a linked working tree on another branch, and from a folder below."""
    linked = tmp_path / "linked"
    git(folder, "worktree", "add", "-q", "-b", "feature", str(linked))
    (folder / "wiki/b.md").write_text("mine\n")
    assert write(linked / "wiki", {"wiki/a.md": b"a2\n", "wiki/b.md": b"b2\n"}) == ("wiki/b.md",)
    assert (folder / "wiki/a.md").read_text() == "a2\n"
    assert status(linked) == ""
    assert write(folder, {"wiki/b.md": b"f\n"}, "feature") == ()
    assert (linked / "wiki/b.md").read_text() == "f\n"
    assert status(linked) == ""


def test_a_folder_that_does_not_lead_back_is_no_working_tree(folder: Path, tmp_path: Path) -> None:
    """A repository's own files may name any folder."""
    victim = tmp_path / "victim"
    git(folder, "worktree", "add", "-q", "-f", str(tmp_path / "linked"), "-b", "feature")
    (victim / "wiki").mkdir(parents=True)
    (victim / ".git").mkdir()
    (folder / ".git/worktrees/linked/gitdir").write_text(f"{victim}/.git\n")
    write(folder, {"wiki/a.md": b"a2\n", "wiki/evil.md": b"e\n"}, "feature")
    assert [path.name for path in victim.rglob("*")] == [".git", "wiki"] or not list(victim.rglob("*.md"))
    git(folder, "config", "core.worktree", str(victim))
    write(folder, {"wiki/evil.md": b"e\n"})
    assert not list(victim.rglob("*.md"))


def test_a_submodule_and_a_repository_kept_elsewhere(folder: Path, tmp_path: Path) -> None:
    outer = new(tmp_path / "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(folder), "inner")
    assert write(outer / "inner") == ()
    assert (status(outer / "inner"), (outer / "inner/wiki/a.md").read_text()) == ("", "a2\n")
    apart = tmp_path / "apart"
    git(tmp_path, "clone", "-q", "--separate-git-dir", str(tmp_path / "kept.git"), str(folder), str(apart))
    assert write(apart) == ()
    assert (status(apart), (apart / "wiki/a.md").read_text()) == ("", "a2\n")


def test_a_working_tree_that_the_user_names(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".git").rename(tmp_path / "dots.git")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "dots.git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(folder))
    assert write(folder) == ()
    assert (folder / "wiki/a.md").read_text() == "a2\n"
    assert git(folder, "status", "--porcelain", GIT_DIR=str(tmp_path / "dots.git"), GIT_WORK_TREE=str(folder)) == ""


def test_a_branch_that_is_being_rebased_is_left_to_git(folder: Path, tmp_path: Path) -> None:
    git(folder, "checkout", "-q", "-b", "side")
    commit(folder, {"wiki/a.md": "side\n"})
    git(folder, "checkout", "-q", "main")
    commit(folder, {"wiki/a.md": "main\n"})
    linked = tmp_path / "linked"
    git(folder, "worktree", "add", "-q", "-b", "third", str(linked))
    with pytest.raises(subprocess.CalledProcessError):
        git(folder, "rebase", "side")
    for at in (folder, linked):
        with pytest.raises(RebasedError, match="main is being rebased"):
            write(at)
    assert write(linked, branch="third") == ()
    git(folder, "rebase", "--abort")
    assert write(folder) == ()
    assert (folder / "wiki/a.md").read_text() == "a2\n"


def test_a_merge_that_is_not_finished_goes_on(folder: Path) -> None:
    git(folder, "checkout", "-q", "-b", "side")
    commit(folder, {"wiki/a.md": "side\n"})
    git(folder, "checkout", "-q", "main")
    commit(folder, {"wiki/a.md": "main\n"})
    with pytest.raises(subprocess.CalledProcessError):
        git(folder, "merge", "side")
    assert write(folder, {"wiki/a.md": b"a3\n", "wiki/new.md": b"n\n"}) == ("wiki/a.md",)
    assert "<<<<<<<" in (folder / "wiki/a.md").read_text()
    assert status(folder) == "UU wiki/a.md"
    (folder / "wiki/a.md").write_text("both\n")
    git(folder, "add", "wiki/a.md")
    git(folder, "commit", "-q", "--no-edit")
    assert (git(folder, "show", "main:wiki/new.md"), git(folder, "show", "main:wiki/a.md")) == ("n", "both")


def test_a_bare_repository(tmp_path: Path) -> None:
    folder = new(tmp_path / "r", "--bare")
    assert write(folder) == ()
    assert git(folder, "show", "main:wiki/a.md") == "a2"


def test_nothing_that_the_repository_names_is_run_and_no_byte_is_turned(folder: Path, tmp_path: Path) -> None:
    mark, trap = tmp_path / "mark", tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\necho $0 $* >> {mark}\ncat\n")
    trap.chmod(0o755)
    for hook in ("reference-transaction", "post-checkout", "post-commit", "post-index-change", "pre-commit"):
        (folder / ".git/hooks" / hook).symlink_to(trap)
    for key in ("core.fsmonitor", "filter.x.clean", "filter.x.smudge", "filter.x.process"):
        git(folder, "config", key, str(trap))
    git(folder, "config", "core.autocrlf", "true")
    (folder / ".git/info/attributes").write_text("* filter=x text eol=crlf ident\n")
    mark.unlink(missing_ok=True)
    assert write(folder, {**CHANGES, "wiki/b.md": b"$Id$\nb\r\n"}) == ()
    assert not mark.exists(), mark.read_text()
    assert (folder / "wiki/b.md").read_bytes() == b"$Id$\nb\r\n"
    assert (folder / "wiki/a.md").read_bytes() == b"a2\n"


def test_a_change_in_the_moment_of_the_last_index_is_still_seen(folder: Path) -> None:
    """Of the same length and time as what the index knows: only the time of the index says that Git must look."""
    place = folder / ".git/index"
    known = (folder / "other.txt").stat()
    (folder / "other.txt").write_text("O\n")
    os.utime(folder / "other.txt", ns=(known.st_atime_ns, known.st_mtime_ns))
    os.utime(place, ns=(known.st_atime_ns, known.st_mtime_ns))
    git(folder, "config", "core.trustctime", "false")
    assert status(folder) == "M other.txt"
    write(folder)
    assert status(folder) == "M other.txt"


def test_a_file_that_the_users_git_turned_is_left(folder: Path) -> None:
    """Its bytes are not those of the blob: whether that is a change only a filter could say."""
    (folder / "wiki/a.md").write_bytes(b"a\r\n")
    assert write(folder) == ("wiki/a.md",)
    assert (folder / "wiki/a.md").read_bytes() == b"a\r\n"


def test_a_locked_index_keeps_the_work_for_later(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_index, "PATIENCE", 0.05)
    (folder / ".git/index.lock").touch()
    assert {*write(folder)} == {*CHANGES}
    assert (folder / ".git/index.lock").exists()
    assert {*write(folder, {"wiki/a.md": b"a3\n"})} == {*CHANGES}
    (folder / ".git/index.lock").unlink()
    assert write(folder, {"wiki/z.md": b"z\n"}) == ()
    assert status(folder) == ""
    assert (folder / "wiki/a.md").read_text() == "a3\n"
    assert not (folder / ".git" / NAME).exists()


def test_an_index_that_is_written_in_the_same_moment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = git_index.GitIndex._make

    def late(self: git_index.GitIndex, *arguments: object) -> None:
        monkeypatch.setattr(git_index.GitIndex, "_make", make)
        make(self, *arguments)  # type: ignore[arg-type]
        (folder / "other.txt").write_text("staged\n")
        git(folder, "add", "other.txt")

    monkeypatch.setattr(git_index.GitIndex, "_make", late)
    assert write(folder) == ()
    assert status(folder) == "M  other.txt"


def test_files_kept_out_of_the_working_tree_stay_out(folder: Path) -> None:
    git(folder, "sparse-checkout", "set", "--no-cone", "/other.txt", "/wiki/b.md")
    assert not (folder / "wiki/a.md").exists()
    assert write(folder, {"wiki/a.md": b"a2\n"}) == ()
    assert not (folder / "wiki/a.md").exists()
    assert status(folder) == ""
    assert git(folder, "show", ":wiki/a.md") == "a2"


def test_a_lost_race_leaves_no_note(folder: Path) -> None:
    refs = GitRefs(str(folder))
    tip = refs.tip("main")
    made = refs.make(Draft((tip,), CHANGES, "m", NOW, "x"))
    commit(folder, {"wiki/q.md": "q"})
    with refs.lock(1), pytest.raises(MovedError):
        refs.advance("main", tip, made)
    assert not (folder / ".git" / NAME).exists()
    assert status(folder) == ""


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]\n", b'["main", "", "zz"]\n', b'["main", 1, 2]\n', b'["main", "", "%s"]\n' % (b"1" * 40)]
)
def test_a_journal_that_is_none_harms_nothing(folder: Path, raw: bytes) -> None:
    (folder / ".git" / NAME).write_bytes(raw)
    assert write(folder) == ()
    assert status(folder) == ""


def test_an_old_note_brings_back_nothing(folder: Path) -> None:
    """The branch went on since, and took back what the note tells of."""
    first = git(folder, "rev-parse", "main")
    write(folder)
    second = git(folder, "rev-parse", "main")
    git(folder, "reset", "-q", "--hard", first)
    (folder / ".git" / NAME).write_text(f'["main", "{first}", "{second}"]\n')
    refs = GitRefs(str(folder))
    with refs.lock(1):
        assert refs.resume() == ()
    assert status(folder) == ""
    assert (folder / "wiki/a.md").read_text() == "a\n"


def test_follow_by_itself_is_done_once(folder: Path) -> None:
    refs = GitRefs(str(folder))
    tip = refs.tip("main")
    made = refs.make(Draft((tip,), CHANGES, "m", NOW, "x"))
    with refs.lock(1):
        refs.move("main", tip, made)
        for _ in range(2):
            assert refs.follow("main", tip, made) == ()
    assert status(folder) == ""


def planted(place: Path) -> Path:
    """A repository with a commit, and one file that somebody works on."""
    folder = new(place)
    commit(folder, START)
    (folder / "wiki/b.md").write_text("mine\n")
    return folder


def test_a_kill_at_every_step_is_finished_by_the_next_writer(tmp_path: Path) -> None:
    changes = {**CHANGES, "wiki/b.md": b"theirs\n"}
    steps = calls(lambda: write(planted(tmp_path / "r"), changes))
    assert steps > 20
    for at in range(1, steps + 1):
        folder = planted(tmp_path / f"r{at}")
        for when in ("before", "after"):
            killed(lambda: write(folder, changes), at, when)  # noqa: B023
        write(folder, {"wiki/z.md": b"z\n"})
        moved = git(folder, "show", "main:wiki/a.md") == "a2"
        assert moved or at < steps
        assert status(folder) == ("MM wiki/b.md" if moved else "M wiki/b.md"), at
        assert (folder / "wiki/b.md").read_text() == "mine\n"
        assert (folder / "wiki/a.md").read_text() == ("a2\n" if moved else "a\n")
        assert git(folder, "fsck", "--full", "--strict", "--no-dangling") == ""
        assert litter(folder) == []


@pytest.mark.parametrize("code", [DISK_FULL, DISK_BROKEN])
def test_a_disk_that_refuses_at_every_step_harms_nothing(tmp_path: Path, code: int) -> None:
    for at in range(1, calls(lambda: write(planted(tmp_path / "r"))) + 1):
        folder = planted(tmp_path / f"r{at}")
        try:
            refused(lambda: write(folder), at, code)  # noqa: B023
        except (BrainwikiError, OSError):
            assert git(folder, "rev-list", "--count", "main") == "1"
        assert (folder / "wiki/b.md").read_text() == "mine\n"
        write(folder, {**CHANGES, "wiki/a.md": b"a3\n"})
        assert status(folder) == "M wiki/b.md", at
        assert (folder / "wiki/a.md").read_text() == "a3\n"
        assert git(folder, "fsck", "--full", "--strict", "--no-dangling") == ""
        assert litter(folder) == []


def litter(folder: Path) -> list[Path]:
    """What a writer that is done leaves nowhere."""
    place = folder / ".git"
    return [*folder.rglob(FRESH), *place.glob("index.*"), *place.glob("brainwiki.follow*")]
