"""A state of a workspace in Git's objects: a commit or the index, read like a folder; nothing is checked out and no filter runs."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, Protocol

from brainwiki.adapters.plumbing import Plumbing
from brainwiki.errors import (
    ExistsError,
    GitError,
    NoBrainError,
    NoCommitError,
    NoRepositoryError,
    PathEscapeError,
    UnmergedError,
)
from brainwiki.model.actor import ACTOR, is_agent, trailer
from brainwiki.model.change import Commit
from brainwiki.model.content import blob_id
from brainwiki.model.escape import Escape
from brainwiki.model.names import is_absolute, join, parent
from brainwiki.ports import Listing, Signature

_PLAIN = b"100644"
_LINK = b"120000"
_MODULE = b"160000"
_HOPS = 40  # as many symlinks as a kernel follows
_OUT, _CIRCLE, _NOTHING = "leaves the brain", "leads in a circle", "leads to nothing"
_EMPTY = {  # the ids of the empty blob, and of the empty tree beside it
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813": (
        "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    ),
}
MANY = 1000  # commits of one change that are looked at


class Entry(NamedTuple):
    """A file of a tree: its mode and the id of its blob."""

    mode: bytes
    version: str


class Contents(Protocol):
    """What gives the contents of objects."""

    def blob(self, version: str) -> bytes:
        """The bytes of an object."""
        ...


class _Beside(NamedTuple):
    """Contents that are in no repository yet, before those that are."""

    git: Contents
    contents: dict[str, bytes]

    def blob(self, version: str) -> bytes:
        """The bytes of an object."""
        found = self.contents.get(version)
        return self.git.blob(version) if found is None else found


class GitTree:
    """The files of one state below one folder; the same promises as a folder on a disk that cannot be left.

    A symlink to an absolute path leaves it, wherever that leads on a disk; the files of a submodule are not of this repository.
    """

    def __init__(self, git: Contents, root: str, entries: Mapping[str, Entry]) -> None:
        self._git = git
        self._root = root
        self._entries = entries

    @property
    def root(self) -> str:
        """The folder on the disk that this is a state of; for messages only."""
        return self._root

    @cached_property
    def _folders(self) -> frozenset[str]:
        found = {""}
        for path, entry in self._entries.items():
            folder = path if entry.mode == _MODULE else parent(path)
            while folder not in found:
                found.add(folder)
                folder = parent(folder)
        return frozenset(found)

    def below(self, folder: str) -> GitTree:
        """The state of a folder of this one."""
        inside = self._inside(folder) if folder not in ("", ".") else ""
        if not inside:
            return self
        if inside not in self._folders:
            raise NoBrainError(f"{self._root}/{folder}")
        found = {
            path[len(inside) + 1 :]: entry for path, entry in self._entries.items() if path.startswith(f"{inside}/")
        }
        return type(self)(self._git, f"{self._root}/{inside}", found)

    def none(self) -> GitTree:
        """The state of a folder that is not there."""
        return type(self)(self._git, self._root, {})

    def edited(self, edits: Mapping[str, bytes | None]) -> GitTree:
        """The state with these contents in it, by path from its folder (None: the file goes); nothing is written anywhere."""
        known = next(iter(self._entries.values()), None)
        beside = _Beside(self._git, {})
        entries = dict(self._entries)
        for path, content in edits.items():
            entries.pop(path, None)
            if content is not None:
                version = blob_id(content, len(known.version) if known else 40)
                beside.contents[version] = content
                entries[path] = Entry(_PLAIN, version)
        return type(self)(beside, self._root, entries)

    def listing(self) -> Listing:
        """All files in order, those in hidden folders left out; symlinks that stay inside count as files, others are told."""
        files: list[str] = []
        escapes: list[Escape] = []
        for path, entry in self._entries.items():
            if entry.mode == _MODULE or "/." in f"/{parent(path)}":
                continue
            reason = self._not_followed(path) if entry.mode == _LINK else ""
            if reason:
                escapes.append(Escape(path, reason))
            else:
                files.append(path)
        return Listing(tuple(sorted(files)), tuple(sorted(escapes)))

    def _not_followed(self, link: str) -> str:
        """Why a symlink is no file; empty where it is one."""
        end, reason = self._follow(link)
        if reason or end not in self._folders:
            return reason or ("" if end in self._entries else _NOTHING)
        return _CIRCLE if not end or link.startswith(f"{end}/") else "leads to a folder that is already read"

    def _follow(self, path: str) -> tuple[str, str]:
        """Where a path ends after every symlink on its way, and why it ends nowhere; nothing need stand there."""
        todo, at, hops = path.split("/")[::-1], "", 0
        while todo:
            part = todo.pop()
            if part in ("", "."):
                continue
            if part == ".." and not at or part.lower() == ".git":
                return "", _OUT
            above, at = at, parent(at) if part == ".." else f"{at}/{part}" if at else part
            entry = self._entries.get(at)
            if entry is not None and entry.mode == _LINK:
                target = self._git.blob(entry.version).decode("utf-8", "surrogateescape")
                hops += 1
                if target.startswith("/") or hops > _HOPS:
                    return "", _CIRCLE if hops > _HOPS else _OUT
                todo.extend(target.split("/")[::-1])
                at = above
            elif todo and at not in self._folders:
                return "", _NOTHING
        return at, ""

    def _inside(self, path: str) -> str:
        """The path of what stands at `path`, past every symlink; raises PathEscapeError."""
        inside = None if is_absolute(path) or "\0" in path else join("", path)
        if inside is None:
            raise PathEscapeError(path)
        end, reason = self._follow(inside)
        if reason == _OUT:
            raise PathEscapeError(path)
        return inside if reason else end

    def read(self, path: str) -> bytes:
        """A file's bytes."""
        return self.read_listed(self._inside(path))

    def read_listed(self, path: str) -> bytes:
        """A file's bytes by a path that `listing` gave."""
        version = self.version(path)
        if not version:
            raise FileNotFoundError(path)
        return self._git.blob(version)

    def signature(self, path: str) -> Signature:  # noqa: ARG002 — the port's form
        """Empty: a content id says it better."""
        return ()

    def version(self, path: str) -> str:
        """The id of the blob that stands at a path, past every symlink."""
        entry = self._entries.get(path)
        if entry is not None and entry.mode == _LINK:
            entry = self._entries.get(self._follow(path)[0])
        return entry.version if entry is not None and entry.mode != _MODULE else ""

    def exists(self, path: str) -> bool:
        """Whether a file or folder stands at `path`."""
        try:
            inside = self._inside(path)
        except PathEscapeError:
            return False
        return inside in self._folders or bool(self.version(inside))

    def create(self, path: str, content: bytes) -> None:  # noqa: ARG002 — the port's form
        """Refused: a state of Git is never written through this."""
        raise ExistsError(path)

    def replace(self, path: str, expected: bytes, content: bytes) -> None:  # noqa: ARG002 — the port's form
        """Refused: a state of Git is never written through this."""
        raise PermissionError(errno.EROFS, "a state of Git is never written", path)


