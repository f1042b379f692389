"""Vectors from a model that the package sentence-transformers runs; both are the user's to install."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from brainwiki.errors import EmbedderError

PACKAGE = "sentence-transformers"
NAME = "BRAINWIKI_EMBEDDER_MODEL"


class SentenceEmbedder:
    """A model by its name or folder. It is loaded for the first text, which takes seconds; `load` does that ahead.

    Code that comes with a model is never run. Models that name prompts `query` and `passage` (or `document`) get them.
    """

    def __init__(self, model: str) -> None:
        try:
            self._version = version(PACKAGE)
        except PackageNotFoundError:
            remedy = "Install it with `pip install sentence-transformers`; search works without it: by words."
            raise EmbedderError(f"The package {PACKAGE} is not installed.", remedy) from None
        self._name = model

    @property
    def id(self) -> str:
        """The package's version and the model's name; the weights behind a name are taken to stay the same."""
        return f"{PACKAGE}/{self._version}/{self._name}"

    @property
    def dim(self) -> int:
        """Numbers of a vector; the model is loaded."""
        return int(self._model.get_sentence_embedding_dimension())

    def load(self) -> None:
        """Load the model now; raises EmbedderError."""
        _ = self._model

    def embed_query(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of questions."""
        return self._embed(texts, ("query",))

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of texts that are to be found."""
        return self._embed(texts, ("passage", "document"))

    def _embed(self, texts: Sequence[str], prompts: tuple[str, ...]) -> list[list[float]]:
        model = self._model
        prompt = next((name for name in prompts if name in (model.prompts or {})), None)
        try:
            vectors = model.encode(list(texts), prompt_name=prompt, normalize_embeddings=True, show_progress_bar=False)
        except Exception as error:
            raise EmbedderError(f"The model {self._name} failed: {error}.", f"Check {NAME}.") from None
        return [[float(number) for number in vector] for vector in vectors]

    @cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer

            return SentenceTransformer(self._name, trust_remote_code=False)
        except Exception as error:
            raise EmbedderError(f"The model {self._name} cannot be loaded: {error}.", f"Check {NAME}.") from None
