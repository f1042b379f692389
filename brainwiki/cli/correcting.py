"""`correct`: an error in the memory, pointed out."""

from __future__ import annotations

import sys
from typing import Any

import click

from brainwiki.cli.common import Request, paint, person, shared, waiting
from brainwiki.markup.shown import visible
from brainwiki.model.line import plain
from brainwiki.usecases.correct import Corrected, Wrong
from brainwiki.usecases.correct import correct as take


@click.command()
@click.argument("text", required=False)
@click.option("--page", metavar="PAGE", default="", help="The page that is wrong: its path, title or an alias.")
@click.option("--claim", metavar="ID", default="", help="The claim on it that is wrong, as `why` lists them.")
@click.option("--by", metavar="ACTOR", default="", help="Who says so; default: human: and the name of your account.")
@waiting
@shared
def correct(request: Request, text: str | None, wait: float, **options: Any) -> None:
    """Point out an error: TEXT says what is right, or `-` reads it from the input.

    The words are kept as a session of their own; the next consolidation proposes a change that rests on them, and what was wrong
    becomes history. Nothing changes before somebody has reviewed that.
    """
    if text is None:
        raise click.UsageError("Say what is right: brainwiki correct TEXT.")
    said = sys.stdin.read() if text == "-" else text
    wrong = Wrong(said, plain(options["by"], 200) or person(), options["page"], options["claim"])
    done = take(request.workspace(), wrong, wait)
    value = {
        "version": 1,
        "session": done.session,
        "page": done.page or None,
        "claim": {"id": done.claim, "text": done.said} if done.claim else None,
    }
    request.show(value, _text(done))


def _text(done: Corrected) -> str:
    lines = [f"Taken in as {paint(f'sessions/{done.session}', 'path')}."]
    if done.claim:
        lines.append(f"It corrects {done.page}: “{visible(done.said)}”")
    elif done.page:
        lines.append(f"It corrects {done.page}.")
    lines.append("The next `brainwiki dream run` proposes the change; until it is reviewed, the memory stays as it is.")
    return "\n".join(lines)
