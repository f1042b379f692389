"""Tasks that will not wake, that are silent when they do, and recurrences as RFC 5545 has them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.rules import engine
from brainwiki.rules.families.waking import mistake_in
from brainwiki.rules.rule import View
from tests.helpers import NOW, state_of


def told(head: str, body: str = "Call.\n", code: str = "BW70", now: datetime = NOW) -> list[tuple[str, int]]:
    """The codes and lines that one task gives."""
    profile = load_profile("brain")
    text = f"---\ntype: task\ntitle: Call\n{head}---\n{body}"
    view = View(state_of({"tasks/call.md": text}, profile.dialect), now, profile.required)
    return [(one.code, one.line) for one in engine.run(view, engine.Settings(select=(code,))).findings]


def test_a_held_task_has_a_date() -> None:
    assert told("state: held\n") == [("BW706", 1)]
    assert told("state: held\ndue: 2027-01-18\n") == []
    assert [told(f"state: {state}\n") for state in ("waiting", "active", "done")] == [[], [], []]


def test_a_task_that_is_due_says_how_to_go_on() -> None:
    due = "state: held\ndue: 2026-11-30\n"
    assert told(due) == [("BW707", 5)]
    assert told(due, now=datetime(2026, 11, 29, 23, 59, tzinfo=UTC)) == []
    assert told(due.replace("held", "done")) == []
    for heading in ("Resume instructions", "RESUME  Instructions", "復帰時の指示", "恢复指令"):
        assert told(due, f"Call.\n\n## {heading}\n\nRead.\n") == []
    assert told(due, "Call.\n\nResume instructions: read.\n") == [("BW707", 5)]
    assert told('state: held\ndue: "2026-11-02T10:00:00+09:00"\n') == [("BW707", 5)]
    for odd in ("2026-02-31", "soon", "2026-11-0x"):
        assert told(f"state: held\ndue: {odd}\n", code="BW707") == []


def test_a_recurrence_of_a_task() -> None:
    assert told("state: waiting\ndue: 2027-01-18\nrepeat: every monday\n") == [("BW708", 6)]
    assert told("state: waiting\ndue: 2027-01-18\nrepeat: FREQ=DAILY\n") == []


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY",
        "RRULE:FREQ=DAILY",
        "freq=weekly;byday=mo,th;interval=2",
        "FREQ=MONTHLY;BYDAY=-1FR;COUNT=10",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "FREQ=YEARLY;BYMONTH=1,12;BYMONTHDAY=-1;UNTIL=20301231T235959Z",
        "FREQ=YEARLY;BYWEEKNO=20;WKST=MO",
        "FREQ=YEARLY;BYYEARDAY=1,-1;UNTIL=20301231",
        "FREQ=DAILY;BYHOUR=9,23;BYMINUTE=0,59;BYSECOND=60",
    ],
)
def test_recurrences_that_are(rule: str) -> None:
    assert mistake_in(rule) == ""


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("every monday", "not of the form"),
        ("FREQ=DAILY;", "not of the form"),
        ("FREQ = DAILY", "not of the form"),
        ("毎週", "not of the form"),
        ("FREQ=SOMETIMES", "FREQ cannot be SOMETIMES"),
        ("FREQ=DAILY,WEEKLY", "FREQ cannot be"),
        ("INTERVAL=2", "no FREQ"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL cannot be 0"),
        ("FREQ=DAILY;INTERVAL=-1", "INTERVAL cannot be"),
        ("FREQ=DAILY;COUNT=3;UNTIL=20270101", "exclude each other"),
        ("FREQ=DAILY;UNTIL=2027-01-01", "UNTIL cannot be"),
        ("FREQ=WEEKLY;BYDAY=MON", "BYDAY cannot be MON"),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY cannot be"),
        ("FREQ=YEARLY;BYMONTH=13", "BYMONTH cannot be"),
        ("FREQ=DAILY;BYHOUR=24", "BYHOUR cannot be"),
        ("FREQ=DAILY;FREQ=WEEKLY", "stands twice"),
        ("FREQ=DAILY;BYEASTER=0", "no part BYEASTER"),
        ("FREQ=DAILY;X=1", "no part X"),
        ("", "not of the form"),
    ],
)
def test_recurrences_that_are_none(rule: str, why: str) -> None:
    assert why in mistake_in(rule)


def test_a_long_recurrence_is_read_in_time() -> None:
    assert mistake_in("FREQ=DAILY;BYDAY=" + "MO," * 100_000)
    assert mistake_in("FREQ=DAILY;" * 20_000)
