"""`build`, `serve`: the wiki as a site."""

from __future__ import annotations

import sys

import click

from brainwiki.bootstrap import open_workspace
from brainwiki.cli.common import Request, paint, shared
from brainwiki.cli.progress import reading
from brainwiki.config.profile import NAMES
from brainwiki.rules.reports import report
from brainwiki.usecases.check import check


@click.command()
@click.option("--out", metavar="DIR", help="The folder to build into; default: site in the workspace.")
@click.option("--allow-block", is_flag=True, help="Build although findings block, with a page that lists them.")
@click.option("--profile", type=click.Choice(NAMES), help="Read the wiki with this profile.")
@shared
def build(request: Request, out: str | None, allow_block: bool, profile: str | None) -> None:
    """Build the site; exit 1 with the report where findings block."""
    from brainwiki.site import build as site  # 300 ms; only these commands need MkDocs

    workspace = request.workspace(profile or "")
    folder = site.output_folder(workspace, out)
    with reading(request.shows_progress) as on_progress:
        checked = check(workspace, on_progress=on_progress)
    if checked.report.block and not allow_block:
        as_json = report.dump(report.as_json(checked.report, workspace.root))
        click.echo(as_json if request.as_json else report.as_text(checked.report, checked.pages(), paint))
        sys.exit(1)
    built = site.build(workspace, checked, folder)
    value = {"version": 1, "out": built.out, "pages": built.pages, "files": built.files, "block": built.block}
    request.show(
        value, f"{paint('Built', 'good')} {built.pages:,} pages and {built.files:,} other files in {built.out}"
    )


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen at.")
@click.option("--profile", type=click.Choice(NAMES), help="Read the wiki with this profile.")
@shared
def serve(request: Request, host: str, port: int, profile: str | None) -> None:
    """Serve the site and follow every change; where findings block, they are its home page."""
    from brainwiki.site.serve import Server

    workspace = request.workspace(profile or "")

    def ready(address: str) -> None:
        request.show({"version": 1, "address": address}, f"{paint('Serving', 'good')} {address} (Ctrl-C ends it)")

    Server(lambda: open_workspace(workspace.root, profile or "", request.now), host, port).run(ready)
