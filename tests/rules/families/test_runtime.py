"""BW506: what programs leave behind, what only looks like it, and what a page shows or cites."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.rule import View
from brainwiki.usecases.check import check
from tests.helpers import NOW, make_brain, titled, wiki_of


def told(files: list[str], pages: dict[str, str] | None = None) -> list[tuple[str, str]]:
    """Path and message of each finding."""
    wiki = wiki_of(pages or {"knowledge/a.md": titled("A")}, load_profile("brain").dialect, files=frozenset(files))
    report = engine.run(View(wiki, NOW), Settings(select=("BW506",)))
    return [(finding.path, finding.message) for finding in report.findings]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("index.db", "a database"), ("memory.sqlite", "a database"), ("memory.sqlite3", "a database"), ("x.SQLITE3", "a database"),
        ("memory.sqlite3-wal", "a database"), ("memory.db-shm", "a database"), ("a.db-journal", "a database"), ("v.duckdb", "a database"),
        ("dump.rdb", "a database"), ("data.mdb", "a database"), ("vectors.faiss", "an index"), ("v.hnsw", "an index"), ("v.usearch", "an index"),
        ("a.pyc", "a cache"), ("a.cache", "a cache"), ("embeddings.pkl", "a cache"), (".eslintcache", "a cache"), ("write.lock", "a lock"),
        (".lock", "a lock"), ("x.lck", "a lock"), ("server.pid", "the number of a process"), ("run.log", "a log"), ("a.tmp", "a temporary file"),
        (".a.md.swp", "a temporary file"), ("big.crdownload", "a temporary file"), ("a.md~", "a backup copy"), ("a.md.bak", "a backup copy"),
        ("a.md.orig", "a backup copy"), ("a.rej", "a backup copy"), (".DS_Store", "a file that the system"), ("Thumbs.db", "a file that the system"),
        ("desktop.ini", "a file that the system"), ("._a.png", "a file that the system"), ("~$report.docx", "a file that the system"),
        (".~lock.report.odt#", "a file that the system"), (".#a.md", "a file that the system"), (".nfs0000001", "a file that the system"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("folder", ["", "knowledge/", "資料/"])
def test_what_programs_leave(folder: str, name: str, kind: str) -> None:
    ((path, message),) = told([folder + name])
    assert path == folder + name
    assert message.startswith(f"The file `{name}` is {kind}")


@pytest.mark.parametrize(
    "name",
    [
        "chart.png", "report.pdf", "table.csv", "data.json", "transcript.jsonl", "forgotten.jsonl", "notes.txt", "LICENSE", ".gitignore", "page.base",
        "board.canvas", "poetry.lock", "Cargo.lock", "uv.lock", "flake.lock", "yarn.lock", "db.png", "sqlite.txt", "a.log.txt", "lock", "log", "pid",
        "blog", "catalog", "journal", "two-wal", "x-journal", "~", "archive.old.zip", "model.npy", "table.parquet", ".citadel_ingested.json", "a.md.txt",
    ],
)  # fmt: skip
def test_other_files_pass(name: str) -> None:
    if name != "~":
        assert told([f"knowledge/{name}"]) == []


def test_a_folder_of_a_program_is_told_once() -> None:
    files = [f"node_modules/a/{number}.js" for number in range(1_500)] + [
        "knowledge/__pycache__/a.cpython-311.pyc",
        "jobs/1.json",
    ]
    assert told(files) == [
        ("jobs/1.json", "The folder `jobs/` holds the state of jobs."),
        ("knowledge/__pycache__/a.cpython-311.pyc", "The folder `knowledge/__pycache__/` holds a cache."),
        ("node_modules/a/0.js", "The folder `node_modules/` holds installed packages, 1,500 files."),
    ]


@pytest.mark.parametrize(
    "path", ["jobs/offer.pdf", "knowledge/jobs/state.json", "jobs.json", "knowledge/node_modules.png", "job/1.json"]
)
def test_a_folder_about_jobs_is_none(path: str) -> None:
    assert told([path]) == []


@pytest.mark.parametrize("link", ["[log](run.log)", "![[run.log]]", "[[knowledge/run.log]]", "[log](run.log#L3)"])
def test_what_a_page_shows_passes(link: str) -> None:
    pages = {"knowledge/a.md": titled("A", f"See {link}.\n")}
    assert told(["knowledge/run.log", "knowledge/other.log"], pages) == [
        ("knowledge/other.log", "The file `other.log` is a log.")
    ]


def test_what_a_page_cites_passes() -> None:
    source = "sources:\n  - id: 1\n    resource: sources/run.log#L3\n    quote: x\n"
    pages = {"knowledge/a.md": titled("A", "It ran. [cite:1]\n", source)}
    assert told(["sources/run.log"], pages) == []


def test_files_are_told_in_order_at_no_line() -> None:
    assert [path for path, _ in told(["b.db", "a.db", "a/z.db"])] == ["a.db", "a/z.db", "b.db"]


def test_the_disk_is_read_as_it_is(tmp_path: object) -> None:
    files = {"knowledge/a.md": titled("A"), ".DS_Store": "x", "knowledge/m.sqlite3": b"\0", ".obsidian/x.db": "x"}
    report = check(make_brain(tmp_path, files)).report  # type: ignore[arg-type]
    found = [(finding.path, finding.line, finding.column) for finding in report.findings if finding.code == "BW506"]
    assert found == [("wiki/.DS_Store", 1, 1), ("wiki/knowledge/m.sqlite3", 1, 1)]


def test_a_path_can_be_let_off_in_the_configuration(tmp_path: object) -> None:
    files = {"knowledge/a.md": titled("A"), "cache/x.db": "x", "y.db": "y"}
    config = '[paths."cache/*"]\nBW506 = "off"\nreason = "the index of a tool that cannot be moved"\n'
    report = check(make_brain(tmp_path, files, config=config)).report  # type: ignore[arg-type]
    assert [finding.path for finding in report.findings if finding.code == "BW506"] == ["wiki/y.db"]
