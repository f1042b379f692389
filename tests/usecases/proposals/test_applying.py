"""An approved proposal becomes one commit on the brain's branch, once; where the brain moved on it is merged by claim, or is stale."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.markup import parser
from brainwiki.model.receipt import Receipt, Span, Vouched
from brainwiki.review.happening import Event
from brainwiki.review.receipts import path_of, read_receipt
from brainwiki.rules.compact_index import is_generated
from brainwiki.usecases.compact import write_index
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.proposals.applying import Applied, apply, apply_all
from brainwiki.usecases.proposals.books import held, record_proposal
from brainwiki.usecases.state_branch import BRANCH
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import commit, git
from tests.usecases.proposals.field import (
    BUDGET,
    DIAGRAMS,
    MILLIONS,
    NEW_ANSWERS,
    NEW_BUDGET,
    OTHER,
    PAGE,
    SAID,
    TALK,
    consolidation,
    field,
    opened,
    page,
    states,
)

KIM = "human:kim"
DAY = NOW.date().isoformat()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A brain with a generated index, whose working tree is clean."""
    found = field(tmp_path)
    (tmp_path / "wiki/index.md").unlink()
    write_index(found)
    commit(tmp_path, {}, "index")
    return found


def approve(workspace: Workspace, proposal: str, by: str = KIM) -> None:
    """A person approves what a proposal holds now."""
    tip = held(workspace, proposal).tip
    event = Event("approved", "2026-05-05T00:00:00Z", by, commit=tip)
    assert record_proposal(workspace, proposal, lambda _: (event,), {}, by).refused == ""


def approved(workspace: Workspace, session: str = TALK, **more: object) -> str:
    """A proposal that was opened and approved."""
    found = opened(workspace, session, **more)
    approve(workspace, found.id)
    return found.id


def budget(workspace: Workspace) -> str:
    """Another one, about another page."""
    return approved(
        workspace,
        OTHER,
        files={BUDGET: NEW_BUDGET.encode()},
        reads=frozenset({BUDGET}),
        consolidation=consolidation(MILLIONS),
        run="run-2",
    )


def shown(workspace: Workspace, path: str) -> str:
    """A file of the brain on its branch."""
    return git(Path(workspace.root), "show", f"main:wiki/{path}") + "\n"


def receipt(workspace: Workspace, proposal: str) -> Receipt:
    """The receipt as it stands in the brain."""
    raw = shown(workspace, path_of(proposal)).encode()
    found = read_receipt(parser.parse(path_of(proposal), raw, workspace.profile.dialect))
    assert found is not None
    return found


def heads(workspace: Workspace) -> tuple[str, str]:
    """The commits of the brain and of the states."""
    return workspace.refs().tip("main"), workspace.refs().tip(BRANCH)


def test_one_commit_brings_pages_receipt_and_listings(workspace: Workspace) -> None:
    """The books say so in one commit, the branch is gone, and the working tree has followed."""
    folder = Path(workspace.root)
    before = heads(workspace)[0]
    proposal = approved(workspace)
    found = apply(workspace, proposal, KIM)
    assert found == Applied(proposal, "applied", heads(workspace)[0])
    assert git(folder, "rev-parse", "main^") == before
    names = git(folder, "diff", "--name-only", before, "main").split()
    assert names == [f"wiki/{PAGE}", "wiki/log.md", f"wiki/proposals/{proposal}.md"]
    assert shown(workspace, PAGE) == NEW_ANSWERS
    told = receipt(workspace, proposal)
    assert told.verified == (Vouched(KIM, "2026-05-05T00:00:00Z"),)
    assert told.writes[PAGE].after == git(folder, "rev-parse", f"main:wiki/{PAGE}")
    assert f"## {DAY}\n\n- [[proposals/{proposal}|New wishes]]" in shown(workspace, "log.md")
    assert held(workspace, proposal).state == "applied"
    assert held(workspace, proposal).events[-1].commit == found.commit
    assert workspace.refs().tip(f"brainwiki/proposal/{proposal}") == ""
    assert git(folder, "status", "--porcelain") == ""
    assert git(folder, "log", "-1", "--format=%an|%b", "main").startswith(f"{KIM}|Brainwiki-Proposal: {proposal}")


def test_the_ledger_names_what_was_adopted_and_what_was_left(workspace: Workspace) -> None:
    """Each observation in one of the two lists, and the watermark passes the turns."""
    apply(workspace, approved(workspace), KIM)
    (books,) = [one for one in read_books(workspace).books if one.account.session == TALK]
    event = books.ledger.events[-1]
    assert (event.name, event.adopted, event.rejected) == ("integrated", (DIAGRAMS.id,), (MILLIONS.id,))
    assert books.account.watermark == len(SAID)
    assert books.problems == ()


