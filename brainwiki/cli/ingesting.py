"""`ingest`: recorded conversations into the brain, with an account of every record."""

from __future__ import annotations

import sys

import click

from brainwiki.bootstrap import recordings
from brainwiki.cli.common import Request, note, shared, waiting
from brainwiki.cli.ingesting_text import ingested_as_json, ingested_text
from brainwiki.markup.shown import visible
from brainwiki.transcripts.registry import AUTO, NAMES
from brainwiki.usecases.ingest import Asked
from brainwiki.usecases.ingest import ingest as take


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--format",
    "format_name",
    type=click.Choice([AUTO, *NAMES]),
    default=AUTO,
    show_default=True,
    help="What the files are; auto looks into them.",
)
@click.option("--dry-run", is_flag=True, help="Only say what would come in; nothing is written.")
@waiting
@shared
def ingest(request: Request, paths: tuple[str, ...], format_name: str, dry_run: bool, wait: float) -> None:
    """Take recorded conversations into the brain: files, or folders with all files in them that a reader knows.

    A session that grew gets its new turns; one that is known already changes nothing. Secrets are taken out before anything is
    written. Exit code 1 where a file could not be read or held no turn; the others go in all the same.
    """

    def on_file(name: str) -> None:
        if request.verbose and request.shows_progress:
            note(f"reading {visible(name)}")

    workspace = request.workspace()
    done = take(workspace, recordings(paths), Asked(format_name, dry_run), wait, on_file)
    request.show(ingested_as_json(done, dry_run), ingested_text(done, dry_run, request.verbose))
    if done.failed:
        sys.exit(1)
