"""Pieces: the best cut of a text, by the reference's own ids and by a search over all cuts of short words."""

from __future__ import annotations

import random

import pytest

from brainwiki.adapters.embedding.pieces import MARK, PENALTY, Pieces
from brainwiki.adapters.embedding.weights import Vocabulary
from tests.adapters.embedding import tiny

VOCABULARY = Vocabulary(tuple(one.encode() for one in tiny.PIECES), tuple(tiny.SCORES), 0, 2, 1, 3, tiny.FORMS)


def names(text: str, most: int = 100) -> list[str]:
    return [tiny.PIECES[one] for one in Pieces(VOCABULARY).of(text, most)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [MARK]),
        (" ", [MARK]),
        ("ab", [f"{MARK}ab"]),
        ("abb", [f"{MARK}ab", "b"]),
        ("cab", [f"{MARK}cab"]),
        ("a  b", [f"{MARK}a", MARK, "b"]),
        ("a\tＡ", [f"{MARK}a", f"{MARK}a"]),
        ("  a ", [f"{MARK}a", MARK]),
        ("a\u200bb", [f"{MARK}ab"]),
        ("猫猫", [f"{MARK}猫", "猫"]),
        ("犬", [MARK, "<unk>"]),
        ("a犬b", [f"{MARK}a", "<unk>", "b"]),
        ("<s>", [MARK, "<unk>", "<unk>", "<unk>"]),
    ],
)
def test_texts_are_cut_as_written(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_half_a_surrogate_pair_is_no_error() -> None:
    assert names("a\ud800b") == [f"{MARK}a", "<unk>", "b"]


def test_no_more_pieces_than_asked_for() -> None:
    assert names("ab " * 50, 7) == [f"{MARK}ab"] * 7
    assert len(Pieces(VOCABULARY).of("猫" * 100_000, 510)) == 510
    assert len(Pieces(VOCABULARY).of("a" * 100_000, 510)) == 510


def best_score(word: str) -> float:
    """The score of the best cut of a word, by trying all of them."""
    found = [0.0] + [-1e9] * len(word)
    scores = {one: score for one, score in zip(tiny.PIECES, tiny.SCORES, strict=True) if not one.startswith("<")}
    for end in range(1, len(word) + 1):
        for start in range(end):
            score = scores.get(word[start:end], min(tiny.SCORES) - PENALTY if end - start == 1 else -1e9)
            found[end] = max(found[end], found[start] + score)
    return found[-1]


def test_no_cut_is_better_than_the_one_that_was_chosen() -> None:
    rng = random.Random(3)
    pieces = Pieces(VOCABULARY)
    for _ in range(500):
        word = "".join(rng.choices("aabbc猫犬", k=rng.randint(1, 9)))
        cut = pieces.of(word, 100)
        score = sum(min(tiny.SCORES) - PENALTY if one == 3 else tiny.SCORES[one] for one in cut)
        assert score == pytest.approx(best_score(MARK + word))


def test_a_word_that_was_seen_is_cut_as_before() -> None:
    pieces = Pieces(VOCABULARY)
    assert pieces.of("abb cab abb", 100) == pieces.of("abb cab abb", 100) == Pieces(VOCABULARY).of("abb cab abb", 100)
