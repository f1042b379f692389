"""The folders of consolidation runs: `.brainwiki/staging/<run>/` in a workspace, or the user's cache folder where it has no configuration."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Mapping

from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.adapters.shelf import place_of
from brainwiki.errors import PathEscapeError, StagingError

FOLDER = ".brainwiki"
TREE = "tree"
LARGEST = 64 * 1024 * 1024  # bytes of a file that is read
_RUN = re.compile(r"[0-9a-z][0-9a-z-]{3,63}\Z")


class StagingFolder:
    """Files of runs below one folder, which is made with the first of them."""

    def __init__(self, root: str, configured: bool) -> None:
        self._base = root if configured else place_of(root, "staging", root)
        self._below = f"{FOLDER}/staging" if configured else ""
        self._configured = configured

    def runs(self) -> tuple[str, ...]:
        """The names of all runs."""
        try:
            with os.scandir(self._folder()) as entries:
                found = [one.name for one in entries if one.is_dir(follow_symlinks=False) and _RUN.match(one.name)]
        except (FileNotFoundError, NotADirectoryError):
            return ()
        return tuple(sorted(found))

    def place(self, run: str) -> str:
        """The folder of a run."""
        return self._at(run, "")

    def read(self, run: str, path: str) -> bytes | None:
        """A file of a run."""
        full = self._at(run, path)
        try:
            handle = os.open(full, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        except (FileNotFoundError, NotADirectoryError):
            return None
        with os.fdopen(handle, "rb") as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise StagingError(f"{full} is larger than {LARGEST >> 20} MiB.", "Write less, or make another run.")
        return raw

    def write(self, run: str, path: str, content: bytes) -> None:
        """Write a file beside its place, then put it there."""
        full = self._at(run, path)
        self._make(os.path.dirname(full))
        handle, fresh = tempfile.mkstemp(prefix=".brainwiki-", suffix=".tmp", dir=os.path.dirname(full))
        try:
            with open(handle, "wb") as file:
                file.write(content)
            os.replace(fresh, full)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(fresh)
            raise

    def record(self, run: str, content: bytes) -> None:
        """Add to the record of a run, which lies beside the folders of runs."""
        full = self._record(run)
        self._make(os.path.dirname(full))
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        with os.fdopen(os.open(full, flags, 0o600), "ab") as file:
            file.write(content)

    def recorded(self, run: str) -> str:
        """The record of a run; empty where there is none."""
        full = self._record(run)
        return full if os.path.isfile(full) else ""

    def stage(self, run: str, files: Mapping[str, bytes]) -> None:
        """Make the files below `tree` anew."""
        shutil.rmtree(self._at(run, TREE), ignore_errors=True)
        for path, content in files.items():
            self.write(run, f"{TREE}/{path}", content)

    def drop(self, run: str) -> None:
        """Remove a run."""
        shutil.rmtree(self._at(run, ""), ignore_errors=True)

    def _folder(self) -> str:
        """The folder of all runs, which need not be there; raises SymlinkError where a symlink leads to it."""
        if not self._base:
            raise StagingError(
                "There is no folder for runs: no configuration file here, and no cache folder of yours.",
                "Make a configuration with `brainwiki init`, or set BRAINWIKI_CACHE.",
            )
        return ConfinedRoot(self._base).own_place(self._below) if self._below else self._base

    def _at(self, run: str, path: str) -> str:
        """Where a path of a run stands; it never leads out of its folder."""
        if not _RUN.match(run):
            raise PathEscapeError(run)
        parts = path.split("/") if path else []
        if any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts):
            raise PathEscapeError(path)
        folder = self._folder()
        if not self._configured and not os.path.isdir(folder):
            return os.path.join(folder, run, *parts)
        base = self._base if self._below else folder
        return ConfinedRoot(base).own_place("/".join(filter(None, [self._below, run, *parts])))

    def _record(self, run: str) -> str:
        """Where the record of a run stands; what it holds was said in sessions, so it is no more public than they are."""
        if not _RUN.match(run):
            raise PathEscapeError(run)
        self._folder()  # raises where there can be none
        if self._configured:
            return ConfinedRoot(self._base).own_place(f"{FOLDER}/calls/{run}.jsonl")
        return os.path.join(f"{self._base}-calls", f"{run}.jsonl")

    def _make(self, folder: str) -> None:
        """Make a folder; the first time Git is told to look at none of this."""
        os.makedirs(folder, mode=0o700 if not self._configured else 0o777, exist_ok=True)
        if self._configured:
            with (
                contextlib.suppress(FileExistsError),
                open(os.path.join(self._base, FOLDER, ".gitignore"), "x") as file,
            ):
                file.write("*\n")
