"""A merged proposal is known by its receipt in the brain, however it was merged; a closed one is rejected; run again, nothing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.usecases.compact import write_index
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.proposals.books import held
from brainwiki.usecases.proposals.syncing import Merged, Synced, Unclosed, sync
from brainwiki.usecases.state_branch import BRANCH
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import commit, git
from tests.usecases.proposals.field import DIAGRAMS, NEW_ANSWERS, OTHER, PAGE, TALK, field, opened, page, states
from tests.usecases.proposals.test_applying import KIM, approved, budget, heads, shown

BOT = "process:ci"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A brain with a generated index."""
    found = field(tmp_path)
    (tmp_path / "wiki/index.md").unlink()
    write_index(found)
    commit(tmp_path, {}, "index")
    return found


def another_commit(folder: Path) -> None:
    """Something else came to the brain's branch meanwhile."""
    commit(folder, {"README.md": "read me\n"}, "something else")


def plain_merge(folder: Path, branch: str) -> None:
    another_commit(folder)
    git(folder, "merge", "-q", "--no-ff", "-m", "Merge pull request 7", branch)


def fast_forward(folder: Path, branch: str) -> None:
    git(folder, "merge", "-q", "--ff-only", branch)


def squash(folder: Path, branch: str) -> None:
    another_commit(folder)
    git(folder, "merge", "-q", "--squash", branch)
    git(folder, "commit", "-q", "-m", "New wishes (#7)")


def rebase(folder: Path, branch: str) -> None:
    another_commit(folder)
    git(folder, "checkout", "-q", "--detach", branch)
    git(folder, "rebase", "-q", "main")
    rebased = git(folder, "rev-parse", "HEAD")
    git(folder, "checkout", "-q", "main")
    git(folder, "merge", "-q", "--ff-only", rebased)


def cherry_pick(folder: Path, branch: str) -> None:
    another_commit(folder)
    git(folder, "cherry-pick", branch)
    git(folder, "commit", "-q", "--amend", "-m", "words of somebody else")


@pytest.mark.parametrize("merge", [plain_merge, fast_forward, squash, rebase, cherry_pick])
def test_however_it_was_merged_it_is_known(workspace: Workspace, merge: object) -> None:
    """The ledger, the proposal, the listings and the branch follow; a second run changes nothing."""
    folder = Path(workspace.root)
    proposal = opened(workspace).id
    merge(folder, f"brainwiki/proposal/{proposal}")  # type: ignore[operator]
    found = sync(workspace, BOT)
    assert found.merged == (Merged(proposal, "open"),)
    assert held(workspace, proposal).state == "applied"
    (books,) = [one for one in read_books(workspace).books if one.account.session == TALK]
    assert (books.account.ranges[0].state, books.ledger.events[-1].adopted) == ("integrated", (DIAGRAMS.id,))
    assert found.listings == ("log.md",)
    assert f"- [[proposals/{proposal}|New wishes]]" in shown(workspace, "log.md")
    assert workspace.refs().tip(f"brainwiki/proposal/{proposal}") == ""
    assert git(folder, "status", "--porcelain") == ""
    before = heads(workspace)
    assert sync(workspace, BOT) == Synced()
    assert heads(workspace) == before


def test_what_a_person_edited_while_merging_is_told(workspace: Workspace) -> None:
    """It is merged; the page that is not as the receipt says is named, and the books keep that."""
    folder = Path(workspace.root)
    proposal = opened(workspace).id
    git(folder, "merge", "-q", "--squash", f"brainwiki/proposal/{proposal}")
    commit(folder, {f"wiki/{PAGE}": NEW_ANSWERS.replace("diagrams", "drawings")}, "New wishes, edited")
    found = sync(workspace, BOT)
    assert found.merged == (Merged(proposal, "open", (PAGE,)),)
    assert held(workspace, proposal).events[-1].reason == f"not as its receipt says: {PAGE}"
    assert "drawings" in shown(workspace, PAGE)


