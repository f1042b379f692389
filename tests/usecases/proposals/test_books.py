"""The books of proposals: written once, with the ledgers or not at all; branches follow them; what was fetched is theirs too."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.dream.event import Event as LedgerEvent
from brainwiki.dream.task import Refusal
from brainwiki.errors import AmbiguousNameError, GitError, ProposalError, UnknownNameError
from brainwiki.ports_git import Draft
from brainwiki.review.happening import Event
from brainwiki.review.life import path_of
from brainwiki.usecases.proposals.books import (
    Settled,
    branch_of,
    complete,
    damaged,
    held,
    read_proposals,
    record_proposal,
    refusals,
    settle,
)
from brainwiki.usecases.state_branch import BRANCH, Change, change_state, read_state
from brainwiki.usecases.workspace import Workspace
from tests.repositories import commit, git
from tests.usecases.proposals.field import BUDGET, NEW_BUDGET, OTHER, TALK, base, field, opened, states

MIKA = "human:mika"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path)


def told(name: str, **more: str) -> Event:
    return Event(name, "2026-11-30T12:00:00Z", MIKA, **more)  # type: ignore[arg-type]


def tips(workspace: Workspace) -> dict[str, str]:
    return {ref.rpartition("/")[2]: tip for ref, tip in workspace.refs().branches("brainwiki/proposal").items()}


def test_a_brain_without_proposals(workspace: Workspace) -> None:
    assert read_proposals(workspace) == ()
    assert refusals(workspace) == frozenset()
    assert complete(workspace) == Settled()
    with pytest.raises(UnknownNameError):
        held(workspace, "x")


def test_a_proposal_is_found_by_the_beginning_of_its_id(workspace: Workspace) -> None:
    found = opened(workspace)
    other = opened(workspace, OTHER, files={BUDGET: NEW_BUDGET.encode()})
    for name in (found.id, found.id[:-2], f"brainwiki/proposal/{found.id}"):
        assert held(workspace, name).id == found.id
    with pytest.raises(AmbiguousNameError) as error:
        held(workspace, "2026-11-30-")
    assert other.id in str(error.value)
    with pytest.raises(UnknownNameError):
        held(workspace, "")


def test_events_of_a_proposal_and_of_ledgers_are_one_commit_or_none(workspace: Workspace) -> None:
    found = opened(workspace)
    tip = workspace.refs().tip(BRANCH)
    out_of_order = LedgerEvent("summarized", 1, 3, "2026-11-30T12:00:00Z", MIKA)
    done = record_proposal(
        workspace, found.id, lambda _: [told("stale", reason="r")], {TALK: lambda _: [out_of_order]}, MIKA
    )
    assert (done.events, "these turns are proposed" in done.refused) == ((), True)
    refused = record_proposal(workspace, found.id, lambda _: [told("reverted")], {}, MIKA)
    assert "follows on applied" in refused.refused
    assert workspace.refs().tip(BRANCH) == tip
    stale = LedgerEvent("stale", 1, 3, "2026-11-30T12:00:00Z", MIKA)
    done = record_proposal(workspace, found.id, lambda _: [told("stale", reason="r")], {TALK: lambda _: [stale]}, MIKA)
    assert ([one.name for one in done.events], done.life.state) == (["stale"], "stale")
    assert states(workspace)[TALK] == "summarized"
    assert git(Path(workspace.root), "rev-parse", f"{BRANCH}^") == tip
    again = record_proposal(workspace, found.id, lambda _: [told("stale", reason="r")], {TALK: lambda _: [stale]}, MIKA)
    assert (again.events, again.refused) == ((), "")
    assert git(Path(workspace.root), "rev-parse", f"{BRANCH}^") == tip


@pytest.mark.parametrize("name", ["", "../x", "a/b", "-x", "x.lock"])
def test_what_is_no_id(workspace: Workspace, name: str) -> None:
    with pytest.raises(ProposalError, match="no id"):
        record_proposal(workspace, name, lambda _: [], {}, MIKA)


def test_a_damaged_file_is_told_and_not_written_to(workspace: Workspace) -> None:
    found = opened(workspace)
    raw = read_state(workspace.refs()).read(path_of(found.id))
    change_state(
        workspace.refs(), workspace.clock, "x", lambda _: Change({path_of(found.id): raw + b"nonsense\n"}, "m")
    )
    assert [one.line for one in damaged(workspace)[found.id]] == [2]
    assert held(workspace, found.id).state == "open"
    with pytest.raises(ProposalError, match="damaged: line 2"):
        record_proposal(workspace, found.id, lambda _: [told("approved", commit=found.commit)], {}, MIKA)


def test_branches_are_brought_to_what_the_books_say(workspace: Workspace) -> None:
    found = opened(workspace)
    refs = workspace.refs()
    refs.move(branch_of(found.id), found.commit, "")
    assert complete(workspace) == Settled(moved=(found.id,))
    assert tips(workspace) == {found.id: found.commit}
    assert complete(workspace) == Settled()
    record_proposal(workspace, found.id, lambda _: [told("rejected", reason="no")], {}, MIKA)
    assert complete(workspace) == Settled(removed=(found.id,))
    assert tips(workspace) == {}


def test_a_branch_that_no_event_names_is_told_and_left(workspace: Workspace) -> None:
    found = opened(workspace)
    refs = workspace.refs()
    mine = refs.make(Draft((found.commit,), {"wiki/knowledge/x.md": b"x"}, "mine", workspace.clock.now(), MIKA))
    refs.move(branch_of(found.id), found.commit, mine)
    refs.move(branch_of("2026-01-01-stranger"), "", mine)
    assert complete(workspace) == Settled(foreign=("2026-01-01-stranger", found.id))
    assert tips(workspace) == {found.id: mine, "2026-01-01-stranger": mine}
    assert held(workspace, found.id).tip == found.commit
    record_proposal(workspace, found.id, lambda _: [told("rejected", reason="no")], {}, MIKA)
    assert complete(workspace).foreign == ("2026-01-01-stranger", found.id)


def test_only_what_is_asked_for_is_settled(workspace: Workspace) -> None:
    found = opened(workspace)
    workspace.refs().move(branch_of(found.id), found.commit, "")
    assert settle(workspace, ("other",)) == Settled()
    assert settle(workspace, (found.id,)) == Settled(moved=(found.id,))


def cloned(folder: Path, name: str, *options: str) -> Workspace:
    """Another clone of a brain, on the same clock."""
    from brainwiki.bootstrap import open_workspace
    from tests.helpers import NOW

    git(folder.parent, "clone", "-q", "--no-local", *options, str(folder), name)
    return open_workspace(str(folder.parent / name), now=NOW)


def test_what_was_fetched_is_in_the_books_and_gets_a_branch_where_its_commit_is(tmp_path: Path) -> None:
    first = field(tmp_path / "a")
    found = opened(first)
    second = cloned(tmp_path / "a", "b")
    one = held(second, found.id)
    assert (one.state, one.tip, one.branch) == ("open", found.commit, "")
    assert complete(second) == Settled(moved=(found.id,))


def test_where_only_the_states_were_fetched_the_commit_is_lost_and_that_is_told(tmp_path: Path) -> None:
    first = field(tmp_path / "a")
    found = opened(first)
    second = cloned(tmp_path / "a", "b", "--single-branch")
    git(tmp_path / "b", "fetch", "-q", "origin", f"{BRANCH}:refs/remotes/origin/{BRANCH}")
    assert held(second, found.id).state == "open"
    assert complete(second) == Settled(lost=(found.id,))
    with pytest.raises(GitError):
        second.refs().read(found.commit, "x")


def test_two_clones_that_decide_otherwise_are_of_one_mind_after_a_fetch(tmp_path: Path) -> None:
    first = field(tmp_path / "a")
    found = opened(first)
    second = cloned(tmp_path / "a", "b")
    record_proposal(
        second, found.id, lambda _: [Event("rejected", "2026-11-30T11:00:00Z", MIKA, reason="no")], {}, MIKA
    )
    record_proposal(first, found.id, lambda _: [told("approved", commit=found.commit)], {}, MIKA)
    git(tmp_path / "a", "remote", "add", "b", str(tmp_path / "b"))
    git(tmp_path / "a", "fetch", "-q", "b")
    git(tmp_path / "b", "fetch", "-q")
    assert {held(one, found.id).state for one in (first, second)} == {"rejected"}
    assert held(first, found.id).life.raw == held(second, found.id).life.raw
    refused = held(first, found.id).life.refused
    assert [one.event.name for one in refused] == ["approved"]
    change_state(first.refs(), first.clock, MIKA, lambda _: Change({}, "join"))
    assert held(first, found.id).life.raw == held(second, found.id).life.raw


def test_fingerprints_become_refusals(workspace: Workspace) -> None:
    from brainwiki.review.happening import Fingerprint

    found = opened(workspace)
    mark = Fingerprint(TALK, 1, "knowledge/answers", "f" * 32)
    event = told("rejected", reason="no")._replace(prints=(mark,))
    record_proposal(workspace, found.id, lambda _: [event], {}, MIKA)
    assert refusals(workspace) == {Refusal(TALK, 1, "knowledge/answers", "f" * 32)}


def test_a_proposal_on_a_base_that_moved_keeps_its_base(workspace: Workspace) -> None:
    found = opened(workspace)
    before = base(workspace)
    commit(Path(workspace.root), {"wiki/knowledge/new.md": "x"})
    assert held(workspace, found.id).base == before != base(workspace)
