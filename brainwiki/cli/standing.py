"""`status`: where everything stands, in one screen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from brainwiki.cli.common import Request, paint, shared
from brainwiki.cli.progress import reading
from brainwiki.dream.life import LADDER
from brainwiki.markup.shown import counted, visible
from brainwiki.usecases.status import Memory, Status
from brainwiki.usecases.status import status as look

_WIDTH = 11


@click.command()
@shared
def status(request: Request) -> None:
    """Where everything stands: pages, findings, sessions, runs, proposals, and what is to be done next.

    Exit code 1 where a finding blocks, or the accounts of sessions do not add up.
    """
    workspace = request.workspace()
    with reading(request.shows_progress) as on_progress:
        found = look(workspace, on_progress)
    request.show(_as_json(found), "\n".join(_lines(found)))
    if found.blocked:
        sys.exit(1)


def _as_json(found: Status) -> dict[str, Any]:
    memory = found.memory
    value: dict[str, Any] = {
        "version": 1,
        "root": found.root,
        "title": found.title,
        "profile": found.profile,
        "pages": dict(found.pages),
        "findings": {"block": found.block, "warn": found.warn},
        "branch": memory.place.branch if memory else None,
        "commit": memory.place.tip or None if memory else None,
        "sessions": None,
        "proposals": None,
        "alarms": 0,
        "next": [one._asdict() for one in found.next],
    }
    if memory is not None:
        value["sessions"] = {
            "total": memory.sums.total,
            "states": dict(memory.sums.states),
            "balanced": memory.balanced,
            "without_ledger": memory.unbooked,
            "due": memory.due,
            "runs": memory.runs,
        }
        value["alarms"] = memory.alarms
        value["proposals"] = [
            {
                "id": one.held.id,
                "state": one.held.state,
                "risk": one.held.receipt.risk if one.held.receipt else None,
                "title": one.title,
                "opened": one.opened,
            }
            for one in memory.proposals.waiting
        ]
    return value


def _lines(found: Status) -> Iterator[str]:
    memory = found.memory
    where = f", {visible(memory.place.branch)} at {memory.place.tip[:10] or 'no commit yet'}" if memory else ""
    yield f"{paint(visible(found.title), 'path')} ({found.profile}{where})"
    yield ""
    yield _row("Pages", ", ".join(counted(number, kind) for kind, number in found.pages.items()) or "none")
    block = paint(f"{found.block} BLOCK", "block") if found.block else "0 BLOCK"
    warn = paint(f"{found.warn} WARN", "warn") if found.warn else "0 WARN"
    yield _row("Findings", f"{block}, {warn}")
    if memory is None:
        yield _row("Sessions", paint(found.why, "warn"))
    else:
        yield from _memory(memory)
    yield ""
    if not found.next:
        yield paint("Nothing waits.", "good")
        return
    widest = max(len(one.what) for one in found.next)
    yield "Next:"
    for one in found.next:
        yield f"  {one.what:<{widest}}  {paint(one.command, 'path')}"


def _memory(memory: Memory) -> Iterator[str]:
    states = ", ".join(f"{memory.sums.states[one]} {one}" for one in reversed(LADDER) if memory.sums.states[one])
    text = f"{counted(memory.sums.total, 'range')} of turns: {states}" if memory.sums.total else "none came in yet"
    yield _row("Sessions", text if memory.balanced else f"{text} {paint('(the sums do not add up)', 'block')}")
    if memory.runs:
        yield _row("Runs", f"{memory.runs} under way")
    waiting = memory.proposals.waiting
    yield _row("Proposals", f"{len(waiting)} waiting" if waiting else "none waits")
    if memory.alarms:
        yield _row("Gate", paint(f"alarm: a canary was answered wrongly; {memory.alarms} waiting for people", "block"))
    for one in waiting[:5]:
        risk = one.held.receipt.risk if one.held.receipt else "unknown"
        style = {"high": "block", "medium": "warn"}.get(risk, "quiet")
        yield f"{'':{_WIDTH}}  {one.held.id}  {one.held.state}, {paint(f'{risk} risk', style)}, {_age(one.age.days)}  {visible(one.title)}"
    if len(waiting) > 5:
        yield f"{'':{_WIDTH}}  and {len(waiting) - 5} more"


def _age(days: int) -> str:
    return "today" if not days else counted(days, "day")


def _row(name: str, text: str) -> str:
    return f"  {name:<{_WIDTH - 2}}  {text}"
