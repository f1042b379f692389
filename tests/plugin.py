"""The plugin in `plugins/brainwiki` and the two marketplaces that name it, made from what `init --agent` writes.

`make manual` writes the files; a test holds that they agree.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from brainwiki import __version__
from brainwiki.ports import Machine
from brainwiki.usecases.agents import texts
from brainwiki.usecases.agents.hosts import HOSTS, SERVER

ROOT = Path(__file__).resolve().parent.parent
PLUGIN = "plugins/brainwiki"
NAME = "brainwiki"
ROOTS = {"claude": "CLAUDE_PLUGIN_ROOT", "codex": "PLUGIN_ROOT"}  # the variable that holds the plugin's folder
ANY = texts.Brain("", "project", Machine("python3", ("brainwiki",)))


def hooks(agent: str) -> dict[str, Any]:
    """The hooks of a plugin: the files that lie in it, by whichever Python 3 there is, for the nearest brain."""
    host = HOSTS[agent]
    events = {texts.EVENT: "session_start.py", host.end: "session_end.py"}
    return {"hooks": {event: [{"hooks": [_handler(agent, file)]}] for event, file in events.items()}}


def _handler(agent: str, file: str) -> dict[str, Any]:
    command = f'python3 -I -S "${{{ROOTS[agent]}}}/hooks/{file}"'
    return {"type": "command", "command": command, "timeout": texts.SECONDS * HOSTS[agent].per_second}


def about() -> dict[str, Any]:
    """What both manifests say."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        "name": NAME,
        "version": __version__,
        "description": project["description"],
        "author": {"name": project["authors"][0]["name"]},
        "license": project["license"],
        "keywords": project["keywords"],
        "skills": "./skills/",
    }


def files() -> dict[str, str]:
    """Every file by its path in the repository."""
    values = {
        f"{PLUGIN}/.claude-plugin/plugin.json": {**about(), "hooks": "./hooks/claude.json"},
        f"{PLUGIN}/.codex-plugin/plugin.json": {
            **about(),
            "hooks": "./hooks/codex.json",
            "mcpServers": "./.mcp.json",
            "interface": {"displayName": NAME, "shortDescription": about()["description"], "category": "Productivity"},
        },
        f"{PLUGIN}/.mcp.json": {"mcpServers": {SERVER: texts.server(ANY)}},
        f"{PLUGIN}/hooks/claude.json": hooks("claude"),
        f"{PLUGIN}/hooks/codex.json": hooks("codex"),
        ".claude-plugin/marketplace.json": {
            "name": NAME,
            "owner": about()["author"],
            "plugins": [{"name": NAME, "source": f"./{PLUGIN}", "description": about()["description"]}],
        },
        ".agents/plugins/marketplace.json": {
            "name": NAME,
            "interface": {"displayName": NAME},
            "plugins": [
                {
                    "name": NAME,
                    "source": {"source": "local", "path": f"./{PLUGIN}"},
                    "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"},
                    "category": "Productivity",
                }
            ],
        },
    }
    made = {path: json.dumps(value, ensure_ascii=False, indent=2) + "\n" for path, value in values.items()}
    return {
        **made,
        f"{PLUGIN}/skills/{NAME}/SKILL.md": texts.skill(),
        **{f"{PLUGIN}/skills/{path}": text for path, text in texts.dream_skill().items()},
        f"{PLUGIN}/hooks/session_start.py": texts.script(),
        f"{PLUGIN}/hooks/session_end.py": texts.end_script(),
    }


def main() -> None:
    """Write the files."""
    for path, text in files().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
