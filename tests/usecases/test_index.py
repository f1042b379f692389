"""The index follows the files: only what changed is read, and after any edits it is what a build from nothing is."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from brainwiki.adapters import index as adapter
from brainwiki.adapters import rows as stored
from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.bootstrap import open_workspace
from brainwiki.ports import Signature
from brainwiki.usecases.index import Refreshed, refresh
from brainwiki.usecases.search import ask, search
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.helpers import NOW, write_files
from tests.indexes import TEXTS, TURNS, content, edit, is_sound, refreshed

EDITS = int(os.environ.get("BRAINWIKI_EDITS", "60"))
KILLS = int(os.environ.get("BRAINWIKI_KILLS", "12"))
FILES = {
    "knowledge/a.md": TEXTS[0],
    "notes/x/b.md": TEXTS[1],
    "rules/r.md": TEXTS[6],
    "index.md": "# Home\n",
    "sessions/s/transcript.jsonl": TURNS.format(1),
}


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test has a cache of its own, outside the workspace: one inside is not used."""
    folder = tmp_path_factory.mktemp("caches") / "cache"
    monkeypatch.setenv("BRAINWIKI_CACHE", str(folder))
    return folder


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files look the same at once, and not only after the two seconds in which a second change could be missed."""

    def signature(self: ConfinedRoot, path: str) -> Signature:
        found = os.stat(f"{self.root}/{path}")
        return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino

    monkeypatch.setattr(ConfinedRoot, "signature", signature)


def again(workspace: Workspace) -> Workspace:
    """The same workspace as another process would open it."""
    return open_workspace(workspace.root, now=NOW)


def anew(workspace: Workspace, monkeypatch: pytest.MonkeyPatch, cache: Path) -> dict[str, object]:
    """What a build from nothing holds."""
    monkeypatch.setenv("BRAINWIKI_CACHE", str(cache.parent / "another"))
    shutil.rmtree(cache.parent / "another", ignore_errors=True)
    found = content(refreshed(again(workspace)))
    monkeypatch.setenv("BRAINWIKI_CACHE", str(cache))
    return found


def test_everything_is_read_once(brain: Build, settled: None) -> None:
    workspace = brain(FILES)
    done = refresh(workspace)
    assert done[:4] == (5, 5, 0, True)
    assert Path(done.place).is_file()
    assert refresh(workspace) == Refreshed(5, 0, 0, False, done.place)
    assert refresh(again(workspace)) == Refreshed(5, 0, 0, False, done.place)


def test_files_that_changed_just_now_are_read_again_and_not_cut_again(brain: Build) -> None:
    workspace = brain(FILES)
    refresh(workspace)
    assert refresh(again(workspace)).read == 0


def test_only_what_changed_is_cut_again(brain: Build, settled: None) -> None:
    workspace = brain(FILES)
    refresh(workspace)
    told: list[tuple[int, int]] = []
    path = Path(workspace.root) / "wiki/knowledge/a.md"
    path.write_text("# Pumps\n\nNow at fifty bar.\n", "utf-8")
    (Path(workspace.root) / "wiki/notes/x/b.md").unlink()
    done = refresh(workspace, lambda number, of: told.append((number, of)))
    assert done[:4] == (4, 1, 1, False)
    assert told == [(1, 1)]
    assert [hit.path for hit in ask(workspace, "fifty").hits] == ["knowledge/a.md"]
    assert ask(workspace, "forty").mode == "recency"


def test_a_file_that_only_looks_different_is_noted(brain: Build, settled: None) -> None:
    workspace = brain(FILES)
    refresh(workspace)
    path = Path(workspace.root) / "wiki/knowledge/a.md"
    os.utime(path, (1, 1))
    assert refresh(workspace).read == 0
    path.write_bytes(path.read_bytes())
    looks = workspace.index().looks()
    refresh(workspace)
    assert workspace.index().looks() != looks
    assert {name for name, look in workspace.index().looks().items() if look != looks[name]} == {"knowledge/a.md"}


def test_a_file_that_goes_while_it_is_read_is_left_to_the_next_time(
    brain: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = brain(FILES)
    read = ConfinedRoot.read_listed

    def gone(self: ConfinedRoot, path: str) -> bytes:
        if path.endswith("b.md"):
            raise FileNotFoundError(path)
        return read(self, path)

    monkeypatch.setattr(ConfinedRoot, "read_listed", gone)
    assert refresh(workspace).read == 4
    monkeypatch.undo()


def test_other_settings_are_another_index(brain: Build) -> None:
    first = refresh(brain(FILES))
    second = refresh(brain(FILES, config='exclude = ["notes/*"]\n'))
    assert (second.files, second.rebuilt) == (4, True)
    assert second.place != first.place
    assert not Path(first.place).exists()


def test_what_was_forgotten_leaves_no_trace(brain: Build, cache: Path) -> None:
    secret = {
        "notes/x/b.md": "The secret word is xyzzy.\n",
        "sessions/s/transcript.jsonl": '{"turn": 1, "text": "plugh"}\n{"turn": 2, "text": "hello"}\n',
    }
    workspace = brain({**FILES, **secret})
    refresh(workspace)
    assert ask(workspace, "xyzzy").mode == ask(workspace, "plugh").mode == "sparse"
    log = '{"pages": ["notes/x/b.md"], "turns": ["sessions/s#turn-1"]}\n'
    write_files(Path(workspace.root) / "wiki", {"forgotten.jsonl": log})
    refresh(workspace)
    assert ask(workspace, "xyzzy").mode == ask(workspace, "plugh").mode == "recency"
    assert [(hit.path, hit.turn) for hit in ask(workspace, "hello").hits] == [("sessions/s", 2)]
    workspace.index().close()
    assert not any(
        word in file.read_bytes() for file in cache.rglob("*") if file.is_file() for word in (b"xyzzy", b"plugh")
    )


def test_evidence_beside_the_brain_is_found_as_a_source(brain: Build, tmp_path: Path) -> None:
    write_files(
        tmp_path / "raw", {"a.md": "# Report\n\nThe turbine spins.\n", "b.txt": "Plain turbine.\n", "c.png": b"turbine"}
    )
    workspace = brain(
        {"raw/a.md": "A page of the same path.\n", "knowledge/x.md": "Text.\n"}, config='evidence = ["raw"]\n'
    )
    found = search(workspace, "turbine")
    assert sorted((hit.path, hit.kind, hit.title) for hit in found.hits) == [
        ("raw/a.md", "source", "Report"),
        ("raw/b.txt", "source", "b.txt"),
    ]


def test_names_that_are_no_text_are_written_with_escapes(tmp_path: Path) -> None:
    write_files(tmp_path / "wiki", {"knowledge/a.md": "Text.\n"})
    with open(os.fsencode(tmp_path / "wiki/knowledge") + b"/b\xff.md", "wb") as file:
        file.write(b"A zebra.\n")
    (tmp_path / "brainwiki.toml").write_text("", "utf-8")
    assert [hit.path for hit in search(open_workspace(str(tmp_path), now=NOW), "zebra").hits] == ["knowledge/b\\xff.md"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_any_edits_the_index_is_what_a_build_from_nothing_is(
    seed: int, brain: Build, settled: None, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = brain(FILES)
    chance = random.Random(seed)
    for number in range(EDITS // 3):
        edit(Path(workspace.root) / "wiki", chance)
        if chance.random() < 0.5:
            refresh(workspace if chance.random() < 0.5 else again(workspace))
        if number % 20 == 19:
            assert content(refreshed(workspace)) == anew(workspace, monkeypatch, cache)
    assert content(refreshed(workspace)) == anew(workspace, monkeypatch, cache)
    assert is_sound(workspace)


def _killed(work: Callable[[], object]) -> int:
    """Run something in a child that may end at any moment; how it ended."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _dying(steps: int, patch: pytest.MonkeyPatch) -> None:
    """From now on this process dies after so many steps of SQLite."""
    left = [steps]

    def step() -> int:
        left[0] -= 1
        if left[0] < 0:
            os._exit(9)
        return 0

    for name in ("_connected", "_made"):
        make = getattr(adapter, name)

        def watched(path: str, make: Callable[[str], object] = make) -> object:
            connection = make(path)
            connection.set_progress_handler(step, 40)  # type: ignore[attr-defined]
            return connection

        patch.setattr(adapter, name, watched)


