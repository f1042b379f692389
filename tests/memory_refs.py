"""Branches that were never on a disk: the promises of `Refs` kept in memory, with a working tree behind, and a stop at any writing call."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from brainwiki.adapters.shelf import NoShelf
from brainwiki.bootstrap import read_config
from brainwiki.config.profile import load_profile
from brainwiki.errors import GitError, LockedError, MovedError
from brainwiki.model.actor import is_agent
from brainwiki.model.change import Commit
from brainwiki.model.content import blob_id
from brainwiki.model.past import Past
from brainwiki.model.proposal import Proposal
from brainwiki.ports import FileStore
from brainwiki.ports_git import Draft
from brainwiki.usecases.workspace import States, Workspace
from tests.stores import Memory


class Crash(BaseException):
    """The program was killed here; no handler of the program sees it."""


class Kept(NamedTuple):
    """A commit: its parents, its files, its message."""

    parents: tuple[str, ...]
    files: Mapping[str, bytes]
    message: str


@dataclass
class MemoryRefs:
    """`tree` is the working tree, on `main`. `touch` is called before and after each thing that is written, and may raise Crash."""

    commits: dict[str, Kept] = field(default_factory=dict)
    tips: dict[str, str] = field(default_factory=dict)
    tree: dict[str, bytes] = field(default_factory=dict)
    blobs: dict[str, bytes] = field(default_factory=dict)
    waiting: list[tuple[str, str, str]] = field(default_factory=list)
    touch: Callable[[], None] = lambda: None
    held: bool = False

    def tip(self, branch: str) -> str:
        """The commit of a branch."""
        return self.tips.get(branch, "")

    def tracked(self, branch: str) -> tuple[str, ...]:
        """There are no remotes."""
        return ()

    def fork(self, commit: str, other: str) -> str:
        """The newest commit that both have in their past."""
        mine = set(self._past(commit))
        return next((one for one in self._past(other) if one in mine), "")

    def _past(self, commit: str) -> Iterator[str]:
        queue = [commit] if commit else []
        seen: set[str] = set()
        while queue:
            one = queue.pop(0)
            if one not in seen:
                seen.add(one)
                yield one
                queue.extend(self.commits[one].parents)

    def files(self, commit: str, folder: str = "", ending: str = "") -> Mapping[str, bytes]:
        """The files of a commit below a folder, and those that end so."""
        held = self.commits[commit].files if commit else {}
        inside = f"{folder}/" if folder else ""
        return {path: raw for path, raw in held.items() if path.startswith(inside) and path.endswith(ending)}

    def blob(self, version: str) -> bytes | None:
        """A content by its blob id."""
        return self.blobs.get(version)

    def is_ignored(self, place: str) -> bool:
        """Whether a folder lies outside the working tree."""
        return False

    def lazily(self, commit: str, folder: str) -> Mapping[str, bytes]:
        """The same files."""
        return self.files(commit, folder)

    def may_have(self, branch: str) -> bool:
        """Whether there is such a branch."""
        return branch in self.tips

    def read(self, commit: str, path: str) -> bytes | None:
        """A file of a commit."""
        return self.commits[commit].files.get(path) if commit else None

    def head(self) -> str:
        """The branch of the working tree."""
        return "main"

    def prefix(self) -> str:
        """The workspace is the repository."""
        return ""

    def branches(self, prefix: str) -> Mapping[str, str]:
        """The branches below a name."""
        return {name: tip for name, tip in sorted(self.tips.items()) if name.startswith(f"{prefix}/")}

    def commit(self, branch: str, expected: str, draft: Draft) -> str:
        """Make a commit and move a branch to it."""
        if self.tip(branch) != expected:
            raise MovedError(branch)
        made = self.make(draft)
        self.move(branch, expected, made)
        return made

    def make(self, draft: Draft) -> str:
        """Make a commit; the same draft gives the same one."""
        self.touch()
        files = dict(self.commits[draft.parents[0]].files) if draft.parents else {}
        for path, raw in draft.changes.items():
            if raw is None:
                files.pop(path, None)
            else:
                files[path] = raw
                self.blobs[blob_id(raw)] = raw
        named = hashlib.sha1(usedforsecurity=False)
        for part in (*draft.parents, draft.message, draft.at.isoformat(), draft.by):
            named.update(part.encode() + b"\0")
        for path in sorted(files):
            named.update(path.encode() + b"\0" + blob_id(files[path]).encode())
        self.commits[named.hexdigest()] = Kept(draft.parents, files, draft.message)
        self.touch()
        return named.hexdigest()

    def move(self, branch: str, expected: str, commit: str) -> None:
        """Move a branch by compare-and-swap."""
        if self.tip(branch) == commit:
            return
        if self.tip(branch) != expected:
            raise MovedError(branch)
        if commit and commit not in self.commits:
            raise GitError(f"there is no commit {commit}")
        self.touch()
        if commit:
            self.tips[branch] = commit
        else:
            del self.tips[branch]
        self.touch()

    def advance(self, branch: str, expected: str, commit: str) -> tuple[str, ...]:
        """Move a branch with the working tree behind it."""
        assert self.held, "only under the lock"
        note = (branch, expected, commit)
        self.waiting.append(note)
        try:
            self.move(branch, expected, commit)
        except MovedError:
            self.waiting.remove(note)
            raise
        left = self.follow(branch, expected, commit)
        self.waiting.remove(note)
        return left

    def follow(self, branch: str, before: str, after: str) -> tuple[str, ...]:
        """Bring the working tree along, file by file, where it holds what stood there before."""
        assert self.held, "only under the lock"
        old, new = self.files(before), self.files(after)
        left: list[str] = []
        for path in sorted({*old, *new}) if branch == self.head() else []:
            if old.get(path) == new.get(path) or self.tree.get(path) == new.get(path):
                continue
            if self.tree.get(path) != old.get(path):
                left.append(path)
                continue
            self.touch()
            if path in new:
                self.tree[path] = new[path]
            else:
                del self.tree[path]
        return tuple(left)

    def resume(self) -> tuple[str, ...]:
        """Finish what a stopped writer left."""
        left: list[str] = []
        for branch, before, after in list(self.waiting):
            if self.tip(branch) == after:
                left.extend(self.follow(branch, before, after))
            self.waiting.remove((branch, before, after))
        return tuple(left)

    @contextmanager
    def lock(self, wait: float) -> Iterator[None]:
        """One writer at a time; a killed one holds nothing."""
        if self.held:
            raise LockedError("the lock")
        self.held = True
        try:
            yield
        finally:
            self.held = False


class Files(Memory):
    """Files in memory with their blob ids; those of a dictionary as it is at any time."""

    def __init__(self, files: Mapping[str, bytes], root: str = "/memory", folder: str = "") -> None:
        super().__init__({}, root)
        self._live, self._folder = files, folder

    @property
    def _files(self) -> dict[str, bytes]:
        return {
            path.removeprefix(self._folder): raw for path, raw in self._live.items() if path.startswith(self._folder)
        }

    @_files.setter
    def _files(self, value: dict[str, bytes]) -> None:
        """The base class sets its own; here they are those of the dictionary."""

    def below(self, folder: str) -> FileStore:
        """The files of a folder."""
        if folder in ("", "."):
            return self
        return Files(self._live, f"{self.root}/{folder}", f"{self._folder}{folder}/")

    def version(self, path: str) -> str:
        """The blob id of a file."""
        raw = self._live.get(self._folder + path)
        return "" if raw is None else blob_id(raw)


class NoHistory:
    """A history that nobody looks into."""

    def commits(self, ids: object) -> Mapping[str, bool]:
        """None is known."""
        return {}

    def past(self, folder: str) -> Past:
        """There is no past."""
        return Past()

    def proposals(self, folder: str) -> tuple[Proposal, ...]:
        """None is shown."""
        return ()

    def blob(self, version: str) -> bytes:
        """Nothing is kept."""
        raise GitError(version)

    def blobs(self, versions: object) -> Mapping[str, bytes]:
        """Nothing is kept."""
        return {}


@dataclass
class Ticking:
    """A clock that stands until it is moved."""

    moment: datetime

    def now(self) -> datetime:
        """The instant."""
        return self.moment


def memory_workspace(refs: MemoryRefs, clock: Ticking) -> Workspace:
    """A workspace whose files are the working tree of these branches."""
    bare = _workspace(Files(refs.tree), clock)

    def staged(commit: str, edits: Mapping[str, bytes | None], by: str) -> States:
        before = refs.files(commit)
        after = {path: raw for path, raw in {**before, **edits}.items() if raw is not None}
        written = Commit("staged", by, is_agent(by), frozenset(edits))
        base, head = (_workspace(Files(files), clock) for files in (before, after))
        return States(base, head, (written,), commit)

    staging = MemoryStaging()
    return replace(bare, refs=lambda: refs, staged=staged, staging=lambda: staging)


def _workspace(files: FileStore, clock: Ticking) -> Workspace:
    config, source = read_config(files)
    return Workspace(
        config,
        load_profile(config.profile),
        files.below("wiki"),
        files,
        "wiki",
        NoHistory(),
        clock,
        NoShelf(),
        files,
        lambda _: (),
        source,
    )


class MemoryStaging:
    """The folders of runs, kept in memory."""

    def __init__(self) -> None:
        self.held: dict[str, dict[str, bytes]] = {}

    def runs(self) -> tuple[str, ...]:
        """The names of all runs."""
        return tuple(sorted(self.held))

    def place(self, run: str) -> str:
        """A name for messages."""
        return f"/memory/{run}"

    def read(self, run: str, path: str) -> bytes | None:
        """A file of a run."""
        return self.held.get(run, {}).get(path)

    def write(self, run: str, path: str, content: bytes) -> None:
        """Write a file of a run."""
        self.held.setdefault(run, {})[path] = content

    def record(self, run: str, content: bytes) -> None:
        """Nothing is recorded here."""

    def recorded(self, run: str) -> str:
        """No run has a record."""
        return ""

    def stage(self, run: str, files: Mapping[str, bytes]) -> None:
        """What would be written."""

    def drop(self, run: str) -> None:
        """Remove a run."""
        self.held.pop(run, None)
