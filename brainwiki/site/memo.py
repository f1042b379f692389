"""A memo that lives as long as one build: for sites that are made once, and for tests."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Collection, Mapping
from typing import Any

from brainwiki.ports import Plain


class ShortMemo:
    """Keeps values in memory, in the form in which they would be written: what is not plain is refused here too."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], bytes] = {}

    def get(self, room: str, key: str, make: Callable[[], Plain]) -> Plain:
        """The value under this key, made when first asked for."""
        if (room, key) not in self._kept:
            self.keep(room, key, make())
        found: Plain = marshal.loads(self._kept[room, key])  # noqa: S302 — written here
        return found

    def known(self, room: str, keys: Collection[str]) -> Mapping[str, Any]:
        """The values that are kept under these keys."""
        kept = {key: self._kept[room, key] for key in keys if (room, key) in self._kept}
        return {key: marshal.loads(value) for key, value in kept.items()}  # noqa: S302 — written here

    def keep(self, room: str, key: str, value: Plain) -> None:
        """Keep a value."""
        plain: Any = value
        self._kept[room, key] = marshal.dumps(plain)

    def close(self, is_whole: bool) -> None:
        """There is nothing to write."""
