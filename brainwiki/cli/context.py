"""`context`: what a prompt gets from the brain for a question, lane by lane under a budget."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from brainwiki.bootstrap import counter
from brainwiki.cli.common import Request, note, paint, shared
from brainwiki.cli.progress import indexing
from brainwiki.config.profile import NAMES
from brainwiki.errors import OfferError
from brainwiki.model.pack import GIVEN, Offer, Pack
from brainwiki.retrieval.packs import as_json
from brainwiki.usecases.context import BUDGET, Wanted, pack_context

MODES = ("hybrid", "semantic", "sparse", "recency")
TOKENIZERS = ("estimate", "o200k")
MOST = 10_000_000

_file = click.Path(exists=True, dir_okay=False)


@click.command()
@click.argument("query")
@click.option(
    "--budget",
    type=click.IntRange(1, MOST),
    default=BUDGET,
    show_default=True,
    metavar="N",
    help="Tokens for everything.",
)
@click.option(
    "--reserve",
    type=click.IntRange(0, MOST),
    default=0,
    show_default=True,
    metavar="M",
    help="Tokens of the budget that stay free for the answer.",
)
@click.option(
    "--tokenizer",
    type=click.Choice(TOKENIZERS),
    default="estimate",
    show_default=True,
    help="Who counts: an upper bound, or o200k exactly (extra `tokens`).",
)
@click.option(
    "--mode",
    type=click.Choice(MODES),
    help="Force a step of the search: by words and meaning, meaning, words, or date.",
)
@click.option(
    "--files", type=_file, metavar="FILE", help="JSON list of texts for the lane of files: label, text, path, reason."
)
@click.option("--tools", type=_file, metavar="FILE", help="The same for tools.")
@click.option("--skills", type=_file, metavar="FILE", help="The same for skills.")
@click.option(
    "--explain",
    is_flag=True,
    help="Instead of the text, every lane and section with its reason, and what was left out.",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, writable=True),
    metavar="FILE",
    help="Also write the context window panel: one page of HTML.",
)
@click.option("--profile", type=click.Choice(NAMES), help="Read the wiki with this profile.")
@shared
def context(request: Request, query: str, budget: int, reserve: int, **options: Any) -> None:
    """What a prompt should get from the brain for QUERY: rules, index, due tasks, and what a search finds with its evidence."""
    if reserve >= budget:
        raise click.UsageError(f"--reserve {reserve} leaves nothing of --budget {budget}; give a larger budget.")
    offers = [offer for lane in GIVEN if options[lane] for offer in read_offers(lane, options[lane])]
    workspace = request.workspace(options["profile"] or "")
    wanted = Wanted(budget, reserve, counter(options["tokenizer"]), options["mode"], offers)
    with indexing(request.shows_progress) as on_progress:
        pack = pack_context(workspace, query, wanted, on_progress)
    if options["html"]:
        _write_panel(pack, options["html"])
    for warning in pack.warnings if not request.as_json else ():
        click.echo(paint(f"brainwiki: {warning}", "warn"), err=True)
    if options["html"] and request.shows_progress:
        note(f"Wrote {options['html']}.")
    if request.as_json:
        request.show(as_json(pack), "")
    else:
        click.echo(_told(pack) if options["explain"] else pack.text)


def _told(pack: Pack) -> str:
    from brainwiki.cli.context_text import explained  # a prompt is packed without it

    return explained(pack, paint)


def _write_panel(pack: Pack, path: str) -> None:
    from brainwiki.retrieval.panel import page

    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(page(pack))


def read_offers(lane: str, path: str) -> Iterator[Offer]:
    """The texts that the caller brings for a lane, from a file of JSON; raises OfferError."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            value = json.load(file)
    except (ValueError, RecursionError) as error:
        raise OfferError(path, f"not JSON ({type(error).__name__})") from None
    if not isinstance(value, list):
        raise OfferError(path, "the outermost value is not a list")
    for number, one in enumerate(value, 1):
        if not isinstance(one, dict) or not all(isinstance(one.get(key), str) for key in ("label", "text")):
            raise OfferError(path, f"entry {number} has no `label` and `text`")
        more = {key: one[key] for key in ("path", "reason") if isinstance(one.get(key), str)}
        yield Offer(lane, one["label"], one["text"], **more)
