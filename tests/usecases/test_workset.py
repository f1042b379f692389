"""What a working set begins with, what is added to it, and the extract that says why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from brainwiki.bootstrap import new_working_set, open_store, stored_workspace
from brainwiki.errors import RemoteError, WorksetError
from brainwiki.model.hit import Answer, Hit, Reason
from brainwiki.retrieval.counting import estimate
from brainwiki.usecases import workset as use
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW, page_of, titled
from tests.remotes import FILES, OLD, SESSION, make_remote, push

ALWAYS = ["brainwiki.toml", "wiki/forgotten.jsonl", "wiki/index.md", "wiki/rules/units.md"]


class Scene:
    """A remote, its store, its whole brain, and a working set."""

    def __init__(self, folder: Path, name: str = "w") -> None:
        self.folder = folder / name
        self.store = open_store(str(folder / "origin.git"))
        self.commit = self.store.update()
        self.whole: Workspace = stored_workspace(self.store, self.commit, now=NOW)
        self.work = new_working_set(self.store, self.commit, str(self.folder), "")

    def files(self) -> set[str]:
        found = (path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())
        return {path for path in found if not path.startswith(".git/")}

    def boot(self, budget: int = use.BUDGET) -> use.Brought:
        return use.boot(self.whole, self.store, self.work, budget)

    def add(self, query: str, budget: int = use.BUDGET, tokens: int = use.TOKENS) -> use.Added:
        return use.add(self.whole, self.store, self.work, query, budget, tokens)


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """A fresh scene with a cache of its own."""
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    make_remote(tmp_path)
    found = Scene(tmp_path)
    yield found
    found.store.git.close()


def test_the_order_of_a_beginning(scene: Scene) -> None:
    always, rest = use.plan(scene.whole, scene.store.recent(scene.commit))
    assert always == ALWAYS
    assert rest == [
        "wiki/knowledge/valve.md",  # the newest commit
        "wiki/knowledge/hose.md",
        "wiki/notes/care/oil.md",
        f"wiki/{SESSION}/session.md",
        "wiki/knowledge/pump.md",
        "wiki/tasks/mend.md",
        f"wiki/{OLD}/session.md",
    ]


def test_a_beginning(scene: Scene) -> None:
    found = scene.boot()
    rest = use.plan(scene.whole, ())[1]
    assert scene.files() == {*ALWAYS, *rest} == set(found.files)
    assert (found.present, found.left_out, found.refused) == ((), 0, ())
    assert found.size == sum(len(str(FILES[path]).encode()) for path in scene.files())
    for path in scene.files():
        assert (scene.folder / path).read_text() == FILES[path]
    again = scene.boot()
    assert (again.files, set(again.present)) == ((), set(found.files))


@pytest.mark.parametrize("budget", [0, 100, 300, 500, 900])
def test_a_budget_is_kept(scene: Scene, budget: int) -> None:
    found = scene.boot(budget)
    fixed = sum(len(str(FILES[path]).encode()) for path in ALWAYS)
    assert set(ALWAYS) <= set(found.files)
    assert found.size <= max(budget, fixed)
    assert found.left_out == len(ALWAYS) + 7 - len(found.files)


def test_what_is_missing_is_added_with_its_evidence(scene: Scene) -> None:
    scene.boot(0)
    found = scene.add("what does the pump weigh")
    brought = set(found.brought.files)
    assert "knowledge/pump.md" in [hit.path for hit in found.answer.hits]
    assert {
        "wiki/knowledge/pump.md",
        "wiki/sources/manual.md",
        f"wiki/{SESSION}/session.md",
        f"wiki/{SESSION}/transcript.jsonl",
    } <= brought
    assert brought <= scene.files()
    assert "README.md" not in scene.files()
    assert "knowledge/pump.md:" in found.extract
    assert f"[1] {SESSION}#turn-1 “the pump runs at 40 bar”" in found.extract
    assert "[2] sources/manual “It weighs 9 kg.”" in found.extract
    again = scene.add("what does the pump weigh")
    assert (again.brought.files, again.extract) == ((), found.extract)


def test_a_session_that_was_found_comes_whole(scene: Scene) -> None:
    found = scene.add("Fine kind:session")
    assert {f"wiki/{SESSION}/session.md", f"wiki/{SESSION}/transcript.jsonl"} <= set(found.brought.files)


def test_nothing_is_found(scene: Scene) -> None:
    found = scene.add("zebra")
    assert (found.brought.files, found.extract, found.answer.hits) == ((), "", ())


def test_the_same_commit_is_searched_as_the_one_that_is_here(scene: Scene, tmp_path: Path) -> None:
    push(tmp_path / "origin.git", {"wiki/knowledge/zebra.md": titled("Zebra", "It has stripes.\n")})
    assert scene.add("stripes zebra").brought.files == ()
    later = Scene(tmp_path, "later")
    assert later.add("stripes zebra").brought.files == ("wiki/knowledge/zebra.md",)


def test_a_search_works_offline_once_the_text_is_here(scene: Scene, tmp_path: Path) -> None:
    assert scene.add("zebra").brought.files == ()
    (tmp_path / "origin.git").rename(tmp_path / "away.git")
    found = scene.add("hose bends")
    assert "wiki/knowledge/hose.md" in found.brought.files


def test_without_the_remote_what_is_not_here_is_an_error(scene: Scene, tmp_path: Path) -> None:
    (tmp_path / "origin.git").rename(tmp_path / "away.git")
    with pytest.raises(RemoteError, match="did not give what was asked"):
        scene.add("hose bends")


def test_evidence_outside_the_brain_comes_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    files = {
        "brainwiki.toml": 'profile = "llm-wiki"\nevidence = ["raw"]\n',
        "raw/report.txt": "The compressor hums at night.\n",
        "wiki/a.md": "---\ntype: concept\n---\n# A\n\nText.\n",
    }
    make_remote(tmp_path, files)
    assert Scene(tmp_path).add("compressor hums").brought.files == ("raw/report.txt",)


def test_a_remote_that_says_nothing_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    make_remote(tmp_path, {"wiki/a.md": titled("A"), "wiki/rules/r.md": "---\ntype: rule\ntitle: R\n---\nx\n"})
    store = open_store(str(tmp_path / "origin.git"))
    commit = store.update()
    with pytest.raises(WorksetError, match=r"has no brainwiki\.toml"):
        stored_workspace(store, commit)
    whole = stored_workspace(store, commit, "brain", NOW)
    assert use.plan(whole, ())[0] == ["wiki/rules/r.md"]


def hit(text: str, path: str = "knowledge/example.md", turn: int | None = None) -> Hit:
    return Hit(
        path, "Title", "Costs", 7, turn, "page", "", "2026-05-02", "", text, 1.0, Reason(), None, "fresh", False, "", ""
    )


def test_an_extract_cites_what_its_words_cite() -> None:
    head = "---\ntype: concept\ntitle: T\nsources:\n"
    head += "".join(f"  - id: {n}\n    resource: sources/s{n}\n    quote: q{n}\n" for n in (1, 2, 3, 12)) + "---\n"
    page = page_of("One. [cite:1] Two. [cite:2,12]\n", head)
    answer = Answer("q", "sparse", "", (hit("One. [cite:1] Two. [cite:2,12]\n"), hit("Said.", "sessions/x", 4)))
    told = use.extract_of(answer, {page.path: page}, 1_000)
    assert told == (
        "## Title > Costs (2026-05-02)\nknowledge/example.md:7\n\nOne. [cite:1] Two. [cite:2,12]\n"
        "[1] sources/s1 “q1”\n[2] sources/s2 “q2”\n[12] sources/s12 “q12”\n\n"
        "## Title > Costs (2026-05-02)\nsessions/x#turn-4\n\nSaid."
    )
    assert use.extract_of(answer, {}, 10) == ""
    many = Answer("q", "sparse", "", tuple(hit(f"Word {n} of many.") for n in range(200)))
    assert 0 < estimate(use.extract_of(many, {}, 500)) <= 500
