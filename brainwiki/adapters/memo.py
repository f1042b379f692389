"""Values between builds in one SQLite file for a workspace, in the user's own cache folder; it may be deleted at any time."""

from __future__ import annotations

import contextlib
import marshal
import os
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from brainwiki.adapters.shelf import place_of
from brainwiki.ports import Plain

if TYPE_CHECKING:
    import sqlite3

MOST = 512 * 1024 * 1024  # bytes of a file that is begun anew
SHARE = 0.6  # of the values, by size, that nobody asked for in a whole build: then they go
LEAST = 32 * 1024 * 1024
_MANY = 200  # keys beyond which a room is read whole
_WAITING = 4 * 1024 * 1024  # bytes of new values that are written together
_SUM = 4  # bytes before each value: a sum of the rest, for `marshal` trusts what it reads
_TABLES = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS stamp (value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS memo (room TEXT, key TEXT, value BLOB NOT NULL, PRIMARY KEY (room, key)) WITHOUT ROWID;
"""


class KeptMemo:
    """Values by room and key. `stamp` stands for the code that makes them: under another one there are none.

    What is new is written in one transaction, so that a build that is killed leaves what was there. A file that is torn or
    rotten counts as empty, and one that another build is writing is read as it was.
    """

    def __init__(self, root: str, stamp: Callable[[], str]) -> None:
        self._path = place_of(root, "memo", root)
        self._stamp = stamp
        self._open: sqlite3.Connection | None = None
        self._is_off = not self._path
        self._asked: set[tuple[str, str]] = set()
        self._new: dict[tuple[str, str], bytes] = {}  # what is not written yet, and what could not be
        self._waiting = 0

    def get(self, room: str, key: str, make: Callable[[], Plain]) -> Plain:
        """The value under this key, made when first asked for."""
        found = self.known(room, (key,))
        if key in found:
            kept: Plain = found[key]
            return kept
        value = make()
        self.keep(room, key, value)
        return value

    def known(self, room: str, keys: Collection[str]) -> Mapping[str, Any]:
        """The values that are kept under these keys."""
        wanted = keys if isinstance(keys, set | frozenset) or len(keys) < 2 else set(keys)
        self._asked.update([(room, key) for key in wanted])
        new = self._new
        found = {key: marshal.loads(new[room, key]) for key in wanted if (room, key) in new}  # noqa: S302 — written here
        if len(found) < len(wanted):
            with self._unless_rotten():
                for key, raw in self._rows(room, wanted):
                    if key in wanted and zlib.crc32(raw[_SUM:]).to_bytes(_SUM, "little") == raw[:_SUM]:
                        found[key] = marshal.loads(raw[_SUM:])  # noqa: S302 — our own file, in the user's own folder
        return found

    def _rows(self, room: str, keys: Collection[str]) -> Iterator[tuple[str, bytes]]:
        file = self._file()
        if file is None:
            return
        if len(keys) > _MANY:
            yield from file.execute("SELECT key, value FROM memo WHERE room = ?", (room,))
            return
        for key in keys:
            yield from file.execute("SELECT key, value FROM memo WHERE room = ? AND key = ?", (room, key))

    def keep(self, room: str, key: str, value: Plain) -> None:
        """Keep a value; it is on the disk when the memo is closed."""
        self._asked.add((room, key))
        plain: Any = value
        body = self._new[room, key] = marshal.dumps(plain)
        self._waiting += len(body)
        if self._waiting > _WAITING:
            self._write()

    def _write(self) -> None:
        """Write what is new, many values in one go; what cannot be written stays in memory."""
        self._waiting = 0
        with self._unless_rotten():
            file = self._file()
            if file is not None:
                rows = [
                    (room, key, zlib.crc32(body).to_bytes(_SUM, "little") + body)
                    for (room, key), body in self._new.items()
                ]
                file.executemany("INSERT OR REPLACE INTO memo VALUES (?, ?, ?)", rows)
                self._new.clear()

    def close(self, is_whole: bool) -> None:
        """Write down what is new; after a whole build what nobody asked for goes."""
        if self._new:
            self._write()
        with self._unless_rotten():
            if self._open is not None:
                if is_whole:
                    self._drop_rest(self._open)
                self._open.commit()
                self._open.close()
        self._open, self._asked, self._new = None, set(), {}

    def _drop_rest(self, file: sqlite3.Connection) -> None:
        """Drop what nobody asked for, where it is more than a part of the whole: some values are only asked for when others
        that were made of them are gone."""
        file.execute("CREATE TEMP TABLE asked (room TEXT, key TEXT, PRIMARY KEY (room, key)) WITHOUT ROWID")
        file.executemany("INSERT INTO asked VALUES (?, ?)", self._asked)
        unasked = "NOT EXISTS (SELECT 1 FROM asked WHERE asked.room = memo.room AND asked.key = memo.key)"
        sizes = f"SELECT total(length(value)), total(length(value) * ({unasked})) FROM memo"  # noqa: S608 — our own words
        total, rest = file.execute(sizes).fetchone()
        if rest > max(LEAST, total * SHARE):
            file.execute(f"DELETE FROM memo WHERE {unasked}")  # noqa: S608

    def _file(self) -> sqlite3.Connection | None:
        """The open file; None where there is none."""
        if self._open is None and not self._is_off:
            self._open = self._opened()
        return self._open

    def _opened(self) -> sqlite3.Connection:
        import sqlite3

        os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
        with contextlib.suppress(OSError):
            if os.path.getsize(self._path) > MOST:
                os.unlink(self._path)
        file = sqlite3.connect(self._path, timeout=2.0)
        file.executescript(_TABLES)
        stamp = self._stamp()
        if file.execute("SELECT value FROM stamp").fetchall() != [(stamp,)]:
            file.executescript("DELETE FROM memo; DELETE FROM stamp;")
            file.execute("INSERT INTO stamp VALUES (?)", (stamp,))
            file.commit()
        return file

    @contextlib.contextmanager
    def _unless_rotten(self) -> Iterator[None]:
        """A file that cannot be read or written is done without from here on; one that is rotten goes."""
        import sqlite3

        try:
            yield
        except (sqlite3.Error, OSError, ValueError, EOFError, TypeError) as error:
            self._is_off = True
            with contextlib.suppress(sqlite3.Error):
                if self._open is not None:
                    self._open.close()
            self._open = None
            if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
                for ending in ("", "-wal", "-shm"):
                    with contextlib.suppress(OSError):
                        os.unlink(self._path + ending)
