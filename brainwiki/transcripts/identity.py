"""The name of a session: the UTC date of its first turn, its tool, and ten digits of a digest; never its title."""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, datetime

from brainwiki.transcripts.recorded import Recorded, Said

_DIGITS = 10


def session_id(recorded: Recorded, undated: str = "") -> str:
    """`2026-08-01-codex-abcdefghij`. `undated` is the date (YYYY-MM-DD) for a session whose turns name no instant.

    ValueError where there is no turn, or no date at all.
    """
    date = _utc_date(recorded.started) or undated
    if not date:
        raise ValueError("no turn names an instant, and no date was given")
    return f"{date}-{key(recorded)}"


def key(recorded: Recorded) -> str:
    """The id without its date, `codex-abcdefghij`: the same however the session grows."""
    return f"{recorded.tool}-{digits(recorded.tool, *_named(recorded))}"


def branch_id(recorded: Recorded, continues: str, after: int, turn: Said) -> str:
    """The id of the session made when a stored one was edited at its origin: `turn` is the first that differs, behind `after` others.

    `continues` is the id of the stored one, whose date it keeps.
    """
    named = digits(recorded.tool, *_named(recorded), continues, str(after), turn.role, turn.text)
    return f"{continues[:10]}-{recorded.tool}-{named}"


def digits(*parts: str) -> str:
    """Ten base32 digits of SHA-256 over parts, which cannot run into each other."""
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).digest()
    return base64.b32encode(digest).decode("ascii")[:_DIGITS].lower()


def _named(recorded: Recorded) -> tuple[str, ...]:
    """The tool's own id; without one, the first turn of the user (else the first of all) and its time."""
    if recorded.native:
        return (recorded.native,)
    if not recorded.turns:
        raise ValueError("a session without turns has no name")
    first = next((turn for turn in recorded.turns if turn.role == "user"), recorded.turns[0])
    return (first.text, first.at)


def _utc_date(at: str) -> str:
    return datetime.fromisoformat(at).astimezone(UTC).date().isoformat() if at else ""
