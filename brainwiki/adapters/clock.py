"""The only place that asks the machine for the time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True)
class SystemClock:
    """The machine's clock in UTC."""

    def now(self) -> datetime:
        """The present instant."""
        return datetime.now(UTC)


@dataclass(frozen=True)
class FixedClock:
    """A clock that stands at one instant: `--now`, and tests."""

    instant: datetime

    def now(self) -> datetime:
        """The instant it was given."""
        return self.instant
