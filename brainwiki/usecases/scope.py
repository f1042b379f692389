"""Which part of a workspace a command is about."""

from __future__ import annotations

import os
import posixpath

from brainwiki.errors import PathEscapeError, UnknownNameError
from brainwiki.usecases.workspace import Workspace


def paths_in_workspace(workspace: Workspace, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Paths as typed (from the current folder, or from the workspace) as paths from the workspace; none where all of it is meant.

    Raises UnknownNameError for a path that is not there, or that lies outside the brain, so that none passes for clean.
    """
    found = tuple(_in_brain(workspace, _inside(workspace, path), path) for path in paths)
    return () if "" in found else found


def _in_brain(workspace: Workspace, relative: str, path: str) -> str:
    """A path that holds pages of the brain, or lies in it; any other would pass for clean."""
    prefix = workspace.prefix
    holds = not relative or f"{prefix}/".startswith(f"{relative}/")
    if prefix and not holds and not f"{relative}/".startswith(f"{prefix}/"):
        raise UnknownNameError(f"path in the brain {prefix}/", path)
    return relative


def _inside(workspace: Workspace, path: str) -> str:
    root = workspace.root
    full = os.path.realpath(path)
    if os.path.exists(full) and (full == root or full.startswith(root + os.sep)):
        relative = os.path.relpath(full, root).replace(os.sep, "/")
        return "" if relative == "." else relative
    relative = posixpath.normpath(path.replace(os.sep, "/"))
    try:
        there = workspace.files.exists(relative)
    except PathEscapeError:
        there = False
    if not there:
        raise UnknownNameError("path in the workspace", path)
    return "" if relative == "." else relative
