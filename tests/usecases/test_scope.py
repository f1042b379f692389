"""Paths as typed, as paths from the workspace; a misspelt one is never taken for clean."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from brainwiki.errors import UnknownNameError
from brainwiki.usecases.scope import paths_in_workspace
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.helpers import write_files


@pytest.fixture
def workspace(brain: Build) -> Workspace:
    """A workspace with two pages."""
    return brain({"a.md": "x", "b/c.md": "y"})


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("wiki/a.md", ("wiki/a.md",)),
        ("wiki", ("wiki",)),
        ("wiki/", ("wiki",)),
        ("./wiki/b", ("wiki/b",)),
        ("wiki/b/../a.md", ("wiki/a.md",)),
        (".", ()),
        ("wiki/..", ()),
    ],
)
@pytest.mark.parametrize("inside", [True, False])
def test_paths_from_the_workspace(
    workspace: Workspace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    wanted: tuple[str, ...],
    inside: bool,
) -> None:
    monkeypatch.chdir(tmp_path if inside else "/")
    assert paths_in_workspace(workspace, (typed,)) == wanted


@pytest.mark.parametrize(
    ("typed", "wanted"), [("c.md", ("wiki/b/c.md",)), ("../a.md", ("wiki/a.md",)), (".", ("wiki/b",)), ("../..", ())]
)
def test_paths_from_the_current_folder(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, wanted: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path / "wiki/b")
    assert paths_in_workspace(workspace, (typed,)) == wanted


def test_absolute_paths_inside(workspace: Workspace, tmp_path: Path) -> None:
    assert paths_in_workspace(workspace, (str(tmp_path / "wiki/a.md"), str(tmp_path / "wiki/b"))) == (
        "wiki/a.md",
        "wiki/b",
    )


def test_the_whole_workspace_among_others_is_no_limit(workspace: Workspace, tmp_path: Path) -> None:
    assert paths_in_workspace(workspace, (str(tmp_path / "wiki/a.md"), str(tmp_path))) == ()
    assert paths_in_workspace(workspace, ()) == ()


@pytest.mark.parametrize("typed", ["wiki/none.md", "none", "../x", "/etc/hosts", "wiki/a.md/x", "~"])
def test_a_path_that_is_not_there_is_told(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.chdir(tmp_path / "wiki")
    with pytest.raises(UnknownNameError, match="No path in the workspace"):
        paths_in_workspace(workspace, (typed,))


def test_a_file_beside_the_workspace_is_none_of_it(brain: Build, tmp_path: Path) -> None:
    workspace = brain({"a.md": "x"})
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    write_files(outside, {"a.md": "x"})
    with pytest.raises(UnknownNameError):
        paths_in_workspace(workspace, (str(outside / "a.md"),))
    os.symlink(outside / "a.md", tmp_path / "link.md")
    with pytest.raises(UnknownNameError):
        paths_in_workspace(workspace, (str(tmp_path / "link.md"),))


@pytest.mark.parametrize("typed", ["README.md", "checks"])
def test_a_path_outside_the_brain_never_passes_for_clean(workspace: Workspace, typed: str) -> None:
    write_files(Path(workspace.root), {"README.md": "# Code\n", "checks/x.toml": ""})
    with pytest.raises(UnknownNameError, match="path in the brain wiki/"):
        paths_in_workspace(workspace, (typed,))
