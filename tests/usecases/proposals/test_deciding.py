"""What people decide: approved by people alone, rejected with a reason and a fingerprint, as a whole or by observation."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.dream.task import Refusal
from brainwiki.errors import ProposalError, UnknownNameError
from brainwiki.model.observation import quote_digest
from brainwiki.ports_git import Draft
from brainwiki.review.life import path_of
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.proposals.books import branch_of, held, refusals
from brainwiki.usecases.proposals.deciding import approve, reject
from brainwiki.usecases.proposals.editing import edit, restate
from brainwiki.usecases.proposals.opening import Refused, open_proposal
from brainwiki.usecases.state_branch import BRANCH, read_state
from brainwiki.usecases.workspace import Workspace
from tests.repositories import commit, git
from tests.usecases.proposals.field import (
    BUDGET,
    DIAGRAMS,
    MILLIONS,
    NEW_BUDGET,
    OTHER,
    PAGE,
    SAID,
    TALK,
    base,
    both,
    drawn,
    field,
    opened,
    opened_both,
    states,
    tell,
)

MIKA = "human:mika"
NOTE = "notes/remembered/the-budget.md"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path)


def tree(workspace: Workspace, revision: str) -> str:
    return git(Path(workspace.root), "ls-tree", "-r", revision)


def test_a_person_approves(workspace: Workspace) -> None:
    found = opened(workspace)
    done = approve(workspace, found.id, MIKA)
    assert (done.held.state, done.reasons) == ("approved", ())
    assert done.held.events[-1].commit == found.commit
    assert states(workspace)[TALK] == "proposed"
    tip = workspace.refs().tip(BRANCH)
    assert approve(workspace, found.id, MIKA).held.state == "approved"
    assert workspace.refs().tip(BRANCH) == tip


@pytest.mark.parametrize("by", ["process:ci", "dream/0.1", "codex[bot]", "", "human:a\nb"])
def test_nobody_else_approves(workspace: Workspace, by: str) -> None:
    found = opened(workspace)
    tip = workspace.refs().tip(BRANCH)
    with pytest.raises(ProposalError, match="Only people approve"):
        approve(workspace, found.id, by)
    assert workspace.refs().tip(BRANCH) == tip


def test_the_whole_is_approved_when_each_observation_is(workspace: Workspace) -> None:
    found = opened_both(workspace)
    first = approve(workspace, found.id, MIKA, [MILLIONS.id, MILLIONS.id])
    assert (first.held.state, first.held.life.agreed) == ("open", {MILLIONS.id})
    assert approve(workspace, found.id, "human:aiko", [DIAGRAMS.id]).held.state == "approved"
    with pytest.raises(UnknownNameError, match="o-nothing"):
        reject(workspace, found.id, MIKA, "no", ["o-nothing"])


def test_what_the_rules_block_by_now_is_not_approved(workspace: Workspace) -> None:
    """Somebody wrote another commit into the books: a person is not asked to trust it."""
    from brainwiki.review.happening import Event
    from brainwiki.usecases.proposals.books import record_proposal

    found = opened(workspace)
    one = held(workspace, found.id)
    receipt = workspace.refs().read(found.commit, f"wiki/proposals/{found.id}.md")
    bad = {f"wiki/{PAGE}": b"no front matter [[nowhere]]\n", f"wiki/proposals/{found.id}.md": receipt}
    forged = workspace.refs().make(Draft((one.base,), bad, "m", workspace.clock.now(), MIKA))
    event = Event("edited", "2026-11-30T12:00:00Z", MIKA, commit=forged, receipt=one.life.receipt, draft=one.life.draft)
    record_proposal(workspace, found.id, lambda _: [event], {}, MIKA)
    done = approve(workspace, found.id, MIKA)
    assert [reason.split(" ")[0] for reason in done.reasons] == ["BW107", "BW201"]
    assert done.held.state == "open"
    other = workspace.refs().make(Draft((one.base,), {f"wiki/{PAGE}": b"x"}, "m", workspace.clock.now(), MIKA))
    record_proposal(workspace, found.id, lambda _: [event._replace(commit=other)], {}, MIKA)
    with pytest.raises(ProposalError, match="another receipt"):
        approve(workspace, found.id, MIKA)


def test_a_branch_that_somebody_moved_is_not_approved(workspace: Workspace) -> None:
    found = opened(workspace)
    refs = workspace.refs()
    mine = refs.make(Draft((found.commit,), {"wiki/knowledge/x.md": b"x"}, "mine", workspace.clock.now(), MIKA))
    refs.move(branch_of(found.id), found.commit, mine)
    with pytest.raises(ProposalError, match="which no event names"):
        approve(workspace, found.id, MIKA)


def test_a_whole_proposal_is_rejected(workspace: Workspace) -> None:
    found = opened(workspace)
    done = reject(workspace, found.id, MIKA, "She spoke of\nher sister.")
    assert (done.held.state, done.held.branch) == ("rejected", "")
    assert workspace.refs().branches("brainwiki/proposal") == {}
    assert states(workspace)[TALK] == "rejected"
    range_ = next(one for one in read_books(workspace).books if one.account.session == TALK).account.ranges[0]
    assert (range_.reason, range_.proposal) == ("She spoke of her sister.", found.id)
    assert refusals(workspace) == {Refusal(TALK, 1, "knowledge/answers", quote_digest(SAID[0]))}
    assert done.held.life.draft.consolidation.adopted == (DIAGRAMS.id,)
    assert reject(workspace, found.id, MIKA, "again").held.state == "rejected"
    for ask in (
        lambda: approve(workspace, found.id, MIKA),
        lambda: reject(workspace, found.id, MIKA, "x", [DIAGRAMS.id]),
    ):
        with pytest.raises(ProposalError, match="is rejected"):
            ask()


def test_what_was_rejected_does_not_come_back_unchanged(workspace: Workspace) -> None:
    found = opened(workspace)
    reject(workspace, found.id, MIKA, "no")
    tell(workspace, TALK, "retry", "summarized")
    again = open_proposal(workspace, drawn(workspace))
    assert isinstance(again, Refused)
    assert again.reasons == (f"the same was proposed as {found.id}, which is rejected: no",)
    assert states(workspace)[TALK] == "rejected"


@pytest.mark.parametrize(("by", "reason"), [(MIKA, ""), (MIKA, " \n"), ("", "no")])
def test_a_rejection_says_why_and_who(workspace: Workspace, by: str, reason: str) -> None:
    found = opened(workspace)
    with pytest.raises(ProposalError, match="needs its reason"):
        reject(workspace, found.id, by, reason)


def test_an_observation_is_rejected_and_the_rest_is_drafted_again(workspace: Workspace) -> None:
    found = opened_both(workspace)
    assert {*git(Path(workspace.root), "diff", "--name-only", "main", found.commit).split()} == {
        f"wiki/{PAGE}",
        f"wiki/{NOTE}",
        f"wiki/proposals/{found.id}.md",
    }
    approve(workspace, found.id, MIKA, [DIAGRAMS.id])
    done = reject(workspace, found.id, MIKA, "She spoke of her sister.", [MILLIONS.id])
    one = done.held
    assert (done.reasons, one.state, one.id) == ((), "open", found.id)
    assert one.tip == one.branch != found.commit
    assert git(Path(workspace.root), "diff", "--name-only", "main", one.tip).split() == [
        f"wiki/{PAGE}",
        f"wiki/proposals/{found.id}.md",
    ]
    assert git(Path(workspace.root), "rev-parse", f"{one.tip}^") == base(workspace)
    assert one.receipt is not None
    assert one.receipt.adopted == (DIAGRAMS.id,)
    assert [(*each,) for each in one.receipt.left] == [(MILLIONS.id, "She spoke of her sister.")]
    assert one.life.agreed == frozenset()
    assert reject(workspace, found.id, MIKA, "again", [MILLIONS.id]).held == one
    assert states(workspace)[TALK] == "proposed"
    assert refusals(workspace) == {Refusal(TALK, 3, "knowledge/budget", quote_digest(SAID[2]))}
    assert "31.5" not in git(Path(workspace.root), "grep", "-h", "-I", "Prefers", one.tip, "--", "wiki/knowledge")
    assert approve(workspace, found.id, MIKA).held.state == "approved"
    last = reject(workspace, found.id, MIKA, "not this either", [DIAGRAMS.id])
    assert last.held.state == "rejected"
    assert states(workspace)[TALK] == "rejected"


def test_a_draft_without_an_observation_is_checked_like_any_other(tmp_path: Path) -> None:
    """The new page is linked from the one that stays: without it, that link leads nowhere."""
    from dataclasses import replace

    from brainwiki.dream.drafting import draft
    from brainwiki.model.update import Update
    from brainwiki.usecases.load import load_wiki
    from tests.helpers import NOW
    from tests.usecases.proposals.field import BY

    workspace = field(tmp_path)
    drew = both(workspace)
    link = Update("link", "knowledge/answers", target="notes/remembered/the-budget", observations=(DIAGRAMS.id,))
    found = replace(drew.consolidation, updates=(*drew.consolidation.updates, link))
    made = draft(load_wiki(workspace), found, NOW, BY, workspace.brain.read)
    assert not made.mistakes
    opened_one = open_proposal(workspace, replace(drew, files=made.files, consolidation=found))
    assert not isinstance(opened_one, Refused)
    tip = workspace.refs().tip(BRANCH)
    done = reject(workspace, opened_one.id, MIKA, "no", [MILLIONS.id])
    assert done.reasons
    assert done.held.state == "open"
    assert workspace.refs().tip(BRANCH) == tip
    assert workspace.refs().tip(branch_of(opened_one.id)) == opened_one.commit


def test_a_proposal_that_was_changed_in_the_meantime_is_not_decided_by_what_was_seen_before(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    from brainwiki.usecases.proposals import deciding as module

    found = opened_both(workspace)
    old = held(workspace, found.id)
    reject(workspace, found.id, MIKA, "no", [MILLIONS.id])
    now = held(workspace, found.id)
    monkeypatch.setattr(module, "held", lambda *_: old)
    assert "not what the proposal holds now" in approve(workspace, found.id, MIKA).reasons[0]
    with pytest.raises(ProposalError, match="changed in the meantime"):
        reject(workspace, found.id, MIKA, "no", [MILLIONS.id])
    monkeypatch.undo()
    assert held(workspace, found.id) == now


def test_nothing_else_is_written(workspace: Workspace) -> None:
    folder = Path(workspace.root)
    (folder / "wiki/knowledge/mine.md").write_text("half done")
    (folder / f"wiki/{PAGE}").write_text("changed by hand")
    before = (tree(workspace, "main"), git(folder, "status", "--porcelain"), git(folder, "ls-files", "-s"))
    found = opened_both(workspace)
    approve(workspace, found.id, MIKA, [DIAGRAMS.id])
    reject(workspace, found.id, MIKA, "no", [MILLIONS.id])
    restate(workspace, found.id, MIKA, DIAGRAMS.id, "Prefers drawings.")
    edit(workspace, found.id, MIKA, {BUDGET: NEW_BUDGET.encode()})
    reject(workspace, found.id, MIKA, "no")
    after = (tree(workspace, "main"), git(folder, "status", "--porcelain"), git(folder, "ls-files", "-s"))
    assert after == before
    refs = git(folder, "for-each-ref", "--format=%(refname)").split()
    assert refs == [f"refs/heads/{BRANCH}", "refs/heads/main"]
    assert path_of(found.id) in read_state(workspace.refs()).files("proposals")
    commit(folder, {})


def test_turns_that_went_on_elsewhere_are_left_by_a_rejection(workspace: Workspace) -> None:
    found = opened(workspace, sessions=drawn(workspace).sessions + drawn(workspace, OTHER).sessions)
    tell(workspace, OTHER, "stale", "nothing-new")
    assert reject(workspace, found.id, MIKA, "no").held.state == "rejected"
    assert states(workspace) == {TALK: "rejected", OTHER: "nothing-new"}


def test_what_was_merged_already_is_not_decided_again(workspace: Workspace) -> None:
    """A host merged the proposal, and nobody has synced yet: the brain holds its words, whatever the books would say."""
    found = opened_both(workspace)
    seen = held(workspace, found.id).life.draft.consolidation.adopted
    git(Path(workspace.root), "merge", "-q", "--no-ff", "-m", "merged", branch_of(found.id))
    before = workspace.refs().tip(BRANCH)
    for decide in (
        lambda: approve(workspace, found.id, MIKA),
        lambda: reject(workspace, found.id, MIKA, "no"),
        lambda: reject(workspace, found.id, MIKA, "no", seen[:1]),
        lambda: restate(workspace, found.id, MIKA, seen[0], "It is another."),
    ):
        with pytest.raises(ProposalError, match="was merged: its receipt is in the brain"):
            decide()
    assert workspace.refs().tip(BRANCH) == before
