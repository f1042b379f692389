"""Branches read and moved by Git's plumbing alone; working trees and their indexes follow only where that is asked for.

A commit is made from objects through an index of its own, and the branch moves by compare-and-swap, so that a kill at any
moment leaves either the old state or the new one.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property

from brainwiki.adapters.disk import Disk
from brainwiki.adapters.journal import Journal, Moved, chains
from brainwiki.adapters.lock import is_older, locked
from brainwiki.adapters.lookaround import holds_branch
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.tree import entries_of
from brainwiki.adapters.working import WorkingTree, rebased, steps_along, trees_on
from brainwiki.errors import GitError, LockedError, MovedError, NoStateError, PathEscapeError, RebasedError
from brainwiki.model.names import is_absolute
from brainwiki.ports_git import Draft

STALE = 2.0  # seconds: Git holds the lock of a branch for some milliseconds
LOCK = "brainwiki.lock"

_MANY = 200  # paths that are asked for by name; above, the whole tree is listed

_FILE, _PROGRAM = "100644", "100755"
_FILES = (b"100644", b"100755")
_DURABLE = (
    "-c",
    "core.fsync=loose-object,reference",
    "-c",
    "core.splitIndex=false",
    "-c",
    "index.sparse=false",
    "-c",
    "i18n.commitEncoding=UTF-8",
    "-c",
    f"core.filesRefLockTimeout={int(STALE * 1000) + 500}",  # so that a lock which is still there afterwards is stale
)
_REMOTE = re.compile(r"refs/remotes/[^/]+/")
_BLOB = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_CRUD = re.compile(r"[<>\x00-\x1f\x7f]")


class GitRefs:
    """The branches of the repository that holds a folder."""

    def __init__(self, root: str, disk: Disk | None = None) -> None:
        self._root = root
        self._disk = disk or Disk()

    @cached_property
    def _git(self) -> Plumbing:
        git = Plumbing(self._root)
        try:
            git.run("rev-parse", "--git-dir")
        except GitError as error:
            if "not a git repository" in error.message:
                raise NoStateError(self._root) from None
            raise
        return git

    @cached_property
    def _folders(self) -> tuple[str, str]:
        """Git's folder of this working tree, and the one that all working trees share."""
        own, shared = self._git.text("rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir").split("\n")
        return own, shared

    def tip(self, branch: str) -> str:
        """The commit of a branch; empty where there is no such branch."""
        return self._tips(f"refs/heads/{branch}").get(f"refs/heads/{branch}", "")

    def may_have(self, branch: str) -> bool:
        """Whether there may be such a branch here, or one that was fetched, by a look at the files of the repository."""
        return holds_branch(self._root, branch)

    def tracked(self, branch: str) -> tuple[str, ...]:
        """The commits of this branch as it was last fetched from each remote, by the names of these; each once."""
        found = self._tips(f"refs/remotes/*/{branch}")
        return tuple(dict.fromkeys(tip for ref, tip in found.items() if _REMOTE.sub("", ref, count=1) == branch))

    def _tips(self, pattern: str) -> dict[str, str]:
        listed = self._git.text("for-each-ref", "--format=%(objecttype) %(objectname) %(refname)", pattern)
        rows = (line.split(" ", 2) for line in listed.split("\n") if line)
        return {ref: tip for kind, tip, ref in rows if kind == "commit"}

    def fork(self, commit: str, other: str) -> str:
        """The newest commit that both have in their past; empty where there is none."""
        if not commit or not other or commit == other:
            return commit if other else ""
        try:
            return self._git.text("merge-base", commit, other)
        except GitError:
            return ""

    def files(self, commit: str, folder: str = "", ending: str = "") -> Mapping[str, bytes]:
        """The files of a commit below a folder whose paths end so; symlinks and submodules are none."""
        versions = {path: one for path, one in self._versions(commit, folder).items() if path.endswith(ending)}
        contents = self._contents(versions.values())
        missing = next((path for path, version in versions.items() if version not in contents), "")
        if missing:
            raise GitError(f"{missing} of {commit[:12]} is missing")
        return {path: contents[version] for path, version in versions.items()}

    def lazily(self, commit: str, folder: str) -> Mapping[str, bytes]:
        """The files of a commit below a folder, each read when it is asked for."""
        return _Lazily(self._git, self._versions(commit, folder))

    def _versions(self, commit: str, folder: str) -> dict[str, str]:
        if not commit:
            return {}
        asked = ("--", f"{folder}/") if folder else ()
        listed = self._git.run("ls-tree", "-r", "-z", "--full-tree", commit, *asked)
        return {path: entry.version for path, entry in entries_of(listed) if entry.mode in _FILES}

    def read(self, commit: str, path: str) -> bytes | None:
        """A file of a commit; None where nothing stands at the path."""
        if not commit:
            return None
        listed = dict(entries_of(self._git.run("ls-tree", "-z", "--full-tree", commit, "--", path)))
        entry = listed.get(path)
        if entry is None or entry.mode not in _FILES:
            return None
        content = self._contents((entry.version,)).get(entry.version)
        if content is None:
            raise GitError(f"{path} of {commit[:12]} is missing")
        return content

    def blob(self, version: str) -> bytes | None:
        """The content with this id; None where this repository has it not."""
        return self._contents((version,)).get(version) if _BLOB.fullmatch(version) else None

    def _contents(self, versions: Iterable[str]) -> Mapping[str, bytes]:
        """The contents of objects, by a process that ends: whoever waits for a lock holds no others."""
        try:
            return self._git.blobs([*dict.fromkeys(versions)])
        finally:
            self._git.close()

    def lock(self, wait: float) -> AbstractContextManager[None]:
        """A stretch in which no other writer of this program moves a branch."""
        return locked(self._lock, wait)

    @property
    def _lock(self) -> str:
        return os.path.join(self._folders[1], LOCK)

    def is_ignored(self, place: str) -> bool:
        """Whether a folder on the disk lies outside the working tree, or Git takes no file in it."""
        try:
            top = os.path.realpath(self._git.text("rev-parse", "--show-toplevel"))
        except GitError:  # a bare repository has no working tree
            return True
        at = os.path.realpath(place)
        if at != top and not at.startswith(top.rstrip(os.sep) + os.sep):
            return True
        try:
            self._git.run("check-ignore", "--quiet", "--", os.path.join(at, "any"))
        except GitError:
            return False
        return not self._git.run("ls-files", "-z", "--", at)

    def head(self) -> str:
        """The branch that the working tree is on; empty where it is on none."""
        try:
            name = self._git.text("symbolic-ref", "--quiet", "HEAD")
        except GitError:
            return ""
        return name.removeprefix("refs/heads/") if name.startswith("refs/heads/") else ""

    def prefix(self) -> str:
        """The workspace's folder as the repository's paths begin."""
        return self._git.text("rev-parse", "--show-prefix")

    def branches(self, prefix: str) -> Mapping[str, str]:
        """The commits of the branches below a name, by the whole name."""
        return {ref.removeprefix("refs/heads/"): tip for ref, tip in self._tips(f"refs/heads/{prefix}/").items()}

    def commit(self, branch: str, expected: str, draft: Draft) -> str:
        """Make a commit and move the branch to it by compare-and-swap; the new commit."""
        if self.tip(branch) != expected:
            raise MovedError(branch)
        made = self.make(draft)
        self._move(branch, expected, made, _identity(draft))
        return made

    def make(self, draft: Draft) -> str:
        """Make a commit that no branch leads to yet."""
        for path in draft.changes:
            _demand_path(path)
        with tempfile.TemporaryDirectory(prefix="brainwiki-") as folder:
            tree = self._tree(draft, folder)
            parents = [word for parent in draft.parents for word in ("-p", parent)]
            return self._fed(draft.message, "commit-tree", "--no-gpg-sign", *parents, tree, env=_identity(draft))

    def move(self, branch: str, expected: str, commit: str) -> None:
        """Move a branch by compare-and-swap, or take it away."""
        if self.tip(branch) not in (expected, commit):
            raise MovedError(branch)
        self._move(branch, expected, commit, self._mover(commit))

    def _mover(self, commit: str) -> dict[str, str]:
        """Who moves a branch is told by the commit that it moves to; when, by the reflog too, which forgets what is old."""
        told = self._git.text("rev-list", "--max-count=1", "--timestamp", commit, "--") if commit else "0"
        return _identity_of("", int(told.partition(" ")[0]))

    def advance(self, branch: str, expected: str, commit: str) -> tuple[str, ...]:
        """Move a branch, and bring working trees along; that they are to follow is noted first."""
        if branch in rebased(*self._folders):
            raise RebasedError(branch)
        noted = self._journal.read()
        moved = Moved(branch, expected, commit)
        self._journal.write([*noted, moved])
        try:
            self.move(branch, expected, commit)
        except MovedError:
            self._journal.write(noted)
            raise
        return self._followed([*noted, moved])

    def follow(self, branch: str, before: str, after: str) -> tuple[str, ...]:
        """Bring working trees and their indexes along after a branch moved."""
        return self._followed([*self._journal.read(), Moved(branch, before, after)])

    def resume(self) -> tuple[str, ...]:
        """Finish what a writer that was killed left to follow."""
        noted = self._journal.read()
        return self._followed(noted) if noted else ()

    @cached_property
    def _journal(self) -> Journal:
        return Journal(self._folders[1], self._disk)

    def _followed(self, moves: Sequence[Moved]) -> tuple[str, ...]:
        """Follow these moves, and keep a note of those that could not be followed to the end; the paths that were left."""
        left: list[str] = []
        unfinished: list[Moved] = []
        for chain in chains(moves):
            branch = chain[0].branch
            tip = self.tip(branch)
            try:
                steps = steps_along(self._git, [chain[0].before, *(moved.after for moved in chain)], tip) if tip else ()
            except GitError:  # a commit that was never reached, and is gone
                continue
            for number, top in enumerate(trees_on(self._git, self._root, branch) if steps else ()):
                where = "" if number == 0 else f"{top}/"
                try:
                    left += [where + path for path in WorkingTree(top, self._disk).follow(steps)]
                except (LockedError, GitError, OSError):
                    left += [where + step.path for step in steps]
                    unfinished += chain
        with contextlib.suppress(OSError):  # what is noted once too often does no harm
            self._journal.write([*dict.fromkeys(unfinished)])
        return tuple(dict.fromkeys(left))

    def _tree(self, draft: Draft, folder: str) -> str:
        """The id of the tree with the changes in it."""
        env = {"GIT_INDEX_FILE": os.path.join(folder, "index"), "GIT_NO_REPLACE_OBJECTS": "1"}
        first = draft.parents[0] if draft.parents else ""
        self._run("read-tree", first or "--empty", env=env)
        written = self._blobs(draft.changes, folder)
        none = "0" * len(next(iter(written.values()), first))
        modes = self._programs(first, draft.changes)
        lines = (
            f"{modes.get(path, _FILE)} {written[path]}\t{path}\0" if path in written else f"0 {none}\t{path}\0"
            for path in draft.changes
        )
        self._fed("".join(lines), "update-index", "-z", "--index-info", env=env)
        return self._run("write-tree", "--missing-ok", env=env)

    def _programs(self, commit: str, paths: Collection[str]) -> dict[str, str]:
        """The modes of those files that may be run; a new content leaves them so."""
        if not commit or not paths:
            return {}
        asked = (commit, "--", *paths) if len(paths) < _MANY else ("-r", commit)
        listed = entries_of(self._git.run("ls-tree", "-z", "--full-tree", *asked))
        return {path: _PROGRAM for path, entry in listed if entry.mode == _FILES[1]}

    def _blobs(self, changes: Mapping[str, bytes | None], folder: str) -> dict[str, str]:
        """The ids of the contents, which are written in one go and as they are: no filter runs."""
        places: list[str] = []
        contents = {path: content for path, content in changes.items() if content is not None}
        for number, content in enumerate(contents.values()):
            places.append(os.path.join(folder, str(number)))
            with open(places[-1], "wb") as file:
                file.write(content)
        if not places:
            return {}
        listed = "".join(f"{place}\n" for place in places)
        ids = self._fed(listed, "hash-object", "-w", "--no-filters", "--stdin-paths").split("\n")
        return dict(zip(contents, ids, strict=True))

    def _move(self, branch: str, expected: str, made: str, who: Mapping[str, str]) -> None:
        """Move a branch from where it is expected, or raise MovedError. The lock of a command that died is broken, once."""
        ref = f"refs/heads/{branch}"
        none = "0" * len(made or expected)
        for last in (False, True):
            try:
                self._run("update-ref", "--no-deref", "-m", "brainwiki", ref, made or none, expected or none, env=who)
            except GitError:
                tip = self.tip(branch)
                if tip not in (made, expected):
                    raise MovedError(branch) from None
                if tip != made and (last or not self._break_stale(ref)):
                    raise
                if tip == made:
                    return
            else:
                return

    def _break_stale(self, ref: str) -> bool:
        """Remove what a killed Git left of its locks on a branch; whether there was something. Whoever lives lets go long before."""
        own, shared = self._folders
        broken = False
        with contextlib.suppress(OSError):
            open(self._lock, "ab").close()
        for path in (os.path.join(shared, f"{ref}.lock"), os.path.join(own, "HEAD.lock")):
            if is_older(path, STALE, self._lock):
                with contextlib.suppress(OSError):
                    os.unlink(path)
                    broken = True
        return broken

    def _run(self, *arguments: str, env: Mapping[str, str]) -> str:
        return self._git.run(*_DURABLE, *arguments, env=env).decode("ascii").strip()

    def _fed(self, text: str, *arguments: str, env: Mapping[str, str] | None = None) -> str:
        """The output of one command that reads this text."""
        with tempfile.TemporaryFile() as lines:
            lines.write(text.encode("utf-8", "surrogateescape"))
            lines.seek(0)
            return self._git.run(*_DURABLE, *arguments, istream=lines, env=env).decode("ascii").strip()


