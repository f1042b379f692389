"""A file of recorded conversations, before it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Recording(NamedTuple):
    """A file of recorded conversations: its name for people, its size in bytes, whether it was found in a folder rather than named,
    and what reads it. `read` raises OSError and TranscriptError."""

    name: str
    size: int
    found: bool
    read: Callable[[], bytes]
