"""`init`: a new brain, or an existing wiki adopted."""

from __future__ import annotations

import click

from brainwiki.bootstrap import new_workspace_files
from brainwiki.cli.common import Request, paint, shared
from brainwiki.config.profile import NAMES
from brainwiki.usecases.init import initialise


@click.command()
@click.argument("folder", required=False, metavar="[DIR]")
@click.option("--profile", type=click.Choice(NAMES), help="How pages are read; guessed in a folder that holds a wiki.")
@shared
def init(request: Request, folder: str | None, profile: str | None) -> None:
    """Make a new brain in DIR, or adopt the wiki that is there without changing a page."""
    files, clock = new_workspace_files(folder or request.root or ".", request.now)
    made = initialise(files, clock, profile or "")
    value = {
        "version": 1,
        "root": files.root,
        "brain": made.brain,
        "profile": made.profile,
        "adopted": made.adopted,
        "written": list(made.written),
        "kept": list(made.kept),
    }
    lines = [f"  {paint('+', 'good')} {path}" for path in made.written]
    lines.extend(f"  {paint('=', 'quiet')} {path} was there and is unchanged" for path in made.kept)
    what = "Adopted the wiki at" if made.adopted else "A new brain at"
    lines.append(f"{what} {files.root} with the profile {made.profile}.")
    lines.append("Next: `brainwiki check`, then `brainwiki serve`.")
    request.show(value, "\n".join(lines))
