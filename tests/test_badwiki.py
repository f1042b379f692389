"""The corpus of bad inputs: every file alone, all together, and with CRLF line ends gives exactly the findings that are written down."""

from __future__ import annotations

import json
import shutil
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.usecases.check import check
from brainwiki.usecases.mend import mend
from tests.helpers import NOW

FOLDER = Path(__file__).parent / "badwiki"
EXPECTED: dict[str, list[tuple[str, int]]] = {
    name: [(code, line) for code, line in found]
    for name, found in json.loads((FOLDER / "expected.json").read_text("utf-8")).items()
}
NOT_COUNTED = "BW210"  # cases are not linked from anywhere
SEAM = "␛+".encode()  # parts the secrets in the files, so that no scanner takes them for a leak


def crlf(raw: bytes) -> bytes:
    """The CRLF twin of a file; a file that has such line ends already is its own twin."""
    return raw if b"\r\n" in raw else raw.replace(b"\n", b"\r\n")


def findings(folder: Path, names: list[str], twin: bool) -> dict[str, list[tuple[str, int]]]:
    """What a check of the base with these cases says, by file name."""
    shutil.copytree(FOLDER / "base", folder)
    cases = folder / "knowledge" / "cases"
    cases.mkdir()
    for name in names:
        raw = (FOLDER / "cases" / name).read_bytes().replace(SEAM, b"")
        (cases / name).write_bytes(crlf(raw) if twin else raw)
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for finding in check(open_workspace(str(folder), now=NOW)).report.findings:
        if finding.code != NOT_COUNTED:
            found[finding.path.rpartition("/")[2]].append((finding.code, finding.line))
    return {name: sorted(places) for name, places in found.items()}


def test_every_case_is_expected_and_every_expectation_has_a_case() -> None:
    assert {path.name for path in (FOLDER / "cases").iterdir()} == set(EXPECTED)


@pytest.mark.parametrize("twin", [False, True], ids=["lf", "crlf"])
def test_all_together(tmp_path: Path, twin: bool) -> None:
    found = findings(tmp_path / "brain", list(EXPECTED), twin)
    assert found == {name: places for name, places in EXPECTED.items() if places}


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_alone(tmp_path: Path, name: str) -> None:
    places = EXPECTED[name]
    assert findings(tmp_path / "brain", [name], False) == ({name: places} if places else {})


@pytest.mark.parametrize("twin", [False, True], ids=["lf", "crlf"])
def test_safe_fixes_take_their_findings_away_and_bring_no_others(tmp_path: Path, twin: bool) -> None:
    folder = tmp_path / "brain"
    findings(folder, list(EXPECTED), twin)
    workspace = open_workspace(str(folder), now=NOW)
    run = partial(check, workspace)
    before = Counter((one.path, one.code) for one in run().report.findings)
    found = mend(workspace, run)
    after = Counter((one.path, one.code) for one in found.checked.report.findings)
    gone = Counter((one.path, code) for one in found.fixed for code in one.codes)
    assert (before - after, after - before) == (gone, Counter())
    left = {(one.path, one.code) for one in found.checked.report.findings if one.fix == "safe"}
    assert left == {(one.path, one.code) for one in found.left}
    assert {path.rpartition("/")[2] for path, _ in left} == {"bw102-two-boms.md"}


def test_the_base_is_clean(tmp_path: Path) -> None:
    assert findings(tmp_path / "brain", [], False) == {}
