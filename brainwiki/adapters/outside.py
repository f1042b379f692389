"""The folder outside of Git that holds transcripts: `<session>/transcript.jsonl`, each replaced whole."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable

from brainwiki.adapters.disk import Disk
from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.errors import NoStateError, OutsideError
from brainwiki.ports import FileStore
from brainwiki.ports_git import Refs

_NAME = "transcript.jsonl"
_FRESH = ".brainwiki-transcript.tmp"


class OutsideFolder:
    """A folder that Git takes no file of. It is made with the first transcript; nothing in it can lead out of it."""

    def __init__(self, folder: str, refs: Callable[[], Refs], disk: Disk | None = None) -> None:
        self._folder = os.path.realpath(folder)
        self._refs = refs
        self._disk = disk or Disk()

    def store(self) -> FileStore | None:
        """Its files; None where there is no such folder."""
        return ConfinedRoot(self._folder) if os.path.isdir(self._folder) else None

    def read(self, session: str) -> bytes | None:
        """A transcript; None where it is not at hand."""
        store = self.store()
        try:
            return store.read(f"{session}/{_NAME}") if store else None
        except (FileNotFoundError, NotADirectoryError):
            return None

    def write(self, session: str, content: bytes) -> None:
        """Keep a transcript, whole or not at all. Raises OutsideError where Git would take the folder in."""
        self._demand_apart()
        with contextlib.suppress(FileExistsError):
            self._disk.mkdir(self._folder)
        place = ConfinedRoot(self._folder).own_place(f"{session}/{_NAME}")
        with contextlib.suppress(FileExistsError):
            self._disk.mkdir(os.path.dirname(place))
        fresh = os.path.join(os.path.dirname(place), _FRESH)
        with contextlib.suppress(FileNotFoundError):
            self._disk.unlink(fresh)
        try:
            self._disk.write_durably(fresh, content)
            self._disk.replace(fresh, place)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(fresh)
            raise
        self._disk.settle(os.path.dirname(place))

    def _demand_apart(self) -> None:
        above = os.path.dirname(self._folder)
        if not os.path.isdir(above):
            raise OutsideError(self._folder, f"there is no folder {above}", "Make it, or name another one.")
        with contextlib.suppress(NoStateError):
            if not self._refs().is_ignored(self._folder):
                why = "it lies in the repository, and Git would take its files in"
                raise OutsideError(self._folder, why, "Name a folder outside, or put it into .gitignore.")
