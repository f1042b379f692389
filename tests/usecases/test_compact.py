"""The compact index written into the working tree: made, kept up to date, and never over what a person wrote."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from brainwiki.errors import HandWrittenError, SymlinkError
from brainwiki.rules.compact_index import LEAD
from brainwiki.usecases.check import check
from brainwiki.usecases.compact import write_index
from brainwiki.usecases.workspace import Workspace
from tests.helpers import titled

Build = Callable[..., Workspace]

TEXTS = {"knowledge/pump.md": titled("Pump"), "knowledge/valve.md": titled("Valve", "See [[pump]].\n")}


def test_an_index_is_made_and_stays_while_nothing_changes(brain: Build, tmp_path: Path) -> None:
    workspace = brain(TEXTS, config='title = "Mine"\n')
    made = write_index(workspace)
    file = tmp_path / "wiki/index.md"
    assert file.read_bytes().decode() == made.text
    assert made.text.startswith(f"# Mine\n\n{LEAD}\n")
    assert (made.path, made.changed) == ("wiki/index.md", True)
    stamp = file.stat().st_mtime_ns
    assert write_index(workspace) == made._replace(changed=False)
    assert file.stat().st_mtime_ns == stamp


def test_the_check_agrees_with_what_was_written(brain: Build) -> None:
    workspace = brain(TEXTS, config="index_budget = 70\n")
    write_index(workspace)
    assert not check(workspace, select=("BW407",)).report.findings


def test_an_index_follows_its_pages_and_keeps_its_title(brain: Build, tmp_path: Path) -> None:
    workspace = brain({**TEXTS, "index.md": f"# Old name\n\n{LEAD}\n\n- [[gone]]\n"})
    made = write_index(workspace)
    assert made.changed
    assert made.text.startswith("# Old name\n")
    assert "gone" not in made.text


@pytest.mark.parametrize("text", ["# Home\n\nMine: [[pump]].\n", f"---\ntitle: x\n---\n# A\n\n{LEAD}\n", "x"])
def test_what_a_person_wrote_is_never_overwritten(brain: Build, tmp_path: Path, text: str) -> None:
    workspace = brain({**TEXTS, "index.md": text})
    with pytest.raises(HandWrittenError, match=r"wiki/index.md was written by hand.*move it away"):
        write_index(workspace)
    assert (tmp_path / "wiki/index.md").read_text("utf-8") == text


def test_an_empty_file_is_nobodys_work(brain: Build) -> None:
    assert write_index(brain({**TEXTS, "index.md": "\n"})).changed


def test_a_symlink_is_not_followed(brain: Build, tmp_path: Path) -> None:
    workspace = brain({**TEXTS, "notes/x.md": f"# A\n\n{LEAD}\n"})
    (tmp_path / "wiki/index.md").symlink_to("notes/x.md")
    with pytest.raises(SymlinkError):
        write_index(workspace)


def test_the_budget_of_the_configuration_counts(brain: Build) -> None:
    many = {f"knowledge/p{number}.md": titled(f"Page {number}") for number in range(200)}
    made = write_index(brain(many, config="index_budget = 300\n"))
    assert made.tokens <= 300
    assert "… and" in made.text
