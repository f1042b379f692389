"""The search index: one SQLite file for a workspace, in the user's own cache folder; it may be deleted at any time.

Words are cut by our own tokenizer and stand in a full-text table (FTS5) that cuts at blanks alone and keeps no text; the texts as
written stand in ordinary tables. The file's name holds the stamp of all that its content depends on: another stamp is another
file, which is built beside and takes its name when it is whole. What changes later is written in one transaction, so that who is
killed leaves the state before or the state after.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from glob import escape, glob

from brainwiki.adapters import rows as stored
from brainwiki.adapters import vectors
from brainwiki.adapters.lookup import Lookup
from brainwiki.adapters.shelf import place_of
from brainwiki.adapters.stamp import stamp_of
from brainwiki.errors import IndexWriteError, RottenIndexError
from brainwiki.model.query import Query
from brainwiki.ports import Embedder, Entry, Known, Progress, Row
from brainwiki.retrieval.passages import text_of
from brainwiki.retrieval.ranking import Candidate
from brainwiki.retrieval.tokens import VERSION

ABANDONED = 3_600_000_000_000  # ns after which a file that was begun is taken for left behind
PATIENCE = 10.0  # seconds that another writer is waited for
_CODE = ("retrieval", "markup", "model")


class FileIndex:
    """The index of the workspace at `root`; in memory alone where the cache folder cannot be written."""

    def __init__(self, root: str) -> None:
        self._base = place_of(root, "index", root)
        self._stamp = ""
        self._new = ""  # the file that is being built, until it has its name
        self._open: sqlite3.Connection | None = None
        self._lookup: Lookup | None = None
        self._tables: dict[str, vectors.VectorTable] = {}
        self._lock = threading.RLock()  # a server may ask from several threads

    @property
    def place(self) -> str:
        """The file that bears the stamp; empty where there is none."""
        return f"{self._base}-{self._stamp}.db" if self._base else ""

    @property
    def connection(self) -> sqlite3.Connection:
        """The open file."""
        if self._open is None:
            raise RuntimeError("the index is not open")
        return self._open

    @property
    def _look(self) -> Lookup:
        if self._lookup is None:
            self._lookup = Lookup(self.connection)
        return self._lookup

    def open(self, stamp: str) -> None:
        """Open the file of this stamp, else begin a new one."""
        with self._lock:
            full = _full(stamp)
            if self._open is None or full != self._stamp:
                self.close()
                self._find(full)

    def _find(self, full: str) -> None:
        self._stamp = full
        if self._base and os.path.exists(self.place):
            try:
                self._take(_connected(self.place))
                return
            except sqlite3.DatabaseError as error:
                if _is_busy(error):
                    raise IndexWriteError(self.place, _said(error)) from None
                self._remove(self.place)
        self._take(self._begun())

    def _take(self, connection: sqlite3.Connection) -> None:
        self._open, self._lookup, self._tables = connection, None, {}

    def _begun(self) -> sqlite3.Connection:
        """A new file beside the place, else one in memory."""
        if self._base:
            with contextlib.suppress(OSError, sqlite3.Error):
                folder = os.path.dirname(self._base)
                os.makedirs(folder, mode=0o700, exist_ok=True)
                _sweep(f"{self._base}-new-")
                handle, self._new = tempfile.mkstemp(prefix=f"{os.path.basename(self._base)}-new-", dir=folder)
                os.close(handle)
                return _made(self._new)
        self._new, self._base = "", ""
        return _made("")

    def looks(self) -> Mapping[str, str]:
        """How every file looked that was read."""
        with self._told():
            return dict(self.connection.execute("SELECT path, signature FROM units"))

    def version(self, path: str) -> str:
        """The content id of a file; empty where it is not known."""
        with self._told():
            found = self.connection.execute("SELECT version FROM units WHERE path = ?", (path,)).fetchone()
            return str(found[0]) if found else ""

    def update(self, entries: Iterable[Entry], gone: Iterable[str], looked: Mapping[str, Known]) -> None:
        """Write these files in one transaction; a new file gets its name with that."""
        with self._told():
            connection = self.connection
            connection.execute("BEGIN IMMEDIATE")
            try:
                for path in gone:
                    stored.remove(connection, path)
                stored.insert(connection, entries, are_new=bool(self._new))
                stored.note(connection, looked)
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                if self._new:  # without a journal there is no way back
                    self.close()
                raise
            self._lookup = None
            if self._new:
                self._publish()

    @contextlib.contextmanager
    def steady(self) -> Iterator[None]:
        """A stretch in which all answers are of one state, whoever writes meanwhile."""
        with self._lock:
            connection = self.connection
            with self._told():
                connection.execute("BEGIN")
            try:
                yield
            finally:
                with contextlib.suppress(sqlite3.Error):
                    connection.commit()

    def _publish(self) -> None:
        """Give the new file its name, unless another process was faster; files of other stamps go, their vectors are kept."""
        others = [path for path in glob(f"{escape(self._base)}-*.db") if path != self.place]
        for path in others:
            vectors.carry(self.connection, path)
        self.connection.close()
        new, self._new = self._new, ""
        try:
            os.link(new, self.place)
        except FileExistsError:
            pass
        except OSError:  # no links on this file system
            os.replace(new, self.place)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(new)
        for path in others:
            self._remove(path)
        self._take(_connected(self.place))

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the file in our words; a rotten file goes. One thread at a time."""
        try:
            with self._lock:
                yield
        except sqlite3.OperationalError as error:
            raise IndexWriteError(self.place, _said(error)) from None
        except sqlite3.DatabaseError as error:
            place = self.place
            self.close()
            self._remove(place)
            raise RottenIndexError(place, str(error)) from None

    def lexical(self, query: Query, terms: Sequence[str], limit: int) -> list[int]:
        """Rows that hold any of the terms and satisfy the query, best first."""
        with self._told():
            return self._look.lexical(query, terms, limit)

    def nearest(self, embedder: Embedder, vector: Sequence[float], limit: int, query: Query) -> list[tuple[int, float]]:
        """Rows whose vectors are nearest to that of a question; of those that the query allows."""
        with self._told():
            table = self._tables.get(embedder.id)
            if table is None:
                vectors.create(self.connection)
                table = self._tables[embedder.id] = vectors.VectorTable(self.connection, embedder.id)
            checked = bool(query.phrases or query.excluded)
            found = table.nearest(vector, limit * 4 if checked else limit, self._look.allowed(query))
            if checked:
                kept = set(self._look.holding(query, [row for row, _ in found]))
                found = [one for one in found if one[0] in kept][:limit]
            return found

    def embed(self, embedder: Embedder, on_progress: Progress | None = None) -> int:
        """Make the vectors that this model lacks; a run that was killed goes on where it was."""
        with self._told():
            return vectors.embed_missing(self.connection, embedder, self._texts, on_progress or _silent)

    def _texts(self, numbers: Sequence[int]) -> list[str]:
        found = stored.rows(self.connection, numbers)
        return [text_of(found[number].passage, found[number].unit) for number in numbers]

    def has_vectors(self, embedder: Embedder) -> bool:
        """Whether there is any vector of this model."""
        with self._told():
            return vectors.has_vectors(self.connection, embedder.id)

    def coverage(self, embedder: Embedder) -> tuple[int, int]:
        """How many passages have a vector of this model, of how many."""
        with self._told():
            vectors.create(self.connection)
            return vectors.coverage(self.connection, embedder.id)

    def recent(self, query: Query, limit: int) -> list[int]:
        """The newest rows that satisfy the query."""
        with self._told():
            return self._look.recent(query, limit)

    def candidates(self, rows: Iterable[int]) -> Mapping[int, Candidate]:
        """What ranking must know of these rows."""
        with self._told():
            return stored.candidates(self.connection, rows)

    def rows(self, rows: Iterable[int]) -> Mapping[int, Row]:
        """These passages whole."""
        with self._told():
            return stored.rows(self.connection, rows)

    def close(self) -> None:
        """Let go of the file; one that is not whole goes."""
        if self._open is not None:
            with contextlib.suppress(sqlite3.Error):
                self._open.close()
        self._open, self._lookup, self._tables = None, None, {}
        if self._new:
            with contextlib.suppress(OSError):
                os.unlink(self._new)
            self._new = ""
        self._stamp = ""

    @staticmethod
    def _remove(path: str) -> None:
        for ending in ("", "-wal", "-shm", "-journal"):
            with contextlib.suppress(OSError):
                os.unlink(path + ending)


