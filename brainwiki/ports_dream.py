"""What the use cases of consolidation ask of the outside world, as a Protocol; an adapter keeps its promises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Staging(Protocol):
    """The folders of consolidation runs: plain files outside of Git, by the name of the run and a path in its folder.

    They hold a run until it is submitted, and may vanish at any time. A name that is none, and a path that leads out of the
    folder, also through a symlink, raise PathEscapeError or SymlinkError.
    """

    def runs(self) -> tuple[str, ...]:
        """The names of all runs, in order."""
        ...

    def place(self, run: str) -> str:
        """The folder of a run as a path of this machine."""
        ...

    def read(self, run: str, path: str) -> bytes | None:
        """A file of a run; None where there is none."""
        ...

    def write(self, run: str, path: str, content: bytes) -> None:
        """Write a file of a run, whole or not at all."""
        ...

    def record(self, run: str, content: bytes) -> None:
        """Add to the record of what a run asked of a language model; it stays when the run is dropped."""
        ...

    def recorded(self, run: str) -> str:
        """The record of a run as a path of this machine; empty where nothing was recorded."""
        ...

    def stage(self, run: str, files: Mapping[str, bytes]) -> None:
        """Make these, and no others, the files below `tree` of a run."""
        ...

    def drop(self, run: str) -> None:
        """Remove a run with all its files; nothing where there is none."""
        ...