def test_a_closed_proposal_is_rejected_with_its_reason(workspace: Workspace) -> None:
    """The ledger has it, a fingerprint is left, and a second run says the same."""
    proposal = opened(workspace).id
    found = sync(workspace, BOT, {proposal: "not what was said"})
    assert (found.rejected, found.unclosed) == ((proposal,), ())
    assert held(workspace, proposal).state == "rejected"
    assert states(workspace)[TALK] == "rejected"
    assert held(workspace, proposal).life.prints
    before = heads(workspace)
    again = sync(workspace, BOT, {proposal: "not what was said"})
    assert (again.rejected, again.unclosed) == ((), ())
    assert heads(workspace) == before


def test_what_is_in_the_brain_is_merged_whatever_is_said(workspace: Workspace) -> None:
    """A forge closes what was merged by hand; a name that nobody knows is told."""
    folder = Path(workspace.root)
    proposal = opened(workspace).id
    fast_forward(folder, f"brainwiki/proposal/{proposal}")
    found = sync(workspace, BOT, {proposal: "closed", "2026-01-01-none": "closed"})
    assert found.merged == (Merged(proposal, "open"),)
    assert found.unclosed == (
        Unclosed(proposal, "it is applied"),
        Unclosed("2026-01-01-none", "no proposal is called so"),
    )


def test_a_branch_that_is_gone_decides_nothing(workspace: Workspace) -> None:
    """Neither a receipt nor a word of anybody: it waits on, and gets its branch back."""
    proposal = opened(workspace).id
    git(Path(workspace.root), "branch", "-q", "-D", f"brainwiki/proposal/{proposal}")
    sync(workspace, BOT)
    assert held(workspace, proposal).state == "open"


def test_a_stale_proposal_that_a_person_merged_is_applied(workspace: Workspace) -> None:
    """Whoever finds it in the brain is right; the turns that wait again stay so."""
    from brainwiki.usecases.proposals.applying import apply

    folder = Path(workspace.root)
    proposal = approved(workspace)
    old = commit(folder, {f"wiki/{PAGE}": page("Answers", "Prefers tables.")})
    assert apply(workspace, proposal, KIM).outcome == "stale"
    git(folder, "merge", "-q", "-X", "theirs", "-m", "By hand", f"brainwiki/proposal/{proposal}")
    assert git(folder, "rev-parse", "HEAD") != old
    assert [one.was for one in sync(workspace, BOT).merged] == ["stale"]
    assert held(workspace, proposal).state == "applied"
    assert states(workspace)[TALK] == "summarized"


def test_the_index_is_made_anew(workspace: Workspace) -> None:
    """A page that came with the merge is listed."""
    folder = Path(workspace.root)
    new = "knowledge/tea.md"
    proposal = opened(workspace, files={new: page("Tea", "Prefers diagrams.").encode()}).id
    plain_merge(folder, f"brainwiki/proposal/{proposal}")
    assert sync(workspace, BOT).listings == ("index.md", "log.md")
    assert "- [[tea|Tea]]" in shown(workspace, "index.md") or "- [[tea]]" in shown(workspace, "index.md")


def test_it_works_in_a_clone_that_has_fetched_the_states(workspace: Workspace, tmp_path: Path) -> None:
    """As a job after a merge does: a fresh checkout of main, the states fetched; nothing but these two is there."""
    folder = Path(workspace.root)
    first = opened(workspace).id
    second = budget(workspace)
    squash(folder, f"brainwiki/proposal/{first}")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--branch", "main", "--single-branch", str(folder), str(clone))
    git(clone, "fetch", "-q", "origin", f"{BRANCH}:refs/remotes/origin/{BRANCH}")
    git(clone, "config", "core.autocrlf", "false")
    there = open_workspace(str(clone), now=NOW)
    found = sync(there, BOT)
    assert [one.id for one in found.merged] == [first]
    git(clone, "push", "-q", "origin", BRANCH, "main:merged")
    git(folder, "merge", "-q", "--ff-only", "merged")
    here = open_workspace(str(folder), now=NOW)
    assert held(here, first).state == "applied"
    assert held(here, second).state == "approved"
    assert states(here) == {TALK: "integrated", OTHER: "proposed"}
    before = heads(here)
    assert sync(here, BOT).merged == ()
    assert heads(here)[0] == before[0]
