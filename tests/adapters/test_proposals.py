"""Open proposals out of real repositories: what waits, what is merged, what only looks like a proposal."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.adapters import proposals as adapter
from brainwiki.adapters.git import GitHistory
from brainwiki.model.proposal import Proposal
from tests.repositories import commit, git, new

RECEIPT = "---\ntype: proposal\ntitle: Two pages\n---\nWhy.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with a brain of two pages."""
    folder = new(tmp_path / "repository")
    commit(folder, {"wiki/a.md": "1", "wiki/b.md": "1", "other.md": "1"}, "base")
    return folder


def propose(
    folder: Path, name: str, texts: dict[str, str], message: str = "propose", gone: tuple[str, ...] = ()
) -> str:
    """A branch of a proposal with one commit on the present one; the id of that commit."""
    git(folder, "checkout", "-q", "-b", f"brainwiki/proposal/{name}")
    tip = commit(folder, texts, message, gone=gone)
    git(folder, "checkout", "-q", "main")
    return tip


def read(folder: Path, inside: str = "wiki") -> tuple[Proposal, ...]:
    return GitHistory(str(folder)).proposals(inside)


def test_a_proposal_with_its_receipt_and_what_it_does(folder: Path) -> None:
    base = git(folder, "rev-parse", "HEAD")
    texts = {"wiki/proposals/p-1.md": RECEIPT, "wiki/a.md": "2", "wiki/c.md": "3", "other.md": "2"}
    tip = propose(folder, "p-1", texts, "Two pages\n\nBrainwiki-Actor: dream/0.1", gone=("wiki/b.md",))
    found = read(folder)
    assert len(found) == 1
    one = found[0]
    assert (one.id, one.ref, one.tip, one.base) == ("p-1", "refs/heads/brainwiki/proposal/p-1", tip, base)
    assert (one.author, one.actor, one.by_agent, one.summary) == ("a@b.c", "dream/0.1", True, "Two pages")
    assert one.at.endswith("+00:00")
    assert one.receipt == RECEIPT
    assert one.paths == ("a.md", "b.md", "c.md", "proposals/p-1.md")
    assert [(bool(touch.before), bool(touch.after)) for touch in one.touches] == [
        (True, True),
        (True, False),
        (False, True),
        (False, True),
    ]


def test_a_branch_of_several_commits_is_compared_as_a_whole_with_where_it_left(folder: Path) -> None:
    base = git(folder, "rev-parse", "HEAD")
    git(folder, "checkout", "-q", "-b", "brainwiki/proposal/long")
    commit(folder, {"wiki/a.md": "2"}, "first")
    tip = commit(folder, {"wiki/a.md": "1", "wiki/b.md": "2"}, "second")
    git(folder, "checkout", "-q", "main")
    commit(folder, {"wiki/a.md": "main went on"})
    one = read(folder)[0]
    assert (one.tip, one.base, one.paths, one.summary, one.receipt) == (tip, base, ("b.md",), "second", "")


def test_remote_branches_count_and_the_own_one_goes_first(folder: Path) -> None:
    ours = propose(folder, "both", {"wiki/a.md": "ours"})
    propose(folder, "theirs", {"wiki/a.md": "theirs"})
    git(folder, "update-ref", "refs/remotes/origin/brainwiki/proposal/both", "brainwiki/proposal/theirs")
    git(folder, "update-ref", "refs/remotes/origin/brainwiki/proposal/theirs", "brainwiki/proposal/theirs")
    git(folder, "branch", "-q", "-D", "brainwiki/proposal/theirs")
    assert {one.id: one.ref for one in read(folder)} == {
        "both": "refs/heads/brainwiki/proposal/both",
        "theirs": "refs/remotes/origin/brainwiki/proposal/theirs",
    }
    assert next(one.tip for one in read(folder) if one.id == "both") == ours


