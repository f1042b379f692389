"""Vectors of passages, in tables of their own in the index's SQLite file.

A vector is kept under the model that made it and the digest of the text that it was made from. Equal texts are thus embedded
once, a passage that moved keeps its vector, and vectors of different models never meet. Every batch is one transaction: a run
that was killed goes on where it was.

The index has a table `passages` with the columns `id`, `digest`, `path` and `turn` (NULL where a passage is no turn of a session).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from brainwiki.adapters.embedding.arrays import load_numpy
from brainwiki.errors import EmbedderError
from brainwiki.ports import Embedder, Progress

if TYPE_CHECKING:
    from brainwiki.adapters.nearest import Matrix

BATCH = 128  # texts between two commits
_TABLES = """
CREATE TABLE IF NOT EXISTS embedders (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, dim INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS vectors (
    embedder INTEGER NOT NULL, digest BLOB NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (embedder, digest)
) WITHOUT ROWID;
"""
_MISSING = """
SELECT MIN(id), digest FROM passages
WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE embedder = ? AND vectors.digest = passages.digest)
GROUP BY digest
"""
_LOADED = """
SELECT passages.id, passages.path, passages.turn, vectors.vector FROM passages
JOIN vectors ON vectors.embedder = ? AND vectors.digest = passages.digest
ORDER BY passages.path, passages.turn, passages.id
"""

# The texts of passages by their ids, in the order asked for.
Texts = Callable[[Sequence[int]], Sequence[str]]


class Coverage(NamedTuple):
    """How many passages have a vector of a model, of how many."""

    done: int
    total: int


def create(connection: sqlite3.Connection) -> None:
    """The tables, where they are not there yet."""
    for statement in filter(str.strip, _TABLES.split(";")):
        connection.execute(statement)


def carry(connection: sqlite3.Connection, old: str) -> None:
    """Take over the vectors of another index file for the texts that are in this one; what it lacks, or whether it can be read
    at all, is no matter: what is missing is embedded again. Not inside a transaction."""
    create(connection)
    try:
        connection.execute("ATTACH DATABASE ? AS old", (f"file:{_quoted(old)}?mode=ro",))
    except sqlite3.Error:
        return
    try:
        connection.execute("INSERT OR IGNORE INTO embedders (id, dim) SELECT id, dim FROM old.embedders")
        connection.execute(
            "INSERT OR IGNORE INTO vectors SELECT mine.number, theirs.digest, theirs.vector FROM old.vectors AS theirs "
            "JOIN old.embedders AS their ON their.number = theirs.embedder "
            "JOIN embedders AS mine ON mine.id = their.id AND mine.dim = their.dim "
            "WHERE theirs.digest IN (SELECT digest FROM passages)"
        )
        connection.commit()
    except sqlite3.Error:
        connection.rollback()
    finally:
        connection.execute("DETACH DATABASE old")


def prune(connection: sqlite3.Connection) -> None:
    """Remove vectors of texts that no passage has any more: what was forgotten leaves no trace here either."""
    connection.execute("DELETE FROM vectors WHERE digest NOT IN (SELECT digest FROM passages)")


def embed_missing(
    connection: sqlite3.Connection, embedder: Embedder, texts: Texts, progress: Progress = lambda _done, _of: None
) -> int:
    """Embed the texts that have no vector of this model yet, and give their number; raises EmbedderError, and what was done until
    then is kept. Others read and write meanwhile: the file is locked for the moment of a commit, and what is missing is looked up
    for each batch anew."""
    create(connection)
    prune(connection)
    connection.commit()
    number = _number(connection, embedder.id)
    (total,) = connection.execute(f"SELECT COUNT(*) FROM ({_MISSING})", (number,)).fetchone()  # noqa: S608 — our own words
    done = 0
    while batch := _batch(connection, number, texts):
        vectors = embedder.embed_passages([text for _, text in batch])
        number = number or _enter(connection, embedder.id, _dim(embedder.id, vectors))
        packed = _packed(embedder.id, vectors, len(batch), _stored_dim(connection, number))
        rows = [(number, digest, vector) for (digest, _), vector in zip(batch, packed, strict=True)]
        connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)
        connection.commit()
        done += len(batch)
        progress(done, max(done, total))
    return done


def _batch(connection: sqlite3.Connection, number: int, texts: Texts) -> list[tuple[bytes, str]]:
    """Some texts without a vector, by their digests: read in one transaction, so that both are of one state."""
    connection.execute("BEGIN")
    try:
        waiting = connection.execute(f"{_MISSING} ORDER BY 1 LIMIT {BATCH}", (number,)).fetchall()
        found = texts([first for first, _ in waiting])
        return [(digest, text) for (_, digest), text in zip(waiting, found, strict=True)]
    finally:
        connection.commit()


def has_vectors(connection: sqlite3.Connection, embedder_id: str) -> bool:
    """Whether there is any vector of this model: one look."""
    create(connection)
    sql = "SELECT 1 FROM vectors WHERE embedder = ? LIMIT 1"
    return connection.execute(sql, (_number(connection, embedder_id),)).fetchone() is not None


def coverage(connection: sqlite3.Connection, embedder_id: str) -> Coverage:
    """How many passages have a vector of this model."""
    (total,) = connection.execute("SELECT COUNT(*) FROM passages").fetchone()
    (done,) = connection.execute(
        "SELECT COUNT(*) FROM passages JOIN vectors ON vectors.embedder = ? AND vectors.digest = passages.digest",
        (_number(connection, embedder_id),),
    ).fetchone()
    return Coverage(done, total)


class VectorTable:
    """The vectors of one model in memory, for many questions; they are read again when the file changed."""

    def __init__(self, connection: sqlite3.Connection, embedder_id: str) -> None:
        self._connection = connection
        self._embedder = embedder_id
        self._stamp: tuple[int, int] | None = None
        self._matrix: Matrix | None = None

    def nearest(
        self, question: Sequence[float], limit: int, allowed: Collection[int] | None = None
    ) -> list[tuple[int, float]]:
        """The ids of the passages nearest to a question, with their cosines, best first; of `allowed` ones where it is given.

        No vectors of this model: nothing. Raises EmbedderError where the question's vector is of another size.
        """
        matrix = self._loaded()
        if matrix is None:
            return []
        if len(question) != matrix.dim:
            raise EmbedderError(f"A vector of {len(question)} numbers was asked of vectors of {matrix.dim}.")
        return matrix.nearest(question, limit, allowed)

    def _loaded(self) -> Matrix | None:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        stamp = (version, self._connection.total_changes)
        if stamp != self._stamp:
            self._matrix = load_matrix(self._connection, self._embedder)
            self._stamp = stamp
        return self._matrix


def load_matrix(connection: sqlite3.Connection, embedder_id: str) -> Matrix | None:
    """The vectors of all passages that have one, those of turns with their neighbours mixed in; None where there are none."""
    number = _number(connection, embedder_id)
    ids: list[int] = []
    places: list[tuple[str, int | None]] = []
    raw = bytearray()
    for row, path, turn, vector in connection.execute(_LOADED, (number,)):
        ids.append(row)
        places.append((path, turn))
        raw += vector
    if not ids:
        return None
    from brainwiki.adapters.nearest import Matrix, with_neighbours

    np = load_numpy()
    dim = _stored_dim(connection, number)
    if len(raw) != 2 * dim * len(ids):
        raise EmbedderError("The index holds vectors of different sizes.", "Remove the file and run `brainwiki index`.")
    return Matrix(np.array(ids), with_neighbours(np.frombuffer(raw, "<f2").reshape(-1, dim), places))


def _number(connection: sqlite3.Connection, embedder_id: str) -> int:
    """The number of a model in this file; 0 where it has none."""
    found = connection.execute("SELECT number FROM embedders WHERE id = ?", (embedder_id,)).fetchone()
    return int(found[0]) if found else 0


def _stored_dim(connection: sqlite3.Connection, number: int) -> int:
    (dim,) = connection.execute("SELECT dim FROM embedders WHERE number = ?", (number,)).fetchone()
    return int(dim)


def _enter(connection: sqlite3.Connection, embedder_id: str, dim: int) -> int:
    """The number of a model, which is entered where it is new; raises EmbedderError where its vectors had another size."""
    connection.execute("INSERT OR IGNORE INTO embedders (id, dim) VALUES (?, ?)", (embedder_id, dim))
    return _number(connection, embedder_id)


def _dim(embedder_id: str, vectors: Sequence[Sequence[float]]) -> int:
    if not vectors or not len(vectors[0]):
        raise EmbedderError(f"{embedder_id} gave no vectors.")
    return len(vectors[0])


def _packed(embedder_id: str, vectors: Sequence[Sequence[float]], count: int, dim: int) -> list[bytes]:
    """Vectors as 16-bit floats; raises EmbedderError where their number or size is not what it must be, or they are no numbers."""
    np = load_numpy()
    if len(vectors) != count or any(len(vector) != dim for vector in vectors):
        sizes = sorted({len(vector) for vector in vectors})
        raise EmbedderError(f"{embedder_id} gave {len(vectors)} vectors of {sizes} numbers for {count} texts of {dim}.")
    found = np.asarray(vectors, np.float32)
    if not np.isfinite(found).all():
        raise EmbedderError(f"{embedder_id} gave vectors that are no numbers.")
    return [row.tobytes() for row in found.astype("<f2")]


def _quoted(path: str) -> str:
    """A path as the path of a `file:` address."""
    from urllib.parse import quote

    return quote(path)
