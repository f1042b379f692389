"""The composition root: from a folder to settings, adapters and a `Workspace`. Nothing else knows which adapter serves which port."""

from __future__ import annotations

import os
import tomllib
from datetime import datetime

from brainwiki.adapters.clock import FixedClock, SystemClock
from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.adapters.git import GitHistory
from brainwiki.adapters.shelf import FactShelf, NoShelf
from brainwiki.config.config import Config, parse_toml
from brainwiki.config.profile import load_profile
from brainwiki.errors import ConfigError, NoBrainError
from brainwiki.model.names import join
from brainwiki.ports import Clock
from brainwiki.usecases.detect import guess_profile
from brainwiki.usecases.workspace import Workspace

OWN_FILE = "brainwiki.toml"
SHARED_FILE = "pyproject.toml"
SHARED_TABLE = ("tool", "brainwiki")


def open_workspace(
    root: str | None = None, profile: str = "", now: datetime | None = None, keep_facts: bool = True
) -> Workspace:
    """The workspace at `root`, or the nearest one above the current folder; raises NoBrainError or ConfigError.

    `keep_facts` lets a check keep the facts of files between runs.
    """
    folder = os.path.abspath(root) if root else nearest(os.getcwd())
    files = ConfinedRoot(folder)
    config, source = read_config(files)
    name = config.brain if source else ("wiki" if files.exists("wiki") else ".")
    if not files.exists(name):
        raise NoBrainError(os.path.join(folder, name), source)
    brain = files.below(name)
    clock: Clock = FixedClock(now) if now else SystemClock()
    chosen = profile or (config.profile if source else guess_profile(files, brain))
    prefix = join("", name) or ""
    return Workspace(
        config,
        load_profile(chosen),
        brain,
        files,
        prefix,
        GitHistory(files.root),
        clock,
        FactShelf(files.root) if keep_facts else NoShelf(),
        source,
        not source and not profile,
    )


def new_workspace_files(folder: str, now: datetime | None = None) -> tuple[ConfinedRoot, Clock]:
    """The store and the clock for a workspace that is about to be made; the folder is created where it is missing."""
    os.makedirs(folder, exist_ok=True)
    return ConfinedRoot(folder), FixedClock(now) if now else SystemClock()


def nearest(folder: str) -> str:
    """The nearest folder upwards with a configuration, else the folder itself."""
    at = folder
    while True:
        if os.path.exists(os.path.join(at, OWN_FILE)) or _has_table(os.path.join(at, SHARED_FILE)):
            return at
        above = os.path.dirname(at)
        if above == at:
            return folder
        at = above


def _has_table(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            tools = tomllib.load(file).get("tool")
            return isinstance(tools, dict) and "brainwiki" in tools
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
        return False


def read_config(files: ConfinedRoot) -> tuple[Config, str]:
    """The configuration and the name of its file, empty where there is none; both files at once are a mistake."""
    own = files.exists(OWN_FILE)
    shared = _has_table(os.path.join(files.root, SHARED_FILE))
    if own and shared:
        raise ConfigError(OWN_FILE, (f"both {OWN_FILE} and [tool.brainwiki] in {SHARED_FILE} are there; keep one",))
    if own:
        return parse_toml(_text(files, OWN_FILE), OWN_FILE), OWN_FILE
    if shared:
        return parse_toml(_text(files, SHARED_FILE), SHARED_FILE, SHARED_TABLE), SHARED_FILE
    return Config(), ""


def _text(files: ConfinedRoot, name: str) -> str:
    try:
        return files.read(name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(name, (f"not UTF-8 at byte {error.start}",)) from None


__all__ = ["nearest", "new_workspace_files", "open_workspace", "read_config"]
