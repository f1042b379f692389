"""What the use cases ask of the outside world, as Protocols; adapters keep these promises."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeVar

from brainwiki.model.past import Past
from brainwiki.model.proposal import Proposal
from brainwiki.model.wiki import Escape
from brainwiki.rules.rule import Rule

Plain = TypeVar("Plain")

# Loads local rules from files by path; raises ConfigError with every mistake.
LoadRules = Callable[[Mapping[str, bytes]], tuple[Rule, ...]]

# Called after each page that was read: how many are done, and of how many.
Progress = Callable[[int, int], None]


class Listing(NamedTuple):
    """Every file below a root: paths with forward slashes, sorted, and what was not followed."""

    files: tuple[str, ...]
    escapes: tuple[Escape, ...]


Signature = tuple[int | str, ...]


class FileStore(Protocol):
    """Files below one confined root. Paths are relative, NFC, with forward slashes."""

    @property
    def root(self) -> str:
        """The root as a path of this machine; for messages and for adapters, never for opening files."""
        ...

    def listing(self) -> Listing:
        """All files; hidden folders are left out."""
        ...

    def read(self, path: str) -> bytes:
        """A file's bytes; raises PathEscapeError, or FileNotFoundError where nothing is there."""
        ...

    def read_listed(self, path: str) -> bytes:
        """A file's bytes by a path that `listing` gave; cheaper than `read`, since the path was checked there."""
        ...

    def signature(self, path: str) -> Signature:
        """What tells whether a listed file changed since it was last looked at, without reading it; empty where that is unknown."""
        ...

    def version(self, path: str) -> str:
        """A listed file's content id (Git's blob id) where it is known without reading; else empty."""
        ...

    def exists(self, path: str) -> bool:
        """Whether a file or folder stands at `path`; a path that leaves the root does not."""
        ...

    def below(self, folder: str) -> FileStore:
        """The store of a folder of this one; raises PathEscapeError or NoBrainError."""
        ...

    def create(self, path: str, content: bytes) -> None:
        """Write a new file and its folders; raises ExistsError where one is there."""
        ...

    def replace(self, path: str, expected: bytes, content: bytes) -> None:
        """Write `content` over a file that still holds `expected`, whole or not at all.

        Raises ChangedFileError where it holds something else or is gone, and SymlinkError where a symlink leads to it.
        """
        ...


class Shelf(Protocol):
    """Facts of files, kept between runs; they may vanish at any time. `keeps` is False where nothing is ever kept."""

    keeps: bool

    def load(self, stamp: str) -> list[Any]:
        """The plain values that were saved under this stamp; none where there is nothing of use."""
        ...

    def save(self, stamp: str, values: Iterable[Any]) -> None:
        """Keep these plain values in place of all others; where that fails nothing is said."""
        ...


class History(Protocol):
    """The Git history around a workspace."""

    def commits(self, ids: Iterable[str]) -> Mapping[str, bool]:
        """Which of these commits exist; an id is absent where this cannot be known (no repository, a shallow clone)."""
        ...

    def past(self, folder: str) -> Past:
        """Everything that commits of the present branch did to the files below `folder` (from the workspace; empty: all of it),
        renames followed. Without a repository or Git, or where it cannot be read, there is no past."""
        ...

    def proposals(self, folder: str) -> tuple[Proposal, ...]:
        """The open proposals, newest first: branches of proposals that are not merged, with what they do to the files below
        `folder`. None where there is no repository or Git, or where it cannot be read."""
        ...

    def blob(self, version: str) -> bytes:
        """The bytes of a file by the blob id that a touch names; raises GitError."""
        ...

    def blobs(self, versions: Sequence[str]) -> Mapping[str, bytes]:
        """The same of many, asked for together; those that are missing are left out."""
        ...


class Memo(Protocol):
    """Values worked out once and kept between builds, by room and key; they may vanish at any time.

    A key must name everything that the value depends on, beside the code itself. Values are plain: tuples, lists, dicts,
    texts, numbers, bytes.
    """

    def get(self, room: str, key: str, make: Callable[[], Plain]) -> Plain:
        """The value that is kept under this key, else that of `make`, which is kept from now on."""
        ...

    def known(self, room: str, keys: Collection[str]) -> Mapping[str, Any]:
        """The values that are kept under these keys: one look for many."""
        ...

    def keep(self, room: str, key: str, value: Plain) -> None:
        """Keep a value under a key that `known` did not know."""
        ...

    def close(self, is_whole: bool) -> None:
        """Write down what is new, in one step; after a build that was `is_whole` what nobody asked for goes. A memo that is
        closed keeps nothing more, and where it cannot be written nothing is said."""
        ...


class Embedder(Protocol):
    """Texts to vectors of one model. Vectors of different `id` never mix."""

    @property
    def id(self) -> str:
        """Names model, weights and form of the text: whatever changes the vectors changes it."""
        ...

    @property
    def dim(self) -> int:
        """Numbers of a vector."""
        ...

    def embed_query(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Vectors of length 1 for questions; raises EmbedderError."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Vectors of length 1 for texts that are to be found; raises EmbedderError."""
        ...


class Clock(Protocol):
    """The time of the run."""

    def now(self) -> datetime:
        """The present instant, with an offset."""
        ...
