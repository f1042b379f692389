"""Proposals edited by people: other contents, other words; checked again, a new commit of theirs, approvals start over."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.errors import ProposalError, UnknownNameError
from brainwiki.usecases.proposals.books import complete, held
from brainwiki.usecases.proposals.deciding import approve, reject
from brainwiki.usecases.proposals.editing import edit, pages_of, restate
from brainwiki.usecases.state_branch import BRANCH
from brainwiki.usecases.workspace import Workspace
from tests.repositories import git
from tests.usecases.proposals.field import (
    BUDGET,
    DIAGRAMS,
    MILLIONS,
    NEW_ANSWERS,
    NEW_BUDGET,
    PAGE,
    TALK,
    base,
    field,
    opened,
    opened_both,
    page,
    states,
)

MIKA = "human:mika"
NOTE = "notes/remembered/the-budget.md"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path)


def content(workspace: Workspace, proposal: str, path: str) -> str:
    raw = workspace.refs().read(held(workspace, proposal).tip, f"wiki/{path}")
    return (raw or b"").decode()


def test_a_page_gets_other_words(workspace: Workspace) -> None:
    found = opened(workspace)
    approve(workspace, found.id, MIKA)
    assert pages_of(workspace, found.id) == {PAGE: NEW_ANSWERS.encode()}
    new = NEW_ANSWERS.replace("Prefers diagrams.", "Prefers diagrams to lists.").encode()
    done = edit(workspace, found.id, MIKA, {PAGE: new})
    one = done.held
    assert (done.reasons, one.state, one.id) == ((), "open", found.id)
    assert pages_of(workspace, found.id) == {PAGE: new}
    assert one.branch == one.tip != found.commit
    assert git(Path(workspace.root), "log", "-1", "--format=%an %P", one.tip) == f"{MIKA} {base(workspace)}"
    assert one.receipt is not None
    assert one.receipt.generated.by == MIKA
    assert one.receipt.writes[PAGE].after == git(Path(workspace.root), "rev-parse", f"{one.tip}:wiki/{PAGE}")
    assert one.receipt.adopted == (DIAGRAMS.id,)
    assert states(workspace)[TALK] == "proposed"
    assert approve(workspace, found.id, MIKA).held.state == "approved"


def test_another_page_comes_and_one_goes(workspace: Workspace) -> None:
    found = opened(workspace)
    done = edit(workspace, found.id, MIKA, {BUDGET: NEW_BUDGET.encode()})
    assert done.held.receipt is not None
    assert {*done.held.receipt.writes} == {PAGE, BUDGET}
    done = edit(workspace, found.id, MIKA, {PAGE: workspace.brain.read(PAGE)})
    assert done.held.receipt is not None
    assert {*done.held.receipt.writes} == {BUDGET}
    last = edit(workspace, found.id, MIKA, {BUDGET: workspace.brain.read(BUDGET)})
    assert last.reasons == ("nothing would change any more; reject it instead",)


def test_what_comes_back_is_checked(workspace: Workspace) -> None:
    found = opened(workspace)
    tip = workspace.refs().tip(BRANCH)
    bad = page("Answers", "Prefers diagrams.", quote="words that nobody said").encode()
    done = edit(workspace, found.id, MIKA, {PAGE: bad})
    assert [reason.split(" ")[0] for reason in done.reasons] == ["BW305"]
    assert edit(workspace, found.id, MIKA, {"rules/x.md": b"x"}).reasons[0].startswith("rules/x.md is not")
    assert edit(workspace, found.id, MIKA, {PAGE: NEW_ANSWERS.encode()}).reasons == ("nothing was changed",)
    assert edit(workspace, found.id, MIKA, {}).reasons == ("nothing was changed",)
    assert workspace.refs().tip(BRANCH) == tip
    assert held(workspace, found.id).tip == found.commit


@pytest.mark.parametrize("by", ["process:ci", "dream/0.1", ""])
def test_only_people_edit(workspace: Workspace, by: str) -> None:
    found = opened(workspace)
    with pytest.raises(ProposalError, match="Only people edit"):
        edit(workspace, found.id, by, {PAGE: b"x"})


def test_what_has_ended_is_not_edited(workspace: Workspace) -> None:
    found = opened(workspace)
    reject(workspace, found.id, MIKA, "no")
    with pytest.raises(ProposalError, match="is rejected"):
        edit(workspace, found.id, MIKA, {PAGE: b"x"})


def test_an_observation_gets_other_words(workspace: Workspace) -> None:
    found = opened_both(workspace)
    done = restate(workspace, found.id, MIKA, MILLIONS.id, "The budget of 2026 is 31.5 million.")
    assert done.reasons == ()
    text = content(workspace, found.id, NOTE)
    assert text.count("The budget of 2026 is 31.5 million") == 3
    assert "The budget is 31.5" not in text
    assert "Prefers diagrams." in content(workspace, found.id, PAGE)
    drawn = done.held.life.draft.consolidation
    assert [one.statement for one in drawn.observations] == ["Prefers diagrams.", "The budget of 2026 is 31.5 million."]
    assert drawn.adopted == (DIAGRAMS.id, MILLIONS.id)
    tip = workspace.refs().tip(BRANCH)
    assert restate(workspace, found.id, MIKA, MILLIONS.id, " The budget of 2026 is 31.5 million.\n").reasons == (
        "nothing was changed",
    )
    assert restate(workspace, found.id, MIKA, MILLIONS.id, " ").reasons == ("nothing was changed",)
    with pytest.raises(UnknownNameError):
        restate(workspace, found.id, MIKA, "o-x", "words")
    assert workspace.refs().tip(BRANCH) == tip


def test_after_a_hand_has_edited_pages_nothing_is_drafted_over_it(workspace: Workspace) -> None:
    found = opened_both(workspace)
    new = content(workspace, found.id, PAGE).replace("Prefers diagrams.", "Prefers diagrams to lists.").encode()
    edit(workspace, found.id, MIKA, {PAGE: new})
    with pytest.raises(ProposalError, match="edited by hand"):
        reject(workspace, found.id, MIKA, "no", [MILLIONS.id])
    with pytest.raises(ProposalError, match="edited by hand"):
        restate(workspace, found.id, MIKA, MILLIONS.id, "Other words.")
    assert reject(workspace, found.id, MIKA, "no").held.state == "rejected"


def test_a_kill_after_the_books_were_written_is_finished(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    from brainwiki.usecases.proposals import editing as module

    found = opened(workspace)
    monkeypatch.setattr(module, "settle", lambda *_: None)
    new = NEW_ANSWERS.replace("Prefers diagrams.", "Prefers diagrams to lists.").encode()
    one = edit(workspace, found.id, MIKA, {PAGE: new}).held
    assert (one.branch, one.tip != found.commit) == (found.commit, True)
    assert complete(workspace).moved == (found.id,)
    assert held(workspace, found.id).branch == one.tip
