"""A whole run in one process: start, let a driver draw, submit; whatever fails is told to the ledgers, and the turns stay due."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from brainwiki.dream.pruning import without
from brainwiki.dream.task import Driver, Task
from brainwiki.dream.wire import consolidation_as_json
from brainwiki.errors import BrainwikiError, DriverError
from brainwiki.model.document import dump
from brainwiki.model.update import Consolidation
from brainwiki.usecases.dream.orient import Work
from brainwiki.usecases.dream.runs import DRAWN
from brainwiki.usecases.dream.settle import tell
from brainwiki.usecases.dream.start import ALL, Choice, Passed, start
from brainwiki.usecases.dream.submit import Submitted, submit
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace

TIMEOUT = 3600.0  # seconds of one driver
_PRUNINGS = 3
_MARGIN = timedelta(minutes=5)  # for what comes after the driver

Record = Callable[[Mapping[str, Any]], None]
MakeDriver = Callable[[Record], Driver]


class Ran(NamedTuple):
    """What came of a run: `submitted` is None where nothing was due or the driver failed, `failed` says why it did. `calls` is the
    place of the record of what a language model was asked, empty where none was."""

    run: str = ""
    submitted: Submitted | None = None
    failed: str = ""
    passed: tuple[Passed, ...] = ()
    calls: str = ""


def run(
    workspace: Workspace,
    make: MakeDriver,
    choice: Choice = ALL,
    timeout: float = TIMEOUT,
    wait: float = WAIT,
) -> Ran:
    """Begin a run, draw, submit. A driver that fails, crashes or takes longer than `timeout` seconds leaves `failed` in the ledgers.

    Raises what `start` and `submit` raise, and DriverError where there is no such driver: then nothing was begun.
    """
    calls = _Calls(workspace)
    driver = make(calls)
    begun = start(workspace, driver.name, choice._replace(lasts=timedelta(seconds=timeout) + _MARGIN), wait)
    if begun.work is None:
        return Ran(passed=begun.passed)
    work = begun.work
    calls.belong_to(work.run.name)
    try:
        done = _drawn(workspace, driver, work, timeout, wait)
        return done._replace(passed=begun.passed, calls=workspace.staging().recorded(work.run.name))
    except KeyboardInterrupt:
        workspace.staging().drop(work.run.name)  # nobody is at work any more: the turns are free at once
        raise


class _Calls:
    """Where the calls of a driver are written down, as soon as its run has a name; they stay when the run has ended."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._run = ""
        self._early: list[Mapping[str, Any]] = []

    def __call__(self, value: Mapping[str, Any]) -> None:
        if not self._run:
            self._early.append(value)
            return
        write_call(self._workspace, self._run, value)

    def belong_to(self, run: str) -> None:
        """From now on they are of this run."""
        self._run = run
        for value in self._early:
            self(value)


def write_call(workspace: Workspace, name: str, value: Mapping[str, Any]) -> None:
    """Put a call of a language model on record, under the name of a run or of whoever asked."""
    line = json.dumps(value, ensure_ascii=False, default=str) + "\n"
    workspace.staging().record(name, line.encode("utf-8", "replace"))


def _drawn(workspace: Workspace, driver: Driver, work: Work, timeout: float, wait: float) -> Ran:
    """The rest of a run that began."""
    name = work.run.name
    try:
        found = within(timeout, driver, work.task)
        text = dump(consolidation_as_json(found)) + "\n"
        workspace.staging().write(name, DRAWN, text.encode("utf-8", "replace"))
        done = submit(workspace, work, found, driver.name, wait)
        for _ in range(_PRUNINGS):  # nobody is there to mend it: what cannot be drafted is left, with why
            if not done.wrong:
                break
            found = without(found, done.wrong)
            done = submit(workspace, work, found, driver.name, wait)
    except DriverError as error:
        return _failed(workspace, driver, work, error.message, wait)
    if done.mistakes:
        return _failed(workspace, driver, work, "what was drawn is not sound: " + " ".join(done.mistakes), wait)
    return Ran(name, done)


def within(timeout: float, driver: Driver, task: Task) -> Consolidation:
    """What a driver draws within so many seconds. Raises DriverError where it fails in any way, or takes longer."""
    found: list[Consolidation] = []
    wrong: list[BaseException] = []

    def work() -> None:
        try:
            found.append(driver.draw(task))
        except BaseException as error:  # a driver is a guest: whatever it throws ends its run and nothing else
            wrong.append(error)

    thread = threading.Thread(target=work, name="driver", daemon=True)
    thread.start()
    thread.join(timeout)
    if thread.is_alive():
        raise DriverError(
            f"The driver {driver.name} took longer than {timeout:g} seconds.", "Give it more with --timeout."
        )
    if wrong:
        error = wrong[0]
        told = error.message if isinstance(error, BrainwikiError) else f"{type(error).__name__}: {error}"
        raise DriverError(f"The driver {driver.name} failed: {told}", "The sessions are tried again later.") from error
    return found[0]


def _failed(workspace: Workspace, driver: Driver, work: Work, reason: str, wait: float) -> Ran:
    """Tell the ledgers why nothing came of a run, and let go of its turns."""
    tell(workspace, work.run.spans, ("failed",), driver.name, work.run.name, reason, wait)
    workspace.staging().drop(work.run.name)
    return Ran(work.run.name, None, reason)
