"""The states that a range of a session's turns goes through, as one table of events."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

State = Literal["new", "summarized", "proposed", "integrated", "nothing-new", "rejected", "retrying", "dead-letter"]
Name = Literal[
    "ingested",
    "summarized",
    "nothing-new",
    "proposed",
    "integrated",
    "rejected",
    "retry",
    "failed",
    "stale",
    "gave-up",
    "reopened",
]
Attempts = Literal["kept", "one more", "none"]

STATES: tuple[State, ...] = get_args(State)
NAMES: tuple[Name, ...] = get_args(Name)

# The least finished first. A state comes by how many events lie between it and the end; of equals that one for which somebody must decide.
LADDER: tuple[State, ...] = (
    "dead-letter",
    "rejected",
    "retrying",
    "new",
    "proposed",
    "summarized",
    "nothing-new",
    "integrated",
)


class Row(NamedTuple):
    """One kind of event: from which states it leads, and to which; what becomes of the attempts; whether the range is done with.

    `opens`: it leads from no state, and makes a new range. `needs_reason`: somebody will ask why.
    """

    event: Name
    sources: tuple[State, ...]
    to: State
    attempts: Attempts = "kept"
    passes: bool = False
    opens: bool = False
    needs_reason: bool = False


TABLE: tuple[Row, ...] = (
    Row("ingested", (), "new", opens=True),
    Row("summarized", ("new", "retrying"), "summarized"),
    Row("nothing-new", ("summarized",), "nothing-new", passes=True),
    Row("proposed", ("summarized",), "proposed"),
    Row("integrated", ("proposed",), "integrated", passes=True),
    Row("rejected", ("summarized", "proposed"), "rejected", needs_reason=True),
    Row("retry", ("rejected",), "retrying", attempts="one more"),
    Row("failed", ("new", "summarized", "retrying"), "retrying", attempts="one more", needs_reason=True),
    Row("stale", ("proposed",), "summarized"),
    Row("gave-up", ("rejected", "retrying"), "dead-letter", needs_reason=True),
    Row("reopened", ("dead-letter", "rejected", "nothing-new"), "new", attempts="none"),
)
ROWS: dict[str, Row] = {row.event: row for row in TABLE}

# The states that end the work on a range. They are those, and no others, that an event leads to which passes it.
DONE: frozenset[State] = frozenset(row.to for row in TABLE if row.passes)


def attempts_after(row: Row, attempts: int) -> int:
    """The attempts of a range after an event of this kind."""
    return {"kept": attempts, "one more": attempts + 1, "none": 0}[row.attempts]


def why_not(row: Row, state: State) -> str:
    """Why an event of this kind does not follow on a state; empty where it does."""
    if state in row.sources:
        return ""
    wanted = " or ".join(row.sources)
    return f"`{row.event}` follows on {wanted}, and these turns are {state}"
