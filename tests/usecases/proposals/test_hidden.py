"""What waits for its review is nowhere but on its branch: no search, no context and no page of the brain knows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.usecases.check import check
from brainwiki.usecases.context import Wanted, pack_context
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.proposals.deciding import approve, reject
from brainwiki.usecases.search import search
from brainwiki.usecases.workspace import Workspace
from tests.usecases.proposals.field import MILLIONS, PAGE, field, opened, opened_both, page

WORD = "xylophone"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setenv("BRAINWIKI_EMBEDDER", "none")
    return field(tmp_path)


def test_open_and_approved_proposals_are_in_no_search_and_no_context(workspace: Workspace) -> None:
    text = page("Answers", f"Prefers the {WORD}.").encode()
    before, found_before = {one.path for one in load_wiki(workspace)}, check(workspace).report.findings
    found = opened(workspace, files={PAGE: text, "notes/remembered/new.md": text.replace(b"Answers", b"Instruments")})
    on_branch = workspace.refs().files(found.commit)
    assert sum(WORD.encode() in raw for path, raw in on_branch.items() if "/proposals/" not in path) == 2
    for step in (lambda: None, lambda: approve(workspace, found.id, "human:mika")):
        step()
        assert not any(WORD in hit.snippet for hit in search(workspace, WORD).hits)
        assert WORD not in pack_context(workspace, "answers", Wanted(4000)).text
        assert {one.path for one in load_wiki(workspace)} == before
        assert check(workspace).report.findings == found_before


def test_a_rejected_misattribution_is_found_by_no_search(workspace: Workspace) -> None:
    found = opened_both(workspace)
    reject(workspace, found.id, "human:mika", "She spoke of her sister.", [MILLIONS.id])
    pages = {hit.path for hit in search(workspace, "31.5 million").hits if "31.5" in hit.snippet}
    assert all(one.startswith("sessions/") for one in pages)
    on_branch = workspace.refs().files(workspace.refs().tip(f"brainwiki/proposal/{found.id}"))
    assert {path.split("/")[1] for path, raw in on_branch.items() if b"31.5" in raw} == {"sessions"}
