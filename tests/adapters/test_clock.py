"""Clocks: the machine's, and one that stands still."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from brainwiki.adapters.clock import FixedClock, SystemClock
from tests.helpers import NOW


def test_the_machines_clock_is_in_utc_and_goes_forward() -> None:
    first, second = SystemClock().now(), SystemClock().now()
    assert first.tzinfo is UTC
    assert first <= second
    assert abs(datetime.now(UTC) - first) < timedelta(minutes=5)


def test_a_fixed_clock_stands() -> None:
    clock = FixedClock(NOW)
    assert clock.now() == clock.now() == NOW