class _Lazily(Mapping[str, bytes]):
    """Contents by path, from the ids of their objects."""

    def __init__(self, git: Plumbing, versions: Mapping[str, str]) -> None:
        self._git = git
        self._versions = versions

    def __getitem__(self, path: str) -> bytes:
        return self._git.blob(self._versions[path])

    def __iter__(self) -> Iterator[str]:
        return iter(self._versions)

    def __len__(self) -> int:
        return len(self._versions)


def _identity_of(by: str, seconds: int) -> dict[str, str]:
    """Who and when, as Git takes it from the environment; nothing of the user's own settings."""
    name = _CRUD.sub("", by).strip() or "brainwiki"
    return {
        f"GIT_{who}_{key}": value
        for who in ("AUTHOR", "COMMITTER")
        for key, value in (("NAME", name), ("EMAIL", "actor@brainwiki.invalid"), ("DATE", f"@{seconds} +0000"))
    }


def _identity(draft: Draft) -> dict[str, str]:
    return _identity_of(draft.by, int(draft.at.timestamp()))


def _demand_path(path: str) -> None:
    """Raises PathEscapeError for what is no path of a file in a tree."""
    if is_absolute(path) or set("\0\\") & set(path) or any(_is_odd(part) for part in path.split("/")):
        raise PathEscapeError(path)


def _is_odd(part: str) -> bool:
    return part in ("", ".", "..") or part.lower().rstrip(". ") in (".git", "git~1")
