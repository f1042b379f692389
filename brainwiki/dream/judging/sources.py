"""The digest of the program's own judging: whatever changes how a case is read voids the certificates."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

_PACKAGES = ("brainwiki.claims", "brainwiki.dream.judging")


@cache
def code_digest() -> str:
    """The SHA-256 of the modules by which judges read and judge; line ends do not count."""
    found = hashlib.sha256()
    for package in _PACKAGES:
        for file in sorted(resources.files(package).iterdir(), key=lambda one: one.name):
            if file.name.endswith(".py"):
                text = file.read_text("utf-8").replace("\r\n", "\n")
                found.update(f"{package} {file.name} {len(text)}\n{text}".encode())
    return found.hexdigest()
