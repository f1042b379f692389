"""Vectors in one matrix, and the nearest ones to a question: exactly, or for very many by sign bits first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from brainwiki.adapters.embedding.arrays import load_numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float16] | NDArray[np.float32]
    Numbers = NDArray[np.int64]
    Exact = NDArray[np.float32]
    Places = NDArray[np.intp]
    Signs = NDArray[np.uint64]

MANY = 100_000  # vectors above which signs choose the candidates
CANDIDATES = 1_000  # that are then compared exactly, at least
EACH = 8  # and so many for each hit that is asked for
SHARES = (0.3, 0.15)  # of the turns beside a turn, and of those behind them, in its vector
BLOCK = 1 << 14  # rows that are brought to 32 bits at once


SPARE = 32  # rows beyond those that are asked for, which may be as near


class Matrix:
    """Vectors of length 1 with their ids. Up to `many` of them are compared one and all with the question.

    Above, each vector also has one bit a number: whether it lies above the mean of all. The vectors whose bits differ least from
    the question's are compared exactly; they stay in 16 bits.
    """

    def __init__(self, ids: Numbers, vectors: Floats, many: int = MANY) -> None:
        np = load_numpy()
        self._ids = ids
        self.dim = int(vectors.shape[1])
        self._signs: Signs | None = None
        if len(ids) > many:
            self._vectors: Floats = vectors.astype(np.float16)
            self._mean = vectors.mean(0, dtype=np.float32)
            self._signs = np.concatenate([self._bits(vectors[at : at + BLOCK]) for at in range(0, len(vectors), BLOCK)])
        else:
            self._vectors = vectors.astype(np.float32)

    def nearest(
        self, question: Sequence[float], limit: int, allowed: Collection[int] | None = None
    ) -> list[tuple[int, float]]:
        """Ids and cosines, best first, equal ones by their ids; of `allowed` ids where these are given."""
        np = load_numpy()
        asked = np.asarray(question, np.float32)
        rows = None if allowed is None else np.flatnonzero(np.isin(self._ids, np.fromiter(allowed, np.int64)))
        if self._signs is not None:
            rows = self._candidates(self._signs, asked, max(CANDIDATES, EACH * limit), rows)
        vectors = self._vectors if rows is None else self._vectors[rows]
        ids = self._ids if rows is None else self._ids[rows]
        rough = vectors.astype(np.float32, copy=False) @ asked  # fast, but equal rows may differ in their last digit
        best = _lowest(-rough, limit + SPARE)
        cosines = np.einsum("ij,j->i", vectors[best].astype(np.float32, copy=False), asked)
        order = np.lexsort((ids[best], -cosines))[:limit]
        return list(zip(ids[best][order].tolist(), cosines[order].tolist(), strict=True))

    def _candidates(self, signs: Signs, asked: Exact, count: int, rows: Places | None) -> Places:
        """The rows whose signs differ least from the question's."""
        np = load_numpy()
        looked = signs if rows is None else signs[rows]
        differing = np.bitwise_count(looked ^ self._bits(asked[None, :])).sum(1, dtype=np.int32)
        best = _lowest(differing, count)
        return best if rows is None else rows[best]

    def _bits(self, vectors: Floats) -> Signs:
        """The signs of vectors in whole numbers of 64 bits."""
        np = load_numpy()
        bits = np.packbits(vectors - self._mean > 0, axis=1)
        whole = np.zeros((len(bits), -(-bits.shape[1] // 8) * 8), np.uint8)
        whole[:, : bits.shape[1]] = bits
        found: Signs = whole.view(np.uint64)
        return found


def with_neighbours(vectors: Floats, places: Sequence[tuple[str, int | None]], many: int = MANY) -> Floats:
    """The vectors with a share of their neighbours' added where they are turns, of length 1 again; more than `many` in 16 bits.

    `places` are path and turn of each row (None: no turn), in order. What a turn is about often stands in the ones before it.
    """
    np = load_numpy()
    found: Floats = np.empty(vectors.shape, np.float16 if len(vectors) > many else np.float32)
    beside = len(SHARES)
    for at in range(0, len(vectors), BLOCK):
        first, stop = max(at - beside, 0), at + BLOCK + beside
        mixed = _mixed(vectors[first:stop].astype(np.float32), places[first:stop])
        found[at : at + BLOCK] = mixed[at - first : at - first + BLOCK]
    return found


def _mixed(vectors: Exact, places: Sequence[tuple[str, int | None]]) -> Exact:
    """The same for some rows; those at the ends lack what lies beyond."""
    np = load_numpy()
    found: Exact = vectors.copy()
    for distance, share in enumerate(SHARES, 1):
        joined = [
            turn is not None and place[1] is not None and path == place[0]
            for (path, turn), place in zip(places[distance:], places, strict=False)
        ]
        firsts = np.flatnonzero(np.array(joined, bool))
        found[firsts] += np.float32(share) * vectors[firsts + distance]
        found[firsts + distance] += np.float32(share) * vectors[firsts]
    found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), np.float32(1e-9))
    return found


def _lowest(values: NDArray[np.generic], count: int) -> Places:
    """The places of the lowest values, in any order."""
    np = load_numpy()
    found: Places = np.argpartition(values, count)[:count] if count < len(values) else np.arange(len(values))
    return found
