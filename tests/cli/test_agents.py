"""`init --agent` at the command line: one command, its dry run, its way back; and the hook that it installs, as a process."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from brainwiki.cli.agents import diff
from brainwiki.cli.main import main
from brainwiki.usecases.agents import texts
from brainwiki.usecases.agents.hosts import AGENTS
from brainwiki.usecases.agents.install import Step
from tests.helpers import command_of, write_files
from tests.usecases.agents.helpers import snapshot

# Commands of the contract that the skill names and that other parts of the program bring.


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with settings of its own, and a brain in it."""
    folder = tmp_path / "home"
    write_files(
        folder,
        {
            ".claude/settings.json": '{\n    "model": "x"\n}',
            ".codex/config.toml": "# mine\n",
            "notes/wiki/index.md": "# Notes\n",
        },
    )
    write_files(folder, {"notes/brainwiki.toml": 'brain = "wiki"\n'})
    monkeypatch.setenv("HOME", str(folder))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(folder / "notes")
    return folder


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["init", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def every() -> list[str]:
    return [word for agent in AGENTS for word in ("--agent", agent)]


def test_one_command_and_one_back(home: Path) -> None:
    before = snapshot(home)
    result = run(*every())
    assert result.exit_code == 0, result.output
    assert f"  ~ {home}/.claude/settings.json" in result.stdout
    assert f"  + {home}/.claude/skills/brainwiki/SKILL.md" in result.stdout
    assert f"The memory at {home}/notes was given to claude, codex, gemini, generic." in result.stdout
    assert "Codex asks once" in result.stdout
    assert f"mcp --root {home}/notes" in result.stdout
    after = snapshot(home)
    again = run(*every())
    assert "Nothing to do: claude, codex, gemini, generic have the memory" in again.stdout
    assert snapshot(home) == after
    back = run(*every(), "--uninstall")
    assert "was taken out of claude, codex, gemini, generic." in back.stdout
    assert snapshot(home) == before
    assert "know nothing of the memory" in run(*every(), "--uninstall").stdout


def test_a_dry_run_shows_every_file_and_writes_nothing(home: Path) -> None:
    before = snapshot(home)
    result = run("--agent", "claude", "--dry-run")
    assert result.exit_code == 0
    assert snapshot(home) == before
    assert '    -    "model": "x"' in result.stdout
    assert '    +    "model": "x",' in result.stdout
    assert f"--root {home}/notes" in result.stdout
    assert "7 files would change; nothing was written." in result.stdout
    run("--agent", "claude")
    after = snapshot(home)
    assert '-    "hooks": {' in run("--agent", "claude", "--dry-run", "--uninstall").stdout
    assert snapshot(home) == after


def test_a_long_line_is_cut_to_what_changes(home: Path) -> None:
    (home / ".claude.json").write_text(json.dumps({"token": "SECRET" * 100, "a": "x" * 300}) + "\n")
    shown = run("--agent", "claude", "--dry-run").stdout
    assert "SECRET" not in shown
    assert '"mcpServers": {"brainwiki"' in shown
    step = Step("a", b"x" * 300 + b"1" + b"y" * 300, b"x" * 300 + b"22" + b"y" * 300)
    x, y = "x" * 20, "y" * 20
    assert diff(step) == ["@@ -1 +1 @@", f"-…{x}1{y}…", f"+…{x}22{y}…"]


def test_as_json(home: Path) -> None:
    value = json.loads(run("--agent", "codex", "--json", "--dry-run").stdout)
    assert (value["version"], value["root"], value["scope"], value["agents"]) == (1, f"{home}/notes", "user", ["codex"])
    assert value["dry_run"] is True
    changes = {file["path"]: file["change"] for file in value["files"]}
    assert changes[f"{home}/.codex/config.toml"] == "changed"
    assert "+[mcp_servers.brainwiki]" in next(file["diff"] for file in value["files"] if file["path"].endswith(".toml"))
    real = json.loads(run("--agent", "codex", "--json").stdout)
    assert not [file for file in real["files"] if "diff" in file]


def test_the_hook_that_was_installed_runs_in_a_shell(home: Path) -> None:
    run("--agent", "claude")
    settings = json.loads((home / ".claude/settings.json").read_text())
    command = settings["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    said = json.dumps({"session_id": "1", "cwd": "/", "hook_event_name": "SessionStart", "source": "startup"})
    done = subprocess.run(command, shell=True, input=said, capture_output=True, text=True, check=True, cwd="/")
    context = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    assert f"the memory at {home}/notes." in context
    assert "| # Notes" in context


def test_a_projects_files(home: Path) -> None:
    before = snapshot(home)
    result = run(*every(), "--scope", "project")
    assert result.exit_code == 0
    new = {path for path in snapshot(home) if path not in before}
    assert {path.split("/")[0] for path in new} == {"notes"}
    assert json.loads((home / "notes/.mcp.json").read_text())["mcpServers"]["brainwiki"]["args"] == ["mcp"]
    for path in new:
        file = home / path
        assert not file.is_file() or str(home) not in file.read_text(), path
    run(*every(), "--scope", "project", "--uninstall")
    assert snapshot(home) == before


def test_a_folder_that_is_named_and_has_no_brain_gets_one(home: Path) -> None:
    result = run(str(home / "new"), "--agent", "claude")
    assert result.exit_code == 0
    assert "A new brain at" in result.stdout
    assert f"The memory at {home}/new was given to claude." in result.stdout
    assert json.loads(run(str(home / "newer"), "--agent", "claude", "--json").stdout)["root"] == f"{home}/newer"


@pytest.mark.parametrize("arguments", [["--agent", "claude"], ["/no/such", "--agent", "claude", "--dry-run"]])
def test_without_a_brain_nothing_happens(home: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    before = snapshot(home)
    result = run(*arguments)
    assert result.exit_code == 2
    assert "No brain at" in result.stderr
    assert snapshot(home) == before


def test_a_brain_that_is_gone_can_be_taken_out(home: Path) -> None:
    run("--agent", "claude")
    (home / "notes").rename(home / "moved")
    result = run(str(home / "notes"), "--agent", "claude", "--uninstall")
    assert result.exit_code == 0
    assert "session_start.py" not in (home / ".claude/settings.json").read_text()


def test_settings_that_are_broken_are_named(home: Path) -> None:
    (home / ".claude/settings.json").write_text("{ // mine\n}")
    before = snapshot(home)
    result = run("--agent", "claude")
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "brainwiki: .claude/settings.json: a comment, which this host does not take, in line 1."
    )
    assert snapshot(home) == before


@pytest.mark.parametrize(
    "arguments", [["--dry-run"], ["--uninstall"], ["--agent", "emacs"], ["--agent", "claude", "--scope", "x"]]
)
def test_wrong_usage(home: Path, arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


# The skill.


def skill() -> tuple[dict[str, Any], str]:
    _, head, body = texts.skill().split("---\n", 2)
    return yaml.safe_load(head), body


def test_the_skill_keeps_to_the_specification() -> None:
    head, body = skill()
    assert head["name"] == "brainwiki"
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", head["name"])
    assert 1 <= len(head["description"]) <= 1024
    assert len(head["compatibility"]) <= 500
    assert set(head) <= {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
    assert body.count("\n") < 500
    assert len(body) / 4 < 5000


def test_the_commands_of_the_skill_are_those_of_the_program() -> None:
    named = set(re.findall("^brainwiki ([a-z]+) ", skill()[1], re.MULTILINE))
    assert {"search", "context", "history", "links", "why"} <= named
    for name in named:
        options = {option for parameter in command_of(name).params for option in parameter.opts}
        for line in re.findall(f"brainwiki {name} [^#\n]*", skill()[1]):
            assert set(re.findall("--[a-z-]+", line)) <= options


@pytest.mark.parametrize(
    "text", [texts.skill(), *texts.block_lines(texts.Brain("/n", "user", texts.Machine("", ("",))), "brainwiki")]
)
def test_nothing_is_promised_that_is_not_there(text: str) -> None:
    for word in ("dream", "ingest", "capture", "resume"):
        assert word not in text.lower()
