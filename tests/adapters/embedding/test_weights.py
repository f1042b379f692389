"""The reader of the weight file: what stands in it, and a clear error for everything that is no such file."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import numpy as np
import pytest

from brainwiki.adapters.embedding.weights import open_weights, unpacked
from brainwiki.errors import EmbedderError
from tests.adapters.embedding import tiny


def written(folder: Path, content: bytes) -> str:
    path = folder / "model.bin"
    path.write_bytes(content)
    return str(path)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    weights = open_weights(written(tmp_path, tiny.model()))
    assert weights.sizes[:7] == (32, 2, 4, 64, 40, 16, 2)
    assert weights.sizes.epsilon == pytest.approx(1e-12)
    assert [piece.decode() for piece in weights.vocabulary.pieces] == tiny.PIECES
    assert weights.vocabulary.scores == tuple(tiny.SCORES)
    assert weights.vocabulary.forms == tiny.FORMS
    assert weights.vocabulary[2:6] == (0, 2, 1, 3)
    assert weights.plain("emb.pos", 16, 32).shape == (16, 32)
    assert weights.packed("l1.fo.w", 32, 64).shape == (32, 64)
    whole = weights.packed("emb.word", 40, 32)
    assert (weights.rows("emb.word", np.array([3, 39, 3]), 32) == whole[[3, 39, 3]]).all()


def test_blocks_are_unpacked_low_halves_first() -> None:
    block = struct.pack("<e", 0.5) + bytes(range(16))
    low = [(number & 15) - 8 for number in range(16)]
    assert unpacked(np.frombuffer(block, np.uint8), 32).tolist() == [[*(one * 0.5 for one in low), *([-4.0] * 16)]]
    block = struct.pack("<e", 2.0) + bytes([0xF0] * 16)
    assert unpacked(np.frombuffer(block, np.uint8), 32).tolist() == [[*([-16.0] * 16), *([14.0] * 16)]]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "cannot be read"),
        (b"E5S1", "ends too early"),
        (tiny.model(begins=tiny.head(magic=b"GGUF")), "does not begin as one"),
        (tiny.model(begins=tiny.head(version=2)), "does not begin as one"),
        (tiny.model(begins=tiny.head(width=33)), "sizes are impossible"),
        (tiny.model(begins=tiny.head(heads=0)), "sizes are impossible"),
        (tiny.model(begins=tiny.head(layers=-1)), "sizes are impossible"),
        (tiny.model(begins=tiny.head(words=1 << 30)), "sizes are impossible"),
        (tiny.model(begins=tiny.head(block=64)), "blocks have 64 weights"),
        (tiny.model(begins=tiny.head(words=5)), "larger than its matrix"),
        (tiny.model(words=tiny.vocabulary(unknown=99)), "marks are no pieces"),
        (tiny.model()[:-1], "lies outside"),
    ],
)
def test_what_is_no_weight_file_is_said_to_be_none(tmp_path: Path, content: bytes, why: str) -> None:
    with pytest.raises(EmbedderError, match=why) as caught:
        open_weights(written(tmp_path, content))
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_missing_file_is_a_clear_line(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match="cannot be read"):
        open_weights(str(tmp_path / "nothing.bin"))


def test_a_matrix_that_is_not_there_or_of_another_size_is_an_error(tmp_path: Path) -> None:
    weights = open_weights(written(tmp_path, tiny.model()))
    for ask in (
        lambda: weights.plain("l9.q.b", 32),
        lambda: weights.plain("l0.q.b", 33),
        lambda: weights.plain("l0.q.w", 32, 32),
        lambda: weights.packed("l0.q.b", 1, 32),
        lambda: weights.rows("emb.word", np.array([0]), 64),
    ):
        with pytest.raises(EmbedderError, match="missing or has another size"):
            ask()


def test_every_cut_and_random_bytes_give_an_error_or_a_model(tmp_path: Path) -> None:
    whole = tiny.model()
    front = len(whole) - sum(len(tiny.content(kind, count, random.Random(0))) for _, kind, count in tiny.matrices())
    rng = random.Random(5)
    for number in range(600):
        content = bytearray(whole[: rng.randrange(front)] if number % 2 else whole)
        for _ in range(rng.randint(1, 4) if content else 0):
            content[rng.randrange(min(front, len(content)))] = rng.randrange(256)
        try:
            open_weights(written(tmp_path, bytes(content)))
        except EmbedderError:
            continue
