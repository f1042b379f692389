"""A run that is killed, or refused by the disk, at each of the calls that change something: files by `Disk`, the rest by Git."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from brainwiki.adapters.disk import Disk
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.errors import GitError

FILES = ("mkdir", "write", "write_durably", "copy", "replace", "exchange", "unlink", "rmdir", "link")
COMMANDS = frozenset({"hash-object", "read-tree", "update-index", "write-tree", "commit-tree", "update-ref"})

Act = Callable[[int, str, str], None]  # the number of the call from 1, `before` or `after` it, and its name


@contextmanager
def watched(act: Act) -> Iterator[None]:
    """A stretch in which `act` is told of every call that changes something."""
    count = 0
    kept = {name: getattr(Disk, name) for name in FILES}
    run = Plumbing.run

    def told(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*arguments: Any, **options: Any) -> Any:
            nonlocal count
            count += 1
            number = count
            act(number, "before", name)
            found = call(*arguments, **options)
            act(number, "after", name)
            return found

        return instead

    def git(self: Plumbing, *arguments: str, **options: Any) -> bytes:
        name = next((word for word in arguments if word in COMMANDS), "")
        return told(name, run)(self, *arguments, **options) if name else run(self, *arguments, **options)

    for name, call in kept.items():
        setattr(Disk, name, told(name, call))
    Plumbing.run = git  # type: ignore[method-assign]
    try:
        yield
    finally:
        for name, call in kept.items():
            setattr(Disk, name, call)
        Plumbing.run = run  # type: ignore[method-assign]


def calls(run: Callable[[], object]) -> int:
    """Do it, and count the calls that change something."""
    last = 0

    def act(number: int, now: str, name: str) -> None:
        nonlocal last
        last = number

    with watched(act):
        run()
    return last


def killed(run: Callable[[], object], at: int, when: str) -> bool:
    """Do it in a process of its own that kills itself at that call; whether it came so far."""

    def act(number: int, now: str, name: str) -> None:
        if (number, now) == (at, when):
            os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if not child:
        try:
            with watched(act):
                run()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def refused(run: Callable[[], object], at: int, code: int) -> bool:
    """Do it here, with that call and all that write after it refused; whether it came so far. What it raises is let through."""
    reached = False

    def act(number: int, now: str, name: str) -> None:
        nonlocal reached
        if number < at or now == "after" or (number > at and name in ("unlink", "rmdir")):
            return
        reached = True
        if name in COMMANDS:
            raise GitError(os.strerror(code))
        raise OSError(code, os.strerror(code))

    with watched(act):
        run()
    return reached


DISK_FULL, DISK_BROKEN = errno.ENOSPC, errno.EIO