def test_applying_again_says_so_and_changes_nothing(workspace: Workspace) -> None:
    """However often it is asked for."""
    proposal = approved(workspace)
    apply(workspace, proposal, KIM)
    before = heads(workspace)
    for _ in range(2):
        assert apply(workspace, proposal, KIM) == Applied(proposal, "already")
    assert heads(workspace) == before


def test_only_what_a_person_approved_is_applied(workspace: Workspace) -> None:
    """An open proposal is refused, and one whose branch stands elsewhere than what was approved; nothing is written."""
    proposal = opened(workspace).id
    before = heads(workspace)
    found = apply(workspace, proposal, KIM)
    assert found.outcome == "refused"
    assert "nobody has approved it" in found.reasons[0].told
    approve(workspace, proposal)
    folder = Path(workspace.root)
    git(folder, "update-ref", f"refs/heads/brainwiki/proposal/{proposal}", "main")
    found = apply(workspace, proposal, KIM)
    assert found.outcome == "refused"
    assert "was approved" in found.reasons[0].told
    assert heads(workspace)[0] == before[0]
    with pytest.raises(AssertionError):
        approve(workspace, opened(workspace, OTHER, run="run-2").id, "dream/0.1")


def test_another_page_moved_on_and_nothing_is_merged(workspace: Workspace) -> None:
    """Proposals on different pages are applied one after the other, each as it was reviewed."""
    first, second = approved(workspace), budget(workspace)
    done = apply_all(workspace, KIM)
    assert {one.id for one in done} == {first, second}
    assert [(one.outcome, one.merged) for one in done] == [("applied", ()), ("applied", ())]
    assert (shown(workspace, PAGE), shown(workspace, BUDGET)) == (NEW_ANSWERS, NEW_BUDGET)
    assert states(workspace) == {TALK: "integrated", OTHER: "integrated"}
    assert shown(workspace, "log.md").count("- [[proposals/") == 2
    assert apply_all(workspace, KIM) == ()


def test_a_page_that_moved_on_is_merged_by_claim(workspace: Workspace) -> None:
    """The receipt is renewed: it names what stood there and what stands there now."""
    proposal = approved(workspace)
    theirs = page("Answers", "Prefers bullet lists.", more="- Reads at night. [cite:1]\n")
    tip = commit(Path(workspace.root), {f"wiki/{PAGE}": theirs})
    found = apply(workspace, proposal, KIM)
    assert (found.outcome, found.merged) == ("applied", (PAGE,))
    assert shown(workspace, PAGE) == NEW_ANSWERS + "- Reads at night. [cite:1]\n"
    told = receipt(workspace, proposal)
    folder = Path(workspace.root)
    assert told.base == tip
    assert told.writes[PAGE] == (
        git(folder, "rev-parse", f"{tip}:wiki/{PAGE}"),
        git(folder, "rev-parse", f"main:wiki/{PAGE}"),
    )
    assert told.reads[PAGE] == told.writes[PAGE].before


def test_what_cannot_be_merged_grows_stale(workspace: Workspace) -> None:
    """The reasons are told per page, the branch is kept, the sessions wait again without an attempt lost."""
    proposal = approved(workspace)
    commit(Path(workspace.root), {f"wiki/{PAGE}": page("Answers", "Prefers tables.")})
    before = heads(workspace)[0]
    found = apply(workspace, proposal, KIM)
    assert found.outcome == "stale"
    assert [one.path for one in found.reasons] == [PAGE]
    assert "changed on both sides" in found.reasons[0].reason
    assert heads(workspace)[0] == before
    now = held(workspace, proposal)
    assert (now.state, now.branch) == ("stale", now.tip)
    assert states(workspace)[TALK] == "summarized"
    (books,) = [one for one in read_books(workspace).books if one.account.session == TALK]
    assert books.account.ranges[0].attempts == 0
    again = apply(workspace, proposal, KIM)
    assert (again.outcome, again.reasons[0].reason) == ("refused", "it is stale")


def test_a_page_that_was_taken_out_since_makes_it_stale(workspace: Workspace) -> None:
    """A person's removal is not undone."""
    proposal = approved(workspace)
    commit(Path(workspace.root), {}, gone=(f"wiki/{PAGE}",))
    found = apply(workspace, proposal, KIM)
    assert found.reasons[0].told == f"{PAGE}: it was taken out since"