def _sweep(begun: str) -> None:
    """Remove files that were begun long ago by who was killed."""
    for path in glob(f"{escape(begun)}*"):
        with contextlib.suppress(OSError):
            if os.stat(path).st_mtime_ns < time.time_ns() - ABANDONED:
                os.unlink(path)


def _full(stamp: str) -> str:
    """The stamp with the code that cuts texts and words."""
    parts = (stamp_of(_CODE, ("pyromark", "yaml")), stored.FORM, VERSION, stamp)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _connected(path: str) -> sqlite3.Connection:
    """An existing file; raises sqlite3.DatabaseError where it is none of ours, or torn."""
    connection = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False, uri=True)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("SELECT count(*) FROM (SELECT 1 FROM units LIMIT 1)").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _made(path: str) -> sqlite3.Connection:
    """A new file with its tables, or one in memory; while a file has no name of its own it needs no journal."""
    connection = sqlite3.connect(path or ":memory:", check_same_thread=False, uri=True)
    if path:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
    stored.create(connection)
    vectors.create(connection)
    return connection


def _silent(done: int, total: int) -> None:
    """Nobody is told."""


def _said(error: sqlite3.Error) -> str:
    return "another process writes into it" if _is_busy(error) else str(error)


def _is_busy(error: sqlite3.Error) -> bool:
    return "locked" in str(error) or "busy" in str(error)
