"""The folder of a site goes from one whole state to the next, wherever a build is killed."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from brainwiki.adapters import disk as system
from brainwiki.adapters.disk import Disk
from brainwiki.adapters.site_folder import SiteFolder
from brainwiki.errors import BusyError
from tests.helpers import write_files

OLD = {
    "index.html": "old home",
    "a/index.html": "old a",
    "a/b/index.html": "old b",
    "x": "a file",
    "gone/index.html": "old",
}
NEW = {"index.html": "new home", "a/b/index.html": "new b", "x/index.html": "a folder", "c/d/index.html": "new d"}
CHANGED = {**NEW, "a/index.html": "old a"}  # what is neither written nor gone stays
GONE = ("x", "gone/index.html")

State = dict[str, str]


class Killed(BaseException):
    """The process is no more."""


class Mortal(Disk):
    """A disk of a process that is killed at the n-th call; nothing is changed after that, whatever is cleaned up."""

    def __init__(self, life: int, can_exchange: bool = True, torn: bool = False) -> None:
        self.life = life
        self.calls = 0
        self.can_exchange = can_exchange
        self.torn = torn

    def _live(self) -> None:
        self.calls += 1
        if self.calls > self.life:
            raise Killed

    def mkdir(self, path: str) -> None:
        self._live()
        super().mkdir(path)

    def write(self, path: str, content: bytes) -> None:
        if self.torn and self.calls == self.life:
            super().write(path, content[: len(content) // 2])
        self._live()
        super().write(path, content)

    def copy(self, source: str, path: str) -> None:
        self._live()
        super().copy(source, path)

    def replace(self, source: str, path: str) -> None:
        self._live()
        super().replace(source, path)

    def exchange(self, one: str, other: str) -> bool:
        self._live()
        return self.can_exchange and super().exchange(one, other)

    def unlink(self, path: str) -> None:
        self._live()
        super().unlink(path)

    def rmdir(self, path: str) -> None:
        self._live()
        super().rmdir(path)


def state(folder: Path) -> State:
    """Every file, and every folder that is empty."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_text()
        elif not any(path.iterdir()):
            found[f"{path.relative_to(folder).as_posix()}/"] = ""
    return found


def change(out: Path, disk: Disk) -> None:
    with SiteFolder(str(out), disk) as folder:
        for path, text in NEW.items():
            folder.write(path, text.encode())
        folder.change(GONE)


def swap(out: Path, disk: Disk) -> None:
    with SiteFolder(str(out), disk) as folder:
        for path, text in NEW.items():
            folder.write(path, text.encode())
        folder.swap()


def deaths(tmp_path: Path, run: Callable[[Path, Disk], None], old: State, **how: bool) -> Iterator[Path]:
    """A site for each moment at which the build could be killed, just after it was."""
    life = 0
    while True:
        out = tmp_path / f"{life}" / "site"
        out.parent.mkdir()
        write_files(out, old)
        try:
            run(out, Mortal(life, **how))
        except Killed:
            yield out
        else:
            assert life > 10
            return
        life += 1


def beside(out: Path) -> list[str]:
    return sorted(path.name for path in out.parent.iterdir() if path != out)


def open_again(out: Path) -> None:
    with SiteFolder(str(out)):
        pass


@pytest.mark.parametrize("torn", [False, True])
def test_a_change_that_is_killed_is_completed_or_never_was(tmp_path: Path, torn: bool) -> None:
    seen = set()
    for out in deaths(tmp_path, change, OLD, torn=torn):
        for path, text in state(out).items():
            assert text in (OLD.get(path), CHANGED.get(path)) or path.endswith("/"), "no file is ever seen in part"
        open_again(out)
        assert state(out) in (OLD, CHANGED), out
        assert beside(out) == []
        seen.add("new" if state(out) == CHANGED else "old")
    assert seen == {"old", "new"}


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("old", [OLD, {}], ids=["a-site", "nothing"])
def test_a_new_site_takes_the_place_of_the_old_in_one_step(tmp_path: Path, old: State, torn: bool) -> None:
    seen = set()
    for out in deaths(tmp_path, swap, old, torn=torn):
        assert not out.exists() or state(out) in (old, NEW), "whenever it is killed, without any help"
        seen.add("new" if out.exists() and state(out) == NEW else "old")
        open_again(out)
        assert not out.exists() or state(out) in (old, NEW)
        assert beside(out) == []
    assert seen == {"old", "new"}


