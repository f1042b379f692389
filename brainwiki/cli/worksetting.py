"""`workset`: a small local working tree out of a big brain."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from brainwiki.bootstrap import nearest, new_working_set, open_store, open_working_set, stored_workspace
from brainwiki.cli.common import Request, note, paint, shared
from brainwiki.cli.progress import reading
from brainwiki.config.profile import NAMES
from brainwiki.errors import WorksetError
from brainwiki.markup.shown import counted, visible
from brainwiki.usecases import workset as use
from brainwiki.usecases.workspace import Workspace

if TYPE_CHECKING:
    from brainwiki.adapters.sparse import WorkingSet
    from brainwiki.adapters.store import Store

_MEGA = 1_000_000
_budget = click.option(
    "--budget",
    type=click.FloatRange(min=0.01, max=10_000),
    default=use.BUDGET / _MEGA,
    show_default=True,
    metavar="MB",
    help="Most megabytes of files.",
)


LISTED = 20  # new files that are named


@click.group()
def workset() -> None:
    """A small local working tree out of a big brain: the same paths, a few of its files."""


@workset.command()
@click.argument("remote")
@click.argument("folder", metavar="DIR")
@click.option("--branch", default="", metavar="NAME", help="The branch to follow; default: the remote's present one.")
@_budget
@click.option("--profile", type=click.Choice(NAMES), help="Read the wiki with this profile.")
@shared
def boot(request: Request, remote: str, folder: str, branch: str, budget: float, profile: str | None) -> None:
    """Make a working set of REMOTE in DIR: settings, rules, the index, and what is recent of pages, notes and sessions.

    REMOTE is a URL (https, ssh, file), user@host:path or a folder. In a working set that is there already, what is missing comes.
    """
    there = open_working_set(folder) if os.path.isdir(os.path.join(folder, ".git")) else None
    with open_store(remote, branch or (there.branch if there else "")) as store:
        whole, work = _begun(request, store, there, folder, profile or (there.profile if there else ""))
        _say(request, "Fetching what a session begins with …")
        brought = use.boot(whole, store, work, round(budget * _MEGA))
    value = _place(work) | _as_json(brought)
    request.show(value, _told(brought, f"{paint('Ready', 'good')} {work.folder}"))


def _begun(
    request: Request, store: Store, there: WorkingSet | None, folder: str, profile: str
) -> tuple[Workspace, WorkingSet]:
    """The whole brain, and the working set that is there or is made."""
    if there is not None and (store.url, store.branch) != (there.url, there.branch):
        raise WorksetError(f"{there.folder} is a working set of another remote or branch.", "Name another folder.")
    commit = there.commit if there is not None else ""
    if not commit or not store.has(commit):
        _say(request, "Asking the remote …")
        newest = store.update()
        commit = commit or newest
    whole = stored_workspace(store, commit, profile, request.now)
    return whole, there or new_working_set(store, commit, folder, profile)


@workset.command()
@click.argument("query", metavar="WHAT")
@_budget
@click.option(
    "--tokens",
    type=click.IntRange(200, 100_000),
    default=use.TOKENS,
    show_default=True,
    help="Most tokens of the extract.",
)
@shared
def add(request: Request, query: str, budget: float, tokens: int) -> None:
    """Search the whole brain for WHAT is missing, bring the files that bear on it, and print an extract with its evidence.

    The whole text is fetched once into the user's cache folder and searched there; the working set stays small.
    """
    work = open_working_set(os.path.abspath(request.root) if request.root else nearest(os.getcwd()))
    with open_store(work.url, work.branch) as store, reading(request.shows_progress) as on_progress:
        whole, _ = _begun(request, store, work, work.folder, work.profile)
        _say(request, "Searching the whole brain …")
        added = use.add(whole, store, work, query, round(budget * _MEGA), tokens, on_progress)
    hits = [
        {"path": hit.path, "turn": hit.turn, "line": hit.line, "title": hit.title, "score": hit.score}
        for hit in added.answer.hits
    ]
    value = _place(work) | {"query": query, "mode": added.answer.mode, "hits": hits, "extract": added.extract}
    extract = visible_lines(added.extract) if added.extract else "Nothing was found."
    request.show(value | _as_json(added.brought), f"{extract}\n\n{_told(added.brought, paint('Brought', 'good'))}")


def _say(request: Request, words: str) -> None:
    if request.shows_progress:
        note(words)


def _place(work: WorkingSet) -> dict[str, Any]:
    return {"version": 1, "folder": work.folder, "remote": work.url, "branch": work.branch, "commit": work.commit}


def _as_json(brought: use.Brought) -> dict[str, Any]:
    return {
        "brought": list(brought.files),
        "present": list(brought.present),
        "bytes": brought.size,
        "left_out": brought.left_out,
        "refused": [{"path": path, "reason": reason} for path, reason in brought.refused],
    }


def _told(brought: use.Brought, head: str) -> str:
    """What came, for a person."""
    lines = [
        f"{head}: {counted(len(brought.files), 'new file')}, {len(brought.present):,} there already, {brought.size:,} bytes in all"
    ]
    lines += [f"  + {visible(path)}" for path in brought.files[:LISTED]]
    if len(brought.files) > LISTED:
        lines.append(f"  … and {len(brought.files) - LISTED:,} more")
    if brought.left_out:
        lines.append(f"{counted(brought.left_out, 'file')} had no room: --budget gives more.")
    lines += [f"  ! {visible(path)}: {reason}" for path, reason in brought.refused]
    return "\n".join(lines)


def visible_lines(text: str) -> str:
    """A text of several lines as a terminal may show it."""
    return "\n".join(visible(line) for line in text.split("\n"))
