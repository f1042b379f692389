"""The table of states: as the contract has it, and of one piece."""

from __future__ import annotations

import pytest

from brainwiki.dream.life import DONE, LADDER, NAMES, ROWS, STATES, TABLE, attempts_after, why_not

# The contract's own table: event, from, to, whether the watermark passes the range.
CONTRACT = """
ingested    |                               | new         |
summarized  | new, retrying                 | summarized  |
nothing-new | summarized                    | nothing-new | passes
proposed    | summarized                    | proposed    |
integrated  | proposed                      | integrated  | passes
rejected    | summarized, proposed          | rejected    |
retry       | rejected                      | retrying    |
failed      | new, summarized, retrying     | retrying    |
stale       | proposed                      | summarized  |
gave-up     | rejected, retrying            | dead-letter |
reopened    | dead-letter, rejected, nothing-new | new    |
"""


def rows() -> list[tuple[str, tuple[str, ...], str, bool]]:
    parts = [[cell.strip() for cell in line.split("|")] for line in CONTRACT.strip().splitlines()]
    return [
        (name, tuple(one for one in froms.split(", ") if one), to, passes == "passes")
        for name, froms, to, passes in parts
    ]


def test_the_table_is_that_of_the_contract() -> None:
    assert [(row.event, row.sources, row.to, row.passes) for row in TABLE] == rows()
    assert tuple(row.event for row in TABLE) == NAMES
    assert {row.event: row for row in TABLE} == ROWS


def test_attempts() -> None:
    counted = {row.event: attempts_after(row, 3) for row in TABLE}
    assert {name for name, count in counted.items() if count == 4} == {"retry", "failed"}
    assert {name for name, count in counted.items() if count == 0} == {"reopened"}
    assert counted["stale"] == 3


def test_only_what_is_integrated_or_held_nothing_new_is_done() -> None:
    assert {"integrated", "nothing-new"} == DONE
    assert not any(row.to in DONE for row in TABLE if not row.passes)
    assert "rejected" not in DONE


def test_every_state_is_reached_and_can_be_left_but_for_the_end() -> None:
    assert {row.to for row in TABLE} == {*STATES}
    assert {*STATES} - {state for row in TABLE for state in row.sources} == {"integrated"}


def test_the_ladder_goes_by_the_events_to_the_end() -> None:
    distance = dict.fromkeys(DONE, 0)
    while len(distance) < len(STATES):
        for row in TABLE:
            for state in row.sources:
                if row.to in distance:
                    distance[state] = min(distance.get(state, 99), distance[row.to] + 1)
    steps = [distance[state] for state in LADDER]
    assert sorted(LADDER) == sorted(STATES)
    assert steps == sorted(steps, reverse=True)


@pytest.mark.parametrize("row", TABLE, ids=[row.event for row in TABLE])
def test_what_does_not_follow_is_told(row: object) -> None:
    row = ROWS[row.event]  # type: ignore[attr-defined]
    for state in STATES:
        told = why_not(row, state)
        assert (told == "") == (state in row.sources)
        assert not told or (f"`{row.event}`" in told and told.endswith(f"these turns are {state}"))
