"""The `brainwiki` command."""

from __future__ import annotations

from importlib import import_module

import click

from brainwiki import __version__

# Each command by the module of this package that holds it: one that is not run is not loaded, and a check in a hook starts in half the time.
COMMANDS = {
    "init": "making",
    "status": "standing",
    "check": "checking",
    "rule": "checking",
    "profile": "checking",
    "graph": "exploring",
    "links": "exploring",
    "why": "exploring",
    "history": "reviewing",
    "diff": "reviewing",
    "search": "searching",
    "index": "searching",
    "context": "context",
    "ingest": "ingesting",
    "correct": "correcting",
    "sessions": "sessions",
    "dream": "dreaming",
    "gate": "gating",
    "review": "proposing",
    "apply": "applying",
    "revert": "applying",
    "mcp": "connecting",
    "hook": "hooking",
    "workset": "worksetting",
    "build": "building",
    "serve": "building",
}


class Lazily(click.Group):
    """A group whose commands are loaded when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 — the form of click
        """The names of all commands, in the order of a day's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 — the form of click
        """One command."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"brainwiki.cli.{COMMANDS[cmd_name]}"), cmd_name)
        return found


@click.group(cls=Lazily, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="brainwiki")
def main() -> None:
    """The long-term memory of AI agents: a Markdown wiki in Git, checked and reviewed like code."""
