"""What is found in real wikis: every finding of the list was read against its file and is true; none may appear or vanish unseen."""

from __future__ import annotations

import json
from pathlib import Path

from brainwiki.bootstrap import open_workspace
from brainwiki.usecases.check import check
from tests.helpers import NOW, REPOSITORY

LABELLED = json.loads((REPOSITORY / "tests/data/corpora-findings.json").read_text("utf-8"))


def name_of(folder: Path) -> str:
    """The name by which the list knows a wiki: its last folders."""
    names = ("/".join(folder.parts[-count:]) for count in (3, 2, 1))
    return next((name for name in names if name in LABELLED), "")


def test_findings_are_the_labelled_ones(corpus: Path) -> None:
    name = name_of(corpus)
    workspace = open_workspace(str(corpus), now=NOW)
    checked = check(workspace)
    codes = {finding.code for finding in checked.report.findings}
    assert "BW904" not in codes
    if name:
        assert workspace.profile.name == LABELLED[name]["profile"]
        assert [[f.path, f.line, f.code] for f in checked.report.findings] == LABELLED[name]["findings"]


def test_the_list_counts_true_findings_of_several_kinds() -> None:
    found = [tuple(entry) for wiki in LABELLED.values() for entry in wiki["findings"]]
    assert len(found) > 150
    codes = {code for _, _, code in found}
    assert {"BW103", "BW109", "BW110", "BW115", "BW123", "BW201", "BW206", "BW207", "BW209", "BW210", "BW211"} <= codes
    assert {"BW212", "BW213", "BW301", "BW302", "BW304"} <= codes