def test_where_folders_cannot_change_places_the_files_do(tmp_path: Path) -> None:
    for out in deaths(tmp_path, swap, OLD, can_exchange=False):
        open_again(out)
        assert state(out) in (OLD, NEW), out
        assert beside(out) == []
    write_files(tmp_path / "whole", OLD)
    swap(tmp_path / "whole", Mortal(10_000, can_exchange=False))
    assert state(tmp_path / "whole") == NEW


def test_what_another_program_hides_in_the_folder_stays(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_files(out, {**OLD, ".git/HEAD": "ref", ".nojekyll": ""})
    swap(out, Disk())
    assert state(out) == {**NEW, ".git/HEAD": "ref", ".nojekyll": ""}


def test_recovery_itself_may_be_killed(tmp_path: Path) -> None:
    for number, out in enumerate(deaths(tmp_path, change, OLD)):
        for life in range(40):
            try:
                with SiteFolder(str(out), Mortal(life)):
                    pass
            except Killed:
                continue
            break
        assert state(out) in (OLD, CHANGED), number


def test_an_error_leaves_the_site_as_it_was_and_nothing_beside_it(tmp_path: Path) -> None:
    write_files(tmp_path / "site", OLD)

    def write_half() -> None:
        with SiteFolder(str(tmp_path / "site")) as folder:
            folder.write("index.html", b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_half()
    assert state(tmp_path / "site") == OLD
    assert beside(tmp_path / "site") == []


def test_the_first_site_needs_no_folder(tmp_path: Path) -> None:
    swap(tmp_path / "a/b/site", Disk())
    assert state(tmp_path / "a/b/site") == NEW
    assert beside(tmp_path / "a/b/site") == []


def test_files_are_copied_and_read(tmp_path: Path) -> None:
    (tmp_path / "pic.png").write_bytes(b"png")
    with SiteFolder(str(tmp_path / "site")) as folder:
        assert folder.read("files/pic.png") == b""
        folder.copy("files/pic.png", str(tmp_path / "pic.png"))
        folder.swap()
        assert folder.read("files/pic.png") == b"png"
        assert folder.read("files") == b""


def test_two_builds_of_one_folder_do_not_meet(tmp_path: Path) -> None:
    out = str(tmp_path / "site")
    with SiteFolder(out):
        with pytest.raises(BusyError, match="Another build is writing into"):
            open_again(tmp_path / "site")
        with SiteFolder(str(tmp_path / "other")):
            pass
    open_again(tmp_path / "site")
    assert list(tmp_path.iterdir()) == []


def test_many_builds_of_one_folder_come_one_after_the_other(tmp_path: Path) -> None:
    inside, most, refused = 0, 0, 0

    def one() -> None:
        nonlocal inside, most, refused
        for _ in range(30):
            try:
                with SiteFolder(str(tmp_path / "site")):
                    inside += 1
                    most = max(most, inside)
                    inside -= 1
            except BusyError:
                refused += 1

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert refused < 120
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("refused", [errno.EINVAL, errno.ENOSYS, errno.EBUSY, errno.EXDEV])
def test_a_system_without_the_step_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: int) -> None:
    class Library:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        def renameat2(self, *_: object) -> int:
            return -1

    monkeypatch.setattr(system.ctypes, "CDLL", Library)
    monkeypatch.setattr(system.ctypes, "get_errno", lambda: refused)
    assert not Disk().exchange(str(tmp_path), str(tmp_path / "b"))
    monkeypatch.setattr(system.ctypes, "get_errno", lambda: errno.EACCES)
    with pytest.raises(OSError, match=os.strerror(errno.EACCES)):
        Disk().exchange(str(tmp_path), str(tmp_path / "b"))
    monkeypatch.setattr(system.sys, "platform", "darwin")
    assert not Disk().exchange(str(tmp_path), str(tmp_path / "b"))