def test_what_is_merged_is_not_open(folder: Path) -> None:
    propose(folder, "merged", {"wiki/a.md": "2", "wiki/proposals/merged.md": RECEIPT})
    git(folder, "merge", "-q", "--no-ff", "-m", "merge", "brainwiki/proposal/merged")
    propose(folder, "squashed", {"wiki/b.md": "2", "wiki/proposals/squashed.md": RECEIPT})
    commit(folder, {"wiki/b.md": "2", "wiki/proposals/squashed.md": RECEIPT}, "squashed")
    git(folder, "branch", "brainwiki/proposal/empty")
    propose(folder, "open", {"wiki/b.md": "3"})
    assert [one.id for one in read(folder)] == ["open"]


def test_what_only_looks_like_a_proposal(folder: Path) -> None:
    propose(folder, "deep/er", {"wiki/a.md": "2"})
    propose(folder, "elsewhere", {"other.md": "2"})
    blob = git(folder, "rev-parse", "HEAD:wiki/a.md")
    git(folder, "tag", "-a", "-m", "t", "brainwiki/proposal/tag")
    (folder / ".git/refs/heads/brainwiki/proposal").mkdir(parents=True, exist_ok=True)
    (folder / ".git/refs/heads/brainwiki/proposal/blob").write_text(f"{blob}\n")
    (folder / ".git/refs/heads/brainwiki/proposal/odd").write_text("nonsense\n")
    git(folder, "update-ref", "refs/remotes/a/b/brainwiki/proposal/x", "HEAD")
    assert read(folder) == ()


def test_a_branch_that_shares_nothing_shows_its_own_commit(folder: Path) -> None:
    git(folder, "checkout", "-q", "--orphan", "brainwiki/proposal/alone")
    tip = commit(folder, {"wiki/z.md": "1"}, "alone")
    git(folder, "checkout", "-q", "main")
    one = read(folder)[0]
    assert (one.tip, one.base, "z.md" in one.paths) == (tip, "", True)


def test_names_of_any_letters_and_a_workspace_below_the_top(folder: Path) -> None:
    propose(folder, "提案-é", {"deep/wiki/proposals/提案-é.md": "予算", "deep/wiki/a.md": "1"})
    (folder / "deep/wiki").mkdir(parents=True)
    one = read(folder / "deep")[0]
    assert (one.id, one.receipt, one.paths) == ("提案-é", "予算", ("a.md", "proposals/提案-é.md"))


def test_a_receipt_of_any_bytes_and_any_length(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "_LONGEST", 6)
    path = folder / "wiki/proposals/p.md"
    git(folder, "checkout", "-q", "-b", "brainwiki/proposal/p")
    path.parent.mkdir()
    path.write_bytes(b"ab\xffcdefgh")
    commit(folder, {})
    git(folder, "checkout", "-q", "main")
    assert read(folder)[0].receipt == "ab\ufffdcde"


def test_only_the_newest_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "MOST", 2)
    for number in range(3):
        git(folder, "checkout", "-q", "-b", f"brainwiki/proposal/p{number}")
        (folder / "wiki/a.md").write_text(str(number + 5))
        date = f"2026-03-0{number + 1}T00:00:00Z"
        git(folder, "commit", "-q", "-a", "-m", "p", GIT_COMMITTER_DATE=date, GIT_AUTHOR_DATE=date)
        git(folder, "checkout", "-q", "main")
    assert [one.id for one in read(folder)] == ["p2", "p1"]


def test_where_git_cannot_tell_there_are_none(tmp_path: Path) -> None:
    assert read(tmp_path) == ()
    assert read(new(tmp_path / "fresh")) == ()


def test_ids_of_another_length(tmp_path: Path) -> None:
    folder = new(tmp_path / "long", "--object-format=sha256")
    commit(folder, {"wiki/a.md": "1"})
    propose(folder, "p", {"wiki/proposals/p.md": RECEIPT})
    assert [(one.id, one.receipt, len(one.tip)) for one in read(folder)] == [("p", RECEIPT, 64)]
