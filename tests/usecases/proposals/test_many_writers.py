"""Many writers at once: sessions that come in and proposals that are applied; every change is in the brain, once."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from brainwiki.bootstrap import open_workspace
from brainwiki.model.observation import observation
from brainwiki.model.receipt import Span
from brainwiki.model.update import Consolidation, Update
from brainwiki.usecases.brain_branch import BrainChange, change_brain
from brainwiki.usecases.check import check
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.proposals.applying import apply
from brainwiki.usecases.proposals.books import held, read_proposals
from brainwiki.usecases.proposals.opening import Drawn, Opened, open_proposal
from brainwiki.usecases.proposals.syncing import Synced, sync
from tests.helpers import NOW
from tests.repositories import git
from tests.usecases.proposals.field import BY, SAID, TALK, base, field, page, talk, tell
from tests.usecases.proposals.test_applying import KIM, approve

WRITERS = int(os.environ.get("BRAINWIKI_WRITERS", "4"))  # 8 writers with 25 changes each take minutes
CHANGES = int(os.environ.get("BRAINWIKI_CHANGES", "4"))
WAIT = 600.0


def session_of(writer: int, number: int) -> str:
    return f"2026-06-{writer + 1:02}-x-{'abcdefghij'[writer]}{number:09}"


def write_session(folder: Path, writer: int, number: int) -> None:
    """A session comes in: its files on the brain's branch, its turns in the ledger."""
    workspace = open_workspace(str(folder), now=NOW, keep_facts=False)
    session = session_of(writer, number)
    files = {path: text.encode() for path, text in talk(session).items()}
    change_brain(workspace, BY, lambda _: BrainChange(files, f"Session {session}"), WAIT)
    tell(workspace, session, "ingested", "summarized")


def write_proposal(folder: Path, writer: int, number: int) -> None:
    """A page of its own and a claim on the page of all: proposed, approved, applied."""
    workspace = open_workspace(str(folder), now=NOW, keep_facts=False)
    seen = observation(TALK, 1, SAID[0], f"knowledge/w{writer}-{number}", f"Writer {writer} said {number}.")
    update = Update("create", seen.subject, observations=(seen.id,))
    text = page(f"Page {writer} {number}", f"Writer {writer} said {number}.")
    drawn = Drawn(
        f"run-{writer}-{number}",
        BY,
        base(workspace),
        {f"knowledge/w{writer}-{number}.md": text.encode()},
        Consolidation((seen,), (update,), title=f"Writer {writer}, change {number}"),
        (Span(session_of(writer, number - 1), 1, len(SAID)),),
    )
    opened = open_proposal(workspace, drawn, WAIT)
    assert isinstance(opened, Opened), opened
    approve(workspace, opened.id)
    assert apply(workspace, opened.id, KIM, WAIT).outcome == "applied"


def test_every_change_of_every_writer_is_there(tmp_path: Path) -> None:
    """Sessions and proposals in turn; afterwards the sums add up, and nothing is left to do."""
    workspace = field(tmp_path)
    children = []
    for writer in range(WRITERS):
        child = os.fork()
        if not child:
            code = 1
            try:
                for number in range(CHANGES):
                    (write_proposal if number % 2 else write_session)(tmp_path, writer, number)
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * WRITERS
    names = git(tmp_path, "ls-tree", "-r", "--name-only", "main").split()
    for writer in range(WRITERS):
        for number in range(CHANGES):
            path = (
                f"knowledge/w{writer}-{number}.md"
                if number % 2
                else f"sessions/{session_of(writer, number)}/session.md"
            )
            assert f"wiki/{path}" in names
    assert git(tmp_path, "rev-list", "--count", "main") == str(1 + WRITERS * CHANGES)
    assert {one.state for one in read_proposals(workspace)} == {"applied"}
    assert len(read_proposals(workspace)) == WRITERS * (CHANGES // 2)
    for books in read_books(workspace).books:
        assert books.problems == ()
    assert {held(workspace, one.id).branch for one in read_proposals(workspace)} == {""}
    git(tmp_path, "fsck", "--strict", "--no-dangling")
    assert git(tmp_path, "status", "--porcelain") == ""
    log = (tmp_path / "wiki/log.md").read_text()
    assert log.count("- [[proposals/") == WRITERS * (CHANGES // 2)
    assert not [one for one in check(workspace).report.findings if one.severity == "BLOCK"]
    assert sync(workspace, KIM) == Synced()
