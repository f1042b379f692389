"""What a page says of its own standing: trust, freshness, and the dates of its life."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Protocol

from brainwiki.model.hit import Freshness

SOON = timedelta(days=30)  # before its date to check, a page begins to age
LONG = timedelta(days=365)  # after which a page that nobody looked at is no longer fresh
OUT_OF_USE = ("deprecated", "superseded")


class Matter(Protocol):
    """What has front matter: a page."""

    @property
    def meta(self) -> Mapping[str, Any]:
        """The front matter as written."""
        ...


def freshness(status: str, stale_after: str, looked_at: str, now: datetime) -> Freshness:
    """How far a page may be trusted unseen. `status` is its state in our words, `stale_after` and `looked_at` (when it was last
    verified or made) are instants as written, empty where unknown.

    Stale: past its date to check, or out of use. Aging: within a month before that date, or not looked at for a year.
    """
    limit, seen = instant(stale_after), instant(looked_at)
    if status in OUT_OF_USE or limit is not None and limit <= now:
        return "stale"
    aging = limit is not None and limit - SOON <= now or seen is not None and seen + LONG <= now
    return "aging" if aging else "fresh"


def latest(instants: Iterable[str]) -> str:
    """The latest of some instants as written; empty where none can be read."""
    known = [(moment, text) for text in instants if text and (moment := instant(text)) is not None]
    return max(known)[1] if known else ""


def trust(page: Matter) -> str:
    """The trust tier, derived from `verified`: human-reviewed, machine-confirmed or unverified."""
    actors = [_by(entry) for entry in entries_of(page, "verified")]
    if any(actor.startswith("human:") for actor in actors):
        return "human-reviewed"
    return "machine-confirmed" if any(actors) else "unverified"


def entries_of(page: Matter, key: str) -> list[Any]:
    """The entries of a list in the front matter as written; none where it is no list."""
    value = page.meta.get(key)
    return value if isinstance(value, list) else []


def at_of(entry: Any) -> str:
    """The instant of an entry, empty where it has none."""
    at = entry.get("at") if isinstance(entry, dict) else ""
    return at if isinstance(at, str) else ""


def _by(entry: Any) -> str:
    actor = entry.get("by") if isinstance(entry, dict) else ""
    return actor if isinstance(actor, str) else ""


@lru_cache(4096)
def instant(text: str) -> datetime | None:
    """An ISO 8601 instant; without an offset it counts as UTC; None where it is none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def machine_time(text: str) -> str:
    """An instant or a day as browsers read it, empty where it is neither: ages are counted from it."""
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) and instant(text) is not None:
        return text
    found = instant(text)
    return found.isoformat() if found is not None else ""


def day(instant: str) -> str:
    """The date of an instant as written; another text stays as it is."""
    return instant[:10] if re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", instant) else instant
