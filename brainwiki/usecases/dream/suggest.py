"""What an agent proposes in the middle of its work, without a run: any turns of sessions that are there may be its evidence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from brainwiki.dream import checking
from brainwiki.dream.drafting import draft
from brainwiki.dream.task import BUDGET
from brainwiki.dream.wire import LARGEST, read_consolidation
from brainwiki.errors import RunError
from brainwiki.model.receipt import Span
from brainwiki.usecases.brain_branch import place_of
from brainwiki.usecases.dream.orient import orient
from brainwiki.usecases.dream.runs import Run
from brainwiki.usecases.dream.submit import blocked_by
from brainwiki.usecases.dream.talks import Memory, memory_of
from brainwiki.usecases.proposals.opening import Drawn, Opened, Refused, open_proposal
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace

NAME = "suggestion"


@dataclass(frozen=True)
class Suggested:
    """The proposal that was opened, or why there is none; with `mistakes` nothing was written."""

    mistakes: tuple[str, ...] = ()
    proposal: Opened | Refused | None = None


def suggest(workspace: Workspace, raw: bytes, by: str, wait: float = WAIT) -> Suggested:
    """Open a proposal of a consolidation (JSON, as `dream submit` reads it). The states of sessions stay as they are, since whoever
    suggests something has not read them whole. Nothing but the proposal is written.

    Raises RunError where the brain has no commit, and what `orient` and `open_proposal` raise.
    """
    base = place_of(workspace).tip
    if not base:
        raise RunError("The brain has no commit yet.", "Commit it first.")
    names = tuple(dict.fromkeys(_sessions(raw)))
    if len(names) > BUDGET.sessions:
        return Suggested((f"it names {len(names)} sessions; the most is {BUDGET.sessions}.",))
    memory = memory_of(workspace, base, names)
    now = workspace.clock.now()
    task = orient(workspace, Run(NAME, base, now, now, _whole(memory, names)), memory).task
    read = read_consolidation(raw, task)
    drawn = read.consolidation
    wrong = [*read.mistakes] or [*checking.mistakes(task, drawn)]
    if not wrong and not drawn.updates:
        wrong = ["it has no updates; there is nothing to propose."]
    drafted = draft(task.wiki, drawn, task.at, by, memory.read, task.scope)
    wrong = wrong or [*drafted.mistakes] or [*blocked_by(workspace, task, drafted.files, by)]
    if wrong:
        return Suggested(tuple(dict.fromkeys(wrong)))
    return Suggested((), open_proposal(workspace, Drawn(NAME, by, base, drafted.files, drawn, (), drafted.reads), wait))


def _sessions(raw: bytes) -> Iterator[str]:
    """The sessions that the observations name; what is not in form is told later."""
    try:
        value = json.loads(raw[:LARGEST])
    except (ValueError, RecursionError):
        return
    seen = value.get("observations") if isinstance(value, dict) else None
    for one in seen if isinstance(seen, list) else ():
        name = one.get("session") if isinstance(one, dict) else None
        if isinstance(name, str) and "/" not in name:
            yield name


def _whole(memory: Memory, names: tuple[str, ...]) -> tuple[Span, ...]:
    """All turns of these sessions, of those that are there."""
    found = ((name, memory.wiki.transcripts.get(f"sessions/{name}")) for name in names)
    return tuple(Span(name, 1, max(talk.numbers)) for name, talk in found if talk is not None and talk.numbers)
