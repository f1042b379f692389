"""`review`: the proposals that wait, one of them claim by claim, and what people decide about them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

import click

from brainwiki.cli.applying import sync
from brainwiki.cli.common import Request, person, shared, stop, waiting
from brainwiki.cli.progress import reading
from brainwiki.cli.proposing_text import decided_text, listing_text, shown_text
from brainwiki.model.document import dump
from brainwiki.model.line import plain
from brainwiki.usecases.proposals.deciding import Decided, approve, reject
from brainwiki.usecases.proposals.editing import edit, pages_of, restate
from brainwiki.usecases.proposals.listing import list_proposals, listing_as_json
from brainwiki.usecases.proposals.showing import show_proposal
from brainwiki.usecases.proposals.telling import shown_as_json, shown_as_markdown
from brainwiki.usecases.workspace import Workspace

_by = click.option("--by", default="", metavar="ACTOR", help="Who decides; default: human: and your user name.")
_observations = click.option(
    "--observation",
    "observations",
    multiple=True,
    metavar="ID",
    help="Only this observation; may be given several times.",
)
_proposal = click.argument("proposal", metavar="ID")


@click.group(invoke_without_command=True)
@click.pass_context
def review(context: click.Context) -> None:
    """Proposals: what waits for a decision, what one would change, and the decision. Without a command: the list.

    ID may be the beginning of an id.
    """
    if context.invoked_subcommand is None:
        context.invoke(listed)


review.add_command(sync)


@review.command("list")
@click.option("--all", "whole", is_flag=True, help="Also those that were applied, rejected or went stale.")
@shared
def listed(request: Request, whole: bool) -> None:
    """The proposals that wait, the oldest first, with risk and age; those of a remote too, once fetched."""
    listing = list_proposals(request.workspace())
    if request.as_json:
        value = listing_as_json(listing)
        if not whole:
            value["proposals"] = value["proposals"][: value["waiting"]]
        click.echo(dump(value))
    else:
        click.echo(listing_text(listing, whole))


@review.command()
@_proposal
@click.option("--page", default="", metavar="PAGE", help="Only this page, with the difference of its text.")
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json", "markdown")),
    default="text",
    show_default=True,
    help="Form of the output.",
)
@shared
def show(request: Request, proposal: str, page: str, form: str) -> None:
    """What a proposal would change, claim by claim, on what evidence, and what rules and gate say of it."""
    workspace = request.workspace()
    with reading(False):
        shown = show_proposal(workspace, proposal, page)
    if request.as_json or form == "json":
        click.echo(dump(shown_as_json(shown)))
    else:
        click.echo(shown_as_markdown(shown) if form == "markdown" else shown_text(shown))


@review.command("approve")
@_proposal
@_observations
@_by
@waiting
@shared
def approve_command(request: Request, proposal: str, observations: tuple[str, ...], by: str, wait: float) -> None:
    """Approve a proposal, or single observations of it: when each is approved, so is the whole.

    Only a person approves, and nothing that the rules block. `brainwiki apply` brings it into the brain.
    """
    _told(request, approve(request.workspace(), proposal, _actor(by), observations, wait), "approved")


@review.command("reject")
@_proposal
@click.option("--reason", required=True, metavar="TEXT", help="Why; it stays with the proposal and its sessions.")
@_observations
@_by
@waiting
@shared
def reject_command(
    request: Request, proposal: str, reason: str, observations: tuple[str, ...], by: str, wait: float
) -> None:
    """Reject a proposal, or single observations of it: then it is drafted again without them.

    What was rejected is remembered without its words, and is not proposed again unchanged.
    """
    done = reject(request.workspace(), proposal, _actor(by), reason, observations, wait)
    _told(request, done, "rejected" if done.held.state == "rejected" else "drafted again without what was rejected")


@review.command("edit")
@_proposal
@click.option(
    "--file",
    "files",
    multiple=True,
    metavar="PATH=FILE",
    help="Take this file as the page at PATH (from the brain's root).",
)
@click.option(
    "--observation", default="", metavar="ID", help="The observation that gets other words; with --statement."
)
@click.option("--statement", default="", metavar="TEXT", help="The sentence that memory is to hold for it.")
@_by
@waiting
@shared
def edit_command(request: Request, proposal: str, wait: float, **options: Any) -> None:
    """Change a proposal: its pages in your editor, files of yours, or the words of one observation.

    What comes back is checked like any proposal; approvals that were given before count no more.
    """
    workspace, by = request.workspace(), _actor(options["by"])
    if bool(options["observation"]) != bool(options["statement"]):
        raise click.UsageError("--observation and --statement go together.")
    if options["observation"] and options["files"]:
        raise click.UsageError("Give --file, or --observation with --statement.")
    if options["observation"]:
        done = restate(workspace, proposal, by, options["observation"], options["statement"], wait)
    else:
        files = _files(options["files"]) if options["files"] else _edited(workspace, proposal)
        done = edit(workspace, proposal, by, files, wait)
    _told(request, done, "changed; it waits for its approval")


def _actor(by: str) -> str:
    return plain(by, 200) if by else person()


def _files(named: Iterable[str]) -> dict[str, bytes | None]:
    """The contents of files by the path that each is to have in the brain."""
    found: dict[str, bytes | None] = {}
    for one in named:
        path, sign, name = one.partition("=")
        if not (sign and path and name):
            raise click.UsageError(f"--file {one!r} is not of the form PATH=FILE.")
        with click.open_file(name, "rb") as file:
            content: BinaryIO = file  # type: ignore[assignment]  # opened for bytes
            found[path] = content.read()
    return found


def _edited(
    workspace: Workspace, proposal: str, open_editor: Callable[..., bytes | None] | None = None
) -> dict[str, bytes | None]:
    """The pages of a proposal as they come back from the person's editor, one by one."""
    if not sys.stdin.isatty() and not (os.environ.get("VISUAL") or os.environ.get("EDITOR")):
        raise click.UsageError("There is no terminal for an editor; give --file, or --observation with --statement.")
    found: dict[str, bytes | None] = {}
    for path, content in pages_of(workspace, proposal).items():
        if content is None:
            continue
        try:
            came_back = (open_editor or click.edit)(content, extension=f".{path.rpartition('.')[2]}")
        except click.ClickException as error:
            stop(f"{error.message}. Set EDITOR, or give --file.", 2)
        if came_back is not None:
            found[path] = came_back
    return found


def _told(request: Request, done: Decided, did: str) -> None:
    """Print what came of a decision; exit code 1 where it was refused."""
    held = done.held
    value = {
        "version": 1,
        "id": held.id,
        "state": held.state,
        "commit": held.tip,
        "adopted": [*held.life.draft.consolidation.adopted],
        "approved": sorted(held.life.agreed) if held.state == "open" else [],
        "refused": [*done.reasons],
    }
    request.show(value, decided_text(done, did))
    if done.reasons:
        sys.exit(1)
