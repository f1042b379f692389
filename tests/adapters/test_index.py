"""The index's file: where it lies, how it is begun, given its name, given up; and what it does when it cannot be read or written."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

import pytest

from brainwiki.adapters import index as module
from brainwiki.adapters import vectors
from brainwiki.adapters.index import FileIndex
from brainwiki.config.profile import load_profile
from brainwiki.errors import IndexWriteError, RottenIndexError
from brainwiki.markup import parser
from brainwiki.model.query import Query
from brainwiki.ports import Entry, Known
from brainwiki.retrieval.passages import unit_of

ANY = Query("", "")
BRAIN = load_profile("brain").dialect


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("BRAINWIKI_CACHE", str(tmp_path / "cache"))
    (tmp_path / "workspace").mkdir()
    return str(tmp_path / "workspace")


def entry(path: str, text: str, version: str = "v") -> Entry:
    return Entry(path, Known("look", version), unit_of(path, parser.outline(path, text.encode(), BRAIN)))


def opened(root: str, stamp: str = "stamp") -> FileIndex:
    index = FileIndex(root)
    index.open(stamp)
    return index


def filled(root: str, stamp: str = "stamp") -> FileIndex:
    index = opened(root, stamp)
    index.update([entry("knowledge/a.md", "The pump runs.\n"), entry("rules/r.md", "Be kind.\n")], (), {})
    return index


def lexical(index: FileIndex, *terms: str) -> list[str]:
    found = index.lexical(ANY, terms, 10)
    known = index.candidates(found)
    return [known[row].path for row in found]


def files(root: str) -> list[str]:
    folder = Path(root).parent / "cache" / "index"
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def test_a_file_has_its_name_when_it_is_whole(root: str) -> None:
    index = opened(root)
    assert ["-new-" in name for name in files(root)] == [True]
    index.update([entry("knowledge/a.md", "The pump runs.\n")], (), {})
    assert Path(index.place).name in files(root)
    assert not any("-new-" in name for name in files(root))
    assert lexical(index, "pump") == ["knowledge/a.md"]
    index.close()


def test_a_file_that_never_was_whole_goes(root: str) -> None:
    index = opened(root)
    index.close()
    assert files(root) == []
    index.close()


def test_what_was_written_is_there_for_the_next(root: str) -> None:
    filled(root).close()
    index = opened(root)
    assert index.looks() == {"knowledge/a.md": "look", "rules/r.md": "look"}
    assert (index.version("knowledge/a.md"), index.version("nothing")) == ("v", "")
    assert lexical(index, "pump") == ["knowledge/a.md"]
    assert lexical(index, "kind") == []


def test_a_file_takes_the_place_of_what_was_known_and_goes_when_it_is_gone(root: str) -> None:
    index = filled(root)
    index.update([entry("knowledge/a.md", "The valve leaks.\n", "w")], (), {})
    assert (lexical(index, "pump"), lexical(index, "valv")) == ([], ["knowledge/a.md"])
    index.update((), ["knowledge/a.md", "never/was.md"], {"rules/r.md": Known("other", "v")})
    assert lexical(index, "valv") == []
    assert index.looks() == {"rules/r.md": "other"}


def test_another_stamp_is_another_file_and_the_old_one_goes(root: str) -> None:
    first = filled(root)
    second = opened(root, "other")
    assert second.looks() == {}
    assert lexical(first, "pump") == ["knowledge/a.md"]  # until the new one is whole
    assert os.path.exists(first.place)
    second.update([entry("knowledge/b.md", "The pump.\n")], (), {})
    assert not os.path.exists(first.place)
    assert files(root)[0] == Path(second.place).name
    first.open("other")
    assert lexical(first, "pump") == ["knowledge/b.md"]


def test_vectors_of_texts_that_stay_are_taken_along(root: str) -> None:
    first = filled(root)
    vectors.create(first.connection)
    (digest,) = first.connection.execute("SELECT digest FROM passages").fetchone()
    first.connection.execute("INSERT INTO embedders VALUES (1, 'model', 2)")
    first.connection.execute("INSERT INTO vectors VALUES (1, ?, x'00')", (digest,))
    first.connection.execute("INSERT INTO vectors VALUES (1, x'ff', x'00')")
    first.connection.commit()
    first.close()
    second = filled(root, "other")
    assert second.connection.execute("SELECT digest FROM vectors").fetchall() == [(digest,)]


def test_one_who_was_slower_takes_the_file_of_the_other(root: str) -> None:
    slow = opened(root)
    fast = filled(root)
    slow.update([entry("knowledge/z.md", "The pump.\n")], (), {})
    assert lexical(slow, "pump") == lexical(fast, "pump") == ["knowledge/a.md"]
    assert not any("-new-" in name for name in files(root))


def test_where_links_are_not_known_the_file_is_renamed(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    assert lexical(filled(root), "pump") == ["knowledge/a.md"]
    assert not any("-new-" in name for name in files(root))


def test_without_a_cache_folder_it_lives_in_memory(root: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("no folder")
    index = filled(root)
    assert index.place == ""
    assert lexical(index, "pump") == ["knowledge/a.md"]
    index.update([entry("knowledge/a.md", "Nothing.\n")], (), {})
    assert lexical(index, "pump") == []
    monkeypatch.setenv("BRAINWIKI_CACHE", root)  # a cache in the workspace could have come with it
    assert filled(root).place == ""
    assert os.listdir(root) == []


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"x" * 5_000])
def test_a_file_that_is_none_of_ours_is_begun_anew(root: str, content: bytes) -> None:
    first = filled(root)
    place = first.place
    first.close()
    Path(place).write_bytes(content)
    index = opened(root)
    assert index.looks() == {}
    index.update([entry("knowledge/a.md", "The pump runs.\n")], (), {})
    assert index.place == place
    assert lexical(index, "pump") == ["knowledge/a.md"]


def test_a_file_that_is_rotten_within_goes_when_that_is_seen(root: str) -> None:
    index = filled(root)
    index.update([entry(f"knowledge/p{number}.md", f"word{number} " * 900) for number in range(20)], (), {})
    index.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    place = index.place
    index.close()
    index = opened(root)
    with open(place, "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (os.path.getsize(place) - 4096))
    with pytest.raises(RottenIndexError, match="cannot be read"):
        index.rows(range(1, 30))
    assert not os.path.exists(place)
    assert lexical(filled(root), "pump") == ["knowledge/a.md"]


def test_another_writer_is_waited_for_and_then_told(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    index = filled(root)
    index.close()
    index.open("stamp")
    other = sqlite3.connect(index.place, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(IndexWriteError, match="another process writes into it"):
        index.update([entry("knowledge/b.md", "x\n")], (), {})
    assert lexical(index, "pump") == ["knowledge/a.md"]
    other.execute("ROLLBACK")
    index.update([entry("knowledge/b.md", "The pump.\n")], (), {})
    assert sorted(lexical(index, "pump")) == ["knowledge/a.md", "knowledge/b.md"]


def test_a_full_disk_is_told(root: str) -> None:
    index = filled(root)
    index.connection.execute("PRAGMA max_page_count = 1")
    pages = [entry(f"knowledge/p{number}.md", "word " * 4_000) for number in range(40)]
    with pytest.raises(IndexWriteError, match="full"):
        index.update(pages, (), {})
    assert lexical(index, "pump") == ["knowledge/a.md"]


def test_a_first_build_that_fails_leaves_nothing(root: str) -> None:
    def broken() -> object:
        yield entry("knowledge/a.md", "x\n")
        raise ValueError

    index = opened(root)
    with pytest.raises(ValueError):  # noqa: PT011
        index.update(broken(), (), {})  # type: ignore[arg-type]
    assert files(root) == []


def test_an_index_that_is_not_open_cannot_be_asked(root: str) -> None:
    with pytest.raises(RuntimeError, match="not open"):
        FileIndex(root).looks()


def test_files_that_were_left_behind_go_after_a_while(root: str) -> None:
    begun = opened(root)
    (name,) = files(root)
    path = Path(root).parent / "cache" / "index" / name
    opened(root).close()
    assert path.exists()  # another process may be at work on it
    os.utime(path, (1, 1))
    opened(root).close()
    assert not path.exists()
    begun.close()


def test_several_threads_may_ask_at_once(root: str) -> None:
    index = filled(root)
    failed: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for step in range(10):
                index.update([entry(f"knowledge/t{number}.md", f"The pump {step}.\n", str(step))], (), {})
                with index.steady():
                    assert "knowledge/a.md" in lexical(index, "pump")
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert len(lexical(index, "pump")) == 5
