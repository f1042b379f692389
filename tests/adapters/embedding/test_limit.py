"""A model that is given so long and no longer: in time, too late, and in error."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

import pytest

from brainwiki.adapters.embedding.limit import LimitedEmbedder
from brainwiki.errors import EmbedderError


class Model:
    """Answers when it is told to."""

    id = "model"
    dim = 2

    def __init__(self) -> None:
        self.go = Event()
        self.loaded = 0
        self.error: Exception | None = None

    def load(self) -> None:
        self.loaded += 1

    def embed_query(self, texts: Sequence[str]) -> list[list[float]]:
        self.go.wait(20)
        if self.error:
            raise self.error
        return [[1.0, 0.0] for _ in texts]

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        return [[0.0, 1.0] for _ in texts]


def test_an_answer_in_time_is_given() -> None:
    model = Model()
    model.go.set()
    limited = LimitedEmbedder(model, 20_000, model.load)
    assert limited.embed_query(["a", "b"]) == [[1.0, 0.0], [1.0, 0.0]]
    assert limited.embed_passages(["a"]) == [[0.0, 1.0]]
    assert (limited.id, limited.dim, model.loaded) == ("model", 2, 1)


def test_an_answer_that_takes_too_long_is_an_error_that_names_the_limit() -> None:
    model = Model()
    with pytest.raises(EmbedderError, match="did not answer within 10 ms"):
        LimitedEmbedder(model, 10).embed_query(["a"])
    model.go.set()


@pytest.mark.parametrize("error", [EmbedderError("it is broken"), ValueError("odd")])
def test_an_error_of_the_model_comes_through(error: Exception) -> None:
    model = Model()
    model.error = error
    model.go.set()
    with pytest.raises(type(error), match=str(error).split(".")[0]):
        LimitedEmbedder(model, 20_000).embed_query(["a"])


def test_the_time_of_loading_does_not_count() -> None:
    model = Model()
    model.go.set()
    waited = Event()

    def load() -> None:
        waited.wait(0.2)

    assert LimitedEmbedder(model, 100, load).embed_query(["a"]) == [[1.0, 0.0]]
