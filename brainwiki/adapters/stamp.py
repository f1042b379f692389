"""What tells one build of this program from another: what was worked out by other code is not used again."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from collections.abc import Iterable

from brainwiki import __version__

READING = ("model", "markup", "claims", "rules", "config", "usecases", "adapters")
WHOLE = ("",)  # the package itself
PARSERS = ("fastjsonschema", "jsonschema", "pyromark", "yaml")


def stamp_of(rooms: Iterable[str], libraries: Iterable[str], *others: str) -> str:
    """A short digest of the code in these rooms of the package, of these libraries and of the files below `others`, by sizes and
    times; and of this Python."""
    root = os.path.dirname(os.path.dirname(__file__))
    parts = [__version__, sys.version]
    for room in rooms:
        parts.extend(_below(os.path.join(root, room), ".py"))
    for folder in others:
        parts.extend(_below(folder, ""))
    for spec in map(importlib.util.find_spec, libraries):
        if spec is not None and spec.origin is not None:
            found = os.stat(spec.origin)
            parts.append(f"{spec.name} {found.st_size} {found.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _below(top: str, ending: str) -> Iterable[str]:
    """Names, sizes and times of the files below a folder."""
    for folder, _, names in sorted(os.walk(top)):
        for name in sorted(name for name in names if name.endswith(ending) and not name.endswith(".pyc")):
            found = os.stat(os.path.join(folder, name))
            yield f"{name} {found.st_size} {found.st_mtime_ns}"
