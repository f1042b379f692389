"""Facts of files between runs, in the user's own cache folder: never in the brain's repository, which is untrusted input."""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from brainwiki.adapters.stamp import PARSERS, READING, stamp_of

_SUM = 9  # eight hex digits and a line end


class FactShelf:
    """One file for one workspace, or for the folder `of`. It may be deleted at any time; what cannot be read counts as empty.

    The values are plain (tuples, texts, numbers), written by `marshal`: ten times faster to read than JSON. A file that another
    version or another set of rules wrote is not used: its first line names the stamp. A cache folder that lies in the workspace
    is not used either.
    """

    keeps = True

    def __init__(self, root: str, room: str = "facts", of: str = "") -> None:
        self._path = place_of(root, room, of or root)

    def load(self, stamp: str) -> list[Any]:
        """What was saved under this stamp; nothing where the file is torn, rotten, or of another stamp or build."""
        try:
            with open(self._path, "rb", buffering=0) as file:
                raw = file.readall()
            head = _head(stamp)
            body = memoryview(raw)[len(head) + _SUM :]
            if not raw.startswith(head) or raw[len(head) : len(head) + _SUM] != b"%08x\n" % zlib.crc32(body):
                return []
            return list(_values(body))
        except (OSError, ValueError, EOFError, TypeError):
            return []

    def save(self, stamp: str, values: Iterable[Any]) -> None:
        """Replace what is there, in one step; a folder that cannot be written is no error."""
        if not self._path:
            return
        with contextlib.suppress(OSError):
            folder = os.path.dirname(self._path)
            os.makedirs(folder, mode=0o700, exist_ok=True)
            handle, scratch = tempfile.mkstemp(dir=folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    _write(file, _head(stamp), values)
                os.replace(scratch, self._path)
            except BaseException:
                os.unlink(scratch)
                raise


def _write(file: BinaryIO, head: bytes, values: Iterable[Any]) -> None:
    """One value after the other, so that only one is in memory twice; their sum goes before them in the end."""
    file.write(head + b"%08x\n" % 0)
    total = 0
    for value in values:
        body = marshal.dumps(value)
        piece = len(body).to_bytes(8, "little") + body
        total = zlib.crc32(piece, total)
        file.write(piece)
    file.seek(len(head))
    file.write(b"%08x\n" % total)


def _values(body: memoryview) -> Iterator[Any]:
    at = 0
    while at < len(body):
        end = at + 8 + int.from_bytes(body[at : at + 8], "little")
        yield marshal.loads(body[at + 8 : end])  # noqa: S302 — our own file, in the user's own folder
        at = end


def _head(stamp: str) -> bytes:
    """What a file of this stamp begins with."""
    return f"brainwiki facts 1 {stamp_of(READING, PARSERS)} {stamp}\n".encode()


def place_of(root: str, room: str, of: str) -> str:
    """The file in a room of the cache folder for what belongs to the folder `of`; empty where the workspace at `root` would hold
    its own cache."""
    root = os.path.realpath(root)
    name = hashlib.sha256(os.path.realpath(of).encode("utf-8", "surrogateescape")).hexdigest()[:20]
    folder = os.path.realpath(cache_folder() or root)
    inside = f"{folder}{os.sep}".startswith(f"{root.rstrip(os.sep)}{os.sep}")
    return "" if inside else os.path.join(folder, room, name)


def cache_folder() -> str:
    """The user's cache folder of this program: `BRAINWIKI_CACHE`, else by the habit of the platform; empty where there is none.

    A path from the current folder is no habit: it would put the cache wherever a command happens to run.
    """
    named = os.environ.get("BRAINWIKI_CACHE")
    if named:
        return named
    home = os.path.join(os.path.expanduser("~"), ".cache")
    for base in (os.environ.get("XDG_CACHE_HOME"), os.environ.get("LOCALAPPDATA"), home):
        if base and os.path.isabs(base):
            return os.path.join(base, "brainwiki")
    return ""


class NoShelf:
    """Nothing is kept."""

    keeps = False

    def load(self, _stamp: str) -> list[Any]:
        """Nothing."""
        return []

    def save(self, _stamp: str, _values: Iterable[Any]) -> None:
        """Nothing is written."""
