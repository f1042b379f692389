"""The home folder or a project as coding agents see it, and what this machine offers them: the only way to their files."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec

from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.errors import AgentFileError, ChangedFileError
from brainwiki.ports import Machine

_LARGEST = 16 * 1024 * 1024  # bytes of a settings file
_UV = ("archive-v", "environments-v", "builds-v")  # folders of uv's cache in which `uvx` runs a package


class AgentFolder:
    """Files below one folder, and below folders that agents were told to use in place of parts of it (`moved`, by name).

    Symlinks are followed as long as they stay inside, and stay symlinks.
    """

    def __init__(self, root: str, moved: Mapping[str, str] | None = None, is_private: bool = False) -> None:
        self._root = ConfinedRoot(root)
        self._moved = dict(moved or {})
        self._roots = [self._root, *(_moved_root(path) for path in self._moved.values())]
        self._is_private = is_private

    def full(self, path: str) -> str:
        """Where a file stands, symlinks not followed."""
        first, _, rest = path.partition("/")
        base = self._moved.get(first)
        return os.path.join(base, *rest.split("/")) if base and rest else base or os.path.join(self._root.root, path)

    def _place(self, path: str) -> tuple[ConfinedRoot, str]:
        """The root that holds the real file, and the way to it from there."""
        real = os.path.realpath(self.full(path))
        for root in self._roots:
            if real.startswith(root.root.rstrip(os.sep) + os.sep):
                return root, os.path.relpath(real, root.root).replace(os.sep, "/")
        raise AgentFileError(
            path,
            f"a symlink leads to {real}, out of {self._root.root}",
            "Put the entry in there by hand, or replace the link.",
        )

    def read(self, path: str) -> bytes | None:
        """A file's bytes; None where nothing stands."""
        root, inside = self._place(path)
        real = os.path.join(root.root, inside)
        try:
            found = os.stat(real)
        except (FileNotFoundError, NotADirectoryError):
            return None
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST:
            raise AgentFileError(path, "this is no file of settings")
        return root.read(inside)

    def demand_writable(self, path: str) -> None:
        """Raises AgentFileError where the file is read-only, or its folder is."""
        root, inside = self._place(path)
        real = os.path.join(root.root, inside)
        if os.path.exists(real) and not (os.access(real, os.W_OK) and os.stat(real).st_mode & 0o222):
            raise AgentFileError(path, "the file is read-only", "Make it writable, and run the command again.")
        folder = os.path.dirname(real)
        while not os.path.lexists(folder):
            folder = os.path.dirname(folder)
        if not os.path.isdir(folder) or not os.access(folder, os.W_OK):
            raise AgentFileError(
                path, f"nothing can be written in {folder}", "Make it writable, and run the command again."
            )

    def write(self, path: str, before: bytes | None, after: bytes | None) -> None:
        """Make, replace or remove a file that still is as it was read."""
        root, inside = self._place(path)
        real = os.path.join(root.root, inside)
        if after is None:
            if self.read(path) != before:
                raise ChangedFileError(path)
            os.unlink(real)
        elif before is None:
            root.create(inside, after)
            if self._is_private:
                os.chmod(real, 0o600)  # the agent may add what is nobody else's business
        else:
            root.replace(inside, before, after)

    def missing_folders(self, path: str) -> tuple[str, ...]:
        """Folders above a file that are not there yet, outermost first."""
        parts = path.split("/")[:-1]
        above = ["/".join(parts[: number + 1]) for number in range(len(parts))]
        return tuple(folder for folder in above if not os.path.lexists(self.full(folder)))

    def drop_folders(self, paths: Iterable[str]) -> None:
        """Remove folders that are empty."""
        for path in paths:
            with contextlib.suppress(OSError, AgentFileError):
                root, inside = self._place(path)
                os.rmdir(os.path.join(root.root, inside))


def _moved_root(path: str) -> ConfinedRoot:
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    if not os.path.isdir(folder):
        raise AgentFileError(path, "an agent was told to keep its settings in this folder, and it is not there")
    return ConfinedRoot(folder)


def home_folder() -> AgentFolder:
    """The user's home, with the folders that the environment names for agents in place of those in it."""
    home = os.path.expanduser("~")
    if not os.path.isdir(home):
        raise AgentFileError(home, "this should be the home folder, and is none", "Set HOME.")
    moved: dict[str, str] = {}
    claude, codex = os.environ.get("CLAUDE_CONFIG_DIR"), os.environ.get("CODEX_HOME")
    if claude:
        moved |= {
            ".claude": os.path.abspath(claude),
            ".claude.json": os.path.join(os.path.abspath(claude), ".claude.json"),
        }
    if codex:
        moved[".codex"] = os.path.abspath(codex)
    return AgentFolder(home, moved, is_private=True)


def this_machine() -> Machine:
    """The Python and the program that agents can start, also when this process runs in an environment that may vanish."""
    python = getattr(sys, "_base_executable", "") or sys.executable
    beside = os.path.join(os.path.dirname(sys.executable), "brainwiki.exe" if os.name == "nt" else "brainwiki")
    program: tuple[str, ...]
    if any(f"{os.sep}{folder}" in sys.executable for folder in _UV):
        program = (shutil.which("uvx") or "uvx", "--from", "brainwiki[mcp]", "brainwiki")
    elif os.access(beside, os.X_OK):
        program = (beside,)
    else:
        program = (sys.executable, "-m", "brainwiki")
    return Machine(python, program, os.name == "nt", find_spec("mcp") is not None)
