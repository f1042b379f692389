"""The list of proposals: what waits first, by age, with risk and overlaps; strangers' branches are told apart."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.ports_git import Draft
from brainwiki.review.life import path_of
from brainwiki.usecases.proposals.books import branch_of, complete
from brainwiki.usecases.proposals.deciding import approve, reject
from brainwiki.usecases.proposals.listing import Untold, list_proposals, listing_as_json
from brainwiki.usecases.state_branch import Change, change_state, read_state
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import git
from tests.usecases.proposals.field import BUDGET, NEW_BUDGET, OTHER, PAGE, TALK, field, opened, page, tell

MIKA = "human:mika"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path)


def test_a_brain_without_proposals(workspace: Workspace) -> None:
    listing = list_proposals(workspace)
    assert (listing.proposals, listing.untold, listing.waiting) == ((), (), ())
    assert listing_as_json(listing) == {"version": 1, "waiting": 0, "proposals": [], "untold": [], "damaged": {}}


def test_what_waits_comes_first_and_the_oldest_of_it(workspace: Workspace) -> None:
    folder = workspace.root
    first = opened(workspace)
    reject(workspace, first.id, MIKA, "no")
    tell(workspace, TALK, "retry", "summarized")
    later = open_workspace(folder, now=NOW + timedelta(days=2))
    second = opened(later, files={PAGE: page("Answers", "Prefers drawings.").encode()})
    third = opened(
        open_workspace(folder, now=NOW + timedelta(days=5)),
        OTHER,
        files={PAGE: page("Answers", "Prefers long texts.").encode()},
    )
    approve(later, third.id, MIKA)
    listing = list_proposals(open_workspace(folder, now=NOW + timedelta(days=6)))
    assert [one.held.id for one in listing.proposals] == [second.id, third.id, first.id]
    assert [one.held.id for one in listing.waiting] == [second.id, third.id]
    assert [one.age.days for one in listing.proposals] == [4, 1, 6]
    shown = listing_as_json(listing)["proposals"]
    assert shown[0]["overlaps"] == [{"id": third.id, "pages": [PAGE]}]
    assert (shown[1]["state"], shown[1]["adopted"], shown[1]["approved"]) == ("approved", 1, 1)
    assert (shown[2]["state"], shown[2]["reason"], shown[2]["overlaps"]) == ("rejected", "no", [])
    assert {key: shown[0][key] for key in ("title", "risk", "age_days", "by", "pages", "sessions")} == {
        "title": "New wishes",
        "risk": second.risk,
        "age_days": 4,
        "by": "dream/0.1",
        "pages": [PAGE],
        "sessions": [{"session": TALK, "first": 1, "last": 3}],
    }


def test_a_clock_that_is_behind_gives_no_age_below_zero(workspace: Workspace) -> None:
    opened(workspace)
    listing = list_proposals(open_workspace(workspace.root, now=NOW - timedelta(days=1)))
    assert listing.proposals[0].age == timedelta()


def test_proposals_of_a_remote(tmp_path: Path) -> None:
    first = field(tmp_path / "a")
    found = opened(first)
    git(tmp_path, "clone", "-q", str(tmp_path / "a"), "b")
    second = open_workspace(str(tmp_path / "b"), now=NOW)
    listing = list_proposals(second)
    assert [one.held.id for one in listing.waiting] == [found.id]
    assert listing.untold == ()
    git(tmp_path / "b", "update-ref", "-d", "refs/remotes/origin/brainwiki/state")
    listing = list_proposals(second)
    assert listing.proposals == ()
    ref = f"refs/remotes/origin/brainwiki/proposal/{found.id}"
    assert listing.untold == (Untold(found.id, ref, found.commit, "New wishes"),)
    complete(second)
    assert second.refs().branches("brainwiki/proposal") == {}


def test_branches_that_somebody_made_or_moved(workspace: Workspace) -> None:
    found = opened(workspace)
    refs = workspace.refs()
    receipt = refs.read(found.commit, f"wiki/proposals/{found.id}.md")
    assert receipt is not None
    files = {"wiki/knowledge/x.md": b"x", "wiki/proposals/2026-01-01-mine.md": receipt}
    mine = refs.make(Draft((found.commit,), files, "mine", workspace.clock.now(), MIKA))
    refs.move(branch_of(found.id), found.commit, mine)
    refs.move(branch_of("2026-01-01-mine"), "", mine)
    listing = list_proposals(workspace)
    assert listing.proposals[0].odd == f"its branch stands at {mine[:10]}, which no event names"
    assert listing_as_json(listing)["proposals"][0]["odd"].startswith("its branch stands")
    assert [one.id for one in listing.untold] == ["2026-01-01-mine"]


def test_damaged_files_are_told(workspace: Workspace) -> None:
    found = opened(workspace)
    other = opened(workspace, OTHER, files={BUDGET: NEW_BUDGET.encode()}, reads=frozenset())
    raw = read_state(workspace.refs()).read(path_of(found.id))
    files = {path_of(found.id): raw + b"{}\n", path_of(other.id): b"x"}
    change_state(workspace.refs(), workspace.clock, "x", lambda _: Change(files, "m"))
    listing = list_proposals(workspace)
    assert [(one.held.id, one.odd) for one in listing.proposals] == [(found.id, "its events are damaged")]
    assert listing_as_json(listing)["damaged"] == {
        found.id: [{"line": 2, "why": "it lacks a key"}],
        other.id: [{"line": 1, "why": "its last line has no end"}],
    }
