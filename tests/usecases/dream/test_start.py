"""A run takes what is due, holds it, and reads what it needs."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest

from brainwiki.adapters.clock import FixedClock
from brainwiki.bootstrap import open_workspace
from brainwiki.dream.event import Event
from brainwiki.errors import AmbiguousNameError, RunError, UnknownNameError
from brainwiki.model.receipt import Span
from brainwiki.usecases.dream.runs import TASK, read_run, read_runs
from brainwiki.usecases.dream.start import Choice, Started, start
from brainwiki.usecases.dream.submit import reopen
from brainwiki.usecases.ledger import record
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import commit, git, new
from tests.usecases.dream.runs import COFFEE, PAGE, SAID, TEA, field, states

BY = "process:dream"
BOTH = (Span(TEA, 1, 3), Span(COFFEE, 1, 2))


def at(workspace: Workspace, hours: float) -> Workspace:
    """The same workspace at another hour."""
    return open_workspace(workspace.root, now=NOW + timedelta(hours=hours))


def tell(workspace: Workspace, session: str, *names: str) -> None:
    events = [Event(name, 1, len(SAID[session]), "2026-11-30T11:59:00Z", BY, "why") for name in names]
    assert record(workspace, session, lambda _: events, BY).refused is None


def test_a_run_takes_all_that_is_due_and_writes_down_what_is_to_be_read(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    begun = start(workspace, BY)
    assert begun.work is not None
    run, task, _ = begun.work
    assert run.spans == BOTH
    assert [(one.session, one.first, one.last, len(one.turns)) for one in task.sessions] == [
        (TEA, 1, 3, 3),
        (COFFEE, 1, 2, 2),
    ]
    assert task.base == workspace.refs().tip("main")
    assert [(one.path, one.text) for one in task.standing] == [("rules/style.md", "Write short sentences.")]
    assert task.sessions[0].started == "2026-05-02T09:01:00+00:00"
    staging = workspace.staging()
    assert staging.read(run.name, "orientation.md") == begun.text.encode()
    assert begun.text.startswith(f"[brainwiki consolidation run {run.name}]\n")
    assert read_runs(workspace) == (run,)
    assert states(workspace) == {TEA: ["new"], COFFEE: ["new"]}
    assert git(tmp_path, "status", "--porcelain") == ""


def test_the_search_of_the_brain_finds_candidates(tmp_path: Path) -> None:
    begun = start(field(tmp_path), BY)
    assert begun.work is not None
    assert begun.work.task.find("who drinks black tea?") == (PAGE,)
    assert begun.work.task.find("") == ()
    assert begun.work.task.find('type:x "quoted words" -tea') == (PAGE,)


def test_two_runs_never_take_the_same_turns(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    first = start(workspace, BY, Choice(limit=1))
    second = start(workspace, BY)
    third = start(workspace, BY)
    assert [one.work.run.spans if one.work else () for one in (first, second, third)] == [BOTH[:1], BOTH[1:], ()]
    assert {session for session, _ in third.passed} == {TEA, COFFEE}
    with pytest.raises(RunError, match="another run holds its turns"):
        start(workspace, BY, Choice((TEA,)))


def test_runs_that_begin_at_once_share_what_is_due(tmp_path: Path) -> None:
    root = field(tmp_path).root
    found: list[Started] = []
    threads = [Thread(target=lambda: found.append(start(open_workspace(root, now=NOW), BY))) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    taken = [span for one in found if one.work for span in one.work.run.spans]
    assert sorted(taken) == sorted(BOTH)


def test_a_run_that_nobody_ends_lets_go_and_is_swept_in_the_end(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    first = start(workspace, BY)
    assert start(at(workspace, 23), BY).work is None
    second = start(at(workspace, 25), BY)
    assert first.work
    assert second.work
    assert second.work.run.spans == BOTH
    assert {one.name for one in read_runs(workspace)} == {first.work.run.name, second.work.run.name}
    start(at(workspace, 25 + 24 * 8), BY)
    assert first.work.run.name not in {one.name for one in read_runs(workspace)}


@pytest.mark.parametrize(
    ("names", "due"),
    [
        (("summarized",), True),
        (("failed",), False),  # waits for its pause
        (("summarized", "nothing-new"), False),
        (("summarized", "proposed"), False),
        (("summarized", "rejected"), False),
        (("summarized", "rejected", "retry"), True),
        (("failed", "gave-up"), False),
        (("failed", "gave-up", "reopened"), True),
    ],
)
def test_only_what_is_due_is_taken(tmp_path: Path, names: tuple[str, ...], due: bool) -> None:
    workspace = field(tmp_path)
    tell(workspace, TEA, *names)
    begun = start(workspace, BY)
    assert begun.work is not None
    assert (BOTH[0] in begun.work.run.spans) is due


def test_what_failed_is_due_after_its_pause(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    tell(workspace, TEA, "failed")
    begun = start(at(workspace, 2), BY)
    assert begun.work
    assert begun.work.run.spans == BOTH


def test_a_session_that_grew_gives_its_new_turns_after_the_old_ones(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    tell(workspace, TEA, "summarized", "nothing-new")
    path = f"wiki/sessions/{TEA}/transcript.jsonl"
    more = '{"turn": 4, "role": "user", "at": "", "text": "More."}\n'
    commit(tmp_path, {path: (tmp_path / path).read_text() + more})
    grown = [Event("ingested", 4, 4, "2026-11-30T11:59:30Z", BY)]
    record(workspace, TEA, lambda _: grown, BY)
    begun = start(workspace, BY, Choice((TEA,)))
    assert begun.work is not None
    (one,) = begun.work.task.sessions
    assert (one.first, one.last, [turn.text for turn in one.new], len(one.turns)) == (4, 4, ["More."], 4)


def test_sessions_are_named_by_the_beginning_of_their_ids(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    begun = start(workspace, BY, Choice((COFFEE[:12],)))
    assert begun.work
    assert begun.work.run.spans == BOTH[1:]
    with pytest.raises(AmbiguousNameError):
        start(workspace, BY, Choice(("2026",)))
    with pytest.raises(UnknownNameError):
        start(workspace, BY, Choice(("nobody",)))


def test_a_session_without_its_transcript_is_passed_over_and_told(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    git(tmp_path, "rm", "-q", f"wiki/sessions/{TEA}/transcript.jsonl")
    git(tmp_path, "commit", "-qm", "away")
    begun = start(workspace, BY)
    assert begun.work
    assert begun.work.run.spans == BOTH[1:]
    assert begun.passed == ((TEA, "its transcript is not at hand, or not whole"),)
    assert states(workspace)[TEA] == ["new"]


def test_a_brain_without_a_commit_has_no_runs(tmp_path: Path) -> None:
    new(tmp_path)
    (tmp_path / "wiki").mkdir()
    (tmp_path / "brainwiki.toml").write_text('profile = "brain"\n')
    with pytest.raises(RunError, match="no commit"):
        start(open_workspace(str(tmp_path), now=NOW), BY)


def test_a_run_is_read_again_as_it_began_whatever_was_committed_since(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    begun = start(workspace, BY)
    assert begun.work is not None
    commit(tmp_path, {"wiki/rules/style.md": "---\ntype: rule\ntitle: S\ndescription: d\n---\nOther.\n"})
    again = reopen(workspace, begun.work.run.name[:13])
    assert again.run == begun.work.run
    assert again.task.sessions == begun.work.task.sessions
    assert again.task.standing == begun.work.task.standing


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b'{"run": "other"}', b"\xff", b'{"version":1,"run":"2026-a","turns":[{}]}', b"[" * 100_000],
)
def test_a_record_that_is_none_is_no_run(tmp_path: Path, raw: bytes) -> None:
    workspace = field(tmp_path)
    workspace.staging().write("2026-a", TASK, raw)
    assert read_runs(workspace) == ()
    with pytest.raises(UnknownNameError):
        read_run(workspace, "2026-a")
    assert start(workspace, BY).work is not None


def test_the_clock_is_that_of_the_workspace(tmp_path: Path) -> None:
    workspace = field(tmp_path)
    assert isinstance(workspace.clock, FixedClock)
    begun = start(workspace, BY)
    assert begun.work
    assert begun.work.run.at == NOW
    assert begun.work.run.name.startswith("2026-11-30-")


def test_a_run_never_has_the_name_of_one_that_ended(tmp_path: Path) -> None:
    """Also where the clock stands still: what the first one told the ledgers would count as told by the second."""
    workspace = field(tmp_path)
    first = start(workspace, BY)
    assert first.work is not None
    tell(workspace, TEA, "failed")
    workspace.staging().drop(first.work.run.name)
    again = start(workspace, BY, Choice((COFFEE,)))
    tell(workspace, COFFEE, "summarized", "nothing-new")
    third = start(at(workspace, 2), BY)
    names = {one.work.run.name for one in (first, again, third) if one.work is not None}
    assert len(names) == 3
