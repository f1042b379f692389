"""The adapter of sentence-transformers, against a stand-in of that package: it is too large to be installed for a test."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, ClassVar

import pytest

from brainwiki.adapters.embedding import sentence
from brainwiki.adapters.embedding.sentence import SentenceEmbedder
from brainwiki.errors import EmbedderError


class StandIn:
    """What the adapter uses of a SentenceTransformer."""

    made: ClassVar[list[tuple[str, bool]]] = []

    def __init__(self, name: str, trust_remote_code: bool) -> None:
        if name == "missing":
            raise OSError("no such model")
        self.made.append((name, trust_remote_code))
        self.prompts = {"query": "q: ", "document": "d: "} if name == "prompted" else None
        self.asked: list[Any] = []

    def get_sentence_embedding_dimension(self) -> int:
        return 2

    def encode(self, texts: list[str], **options: Any) -> list[list[float]]:
        if texts == ["fail"]:
            raise RuntimeError("out of memory")
        self.asked.append((texts, options["prompt_name"], options["normalize_embeddings"]))
        return [[1, 0] for _ in texts]


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("sentence_transformers")
    module.SentenceTransformer = StandIn  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    monkeypatch.setattr(sentence, "version", lambda _: "5.1")
    StandIn.made.clear()


def test_the_model_is_loaded_late_once_and_without_its_code() -> None:
    embedder = SentenceEmbedder("some/model")
    assert embedder.id == "sentence-transformers/5.1/some/model"
    assert StandIn.made == []
    assert embedder.embed_query(["a", "b"]) == [[1.0, 0.0], [1.0, 0.0]]
    embedder.load()
    assert (embedder.dim, StandIn.made) == (2, [("some/model", False)])


def test_prompts_that_a_model_names_are_used() -> None:
    embedder = SentenceEmbedder("prompted")
    embedder.embed_query(["a"])
    embedder.embed_passages(["b"])
    assert embedder._model.asked == [(["a"], "query", True), (["b"], "document", True)]
    plain = SentenceEmbedder("plain")
    plain.embed_passages(["b"])
    assert plain._model.asked == [(["b"], None, True)]


def test_failures_are_clear_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EmbedderError, match="missing cannot be loaded: no such model"):
        SentenceEmbedder("missing").load()
    with pytest.raises(EmbedderError, match="failed: out of memory"):
        SentenceEmbedder("plain").embed_passages(["fail"])
    monkeypatch.undo()
    with pytest.raises(EmbedderError, match="pip install sentence-transformers"):
        SentenceEmbedder("plain")
