"""The plugin and its marketplaces agree with what `init --agent` writes, and with what the hosts read."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from brainwiki import __version__
from brainwiki.usecases.agents import texts
from brainwiki.usecases.agents.hosts import HOSTS
from tests import plugin
from tests.helpers import REPOSITORY
from tests.usecases.agents.helpers import MACHINE


def read(path: str) -> Any:
    return json.loads((REPOSITORY / path).read_text("utf-8"))


def test_the_files_are_what_is_made() -> None:
    made = plugin.files()
    assert {path: (REPOSITORY / path).read_text("utf-8") for path in made} == made, "run `make manual`"
    found = {path.relative_to(REPOSITORY).as_posix() for path in (REPOSITORY / "plugins").rglob("*") if path.is_file()}
    assert {path for path in found if "__pycache__" not in path} == {
        path for path in made if path.startswith("plugins/")
    }


def test_each_manifest_names_its_parts_and_they_are_there() -> None:
    root = REPOSITORY / plugin.PLUGIN
    for agent in ("claude", "codex"):
        manifest = read(f"{plugin.PLUGIN}/.{agent}-plugin/plugin.json")
        assert manifest["name"] == "brainwiki"
        assert manifest["version"] == __version__
        assert manifest["hooks"] == f"./hooks/{agent}.json"
        for key in ("skills", "hooks", "mcpServers"):
            if key in manifest:
                assert manifest[key].startswith("./")
                assert (root / manifest[key]).exists()
        assert [path.name for path in (root / f".{agent}-plugin").iterdir()] == ["plugin.json"]


def test_no_file_lies_where_a_host_would_find_it_a_second_time() -> None:
    assert not (REPOSITORY / plugin.PLUGIN / "hooks/hooks.json").exists()  # Claude Code refuses a plugin that names it
    assert not (REPOSITORY / "hooks/hooks.json").exists()


def test_marketplaces_lead_to_the_plugin() -> None:
    (claude,) = read(".claude-plugin/marketplace.json")["plugins"]
    (codex,) = read(".agents/plugins/marketplace.json")["plugins"]
    assert claude["source"] == codex["source"]["path"] == f"./{plugin.PLUGIN}"
    assert claude["name"] == codex["name"] == "brainwiki"


def test_the_hook_is_the_one_that_init_writes_but_for_where_it_lies() -> None:
    brain = texts.Brain("/b", "user", MACHINE)
    for agent in ("claude", "codex"):
        (group,) = read(f"{plugin.PLUGIN}/hooks/{agent}.json")["hooks"][texts.EVENT]
        (handler,) = group["hooks"]
        assert handler["timeout"] == texts.SECONDS * HOSTS[agent].per_second
        assert handler["type"] == "command"
        assert " -I -S " in handler["command"]
        assert " -I -S " in texts.hook_command(brain, "/s/session_start.py")


def test_a_session_is_taken_in_where_its_transcript_is_whole() -> None:
    for agent, event in (("claude", "SessionEnd"), ("codex", "Stop")):
        hooks = read(f"{plugin.PLUGIN}/hooks/{agent}.json")["hooks"]
        (group,) = hooks[event]
        (handler,) = group["hooks"]
        assert (HOSTS[agent].end, [*hooks]) == (event, [texts.EVENT, event])
        assert handler["command"].endswith('/hooks/session_end.py"')
    assert (REPOSITORY / plugin.PLUGIN / "hooks/session_end.py").read_text("utf-8") == texts.end_script()


def test_the_server_is_that_of_a_project() -> None:
    brain = texts.Brain("/b", "project", MACHINE)
    assert read(f"{plugin.PLUGIN}/.mcp.json") == {"mcpServers": {"brainwiki": texts.server(brain)}}


def test_the_hook_of_the_plugin_runs(tmp_path: Path) -> None:
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki/index.md").write_text("# Mine\n", "utf-8")
    (tmp_path / "brainwiki.toml").write_text("format = 1\n", "utf-8")
    script = REPOSITORY / plugin.PLUGIN / "hooks/session_start.py"
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(script)],
        input=json.dumps({"cwd": str(tmp_path / "wiki")}).encode(),
        capture_output=True,
        check=True,
    )
    assert "| # Mine" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    assert done.stderr == b""


def test_the_program_of_the_hook_is_installed_with_the_package() -> None:
    scripts = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts[texts.HOOK_PROGRAM] == "brainwiki.hooks.session_start:main"
