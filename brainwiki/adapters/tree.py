"""A state of a workspace in Git's objects: a commit or the index, read like a folder; nothing is checked out and no filter runs."""

from __future__ import annotations

import errno
import posixpath
from collections.abc import Mapping
from typing import NamedTuple

from brainwiki.adapters.git import Plumbing
from brainwiki.errors import ExistsError, GitError, NoBrainError, PathEscapeError
from brainwiki.model.change import Commit
from brainwiki.model.names import is_absolute, join
from brainwiki.model.wiki import Escape
from brainwiki.ports import Listing, Signature

_LINK = b"120000"
_MODULE = b"160000"
_HOPS = 40  # as many symlinks as a kernel follows
MANY = 1000  # commits of one change that are looked at


class Entry(NamedTuple):
    """A file of a tree: its mode and the id of its blob."""

    mode: bytes
    version: str


class GitTree:
    """The files of one state below one folder; the same promises as a folder on a disk that cannot be left."""

    def __init__(self, git: Plumbing, root: str, entries: Mapping[str, Entry]) -> None:
        self._git = git
        self._root = root
        self._entries = entries

    @property
    def root(self) -> str:
        """The folder on the disk that this is a state of; for messages only."""
        return self._root

    def below(self, folder: str) -> GitTree:
        """The state of a folder of this one."""
        inside = self._inside(folder) if folder not in ("", ".") else ""
        if not inside:
            return self
        found = {
            path[len(inside) + 1 :]: entry for path, entry in self._entries.items() if path.startswith(f"{inside}/")
        }
        if not found:
            raise NoBrainError(f"{self._root}/{folder}")
        return GitTree(self._git, f"{self._root}/{inside}", found)

    def none(self) -> GitTree:
        """The state of a folder that is not there."""
        return GitTree(self._git, self._root, {})

    def listing(self) -> Listing:
        """All files in order, those in hidden folders left out; symlinks that stay inside count as files, others are told."""
        files: list[str] = []
        escapes: list[Escape] = []
        for path, entry in self._entries.items():
            if entry.mode == _MODULE or "/." in f"/{path.rpartition('/')[0]}":
                continue
            if entry.mode == _LINK:
                reason = self._follow(path)[1]
                if reason:
                    escapes.append(Escape(path, reason))
                    continue
            files.append(path)
        return Listing(tuple(sorted(files)), tuple(sorted(escapes)))

    def _follow(self, path: str) -> tuple[str, str]:
        """Where a symlink ends, or why it is not followed."""
        at = path
        for _ in range(_HOPS):
            entry = self._entries.get(at)
            if entry is None:
                folder = any(one.startswith(f"{at}/") for one in self._entries)
                return "", "leads to a folder that is already read" if folder else "leads to nothing"
            if entry.mode != _LINK:
                return at, ""
            target = self._git.blob(entry.version).decode("utf-8", "surrogateescape")
            inside = None if is_absolute(target) else join(posixpath.dirname(at), target)
            if inside is None:
                return "", "leaves the brain"
            at = inside
        return "", "leads in a circle"

    def _inside(self, path: str) -> str:
        inside = None if is_absolute(path) or "\0" in path else join("", path)
        if inside is None:
            raise PathEscapeError(path)
        return inside

    def read(self, path: str) -> bytes:
        """A file's bytes."""
        return self.read_listed(self._inside(path))

    def read_listed(self, path: str) -> bytes:
        """A file's bytes by a path that `listing` gave."""
        end = self._follow(path)[0] if path in self._entries else ""
        if not end:
            raise FileNotFoundError(path)
        return self._git.blob(self._entries[end].version)

    def signature(self, path: str) -> Signature:  # noqa: ARG002 — the port's form
        """Empty: a content id says it better."""
        return ()

    def version(self, path: str) -> str:
        """The id of a file's blob."""
        entry = self._entries.get(path)
        return entry.version if entry is not None and entry.mode != _LINK else ""

    def exists(self, path: str) -> bool:
        """Whether a file or folder stands at `path`."""
        try:
            inside = self._inside(path)
        except PathEscapeError:
            return False
        return not inside or inside in self._entries or any(one.startswith(f"{inside}/") for one in self._entries)

    def create(self, path: str, content: bytes) -> None:  # noqa: ARG002 — the port's form
        """Refused: a state of Git is never written through this."""
        raise ExistsError(path)

    def replace(self, path: str, expected: bytes, content: bytes) -> None:  # noqa: ARG002 — the port's form
        """Refused: a state of Git is never written through this."""
        raise PermissionError(errno.EROFS, "a state of Git is never written", path)


