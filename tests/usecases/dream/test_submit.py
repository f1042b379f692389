"""What was drawn becomes a proposal, or nothing, or mistakes that leave the run open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from brainwiki.errors import RunError
from brainwiki.model.receipt import Span
from brainwiki.usecases.dream.runs import DRAWN, read_runs
from brainwiki.usecases.dream.start import Choice, start
from brainwiki.usecases.dream.submit import Submitted, submit_file
from brainwiki.usecases.proposals.books import held
from brainwiki.usecases.proposals.opening import Opened, Refused
from brainwiki.usecases.workspace import Workspace
from tests.repositories import commit, git
from tests.usecases.dream.runs import COFFEE, PAGE, TEA, drawn, field, states

BY = "dream-agent/1"


def begun(workspace: Workspace, *sessions: str) -> tuple[str, str]:
    """The name of a run that began, and the id of the claim of its page."""
    found = start(workspace, "process:dream", Choice(sessions))
    assert found.work is not None
    return found.work.run.name, found.work.task.wiki.pages[f"{PAGE}.md"].claims[0].id


def value_of(claim: str, **more: Any) -> dict[str, Any]:
    value = drawn()
    value["updates"][0]["claim"] = claim
    return value | more


def submitted(workspace: Workspace, run: str, value: object) -> Submitted:
    return submit_file(workspace, run, BY, json.dumps(value).encode())


def test_what_was_drawn_becomes_a_proposal_and_quiet_sessions_are_done(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    run, claim = begun(workspace)
    workspace.staging().write(run, DRAWN, json.dumps(value_of(claim)).encode())
    done = submit_file(workspace, run, BY)
    assert isinstance(done.proposal, Opened)
    assert done.quiet == (Span(COFFEE, 1, 2),)
    assert states(workspace) == {TEA: ["proposed"], COFFEE: ["nothing-new"]}
    one = held(workspace, done.proposal.id)
    assert one.receipt is not None
    assert (len(one.receipt.adopted), [each.reason for each in one.receipt.left]) == (1, ["Nobody will ask for it."])
    assert one.receipt.sessions == (Span(TEA, 1, 3),)
    shown = git(tmp_path, "show", f"{done.proposal.commit}:wiki/{PAGE}.md")
    assert f"- Drinks green tea. [cite:2] ^{claim}\n    - (until 2026-05-02) Drinks black tea. [cite:1]" in shown
    assert read_runs(workspace) == ()
    assert git(tmp_path, "status", "--porcelain") == ""


def test_no_updates_are_a_result(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    run, _ = begun(workspace)
    done = submitted(workspace, run, {"version": 1})
    assert (done.mistakes, done.proposal, len(done.quiet)) == ((), None, 2)
    assert states(workspace) == {TEA: ["nothing-new"], COFFEE: ["nothing-new"]}
    assert workspace.refs().branches("brainwiki/proposal") == {}


def test_mistakes_come_at_once_and_leave_the_run_open(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    run, claim = begun(workspace)
    value = value_of("c-nothing")
    value["observations"][1]["quote"] = "The budget is 50 euros."
    del value["left"]
    done = submitted(workspace, run, value)
    words = ("neither adopted", "does not stand in turn 3", f"it has {claim}")
    assert all(any(word in one for one in done.mistakes) for word in words), done.mistakes
    assert states(workspace) == {TEA: ["new"], COFFEE: ["new"]}
    assert [one.name for one in read_runs(workspace)] == [run]
    assert submitted(workspace, run, value_of(claim)).proposal is not None


def test_a_file_of_another_form_is_told(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    run, _ = begun(workspace)
    assert submit_file(workspace, run, BY, b"{").mistakes[0].startswith("the file is no JSON")
    with pytest.raises(RunError, match=r"no consolidation\.json"):
        submit_file(workspace, run, BY)


def test_findings_that_block_are_mistakes_that_can_be_mended(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    run, claim = begun(workspace)
    value = value_of(claim)
    value["updates"][0]["text"] = "Drinks green tea and opens [[tea#^nothing]]."
    done = submitted(workspace, run, value)
    assert len(done.mistakes) == 1
    assert done.mistakes[0].startswith(f"BW203 wiki/{PAGE}.md:")
    assert states(workspace)[TEA] == ["new"]
    tree = workspace.staging().read(run, f"tree/{PAGE}.md")
    assert tree is not None
    assert b"opens [[tea#^nothing]]" in tree


def test_sessions_that_were_not_come_to_stay_due(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    run, claim = begun(workspace)
    done = submitted(workspace, run, value_of(claim, unread=[COFFEE]))
    assert done.waiting == (COFFEE,)
    assert states(workspace) == {TEA: ["proposed"], COFFEE: ["new"]}
    again = start(workspace, "process:dream")
    assert again.work
    assert again.work.run.spans == (Span(COFFEE, 1, 2),)


def test_turns_that_somebody_else_settled_are_told(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    first, claim = begun(workspace, TEA)
    record = workspace.staging().read(first, "task.json") or b""
    workspace.staging().drop(first)
    second, _ = begun(workspace, TEA)
    submitted(workspace, second, {})
    other = "2026-11-30-another"
    workspace.staging().write(other, "task.json", record.replace(first.encode(), other.encode()))
    done = submitted(workspace, other, value_of(claim))
    assert done.mistakes == (f"turns 1 to 3 of {TEA} are nothing-new by now.",)


def test_a_run_that_was_killed_while_it_ended_goes_on_and_is_one_proposal(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    run, claim = begun(workspace)
    record = workspace.staging().read(run, "task.json") or b""
    first = submitted(workspace, run, value_of(claim))
    workspace.staging().write(run, "task.json", record)
    again = submitted(workspace, run, value_of(claim))
    assert isinstance(first.proposal, Opened)
    assert isinstance(again.proposal, Opened), again
    assert again.proposal.id == first.proposal.id
    assert states(workspace) == {TEA: ["proposed"], COFFEE: ["nothing-new"]}


def test_a_summary_goes_into_the_proposal(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    run, claim = begun(workspace)
    value = value_of(claim)
    value["updates"].append({"do": "summarise", "page": f"sessions/{TEA}/session", "text": "Green tea. 40 euros."})
    done = submitted(workspace, run, value)
    assert isinstance(done.proposal, Opened), done
    shown = git(tmp_path, "show", f"{done.proposal.commit}:wiki/sessions/{TEA}/session.md")
    assert shown.endswith("---\n\nGreen tea. 40 euros.")


def test_what_changes_nothing_is_no_proposal(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    run, _ = begun(workspace)
    value = drawn() | {"updates": [], "left": [{"observation": one, "reason": "no"} for one in ("a", "b")]}
    done = submitted(workspace, run, value)
    assert (done.mistakes, done.proposal, len(done.quiet)) == ((), None, 2)


def test_what_was_rejected_is_refused_when_it_comes_back_unchanged(tmp_path: Path) -> None:
    from brainwiki.usecases.proposals.deciding import reject

    workspace = field(tmp_path)
    run, claim = begun(workspace)
    done = submitted(workspace, run, value_of(claim))
    assert isinstance(done.proposal, Opened)
    reject(workspace, done.proposal.id, "human:mika", "Not so.")
    from brainwiki.dream.event import Event
    from brainwiki.usecases.ledger import record

    retry = [Event("retry", 1, 3, "2026-11-30T12:00:00Z", "human:mika")]
    record(workspace, TEA, lambda _: retry, "human:mika")
    run, claim = begun(workspace, TEA)
    again = submitted(workspace, run, value_of(claim))
    assert [one for one in again.mistakes if "was rejected before" in one], again


def test_a_base_that_moved_since_does_not_matter_here(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    run, claim = begun(workspace)
    commit(tmp_path, {"wiki/knowledge/other.md": "---\ntype: concept\ntitle: O\ndescription: d\n---\nText of it.\n"})
    done = submitted(workspace, run, value_of(claim))
    assert isinstance(done.proposal, Opened)
    assert not isinstance(done.proposal, Refused)
