"""Files below one confined root: no way out by `..`, an absolute path or a symlink."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import time
import unicodedata
from collections.abc import Iterator

from brainwiki.errors import ChangedFileError, ExistsError, NoBrainError, PathEscapeError, SymlinkError
from brainwiki.model.escape import Escape
from brainwiki.model.names import is_absolute, join
from brainwiki.ports import Listing, Signature

_MAX_DEPTH = 64
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_PIECE = 64 * 1024
_SETTLED = 2_000_000_000  # ns; the coarsest clock of a file system in use


class ConfinedRoot:
    """A folder that paths cannot leave. Every file of a workspace is read and written through one of these."""

    def __init__(self, root: str) -> None:
        self._root = os.path.realpath(root)
        if not os.path.isdir(self._root):
            raise NoBrainError(root)

    @property
    def root(self) -> str:
        """The resolved path of the folder."""
        return self._root

    def below(self, folder: str) -> ConfinedRoot:
        """A root for a folder of this one."""
        return ConfinedRoot(self._inside(folder)) if folder not in ("", ".") else self

    def listing(self) -> Listing:
        """All regular files, sorted (no pipes, no devices); symlinks that stay inside count as files, others are told as escapes."""
        files: list[str] = []
        escapes: list[Escape] = []
        stack = [("", 0)]
        while stack:
            folder, depth = stack.pop()
            for entry in self._entries(folder):
                path = f"{folder}/{entry.name}" if folder else entry.name
                if entry.is_symlink():
                    self._symlink(path, files, escapes)
                elif entry.is_dir(follow_symlinks=False):
                    if depth < _MAX_DEPTH:
                        stack.append((path, depth + 1))
                elif entry.is_file(follow_symlinks=False):
                    files.append(path)
        return Listing(tuple(sorted(files)), tuple(sorted(escapes)))

    def _entries(self, folder: str) -> Iterator[os.DirEntry[str]]:
        with os.scandir(os.path.join(self._root, folder)) as entries:
            for entry in entries:
                if not entry.name.startswith(".") or not entry.is_dir(follow_symlinks=False):
                    yield entry

    def _symlink(self, path: str, files: list[str], escapes: list[Escape]) -> None:
        full = os.path.join(self._root, path)
        try:
            target = os.path.realpath(full, strict=True)
            os.stat(full)  # the kernel refuses a file with a slash after its name
        except OSError as error:
            escapes.append(Escape(path, "leads in a circle" if error.errno == errno.ELOOP else "leads to nothing"))
            return
        inside = target[len(self._root) :].lower().split(os.sep)
        if not self._holds(target) or ".git" in inside:  # a repository's own files hold addresses and tokens
            escapes.append(Escape(path, "leaves the brain"))
        elif os.path.isdir(target):
            loop = full.startswith(target + os.sep) or target == self._root
            escapes.append(Escape(path, "leads in a circle" if loop else "leads to a folder that is already read"))
        elif os.path.isfile(target):
            files.append(path)

    def _holds(self, target: str) -> bool:
        return target == self._root or target.startswith(self._root.rstrip(os.sep) + os.sep)

    def _inside(self, path: str) -> str:
        """The real path of `path`; raises PathEscapeError without touching the disk where it climbs out."""
        full = os.path.realpath(self._named(path))
        if not self._holds(full):
            raise PathEscapeError(path)
        return full

    def _named(self, path: str) -> str:
        """Where `path` stands by its words alone, symlinks not followed."""
        relative = None if is_absolute(path) or "\0" in path else join("", path)
        if relative is None:
            raise PathEscapeError(path)
        return os.path.join(self._root, relative)

    def own_place(self, path: str) -> str:
        """Where `path` stands on the disk, whether something is there or not; raises PathEscapeError where it climbs out, and
        SymlinkError where a symlink leads to it or to a folder above it."""
        full = self._inside(path)
        if full != self._named(path):
            raise SymlinkError(path)
        return full

    def read(self, path: str) -> bytes:
        """A file's bytes."""
        with open(self._inside(path), "rb", buffering=0) as file:
            return file.readall()

    def read_listed(self, path: str) -> bytes:
        """A file's bytes by a path that `listing` gave: checked there, opened without a second look at its parents."""
        handle = os.open(f"{self._root}/{path}", _READ)  # a third of the time that a file object takes
        try:
            pieces = []
            while piece := os.read(handle, _PIECE):
                pieces.append(piece)
            return pieces[0] if len(pieces) == 1 else b"".join(pieces)
        finally:
            os.close(handle)

    def signature(self, path: str) -> Signature:
        """Size, times and place of a listed file on the disk; empty for one that changed just now: a second change could look the same."""
        try:
            found = os.stat(f"{self._root}/{path}")
        except OSError:
            return ()
        last = max(found.st_mtime_ns, found.st_ctime_ns)
        if last > time.time_ns() - _SETTLED:
            return ()
        return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino

    def version(self, path: str) -> str:  # noqa: ARG002 — the port's form
        """Empty: a disk knows no content ids."""
        return ""

    def exists(self, path: str) -> bool:
        """Whether something stands at `path`."""
        try:
            return os.path.exists(self._inside(path))
        except PathEscapeError:
            return False

    def create(self, path: str, content: bytes) -> None:
        """Write a new file, its folders included; an existing one is never touched."""
        full = self._inside(unicodedata.normalize("NFC", path))
        try:
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "xb") as file:
                file.write(content)
        except (FileExistsError, NotADirectoryError):
            raise ExistsError(path) from None

    def replace(self, path: str, expected: bytes, content: bytes) -> None:
        """Write `content` over a file that still holds `expected`: a new file beside it takes its place and its mode."""
        full = self.own_place(path)
        if not os.path.isfile(full):
            raise ChangedFileError(path)
        if not os.access(full, os.W_OK):  # a new file could take its place all the same; its owner did not want that
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), full)
        mode = stat.S_IMODE(os.stat(full).st_mode)
        handle, fresh = tempfile.mkstemp(prefix=".brainwiki-", suffix=".tmp", dir=os.path.dirname(full))
        try:
            with open(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(fresh, mode)
            if self.read(path) != expected:  # at the last moment, so that no other writer's text is lost
                raise ChangedFileError(path)
            os.replace(fresh, full)
        except BaseException as error:
            os.unlink(fresh)
            if isinstance(error, FileNotFoundError):
                raise ChangedFileError(path) from None
            raise