def entries_of(listed: bytes) -> Iterator[tuple[str, Entry]]:
    """The files in the answer of `ls-tree -r -z`, by path from the top."""
    for line in listed.split(b"\0"):
        head, tab, path = line.partition(b"\t")
        if tab:
            mode, _, version = head.split(b" ")
            yield path.decode("utf-8", "surrogateescape"), Entry(mode, version.decode("ascii"))


class GitStates:
    """The states of a workspace that its repository knows."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._git = Plumbing(root)
        try:
            self._prefix = self._git.text("rev-parse", "--show-prefix")
        except GitError as error:
            if "not a git repository" in error.message:
                raise NoRepositoryError(root) from None
            raise

    def commit(self, name: str) -> str:
        """The id of the commit that a name means; raises NoCommitError."""
        if name.startswith("-") or not name:
            raise NoCommitError(f"{name!r} is no name of a commit.")
        try:
            return self._git.text("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        except GitError:
            raise NoCommitError(f"There is no commit {name!r} here.") from None

    def is_unborn(self) -> bool:
        """Whether nothing was committed on the present branch yet."""
        try:
            return not self._git.text("rev-parse", "--verify", "--quiet", "HEAD")
        except GitError:
            return True

    def fork(self, base: str, head: str) -> str:
        """The commit from which `head` left `base`; `base` itself where they share none. Raises NoCommitError where a shallow clone
        hides it: against `base` itself all that was done there since would look undone."""
        try:
            return self._git.text("merge-base", base, head)
        except GitError:
            if self._git.text("rev-parse", "--is-shallow-repository") != "true":
                return base
            raise NoCommitError(
                f"This shallow clone lacks the commit that {base[:10]} and {head[:10]} share."
            ) from None

    def tree(self, commit: str) -> GitTree:
        """The files of a commit."""
        entries: dict[str, Entry] = {}
        for path, entry in entries_of(self._git.run("ls-tree", "-r", "-z", "--full-tree", commit)):
            if path.startswith(self._prefix):
                entries[path[len(self._prefix) :]] = entry
        return GitTree(self._git, self._root, entries)

    def index(self) -> GitTree:
        """What would be committed now."""
        entries: dict[str, Entry] = {}
        for line in self._git.run("ls-files", "-s", "-z", "--full-name", ":/").split(b"\0"):
            head, tab, path = line.partition(b"\t")
            if tab:
                mode, version, stage = head.split(b" ")
                if stage != b"0":
                    raise UnmergedError(path.decode("utf-8", "replace"))
                self._take(entries, path, mode, version)
        empty = {path: entry.version for path, entry in entries.items() if entry.version in _EMPTY}
        added = self._added(_EMPTY[next(iter(empty.values()))]) if empty else frozenset()
        for name in empty.keys() - added:  # announced by `git add -N`: no commit would hold it
            del entries[name]
        return GitTree(self._git, self._root, entries)

    def _added(self, tree: str) -> frozenset[str]:
        """The paths that a commit of the index would add to a tree."""
        raw = self._git.run("diff-index", "--cached", "--name-only", "-z", "--ita-invisible-in-index", tree)
        return frozenset(self._own(raw.split(b"\0")))

    def _own(self, paths: Iterable[bytes]) -> Iterator[str]:
        """The paths that lie in the workspace, seen from there."""
        for path in paths:
            name = path.decode("utf-8", "surrogateescape")
            if path and name.startswith(self._prefix):
                yield name[len(self._prefix) :]

    def _take(self, entries: dict[str, Entry], path: bytes, mode: bytes, version: bytes) -> None:
        for name in self._own((path,)):
            entries[name] = Entry(mode, version.decode("ascii"))

    def between(self, base: str, head: str) -> tuple[Commit, ...]:
        """The commits that `head` has and `base` has not, oldest first, at most a thousand; paths from the workspace."""
        ids = self._git.text("rev-list", "--reverse", f"--max-count={MANY}", head, f"^{base}", "--").split()
        touched: dict[str, list[bytes]] = {}
        if ids:
            options = ("--stdin", "-r", "-z", "--root", "-m", "--no-renames")
            raw = self._git.fed("".join(f"{commit}\n" for commit in ids), "diff-tree", *options)
            parts, commit = iter(raw.split(b"\0")), ""
            for (
                part
            ) in parts:  # the commit's id, then two a path: `:` and modes, the path; a merge comes once for each parent
                if part.startswith(b":"):
                    touched.setdefault(commit, []).append(next(parts))
                else:
                    commit = part.decode("ascii")
        return tuple(self._commit(commit, frozenset(self._own(touched.get(commit, ())))) for commit in ids)

    def _commit(self, commit: str, paths: frozenset[str]) -> Commit:
        head, _, message = self._git.blob(commit).decode("utf-8", "replace").partition("\n\n")
        author = (
            next((line[7:] for line in head.split("\n") if line.startswith("author ")), "").rpartition("<")[0].strip()
        )
        actor = trailer(message, ACTOR) or author
        return Commit(commit, actor, is_agent(actor) or is_agent(author), paths)
