"""The index of a working tree: what it holds by path, and replaced whole as Git does it, under its lock and only if nobody wrote meanwhile."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from brainwiki.adapters.disk import Disk
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.tree import Entry
from brainwiki.errors import LockedError
from brainwiki.model.names import parent

PATIENCE = 2.0  # seconds for another Git to let go of the index

_WHOLE = ("-c", "core.splitIndex=false", "-c", "index.sparse=false")
_PAUSE = 0.02
_SKIPPED = (b"S", b"s")
_UNMERGED = Entry(b"", "")


class Step(NamedTuple):
    """What moves of the branch did to one file: what stood there, and what stands there now; None for nothing. `passed` stood there
    in between."""

    path: str
    old: Entry | None
    new: Entry | None
    passed: tuple[Entry | None, ...] = ()

    @property
    def sides(self) -> tuple[Entry | None, ...]:
        """All that stood there."""
        return (self.old, self.new, *self.passed)


class Held:
    """What an index holds: entries by path, and the paths that are kept out of the working tree on purpose."""

    def __init__(self, entries: Mapping[str, Entry], skipped: frozenset[str]) -> None:
        self._entries = entries
        self.skipped = skipped

    @cached_property
    def _folders(self) -> set[str]:
        found = {""}
        for path in self._entries:
            folder = parent(path)
            while folder not in found:
                found.add(folder)
                folder = parent(folder)
        return found

    def takes(self, step: Step) -> bool:
        """Whether a step finds here what it was made from, or what it leads to; and no file where it needs a folder."""
        path = step.path
        if self._entries.get(path) not in step.sides:
            return False
        if path in self._entries or step.new is None:
            return True
        folder, is_free = parent(path), path not in self._folders
        while folder and is_free:
            is_free, folder = folder not in self._entries, parent(folder)
        return is_free


class GitIndex:
    """The index of one working tree, by the place of its file."""

    def __init__(self, git: Plumbing, disk: Disk) -> None:
        self._git = git
        self._disk = disk
        self._place = git.text("rev-parse", "--path-format=absolute", "--git-path", "index")
        self._lock = f"{self._place}.lock"
        self._fresh = f"{self._place}.brainwiki"

    def clear(self) -> None:
        """Remove what a killed writer of this program left; its lock is known by being the same file as the index that it made."""
        with contextlib.suppress(OSError):
            if os.path.samefile(self._fresh, self._lock):
                self._disk.unlink(self._lock)
        for left in (self._fresh, f"{self._fresh}.lock"):
            with contextlib.suppress(FileNotFoundError):
                self._disk.unlink(left)

    def held(self) -> Held:
        """What it holds now."""
        entries: dict[str, Entry] = {}
        skipped: set[str] = set()
        for line in self._git.run(*_WHOLE, "ls-files", "-s", "-t", "-z", "--full-name", ":/").split(b"\0"):
            head, tab, name = line.partition(b"\t")
            if not tab:
                continue
            tag, mode, version, stage = head.split(b" ")
            path = name.decode("utf-8", "surrogateescape")
            entries[path] = Entry(mode, version.decode("ascii")) if stage == b"0" else _UNMERGED
            if tag in _SKIPPED:
                skipped.add(path)
        return Held(entries, frozenset(skipped))

    def signature(self) -> tuple[int, ...]:
        """What changes whenever somebody writes it."""
        try:
            found = os.stat(self._place)
        except FileNotFoundError:
            return ()
        return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino

    def write(self, steps: Sequence[Step], skipped: frozenset[str], seen: tuple[int, ...]) -> bool:
        """Put what these steps lead to in its place, if it is still as it was `seen`; whether it was. Raises LockedError."""
        try:
            self._make(steps, skipped)
            self._take_lock()
            if self.signature() != seen:
                self._disk.unlink(self._lock)
                return False
            self._disk.replace(self._lock, self._place)
        finally:
            with contextlib.suppress(OSError):
                self.clear()
        return True

    def _make(self, steps: Sequence[Step], skipped: frozenset[str]) -> None:
        """The new index beside the old one.

        Git looks again at files that may have changed in the moment when an index was written, and runs filters for it: not where
        the index has no time. Afterwards it gets that of the old one, so that the user's own Git looks again.
        """
        found = os.stat(self._place) if os.path.exists(self._place) else None
        if found:
            shutil.copyfile(self._place, self._fresh)
            os.utime(self._fresh, (0, 0))
        env = {"GIT_INDEX_FILE": self._fresh}
        none = next(len(entry.version) for step in steps for entry in (step.new, step.old) if entry) * "0"
        lines = [_line(step, none) for step in steps]
        self._git.fed("".join(lines), *_WHOLE, "update-index", "-z", "--index-info", env=env)
        kept = [step.path for step in steps if step.new and step.path in skipped]
        if kept:
            names = "".join(f"{path}\0" for path in kept)
            os.utime(self._fresh, (0, 0))
            self._git.fed(names, *_WHOLE, "update-index", "-z", "--skip-worktree", "--stdin", env=env)
        if found:
            os.utime(self._fresh, ns=(found.st_atime_ns, found.st_mtime_ns))

    def _take_lock(self) -> None:
        """Let the new index be Git's lock of the old one, in one step."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self._locked()
            except FileExistsError:
                if time.monotonic() >= end:
                    raise LockedError(self._lock) from None
            time.sleep(_PAUSE)

    def _locked(self) -> None:
        try:
            self._disk.link(self._fresh, self._lock)
        except FileExistsError:
            raise
        except OSError:  # a disk without second names
            with open(self._fresh, "rb") as file:
                self._disk.write_durably(self._lock, file.read())


def _line(step: Step, none: str) -> str:
    entry = step.new
    return f"{entry.mode.decode('ascii')} {entry.version}\t{step.path}\0" if entry else f"0 {none}\t{step.path}\0"
