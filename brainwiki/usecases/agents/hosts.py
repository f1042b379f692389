"""What each coding agent reads and where: one table; the manifests of plugins in this repository are held against it."""

from __future__ import annotations

from typing import NamedTuple

from brainwiki.ports import Scope

AGENTS = ("claude", "codex", "gemini", "generic")
SCOPES = ("user", "project")

SKILL = "brainwiki"  # the skill's name and its folder's
DREAM_SKILL = "brainwiki-dream"  # those of the skill that consolidates sessions
SERVER = "brainwiki"  # the MCP entry's name, where no other brain has it
HOOK_PROGRAM = "brainwiki-session-start"  # the hook as an installed program, for files that a team shares


class Places(NamedTuple):
    """Files of one agent, from the home or the project; empty where it has no such file.

    `hooks` and `servers` may be one file. `script` is where the hook's own file goes.
    """

    skill: str
    block: str = ""
    hooks: str = ""
    servers: str = ""
    script: str = ""


class Host(NamedTuple):
    """An agent: its places by scope, the unit of a hook's time limit (per second), and what its JSON may hold.

    `after` is what its user has to do once; `table` the path to MCP entries; `end` the event after which a transcript is whole: at the
    end of a session, or where a host has no such event, after each answer.
    """

    user: Places
    project: Places
    per_second: int = 1
    with_comments: bool = False
    after: str = ""
    table: str = "mcpServers"
    typed: bool = False
    end: str = "SessionEnd"

    def places(self, scope: Scope) -> Places:
        """The files of a scope."""
        return self.user if scope == "user" else self.project


HOSTS: dict[str, Host] = {
    "claude": Host(
        Places(
            ".claude/skills/brainwiki/SKILL.md",
            ".claude/CLAUDE.md",
            ".claude/settings.json",
            ".claude.json",
            ".claude/brainwiki/session_start.py",
        ),
        Places(".claude/skills/brainwiki/SKILL.md", "CLAUDE.md", ".claude/settings.json", ".mcp.json"),
        after="Claude Code reads this when a session starts; in a project it asks once about the MCP server.",
        typed=True,
    ),
    "codex": Host(
        Places(
            ".agents/skills/brainwiki/SKILL.md",
            ".codex/AGENTS.md",
            ".codex/hooks.json",
            ".codex/config.toml",
            ".codex/brainwiki/session_start.py",
        ),
        Places(".agents/skills/brainwiki/SKILL.md", "AGENTS.md", ".codex/hooks.json", ".codex/config.toml"),
        after="Codex asks once whether it may trust the new hook (/hooks shows it).",
        table="mcp_servers",
        end="Stop",
    ),
    "gemini": Host(
        Places(
            ".gemini/skills/brainwiki/SKILL.md",
            ".gemini/GEMINI.md",
            ".gemini/settings.json",
            ".gemini/settings.json",
            ".gemini/brainwiki/session_start.py",
        ),
        Places(".gemini/skills/brainwiki/SKILL.md", "GEMINI.md", ".gemini/settings.json", ".gemini/settings.json"),
        per_second=1000,
        with_comments=True,
        after="Gemini CLI reads this when it starts; its hooks must be switched on (/hooks panel shows it).",
    ),
    "generic": Host(
        Places(".agents/skills/brainwiki/SKILL.md"),
        Places(".agents/skills/brainwiki/SKILL.md", "AGENTS.md"),
    ),
}
