"""The shelf keeps plain values between runs, and whatever is wrong with its file only costs time."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.adapters import shelf as adapter
from brainwiki.adapters import stamp as built
from brainwiki.adapters.shelf import FactShelf, NoShelf, cache_folder
from brainwiki.adapters.stamp import PARSERS, READING, stamp_of
from tests.helpers import PROPERTY

STAMP = "0123456789abcdef"
VALUES = [("pages", {"a.md": ((1, 2), "id", ("x", None, 0.5), None)}), ("proofs", {("id", 3): {"q", "日本"}})]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache folder of the test, which is not there yet, beside the workspace."""
    (tmp_path / "workspace").mkdir()
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def shelf(cache: Path, tmp_path: Path) -> FactShelf:
    """The shelf of the workspace."""
    return FactShelf(str(tmp_path / "workspace"))


def the_file(cache: Path) -> Path:
    """The one file of the shelf; no scratch file stays beside it."""
    (found,) = (cache / "facts").iterdir()
    return found


def test_what_was_saved_is_there_again(shelf: FactShelf) -> None:
    assert shelf.load(STAMP) == []
    shelf.save(STAMP, VALUES)
    assert shelf.load(STAMP) == VALUES
    shelf.save(STAMP, iter(VALUES[:1]))
    assert shelf.load(STAMP) == VALUES[:1]
    shelf.save(STAMP, [])
    assert shelf.load(STAMP) == []


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.sampled_from(["\ud800", "\udcff"]),
    lambda some: st.tuples(some, some) | st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=3), some, max_size=3),
    max_leaves=8,
)  # fmt: skip


@PROPERTY
@given(st.lists(PLAIN, max_size=4))
def test_every_plain_value_comes_back_as_it_was(values: list[object]) -> None:
    shelf = FactShelf("/nowhere/property")
    shelf.save(STAMP, values)
    assert shelf.load(STAMP) == values


