"""The baseline on the disk: written once, then only smaller; a check leaves out what it allows."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.errors import BaselineError, ConfigError
from brainwiki.rules.baseline import PATH
from brainwiki.usecases.baseline import Shrunk, prune, read_baseline, renew
from brainwiki.usecases.check import Checked, check
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.helpers import titled, write_files

PAGES = {
    "a.md": titled("A", "[[x]] [[y]] and [[b]]\n"),
    "b.md": titled("B", "[[]] and [[a]]\n"),
    "c.md": titled("C", "Hidden\u200b words. [[a]]\n"),
}
FIRST = {"wiki/a.md": {"BW201": 2}, "wiki/b.md": {"BW204": 1}, "wiki/c.md": {"BW210": 1}}


def told(checked: Checked) -> list[tuple[str, str]]:
    """Path and code of what is reported."""
    return [(finding.path, finding.code) for finding in checked.report.findings]


@pytest.fixture
def workspace(brain: Build) -> Workspace:
    """A brain with four findings that a baseline may hold, and one of integrity."""
    return brain(PAGES)


def write(workspace: Workspace) -> Shrunk:
    """Make what is there the baseline."""
    return renew(workspace, check(workspace).found)


def test_without_the_file_nothing_is_allowed(workspace: Workspace) -> None:
    assert read_baseline(workspace) == {}
    assert prune(workspace, check(workspace).found) == Shrunk(0, 0, 0, False)
    assert not workspace.files.exists(PATH)


def test_the_first_write_allows_what_is_there(workspace: Workspace) -> None:
    assert write(workspace) == Shrunk(0, 4, 3, True)
    assert read_baseline(workspace) == FIRST
    checked = check(workspace)
    assert told(checked) == [("wiki/c.md", "BW503")]
    assert (checked.report.baselined, checked.report.unpruned, len(checked.found)) == (4, 0, 5)


def test_a_second_write_changes_nothing(workspace: Workspace, tmp_path: Path) -> None:
    write(workspace)
    before = (tmp_path / PATH).read_bytes()
    assert write(workspace) == Shrunk(4, 4, 3, False)
    assert (tmp_path / PATH).read_bytes() == before


def test_nothing_to_allow_writes_no_file(brain: Build) -> None:
    workspace = brain({"a.md": titled("A", "[[b]]\n"), "b.md": titled("B", "[[a]]\n")})
    assert write(workspace) == Shrunk(0, 0, 0, False)
    assert not workspace.files.exists(PATH)


def test_one_finding_more_brings_all_of_that_rule_and_page_back(workspace: Workspace, tmp_path: Path) -> None:
    write(workspace)
    write_files(tmp_path / "wiki", {"a.md": titled("A", "[[z]] [[x]] [[y]] and [[b]]\n")})
    assert told(check(workspace)) == [("wiki/a.md", "BW201")] * 3 + [("wiki/c.md", "BW503")]
    with pytest.raises(BaselineError, match=r"wiki/a\.md: BW201 from 2 to 3"):
        write(workspace)
    assert read_baseline(workspace) == FIRST


def test_what_was_mended_is_told_and_pruned(workspace: Workspace, tmp_path: Path) -> None:
    write(workspace)
    write_files(tmp_path / "wiki", {"a.md": titled("A", "[[x]] and [[b]]\n"), "b.md": titled("B", "[[a]]\n")})
    assert check(workspace).report.unpruned == 2
    assert prune(workspace, check(workspace).found) == Shrunk(4, 2, 2, True)
    assert read_baseline(workspace) == {"wiki/a.md": {"BW201": 1}, "wiki/c.md": {"BW210": 1}}
    assert check(workspace).report.unpruned == 0
    assert prune(workspace, check(workspace).found) == Shrunk(2, 2, 2, False)


def test_writing_again_prunes_too(workspace: Workspace, tmp_path: Path) -> None:
    write(workspace)
    write_files(tmp_path / "wiki", {"a.md": titled("A", "[[b]]\n")})
    assert write(workspace) == Shrunk(4, 2, 2, True)


def test_a_renamed_page_has_no_entry_and_its_old_one_is_dead(workspace: Workspace, tmp_path: Path) -> None:
    write(workspace)
    (tmp_path / "wiki/b.md").rename(tmp_path / "wiki/bee.md")
    checked = check(workspace, select=("BW204",))
    assert told(checked) == [("wiki/bee.md", "BW204")]
    assert checked.report.unpruned == 1
    prune(workspace, check(workspace).found)
    assert "wiki/b.md" not in read_baseline(workspace)


def test_a_part_of_the_brain_or_of_the_rules_says_nothing_of_the_rest(workspace: Workspace, tmp_path: Path) -> None:
    write(workspace)
    write_files(tmp_path / "wiki", {"a.md": titled("A", "[[b]]\n")})
    assert check(workspace, only=("wiki/b.md",)).report.unpruned == 0
    assert check(workspace, select=("BW204",)).report.unpruned == 0
    assert check(workspace, only=("wiki/a.md",)).report.unpruned == 2
    assert check(workspace, only=("wiki/b.md",)).report.baselined == 1


def test_a_baseline_that_came_to_nothing_stays_as_an_empty_file(workspace: Workspace, tmp_path: Path) -> None:
    write(workspace)
    write_files(tmp_path / "wiki", {name: titled(name, "[[a]] [[b]] [[c]]\n") for name in ("a.md", "b.md", "c.md")})
    assert prune(workspace, check(workspace).found) == Shrunk(4, 0, 0, True)
    assert (tmp_path / PATH).read_text() == '{\n  "version": 1,\n  "counts": {}\n}\n'
    assert read_baseline(workspace) == {}


def test_a_malformed_baseline_stops_every_check(workspace: Workspace, tmp_path: Path) -> None:
    write_files(tmp_path, {PATH: '{"version": 1, "counts": {"wiki/a.md": {"BW201": "two"}}}'})
    for run in (check, write):
        with pytest.raises(ConfigError, match=r'wiki/a\.md: BW201 must be a number from 1, not "two"'):
            run(workspace)


def test_a_brain_that_is_its_workspace_has_its_baseline_in_it(tmp_path: Path) -> None:
    from brainwiki.bootstrap import open_workspace

    write_files(tmp_path, {"brainwiki.toml": 'brain = "."\n', "a.md": titled("A", "[[x]]\n")})
    workspace = open_workspace(str(tmp_path))
    write(workspace)
    assert read_baseline(workspace) == {"a.md": {"BW201": 1, "BW210": 1}}
    assert told(check(workspace)) == []
