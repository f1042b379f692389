"""Events into the ledgers of sessions: exactly once, all or none, by many writers, and seen when something was rewritten."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.dream.accounts import Account
from brainwiki.dream.event import Event
from brainwiki.dream.ledger import Ledger, ledger_of, path_of
from brainwiki.errors import LedgerError, NoStateError
from brainwiki.ports_git import Draft
from brainwiki.usecases.ledger import append, join_fetched, read_books, record, tend
from brainwiki.usecases.state_branch import BRANCH, Change, change_state
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.dream.events import event, path
from tests.helpers import NOW
from tests.repositories import git, new


@pytest.fixture
def workspace(brain: Build, tmp_path: Path) -> Workspace:
    """A brain in an empty repository."""
    new(tmp_path)
    return brain({"index.md": "# Index\n"})


def put(workspace: Workspace, session: str, raw: bytes | None) -> None:
    """Write a ledger as it should never be written."""
    change = Change({path_of(session): raw}, "m")
    change_state(workspace.refs(), workspace.clock, "x", lambda _: change)


def states(workspace: Workspace) -> dict[str, list[str]]:
    return {one.account.session: [held.state for held in one.account.ranges] for one in read_books(workspace).books}


def test_events_make_accounts(workspace: Workspace) -> None:
    assert read_books(workspace).books == ()
    for told in path("ingested", "summarized", "nothing-new"):
        assert append(workspace, "s", told).written == (told,)
    append(workspace, "a", event("ingested"))
    assert states(workspace) == {"a": ["new"], "s": ["nothing-new"]}
    assert git(Path(workspace.root), "log", "--format=%s %an", "--reverse", BRANCH).split("\n")[0] == (
        "s: ingested 1-5 process:dream"
    )
    assert git(Path(workspace.root), "status", "--porcelain") == "?? brainwiki.toml\n?? wiki/"


def test_an_event_is_written_once(workspace: Workspace) -> None:
    told = event("ingested")
    append(workspace, "s", told)
    tip = workspace.refs().tip(BRANCH)
    again = append(workspace, "s", told)
    assert (again.written, again.refused, again.account.turns) == ((), None, 5)
    assert workspace.refs().tip(BRANCH) == tip


def test_an_event_that_does_not_follow_is_a_value(workspace: Workspace) -> None:
    append(workspace, "s", event("ingested"))
    tip = workspace.refs().tip(BRANCH)
    found = append(workspace, "s", event("integrated"))
    assert found.refused is not None
    assert "follows on proposed" in found.refused.why
    assert (found.written, [one.state for one in found.account.ranges]) == ((), ["new"])
    both = record(workspace, "s", lambda _: (event("summarized"), event("integrated")), "x")
    assert both.refused is not None
    assert [one.state for one in both.account.ranges] == ["new"]
    assert workspace.refs().tip(BRANCH) == tip


def test_several_events_are_one_commit(workspace: Workspace) -> None:
    done = record(workspace, "s", lambda _: path("ingested", "summarized", "proposed", "rejected"), "process:dream")
    assert [one.name for one in done.written] == ["ingested", "summarized", "proposed", "rejected"]
    assert git(Path(workspace.root), "rev-list", "--count", BRANCH) == "1"
    assert record(workspace, "s", lambda _: (), "x").account == done.account


def test_the_plan_sees_the_present_account(workspace: Workspace) -> None:
    def grow(found: Account) -> tuple[Event, ...]:
        return (event("ingested", found.turns + 1, found.turns + 3),)

    for _ in range(3):
        record(workspace, "s", grow, "x")
    assert read_books(workspace).books[0].account.turns == 9


@pytest.mark.parametrize("session", ["", "../x", "a/b", ".a"])
def test_what_is_no_id(workspace: Workspace, session: str) -> None:
    with pytest.raises(LedgerError, match="no id"):
        append(workspace, session, event("ingested"))


def test_a_damaged_ledger_is_read_and_not_written_to(workspace: Workspace) -> None:
    raw = ledger_of("s", path("ingested", "summarized")).raw
    put(workspace, "s", raw.replace(b"[1,5]", b"[1,6]", 1))
    tip = workspace.refs().tip(BRANCH)
    with pytest.raises(LedgerError, match="damaged: line 2"):
        append(workspace, "s", event("nothing-new"))
    assert workspace.refs().tip(BRANCH) == tip
    assert read_books(workspace).books[0].problems
    append(workspace, "t", event("ingested"))


def test_without_a_repository(brain: Build) -> None:
    with pytest.raises(NoStateError):
        read_books(brain({"index.md": ""}))


def test_what_was_published_and_is_gone_or_changed_is_seen(workspace: Workspace) -> None:
    refs, folder = workspace.refs(), Path(workspace.root)
    sound = {name: ledger_of(name, path("ingested", "summarized")) for name in ("s", "t", "u")}
    for name, ledger in sound.items():
        put(workspace, name, ledger.raw)
    git(folder, "update-ref", f"refs/remotes/origin/{BRANCH}", refs.tip(BRANCH))
    assert [one.problems for one in read_books(workspace).books] == [(), (), ()]
    append(workspace, "s", event("nothing-new"))
    assert [one.problems for one in read_books(workspace).books] == [(), (), ()]
    put(workspace, "t", ledger_of("t", path("ingested")).raw)
    put(workspace, "u", None)
    found = {one.account.session: one.problems for one in read_books(workspace).books}
    assert found["s"] == ()
    assert found["t"] == ("line 2: this line was published, and is changed or gone",)
    assert found["u"] == ("line 1: this line was published, and is changed or gone", "1 of 1 ranges are lost")


def test_files_that_are_no_ledgers_are_passed_over(workspace: Workspace) -> None:
    change = Change({"ledger/x.txt": b"x", "ledger/a/b.jsonl": b"x", "proposals/p.jsonl": b"x"}, "m")
    change_state(workspace.refs(), workspace.clock, "x", lambda _: change)
    assert read_books(workspace).books == ()


def test_what_was_fetched_is_joined_once(workspace: Workspace) -> None:
    refs, folder = workspace.refs(), Path(workspace.root)
    assert join_fetched(workspace, "x") is None
    put(workspace, "s", ledger_of("s", path("ingested")).raw)
    first = refs.tip(BRANCH)
    append(workspace, "s", event("summarized"))
    git(folder, "update-ref", f"refs/remotes/origin/{BRANCH}", refs.tip(BRANCH))
    assert join_fetched(workspace, "x") is None
    git(folder, "update-ref", f"refs/heads/{BRANCH}", first)
    assert join_fetched(workspace, "x") is None
    assert refs.tip(BRANCH) == first
    ours = ledger_of("s", [*path("ingested"), event("ingested", 6, 7)]).raw
    refs.commit(BRANCH, first, Draft((first,), {path_of("s"): ours}, "m", workspace.clock.now(), "x"))
    joined = join_fetched(workspace, "human:anna")
    assert joined is not None
    assert joined.lost == ()
    assert states(workspace) == {"s": ["summarized", "new"]}
    assert git(folder, "log", "-1", "--format=%s %an", BRANCH) == "Join what was fetched human:anna"
    assert join_fetched(workspace, "x") is None


def test_time_alone_retries_and_gives_up(workspace: Workspace) -> None:
    record(workspace, "s", lambda _: path("ingested", "summarized", "rejected"), "x")
    record(workspace, "t", lambda _: path("ingested"), "x")
    put(workspace, "u", b"damaged\n")
    done = tend(workspace, "process:dream", "run-1")
    assert [(one.account.session, one.written[0].name, one.written[0].run) for one in done] == [("s", "retry", "run-1")]
    assert tend(workspace, "process:dream") == ()
    late = open_workspace(workspace.root, now=NOW + timedelta(days=1))
    for _ in range(5):
        record(
            late,
            "s",
            lambda found: (event("failed", at="2026-11-30T12:00:00Z", run=str(found.ranges[0].attempts)),),
            "x",
        )
    assert [one.written[0].name for one in tend(late, "process:dream")] == ["gave-up"]
    assert states(late)["s"] == ["dead-letter"]


WRITER = """
import sys
from datetime import UTC, datetime
from brainwiki.bootstrap import open_workspace
from brainwiki.dream.event import Event
from brainwiki.usecases.ledger import record
folder, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
workspace = open_workspace(folder, now=datetime(2026, 5, 2, tzinfo=UTC))
for number in range(count):
    def plan(found):
        return (Event("ingested", found.turns + 1, found.turns + 2, "2026-05-02T00:00:00Z", name, run=str(number)),)
    done = record(workspace, "s", plan, name, 120)
    assert len(done.written) == 1, done
"""


def write_together(folder: str, writers: int, count: int) -> None:
    """So many processes that write so many events each into one ledger."""
    started = [
        subprocess.Popen([sys.executable, "-c", WRITER, folder, f"process:{number}", str(count)])
        for number in range(writers)
    ]
    assert [one.wait(300) for one in started] == [0] * writers


def test_many_writers_lose_nothing(workspace: Workspace) -> None:
    write_together(workspace.root, 3, 4)
    books = read_books(workspace).books[0]
    assert books.problems == ()
    assert {(one.by, one.run) for one in books.ledger.events} == {
        (f"process:{writer}", str(number)) for writer in range(3) for number in range(4)
    }
    assert books.account.turns == 24
    assert git(Path(workspace.root), "fsck", "--strict", "--no-dangling") == ""


def test_a_ledger_that_is_not_there_is_empty() -> None:
    assert Ledger("s").raw == b""
