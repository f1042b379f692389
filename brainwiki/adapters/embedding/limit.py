"""A model that is given so long for a question, and no longer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread

from brainwiki.errors import EmbedderError
from brainwiki.ports import Embedder

Answer = Sequence[Sequence[float]]


class LimitedEmbedder:
    """Another embedder whose questions take at most `milliseconds`; loading it comes before, and passages take what they take.

    A question that took too long goes on in its thread, which ends with the process; its answer is not used.
    """

    def __init__(self, embedder: Embedder, milliseconds: int, load: Callable[[], None] = lambda: None) -> None:
        self._embedder = embedder
        self._limit = milliseconds
        self._load = load

    @property
    def id(self) -> str:
        """That of the other."""
        return self._embedder.id

    @property
    def dim(self) -> int:
        """That of the other."""
        return self._embedder.dim

    def embed_passages(self, texts: Sequence[str]) -> Answer:
        """As the other does it."""
        return self._embedder.embed_passages(texts)

    def embed_query(self, texts: Sequence[str]) -> Answer:
        """As the other does it, in time; raises EmbedderError."""
        self._load()
        answers: list[Answer] = []
        failures: list[Exception] = []

        def ask() -> None:
            try:
                answers.append(self._embedder.embed_query(texts))
            except Exception as error:
                failures.append(error)

        thread = Thread(target=ask, daemon=True)
        thread.start()
        thread.join(self._limit / 1000)
        if failures:
            raise failures[0]
        if not answers:
            raise EmbedderError(f"The model for vectors did not answer within {self._limit} ms.")
        return answers[0]
