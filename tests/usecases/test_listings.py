"""Index and log are made anew for a state in Git; what people keep by hand is left to them."""

from __future__ import annotations

import pytest

from brainwiki.model.receipt import Receipt, Vouched
from brainwiki.review.changelog import Entry
from brainwiki.rules.compact_index import LEAD
from brainwiki.usecases.listings import listings
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build

ENTRY = Entry(Receipt("p-1", "New wishes", "One claim.", "", Vouched("x/1", "")), "2026-05-02")
PAGE = "---\ntype: concept\ntitle: Tea\ndescription: d\n---\nText.\n"


def written(workspace: Workspace, *entries: Entry) -> dict[str, str]:
    """The listings that differ, as texts."""
    return {path: raw.decode() for path, raw in listings(workspace, load_wiki(workspace), entries).items()}


def test_a_generated_index_follows_the_pages(brain: Build) -> None:
    """Its title stays, and once written it is not written again."""
    workspace = brain({"index.md": f"# Ours\n\n{LEAD}\n", "knowledge/tea.md": PAGE})
    found = written(workspace)
    assert found["index.md"].startswith(f"# Ours\n\n{LEAD}\n\n## ")
    assert "[[tea" in found["index.md"]
    workspace = brain({"index.md": found["index.md"], "knowledge/tea.md": PAGE})
    assert written(workspace) == {}


@pytest.mark.parametrize("index", ["# Mine\n\n- [[tea]]\n", None])
def test_an_index_that_is_not_generated_is_left_to_people(brain: Build, index: str | None) -> None:
    """And none is made where there is none."""
    texts = {"knowledge/tea.md": PAGE, **({"index.md": index} if index else {})}
    assert "index.md" not in written(brain(texts))


def test_the_log_gets_its_lines(brain: Build) -> None:
    """It is made where there is none; without entries it is left alone."""
    found = written(brain({"knowledge/tea.md": PAGE}), ENTRY)
    assert found == {"log.md": "# Log\n\n## 2026-05-02\n\n- [[proposals/p-1|New wishes]]: One claim.\n"}
    assert written(brain({"knowledge/tea.md": PAGE, "log.md": found["log.md"]}), ENTRY) == {}
    assert written(brain({"knowledge/tea.md": PAGE})) == {}


def test_a_folder_of_notes_gets_neither(brain: Build) -> None:
    """A dialect whose index is nobody's program keeps what it has."""
    workspace = brain({"index.md": f"# Ours\n\n{LEAD}\n", "tea.md": PAGE}, profile="obsidian")
    assert written(workspace, ENTRY) == {}
