"""The confined root: nothing is read or written outside, whatever a path or a symlink says."""

from __future__ import annotations

import os
import stat
import unicodedata
from pathlib import Path

import pytest

from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.errors import ChangedFileError, ExistsError, NoBrainError, PathEscapeError, SymlinkError
from brainwiki.model.escape import Escape
from tests.helpers import write_files

OUTSIDE = [
    "..",
    "../secret",
    "a/../../secret",
    "/etc/hosts",
    "\\etc\\hosts",
    "C:/x",
    "..\\secret",
    "a\\..\\..\\secret",
    "a\0b",
    "\0",
    "//host/x",
]


@pytest.fixture
def root(tmp_path: Path) -> ConfinedRoot:
    """A root with two files beside a secret."""
    write_files(tmp_path, {"secret": "s", "brain/a.md": "A", "brain/b/c.md": "C"})
    return ConfinedRoot(str(tmp_path / "brain"))


@pytest.mark.parametrize("path", OUTSIDE)
def test_paths_that_leave_the_root_are_refused(root: ConfinedRoot, path: str) -> None:
    with pytest.raises(PathEscapeError):
        root.read(path)
    with pytest.raises(PathEscapeError):
        root.create(path, b"x")
    with pytest.raises(PathEscapeError):
        root.replace(path, b"s", b"x")
    with pytest.raises(PathEscapeError):
        root.below(path)
    assert not root.exists(path)
    assert sorted(os.listdir(os.path.dirname(root.root))) == ["brain", "secret"]


def test_paths_that_leave_the_root_never_reach_the_disk(root: ConfinedRoot, monkeypatch: pytest.MonkeyPatch) -> None:
    def touched(*_arguments: object, **_more: object) -> str:
        raise AssertionError("the disk was asked")

    for name in ("realpath", "exists", "isfile", "isdir"):
        monkeypatch.setattr(os.path, name, touched)
    for path in OUTSIDE:
        with pytest.raises(PathEscapeError):
            root.read(path)


@pytest.mark.parametrize("path", ["a.md", "./a.md", "b/../a.md", "b//../a.md", "b\\..\\a.md"])
def test_paths_that_stay_inside_are_read(root: ConfinedRoot, path: str) -> None:
    assert root.read(path) == b"A"
    assert root.exists(path)


def test_what_is_not_there(root: ConfinedRoot) -> None:
    assert not root.exists("none.md")
    assert not root.exists("a.md/x")
    assert not root.exists("x" * 5_000)
    with pytest.raises(FileNotFoundError):
        root.read("none.md")


@pytest.mark.parametrize("target", ["../secret", "/etc/hosts", "b/../../secret"])
def test_a_symlink_out_of_the_root_is_told_and_not_followed(root: ConfinedRoot, target: str) -> None:
    os.symlink(target, os.path.join(root.root, "link.md"))
    listing = root.listing()
    assert listing.files == ("a.md", "b/c.md")
    assert listing.escapes == (Escape("link.md", "leaves the brain"),)
    assert not root.exists("link.md")
    with pytest.raises(PathEscapeError):
        root.read("link.md")


def test_a_folder_that_is_a_symlink_out_is_not_entered(root: ConfinedRoot, tmp_path: Path) -> None:
    write_files(tmp_path, {"private/x.md": "x"})
    os.symlink(tmp_path / "private", os.path.join(root.root, "notes"))
    assert root.listing().escapes == (Escape("notes", "leaves the brain"),)
    for wrong in ("notes/x.md", "notes"):
        with pytest.raises(PathEscapeError):
            root.read(wrong)
    with pytest.raises(PathEscapeError):
        root.below("notes")
    with pytest.raises(PathEscapeError):
        root.create("notes/new.md", b"x")
    assert os.listdir(tmp_path / "private") == ["x.md"]


def test_a_root_whose_name_begins_like_another_holds_nothing_of_it(tmp_path: Path) -> None:
    write_files(tmp_path, {"brain/a.md": "A", "brain-private/x.md": "x"})
    os.symlink("../brain-private/x.md", tmp_path / "brain/link.md")
    root = ConfinedRoot(str(tmp_path / "brain"))
    assert root.listing().escapes == (Escape("link.md", "leaves the brain"),)
    with pytest.raises(PathEscapeError):
        root.read("link.md")


