"""Sessions that wait for a proposal: as they go into the brain, and gone from the list when they are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.usecases.inbox import bytes_of, has_arrived, inbox, text_of
from brainwiki.usecases.intake import Files
from brainwiki.usecases.state_branch import Change, change_state
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW, make_brain
from tests.repositories import commit, new

PAGE = "---\ntype: session\nstarted: 2026-08-01T00:00:00Z\nturns: {}\n---\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A brain in a folder below the top of its repository."""
    new(tmp_path)
    make_brain(tmp_path / "team", {"index.md": "# Index\n"})
    commit(tmp_path, {})
    return open_workspace(str(tmp_path / "team"), now=NOW)


def put(workspace: Workspace, **files: str) -> None:
    held = {path.replace("__", "/").replace("_md", ".md"): text.encode() for path, text in files.items()}
    change_state(workspace.refs(), workspace.clock, "x", lambda _: Change(held, "m"))


def test_what_waits(workspace: Workspace, tmp_path: Path) -> None:
    assert inbox(workspace) == {}
    put(workspace, inbox__a__session_md=PAGE.format(2), inbox__a__other="x", inbox__b="x", inbox__c__other="x")
    assert inbox(workspace) == {"a": Files(PAGE.format(2), b"")}
    commit(tmp_path, {"team/wiki/sessions/a/session.md": PAGE.format(1)})
    assert [*inbox(workspace)] == ["a"]
    commit(tmp_path, {"team/wiki/sessions/a/session.md": PAGE.format(2)})
    assert inbox(workspace) == {}


def test_bytes_that_are_no_text_stay_what_they_are() -> None:
    raw = b"---\nturns: 2\ntitle: \xff\n---\r\n"
    assert bytes_of(text_of(raw)) == raw
    assert has_arrived(Files(PAGE.format(2), b""), PAGE.format(3))
    assert not has_arrived(Files(PAGE.format(2), b""), "")
