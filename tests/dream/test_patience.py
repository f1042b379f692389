"""When a range is tried again, and when it is given up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from brainwiki.dream.accounts import Range, account
from brainwiki.dream.patience import PATIENCE, Next, Patience, due_events, next_step
from tests.dream.events import AT, BY, event, path

THEN = datetime(2026, 5, 2, 10, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def held(state: str, attempts: int = 0, by: str = "") -> Range:
    return Range(1, 5, state, attempts, AT, "no quote", by or state)  # type: ignore[arg-type]


def test_pauses_double_up_to_a_week() -> None:
    pauses = [PATIENCE.pause(attempts) / HOUR for attempts in range(10)]
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 168, 168]
    assert PATIENCE.pause(10**9) == timedelta(days=7)


@pytest.mark.parametrize(
    ("state", "attempts", "by", "hours", "step"),
    [
        ("new", 0, "ingested", 0, "go on"),
        ("summarized", 3, "stale", 0, "go on"),
        ("integrated", 0, "", 0, "done"),
        ("nothing-new", 0, "", 0, "done"),
        ("proposed", 0, "", 0, "person"),
        ("dead-letter", 9, "gave-up", 0, "person"),
        ("rejected", 0, "", 0.9, "wait"),
        ("rejected", 0, "", 1, "retry"),
        ("rejected", 2, "", 3.9, "wait"),
        ("rejected", 2, "", 4, "retry"),
        ("rejected", 5, "", 0, "give up"),
        ("retrying", 5, "retry", 0, "go on"),
        ("retrying", 9, "retry", 0, "go on"),
        ("rejected", 9, "", 0, "give up"),
        ("retrying", 1, "failed", 0.9, "wait"),
        ("retrying", 1, "failed", 1, "go on"),
        ("retrying", 5, "failed", 16, "go on"),
        ("retrying", 6, "failed", 0, "give up"),
    ],
)
def test_the_next_step(state: str, attempts: int, by: str, hours: float, step: str) -> None:
    assert next_step(held(state, attempts, by), THEN + hours * HOUR).step == step


def test_who_waits_knows_until_when() -> None:
    assert next_step(held("rejected", 1), THEN) == Next("wait", THEN + 2 * HOUR)
    assert next_step(held("new"), THEN) == Next("go on")


def test_a_range_that_is_always_rejected_ends_where_somebody_must_decide() -> None:
    """Each try is rejected again: after the limit it is given up, and no further event comes by itself."""
    events = path("ingested", "summarized", "rejected")
    now, names = THEN, []
    for _ in range(40):
        now += timedelta(days=8)
        found = account("s", events)
        due = due_events(found, now, BY)
        names += [one.name for one in due]
        events += due
        if due and due[0].name == "retry":
            events += [event("summarized"), event("rejected", reason="no quote", at=due[0].at)]
    assert names == ["retry"] * 5 + ["gave-up"]
    last = account("s", events)
    assert last.refused == ()
    assert (last.ranges[0].state, last.ranges[0].reason) == ("dead-letter", "tried again 5 times: no quote")


def test_due_events_are_of_all_ranges_and_of_this_run() -> None:
    events = [*path("ingested", "summarized", "rejected"), *path("ingested", first=6, last=9)]
    due = due_events(account("s", events), THEN + 2 * HOUR, "process:dream", "run-1")
    assert [(one.name, one.first, one.last, one.at, one.by, one.run) for one in due] == [
        ("retry", 1, 5, "2026-05-02T12:12:00Z", "process:dream", "run-1")
    ]
    assert due_events(account("s", events), THEN, BY) == ()
    assert due_events(account("s", events), THEN, BY, patience=Patience(limit=0))[0].name == "gave-up"
