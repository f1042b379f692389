"""Files that were never on a disk, for names that some disk would refuse or take for one."""

from __future__ import annotations

from collections.abc import Mapping

from brainwiki.errors import ChangedFileError, PathEscapeError
from brainwiki.model.names import is_absolute, join
from brainwiki.ports import FileStore, Listing, Signature


class Memory:
    """A store of files in memory; hidden folders are left out, as on a disk."""

    def __init__(self, files: Mapping[str, bytes], root: str = "/memory") -> None:
        self._files = dict(files)
        self._root = root

    @property
    def root(self) -> str:
        """A name for messages."""
        return self._root

    def _inside(self, path: str) -> str:
        found = None if is_absolute(path) else join("", path)
        if found is None:
            raise PathEscapeError(path)
        return found

    def below(self, folder: str) -> FileStore:
        """The files of a folder."""
        if folder in ("", "."):
            return self
        start = f"{self._inside(folder)}/"
        found = {path.removeprefix(start): raw for path, raw in self._files.items() if path.startswith(start)}
        return Memory(found, f"{self._root}/{folder}")

    def listing(self) -> Listing:
        """All files in order; nothing here can escape."""
        shown = (path for path in self._files if not any(part.startswith(".") for part in path.split("/")[:-1]))
        return Listing(tuple(sorted(shown)), ())

    def read(self, path: str) -> bytes:
        """A file's bytes."""
        inside = self._inside(path)
        if inside not in self._files:
            raise FileNotFoundError(path)
        return self._files[inside]

    def read_listed(self, path: str) -> bytes:
        """A listed file's bytes."""
        return self._files[path]

    def signature(self, path: str) -> Signature:
        """Empty: nothing tells whether it changed."""
        return ()

    def version(self, path: str) -> str:
        """Empty: no content ids are kept."""
        return ""

    def exists(self, path: str) -> bool:
        """Whether a file or folder stands there."""
        try:
            inside = self._inside(path)
        except PathEscapeError:
            return False
        return not inside or any(name == inside or name.startswith(f"{inside}/") for name in self._files)

    def replace(self, path: str, expected: bytes, content: bytes) -> None:
        """Keep other content for a file that holds what is expected."""
        if self._files.get(path) != expected:
            raise ChangedFileError(path)
        self._files[path] = content

    def create(self, path: str, content: bytes) -> None:
        """Keep a new file."""
        self._files[self._inside(path)] = content
