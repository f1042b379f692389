"""From files to the immutable snapshot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from brainwiki.errors import PathEscapeError
from brainwiki.markup import parser, transcript
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Page, only_text
from brainwiki.model.session import Transcript
from brainwiki.model.wiki import Wiki
from brainwiki.ports import FileStore, Progress
from brainwiki.transcripts.pages import digest
from brainwiki.usecases.collector import without_collector
from brainwiki.usecases.places import composed, evidence_roots, patterns
from brainwiki.usecases.workspace import Workspace


class Reader(Protocol):
    """Makes pages and transcripts of listed files."""

    def page(self, store: FileStore, path: str, name: str) -> Page:
        """The page at `path`, called `name` in the brain."""
        ...

    def transcript(self, store: FileStore, path: str) -> Transcript:
        """The transcript at `path`."""
        ...


def load_wiki(workspace: Workspace, on_progress: Progress | None = None) -> Wiki:
    """Read and parse the whole brain; every page has its text at hand. `on_progress` is told of every page that was read."""
    with without_collector():
        return load(workspace, _Parser(workspace.profile.dialect), on_progress=on_progress)


class _Parser:
    """The reader that parses every file and keeps it whole."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def page(self, store: FileStore, path: str, name: str) -> Page:
        return parser.parse(name, store.read_listed(path), self._dialect)

    def transcript(self, store: FileStore, path: str) -> Transcript:
        return transcript.parse(path, store.read_listed(path))


def load(
    workspace: Workspace,
    reader: Reader,
    proofs: dict[tuple[str, int], set[str]] | None = None,
    sibling: Wiki | None = None,
    on_progress: Progress | None = None,
) -> Wiki:
    """The snapshot of a workspace's brain, each file read by `reader`; `proofs` is what an earlier run found quoted, `sibling`
    another state of the brain. `on_progress` is told of every page that was read."""
    brain = workspace.brain
    listing = brain.listing()
    listed = frozenset(listing.files)
    pages: dict[str, Page] = {}
    files: list[str] = []
    transcripts: dict[str, Transcript] = {}
    # Where the brain is the workspace itself, its evidence folders lie among the pages and are not pages.
    raw = () if workspace.prefix else tuple(f"{root}/" for root in evidence_roots(workspace))
    left_out = patterns(workspace)
    total = sum(path.endswith(".md") for path in listing.files) if on_progress is not None else 0
    for path in listing.files:
        if raw and path.startswith(raw):
            continue
        if path.endswith(".md") and not left_out(path):
            name = path if path.isascii() else composed(path, listed)
            pages[name] = reader.page(brain, path, name)
            if on_progress is not None:
                on_progress(len(pages), total)
        else:
            files.append(path)
            if path.endswith("/transcript.jsonl"):
                transcripts[path.removesuffix("/transcript.jsonl")] = reader.transcript(brain, path)
    if workspace.config.transcripts:
        transcripts |= _kept_outside(workspace, reader, pages, transcripts)
    return Wiki(
        pages=pages,
        dialect=workspace.profile.dialect,
        files=frozenset(files),
        transcripts=transcripts,
        evidence=_evidence(workspace),
        prefix=workspace.prefix,
        commits=workspace.history.commits(_cited_commits(pages)),
        escapes=listing.escapes,
        proofs={} if proofs is None else proofs,
        sibling=sibling,
    )


def _kept_outside(
    workspace: Workspace, reader: Reader, pages: Mapping[str, Page], known: Mapping[str, Transcript]
) -> dict[str, Transcript]:
    """The transcripts outside of Git that are at hand here, each as the digest on its session's page vouches for it."""
    folder = workspace.outside()
    store = folder.store() if folder is not None else None
    found: dict[str, Transcript] = {}
    if store is None:
        return found
    for page in pages.values():
        if page.kind != "session" or page.id in known or "transcript" not in page.meta:
            continue
        path = f"{page.id.rpartition('/')[2]}/transcript.jsonl"
        try:
            raw = store.read(path)
        except (OSError, PathEscapeError):
            continue
        if digest(raw) == page.meta["transcript"]:
            found[page.id] = reader.transcript(store, path)
    return found


def _cited_commits(pages: dict[str, Page]) -> Iterator[str]:
    for page in pages.values():
        for source in page.sources:
            if source.resource.startswith("git:"):
                yield source.resource.removeprefix("git:").partition(":")[0]


def _evidence(workspace: Workspace) -> dict[str, Page]:
    """The texts of the evidence folders, by path from the workspace."""
    found: dict[str, Page] = {}
    for root in evidence_roots(workspace):
        folder = workspace.files.below(root)
        for path in folder.listing().files:
            if path.endswith((".md", ".txt")):
                full = f"{root}/{path}"
                text = folder.read_listed(path).decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
                found[full] = Page(full, "raw", only_text(text), lines=text.count("\n") + 1)
    return found
