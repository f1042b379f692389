"""BW506: files in the brain that programs leave there while they run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from brainwiki.model.finding import Severity
from brainwiki.model.names import fold
from brainwiki.model.wiki import Wiki
from brainwiki.rules.rule import Example, Hit, Rule, View

_SYSTEM = frozenset({".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", ".localized", ".directory", "icon\r"})
_BY_ENDING = {
    "a database": ".db .db3 .sqlite .sqlite3 .duckdb .mdb .rdb -wal -shm -journal",
    "an index": ".faiss .hnsw .usearch .annoy .tantivy",
    "a cache": ".pyc .pyo .cache .eslintcache .pkl .pickle",
    "a lock": ".lock .lck",
    "the number of a process": ".pid",
    "a log": ".log",
    "a temporary file": ".tmp .temp .swp .swo .swn .part .crdownload",
    "a backup copy": "~ .bak .orig .rej .old",
}
_ENDINGS = {ending: kind for kind, endings in _BY_ENDING.items() for ending in endings.split()}
_ENDING = re.compile(r"(?:\.[a-z0-9]{1,12}|-wal|-shm|-journal|~)\Z")
_DATABASE = re.compile(r"\.(?:db3?|sqlite3?|duckdb)-(?:wal|shm|journal)\Z")
_OFFICE = re.compile(r"~\$|\._|\.~lock\.|\.#|\.fuse_hidden|\.nfs[0-9a-f]")
# What a package manager locks is chosen by people and belongs into Git.
_KEPT_LOCKS = frozenset(
    "poetry.lock pipfile.lock uv.lock pdm.lock pixi.lock cargo.lock yarn.lock bun.lock deno.lock flake.lock gemfile.lock composer.lock"
    " mix.lock pubspec.lock podfile.lock requirements.lock".split()
)
_FOLDERS = {
    "__pycache__": "a cache",
    "node_modules": "installed packages",
    "jobs": "the state of jobs",
}
_STATE = (
    ".json",
    ".jsonl",
    ".ndjson",
    ".yaml",
    ".yml",
    ".toml",
    ".state",
)  # what makes a folder `jobs` one of a program


def _kind(name: str) -> str:
    """What a file of this name is, where a program left it; empty for all others."""
    low = name.lower()
    if low in _SYSTEM or _OFFICE.match(low):
        return "a file that the system or an editor left"
    if low in _KEPT_LOCKS:
        return ""
    if _DATABASE.search(low):
        return "a database"
    ending = _ENDING.search(low)
    if ending is None or ending[0].startswith("-"):
        return ""
    return _ENDINGS.get(ending[0], "")


def _folder(path: str) -> str:
    """The folder of a program that a file lies in, up to its name with a slash; empty where it lies in none."""
    parts = path.split("/")
    for depth, part in enumerate(parts[:-1]):
        if part in _FOLDERS and (part != "jobs" or not depth and parts[-1].lower().endswith(_STATE)):
            return "/".join(parts[: depth + 1]) + "/"
    return ""


def _used(wiki: Wiki, paths: Iterable[str]) -> frozenset[str]:
    """Those of some files that a page links to, embeds or cites: what is shown or quoted is no dropping."""
    wanted = set(paths)
    linked = {path for page in wiki for _, target in wiki.targets(page) for path in target.paths}
    cited = {fold(source.resource.partition("#")[0]) for page in wiki for source in page.sources}
    return frozenset(path for path in wanted if path in linked or fold(path) in cited)


def _runtime(view: View) -> Iterator[Hit]:
    """Each such file once; of a folder that belongs to a program only its first file, with the number of them."""
    folders: Counter[str] = Counter()
    files: dict[str, str] = {}
    for path in sorted(view.wiki.files):
        folder = _folder(path) if "/" in path else ""
        if folder:
            folders[folder] += 1
            if folders[folder] == 1:
                files[path] = folder
        else:
            kind = _kind(path.rpartition("/")[2])
            if kind:
                files[path] = kind
    used = _used(view.wiki, files) if files else frozenset()
    for path, what in files.items():
        if path in used:
            continue
        if what in folders:
            kind = _FOLDERS[what.rstrip("/").rpartition("/")[2]]
            many = f", {folders[what]:,} files" if folders[what] > 1 else ""
            yield Hit(0, 0, f"The folder `{what}` holds {kind}{many}.", what, path=path)
        else:
            yield Hit(0, 0, f"The file `{path.rpartition('/')[2]}` is {what}.", path, path=path)


_PAGE = "---\ntype: concept\ntitle: Example\ndescription: d\n---\nText.\n"

RULES: tuple[Rule, ...] = (
    Rule(
        code="BW506",
        slug="runtime-file",
        severity=Severity.WARN,
        summary="A database, index, cache, lock, log or other file that a program keeps while it runs.",
        why="It changes with every run, cannot be reviewed or merged, and may hold what was deleted from the pages.",
        remedy="Move it out of the brain, into `.brainwiki/` or a cache folder, and let Git ignore it; delete it where no program needs it.",
        bad=(
            Example(
                "Text.\n",
                "an index beside the pages: `knowledge/search.sqlite3`",
                files={"knowledge/search.sqlite3": "x"},
            ),
            Example("Text.\n", "the state of jobs: `jobs/nightly.json`", files={"jobs/nightly.json": "{}"}),
        ),
        good=(
            Example("![Chart](chart.png)\n", "an attachment", files={"knowledge/chart.png": "x"}),
            Example(
                "The trial ended early, see [its log](run.log).\n",
                "a log that a page shows",
                files={"knowledge/run.log": "x"},
            ),
        ),
        scope="wiki",
        check_wiki=_runtime,
    ),
)
