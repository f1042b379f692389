"""`sessions` as a command: states that add up or exit code 1, decisions, one line for what could not be done."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from brainwiki.cli.common import person
from brainwiki.cli.main import main
from brainwiki.dream.ledger import ledger_of, path_of
from brainwiki.ports_git import Draft
from brainwiki.usecases.ledger import record
from brainwiki.usecases.state_branch import BRANCH, Change, change_state
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.dream.events import event, path
from tests.repositories import git, new

Run = Callable[..., Result]
STUCK, DONE = "2026-05-02-claude-code-abcdefghij", "2026-05-03-codex-abcdefghij"


@pytest.fixture
def workspace(brain: Build, tmp_path: Path) -> Workspace:
    """A brain in a repository, into which nothing came yet."""
    new(tmp_path)
    return brain({"index.md": "# Index\n"})


@pytest.fixture
def run(workspace: Workspace) -> Run:
    """Runs `sessions` in that brain."""

    def call(*arguments: str, code: int = 0) -> Result:
        result = CliRunner().invoke(main, ["sessions", *arguments, "--root", workspace.root, "--now", "2026-11-30"])
        assert result.exit_code == code, result.output
        return result

    return call


def fill(workspace: Workspace) -> None:
    """A session with a rejected range and a new one, and one that is done with."""
    rejected = path("ingested", "summarized", "proposed")
    rejected.append(event("rejected", at="2026-05-02T11:00:00Z", reason="no quote for the number", proposal="p-1"))
    record(workspace, STUCK, lambda _: [*rejected, *path("ingested", first=6, last=9)], "x")
    record(workspace, DONE, lambda _: path("ingested", "summarized", "nothing-new", last=1), "x")


def put(workspace: Workspace, session: str, raw: bytes) -> None:
    change_state(workspace.refs(), workspace.clock, "x", lambda _: Change({path_of(session): raw}, "m"))


def document(result: Result) -> Any:
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_nothing_came_in(run: Run) -> None:
    assert run().stdout == "No session came in yet.\n"
    assert document(run("--json"))["total"] == 0


def test_sessions_without_a_ledger_are_named_and_not_summed(run: Run, workspace: Workspace) -> None:
    for session in ("2026-05-02-codex-aaaaaaaaaa", STUCK):
        workspace.brain.create(f"sessions/{session}/session.md", b"---\ntype: session\n---\nx\n")
    workspace.brain.create("sessions/index.md", b"x\n")
    assert run().stdout.splitlines() == [
        "No session has a ledger yet.",
        "2 sessions of the brain without a ledger: in no state, and not in the sums.",
    ]
    fill(workspace)
    assert run().stdout.splitlines()[-1].startswith("1 session of the brain without a ledger")
    assert run("-v").stdout.splitlines()[-1] == "  2026-05-02-codex-aaaaaaaaaa"
    found = document(run("--json"))
    assert found["without_ledger"] == ["2026-05-02-codex-aaaaaaaaaa"]
    assert found["total"] == 3
    assert found["balanced"]


def test_as_text(run: Run, workspace: Workspace) -> None:
    fill(workspace)
    assert run().stdout.splitlines() == [
        "3 ranges of turns in 2 sessions: 1 nothing-new, 1 new, 1 rejected. The sums add up.",
        "",
        f"{STUCK}  9 turns, done through 0",
        "  rejected     turns 1-5, since 2026-05-02 11:00Z, proposal p-1",
        "               no quote for the number",
        "  new          turns 6-9, since 2026-05-02 10:12Z",
        f"  → brainwiki sessions retry {STUCK}, or give-up",
        "",
        "1 session more is done with: -v",
    ]
    wordy = run("-v").stdout.splitlines()
    assert wordy[-2:] == [f"{DONE}  1 turn, done through 1", "  nothing-new  turn 1, since 2026-05-02 10:12Z"]


def test_as_json(run: Run, workspace: Workspace) -> None:
    fill(workspace)
    value = document(run("--json"))
    assert [value[key] for key in ("version", "total", "balanced")] == [1, 3, True]
    assert value["total"] == sum(value["states"].values())
    first, second = value["sessions"]
    keys = ("id", "state", "turns", "through_turn", "attempts", "reason")
    assert [first.get(key) for key in keys] == [STUCK, "rejected", 9, 0, 0, "no quote for the number"]
    assert [second.get(key) for key in keys] == [DONE, "nothing-new", 1, 1, 0, None]


def test_decisions(run: Run, workspace: Workspace) -> None:
    fill(workspace)
    assert run("retry", "2026-05-02").stdout == f"{STUCK}  turns 1 to 5: retrying\n"
    assert "retrying     turns 1-5, since 2026-11-30 00:00Z, tried again once" in run().stdout
    assert run("give-up", STUCK, "--reason", "too long", "--by", "human:anna").stdout.endswith("dead-letter\n")
    text = run().stdout
    assert "  dead-letter  turns 1-5" in text
    assert "too long" in text
    assert f"  → brainwiki sessions reopen {STUCK}" in text
    value = document(run("reopen", STUCK, "--json"))
    assert value["events"] == [{"event": "reopened", "first": 1, "last": 5}]
    assert (value["version"], value["session"]["state"], value["session"]["attempts"]) == (1, "new", 0)
    document(run("reopen", DONE, "--turns", "1", "--json"))
    written = git(Path(workspace.root), "log", "--format=%an", BRANCH).split("\n")
    assert "human:anna" in written
    assert written[0].startswith("human:")


def test_sums_that_do_not_add_up_are_exit_code_1(run: Run, workspace: Workspace) -> None:
    fill(workspace)
    torn = ledger_of("torn", path("ingested", "summarized")).raw.replace(b"[1,5]", b"[1,x]", 1)
    put(workspace, "torn", torn)
    text = run(code=1).stdout
    assert text.startswith(
        "4 ranges of turns in 3 sessions: 1 nothing-new, 1 new, 1 rejected. The sums do not add up.\n\ntorn  no turn\n"
    )
    assert "  broken  line 1: it is no JSON\n" in text
    assert "  broken  1 of 1 ranges are lost\n" in text
    value = document(run("--json", code=1))
    assert (value["total"], sum(value["states"].values()), value["balanced"]) == (4, 3, False)
    assert len(value["sessions"][2]["problems"]) == 4


def test_a_ledger_that_cannot_be_trusted_is_exit_code_1_though_the_sums_add_up(run: Run, workspace: Workspace) -> None:
    wrong = ledger_of("s", [*path("ingested"), event("integrated")])
    put(workspace, "s", wrong.raw)
    assert "A ledger cannot be trusted." in run(code=1).stdout
    assert "damaged" not in run("reopen", "s", code=2).stderr
    put(workspace, "s", wrong.raw[:-1])
    assert "is damaged: line 2" in run("retry", "s", code=2).stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("retry",), "retry needs the ID of a session"),
        (("forget", "x"), "'forget' is not one of"),
        (("--turns", "1-2"), "--turns needs retry, give-up or reopen"),
        (("--reason", "x"), "--reason needs"),
        (("retry", STUCK, "--turns", "9-2"), "'9-2' is no range such as 5-9"),
        (("retry", STUCK, "--turns", "0"), "is no range"),
        (("join", "x"), "join takes no ID"),
        (("join", "--by", "x"), "--by needs"),
        (("retry", "2030"), "No session '2030'"),
        (("retry", DONE), f"{DONE} has nothing to retry: it is nothing-new."),
    ],
)
def test_what_cannot_be_done_is_one_line(run: Run, workspace: Workspace, arguments: tuple[str, ...], told: str) -> None:
    fill(workspace)
    tip = workspace.refs().tip(BRANCH)
    result = run(*arguments, code=2)
    assert told in result.stderr
    assert result.stdout == ""
    assert workspace.refs().tip(BRANCH) == tip


def test_another_command_that_writes_is_waited_for(run: Run, workspace: Workspace) -> None:
    fill(workspace)
    with workspace.refs().lock(0):
        assert "Another command holds" in run("retry", STUCK, "--wait", "0", code=2).stderr
        assert "The sums add up" in run().stdout


def test_without_a_repository(brain: Build) -> None:
    root = brain({"index.md": ""}).root
    result = CliRunner().invoke(main, ["sessions", "--root", root])
    assert result.exit_code == 2
    assert "lies in no Git repository" in result.stderr
    assert "git init" in result.stderr


def test_what_was_overtaken_is_noted(run: Run, workspace: Workspace) -> None:
    folder, refs = Path(workspace.root), workspace.refs()
    base = ledger_of("s", path("ingested"))
    put(workspace, "s", base.raw)
    first = refs.tip(BRANCH)
    put(workspace, "s", base.grown(event("summarized")).grown(event("nothing-new")).raw)
    git(folder, "update-ref", f"refs/remotes/origin/{BRANCH}", refs.tip(BRANCH))
    git(folder, "update-ref", f"refs/heads/{BRANCH}", first)
    late = base.grown(event("failed", reason="a")).grown(event("gave-up")).raw
    refs.commit(BRANCH, first, Draft((first,), {path_of("s"): late}, "m", workspace.clock.now(), "x"))
    result = run()
    assert "overtaken by what was fetched" in result.stderr
    assert "  s  gave-up of turns 1 to 5: " in result.stderr
    assert "1 nothing-new. The sums add up." in result.stdout
    assert run("--quiet").stderr == ""
    value = document(run("join", "--json"))
    assert (value["joined"], [one["event"] for one in value["lost"]]) == (True, ["failed", "gave-up"])
    assert value["lost"][0]["id"] == "s"
    assert run().stderr == ""
    assert run("join").stdout == "Nothing to join.\n"


def test_a_join_says_what_is_next(run: Run, workspace: Workspace) -> None:
    folder, refs = Path(workspace.root), workspace.refs()
    put(workspace, "s", ledger_of("s", path("ingested")).raw)
    git(folder, "update-ref", f"refs/remotes/origin/{BRANCH}", refs.tip(BRANCH))
    git(folder, "update-ref", "-d", f"refs/heads/{BRANCH}")
    refs.commit(
        BRANCH, "", Draft((), {path_of("t"): ledger_of("t", path("ingested")).raw}, "m", workspace.clock.now(), "x")
    )
    assert run("join").stdout == "Joined with what was fetched. Next: `git push origin brainwiki/state`.\n"
    assert document(run("--json"))["total"] == 2


def test_the_person_of_a_machine_without_users(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown() -> str:
        raise KeyError

    monkeypatch.setattr("getpass.getuser", unknown)
    assert person() == "human:unknown"
    monkeypatch.setattr("getpass.getuser", lambda: "an\tna")
    assert person() == "human:an na"