def test_two_workspaces_have_two_files(shelf: FactShelf, cache: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = FactShelf(str(tmp_path / "other"))
    shelf.save(STAMP, VALUES)
    assert other.load(STAMP) == []
    other.save(STAMP, [])
    assert shelf.load(STAMP) == VALUES
    assert len(list((cache / "facts").iterdir())) == 2


def test_a_workspace_is_the_same_by_every_name(shelf: FactShelf, tmp_path: Path) -> None:
    shelf.save(STAMP, VALUES)
    (tmp_path / "link").symlink_to(tmp_path / "workspace")
    assert FactShelf(str(tmp_path / "link")).load(STAMP) == VALUES
    assert FactShelf(f"{tmp_path}/workspace/../workspace/").load(STAMP) == VALUES


def test_a_name_that_is_not_utf_8_has_a_shelf_too(cache: Path, tmp_path: Path) -> None:
    one = FactShelf(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    one.save(STAMP, VALUES)
    assert one.load(STAMP) == VALUES


def test_another_stamp_finds_nothing(shelf: FactShelf) -> None:
    shelf.save(STAMP, VALUES)
    assert shelf.load("f" * 16) == []
    assert shelf.load(STAMP[:-1]) == []
    assert shelf.load(STAMP + "0") == []
    assert shelf.load(STAMP) == VALUES


def test_another_build_finds_nothing(shelf: FactShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.save(STAMP, VALUES)
    with monkeypatch.context() as patch:
        patch.setattr(built, "__version__", "99.0")
        assert shelf.load(STAMP) == []
    with monkeypatch.context() as patch:
        patch.setattr(built.sys, "version", "4.0")
        assert shelf.load(STAMP) == []
    assert shelf.load(STAMP) == VALUES


@pytest.mark.parametrize("room", ["model", "markup", "claims", "rules", "config", "usecases"])
def test_every_room_that_facts_depend_on_is_part_of_the_build(
    shelf: FactShelf, monkeypatch: pytest.MonkeyPatch, room: str
) -> None:
    shelf.save(STAMP, VALUES)
    scandir = os.scandir

    def without_one(path: str) -> object:
        entries = scandir(path)
        return _Without(entries) if path.endswith(f"/{room}") else entries

    monkeypatch.setattr(adapter.os, "scandir", without_one)
    assert shelf.load(STAMP) == []


class _Without:
    """The entries of a folder but one module."""

    def __init__(self, entries: Iterator[os.DirEntry[str]]) -> None:
        self._entries = sorted((one for one in entries if one.name.endswith(".py")), key=lambda one: one.name)[1:]

    def __enter__(self) -> list[os.DirEntry[str]]:
        return self._entries

    def __exit__(self, *_: object) -> None:
        return None


def test_a_library_that_was_replaced_makes_another_build(monkeypatch: pytest.MonkeyPatch) -> None:
    before, stat = stamp_of(READING, PARSERS), os.stat
    assert stamp_of(READING, PARSERS) == before
    monkeypatch.setattr(adapter.os, "stat", lambda path: stat(__file__ if "pyromark" in str(path) else path))
    assert stamp_of(READING, PARSERS) != before


def test_a_torn_file_counts_as_empty_wherever_it_was_torn(shelf: FactShelf, cache: Path) -> None:
    shelf.save(STAMP, VALUES)
    whole = the_file(cache).read_bytes()
    for end in range(len(whole)):
        the_file(cache).write_bytes(whole[:end])
        assert shelf.load(STAMP) == [], end
    the_file(cache).write_bytes(whole + b"\0")
    assert shelf.load(STAMP) == []


def test_a_flipped_byte_counts_as_empty_wherever_it_is(shelf: FactShelf, cache: Path) -> None:
    shelf.save(STAMP, VALUES)
    whole = the_file(cache).read_bytes()
    for at in range(len(whole)):
        for bit in (1, 128):
            rotten = bytearray(whole)
            rotten[at] ^= bit
            the_file(cache).write_bytes(rotten)
            assert shelf.load(STAMP) == [], (at, bit)


def test_a_rotten_file_is_replaced(shelf: FactShelf, cache: Path) -> None:
    shelf.save(STAMP, VALUES)
    the_file(cache).write_bytes(b"nonsense")
    shelf.save(STAMP, VALUES)
    assert shelf.load(STAMP) == VALUES


def test_a_folder_that_cannot_be_made_is_no_error(shelf: FactShelf, cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    shelf.save(STAMP, VALUES)
    assert shelf.load(STAMP) == []
    assert cache.read_text() == "a file where the folder should be"


def test_a_folder_in_the_way_of_the_file_is_no_error(shelf: FactShelf, cache: Path) -> None:
    shelf.save(STAMP, VALUES)
    path = the_file(cache)
    path.unlink()
    (path / "x").mkdir(parents=True)
    shelf.save(STAMP, VALUES)
    assert shelf.load(STAMP) == []
    assert the_file(cache) == path


@pytest.mark.parametrize("call", ["tempfile.mkstemp", "os.replace", "os.makedirs", "open"])
def test_what_the_system_refuses_is_no_error_and_leaves_nothing_behind(
    shelf: FactShelf, cache: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    shelf.save(STAMP, VALUES)

    def refuse(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(f"brainwiki.adapters.shelf.{call}", refuse, raising=False)
        shelf.save(STAMP, VALUES[:1])
        if call == "open":
            assert shelf.load(STAMP) == []
    assert shelf.load(STAMP) == (VALUES[:1] if call == "open" else VALUES)
    assert the_file(cache).is_file()


def test_a_run_that_ends_while_it_saves_leaves_what_was_there(shelf: FactShelf, cache: Path) -> None:
    shelf.save(STAMP, VALUES)

    def interrupted() -> Iterator[object]:
        yield VALUES[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shelf.save(STAMP, interrupted())
    assert shelf.load(STAMP) == VALUES
    assert the_file(cache).is_file()


def test_of_two_writers_one_wins_whole(shelf: FactShelf, cache: Path, tmp_path: Path) -> None:
    """While several write at once, every look finds what one of them wrote, never a mixture or nothing."""
    states = [[(number, "x" * 5_000)] * 20 for number in range(4)]
    shelf.save(STAMP, states[0])
    seen: list[list[object]] = []

    def write(number: int) -> None:
        for _ in range(25):
            FactShelf(str(tmp_path / "workspace")).save(STAMP, states[number])

    writers = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        seen.append(shelf.load(STAMP))
    for writer in writers:
        writer.join()
    assert all(one in states for one in (*seen, shelf.load(STAMP)))
    assert the_file(cache).is_file()


def test_nobody_else_may_look_into_a_new_cache_folder(shelf: FactShelf, cache: Path) -> None:
    shelf.save(STAMP, VALUES)
    assert (cache / "facts").stat().st_mode & 0o077 == 0
    assert the_file(cache).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("inside", ["", ".cache", "a/b/../cache"])
def test_nothing_is_kept_in_the_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: str) -> None:
    """A file there could come with the repository, which is not to be trusted."""
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / inside))
    shelf = FactShelf(str(tmp_path))
    shelf.save(STAMP, VALUES)
    assert shelf.load(STAMP) == []
    assert list(tmp_path.iterdir()) == []


def test_nor_by_way_of_a_symlink(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "workspace/inside").mkdir(parents=True)
    (tmp_path / "cache").symlink_to(tmp_path / "workspace/inside")
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    FactShelf(str(tmp_path / "workspace")).save(STAMP, VALUES)
    assert list((tmp_path / "workspace/inside").iterdir()) == []


def test_a_folder_whose_name_begins_like_the_workspaces_is_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "brain").mkdir()
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "brain-cache"))
    shelf = FactShelf(str(tmp_path / "brain"))
    shelf.save(STAMP, VALUES)
    assert shelf.load(STAMP) == VALUES


def test_the_root_of_the_disk_holds_every_folder(cache: Path) -> None:
    shelf = FactShelf("/")
    shelf.save(STAMP, VALUES)
    assert shelf.load(STAMP) == []
    assert not cache.exists()


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"BRAINWIKI_CACHE": "/c", "XDG_CACHE_HOME": "/x", "LOCALAPPDATA": "/l", "HOME": "/h"}, "/c"),
        ({"BRAINWIKI_CACHE": "c", "HOME": "/h"}, "c"),
        ({"BRAINWIKI_CACHE": "", "XDG_CACHE_HOME": "/x", "HOME": "/h"}, "/x/brainwiki"),
        ({"XDG_CACHE_HOME": "/x", "LOCALAPPDATA": "/l", "HOME": "/h"}, "/x/brainwiki"),
        ({"LOCALAPPDATA": "/l", "HOME": "/h"}, "/l/brainwiki"),
        ({"XDG_CACHE_HOME": "", "HOME": "/h"}, "/h/.cache/brainwiki"),
        ({"XDG_CACHE_HOME": "relative", "HOME": "/h"}, "/h/.cache/brainwiki"),
        ({"HOME": "/h"}, "/h/.cache/brainwiki"),
        ({"HOME": "relative"}, ""),
        ({"HOME": "~"}, ""),
    ],
)
def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], folder: str) -> None:
    for name in ("BRAINWIKI_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == folder


def test_without_a_home_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without an entry among the accounts, as in many containers: `~` stays as it is."""
    for name in ("BRAINWIKI_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(adapter.os.path, "expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "workspace").mkdir()
    shelf = FactShelf(str(tmp_path / "workspace"))
    shelf.save(STAMP, VALUES)
    assert shelf.load(STAMP) == []
    assert [path.name for path in tmp_path.rglob("*")] == ["workspace"]


def test_a_shelf_that_is_none_keeps_nothing() -> None:
    shelf = NoShelf()
    shelf.save(STAMP, VALUES)
    assert shelf.load(STAMP) == []
