"""From files to the immutable snapshot."""

from __future__ import annotations

import fnmatch
import gc
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from brainwiki.errors import ConfigError
from brainwiki.markup import parser, transcript
from brainwiki.model.names import join
from brainwiki.model.page import Page
from brainwiki.model.session import Transcript
from brainwiki.model.wiki import Wiki
from brainwiki.usecases.workspace import Workspace


def load_wiki(workspace: Workspace) -> Wiki:
    """Read and parse the whole brain."""
    with without_collector():
        return _load(workspace)


@contextmanager
def without_collector() -> Iterator[None]:
    """Parsing makes hundreds of thousands of small values and no cycles: the collector would only walk them again and again.

    What was made stays out of its sight afterwards too (`gc.freeze`); values without cycles are freed by their last reference.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.freeze()
            gc.enable()


def _load(workspace: Workspace) -> Wiki:
    listing = workspace.brain.listing()
    dialect = workspace.profile.dialect
    listed = frozenset(listing.files)
    pages: dict[str, Page] = {}
    files: list[str] = []
    transcripts: dict[str, Transcript] = {}
    # Where the brain is the workspace itself, its evidence folders lie among the pages and are not pages.
    raw = () if workspace.prefix else tuple(f"{root}/" for root in _evidence_roots(workspace))
    for path in listing.files:
        if raw and path.startswith(raw):
            continue
        if path.endswith(".md") and not _is_left_out(path, workspace):
            name = path if path.isascii() else _composed(path, listed)
            pages[name] = parser.parse(name, workspace.brain.read_listed(path), dialect)
        else:
            files.append(path)
            if path.endswith("/transcript.jsonl"):
                transcripts[path.removesuffix("/transcript.jsonl")] = transcript.parse(
                    path, workspace.brain.read_listed(path)
                )
    return Wiki(
        pages=pages,
        dialect=dialect,
        files=frozenset(files),
        transcripts=transcripts,
        evidence=_evidence(workspace),
        prefix=workspace.prefix,
        commits=workspace.history.commits(_cited_commits(pages)),
        escapes=listing.escapes,
    )


def _composed(path: str, listed: frozenset[str]) -> str:
    """A path in NFC, unless another file has that very name: then both stay, and a link to the name is ambiguous."""
    name = unicodedata.normalize("NFC", path)
    return path if name in listed else name


def _is_left_out(path: str, workspace: Workspace) -> bool:
    if workspace.profile.dialect.skips(path):
        return True
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in workspace.config.exclude)


def _cited_commits(pages: dict[str, Page]) -> Iterator[str]:
    for page in pages.values():
        for source in page.sources:
            if source.resource.startswith("git:"):
                yield source.resource.removeprefix("git:").partition(":")[0]


def _evidence_roots(workspace: Workspace) -> tuple[str, ...]:
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


def _evidence(workspace: Workspace) -> dict[str, Page]:
    """The texts of the evidence folders, by path from the workspace."""
    found: dict[str, Page] = {}
    for root in _evidence_roots(workspace):
        folder = workspace.files.below(root)
        for path in folder.listing().files:
            if path.endswith((".md", ".txt")):
                full = f"{root}/{path}"
                text = folder.read_listed(path).decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
                found[full] = Page(full, "raw", text)
    return found
