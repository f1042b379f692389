"""The nearest vectors: exactly, by sign bits for very many, among those that are allowed, and with neighbouring turns mixed in."""

from __future__ import annotations

import numpy as np
import pytest

from brainwiki.adapters import nearest
from brainwiki.adapters.nearest import SHARES, Matrix, with_neighbours


def vectors(count: int, dim: int, seed: int = 1, centre: float = 0.0) -> np.ndarray:
    """Random vectors of length 1 in clusters; `centre` moves them all to one side, as E5 does."""
    rng = np.random.default_rng(seed)
    clusters = rng.normal(size=(max(2, count // 50), dim))
    found = clusters[rng.integers(0, len(clusters), count)] + 0.6 * rng.normal(size=(count, dim)) + centre
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


def plain(ids: np.ndarray, matrix: np.ndarray, question: np.ndarray, limit: int) -> list[int]:
    cosines = matrix @ question
    return [int(one) for one in ids[np.lexsort((ids, -cosines))][:limit]]


def test_the_nearest_come_first_with_their_cosines() -> None:
    matrix = vectors(500, 24)
    ids = np.arange(500) * 3 + 7
    question = vectors(1, 24, seed=9)[0]
    found = Matrix(ids, matrix).nearest(question.tolist(), 10)
    assert [one for one, _ in found] == plain(ids, matrix, question, 10)
    assert [cosine for _, cosine in found] == pytest.approx(sorted(matrix @ question, reverse=True)[:10], abs=1e-6)


def test_more_are_asked_for_than_there_are() -> None:
    matrix = vectors(5, 8)
    assert len(Matrix(np.arange(5), matrix).nearest(matrix[0].tolist(), 50)) == 5


def test_equal_vectors_come_in_the_order_of_their_ids() -> None:
    matrix = np.tile(vectors(1, 8), (6, 1))
    assert [one for one, _ in Matrix(np.array([9, 3, 7, 1, 8, 2]), matrix).nearest(matrix[0].tolist(), 6)] == [
        1,
        2,
        3,
        7,
        8,
        9,
    ]


@pytest.mark.parametrize("many", [100_000, 100])
def test_only_what_is_allowed_is_found(many: int) -> None:
    matrix = vectors(400, 16)
    ids = np.arange(400)
    allowed = {5, 17, 44, 399, 1_000}
    question = matrix[5]
    found = Matrix(ids, matrix, many).nearest(question.tolist(), 10, allowed)
    assert found[0][0] == 5
    assert {one for one, _ in found} == allowed - {1_000}
    assert Matrix(ids, matrix, many).nearest(question.tolist(), 10, set()) == []


@pytest.mark.parametrize("centre", [0.0, 2.0])
@pytest.mark.parametrize("dim", [384, 300])
def test_sign_bits_find_what_the_exact_way_finds(dim: int, centre: float) -> None:
    matrix = vectors(20_000, dim, centre=centre).astype(np.float16)
    ids = np.arange(len(matrix))
    exact, quick = Matrix(ids, matrix), Matrix(ids, matrix, many=1_000)
    noise = np.random.default_rng(5).normal(size=(30, dim)) * 0.5 * dim**-0.5
    for question in matrix[:3_000:100] + noise:
        expected, found = (one.nearest(question.tolist(), 10) for one in (exact, quick))
        assert [one for one, _ in found] == [one for one, _ in expected]
        assert [cosine for _, cosine in found] == pytest.approx([cosine for _, cosine in expected], abs=1e-5)


def test_turns_take_a_share_of_their_neighbours_and_pages_do_not() -> None:
    rows = np.eye(6, dtype=np.float16)
    places = [("p.md", None), ("p.md", None), ("s/1", 1), ("s/1", 2), ("s/1", 4), ("s/2", 1)]
    found = with_neighbours(rows, places)
    expected = np.eye(6)
    expected[2, 3] = expected[3, 2] = expected[3, 4] = expected[4, 3] = SHARES[0]
    expected[2, 4] = expected[4, 2] = SHARES[1]
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert np.allclose(found, expected, atol=1e-3)
    assert rows.tolist() == np.eye(6).tolist()


def test_blocks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    rows = vectors(203, 12).astype(np.float16)
    places = [(f"s/{number // 40}", None if rng.random() < 0.1 else number) for number in range(203)]
    whole = with_neighbours(rows, places)
    for block in (1, 2, 7, 50, 203):
        monkeypatch.setattr(nearest, "BLOCK", block)
        assert np.allclose(with_neighbours(rows, places), whole, atol=1e-6)
    half = with_neighbours(rows, places, many=100)
    assert half.dtype == np.float16
    assert np.allclose(half, whole, atol=1e-3)


def test_a_summary_is_no_neighbour_of_the_first_turn() -> None:
    found = with_neighbours(np.eye(2, dtype=np.float16), [("s/1", None), ("s/1", 1)])
    assert np.allclose(found, np.eye(2))
    assert with_neighbours(np.eye(1, dtype=np.float16), [("s/1", 1)]).tolist() == [[1.0]]
