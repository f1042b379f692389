"""How far a long run has come: one line on the terminal that is drawn over and wiped away."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TextIO

from brainwiki.ports import Progress

PATIENCE = 1.0  # seconds that pass before anything is shown
PAUSE = 0.1  # seconds between two drawings


def reading(shown: bool, stream: TextIO | None = None) -> AbstractContextManager[Progress | None]:
    """What a load may be given to tell of each page that it has read; None where nobody is to see it.

    That is where `shown` is false (with `--quiet` or `--json`) and where the stream, by default stderr, is no terminal.
    """
    return _telling("Reading {:,} of {:,} pages", shown, stream)


def making(shown: bool, stream: TextIO | None = None) -> AbstractContextManager[Progress | None]:
    """The same for a build, which tells of each file that it has made."""
    return _telling("Making {:,} of {:,} files", shown, stream)


def indexing(shown: bool, stream: TextIO | None = None) -> AbstractContextManager[Progress | None]:
    """The same for the search index, which tells of each file that it has read."""
    return _telling("Indexing {:,} of {:,} files", shown, stream)


def embedding(shown: bool, stream: TextIO | None = None) -> AbstractContextManager[Progress | None]:
    """The same for the vectors of passages."""
    return _telling("Embedding {:,} of {:,} passages", shown, stream)


@contextmanager
def _telling(words: str, shown: bool, stream: TextIO | None) -> Iterator[Progress | None]:
    stream = stream or sys.stderr
    if not (shown and stream.isatty()):
        yield None
        return
    line = _Line(words, stream)
    try:
        yield line.told
    finally:
        line.wipe()


class _Line:
    """The line: what it says, when it is drawn next, and how wide it is now."""

    def __init__(self, words: str, stream: TextIO) -> None:
        self.words = words
        self.stream = stream
        self.clock = time.monotonic
        self.next = self.clock() + PATIENCE
        self.width = 0

    def told(self, done: int, total: int) -> None:
        """Called for each of many, so all that it does as a rule is to look at the clock."""
        now = self.clock()
        if now >= self.next:
            self.next = now + PAUSE
            self.draw(self.words.format(done, total))

    def draw(self, words: str) -> None:
        """Draw over what stands there; a shorter text must not leave the end of a longer one."""
        self.stream.write(f"\r{words:<{self.width}}")
        self.stream.flush()
        self.width = len(words)

    def wipe(self) -> None:
        """Leave an empty line behind, if anything was drawn."""
        if self.width:
            self.stream.write(f"\r{'':<{self.width}}\r")
            self.stream.flush()
