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

    def may_have(self, branch: str) -> bool:
        """Whether there may be such a branch here, or one that was fetched; seen without starting Git, and False where nothing is a
        repository."""
        ...

    def tracked(self, branch: str) -> tuple[str, ...]:
        """The commits of this branch as it was last fetched from each remote, by the names of these; each once."""
        ...

    def fork(self, commit: str, other: str) -> str:
        """The newest commit that both have in their past, which may be one of them; empty where there is none, or no commit is named."""
        ...

    def files(self, commit: str, folder: str = "", ending: str = "") -> Mapping[str, bytes]:
        """The files of a commit below a folder, by path from the top, of which those whose paths end so are read; nothing where the
        commit is an empty name."""
        ...

    def lazily(self, commit: str, folder: str) -> Mapping[str, bytes]:
        """The same files, each read when it is asked for; for one run, since a process may wait to give them."""
        ...

    def read(self, commit: str, path: str) -> bytes | None:
        """A file of a commit; None where nothing stands at the path."""
        ...

    def blob(self, version: str) -> bytes | None:
        """The content with this id, whichever commit holds it; None where this repository has it not."""
        ...

    def is_ignored(self, place: str) -> bool:
        """Whether a folder on the disk lies outside the working tree, or Git takes no file in it."""
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

    def advance(self, branch: str, expected: str, commit: str) -> tuple[str, ...]:
        """Move a branch as `move` does, and bring the working trees along that are on it, as `follow` does; what was left.

        Only under `lock`. That files are to follow is noted first, so that `resume` finishes what a killed writer began. Raises
        RebasedError where a rebase of the branch is not finished.
        """
        ...

    def follow(self, branch: str, before: str, after: str) -> tuple[str, ...]:
        """Bring working trees and their indexes along after a branch moved, where HEAD is on it and, file by file, both hold what
        stood there before; the paths that were left as they are, from the top. Nobody's bytes are overwritten. Only under `lock`."""
        ...

    def resume(self) -> tuple[str, ...]:
        """Finish what a writer that was killed left to follow; the paths that were left as they are. Only under `lock`."""
        ...

    def lock(self, wait: float) -> AbstractContextManager[None]:
        """A stretch in which no other writer of this program moves a branch; raises LockedError after so many seconds."""
        ...
