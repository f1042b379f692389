"""A memo that lives as long as one build: for sites that are made once, and for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brainwiki.ports import Plain


class ShortMemo:
    """Keeps values in memory."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], Any] = {}

    def get(self, room: str, key: str, make: Callable[[], Plain]) -> Plain:
        """The value under this key, made when first asked for."""
        if (room, key) not in self._kept:
            self._kept[room, key] = make()
        found: Plain = self._kept[room, key]
        return found
