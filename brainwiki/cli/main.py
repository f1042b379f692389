"""The `brainwiki` command."""

from __future__ import annotations

import click

from brainwiki import __version__
from brainwiki.cli import building, checking, exploring, making


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="brainwiki")
def main() -> None:
    """The long-term memory of AI agents: a Markdown wiki in Git, checked and reviewed like code."""


for command in (
    making.init,
    checking.check,
    checking.rule,
    checking.profile,
    exploring.graph,
    exploring.links,
    exploring.why,
    building.build,
    building.serve,
):
    main.add_command(command)
