"""The corpus of bad inputs: every file alone, all together, and with CRLF line ends gives exactly the findings that are written down."""

from __future__ import annotations

import json
import re
import shutil
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from brainwiki.adapters.clock import FixedClock
from brainwiki.adapters.git import GitHistory
from brainwiki.adapters.local_rules import LocalRules
from brainwiki.adapters.shelf import NoShelf
from brainwiki.bootstrap import open_workspace, read_config
from brainwiki.config.profile import load_profile
from brainwiki.model.finding import Report
from brainwiki.usecases.check import check
from brainwiki.usecases.mend import mend
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.stores import Memory

FOLDER = Path(__file__).parent / "badwiki"
NOT_COUNTED = "BW210"  # cases are not linked from anywhere
SEAM = "␛+".encode()  # parts the secrets in the files, so that no scanner takes them for a leak
# Mended they would say something else, or nobody knows which characters they hold.
LEFT = {"bw101-after-bom.md", "bw102-two-boms.md", "bw124-lone-return.md", "bw124-old-mac.md"}
TWINS = pytest.mark.parametrize("twin", [False, True], ids=["lf", "crlf"])

Place = tuple[str, int, int, str]  # code, line, column, severity
Found = dict[str, list[Place]]


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON in which no key stands twice: the second one would hide the first."""
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys), f"stands twice: {max(keys, key=keys.count)}"
    return dict(pairs)


def read(name: str) -> dict[str, Any]:
    """A list of this folder."""
    found: dict[str, Any] = json.loads((FOLDER / name).read_text("utf-8"), object_pairs_hook=once)
    return found


EXPECTED: Found = {name: [tuple(place) for place in places] for name, places in read("expected.json").items()}
WIKIS = read("wikis.json")
BASE = [path for path in (FOLDER / "base").rglob("*") if path.is_file()]


def crlf(raw: bytes) -> bytes:
    """The CRLF twin of a file; a file that has such line ends already is its own twin."""
    return raw if b"\r\n" in raw else raw.replace(b"\n", b"\r\n")


def told(report: Report) -> dict[str, list[Place]]:
    """The findings of a report by path, in order."""
    found: dict[str, list[Place]] = defaultdict(list)
    for one in report.findings:
        if one.code != NOT_COUNTED:
            found[one.path].append((one.code, one.line, one.column, one.severity.value))
    return {path: sorted(places) for path, places in found.items()}


def lay(folder: Path, names: Iterable[str], twin: bool) -> None:
    """The base with these cases as files in a folder."""
    shutil.copytree(FOLDER / "base", folder)
    cases = folder / "knowledge" / "cases"
    cases.mkdir()
    for name in names:
        raw = (FOLDER / "cases" / name).read_bytes().replace(SEAM, b"")
        (cases / name).write_bytes(crlf(raw) if twin else raw)


def findings(folder: Path, names: list[str], twin: bool) -> Found:
    """What a check of the base with these cases says, by file name; every one of them must have been looked at."""
    lay(folder, names, twin)
    checked = check(open_workspace(str(folder), now=NOW))
    assert {f"knowledge/cases/{name}" for name in names} <= set(checked.wiki.pages)
    return {path.rpartition("/")[2]: places for path, places in told(checked.report).items()}


def wanted(names: Iterable[str]) -> Found:
    """The findings that are written down for these cases."""
    return {name: EXPECTED[name] for name in names if EXPECTED[name]}


def test_every_case_is_expected_and_every_expectation_has_a_case() -> None:
    assert {path.name for path in (FOLDER / "cases").iterdir()} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_an_expectation_is_whole_and_is_what_its_name_says(name: str) -> None:
    places = EXPECTED[name]
    assert [len(place) for place in places] == [4] * len(places), "code, line, column and severity of each finding"
    assert places == sorted(places)
    about = name.partition("-")[0].upper()
    assert (about == "OK" and not places) or about in {code for code, *_ in places}


def test_every_case_has_its_row_in_the_notes() -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", (FOLDER / "NOTES.md").read_text("utf-8"), re.MULTILINE)
    assert rows == sorted({*EXPECTED, *WIKIS})


@TWINS
def test_all_together(tmp_path: Path, twin: bool) -> None:
    assert findings(tmp_path / "brain", list(EXPECTED), twin) == wanted(EXPECTED)


@TWINS
@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_alone(tmp_path: Path, name: str, twin: bool) -> None:
    assert findings(tmp_path / "brain", [name], twin) == wanted([name])


@TWINS
def test_safe_fixes_take_their_findings_away_and_bring_no_others(tmp_path: Path, twin: bool) -> None:
    folder = tmp_path / "brain"
    lay(folder, EXPECTED, twin)
    workspace = open_workspace(str(folder), now=NOW)
    run = partial(check, workspace)
    before = Counter((one.path, one.code) for one in run().report.findings)
    found = mend(workspace, run)
    after = Counter((one.path, one.code) for one in found.checked.report.findings)
    gone = Counter((one.path, code) for one in found.fixed for code in one.codes)
    assert (before - after, after - before) == (gone, Counter())
    left = {(one.path, one.code) for one in found.checked.report.findings if one.fix == "safe"}
    assert left == {(one.path, one.code) for one in found.left}
    assert {path.rpartition("/")[2] for path, _ in left} == LEFT


def content(path: str, given: str | list[Any]) -> bytes:
    """A file of a small wiki: a text, or pieces, each as it stands or so many times; a page that begins with no dashes gets
    front matter with its path as title."""
    pieces = [given] if isinstance(given, str) else given
    text = "".join(piece if isinstance(piece, str) else piece[0] * piece[1] for piece in pieces)
    if path.endswith(".md") and not text.startswith("---\n"):
        text = f"---\ntype: reference\ntitle: {json.dumps(path, ensure_ascii=False)}\ndescription: One of a few.\n---\n\n{text}"
    return text.encode()


def in_memory(wikis: Iterable[Mapping[str, Any]], twin: bool) -> Workspace:
    """The base and these small wikis as one workspace that is on no disk."""
    files: dict[str, bytes] = {}
    for wiki in wikis:
        folder = f"{wiki['folder']}/" if "folder" in wiki else ""
        base = {} if wiki.get("alone") else {path.relative_to(FOLDER / "base").as_posix(): path for path in BASE}
        files |= {folder + path: source.read_bytes() for path, source in base.items()}
        files |= {path: text.encode() for path, text in wiki.get("outside", {}).items()}
        pages = {folder + path: content(path, given) for path, given in wiki["files"].items()}
        files |= {path: crlf(raw) if twin else raw for path, raw in pages.items()}
    store = Memory(files)
    config, source = read_config(store)
    folder = config.brain if source else "."
    prefix = "" if folder == "." else folder
    profile = load_profile(config.profile if source else "brain")
    outside = (GitHistory("/"), FixedClock(NOW), NoShelf(), store, LocalRules("/"))
    return Workspace(config, profile, store.below(folder), store, prefix, *outside, source)


def looked_at(workspace: Workspace, wikis: Iterable[Mapping[str, Any]]) -> dict[str, list[Place]]:
    """What a check says by path; every page of the wikis must have been looked at."""
    checked = check(workspace)
    known = {*checked.wiki.pages, *checked.wiki.files}
    assert {unicodedata.normalize("NFC", path) for wiki in wikis for path in wiki["files"]} <= {
        unicodedata.normalize("NFC", path) for path in known
    }
    return told(checked.report)


def places(wiki: Mapping[str, Any]) -> dict[str, list[Place]]:
    """The findings that are written down for a small wiki."""
    return {path: [tuple(place) for place in found] for path, found in wiki["expected"].items()}


@TWINS
@pytest.mark.parametrize("name", sorted(WIKIS))
def test_a_small_wiki_alone(name: str, twin: bool) -> None:
    wiki = WIKIS[name]
    assert looked_at(in_memory([wiki], twin), [wiki]) == places(wiki)


@TWINS
def test_small_wikis_together(twin: bool) -> None:
    joined = [wiki for wiki in WIKIS.values() if "outside" not in wiki]
    assert len(joined) == len(WIKIS) - 2  # the others have a configuration of their own
    wanted = {path: found for wiki in joined for path, found in places(wiki).items()}
    assert looked_at(in_memory(joined, twin), joined) == wanted


def test_symlinks_and_hidden_folders(tmp_path: Path) -> None:
    folder = tmp_path / "brain"
    lay(folder, [], False)
    (tmp_path / "secret.md").write_text("Secret.\n", encoding="utf-8")
    links = {
        "out.md": tmp_path / "secret.md",
        "nothing.md": tmp_path / "nowhere",
        "circle": folder,
        "self": folder / "self",
    }
    for name, target in links.items():
        (folder / name).symlink_to(target)
    for hidden in (".trash", ".archive/deep"):
        (folder / hidden).mkdir(parents=True)
        shutil.copy(folder / "knowledge/good/alpha.md", folder / hidden / "alpha.md")
    found = told(check(open_workspace(str(folder), now=NOW)).report)
    assert found == {name: [("BW505", 1, 1, "BLOCK")] for name in links}


def test_the_base_is_clean(tmp_path: Path) -> None:
    assert findings(tmp_path / "brain", [], False) == {}
