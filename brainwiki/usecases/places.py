"""Which files of a workspace are its brain, and by which names: what is left out, how paths are composed, where evidence lies."""

from __future__ import annotations

import fnmatch
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

from brainwiki.errors import ConfigError
from brainwiki.model.names import join
from brainwiki.ports import FileStore
from brainwiki.usecases.workspace import Workspace

TRANSCRIPT, SUMMARY = "/transcript.jsonl", "/session.md"


class Source(NamedTuple):
    """A file that may be found, or a session with its two files: its path in the index, its store, the files in that store."""

    path: str
    store: FileStore
    files: tuple[str, ...]
    name: str


def composed(path: str, listed: frozenset[str]) -> str:
    """A path in NFC, unless another file has that very name: then both stay, and a link to the name is ambiguous."""
    name = unicodedata.normalize("NFC", path)
    return path if name in listed else name


def patterns(workspace: Workspace) -> Callable[[str], bool]:
    """Whether a path is left out, by the dialect or by the configuration."""
    patterns = (*workspace.profile.dialect.skip, *workspace.config.exclude)
    if not patterns:
        return lambda path: False
    match = re.compile("|".join(fnmatch.translate(pattern) for pattern in patterns)).match
    return lambda path: match(path) is not None


def evidence_roots(workspace: Workspace) -> tuple[str, ...]:
    """Read-only evidence folders of the workspace: declared ones, else those that the profile knows by name.

    Raises ConfigError for a declared folder that is not there, or that lies in a brain which is a folder of its own.
    """
    declared = workspace.config.evidence
    roots = [join("", root) or "" for root in declared or workspace.profile.evidence]
    problems = tuple(
        f"`evidence` folder {root!r} {'lies inside the brain' if workspace.files.exists(root) else 'is not there'}"
        for root in roots
        if not _is_evidence_root(workspace, root)
    )
    if declared and problems:
        raise ConfigError(workspace.configured, problems)
    return tuple(root for root in roots if _is_evidence_root(workspace, root))


def _is_evidence_root(workspace: Workspace, root: str) -> bool:
    inside = workspace.prefix and f"{root}/".startswith(f"{workspace.prefix}/")
    return bool(root) and workspace.files.exists(root) and not inside


def sources(workspace: Workspace) -> Iterator[Source]:
    """Everything that may be found, by the same names as in the wiki."""
    brain = workspace.brain
    files = brain.listing().files
    listed = frozenset(files)
    roots = evidence_roots(workspace)
    raw = () if workspace.prefix else tuple(f"{root}/" for root in roots)
    left_out = patterns(workspace)
    for path in files:
        if raw and path.startswith(raw):
            continue
        if path.endswith(".md"):
            if left_out(path):
                continue
            name = path if path.isascii() else _written(composed(path, listed))
            talk = path.removesuffix(SUMMARY) + TRANSCRIPT if path.endswith(SUMMARY) else ""
            yield Source(name, brain, (path, talk) if talk in listed else (path,), name)
        elif path.endswith(TRANSCRIPT) and path.removesuffix(TRANSCRIPT) + SUMMARY not in listed:
            name = _written(path)
            yield Source(name, brain, (path,), name.removesuffix(TRANSCRIPT) + SUMMARY)
    for root in roots:
        folder = workspace.files.below(root)
        for path in folder.listing().files:
            if path.endswith((".md", ".txt")):
                name = _written(f"{root}/{path}")
                yield Source(f"/{name}", folder, (path,), name)


def _written(path: str) -> str:
    """A path that can be written down: bytes that are no UTF-8 as escapes."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