@pytest.mark.parametrize("is_first", [True, False], ids=["the first build", "a change"])
def test_who_is_killed_leaves_an_index_that_answers(
    is_first: bool, brain: Build, settled: None, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = brain(FILES)
    wanted = anew(workspace, monkeypatch, cache)
    ended = set()
    for number in range(KILLS):
        shutil.rmtree(cache, ignore_errors=True)
        if not is_first:
            path = Path(workspace.root) / "wiki/knowledge/a.md"
            path.write_text("Before.\n", "utf-8")
            refreshed(again(workspace)).index().close()
            path.write_text(TEXTS[0], "utf-8")

        def work(steps: int = 1 + number * (240 // KILLS)) -> None:
            with pytest.MonkeyPatch.context() as patch:
                _dying(steps, patch)
                refresh(again(workspace))

        ended.add(_killed(work))
        other = again(workspace)
        assert [hit.path for hit in search(other, "forty").hits] == ["knowledge/a.md"]
        assert content(other) == wanted
        assert is_sound(other)
        other.index().close()
    assert 9 in ended


@pytest.mark.parametrize("call", ["mkstemp", "link", "unlink", "makedirs"])
@pytest.mark.parametrize("is_after", [False, True], ids=["before", "after"])
def test_who_is_killed_at_a_call_to_the_system_leaves_an_index_that_answers(
    call: str, is_after: bool, brain: Build, cache: Path
) -> None:
    workspace = brain(FILES)
    refreshed(again(workspace)).index().close()
    again(workspace)
    other = brain(FILES, config='exclude = ["tasks/*"]\n')

    def work() -> None:
        with pytest.MonkeyPatch.context() as patch:
            owner = adapter.tempfile if call == "mkstemp" else os
            real = getattr(owner, call)

            def die(*arguments: object, **more: object) -> object:
                if is_after:
                    real(*arguments, **more)
                os._exit(9)

            patch.setattr(owner, call, die)
            refresh(again(other))

    assert _killed(work) == 9
    assert [hit.path for hit in search(again(other), "forty").hits] == ["knowledge/a.md"]


def test_two_processes_that_build_at_once_get_along(brain: Build, settled: None) -> None:
    workspace = brain({**FILES, **{f"knowledge/p{number}.md": f"Page {number} about forty.\n" for number in range(40)}})
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            try:
                mine = again(workspace)
                refresh(mine)
                os._exit(0 if len(ask(mine, "forty").hits) == 10 else 1)
            finally:
                os._exit(2)
        children.append(child)
    assert {os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children} == {0}
    assert is_sound(refreshed(workspace))
    assert not [name for name in os.listdir(os.path.dirname(refresh(workspace).place)) if "-new-" in name]


def test_a_reader_that_stops_leaves_the_state_before(
    brain: Build, settled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = brain(FILES)
    before = content(refreshed(workspace))
    write_files(Path(workspace.root) / "wiki", {"knowledge/new.md": "New.\n", "knowledge/a.md": "Other.\n"})
    insert = stored._insert

    def fail(*arguments: object) -> None:
        insert(*arguments)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(stored, "_insert", fail)
    with pytest.raises(KeyboardInterrupt):
        refresh(workspace)
    monkeypatch.setattr(stored, "_insert", insert)
    assert content(workspace) == before
    assert refresh(workspace).read == 2
