"""The table of vectors: embedded once, resumed, never mixed, carried over, and gone with the text."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brainwiki.adapters import vectors
from brainwiki.adapters.vectors import VectorTable, carry, coverage, create, embed_missing, load_matrix, prune
from brainwiki.errors import EmbedderError


class Model:
    """Vectors made from the letters of a text; it can be told to fail at a call, or to change its size."""

    def __init__(self, name: str = "letters", dim: int = 8, fail_at: int = 0) -> None:
        self.id = name
        self.dim = dim
        self.calls: list[list[str]] = []
        self.fail_at = fail_at

    def embed_query(self, texts: Sequence[str]) -> list[list[float]]:
        return [self.vector(text) for text in texts]

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(list(texts))
        if len(self.calls) == self.fail_at:
            raise EmbedderError("the model died")
        return self.embed_query(texts)

    def vector(self, text: str) -> list[float]:
        counts = np.zeros(self.dim) + 0.01
        for char in text:
            counts[ord(char) % self.dim] += 1
        return (counts / np.linalg.norm(counts)).tolist()


class Index:
    """A table of passages as the index has one."""

    def __init__(self, path: str = ":memory:") -> None:
        self.connection = sqlite3.connect(path)
        self.connection.execute(
            "CREATE TABLE passages (id INTEGER PRIMARY KEY, digest BLOB, path TEXT, turn INTEGER, said TEXT)"
        )
        create(self.connection)

    def add(self, *texts: str, path: str = "a.md", turns: bool = False) -> None:
        for number, text in enumerate(texts, 1):
            digest = hashlib.sha256(text.encode()).digest()[:16]
            row = (digest, path, number if turns else None, text)
            self.connection.execute("INSERT INTO passages (digest, path, turn, said) VALUES (?, ?, ?, ?)", row)
        self.connection.commit()

    def texts(self, ids: Sequence[int]) -> list[str]:
        found = dict(self.connection.execute("SELECT id, said FROM passages"))
        return [found[one] for one in ids]

    def fill(self, model: Model) -> int:
        return embed_missing(self.connection, model, self.texts)

    def nearest(self, model: Model, text: str, limit: int = 10) -> list[str]:
        table = VectorTable(self.connection, model.id)
        return self.texts([one for one, _ in table.nearest(model.vector(text), limit)])


@pytest.fixture
def index() -> Index:
    return Index()


def test_equal_texts_are_embedded_once_and_all_of_them_are_found(index: Index) -> None:
    index.add("aab", "xyz", "aab")
    model = Model()
    assert index.fill(model) == 2
    assert model.calls == [["aab", "xyz"]]
    assert index.nearest(model, "aab") == ["aab", "aab", "xyz"]
    assert coverage(index.connection, model.id) == (3, 3)


def test_what_is_there_is_not_embedded_again_and_what_is_new_is(index: Index) -> None:
    model = Model()
    index.add("a", "b")
    index.fill(model)
    index.add("b", "c", path="other.md")
    assert coverage(index.connection, model.id) == (3, 4)
    assert index.fill(model) == 1
    assert model.calls == [["a", "b"], ["c"]]
    assert index.fill(model) == 0


def test_progress_is_told_after_each_batch(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    index.add("a", "b", "c", "d", "e")
    told: list[tuple[int, int]] = []
    embed_missing(index.connection, Model(), index.texts, lambda done, of: told.append((done, of)))
    assert told == [(2, 5), (4, 5), (5, 5)]


def test_a_run_that_died_is_resumed_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "BATCH", 2)
    path = str(tmp_path / "index")
    index = Index(path)
    index.add("a", "b", "c", "d", "e")
    with pytest.raises(EmbedderError, match="the model died"):
        index.fill(Model(fail_at=3))
    index.connection.close()  # nothing is committed on the way out
    again = sqlite3.connect(path)
    assert coverage(again, "letters") == (4, 5)
    model = Model()
    texts = dict(again.execute("SELECT id, said FROM passages"))
    assert embed_missing(again, model, lambda ids: [texts[one] for one in ids]) == 1
    assert model.calls == [["e"]]


def test_others_read_while_it_is_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "BATCH", 1)
    path = str(tmp_path / "index")
    index = Index(path)
    index.add("a", "b", "c")
    other = sqlite3.connect(path, timeout=0)
    seen: list[int] = []

    def look(_done: int, _of: int) -> None:
        seen.append(len(VectorTable(other, "letters").nearest(Model().vector("a"), 10)))

    embed_missing(index.connection, Model(), index.texts, look)
    assert seen == [1, 2, 3]


def test_a_table_in_memory_follows_the_file(tmp_path: Path) -> None:
    path = str(tmp_path / "index")
    index = Index(path)
    model = Model()
    index.add("aaa")
    other = sqlite3.connect(path)
    table = VectorTable(other, model.id)
    assert table.nearest(model.vector("a"), 5) == []
    index.fill(model)
    assert [one for one, _ in table.nearest(model.vector("a"), 5)] == [1]
    index.connection.execute("DELETE FROM passages")
    index.connection.commit()
    assert table.nearest(model.vector("a"), 5) == []


def test_models_never_mix(index: Index) -> None:
    index.add("a", "b", "c")
    small, large = Model("small", 4), Model("large", 16)
    index.fill(small)
    assert coverage(index.connection, "large") == (0, 3)
    assert index.nearest(large, "a") == []
    index.fill(large)
    assert index.nearest(small, "b", 1) == index.nearest(large, "b", 1) == ["b"]
    with pytest.raises(EmbedderError, match="16 numbers was asked of vectors of 4"):
        VectorTable(index.connection, "small").nearest(large.vector("a"), 5)


def test_a_model_that_changed_its_size_under_the_same_name_is_refused(index: Index) -> None:
    index.add("a")
    index.fill(Model(dim=4))
    index.add("b")
    with pytest.raises(EmbedderError, match=r"letters gave 1 vectors of \[8\] numbers for 1 texts of 4"):
        index.fill(Model(dim=8))
    assert index.nearest(Model(dim=4), "a") == ["a"]


class Odd(Model):
    """Gives what it was told to give."""

    def __init__(self, answer: list[list[float]]) -> None:
        super().__init__("odd")
        self.answer = answer

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        return self.answer


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ([], "gave no vectors"),
        ([[]], "gave no vectors"),
        ([[1.0, 0.0]], "for 2 texts"),
        ([[1.0, 0.0], [1.0]], r"of \[1, 2\] numbers"),
        ([[1.0, 0.0], [1.0, float("nan")]], "are no numbers"),
        ([[1.0, 0.0], [float("inf"), 0.0]], "are no numbers"),
    ],
)
def test_an_answer_that_is_none_is_not_stored(index: Index, answer: list[list[float]], why: str) -> None:
    index.add("a", "b")
    with pytest.raises(EmbedderError, match=why):
        index.fill(Odd(answer))
    assert coverage(index.connection, "odd") == (0, 2)


def test_an_empty_index_needs_no_model(index: Index) -> None:
    model = Model()
    assert index.fill(model) == 0
    assert model.calls == []
    assert load_matrix(index.connection, model.id) is None


def test_the_vectors_of_a_text_go_with_it(index: Index) -> None:
    index.add("a", "secret")
    index.fill(Model())
    index.connection.execute("DELETE FROM passages WHERE said = 'secret'")
    prune(index.connection)
    assert index.connection.execute("SELECT COUNT(*) FROM vectors").fetchone() == (1,)


def test_a_new_file_takes_over_what_it_still_needs(tmp_path: Path) -> None:
    old = Index(str(tmp_path / "old index?#%"))
    old.add("a", "b", "gone")
    for model in (Model("one", 4), Model("two", 8)):
        old.fill(model)
    old.connection.close()
    new = Index(str(tmp_path / "new"))
    new.add("b", "new", "a", path="moved.md")
    carry(new.connection, str(tmp_path / "old index?#%"))
    assert coverage(new.connection, "one") == coverage(new.connection, "two") == (2, 3)
    assert new.connection.execute("SELECT COUNT(*) FROM vectors").fetchone() == (4,)
    model = Model("two", 8)
    assert new.fill(model) == 1
    assert model.calls == [["new"]]
    assert new.nearest(model, "a", 1) == ["a"]


def test_what_cannot_be_taken_over_is_left(tmp_path: Path) -> None:
    (tmp_path / "rubbish").write_bytes(b"no database" * 100)
    sqlite3.connect(tmp_path / "empty").close()
    new = Index(str(tmp_path / "new"))
    new.add("a")
    for name in ("rubbish", "empty", "missing"):
        carry(new.connection, str(tmp_path / name))
    assert coverage(new.connection, "letters") == (0, 1)
    assert not (tmp_path / "missing").exists()
    assert new.fill(Model()) == 1


def test_vectors_are_kept_in_sixteen_bits(index: Index) -> None:
    index.add("abc")
    index.fill(Model(dim=8))
    (stored,) = index.connection.execute("SELECT vector FROM vectors").fetchone()
    assert np.allclose(np.frombuffer(stored, "<f2"), Model(dim=8).vector("abc"), atol=1e-3)


def test_torn_vectors_are_an_error_with_a_remedy(index: Index) -> None:
    index.add("a")
    index.fill(Model())
    index.connection.execute("UPDATE vectors SET vector = x'00'")
    with pytest.raises(EmbedderError, match="vectors of different sizes"):
        index.nearest(Model(), "a")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("abcxyz", min_size=1, max_size=4), max_size=30), st.integers(1, 7), st.integers(0, 5))
def test_any_order_of_adding_dying_and_filling_ends_in_the_same_vectors(
    texts: list[str], batch: int, dies: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "BATCH", batch)
        once, often = Index(), Index()
        once.add(*texts)
        once.fill(Model())
        for start in range(0, len(texts), 7):
            often.add(*texts[start : start + 7])
            with suppress(EmbedderError):
                often.fill(Model(fail_at=dies))
        often.fill(Model())
        stored = "SELECT digest, vector FROM vectors ORDER BY digest"
        assert once.connection.execute(stored).fetchall() == often.connection.execute(stored).fetchall()


def test_turns_are_loaded_with_their_neighbours(index: Index) -> None:
    """A turn that only answers is found by what it answers to, before the same words elsewhere."""
    index.add("aaaa", "cc", "hhhh", path="sessions/1", turns=True)
    index.add("cc", path="z.md")
    model = Model()
    index.fill(model)
    found = VectorTable(index.connection, model.id).nearest(model.vector("aaaa"), 4)
    assert [one for one, _ in found] == [1, 2, 3, 4]
