"""`sessions`: what became of every turn that came in, and what a person decides about those that are stuck."""

from __future__ import annotations

import re
import sys
from typing import Any

import click

from brainwiki.cli.common import Request, note, person, shared, waiting
from brainwiki.cli.sessions_text import joined_text, lost_text, recorded_text, sessions_text
from brainwiki.dream.telling import account_as_json, balanced, sessions_as_json
from brainwiki.model.document import dump
from brainwiki.model.line import plain
from brainwiki.usecases.decide import ACTIONS, Decision, decide
from brainwiki.usecases.ledger import join_fetched, read_books


class Turns(click.ParamType[tuple[int, int]]):
    """A range of turns, such as 5-9."""

    name = "turns"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Text to the first and the last turn."""
        found = re.fullmatch(r"([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?", str(value))
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if first > last:
            self.fail(f"{value!r} is no range such as 5-9", param, ctx)
        return first, last


@click.command()
@click.argument("action", required=False, type=click.Choice([*ACTIONS, "join"]))
@click.argument("session", required=False, metavar="ID")
@click.option("--turns", type=Turns(), metavar="FIRST-LAST", help="Only the range of these turns.")
@click.option("--reason", default="", metavar="TEXT", help="Why; it stays in the ledger.")
@click.option("--by", default="", metavar="ACTOR", help="Who decides; default: human: and your user name.")
@waiting
@shared
def sessions(request: Request, action: str | None, session: str | None, wait: float, **options: Any) -> None:
    """What became of the turns of every session: states that add up, or exit code 1.

    With retry, give-up or reopen: what is to happen with turns of the session ID that were rejected, failed or were given up.
    ID may be the beginning of an id. With join: make one history of this clone's states and of those that were fetched.
    """
    if action in (None, "join"):
        given = [f"--{name}" for name in ("turns", "reason", "by") if options[name]]
        if given:
            raise click.UsageError(f"{given[0]} needs retry, give-up or reopen.")
        if session is not None:
            raise click.UsageError("join takes no ID.")
        _join(request, wait) if action else _show(request)
        return
    if session is None:
        raise click.UsageError(f"{action} needs the ID of a session; `brainwiki sessions` lists them.")
    by = plain(options["by"], 200) or person()
    decision = Decision(action, session, by, options["reason"], options["turns"])
    done = decide(request.workspace(), decision, wait)
    written = [{"event": event.name, "first": event.first, "last": event.last} for event in done.written]
    value = {"version": 1, "events": written, "session": account_as_json(done.account)}
    request.show(value, recorded_text(done))


def _show(request: Request) -> None:
    shelf = read_books(request.workspace())
    if shelf.lost and not request.quiet:
        note(lost_text(shelf.lost))
    if request.as_json:
        click.echo(dump(sessions_as_json(shelf.books, shelf.unbooked)))
    else:
        click.echo(sessions_text(shelf.books, shelf.unbooked, request.verbose))
    if not balanced(shelf.books):
        sys.exit(1)


def _join(request: Request, wait: float) -> None:
    joined = join_fetched(request.workspace(), person(), wait)
    lost = [
        {"id": one.session, "event": one.refused.event.name, "reason": one.refused.why}
        for one in (joined.lost if joined else ())
    ]
    request.show({"version": 1, "joined": joined is not None, "lost": lost}, joined_text(joined))
