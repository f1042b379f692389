"""Submit what was drawn in a run: all mistakes at once, or a proposal, or the finding that nothing is new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from brainwiki.dream import checking
from brainwiki.dream.drafting import Drafted, draft
from brainwiki.dream.task import Task
from brainwiki.dream.wire import read_consolidation
from brainwiki.errors import RunError
from brainwiki.model.finding import Severity
from brainwiki.model.receipt import Span
from brainwiki.model.update import Consolidation
from brainwiki.usecases.change import check_change
from brainwiki.usecases.dream.orient import Work, orient
from brainwiki.usecases.dream.runs import DRAWN, read_run
from brainwiki.usecases.dream.settle import overtaken, tell
from brainwiki.usecases.dream.talks import memory_of
from brainwiki.usecases.proposals.opening import Drawn, Opened, Refused, open_proposal
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace

_TOLD = 40  # findings


@dataclass(frozen=True)
class Submitted:
    """What came of it. With `mistakes` nothing was written, and the run stays open; else the run has ended: `proposal` is the
    proposal or why there is none (None: nothing was to be proposed), `quiet` the turns that held nothing new, `waiting` the
    sessions that stay due. `wrong` are mistakes by the number of the update, where there are no others."""

    run: str
    mistakes: tuple[str, ...] = ()
    proposal: Opened | Refused | None = None
    quiet: tuple[Span, ...] = ()
    waiting: tuple[str, ...] = ()
    wrong: Mapping[int, str] = field(default_factory=dict)


def reopen(workspace: Workspace, name: str) -> Work:
    """A run as it was begun, by its name or the beginning of it. Raises UnknownNameError, AmbiguousNameError, NoCommitError, RunError."""
    run = read_run(workspace, name)
    memory = memory_of(workspace, run.base, (one.session for one in run.spans))
    work = orient(workspace, run, memory)
    if len(work.task.sessions) < len(run.spans):
        raise RunError(
            f"A session of the run {run.name} cannot be read any more.",
            f"Drop it with `brainwiki dream drop {run.name}`.",
        )
    return work


def submit_file(workspace: Workspace, name: str, by: str, raw: bytes | None = None, wait: float = WAIT) -> Submitted:
    """Submit `raw`, or the file `consolidation.json` in the folder of the run. Findings that BLOCK are mistakes too: they can be mended.

    Raises what `reopen` and `submit` raise, and RunError where there is no file.
    """
    work = reopen(workspace, name)
    raw = workspace.staging().read(work.run.name, DRAWN) if raw is None else raw
    if raw is None:
        place = workspace.staging().place(work.run.name)
        raise RunError(f"There is no {DRAWN} in {place}.", "Write it there, or name it with --file.")
    read = read_consolidation(raw, work.task)
    if read.mistakes:
        return Submitted(work.run.name, read.mistakes)
    return submit(workspace, work, read.consolidation, by, wait, mends=True)


def submit(
    workspace: Workspace, work: Work, drawn: Consolidation, by: str, wait: float = WAIT, *, mends: bool = False
) -> Submitted:
    """Check, draft and propose what was drawn. `mends` says that whoever drew it can mend what the rules say.

    Raises LockedError, MovedError, NoStateError, StateMergeError, ProposalError, LedgerError, GitError.
    """
    run, task = work.run, work.task
    spans = [one for one in run.spans if one.session not in drawn.unread]
    unsound = [*checking.mistakes(task, drawn), *overtaken(workspace, spans, run.name)]
    drafted = draft(task.wiki, drawn, task.at, by, work.memory.read, task.scope)
    if unsound or drafted.mistakes:
        told = tuple(dict.fromkeys([*unsound, *drafted.mistakes]))
        return Submitted(run.name, told, wrong={} if unsound else drafted.wrong)
    files = {**_arriving(work, drawn), **drafted.files}
    workspace.staging().stage(run.name, {path: one for path, one in files.items() if one is not None})
    if mends:
        blocked = blocked_by(workspace, task, files, by)
        if blocked:
            return Submitted(run.name, blocked)
    return _propose(workspace, work, drawn, Drafted(files, drafted.reads), by, wait)


def _propose(
    workspace: Workspace, work: Work, drawn: Consolidation, drafted: Drafted, by: str, wait: float
) -> Submitted:
    """Tell the ledgers, and open the proposal."""
    run = work.run
    spans = [one for one in run.spans if one.session not in drawn.unread]
    touched = _touched(drawn)
    quiet = tuple(one for one in spans if one.session not in touched or not drafted.files)
    busy = tuple(one for one in spans if one not in quiet)
    if quiet:
        tell(workspace, quiet, ("summarized", "nothing-new"), by, run.name, wait=wait)
    proposal: Opened | Refused | None = None
    if busy:
        tell(workspace, busy, ("summarized",), by, run.name, wait=wait)
        found = Drawn(run.name, by, run.base, drafted.files, replace(drawn, unread=()), busy, drafted.reads)
        proposal = open_proposal(workspace, found, wait)
    workspace.staging().drop(run.name)
    return Submitted(run.name, (), proposal, quiet, drawn.unread)


def _touched(drawn: Consolidation) -> frozenset[str]:
    """The sessions from which something goes into the brain."""
    adopted = {*drawn.adopted}
    summarised = {one.page.split("/")[1] for one in drawn.updates if one.do == "summarise" and one.page.count("/") == 2}
    return frozenset(summarised | {one.session for one in drawn.observations if one.id in adopted})


def _arriving(work: Work, drawn: Consolidation) -> dict[str, bytes]:
    """The files of sessions that waited for this proposal."""
    touched = _touched(drawn)
    return {path: content for path, content in work.memory.arriving.items() if path.split("/")[1] in touched}


def blocked_by(workspace: Workspace, task: Task, files: Mapping[str, bytes | None], by: str) -> tuple[str, ...]:
    """What the rules have against the pages as they would be."""
    if not files:
        return ()
    prefix = task.wiki.path_prefix
    edits = {prefix + path: content for path, content in files.items()}
    report = check_change(workspace.staged(task.base, edits, by), ignore=("BW601",)).report
    found = [one for one in report.findings if one.severity is Severity.BLOCK]
    told = [f"{one.code} {one.path}:{one.line}: {one.message} {one.remedy}".strip() for one in found[:_TOLD]]
    return (*told, *([f"and {len(found) - _TOLD} more findings."] if len(found) > _TOLD else []))
