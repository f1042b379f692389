"""Killed at every call that writes, or opened twice at once: a proposal is there as a whole or not at all, and the next run ends it.

The suite kills where branches move; `BRAINWIKI_KILL_AT=update-ref,commit-tree,write-tree,hash-object,update-index` kills at every call.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.usecases.proposals.books import Settled, complete, read_proposals
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import git
from tests.usecases.proposals.field import TALK, field, states

RUN = """
import os, signal, sys
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.bootstrap import open_workspace
from tests.helpers import NOW
from tests.usecases.proposals.field import DIAGRAMS, MILLIONS, NEW_ANSWERS, PAGE, both, opened_both
from brainwiki.usecases.proposals.books import read_proposals
from brainwiki.usecases.proposals.deciding import approve, reject
from brainwiki.usecases.proposals.editing import edit, restate
from brainwiki.usecases.proposals.opening import open_proposal
folder, what, at, after = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "after"
WRITES = os.environ.get("BRAINWIKI_KILL_AT", "update-ref").split(",")
run, count = Plumbing.run, 0
def killed(self, *arguments, **options):
    global count
    writes = any(one in WRITES for one in arguments)
    count += writes
    if writes and count == at and not after: os.kill(os.getpid(), signal.SIGKILL)
    found = run(self, *arguments, **options)
    if writes and count == at: os.kill(os.getpid(), signal.SIGKILL)
    return found
Plumbing.run = killed
workspace = open_workspace(folder, now=NOW)
if what == "open":
    open_proposal(workspace, both(workspace))
else:
    one = read_proposals(workspace)[0].id
    if what == "approve": approve(workspace, one, "human:mika")
    if what == "without": reject(workspace, one, "human:mika", "no", [MILLIONS.id])
    if what == "restate": restate(workspace, one, "human:mika", DIAGRAMS.id, "Prefers drawings.")
    if what == "reject": reject(workspace, one, "human:mika", "no")
print(count)
"""


def command(folder: Path, what: str, at: int = 0, when: str = "after") -> list[str]:
    return [sys.executable, "-c", RUN, str(folder), what, str(at), when]


def step(folder: Path, what: str, at: int = 0, when: str = "after") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(folder, what, at, when), capture_output=True, text=True, check=False)


def copied(folder: Path, name: str) -> Path:
    subprocess.run(["cp", "-r", str(folder), str(folder.parent / name)], check=True)
    return folder.parent / name


def whole(workspace: Workspace) -> tuple[str, str, str, tuple[str, ...]]:
    """What can be seen of one proposal: its state, that of its session, the pages that its branch changes, its events."""
    held = read_proposals(workspace)
    branches = workspace.refs().branches("brainwiki/proposal")
    if not held:
        assert branches == {}
        return "", states(workspace)[TALK], "", ()
    one = held[0]
    assert {one.branch} - {""} <= {one.tip}
    assert len(held) == 1
    assert {*branches} <= {f"brainwiki/proposal/{one.id}"}
    changed = git(Path(workspace.root), "diff", "--name-only", "main", one.branch) if one.branch else ""
    return one.state, states(workspace)[TALK], changed, tuple(event.name for event in one.events)


@pytest.mark.parametrize("what", ["open", "approve", "without", "reject"])
def test_a_kill_at_every_call_that_writes(tmp_path: Path, what: str) -> None:
    field(tmp_path / "start")
    if what != "open":
        assert step(tmp_path / "start", "open").returncode == 0
    before = whole(open_workspace(str(tmp_path / "start"), now=NOW))
    done = copied(tmp_path / "start", "done")
    found = step(done, what)
    assert found.returncode == 0, found.stderr
    after = whole(open_workspace(str(done), now=NOW))
    assert after != before
    for at in range(1, int(found.stdout) + 1):
        folder = copied(tmp_path / "start", f"killed-{at}")
        assert step(folder, what, at, "before" if at % 2 else "after").returncode == -signal.SIGKILL
        workspace = open_workspace(str(folder), now=NOW)
        complete(workspace)
        assert whole(workspace) in (before, after)
        assert git(folder, "fsck", "--full", "--strict", "--no-dangling") == ""
        assert git(folder, "status", "--porcelain") == ""
        again = step(folder, what)
        assert again.returncode == 0, again.stderr
        assert whole(workspace) == after
        assert complete(workspace) == Settled()


def test_two_openers_at_once_make_one_proposal(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    openers = [
        subprocess.Popen(command(tmp_path, "open"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    for opener in openers:
        _, errors = opener.communicate()
        assert opener.returncode == 0, errors
    assert whole(workspace)[0] == "open"
    assert whole(workspace)[3] == ("opened",)
    assert complete(workspace) == Settled()
