"""The search index brought up to date: only what changed since the last time is read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from brainwiki.ports import Entry, Known, Progress
from brainwiki.usecases.collector import without_collector
from brainwiki.usecases.places import Source, sources
from brainwiki.usecases.workspace import Workspace

FORGOTTEN = "forgotten.jsonl"


class Refreshed(NamedTuple):
    """What a refresh did: files (sessions count once) that are known now, how many of them were read, how many are gone;
    whether everything was built anew, and where the index lies (empty: in memory)."""

    files: int
    read: int
    gone: int
    rebuilt: bool
    place: str


def refresh(workspace: Workspace, on_progress: Progress | None = None) -> Refreshed:
    """Bring the workspace's index up to date. `on_progress` is told of each file that is read.

    Raises ConfigError, IndexWriteError, RottenIndexError.
    """
    index = workspace.index()
    forgotten = _forgotten(workspace)
    index.open(_stamp(workspace, forgotten))
    known = index.looks()
    found = list(sources(workspace))
    gone = known.keys() - {source.path for source in found}
    suspects = [(source, look) for source in found if not (look := _look(source)) or known.get(source.path) != look]
    versions = {source.path: index.version(source.path) for source, _ in suspects} if known else {}
    news = _News(workspace, forgotten, versions, suspects, on_progress)
    entries = iter(news)
    first = next(entries, None)
    if first is not None or gone or news.looked or not known:
        with without_collector(stays=False):
            index.update(chain(() if first is None else (first,), entries), gone, news.looked)
    return Refreshed(len(found), news.read, len(gone), not known and bool(found), index.place)


def embed(workspace: Workspace, on_progress: Progress | None = None) -> int:
    """Make the vectors that the workspace's model lacks, and give their number; 0 where there is no model. The index must be
    fresh. Raises EmbedderError, IndexWriteError."""
    embedder = workspace.embedder()
    return 0 if embedder is None else workspace.index().embed(embedder, on_progress)


def _stamp(workspace: Workspace, forgotten: bytes) -> str:
    """What the content of an index depends on beside files and code: profile, what is left out, and what was forgotten, so that
    nothing of it stays behind in an old file."""
    config = workspace.config
    settings = repr((workspace.profile.source, config.exclude, config.evidence, workspace.prefix))
    return hashlib.sha256(settings.encode("utf-8", "surrogatepass") + forgotten).hexdigest()[:16]


def _forgotten(workspace: Workspace) -> bytes:
    """The deletion log as it stands."""
    return workspace.brain.read(FORGOTTEN) if workspace.brain.exists(FORGOTTEN) else b""


def _look(source: Source) -> str:
    """How the files look; empty where one of them must be read to tell."""
    looks = [source.store.signature(path) for path in source.files]
    return repr(looks) if all(looks) else ""


class _News:
    """The files that hold something else than is known, read one after the other; `looked` are those that only look different."""

    def __init__(
        self,
        workspace: Workspace,
        forgotten: bytes,
        versions: Mapping[str, str],
        suspects: list[tuple[Source, str]],
        on_progress: Progress | None,
    ) -> None:
        self._workspace = workspace
        self._forgotten = forgotten
        self._versions = versions
        self._suspects = suspects
        self._on_progress = on_progress
        self.looked: dict[str, Known] = {}
        self.read = 0

    def __iter__(self) -> Iterator[Entry]:
        if not self._suspects:
            return
        from brainwiki.usecases.indexing import Units, content_id  # a search in which nothing changed needs no parser

        units = Units(self._workspace.profile.dialect, self._forgotten)
        for number, (source, look) in enumerate(self._suspects, 1):
            try:
                raws = [source.store.read_listed(path) for path in source.files]
            except FileNotFoundError:  # gone since it was listed; the next look tells
                continue
            version = content_id(raws)
            if self._versions.get(source.path) == version:
                if look:
                    self.looked[source.path] = Known(look, version)
            else:
                self.read += 1
                yield Entry(source.path, Known(look, version), units.of(source, raws))
            if self._on_progress is not None:
                self._on_progress(number, len(self._suspects))