def test_symlinks_that_lead_nowhere_or_in_circles_are_told(root: ConfinedRoot) -> None:
    for name, target in (
        ("dead.md", "none.md"),
        ("self.md", "self.md"),
        ("one", "two"),
        ("two", "one"),
        ("b/up", ".."),
        ("b/here", "."),
    ):
        os.symlink(target, os.path.join(root.root, name))
    os.symlink("b", os.path.join(root.root, "twin"))
    listing = root.listing()
    assert listing.files == ("a.md", "b/c.md")
    assert dict(listing.escapes) == {
        "dead.md": "leads to nothing",
        "self.md": "leads in a circle",
        "one": "leads in a circle",
        "two": "leads in a circle",
        "b/up": "leads in a circle",
        "b/here": "leads in a circle",
        "twin": "leads to a folder that is already read",
    }


def test_a_symlink_to_a_file_inside_is_a_file(root: ConfinedRoot) -> None:
    os.symlink("b/c.md", os.path.join(root.root, "link.md"))
    assert root.listing().files == ("a.md", "b/c.md", "link.md")
    assert root.listing().escapes == ()
    assert root.read("link.md") == root.read_listed("link.md") == b"C"


@pytest.mark.parametrize("target", ["a.md/x", "a.md/", "x" * 300, "b/none/../c.md"])
def test_a_symlink_through_what_is_no_folder_leads_to_nothing(root: ConfinedRoot, target: str) -> None:
    os.symlink(target, os.path.join(root.root, "link.md"))
    assert root.listing().escapes == (Escape("link.md", "leads to nothing"),)


@pytest.mark.parametrize("target", [".git/config", "b/../.git/config", ".git", "b/.GIT/config"])
def test_a_symlink_into_the_repositorys_own_files_leaves_the_brain(root: ConfinedRoot, target: str) -> None:
    """They hold addresses and, on a build machine, tokens."""
    write_files(Path(root.root), {".git/config": "token", "b/.GIT/config": "token"})
    os.symlink(target, os.path.join(root.root, "link.md"))
    assert root.listing().files == ("a.md", "b/c.md")
    assert root.listing().escapes == (Escape("link.md", "leaves the brain"),)


def test_a_symlink_into_another_hidden_folder_is_a_file(root: ConfinedRoot) -> None:
    write_files(Path(root.root), {".github/AGENTS.md": "x"})
    os.symlink(".github/AGENTS.md", os.path.join(root.root, "AGENTS.md"))
    assert root.listing() == (("AGENTS.md", "a.md", "b/c.md"), ())


def test_a_file_that_changed_just_now_has_no_signature(root: ConfinedRoot) -> None:
    assert root.signature("a.md") == ()
    assert root.signature("none.md") == ()


def settled(root: ConfinedRoot, path: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int | str, ...]:
    """The signature of a file at a time when its last change is long ago."""
    full = os.path.join(root.root, path)
    last = max(os.stat(full).st_mtime_ns, os.stat(full).st_ctime_ns)
    monkeypatch.setattr("brainwiki.adapters.filesystem.time.time_ns", lambda: last + 10**10)
    return root.signature(path)


