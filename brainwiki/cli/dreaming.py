"""`dream`: consolidation runs, by an agent in steps (`start`, `submit`) or by a driver in one (`run`)."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import click

from brainwiki.bootstrap import driver as chosen_driver
from brainwiki.cli.common import Request, note, shared, waiting
from brainwiki.cli.deciding import Gate
from brainwiki.cli.dreaming_text import decision_text, passed_text, ran_text, runs_text, submitted_text
from brainwiki.dream.orientation import orientation_as_json
from brainwiki.dream.task import BUDGET
from brainwiki.transcripts.own_runs import mark
from brainwiki.usecases.dream.run import TIMEOUT, Ran
from brainwiki.usecases.dream.run import run as run_whole
from brainwiki.usecases.dream.runs import Run, read_run, read_runs
from brainwiki.usecases.dream.start import Choice, Passed
from brainwiki.usecases.dream.start import start as begin
from brainwiki.usecases.dream.submit import Submitted, submit_file
from brainwiki.usecases.gate.accepting import Decision
from brainwiki.usecases.proposals.opening import Opened, Refused

STARTER = "process:dream"
AGENT = "dream-agent/1"
_ACTOR = re.compile(r"(?:human:|process:)?[^\s/]+(?:/[^\s/]+)?\Z")

_sessions = click.option(
    "--sessions", "names", multiple=True, metavar="ID", help="Only this session; may be given again."
)
_limit = click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    default=BUDGET.sessions,
    show_default=True,
    metavar="N",
    help="At most so many sessions.",
)


_judge = click.option(
    "--judge",
    default="",
    metavar="NAME",
    help="Who is asked about each claim: deterministic, llm, ensemble, people; default: as configured.",
)


@click.group()
def dream() -> None:
    """Draw memory from sessions: what is due is read, and becomes a proposal, or nothing."""


@dream.command()
@_sessions
@_limit
@waiting
@shared
def start(request: Request, names: tuple[str, ...], limit: int, wait: float) -> None:
    """Begin a run, and print what is to be read: limits, standing rules, new turns, pages that they may be about.

    The turns are held for this run until it is submitted or dropped, at most for a day.
    """
    workspace = request.workspace()
    begun = begin(workspace, STARTER, Choice(names, limit), wait)
    _tell_passed(request, begun.passed)
    if begun.work is None:
        request.show({"version": 1, "run": None, "passed": _passed(begun.passed)}, "Nothing is due.")
        return
    name = begun.work.run.name
    place = workspace.staging().place(name)
    if not request.as_json:
        click.echo(begun.text, nl=False)
        note(f"Write consolidation.json into {place}, then run: brainwiki dream submit {name}")
        return
    note(mark(name))  # inside a JSON text no reader of transcripts would find it
    value = orientation_as_json(begun.work.task, mark(name))
    request.show(value | {"place": place, "passed": _passed(begun.passed)}, "")


@dream.command()
@click.argument("run", metavar="RUN")
@_judge
@click.option(
    "--file",
    "file",
    type=click.Path(exists=True, dir_okay=False),
    help="The file, where it is not in the folder of the run.",
)
@click.option("--by", default=AGENT, show_default=True, metavar="ACTOR", help="Who drew it, as producer/version.")
@waiting
@shared
def submit(request: Request, run: str, judge: str, file: str | None, by: str, wait: float) -> None:
    """Submit what was drawn in RUN (or the beginning of its name): all mistakes and exit code 1, or a proposal, or nothing new."""
    if not _ACTOR.match(by):
        raise click.UsageError(f"--by {by!r} is no actor such as {AGENT}.")
    raw = Path(file).read_bytes() if file else None
    gate = Gate(request.workspace(), judge)
    done = submit_file(gate.workspace, run, by, raw, wait)
    _show(request, Ran(done.run, done), submitted_text(done), gate.decided(done, wait))


@dream.command(name="run")
@click.option("--driver", "name", default="rules", show_default=True, metavar="NAME", help="What draws: rules, or llm.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=1, max=86_400),
    default=TIMEOUT,
    show_default=True,
    metavar="SECONDS",
    help="How long the driver may take.",
)
@_judge
@_sessions
@_limit
@waiting
@shared
def run_command(
    request: Request, name: str, timeout: float, judge: str, names: tuple[str, ...], limit: int, wait: float
) -> None:
    """Begin a run, let a driver draw, and submit what it drew. A driver that fails leaves its sessions due."""
    gate = Gate(request.workspace(), judge)
    ran = run_whole(gate.workspace, lambda record: chosen_driver(name, record), Choice(names, limit), timeout, wait)
    _tell_passed(request, ran.passed)
    if ran.calls and not request.quiet:
        note(f"What the model was asked is on record: {ran.calls}")
    _show(request, ran, ran_text(ran), gate.decided(ran.submitted, wait))


@dream.command(name="list")
@shared
def list_command(request: Request) -> None:
    """The runs that are under way, and the turns that they hold."""
    workspace = request.workspace()
    now = workspace.clock.now()
    runs = read_runs(workspace)
    shown = [
        _run_as_json(one) | {"open": one.is_open(now), "place": workspace.staging().place(one.name)} for one in runs
    ]
    request.show({"version": 1, "runs": shown}, runs_text(runs, now))


@dream.command()
@click.argument("run", metavar="RUN")
@shared
def drop(request: Request, run: str) -> None:
    """End RUN without a result: its folder goes, and its turns are due as before."""
    workspace = request.workspace()
    found = read_run(workspace, run)
    workspace.staging().drop(found.name)
    _end(request, found.name)
    request.show({"version": 1, "dropped": found.name}, f"Dropped {found.name}; its turns are due again.")


def _end(request: Request, run: str) -> None:
    """Mark the end of a run in the transcript of whoever ran it: what follows may be remembered again."""
    if request.as_json:
        note(mark(run, ended=True))
    else:
        click.echo(mark(run, ended=True))


def _show(request: Request, ran: Ran, text: str, decision: Decision | None) -> None:
    """Print what came of a run; exit code 1 where something is to be mended, or a canary raised an alarm."""
    done = ran.submitted
    value = _ran_as_json(ran)
    if decision is not None and value["proposal"] is not None:
        value["proposal"]["decision"] = decision._asdict()
    request.show(value, text + (f"\n{decision_text(decision)}" if decision else ""))
    if ran.run and not (done and done.mistakes):
        _end(request, ran.run)
    if decision is not None and decision.by == "alarm":
        sys.exit(1)
    if ran.failed or (done and (done.mistakes or isinstance(done.proposal, Refused))):
        sys.exit(1)


def _ran_as_json(ran: Ran) -> dict[str, Any]:
    done = ran.submitted or Submitted(ran.run)
    proposal = done.proposal
    value: dict[str, Any] = {
        "version": 1,
        "run": ran.run or None,
        "outcome": _outcome(ran, done),
        "mistakes": [*done.mistakes],
        "proposal": None,
        "reasons": [*proposal.reasons] if isinstance(proposal, Refused) else [ran.failed] if ran.failed else [],
        "nothing_new": [one._asdict() for one in done.quiet],
        "waiting": [*done.waiting],
        "passed": _passed(ran.passed),
    } | ({"calls": ran.calls} if ran.calls else {})
    if isinstance(proposal, Opened):
        overlaps = [{"id": one.id, "paths": [*one.paths]} for one in proposal.overlaps]
        value["proposal"] = {
            "id": proposal.id,
            "commit": proposal.commit,
            "risk": proposal.risk,
            "gate": [*proposal.gate],
            "overlaps": overlaps,
        }
    return value


def _outcome(ran: Ran, done: Submitted) -> str:
    """One word for what came of a run."""
    if not ran.run:
        return "nothing-due"
    if ran.failed:
        return "failed"
    if done.mistakes:
        return "mistakes"
    if isinstance(done.proposal, Refused):
        return "refused"
    return "proposed" if done.proposal else "nothing-new"


def _run_as_json(run: Run) -> dict[str, Any]:
    turns = [one._asdict() for one in run.spans]
    return {"run": run.name, "base": run.base, "at": run.at.isoformat(), "until": run.until.isoformat(), "turns": turns}


def _passed(passed: tuple[Passed, ...]) -> list[dict[str, str]]:
    return [{"session": session, "reason": reason} for session, reason in passed]


def _tell_passed(request: Request, passed: tuple[Passed, ...]) -> None:
    if passed and not request.quiet:
        note(passed_text(passed))