def test_rules_run_again_on_the_brain_as_it_is(workspace: Workspace) -> None:
    """A page that the proposal links to is gone: nothing it writes was touched, and it would be broken."""
    text = NEW_ANSWERS.replace("Prefers diagrams.", "Prefers diagrams of the [[budget]].")
    proposal = approved(workspace, files={PAGE: text.encode()})
    commit(Path(workspace.root), {}, gone=(f"wiki/{BUDGET}",))
    found = apply(workspace, proposal, KIM)
    assert found.outcome == "stale"
    assert any("BW201" in one.reason for one in found.reasons)


def test_of_two_that_conflict_the_first_wins(workspace: Workspace) -> None:
    """The second is stale; of two that only add, the second is merged."""
    first = approved(workspace)
    other = page("Answers", "Prefers prose.", more="    - (until 2026-05-02) Prefers bullet lists. [cite:1]\n")
    second = approved(workspace, OTHER, files={PAGE: other.encode()}, run="run-2", consolidation=consolidation())
    assert apply(workspace, first, KIM).outcome == "applied"
    found = apply(workspace, second, KIM)
    assert found.outcome == "stale"
    assert shown(workspace, PAGE) == NEW_ANSWERS
    assert states(workspace) == {TALK: "integrated", OTHER: "summarized"}


def test_a_dirty_file_keeps_its_bytes(workspace: Workspace) -> None:
    """The branch has the new page, the working tree the words of whoever is writing; it is told."""
    folder = Path(workspace.root)
    (folder / "wiki" / PAGE).write_text("My own draft.\n")
    found = apply(workspace, approved(workspace), KIM)
    assert found.outcome == "applied"
    assert found.left == (f"wiki/{PAGE}",)
    assert (folder / "wiki" / PAGE).read_text() == "My own draft.\n"
    assert shown(workspace, PAGE) == NEW_ANSWERS


def test_a_commit_without_its_books_is_finished(workspace: Workspace) -> None:
    """As a kill leaves it: the brain has the receipt, the books do not know; nothing is applied twice."""
    proposal = approved(workspace)
    before = heads(workspace)[1]
    done = apply(workspace, proposal, KIM)
    git(Path(workspace.root), "update-ref", f"refs/heads/{BRANCH}", before)
    assert held(workspace, proposal).state == "approved"
    again = open_workspace(workspace.root, now=NOW)
    assert apply(again, proposal, KIM) == Applied(proposal, "already")
    assert heads(again)[0] == done.commit
    assert held(again, proposal).state == "applied"
    assert states(again)[TALK] == "integrated"


def test_turns_that_were_taken_up_otherwise_are_left_as_they_are(workspace: Workspace) -> None:
    """Only what is still proposed with this proposal becomes integrated."""
    from brainwiki.dream.event import Event as LedgerEvent
    from brainwiki.usecases.ledger import record

    proposal = approved(workspace)
    event = LedgerEvent("rejected", 1, len(SAID), "2026-05-05T00:00:00Z", KIM, "by hand")
    record(workspace, TALK, lambda _: (event,), KIM)
    assert apply(workspace, proposal, KIM).outcome == "applied"
    assert states(workspace)[TALK] == "rejected"


def test_an_index_that_a_person_wrote_stays(tmp_path: Path) -> None:
    """And a brain without a log gets one."""
    workspace = field(tmp_path)
    before = shown(workspace, "index.md")
    assert not is_generated(before)
    apply(workspace, approved(workspace), KIM)
    assert shown(workspace, "index.md") == before
    assert shown(workspace, "log.md").startswith(f"# Log\n\n## {DAY}\n\n- [[proposals/")


def test_a_proposal_with_more_turns_tells_each_session(workspace: Workspace) -> None:
    """Observations stand with the turns that they come from."""
    spans = (Span(TALK, 1, len(SAID)), Span(OTHER, 1, len(SAID)))
    other = MILLIONS._replace(session=OTHER, id="o-bbbbbbbbbb")
    proposal = approved(workspace, sessions=spans, consolidation=consolidation(DIAGRAMS, left=(other,)))
    apply(workspace, proposal, KIM)
    events = {one.account.session: one.ledger.events[-1] for one in read_books(workspace).books}
    assert (events[TALK].adopted, events[TALK].rejected) == ((DIAGRAMS.id,), ())
    assert (events[OTHER].adopted, events[OTHER].rejected) == ((), ("o-bbbbbbbbbb",))
