"""`graph`, `links`, `why`: how pages hang together, and what a claim rests on."""

from __future__ import annotations

import click

from brainwiki.cli.common import Request, shared
from brainwiki.cli.exploring_text import claims_text, graph_text, links_text, trail_text
from brainwiki.config.profile import NAMES
from brainwiki.graph import export
from brainwiki.graph.trail import Trail
from brainwiki.model.document import dump
from brainwiki.usecases import explore

FORMATS = ("text", "json", "graphml", "dot")

_profile = click.option("--profile", type=click.Choice(NAMES), help="Read the wiki with this profile.")


@click.command()
@click.option("--kind", type=click.Choice(explore.KINDS), default="all", show_default=True, help="Which edges.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="Form of the output."
)
@click.option("--around", default="", metavar="PAGE", help="Only what is near this page, or this node's id.")
@click.option(
    "--hops",
    type=click.IntRange(min=0),
    default=None,
    metavar="N",
    help="How near: edges in either direction; default 1.",
)
@_profile
@shared
def graph(request: Request, kind: str, form: str, around: str, hops: int | None, profile: str | None) -> None:
    """The graph of the brain: context edges (links) and evidence edges (cites)."""
    if hops is not None and not around:
        raise click.UsageError("--hops says how far to go from a page; name it with --around PAGE.")
    view = explore.view_graph(request.workspace(profile or ""), kind, around, 1 if hops is None else hops)
    if request.as_json or form == "json":
        near = {"around": view.around.id, "hops": view.hops} if view.around else {}
        click.echo(dump(export.graph_as_json(view.graph, view.ranks) | near))
    elif form == "graphml":
        click.echo(export.graphml(view.graph, view.ranks))
    else:
        click.echo(export.dot(view.graph) if form == "dot" else graph_text(view))


@click.command()
@click.argument("page")
@_profile
@shared
def links(request: Request, page: str, profile: str | None) -> None:
    """The context edges of PAGE, out and in, with where each one stands.

    PAGE is a path, a file name, a title or an alias, as in a wikilink.
    """
    view = explore.view_links(request.workspace(profile or ""), page)
    request.show(export.links_as_json(view.page, view.out, view.into, view.cited_by), links_text(view))


@click.command()
@click.argument("page", metavar="PAGE[#CLAIM]")
@_profile
@shared
def why(request: Request, page: str, profile: str | None) -> None:
    """What a claim rests on, down to the quoted words; without #CLAIM, the claims of PAGE.

    CLAIM is an id such as c-diagrams, or the beginning of one.
    """
    found = explore.why(request.workspace(profile or ""), page)
    if isinstance(found, Trail):
        request.show(export.trail_as_json(found), trail_text(found))
    else:
        request.show(export.claims_as_json(found.page, found.claims, found.uncited), claims_text(found))
