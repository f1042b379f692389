"""The folder of a site, which a build changes from one whole state to the next, whenever it is killed.

A build writes into a folder beside the site. A whole new site then takes the place of the old one in one step. A few changed
files are moved in one by one, by a list that was written down before: from that moment on the new state is decided, and who
next opens the folder completes it. A single file is never seen in part.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import IO, Any

from brainwiki.adapters.disk import Disk
from brainwiki.adapters.lock import taken
from brainwiki.errors import BusyError


class SiteFolder:
    """The site at `out`; open it with `with`. Raises BusyError where another build has it open."""

    def __init__(self, out: str, disk: Disk | None = None) -> None:
        above, name = os.path.split(out)
        self.out = out
        self.side = os.path.join(above, f".{name}.brainwiki")
        self.new = os.path.join(self.side, "new")
        self.old = os.path.join(self.side, "old")
        self.list = os.path.join(self.side, "list")
        self.disk = disk or Disk()
        self._lock: IO[bytes] | None = None
        self._made: set[str] = set()
        self.staged: set[str] = set()

    def __enter__(self) -> SiteFolder:
        self._make(os.path.dirname(self.side))
        self._lock = self._locked()
        try:
            self.recover()
            self._make(self.new)
        except BaseException:
            self._unlock()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            with contextlib.suppress(OSError):  # what is left lies beside the site, and the next build removes it
                self._clear(self.new)
                self._clear(self.old)
        finally:
            self._unlock()

    def _locked(self) -> IO[bytes]:
        """The lock of this folder; one that a build has just let go of, and removed, is no lock any more."""
        path = os.path.join(self.side, "lock")
        while True:
            self._make(self.side)
            try:
                file = open(path, "ab")  # noqa: SIM115 — held as long as the folder is open
            except FileNotFoundError:
                self._made.clear()
                continue
            if not _lock(file):
                file.close()
                raise BusyError(self.out)
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.stat(path), os.fstat(file.fileno())):
                    return file
            file.close()
            self._made.clear()

    def _unlock(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            with lock, contextlib.suppress(OSError):
                self.disk.unlink(lock.name)
                self.disk.rmdir(self.side)

    def read(self, path: str) -> bytes:
        """A file of the site as it stands; empty where there is none."""
        try:
            with open(os.path.join(self.out, path), "rb") as file:
                return file.read()
        except OSError:
            return b""

    def write(self, path: str, content: bytes) -> None:
        """Put a file of the new state beside the site."""
        self.disk.write(self._place(path), content)

    def copy(self, path: str, source: str) -> None:
        """Put a copy of a file there."""
        self.disk.copy(source, self._place(path))

    def _place(self, path: str) -> str:
        full = f"{self.new}/{path}"
        self._make(os.path.dirname(full))
        self.staged.add(path)
        return full

    def swap(self) -> None:
        """What was written is the whole new site, and takes the place of the old one; what the old one hides (names that begin
        with a dot, such as `.git`) stays."""
        if not os.path.isdir(self.out):
            self.disk.replace(self.new, self.out)
        elif self._hides() or not self.disk.exchange(self.new, self.out):
            gone = [path for path in _files(self.out) if not path.startswith(".") and path not in self.staged]
            self.change(gone)

    def _hides(self) -> bool:
        """Whether something of another program lives in the folder."""
        return any(name.startswith(".") and name not in self.staged for name in os.listdir(self.out))

    def change(self, gone: Iterable[str]) -> None:
        """The files that were written take the place of those of the same name, and those that are gone go."""
        self._decide({"moved": sorted(self.staged), "gone": sorted(gone)})
        self.recover()

    def _decide(self, change: dict[str, Any]) -> None:
        self.disk.write(f"{self.list}.part", json.dumps(change).encode("utf-8", "surrogatepass"))
        self.disk.replace(f"{self.list}.part", self.list)

    def recover(self) -> None:
        """Complete what was decided, then remove what is left of builds that were killed."""
        try:
            with open(self.list, "rb") as file:
                change = json.loads(file.read().decode("utf-8", "surrogatepass"))
        except FileNotFoundError:
            change = None
        if change is not None:
            self._remove(change["gone"])
            self._move(change["moved"])
            self.disk.unlink(self.list)
        for path in (self.new, self.old, f"{self.list}.part"):
            self._clear(path)
        self.staged.clear()
        self._made.clear()

    def _remove(self, gone: Iterable[str]) -> None:
        for path in gone:
            full = os.path.join(self.out, path)
            if os.path.lexists(full) and (os.path.islink(full) or not os.path.isdir(full)):
                self.disk.unlink(full)
            folder = os.path.dirname(full)
            while len(folder) > len(self.out) and os.path.isdir(folder) and not os.listdir(folder):
                self.disk.rmdir(folder)
                folder = os.path.dirname(folder)

    def _move(self, moved: Iterable[str]) -> None:
        made: set[str] = set()
        for path in moved:
            source, target = f"{self.new}/{path}", os.path.join(self.out, path)
            if os.path.lexists(source):
                folder = os.path.dirname(target)
                if folder not in made:
                    made.add(folder)
                    self._make(folder)
                self.disk.replace(source, target)

    def _make(self, folder: str) -> None:
        """Make a folder and those above it."""
        if folder in self._made or os.path.isdir(folder):
            self._made.add(folder)
            return
        above = os.path.dirname(folder)
        if above != folder:
            self._make(above)
        with contextlib.suppress(FileExistsError):
            self.disk.mkdir(folder)
        self._made.add(folder)

    def _clear(self, path: str) -> None:
        """Remove a folder with everything in it, or a file."""
        if os.path.islink(path) or not os.path.isdir(path):
            with contextlib.suppress(FileNotFoundError):
                self.disk.unlink(path)
            return
        with os.scandir(path) as entries:
            inside = [(entry.path, entry.is_dir(follow_symlinks=False)) for entry in entries]
        for inner, is_folder in inside:
            if is_folder:
                self._clear(inner)
            else:
                self.disk.unlink(inner)
        self.disk.rmdir(path)


def _files(top: str) -> Iterator[str]:
    """Every file below a folder, by its path from there."""
    for folder, _, names in os.walk(top):
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), top).replace(os.sep, "/")


def _lock(file: IO[bytes]) -> bool:
    """Take the lock of a file without waiting; where there are no locks nothing can be built."""
    try:
        return taken(file)
    except OSError:
        return False