def test_a_signature_changes_with_whatever_is_done_to_a_file(
    root: ConfinedRoot, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Path(root.root, "a.md")
    seen = [settled(root, "a.md", monkeypatch)]
    assert len(seen[0]) == 4
    assert settled(root, "a.md", monkeypatch) == seen[0]
    found = full.stat()
    full.write_text("B")  # the same size …
    os.utime(full, ns=(found.st_atime_ns, found.st_mtime_ns))  # … and the same time of change
    seen.append(settled(root, "a.md", monkeypatch))
    full.write_text("longer")
    seen.append(settled(root, "a.md", monkeypatch))
    Path(root.root, "new").write_text("longer")
    os.replace(Path(root.root, "new"), full)
    seen.append(settled(root, "a.md", monkeypatch))
    os.utime(full)
    seen.append(settled(root, "a.md", monkeypatch))
    assert () not in seen
    assert len(set(seen)) == len(seen)


def test_two_files_have_two_signatures(root: ConfinedRoot, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settled(root, "a.md", monkeypatch) != settled(root, "b/c.md", monkeypatch)


def test_a_file_from_the_future_has_no_signature(root: ConfinedRoot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brainwiki.adapters.filesystem.time.time_ns", lambda: 0)
    assert root.signature("a.md") == ()


def test_the_signature_of_a_symlink_is_that_of_its_end(root: ConfinedRoot, monkeypatch: pytest.MonkeyPatch) -> None:
    os.symlink("b/c.md", os.path.join(root.root, "link.md"))
    assert settled(root, "link.md", monkeypatch) == settled(root, "b/c.md", monkeypatch)


@pytest.mark.parametrize("path", ["a.md", "none.md", "b"])
def test_a_disk_knows_no_versions(root: ConfinedRoot, path: str) -> None:
    assert root.version(path) == ""


def test_pipes_and_what_leads_to_them_are_no_files(root: ConfinedRoot) -> None:
    os.mkfifo(os.path.join(root.root, "pipe.md"))
    os.symlink("pipe.md", os.path.join(root.root, "link.md"))
    assert root.listing().files == ("a.md", "b/c.md")


def test_hidden_folders_are_left_out_and_hidden_files_are_not(root: ConfinedRoot) -> None:
    write_files(
        Path(root.root), {".git/config": "x", "b/.obsidian/app.json": "x", ".hidden.md": "x", "..odd/x.md": "x"}
    )
    assert root.listing().files == (".hidden.md", "a.md", "b/c.md")


def test_the_listing_is_sorted_by_path(root: ConfinedRoot) -> None:
    write_files(Path(root.root), dict.fromkeys(("z.md", "b.md", "b-a.md", "B.md", "é.md", "日.md", "b/a.md"), "x"))
    files = root.listing().files
    assert list(files) == sorted(files)
    assert all(root.read_listed(path) == root.read(path) for path in files)


def test_a_tree_deeper_than_the_cap_comes_to_an_end(root: ConfinedRoot) -> None:
    deep = "/".join(["d"] * 70)
    write_files(Path(root.root), {f"{deep}/x.md": "x", f"{'/'.join(['d'] * 60)}/y.md": "y"})
    assert [path.rpartition("/")[2] for path in root.listing().files] == ["a.md", "c.md", "y.md"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_listed_name_is_read_in_the_form_it_has_on_disk(root: ConfinedRoot, form: str) -> None:
    name = unicodedata.normalize(form, "été.md")
    write_files(Path(root.root), {name: form})
    assert name in root.listing().files
    assert root.read_listed(name) == form.encode()


def test_new_files_take_the_composed_name(root: ConfinedRoot) -> None:
    root.create(unicodedata.normalize("NFD", "neu/été.md"), b"x")
    assert os.listdir(os.path.join(root.root, "neu")) == ["été.md"]
    assert root.read("neu/été.md") == b"x"


def test_a_file_that_is_there_is_never_touched(root: ConfinedRoot) -> None:
    for path in ("a.md", "b", "a.md/below", "a.md/far/below"):
        with pytest.raises(ExistsError):
            root.create(path, b"new")
    assert root.read("a.md") == b"A"
    os.symlink("none.md", os.path.join(root.root, "dead.md"))
    root.create("deep/er/new.md", b"N")
    assert root.read("deep/er/new.md") == b"N"


def everything(root: ConfinedRoot) -> dict[str, bytes]:
    """Every file below the root, hidden and left-over ones too."""
    folder = Path(root.root)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o755, 0o664])
def test_a_file_is_replaced_where_it_still_holds_what_was_read(root: ConfinedRoot, mode: int) -> None:
    full = Path(root.root, "b/c.md")
    full.chmod(mode)
    before = full.stat().st_ino
    root.replace("b/c.md", b"C", b"new\r\n\x00")
    assert everything(root) == {"a.md": b"A", "b/c.md": b"new\r\n\x00"}
    assert (stat.S_IMODE(full.stat().st_mode), full.stat().st_ino == before) == (mode, False)
    root.replace("./b//c.md", b"new\r\n\x00", b"")
    assert root.read("b/c.md") == b""


def test_a_file_that_changed_is_left_as_it_is(root: ConfinedRoot) -> None:
    with pytest.raises(
        ChangedFileError, match=r"^a\.md changed since it was read\. It was left as it is; run the command again\.$"
    ):
        root.replace("a.md", b"B", b"new")
    for gone in ("none.md", "none/x.md", "b"):
        with pytest.raises(ChangedFileError):
            root.replace(gone, b"", b"new")
    assert everything(root) == {"a.md": b"A", "b/c.md": b"C"}


def test_a_change_while_the_new_file_is_written_is_seen(root: ConfinedRoot, monkeypatch: pytest.MonkeyPatch) -> None:
    sync = os.fsync

    def meanwhile(handle: int) -> None:
        sync(handle)
        Path(root.root, "a.md").write_bytes(b"saved by an editor")

    monkeypatch.setattr(os, "fsync", meanwhile)
    with pytest.raises(ChangedFileError):
        root.replace("a.md", b"A", b"new")
    assert everything(root) == {"a.md": b"saved by an editor", "b/c.md": b"C"}
    monkeypatch.setattr(os, "fsync", lambda handle: os.unlink(os.path.join(root.root, "a.md")))
    with pytest.raises(ChangedFileError):
        root.replace("a.md", b"saved by an editor", b"new")
    assert everything(root) == {"b/c.md": b"C"}


@pytest.mark.parametrize("broken", ["fsync", "chmod", "replace"])
def test_nothing_is_left_behind_where_writing_breaks(
    root: ConfinedRoot, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, broken, refuse)
    with pytest.raises(OSError, match="No space left"):
        root.replace("a.md", b"A", b"new")
    assert everything(root) == {"a.md": b"A", "b/c.md": b"C"}


def test_a_read_only_file_is_refused(root: ConfinedRoot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with pytest.raises(PermissionError):
        root.replace("a.md", b"A", b"new")
    assert everything(root) == {"a.md": b"A", "b/c.md": b"C"}


def test_nothing_is_written_through_a_symlink(root: ConfinedRoot) -> None:
    os.symlink("b/c.md", os.path.join(root.root, "link.md"))
    os.symlink("b", os.path.join(root.root, "folder"))
    os.symlink("none.md", os.path.join(root.root, "dead.md"))
    for path in ("link.md", "folder/c.md", "dead.md"):
        with pytest.raises(SymlinkError, match=f"^{path} is reached through a symlink"):
            root.replace(path, b"C", b"new")
    os.symlink("../secret", os.path.join(root.root, "out.md"))
    with pytest.raises(PathEscapeError):
        root.replace("out.md", b"s", b"new")
    assert root.read("b/c.md") == b"C"
    assert Path(root.root, "../secret").read_bytes() == b"s"
    assert os.path.islink(os.path.join(root.root, "link.md"))


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_replaced_file_keeps_the_form_of_its_name(root: ConfinedRoot, form: str) -> None:
    name = unicodedata.normalize(form, "été.md")
    write_files(Path(root.root), {name: "x"})
    root.replace(name, b"x", b"y")
    assert everything(root) == {"a.md": b"A", "b/c.md": b"C", name: b"y"}


def test_a_root_below_is_confined_in_its_turn(root: ConfinedRoot) -> None:
    below = root.below("b")
    assert below.root == os.path.join(root.root, "b")
    assert below.read("c.md") == b"C"
    with pytest.raises(PathEscapeError):
        below.read("../a.md")
    assert root.below("") is root.below(".") is root
    with pytest.raises(NoBrainError):
        root.below("none")
    with pytest.raises(NoBrainError):
        root.below("a.md")


def test_a_root_that_is_a_symlink_is_resolved_once(root: ConfinedRoot, tmp_path: Path) -> None:
    os.symlink(root.root, tmp_path / "alias")
    assert ConfinedRoot(str(tmp_path / "alias")).root == root.root


@pytest.mark.parametrize("name", ["none", "secret"])
def test_a_root_must_be_a_folder(root: ConfinedRoot, tmp_path: Path, name: str) -> None:
    with pytest.raises(NoBrainError, match="No brain at"):
        ConfinedRoot(str(tmp_path / name))
