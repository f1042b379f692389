"""What the use cases ask of the outside world, as Protocols; adapters keep these promises."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from brainwiki.model.query import Query

if TYPE_CHECKING:  # a search starts a process of its own, and loads none of these
    from brainwiki.model.escape import Escape
    from brainwiki.model.past import Past
    from brainwiki.model.proposal import Proposal
    from brainwiki.retrieval.cutting import Passage
    from brainwiki.retrieval.passages import Unit
    from brainwiki.retrieval.ranking import Candidate
    from brainwiki.rules.rule import Rule

Plain = TypeVar("Plain")

# Loads local rules from files by path; raises ConfigError with every mistake.
LoadRules = Callable[[Mapping[str, bytes]], "tuple[Rule, ...]"]

# Called after each page that was read: how many are done, and of how many.
Progress = Callable[[int, int], None]


# Whose files of an agent: the user's own, or those that a project shares.
Scope = Literal["user", "project"]


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


class Outside(Protocol):
    """The folder outside of Git that holds transcripts, by the id of their session."""

    def store(self) -> FileStore | None:
        """Its files, `<session>/transcript.jsonl` each; None where there is no such folder."""
        ...

    def read(self, session: str) -> bytes | None:
        """A transcript; None where it is not at hand."""
        ...

    def write(self, session: str, content: bytes) -> None:
        """Keep a transcript, whole or not at all; it is on the disk afterwards."""
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


class Known(NamedTuple):
    """What an index holds of a file: how it looked, and its content id."""

    signature: str
    version: str


class Entry(NamedTuple):
    """A file that was read: its path in the index, how it looked, its content id, and what is found of it (None: nothing)."""

    path: str
    known: Known
    unit: Unit | None


class Row(NamedTuple):
    """A passage as an index keeps it: its unit (with this passage alone) and its own place in it."""

    unit: Unit
    passage: Passage


class SearchIndex(Protocol):
    """The passages of a brain, found by their words and by their vectors; derived, and gone at any time.

    Rows are numbers of passages, good within one `steady` stretch. Nothing here raises for a question, whatever it holds.
    """

    @property
    def place(self) -> str:
        """The file; empty where the index lives in memory alone."""
        ...

    def open(self, stamp: str) -> None:
        """Open what was built under this stamp; under another one everything is built anew, into another file."""
        ...

    def looks(self) -> Mapping[str, str]:
        """How every file looked that was read, by path, also those in which nothing is found."""
        ...

    def version(self, path: str) -> str:
        """The content id of a file that was read."""
        ...

    def update(self, entries: Iterable[Entry], gone: Iterable[str], looked: Mapping[str, Known]) -> None:
        """Put these files in the place of what is known under their paths, take out those that are gone, and note how files look
        that hold what they held (`looked` is read last, and may grow while entries are taken): all or nothing.

        Raises IndexWriteError where another process writes for long.
        """
        ...

    def steady(self) -> AbstractContextManager[None]:
        """A stretch in which all answers are of one state, whoever writes meanwhile."""
        ...

    def lexical(self, query: Query, terms: Sequence[str], limit: int) -> list[int]:
        """Rows that hold any of the terms and satisfy the query, best first."""
        ...

    def nearest(self, embedder: Embedder, vector: Sequence[float], limit: int, query: Query) -> list[tuple[int, float]]:
        """Rows whose vectors of this embedder are nearest to one of a question and that satisfy the query, with their cosine."""
        ...

    def embed(self, embedder: Embedder, on_progress: Progress | None = None) -> int:
        """Make the vectors that this embedder lacks, and give their number; what was made stays where it is interrupted.

        Raises EmbedderError, IndexWriteError.
        """
        ...

    def has_vectors(self, embedder: Embedder) -> bool:
        """Whether any passage has a vector of this embedder; cheap, and the embedder's model is not loaded for it."""
        ...

    def coverage(self, embedder: Embedder) -> tuple[int, int]:
        """How many passages have a vector of this embedder, of how many."""
        ...

    def recent(self, query: Query, limit: int) -> list[int]:
        """The newest rows that satisfy the query."""
        ...

    def candidates(self, rows: Iterable[int]) -> Mapping[int, Candidate]:
        """What ranking must know of these rows."""
        ...

    def rows(self, rows: Iterable[int]) -> Mapping[int, Row]:
        """These passages whole."""
        ...

    def close(self) -> None:
        """Let go of the file."""
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


class Counter(Protocol):
    """Counts the tokens of a text. `name` tells whose tokens they are."""

    @property
    def name(self) -> str:
        """The tokenizer, or `estimate`."""
        ...

    def count(self, text: str) -> int:
        """The tokens of a text."""
        ...


class Machine(NamedTuple):
    """What agents can start: a Python outside of virtual environments and the program of this package; and whether the package
    of its MCP server is there."""

    python: str
    program: tuple[str, ...]
    is_windows: bool = False
    has_mcp: bool = True


class AgentFiles(Protocol):
    """Settings and instruction files of coding agents, below a home folder or a project. Paths are relative to it."""

    def full(self, path: str) -> str:
        """The path on this machine, for commands and messages."""
        ...

    def read(self, path: str) -> bytes | None:
        """A file's bytes, also through a symlink that stays inside; None where nothing stands. Raises AgentFileError."""
        ...

    def demand_writable(self, path: str) -> None:
        """Raises AgentFileError where a file may not be written, or not be made."""
        ...

    def write(self, path: str, before: bytes | None, after: bytes | None) -> None:
        """Put `after` in the place of `before`, whole or not at all; None is no file. A symlink stays one.

        Raises ChangedFileError where something else stands there.
        """
        ...

    def missing_folders(self, path: str) -> tuple[str, ...]:
        """The folders above a file that are not there yet, outermost first."""
        ...

    def drop_folders(self, paths: Iterable[str]) -> None:
        """Remove folders that are empty; others stay."""
        ...


class RemoteStore(Protocol):
    """What is at hand of a remote brain: every commit and tree of a branch, and those contents that were fetched."""

    @property
    def url(self) -> str:
        """The address of the remote."""
        ...

    @property
    def branch(self) -> str:
        """The branch that is followed."""
        ...

    def recent(self, commit: str) -> tuple[str, ...]:
        """The files that the newest commits touched, newest first, each once; paths from the top."""
        ...

    def fetch(self, versions: Iterable[str], commit: str) -> int:
        """Fetch those of these contents of a commit that are not at hand; their number. Raises RemoteError."""
        ...

    def blobs(self, versions: Sequence[str]) -> Mapping[str, bytes]:
        """Contents by their ids; those that are not at hand are left out."""
        ...


class WorkTree(Protocol):
    """A folder that shows a few files of a remote brain, under their paths."""

    @property
    def folder(self) -> str:
        """Where it is."""
        ...

    @property
    def commit(self) -> str:
        """The commit of the remote that its files are of."""
        ...

    def held(self) -> frozenset[str]:
        """The paths of the files that are shown."""
        ...

    def bring(self, contents: Mapping[str, bytes]) -> Mapping[str, str]:
        """Write these files where they are not there yet; by path why one was not written."""
        ...


class Clock(Protocol):
    """The time of the run."""

    def now(self) -> datetime:
        """The present instant, with an offset."""
        ...
