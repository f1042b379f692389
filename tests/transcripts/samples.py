"""Files of each tool, made up small in a test's own words, and what a reading says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from brainwiki.transcripts.recorded import Recorded
from brainwiki.transcripts.registry import AUTO, Reading, read
from tests.helpers import REPOSITORY

FOLDER = REPOSITORY / "tests/data/transcripts"
FILES: tuple[Path, ...] = tuple(sorted(path for path in FOLDER.iterdir() if path.suffix != ".db"))


def lines(*records: Any) -> bytes:
    """JSON Lines."""
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records).encode()


def document(value: Any) -> bytes:
    """One JSON document."""
    return json.dumps(value, ensure_ascii=False).encode()


def reading(raw: bytes, name: str = "f", format_name: str = AUTO) -> Reading:
    """A reading that balances, in whole and for each session."""
    found = read(raw, name, format_name)
    for one in (*found.sessions, *found.empty):
        assert one.account.balanced
    assert found.account.balanced
    return found


def one(raw: bytes, name: str = "f", format_name: str = AUTO) -> Recorded:
    """The only session of a file."""
    (found,) = reading(raw, name, format_name).sessions
    return found


def said(recorded: Recorded) -> list[tuple[str, str]]:
    """Role and text of each turn."""
    return [(turn.role, turn.text) for turn in recorded.turns]


def skipped(recorded: Recorded) -> dict[str, int]:
    """What was skipped, by kind."""
    return dict(recorded.account.skipped)


def parts(recorded: Recorded) -> dict[str, int]:
    """What was left out inside records, by kind."""
    return dict(recorded.account.parts)
