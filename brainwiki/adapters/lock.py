"""A lock between commands of this program: a file whose lock ends with the process that holds it."""

from __future__ import annotations

import contextlib
import importlib
import os
import time
from collections.abc import Iterator
from typing import IO, Any

from brainwiki.errors import LockedError

_PAUSE = 0.01  # seconds between two tries


@contextlib.contextmanager
def locked(path: str, wait: float) -> Iterator[None]:
    """A stretch in which nobody else holds this file; raises LockedError after `wait` seconds.

    The file stays: whoever removed it would part those that wait from those that come.
    """
    with open(path, "ab") as file:
        end = time.monotonic() + wait
        while not taken(file):
            if time.monotonic() >= end:
                raise LockedError(path)
            time.sleep(_PAUSE)
        try:
            yield
        finally:
            _let_go(file)


def taken(file: IO[bytes]) -> bool:
    """Take the lock of a file without waiting; whether that was possible. It ends with the process."""
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:
        return _taken_elsewhere(file)
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _taken_elsewhere(file: IO[bytes]) -> bool:
    system: Any = importlib.import_module("msvcrt")
    try:
        file.seek(0)
        system.locking(file.fileno(), system.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def _let_go(file: IO[bytes]) -> None:
    """Let go at once, also where a child of ours still holds the file open."""
    with contextlib.suppress(ImportError, OSError):
        fcntl: Any = importlib.import_module("fcntl")
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)


def is_older(path: str, seconds: float, beside: str) -> bool:
    """Whether a file was last written more than so many seconds ago, by the clock of its disk: that of the file `beside`, which is
    touched for it. False where it is gone."""
    try:
        os.utime(beside)
        return os.stat(beside).st_mtime - os.stat(path).st_mtime > seconds
    except OSError:
        return False
