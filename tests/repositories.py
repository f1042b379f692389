"""Real Git repositories for tests, without the settings of this machine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.helpers import Texts, write_files

CLEAN = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


def git(folder: Path, *arguments: str, **more: str) -> str:
    """Run Git in a folder; `more` are further variables of its environment."""
    return subprocess.run(
        ["git", *arguments], cwd=folder, env={**CLEAN, **more}, check=True, capture_output=True, text=True
    ).stdout.strip()


def new(folder: Path, *options: str) -> Path:
    """An empty repository."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main", *options)
    return folder


def commit(folder: Path, texts: Texts, message: str = "change", author: str = "", gone: tuple[str, ...] = ()) -> str:
    """Commit these files and remove those that are `gone`; the id of the commit."""
    write_files(folder, texts)
    for path in gone:
        (folder / path).unlink()
    git(folder, "add", "-A", ".")
    who: Mapping[str, str] = {"GIT_AUTHOR_NAME": author} if author else {}
    git(folder, "commit", "-q", "--allow-empty", "-m", message, **who)
    return git(folder, "rev-parse", "HEAD")
