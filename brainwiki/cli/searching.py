"""`search`, `index`: what the memory says about a question, and the index that answers it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import click

from brainwiki.cli.common import Request, paint, shared
from brainwiki.cli.progress import embedding, indexing
from brainwiki.cli.searching_text import answer_text, refreshed_text
from brainwiki.config.profile import NAMES
from brainwiki.model.query import KINDS
from brainwiki.retrieval.answers import as_json
from brainwiki.retrieval.asking import asked_terms
from brainwiki.usecases.index import embed, refresh
from brainwiki.usecases.search import Wanted, ask, freshen
from brainwiki.usecases.search import search as run_search
from brainwiki.usecases.workspace import Workspace

MODES = ("hybrid", "semantic", "sparse", "recency")

_profile = click.option("--profile", type=click.Choice(NAMES), help="Read the wiki with this profile.")


@click.command()
@click.argument("query", required=False)
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True, metavar="N", help="How many hits.")
@click.option("--mode", type=click.Choice(MODES), help="Force a step: by words and meaning, meaning, words, or date.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only this kind; may be repeated.")
@click.option("--in", "inside", multiple=True, metavar="PATH", help="Only paths that start with this; may be repeated.")
@click.option("--batch", type=click.File("rb"), metavar="FILE", help="One query a line (- for stdin); JSON Lines out.")
@_profile
@shared
def search(request: Request, query: str | None, batch: Any, profile: str | None, **options: Any) -> None:
    """Ask the brain. QUERY is words, and may hold "quoted words", -excluded, and type: tag: scope: kind: in: before: after:."""
    if (query is None) == (batch is None):
        raise click.UsageError("Give a QUERY, or --batch FILE with one a line.")
    wanted = Wanted(options["limit"], options["mode"], options["kinds"], options["inside"])
    workspace = request.workspace(profile or "")
    with indexing(request.shows_progress) as on_progress:
        if batch is not None:
            freshen(workspace, on_progress)
            for line in _answers(workspace, batch, wanted):
                click.echo(line)
            return
        answer = run_search(workspace, query or "", wanted, on_progress)
    if request.as_json:
        request.show(as_json(answer), "")
    else:
        terms = frozenset(asked_terms(answer.query)) if sys.stdout.isatty() else frozenset()
        click.echo(answer_text(answer, terms, paint, request.verbose))


def _answers(workspace: Workspace, batch: Any, wanted: Wanted) -> Iterator[str]:
    """The answers to the lines of a file, in order."""
    for raw in batch:
        line = raw.decode("utf-8", "replace").strip("\r\n")
        if line.strip():
            text, narrowed = _asked(line, wanted)
            yield json.dumps(as_json(ask(workspace, text, narrowed)), ensure_ascii=False)


def _asked(line: str, wanted: Wanted) -> tuple[str, Wanted]:
    """One line of a batch: plain text, or an object with `query` and perhaps `kind` and `in`."""
    try:
        value = json.loads(line) if line.startswith("{") else None
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or not isinstance(value.get("query"), str):
        return line, wanted
    kinds, inside = (_texts(value.get(key)) for key in ("kind", "in"))
    return value["query"], wanted._replace(kinds=kinds or wanted.kinds, inside=inside or wanted.inside)


def _texts(value: Any) -> tuple[str, ...]:
    many = value if isinstance(value, list) else [value]
    return tuple(one for one in many if isinstance(one, str) and one)


@click.command()
@click.option(
    "--write", is_flag=True, help="Write index.md, the compact index, instead; one that a person wrote stays."
)
@click.option("--no-vectors", is_flag=True, help="Words only: make no vectors, though there is a model.")
@_profile
@shared
def index(request: Request, no_vectors: bool, write: bool, profile: str | None) -> None:
    """Bring the search index up to date: only what changed is read. Searching does this by itself."""
    workspace = request.workspace(profile or "")
    if write:
        from brainwiki.usecases.compact import write_index

        made = write_index(workspace)
        what = "Wrote" if made.changed else "Up to date:"
        value = {"version": 1, "path": made.path, "changed": made.changed, "tokens": made.tokens}
        request.show(value, f"{paint(what, 'good')} {made.path}, about {made.tokens:,} tokens.")
        return
    with indexing(request.shows_progress) as on_progress:
        done = refresh(workspace, on_progress)
    with embedding(request.shows_progress) as on_progress:
        vectors = 0 if no_vectors else embed(workspace, on_progress)
    told = refreshed_text(done, paint) + (f"\n{vectors:,} passages embedded." if vectors else "")
    request.show({"version": 1, **done._asdict(), "embedded": vectors}, told)
