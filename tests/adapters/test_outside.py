"""Transcripts in a folder that Git takes no file of: whole or as before, and never out of that folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from brainwiki.adapters.disk import Disk
from brainwiki.adapters.outside import OutsideFolder
from brainwiki.adapters.refs import GitRefs
from brainwiki.errors import OutsideError, PathEscapeError, SymlinkError
from brainwiki.ports_git import Refs
from tests.crashes import DISK_FULL, calls, refused
from tests.repositories import new


@pytest.fixture
def refs(tmp_path: Path) -> Callable[[], Refs]:
    """The branches of a repository beside the folder."""
    folder = new(tmp_path / "r")
    return lambda: GitRefs(str(folder))


def test_a_transcript_is_kept_and_replaced(tmp_path: Path, refs: Callable[[], Refs]) -> None:
    outside = OutsideFolder(str(tmp_path / "kept"), refs)
    assert (outside.read("s"), outside.store()) == (None, None)
    outside.write("s", b"1\n")
    assert (outside.read("s"), outside.read("t")) == (b"1\n", None)
    outside.write("s", b"1\n2\n")
    store = outside.store()
    assert store is not None
    assert (store.listing().files, store.read("s/transcript.jsonl")) == (("s/transcript.jsonl",), b"1\n2\n")


def test_a_disk_that_refuses_leaves_what_was_there(tmp_path: Path, refs: Callable[[], Refs]) -> None:
    outside = OutsideFolder(str(tmp_path / "kept"), refs, Disk())
    outside.write("s", b"1\n")
    for at in range(1, calls(lambda: outside.write("s", b"1\n")) + 1):
        with pytest.raises(OSError, match="No space left"):
            refused(lambda: outside.write("s", b"other\n"), at, DISK_FULL)
        assert outside.read("s") == b"1\n"
    outside.write("s", b"2\n")
    assert [path.name for path in (tmp_path / "kept/s").iterdir()] == ["transcript.jsonl"]


def test_no_way_out(tmp_path: Path, refs: Callable[[], Refs]) -> None:
    outside = OutsideFolder(str(tmp_path / "kept"), refs)
    outside.write("s", b"1\n")
    (tmp_path / "kept/link").symlink_to(tmp_path / "r")
    (tmp_path / "kept/near").symlink_to(tmp_path / "kept/s")
    for session, error in (("link", PathEscapeError), ("../r", PathEscapeError), ("near", SymlinkError)):
        with pytest.raises(error):
            outside.write(session, b"x\n")
    assert sorted(path.name for path in (tmp_path / "r").iterdir()) == [".git"]


def test_where_git_would_take_the_files_in(tmp_path: Path, refs: Callable[[], Refs]) -> None:
    outside = OutsideFolder(str(tmp_path / "r/kept"), refs)
    with pytest.raises(OutsideError, match="Git would take its files in"):
        outside.write("s", b"1\n")
    assert not (tmp_path / "r/kept").exists()
    (tmp_path / "r/.gitignore").write_text("kept\n")
    outside.write("s", b"1\n")
    assert outside.read("s") == b"1\n"
    with pytest.raises(OutsideError, match="there is no folder"):
        OutsideFolder(str(tmp_path / "no/where"), refs).write("s", b"1\n")
