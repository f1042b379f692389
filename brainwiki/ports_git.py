"""What the use cases ask of the branches of a repository, as a Protocol; an adapter keeps its promises."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import NamedTuple, Protocol


class Draft(NamedTuple):
    """A commit that is to be made: the files of the first of its `parents` (none: of nothing) with `changes`, by path from the
    top of the repository; None takes a file away. `by` is the actor that the commit names."""

    parents: tuple[str, ...]
    changes: Mapping[str, bytes | None]
    message: str
    at: datetime
    by: str


class Refs(Protocol):
    """The branches of a repository, read and moved without a look at the working tree or the index. Commits are ids."""

    def tip(self, branch: str) -> str:
        """The commit of a branch; empty where there is no such branch. Raises NoStateError, GitError."""
        ...

    def tracked(self, branch: str) -> tuple[str, ...]:
        """The commits of this branch as it was last fetched from each remote, by the names of these; each once."""
        ...

    def fork(self, commit: str, other: str) -> str:
        """The newest commit that both have in their past, which may be one of them; empty where there is none, or no commit is named."""
        ...

    def files(self, commit: str, folder: str = "") -> Mapping[str, bytes]:
        """The files of a commit below a folder, by path from the top; nothing where the commit is an empty name."""
        ...

    def read(self, commit: str, path: str) -> bytes | None:
        """A file of a commit; None where nothing stands at the path."""
        ...

    def head(self) -> str:
        """The branch that the working tree is on, whether it has a commit or not; empty where it is on none."""
        ...

    def prefix(self) -> str:
        """The workspace's folder as the repository's paths begin: empty, or with a slash at its end."""
        ...

    def branches(self, prefix: str) -> Mapping[str, str]:
        """The commits of the branches below a name such as `brainwiki/proposal`, by the whole name."""
        ...

    def commit(self, branch: str, expected: str, draft: Draft) -> str:
        """Make a commit and move the branch to it, if it is still at `expected` (empty: it is not there yet); the new commit.

        What it returns is on the disk. Raises MovedError where the branch is elsewhere; then nothing has changed.
        """
        ...

    def make(self, draft: Draft) -> str:
        """Make a commit that no branch leads to yet; it is on the disk. The same draft gives the same commit."""
        ...

    def move(self, branch: str, expected: str, commit: str) -> None:
        """Move a branch from where it is expected (empty: it is not there yet) to a commit, or, where that is empty, take it away.

        Raises MovedError where it is elsewhere, unless it is at the commit already; GitError where there is no such commit.
        """
        ...

    def lock(self, wait: float) -> AbstractContextManager[None]:
        """A stretch in which no other writer of this program moves a branch; raises LockedError after so many seconds."""
        ...
