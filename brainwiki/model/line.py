"""What a line of a book may hold: an instant in one form, and words on one line."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

REASON = 500  # characters
WORD = 200
_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{6})?Z\Z")


def instant(moment: datetime) -> str:
    """An instant as books hold it: UTC, ending in Z; what has no offset counts as UTC."""
    moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).replace(tzinfo=None)
    return f"{moment.isoformat()}Z"


def is_instant(text: str) -> bool:
    """Whether a text is an instant in that form."""
    if not _AT.match(text):
        return False
    try:
        return instant(datetime.fromisoformat(text)) == text
    except ValueError:
        return False


def plain(text: str, most: int = REASON) -> str:
    """Text on one line without control characters, cut to a length."""
    kept = "".join(one for one in text if one.isprintable() or one.isspace())
    return " ".join(kept.split())[:most].strip()


def text_of(value: Any) -> str:
    """The value where it is text; raises TypeError."""
    if not isinstance(value, str):
        raise TypeError
    return value


def texts_of(value: Any) -> tuple[str, ...]:
    """The values where it is a list of texts; raises TypeError."""
    if not isinstance(value, list):
        raise TypeError
    return tuple(map(text_of, value))
