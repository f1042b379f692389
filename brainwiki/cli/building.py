"""`build`, `serve`: the wiki as a site."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from brainwiki.bootstrap import open_workspace
from brainwiki.cli.common import Request, paint, shared
from brainwiki.cli.progress import making, reading
from brainwiki.config.profile import NAMES
from brainwiki.model.document import dump
from brainwiki.rules.reports import report
from brainwiki.usecases.check import check

if TYPE_CHECKING:
    from brainwiki.site.build import Built


@click.command()
@click.option("--out", metavar="DIR", help="The folder to build into; default: site in the workspace.")
@click.option("--full", is_flag=True, help="Make every page anew, not only what changed since the last build.")
@click.option("--allow-block", is_flag=True, help="Build although findings block, with a page that lists them.")
@click.option("--profile", type=click.Choice(NAMES), help="Read the wiki with this profile.")
@shared
def build(request: Request, out: str | None, full: bool, allow_block: bool, profile: str | None) -> None:
    """Build the site, as far as it changed since the last build; exit 1 with the report where findings block."""
    from brainwiki.site import build as site  # 300 ms; only these commands need MkDocs

    workspace = request.workspace(profile or "")
    folder = site.output_folder(workspace, out)
    with reading(request.shows_progress) as on_progress:
        checked = check(workspace, shelf=workspace.shelf, on_progress=on_progress)
    if checked.report.block and not allow_block:
        as_json = dump(report.as_json(checked.report, workspace.root))
        click.echo(as_json if request.as_json else report.as_text(checked.report, checked.pages(), paint))
        sys.exit(1)
    with making(request.shows_progress) as on_progress:
        built = site.build(workspace, checked, folder, site.Wish(full, on_progress=on_progress))
    value = {"version": 1, **built._asdict()}
    request.show(value, _told(built))


def _told(built: Built) -> str:
    """The outcome for a person."""
    counts = [f"{built.kept:,} kept"] if built.kept else []
    counts += [f"{built.removed:,} removed"] if built.removed else []
    total = built.made + built.kept
    what = f"{built.made:,} of {total:,} files in {built.out}"
    return f"{paint('Built', 'good')} {what}{'; ' if counts else ''}{', '.join(counts)}"


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