class GitStates:
    """The states of a workspace that its repository knows."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._git = Plumbing(root)
        self._prefix = self._git.text("rev-parse", "--show-prefix")

    def commit(self, name: str) -> str:
        """The id of the commit that a name means; raises GitError that says how to get it."""
        if name.startswith("-") or not name:
            raise GitError(f"{name!r} is no name of a commit")
        try:
            return self._git.text("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        except GitError:
            raise GitError(
                f"there is no commit {name!r} here (a shallow clone lacks older ones: fetch them first)"
            ) from None

    def is_unborn(self) -> bool:
        """Whether nothing was committed on the present branch yet."""
        try:
            return not self._git.text("rev-parse", "--verify", "--quiet", "HEAD")
        except GitError:
            return True

    def fork(self, base: str, head: str) -> str:
        """The commit from which `head` left `base`; `base` itself where they share none."""
        try:
            return self._git.text("merge-base", base, head)
        except GitError:
            return base

    def tree(self, commit: str) -> GitTree:
        """The files of a commit."""
        entries: dict[str, Entry] = {}
        for line in self._git.run("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0"):
            head, tab, path = line.partition(b"\t")
            if tab:
                mode, _, version = head.split(b" ")
                self._take(entries, path, mode, version)
        return GitTree(self._git, self._root, entries)

    def index(self) -> GitTree:
        """What would be committed now."""
        entries: dict[str, Entry] = {}
        for line in self._git.run("ls-files", "-s", "-z", "--full-name", ":/").split(b"\0"):
            head, tab, path = line.partition(b"\t")
            if tab:
                mode, version, stage = head.split(b" ")
                if stage != b"0":
                    raise GitError(f"{path.decode('utf-8', 'replace')} is not merged")
                self._take(entries, path, mode, version)
        return GitTree(self._git, self._root, entries)

    def _take(self, entries: dict[str, Entry], path: bytes, mode: bytes, version: bytes) -> None:
        name = path.decode("utf-8", "surrogateescape")
        if name.startswith(self._prefix):
            entries[name[len(self._prefix) :]] = Entry(mode, version.decode("ascii"))

    def between(self, base: str, head: str) -> tuple[Commit, ...]:
        """The commits that `head` has and `base` has not, oldest first, at most a thousand; paths from the workspace."""
        ids = self._git.text("rev-list", "--reverse", f"--max-count={MANY}", head, f"^{base}", "--").split()
        return tuple(self._commit(commit) for commit in ids)

    def _commit(self, commit: str) -> Commit:
        raw = self._git.run("diff-tree", "-r", "-z", "--no-commit-id", "--name-only", "--root", "-m", commit)
        paths = {path.decode("utf-8", "surrogateescape") for path in raw.split(b"\0") if path}
        inside = frozenset(path[len(self._prefix) :] for path in paths if path.startswith(self._prefix))
        head, _, message = self._git.blob(commit).decode("utf-8", "replace").partition("\n\n")
        author = (
            next((line[7:] for line in head.split("\n") if line.startswith("author ")), "").rpartition("<")[0].strip()
        )
        actor = _named(message) or author
        return Commit(commit, actor, is_agent(actor) or is_agent(author), inside)


def _named(message: str) -> str:
    """The actor that a commit's trailer `Brainwiki-Actor` names; empty where there is none."""
    for line in reversed(message.strip().split("\n")):
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() == "brainwiki-actor":
            return value.strip()
    return ""


def is_agent(actor: str) -> bool:
    """Whether an actor is an agent or a process: `process:…`, `producer/version`, or a name that a code host marks as a robot's."""
    if actor.startswith("human:"):
        return False
    name, slash, version = actor.partition("/")
    return (
        actor.startswith("process:") or actor.endswith("[bot]") or bool(slash and name and version) and " " not in actor
    )
