"""`history`, `diff`: the revisions of a page, and two states of the brain compared claim by claim."""

from __future__ import annotations

import click

from brainwiki.bootstrap import states_of
from brainwiki.cli.common import Request, shared
from brainwiki.cli.history_text import history_text
from brainwiki.cli.progress import reading
from brainwiki.cli.reviewing_text import comparison_text
from brainwiki.config.profile import NAMES
from brainwiki.model.document import dump
from brainwiki.review.document import comparison_as_json
from brainwiki.review.history_markdown import history_as_markdown
from brainwiki.review.markdown import comparison_as_markdown
from brainwiki.review.revisions import REVISIONS, history_as_json
from brainwiki.usecases.change import check_change
from brainwiki.usecases.compare import compare
from brainwiki.usecases.history import view_history

FORMATS = ("text", "json", "markdown")

_profile = click.option("--profile", type=click.Choice(NAMES), help="Read the wiki with this profile.")
_form = click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="Form of the output."
)


@click.command()
@click.argument("page")
@click.option(
    "--limit", default=REVISIONS, show_default=True, type=click.IntRange(min=1), metavar="N", help="Most revisions."
)
@click.option("--skip", default=0, type=click.IntRange(min=0), metavar="N", help="Leave out the newest N.")
@_form
@_profile
@shared
def history(request: Request, page: str, limit: int, skip: int, form: str, profile: str | None) -> None:
    """The revisions of PAGE, newest first, and what each did to its claims; renames are followed.

    PAGE is a path, a file name, a title or an alias, as in a wikilink; also a name that the page had before, or the path of a
    page that is gone.
    """
    found = view_history(request.workspace(profile or ""), page, limit, skip)
    if request.as_json or form == "json":
        click.echo(dump(history_as_json(found)))
    else:
        click.echo(history_as_markdown(found) if form == "markdown" else history_text(found))


@click.command()
@click.argument("states", metavar="BASE[..HEAD]")
@click.option("--page", default="", metavar="PAGE", help="Only this page, with the difference of its text.")
@click.option("--findings", is_flag=True, help="Ask the rules too, and tell what they find new.")
@_form
@_profile
@shared
def diff(request: Request, states: str, page: str, findings: bool, form: str, profile: str | None) -> None:
    """What became of claims, evidence, pages and links from BASE to HEAD, both read from Git, and how risky that is.

    BASE and HEAD are commits, branches or tags; HEAD is the present commit where it is left out. What happened on BASE since HEAD
    left it does not count.
    """
    base, _, head = states.partition("..")
    workspace = request.workspace(profile or "")
    with reading(request.shows_progress) as on_progress:
        both = states_of(workspace, base or "HEAD", head.lstrip(".") or "HEAD", profile or "")
        told = check_change(both).report.findings if findings else None
        found = compare(both, workspace, page, on_progress, told)
    if request.as_json or form == "json":
        click.echo(dump(comparison_as_json(found)))
    else:
        click.echo(comparison_as_markdown(found) if form == "markdown" else comparison_text(found))
