"""The runs that are under way, as their folders tell: which turns each of them holds, on which commit, and until when."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from brainwiki.errors import PathEscapeError, SymlinkError
from brainwiki.model.digits import base32
from brainwiki.model.receipt import Span
from brainwiki.usecases.named import one_named
from brainwiki.usecases.workspace import Workspace

TASK, ORIENTATION, DRAWN = "task.json", "orientation.md", "consolidation.json"
LASTS = timedelta(hours=24)  # a run of an agent holds its turns so long
KEPT = timedelta(days=7)  # what nobody came back for stays so long


@dataclass(frozen=True)
class Run:
    """A run: its name, the commit that it reads, when it began, until when its turns are its own, and which they are."""

    name: str
    base: str
    at: datetime
    until: datetime
    spans: tuple[Span, ...]

    def is_open(self, now: datetime) -> bool:
        """Whether its turns are still its own."""
        return now < self.until


def read_runs(workspace: Workspace) -> tuple[Run, ...]:
    """Every run with a readable record, in the order of their names."""
    staging = workspace.staging()
    found = (_read(workspace, name) for name in staging.runs())
    return tuple(one for one in found if one is not None)


def read_run(workspace: Workspace, name: str) -> Run:
    """The run of this name, or the only one whose name begins so. Raises UnknownNameError, AmbiguousNameError."""
    known = {one.name: one for one in read_runs(workspace)}
    return known[one_named("run", name, known)]


def new_run(base: str, state: str, now: datetime, lasts: timedelta, spans: Sequence[Span], taken: Iterable[str]) -> Run:
    """A run under a name that none has, and none had: `state` is the commit of the branch of states, which moves with what becomes of
    a run."""
    names = {*taken}
    for number in range(len(names) + 1):
        told = json.dumps([base, state, now.isoformat(), [[*one] for one in spans], number])
        digits = int.from_bytes(hashlib.sha256(told.encode()).digest()[:5], "big")
        name = f"{now.date().isoformat()}-{base32(digits, 8)}"
        if name not in names:
            break
    return Run(name, base, now, now + lasts, tuple(spans))


def write_run(workspace: Workspace, run: Run) -> None:
    """Put the record of a run into its folder."""
    value = {
        "version": 1,
        "run": run.name,
        "base": run.base,
        "at": run.at.isoformat(),
        "until": run.until.isoformat(),
        "turns": [one._asdict() for one in run.spans],
    }
    workspace.staging().write(run.name, TASK, (json.dumps(value, indent=1) + "\n").encode())


def held_by(runs: Iterable[Run], now: datetime) -> frozenset[Span]:
    """The turns that runs hold now."""
    return frozenset(span for one in runs if one.is_open(now) for span in one.spans)


def sweep(workspace: Workspace, runs: Iterable[Run], now: datetime) -> None:
    """Remove the folders of runs that ended long ago."""
    for one in runs:
        if one.until + KEPT < now:
            workspace.staging().drop(one.name)


def _read(workspace: Workspace, name: str) -> Run | None:
    """A run by its record; None where that is none: whatever lies in the folder is not trusted."""
    try:
        raw = workspace.staging().read(name, TASK)
        value = json.loads(raw or b"")
        spans = tuple(Span(str(one["session"]), int(one["first"]), int(one["last"])) for one in value["turns"])
        at, until = (datetime.fromisoformat(value[key]) for key in ("at", "until"))
        if at.tzinfo is None or until.tzinfo is None or value["run"] != name:
            return None
        return Run(name, str(value["base"]), at, until, spans)
    except (ValueError, KeyError, TypeError, RecursionError, PathEscapeError, SymlinkError):
        return None
