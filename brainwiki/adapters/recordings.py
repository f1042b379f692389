"""Files of recorded conversations on the disk: those that are named, and in a named folder those that a reader may know."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from functools import partial

from brainwiki.adapters import opencode
from brainwiki.errors import TranscriptError
from brainwiki.model.recording import Recording
from brainwiki.transcripts.given import MOST_BYTES

_ENDINGS = (".json", ".jsonl", ".md", ".markdown", ".txt")
_DATABASE = "opencode.db"
_STORE = ("session", "message")  # folders that make a store of OpenCode
_MAX_DEPTH = 64


def found_in(paths: Sequence[str]) -> Iterator[Recording]:
    """The files of these paths, each once, in the order of the paths and of the names below them."""
    seen: set[str] = set()
    for path in paths:
        found = _walked(path, 0) if os.path.isdir(path) else iter([_file(path, found=False)])
        for one in found:
            place = os.path.realpath(one.name)
            if place not in seen:
                seen.add(place)
                yield one


def _walked(folder: str, depth: int) -> Iterator[Recording]:
    """What a folder holds: symlinks, hidden files and folders, and endings that no tool writes are passed over."""
    if all(os.path.isdir(os.path.join(folder, name)) for name in _STORE):
        yield Recording(folder, 0, False, partial(opencode.from_folder, folder))
        return
    for entry in sorted(os.scandir(folder), key=lambda one: one.name):
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        if entry.is_dir():
            if depth < _MAX_DEPTH:
                yield from _walked(entry.path, depth + 1)
        elif entry.is_file() and (entry.name.lower().endswith(_ENDINGS) or entry.name == _DATABASE):
            yield _file(entry.path, found=True)


def _file(path: str, found: bool) -> Recording:
    try:
        size = os.stat(path).st_size
    except OSError:
        size = 0
    return Recording(path, size, found, partial(_read, path))


def _read(path: str) -> bytes:
    """The bytes of a file, or what a database of OpenCode holds as it would export it."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise TranscriptError(path, "it is no file")
    with open(path, "rb") as file:
        raw = file.read(MOST_BYTES + 1)
    return opencode.from_database(path) if opencode.is_database(raw) else raw
