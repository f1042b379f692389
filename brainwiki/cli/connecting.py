"""`mcp`: the memory as a server for agents, over standard input and output or over HTTP."""

from __future__ import annotations

import importlib.util
import os
import secrets

import click

from brainwiki.cli.common import Request, note, shared, stop
from brainwiki.config.profile import NAMES

TOKEN = "BRAINWIKI_MCP_TOKEN"  # noqa: S105 — the name of a variable


@click.command()
@click.option(
    "--http", metavar="HOST:PORT", help="Serve over HTTP at this address of this machine; port 0 takes a free one."
)
@click.option(
    "--token-file",
    metavar="FILE",
    help=f"The file that holds the token for HTTP; else {TOKEN} does, else one is made for this run and printed on stderr.",
)
@click.option("--allow-remote", is_flag=True, help="Let --http listen at an address that other machines reach.")
@click.option("--profile", type=click.Choice(NAMES), help="Read the wiki with this profile.")
@shared
def mcp(request: Request, http: str | None, token_file: str | None, allow_remote: bool, profile: str | None) -> None:
    """Serve the memory to agents by the Model Context Protocol; over stdio unless --http is given.

    Tools: search, read, links, why, history, diff, context. Resources: brain://index, brain://page/PATH. Prompt: start.
    """
    if importlib.util.find_spec("mcp") is None:
        stop("The server needs the extra `mcp`. Install it: pip install 'brainwiki[mcp]'.", 2)
    if not http and (token_file or allow_remote):
        raise click.UsageError("--token-file and --allow-remote belong to --http.")
    from brainwiki.mcp.memory import Memory  # the SDK takes a second to load
    from brainwiki.mcp.server import make_server

    memory = Memory(request.workspace(profile or ""))
    if not http:
        make_server(memory).run("stdio")
        return
    from brainwiki.mcp.http import address_of, serve, token_of

    address = address_of(http, allow_remote)
    given = _given(token_file)
    token = token_of(given) if given is not None else secrets.token_urlsafe(32)

    def ready(url: str) -> None:
        click.echo(f"brainwiki mcp: {url}", err=True)
        if given is None:
            click.echo(f"token: {token}", err=True)
        elif not request.quiet:
            note("Ctrl-C ends it.")

    serve(make_server(memory), address, token, ready)


def _given(token_file: str | None) -> str | None:
    """The token that the user has, from a file or from the environment; never from the command line, which others can see."""
    if token_file:
        with open(token_file, encoding="utf-8", errors="replace") as file:
            return file.read(4_096)
    return os.environ.get(TOKEN)
