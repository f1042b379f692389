"""When a range that failed or was rejected is tried again, and when it is given up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from brainwiki.dream.accounts import Account, Range
from brainwiki.dream.event import Event
from brainwiki.model.line import instant, plain

Step = Literal["go on", "retry", "wait", "give up", "person", "done"]


class Patience(NamedTuple):
    """How often is tried again (`limit`), and how long is waited: `first` after the first attempt, then twice as long each time, at
    most `longest`."""

    limit: int = 5
    first: timedelta = timedelta(hours=1)
    longest: timedelta = timedelta(days=7)

    def pause(self, attempts: int) -> timedelta:
        """How long is waited before the next try, after so many further attempts."""
        return min(self.first * (1 << min(attempts, 30)), self.longest)


PATIENCE = Patience()


class Next(NamedTuple):
    """What is to be done with a range, and from when on; `at` is None where time plays no part."""

    step: Step
    at: datetime | None = None


def next_step(held: Range, now: datetime, patience: Patience = PATIENCE) -> Next:
    """What a run does with a range now. A rejected one is retried when its pause is over, one that failed goes on then, one that
    was retried goes on at once; past the limit all are given up. What waits for a person, or for a review, is left alone."""
    if held.is_done:
        return Next("done")
    if held.state in ("dead-letter", "proposed"):
        return Next("person")
    if held.state not in ("rejected", "retrying") or held.event == "retry":
        return Next("go on")  # also past the limit: then a person has asked for one more try
    if held.attempts > patience.limit or (held.state == "rejected" and held.attempts == patience.limit):
        return Next("give up")
    at = datetime.fromisoformat(held.at) + patience.pause(held.attempts - (held.event == "failed"))
    if now < at:
        return Next("wait", at)
    return Next("retry" if held.state == "rejected" else "go on", at)


def due_events(
    found: Account, now: datetime, by: str, run: str = "", patience: Patience = PATIENCE
) -> tuple[Event, ...]:
    """What time alone brings: a rejected range whose pause is over is retried, one past the limit is given up."""
    events: list[Event] = []
    for held in found.ranges:
        step = next_step(held, now, patience).step
        if step == "retry":
            events.append(Event("retry", held.first, held.last, instant(now), by, run=run))
        elif step == "give up":
            reason = plain(f"tried again {held.attempts} times: {held.reason}")
            events.append(Event("gave-up", held.first, held.last, instant(now), by, reason, run=run))
    return tuple(events)
