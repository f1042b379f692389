"""`apply`, `revert` and `review sync`: what is approved comes into the brain, is undone by a proposal, or was merged elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from brainwiki.cli.applying_text import (
    applied_as_json,
    applied_text,
    reverted_as_json,
    reverted_text,
    synced_as_json,
    synced_text,
)
from brainwiki.cli.common import Request, person, shared, waiting
from brainwiki.model.line import plain
from brainwiki.usecases.proposals.applying import apply as apply_one
from brainwiki.usecases.proposals.applying import apply_all
from brainwiki.usecases.proposals.reverting import revert as revert_one
from brainwiki.usecases.proposals.syncing import sync as sync_all


def writing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that writes to branches."""
    by = click.option("--by", default="", metavar="ACTOR", help="Who does it; default: human: and your user name.")
    return by(waiting(command))


def _actor(by: str) -> str:
    return plain(by, 200) or person()


@click.command()
@click.argument("proposal", required=False, metavar="ID")
@click.option(
    "--all", "every", is_flag=True, help="Every approved proposal, the one that was opened first as the first."
)
@writing
@shared
def apply(request: Request, proposal: str | None, every: bool, by: str, wait: float) -> None:
    """Bring an approved proposal into the brain: one commit with its receipt, index and log.

    ID may be the beginning of an id. Pages that moved on are merged claim by claim, and all rules run again; where that fails the
    proposal is stale, and the command exits with 1.
    """
    if every == (proposal is not None):
        raise click.UsageError("apply needs the ID of a proposal, or --all.")
    workspace = request.workspace()
    found = (apply_one(workspace, proposal, _actor(by), wait),) if proposal else apply_all(workspace, _actor(by), wait)
    request.show(applied_as_json(found), applied_text(found))
    if not all(one.is_done for one in found):
        sys.exit(1)


@click.command()
@click.argument("proposal", metavar="ID")
@writing
@shared
def revert(request: Request, proposal: str, by: str, wait: float) -> None:
    """Propose the undoing of an applied proposal: what held before holds again, what it said becomes history."""
    found = revert_one(request.workspace(), proposal, _actor(by), wait)
    request.show(reverted_as_json(found), reverted_text(found))
    if found.opened is None:
        sys.exit(1)


@click.command()
@click.option(
    "--closed", multiple=True, metavar="ID", help="A proposal that was closed without a merge; it may be given again."
)
@click.option("--reason", default="", metavar="TEXT", help="Why those were closed.")
@writing
@shared
def sync(request: Request, closed: tuple[str, ...], reason: str, by: str, wait: float) -> None:
    """Bring the outcome of merges and closings into the books, after a merge or a fetch."""
    if reason and not closed:
        raise click.UsageError("--reason needs --closed ID.")
    found = sync_all(request.workspace(), _actor(by), dict.fromkeys(closed, reason), wait)
    request.show(synced_as_json(found), synced_text(found))
