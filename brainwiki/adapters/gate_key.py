"""The key that seals certificates: from the environment, or from the user's own configuration folder; never from a repository."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress

from brainwiki.errors import JudgeError

VARIABLE = "BRAINWIKI_GATE_KEY"
LEAST = 32  # characters
_NAME = "gate-key"


def gate_key(root: str, *, make: bool = False) -> bytes | None:
    """The key, None where there is none; `make` makes one in the user's folder, which nobody else may read. A folder inside the
    workspace at `root` does not count. Raises JudgeError where the key of the environment is too short, or none can be made."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        if len(named) < LEAST:
            raise JudgeError(f"{VARIABLE} has {len(named)} characters.", f"Give it {LEAST} random ones at least.")
        return named.encode("utf-8", "surrogatepass")
    path = _place(root)
    if path and make:
        with suppress(FileExistsError):
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(LEAST))
    try:
        with open(path, "rb") as file:
            held = file.read(4096).strip()
    except OSError:
        held = b""
    if make and len(held) < LEAST:
        raise JudgeError("There is no place for the key that seals certificates.", f"Set {VARIABLE}.")
    return held if len(held) >= LEAST else None


def _place(root: str) -> str:
    """The file in the user's configuration folder; empty where there is none, or where it lies in the workspace."""
    home = os.path.join(os.path.expanduser("~"), ".config")
    for base in (os.environ.get("XDG_CONFIG_HOME"), os.environ.get("APPDATA"), home):
        if base and os.path.isabs(base):
            folder = os.path.realpath(os.path.join(base, "brainwiki"))
            inside = f"{folder}{os.sep}".startswith(os.path.realpath(root).rstrip(os.sep) + os.sep)
            return "" if inside else os.path.join(folder, _NAME)
    return ""
