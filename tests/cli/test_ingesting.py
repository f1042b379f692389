"""`ingest` as a command: an account for people and for programs, and exit code 1 where a file was not taken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from brainwiki.cli.main import main
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.repositories import commit, git, new
from tests.rules.tokens import KINDS
from tests.usecases.test_intake import rollout

Run = Callable[..., Result]
TOKEN = dict(KINDS)["a GitHub token"]
SESSION = "2026-08-01-codex-bx3crkcro5"


@pytest.fixture
def workspace(brain: Build, tmp_path: Path) -> Workspace:
    """A brain in a repository with a commit."""
    new(tmp_path)
    found = brain({"index.md": "# Index\n"})
    commit(tmp_path, {".gitignore": "talks/\n"})
    return found


@pytest.fixture
def run(workspace: Workspace) -> Run:
    """Runs `ingest` in that brain, with these bytes as the files `talks/0.jsonl`, `talks/1.jsonl` and so on."""

    def call(*given: bytes | str, code: int = 0) -> Result:
        talks = Path(workspace.root) / "talks"
        talks.mkdir(exist_ok=True)
        words = []
        for number, word in enumerate(given):
            if isinstance(word, bytes):
                (talks / f"{number}.jsonl").write_bytes(word)
            words.append(str(talks / f"{number}.jsonl") if isinstance(word, bytes) else word)
        result = CliRunner().invoke(main, ["ingest", *words, "--root", workspace.root, "--now", "2026-11-30"])
        assert result.exit_code == code, result.output
        return result

    return call


def document(result: Result) -> Any:
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_what_came_in_for_people(run: Run, workspace: Workspace) -> None:
    told = run(rollout("hi", f"my key is {TOKEN}")).stdout.splitlines()
    assert told[0].endswith("0.jsonl  codex, 3 records: 2 taken, 1 session_meta")
    assert told[1:4] == [f"  + {SESSION}  2 turns", "      taken out: a GitHub token (turn 2)", ""]
    tip = git(Path(workspace.root), "rev-parse", "main")
    assert told[4:] == ["1 session: 1 new; 2 new turns.", f"Commit {tip[:12]}."]
    assert TOKEN not in "\n".join(told)
    again = run(rollout("hi", f"my key is {TOKEN}")).stdout.splitlines()
    assert again[1:] == [f"  = {SESSION}  nothing new", "", "1 session: 1 known already; 0 new turns."]
    assert f"  ~ {SESSION}  1 new turn (3-3)" in run(rollout("hi", f"my key is {TOKEN}", "bye")).stdout
    edited = run(rollout("hi", "something else")).stdout
    assert f"      edited at its origin; it goes on from {SESSION}" in edited


def test_what_came_in_for_programs(run: Run, workspace: Workspace) -> None:
    value = document(run(rollout("hi", f"my key is {TOKEN}"), "--json"))
    assert value == {
        "version": 1,
        "dry_run": False,
        "commits": [git(Path(workspace.root), "rev-parse", "main")],
        "files": [
            {
                "file": f"{workspace.root}/talks/0.jsonl",
                "state": "read",
                "format": "codex",
                "records": 3,
                "taken": 2,
                "merged": 0,
                "skipped": {"session_meta": 1},
                "parts": {},
                "own": 0,
                "empty": 0,
            }
        ],
        "sessions": [
            {
                "file": f"{workspace.root}/talks/0.jsonl",
                "id": SESSION,
                "change": "new",
                "first": 1,
                "turns": 2,
                "redactions": [{"kind": "a GitHub token", "turn": 2, "part": "text"}],
            }
        ],
        "booked": [{"id": SESSION, "first": 1, "last": 2}],
        "not_booked": [],
        "left": [],
    }
    (one,) = document(run(rollout("hi", "something else"), "--json"))["sessions"]
    assert (one["change"], one["continues"]) == ("changed", SESSION)


def test_a_file_that_fails_is_exit_code_1(run: Run) -> None:
    result = run(rollout(), rollout("hi"), "--json", code=1)
    bad, good = document(result)["files"]
    assert (bad["state"], good["state"]) == ("failed", "read")
    assert "it holds no turn" in bad["reason"]
    assert bad["remedy"] == "Name another format with --format, or leave it out."
    told = run(rollout(), code=1).stdout
    assert "0.jsonl  failed: as codex it holds no turn" in told
    assert "  → Name another format" in told
    assert told.splitlines()[-1] == "1 file failed."


def test_a_dry_run(run: Run, workspace: Workspace) -> None:
    before = git(Path(workspace.root), "for-each-ref")
    assert "2 new turns would come in; nothing was written." in run(rollout("hi", "ho"), "--dry-run").stdout
    assert document(run(rollout("hi"), "--dry-run", "--json"))["commits"] == []
    assert git(Path(workspace.root), "for-each-ref") == before


def test_a_folder_and_what_is_passed_over(run: Run, workspace: Workspace) -> None:
    talks = Path(workspace.root) / "talks"
    talks.mkdir()
    (talks / "a.md").write_text("# No conversation\n")
    (talks / "b\x1b[2J.jsonl").write_bytes(rollout("hi"))
    told = run(str(talks)).stdout
    assert "1 file passed over, which no reader knows: -v." in told
    assert "\x1b" not in told
    result = run(str(talks), "-v")
    assert "a.md  passed over: it is of no known format." in result.stdout
    assert "reading" in result.stderr
    assert [one["state"] for one in document(run(str(talks), "--json"))["files"]] == ["passed", "read"]


def test_what_is_left_in_the_working_tree_is_told(run: Run, workspace: Workspace) -> None:
    run(rollout("hi"))
    page = Path(workspace.root) / f"wiki/sessions/{SESSION}/session.md"
    page.write_text("mine\n")
    told = run(rollout("hi", "ho")).stdout.splitlines()
    assert told[-2:] == [
        "Left as they are in the working tree, since they hold something else:",
        f"  wiki/sessions/{SESSION}/session.md",
    ]
    assert page.read_text() == "mine\n"


def test_many_sessions_of_one_file_are_cut(run: Run) -> None:
    lines = [
        {
            "uuid": f"u{n}",
            "name": f"t{n}",
            "created_at": "2026-08-01T00:00:00Z",
            "chat_messages": [
                {"uuid": f"m{n}", "sender": "human", "text": f"hi {n}", "created_at": "2026-08-01T00:00:00Z"}
            ],
        }
        for n in range(25)
    ]
    raw = json.dumps(lines).encode()
    assert "  … and 5 more: -v" in run(raw, "--dry-run").stdout
    assert run(raw, "-v").stdout.count("  1 turn\n") == 25


def test_usage(run: Run, workspace: Workspace) -> None:
    run(code=2)
    assert "'word' is not one of 'auto', 'claude-code'" in run("a", "--format", "word", code=2).stderr
    git(Path(workspace.root), "branch", "-m", "main", "old")
    git(Path(workspace.root), "checkout", "-q", "--detach")
    assert "There is no branch to write the brain's files to" in run(rollout("hi"), code=2).stderr
