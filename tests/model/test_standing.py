"""What a page says of its own standing: trust that is derived, instants as they are written, dates for people and machines."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from brainwiki.model.standing import at_of, day, entries_of, freshness, instant, latest, machine_time, trust
from tests.helpers import page_of


@pytest.mark.parametrize(
    ("verified", "tier"),
    [
        ("", "unverified"),
        ("verified:\n  - by: human:a\n    at: 2026-01-01T00:00:00Z\n", "human-reviewed"),
        ("verified:\n  - by: process:gate\n    at: 2026-01-01T00:00:00Z\n", "machine-confirmed"),
        ("verified:\n  - by: gpt/9\n  - by: human:a\n", "human-reviewed"),
        ("verified: yes\n", "unverified"),
        ("verified:\n  - at: 2026-01-01\n", "unverified"),
        ("verified:\n  - text\n  - by: [a]\n", "unverified"),
    ],
)
def test_trust_is_derived_and_never_stored(verified: str, tier: str) -> None:
    assert trust(page_of("x\n", f"---\ntitle: T\ntrust: human-reviewed\n{verified}---\n")) == tier


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-12-01T00:00:00Z", datetime(2026, 12, 1, tzinfo=UTC)),
        ("2026-12-01", datetime(2026, 12, 1, tzinfo=UTC)),
        ("2026-02-31", None),
        ("soon", None),
        ("", None),
    ],
)
def test_instants(text: str, expected: datetime | None) -> None:
    assert instant(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-12-01", "2026-12-01"),
        ("2026-12-01T10:00:00+09:00", "2026-12-01T10:00:00+09:00"),
        ("2026-12-01T10:00:00", "2026-12-01T10:00:00+00:00"),
        ("2026-13-01", ""),
        ("last spring", ""),
        ("", ""),
    ],
)
def test_times_for_machines(text: str, expected: str) -> None:
    assert machine_time(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2026-05-02T09:00:00Z", "2026-05-02"), ("2026-05-02", "2026-05-02"), ("May 2026", "May 2026"), ("", "")],
)
def test_days(text: str, expected: str) -> None:
    assert day(text) == expected


def test_entries_are_read_as_written() -> None:
    page = page_of("x\n", "---\ntitle: T\nverified:\n  - at: 2026-01-01\n  - text\nscope: one\n---\n")
    assert [at_of(entry) for entry in entries_of(page, "verified")] == ["2026-01-01", ""]
    assert entries_of(page, "scope") == entries_of(page, "nothing") == []


NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("status", "stale_after", "looked_at", "label"),
    [
        ("stable", "", "", "fresh"),
        ("draft", "2027-06-01T00:00:00Z", "2026-11-01T00:00:00Z", "fresh"),
        ("stable", "2026-12-01T00:00:00Z", "", "stale"),
        ("stable", "2026-12-31T00:00:00Z", "", "aging"),
        ("stable", "2026-12-31T00:00:01Z", "", "fresh"),
        ("stable", "", "2025-12-01T00:00:00Z", "aging"),
        ("stable", "", "2025-12-02", "fresh"),
        ("deprecated", "2999-01-01T00:00:00Z", "2026-11-30", "stale"),
        ("superseded", "", "", "stale"),
        ("stable", "soon", "never", "fresh"),
    ],
)
def test_freshness_is_about_the_date_to_check_the_last_look_and_use(
    status: str, stale_after: str, looked_at: str, label: str
) -> None:
    assert freshness(status, stale_after, looked_at, NOW) == label


def test_the_latest_of_some_instants() -> None:
    assert (
        latest(["2026-01-01", "2026-01-01T00:00:01Z", "", "soon", "2025-01-01T00:00:00+09:00"])
        == "2026-01-01T00:00:01Z"
    )
    assert latest(["", "soon"]) == latest([]) == ""
