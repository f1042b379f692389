"""What a page says of its own standing: trust, freshness, and the dates of its life."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from brainwiki.model.page import Page


def trust(page: Page) -> str:
    """The trust tier, derived from `verified`: human-reviewed, machine-confirmed or unverified."""
    actors = [_by(entry) for entry in entries_of(page, "verified")]
    if any(actor.startswith("human:") for actor in actors):
        return "human-reviewed"
    return "machine-confirmed" if any(actors) else "unverified"


def entries_of(page: Page, key: str) -> list[Any]:
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
