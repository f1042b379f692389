"""`hook`: what coding agents start by themselves, as `init --agent` sets it up."""

from __future__ import annotations

import sys

import click

from brainwiki.hooks import session_end


@click.command()
@click.argument("event", type=click.Choice(["session-end"]))
@click.option(
    "--root", metavar="DIR", default="", help="The workspace; default: the nearest one above the session's folder."
)
def hook(event: str, root: str) -> None:  # there is one event
    """Take in the session that just ended: the agent says on standard input where its transcript is.

    It always ends with code 0 after at most a second, and says in one line what became of the session.
    """
    sys.exit(session_end.main(["--root", root] if root else [], [sys.executable, "-m", "brainwiki"]))
