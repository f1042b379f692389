"""An applied proposal is undone by a new one: what held before holds again, and what it said stays as history."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.errors import ProposalError
from brainwiki.markup import parser
from brainwiki.model.dialect import Dialect
from brainwiki.usecases.change import check_change
from brainwiki.usecases.proposals.applying import apply
from brainwiki.usecases.proposals.books import held
from brainwiki.usecases.proposals.making import states_between
from brainwiki.usecases.proposals.opening import Opened
from brainwiki.usecases.proposals.reverting import revert
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import commit
from tests.usecases.proposals.field import NEW_ANSWERS, PAGE, field, page
from tests.usecases.proposals.test_applying import KIM, approve, approved, heads, shown

DAY = NOW.date().isoformat()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return field(tmp_path)


def applied(workspace: Workspace, text: str = NEW_ANSWERS, path: str = PAGE, **more: object) -> str:
    """A proposal that is in the brain."""
    proposal = approved(workspace, files={path: text.encode()}, **more)
    assert apply(workspace, proposal, KIM).outcome == "applied"
    return proposal


def undone(workspace: Workspace, proposal: str) -> Opened:
    """The proposal that undoes it, applied; no claim was dropped by it."""
    found = revert(workspace, proposal, KIM)
    assert found.opened is not None, found.reasons
    states = states_between(workspace, held(workspace, found.opened.id).base, found.opened.commit, KIM)
    assert not {one.code for one in check_change(states).report.findings} & {"BW602", "BW603"}
    approve(workspace, found.opened.id)
    assert apply(workspace, found.opened.id, KIM).outcome == "applied"
    return found.opened


def claims(workspace: Workspace, path: str = PAGE) -> list[tuple[str, str]]:
    """The claims of a page in the brain: words and until when."""
    read = parser.parse(path, shown(workspace, path).encode(), Dialect())
    return [(one.text, one.until) for one in read.claims]


def test_a_superseded_claim_holds_again_with_its_successor_as_history(workspace: Workspace) -> None:
    """The other way round, on the same evidence; both books say so."""
    proposal = applied(workspace)
    found = undone(workspace, proposal)
    assert claims(workspace) == [("Prefers bullet lists.", ""), (f"(until {DAY}) Prefers diagrams.", DAY)]
    assert "    - (until" in shown(workspace, PAGE)
    old, new = held(workspace, proposal), held(workspace, found.id)
    assert (old.state, old.life.reverted) == ("applied", found.id)
    assert new.receipt is not None
    assert (new.receipt.reverts, new.receipt.title) == (proposal, "Undo: New wishes")
    assert f"proposals/{found.id}" in shown(workspace, "log.md")
    text = shown(workspace, f"proposals/{found.id}.md")
    assert text.count(f"It undoes the proposal `{proposal}`.") == 1


def test_a_claim_that_was_added_is_history(workspace: Workspace) -> None:
    """Nothing took its place."""
    base = shown(workspace, PAGE)
    proposal = applied(workspace, base + "- Reads at night. [cite:1]\n")
    undone(workspace, proposal)
    assert claims(workspace) == [("Prefers bullet lists.", ""), (f"(until {DAY}) Reads at night.", DAY)]


def test_a_page_that_was_made_is_out_of_use(workspace: Workspace) -> None:
    """It still says what it said, as history."""
    proposal = applied(workspace, page("Tea", "Likes tea."), "knowledge/tea.md")
    undone(workspace, proposal)
    assert "status: deprecated" in shown(workspace, "knowledge/tea.md")
    assert claims(workspace, "knowledge/tea.md") == [(f"(until {DAY}) Likes tea.", DAY)]


def test_other_words_for_a_claim_leave_no_history(workspace: Workspace) -> None:
    """The statement was the same."""
    proposal = applied(workspace, page("Answers", "Prefers the bullet lists."))
    undone(workspace, proposal)
    assert claims(workspace) == [("Prefers bullet lists.", "")]


def test_a_number_that_was_changed_is_history(workspace: Workspace) -> None:
    """It was another statement, also where it took the place of the old one."""
    path = "knowledge/budget.md"
    proposal = applied(workspace, page("Budget", "The budget is 31.5 million.", 3, "The budget is now"), path)
    undone(workspace, proposal)
    assert claims(workspace, path) == [
        ("The budget is 30 million.", ""),
        (f"(until {DAY}) The budget is 31.5 million.", DAY),
    ]


def test_what_came_since_stays(workspace: Workspace) -> None:
    """A claim that somebody added after the proposal is not touched."""
    proposal = applied(workspace)
    commit(Path(workspace.root), {f"wiki/{PAGE}": shown(workspace, PAGE) + "- Reads at night. [cite:1]\n"})
    undone(workspace, proposal)
    assert [text for text, _ in claims(workspace)] == [
        "Prefers bullet lists.",
        f"(until {DAY}) Prefers diagrams.",
        "Reads at night.",
    ]


def test_what_was_changed_since_is_a_conflict_told_per_page(workspace: Workspace) -> None:
    """Nothing is proposed."""
    proposal = applied(workspace)
    commit(Path(workspace.root), {f"wiki/{PAGE}": NEW_ANSWERS.replace("diagrams", "large diagrams")})
    before = heads(workspace)
    found = revert(workspace, proposal, KIM)
    assert found.opened is None
    assert [one.path for one in found.reasons] == [PAGE]
    assert "changed on both sides" in found.reasons[0].reason
    assert heads(workspace) == before
    commit(Path(workspace.root), {}, gone=(f"wiki/{PAGE}",))
    assert revert(workspace, proposal, KIM).reasons[0].reason == "it was taken out since"


def test_only_what_is_in_the_brain_is_undone_and_once(workspace: Workspace) -> None:
    """Asked again before anybody decided, it is the same proposal; afterwards it is told which one did it."""
    proposal = approved(workspace)
    with pytest.raises(ProposalError, match="is approved, and not in the brain"):
        revert(workspace, proposal, KIM)
    apply(workspace, proposal, KIM)
    first, second = revert(workspace, proposal, KIM), revert(workspace, proposal, KIM)
    assert first.opened is not None
    assert second.opened is not None
    assert first.opened.id == second.opened.id
    approve(workspace, first.opened.id)
    apply(workspace, first.opened.id, KIM)
    with pytest.raises(ProposalError, match="was undone by"):
        revert(workspace, proposal, KIM)


def test_an_undoing_can_be_undone(workspace: Workspace) -> None:
    """The claim holds again, and its whole history is told."""
    proposal = applied(workspace)
    found = undone(workspace, proposal)
    undone(workspace, found.id)
    assert claims(workspace)[0] == ("Prefers diagrams.", "")
    assert {text for text, until in claims(workspace) if until} == {
        f"(until {DAY}) Prefers bullet lists.",
        "(until 2026-05-02) Prefers bullet lists.",
    }


def test_a_merged_page_is_undone_from_what_stood_there(workspace: Workspace) -> None:
    """The receipt was renewed when the proposal was merged by claim."""
    proposal = approved(workspace)
    theirs = page("Answers", "Prefers bullet lists.", more="- Reads at night. [cite:1]\n")
    commit(Path(workspace.root), {f"wiki/{PAGE}": theirs})
    assert apply(workspace, proposal, KIM).merged == (PAGE,)
    undone(workspace, proposal)
    assert [text for text, until in claims(workspace) if not until] == ["Prefers bullet lists.", "Reads at night."]
