"""What consolidation runs tell people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from brainwiki.cli.common import paint
from brainwiki.markup.shown import counted, visible
from brainwiki.usecases.dream.run import Ran
from brainwiki.usecases.dream.runs import Run
from brainwiki.usecases.dream.start import Passed
from brainwiki.usecases.dream.submit import Submitted
from brainwiki.usecases.gate.accepting import Decision
from brainwiki.usecases.proposals.opening import Opened, Refused


def submitted_text(done: Submitted) -> str:
    """What came of a run that was submitted."""
    if done.mistakes:
        head = f"{counted(len(done.mistakes), 'mistake')}; nothing was written, and the run {done.run} stays open."
        return "\n".join([paint(head, "block"), *(f"- {visible(one)}" for one in done.mistakes)])
    return "\n".join(_outcome(done))


def _outcome(done: Submitted) -> Iterator[str]:
    proposal = done.proposal
    if isinstance(proposal, Opened):
        yield f"{paint('Proposed', 'good')} {proposal.id} (risk {proposal.risk}); it waits for a review."
        yield from (f"  {visible(one)}" for one in proposal.gate)
        for one in proposal.overlaps:
            yield f"  It touches what {one.id} touches: {visible(', '.join(one.paths[:5]))}"
    elif isinstance(proposal, Refused):
        yield paint("Refused; the turns are tried again later:", "block")
        yield from (f"- {visible(one)}" for one in proposal.reasons)
    if done.quiet:
        sessions = {one.session for one in done.quiet}
        yield f"Nothing new in {counted(len(sessions), 'session')}: the memory is right as it is."
    if done.waiting:
        yield f"{counted(len(done.waiting), 'session')} stay due."


def ran_text(ran: Ran) -> str:
    """What came of a whole run."""
    if not ran.run:
        return "Nothing is due."
    if ran.failed:
        return paint(f"Failed; the turns stay due: {visible(ran.failed)}", "block")
    return submitted_text(ran.submitted) if ran.submitted else ""


def decision_text(decision: Decision) -> str:
    """Who decides about what was proposed, and why."""
    if decision.by == "accepted":
        return paint(f"The gate approved it: {visible(decision.reason)}.", "good")
    if decision.by == "alarm":
        return paint(f"Nothing is accepted: {visible(decision.reason)}. Calibrate the judge anew.", "block")
    return f"A person decides: {visible(decision.reason)}."


def runs_text(runs: Sequence[Run], now: datetime) -> str:
    """The runs that are under way."""
    if not runs:
        return "No run is under way."
    return "\n".join(line for one in runs for line in _run(one, now))


def _run(run: Run, now: datetime) -> Iterator[str]:
    until = run.until.isoformat(timespec="minutes")
    state = f"holds its turns until {until}" if run.is_open(now) else paint(f"over since {until}", "warn")
    yield f"{paint(run.name, 'path')}  {state}"
    for one in run.spans[:20]:
        yield f"  {visible(one.session)}  turns {one.first}-{one.last}"
    if len(run.spans) > 20:
        yield f"  and {len(run.spans) - 20} more"


def passed_text(passed: Sequence[Passed]) -> str:
    """The sessions that a run left out."""
    return "\n".join(f"Left out: {visible(session)}: {reason}" for session, reason in passed)
