"""`init`: a new brain, an existing wiki adopted, or a brain given to coding agents."""

from __future__ import annotations

import os
from typing import Any

import click

from brainwiki.bootstrap import is_configured, nearest, new_workspace_files, open_workspace
from brainwiki.cli.agents import Asked, install
from brainwiki.cli.common import Request, paint, shared
from brainwiki.config.profile import NAMES
from brainwiki.errors import NoBrainError
from brainwiki.usecases.agents.hosts import AGENTS, SCOPES
from brainwiki.usecases.around import CI, Service
from brainwiki.usecases.init import Initialised, initialise, set_linters


@click.command()
@click.argument("folder", required=False, metavar="[DIR]")
@click.option("--profile", type=click.Choice(NAMES), help="How pages are read; guessed in a folder that holds a wiki.")
@click.option("--ci", "service", type=click.Choice(CI), default="github", help="Whose CI gets a file; default: github.")
@click.option(
    "--lint-config",
    is_flag=True,
    help="Also settings that keep formatters off cites; alone where a brain is configured.",
)
@click.option(
    "--agent",
    "agents",
    type=click.Choice(AGENTS),
    multiple=True,
    help="Give the brain to this coding agent; may be repeated.",
)
@click.option(
    "--scope",
    type=click.Choice(SCOPES),
    default="user",
    help="With --agent: the agent's files in your home (default), or those that the project shares.",
)
@click.option("--dry-run", is_flag=True, help="With --agent: show the difference in every file, write nothing.")
@click.option("--uninstall", is_flag=True, help="With --agent: take the brain out again.")
@shared
def init(
    request: Request, folder: str | None, profile: str | None, service: Service, lint_config: bool, **asked: Any
) -> None:
    """Make a new brain in DIR, or adopt the wiki that is there without changing a page; with --agent give it to agents."""
    for_agents = Asked(tuple(dict.fromkeys(asked.pop("agents"))), **asked)
    if for_agents.agents:
        install(request, _brain_for_agents(request, folder, for_agents, profile or "", service), for_agents)
        return
    if for_agents.dry_run or for_agents.uninstall:
        raise click.UsageError("--dry-run and --uninstall go with --agent.")
    start = folder or request.root or (nearest(os.getcwd()) if lint_config else ".")
    if lint_config and is_configured(start):
        workspace = open_workspace(start, profile or "", request.now)
        root, made = workspace.root, set_linters(workspace)
    else:
        files, clock = new_workspace_files(start, request.now)
        root, made = files.root, initialise(files, clock, profile or "", service, lint_config)
    value = {
        "version": 1,
        "root": root,
        "brain": made.brain,
        "profile": made.profile,
        "adopted": made.adopted,
        "configured": made.configured,
        "written": list(made.outcome.written),
        "kept": [path for path, _ in made.outcome.kept],
        "add": {path: lines for path, lines in made.outcome.kept if lines},
    }
    request.show(value, "\n".join(_told(made, root)))


def _brain_for_agents(request: Request, folder: str | None, asked: Asked, profile: str, service: Service) -> str:
    """The root of the brain that agents get; one is made where a folder is named that has none. A removal needs none."""
    start = folder or request.root or nearest(os.getcwd())
    if not asked.uninstall and not is_configured(start):
        if not folder or asked.dry_run:
            raise NoBrainError(start)
        files, clock = new_workspace_files(start, request.now)
        made = initialise(files, clock, profile, service)
        if not request.as_json:
            click.echo("\n".join(_told(made, files.root)))
    return os.path.realpath(start)


def _told(made: Initialised, root: str) -> list[str]:
    """The outcome for a person: files, what to add to those that were there, and what comes next."""
    lines = [f"  {paint('+', 'good')} {path}" for path in made.outcome.written]
    for path, missing in made.outcome.kept:
        lines.append(f"  {paint('=', 'quiet')} {path} was there and is unchanged{'; add to it:' if missing else ''}")
        lines.extend(f"      {line}".rstrip() for line in missing.splitlines())
    if made.configured:
        return [*lines, f"Settings for the linters of the brain at {root}."]
    what = "Adopted the wiki at" if made.adopted else "A new brain at"
    return [
        *lines,
        f"{what} {root} with the profile {made.profile}.",
        "Next: `brainwiki check`, then `brainwiki serve`.",
    ]
