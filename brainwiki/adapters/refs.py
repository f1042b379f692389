"""Branches read and moved by Git's plumbing alone: neither the working tree nor the user's index is looked at.

A commit is made from objects through an index of its own, and the branch moves by compare-and-swap, so that a kill at any
moment leaves either the old state or the new one.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from functools import cached_property

from brainwiki.adapters.lock import is_older, locked
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.tree import entries_of
from brainwiki.errors import GitError, MovedError, NoStateError, PathEscapeError
from brainwiki.model.names import is_absolute
from brainwiki.ports_git import Draft

STALE = 2.0  # seconds: Git holds the lock of a branch for some milliseconds
LOCK = "brainwiki.lock"

_FILE = "100644"
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
_CRUD = re.compile(r"[<>\x00-\x1f\x7f]")


class GitRefs:
    """The branches of the repository that holds a folder."""

    def __init__(self, root: str) -> None:
        self._root = root

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

    def files(self, commit: str, folder: str = "") -> Mapping[str, bytes]:
        """The files of a commit below a folder; symlinks and submodules are none."""
        if not commit:
            return {}
        asked = ("--", f"{folder}/") if folder else ()
        listed = self._git.run("ls-tree", "-r", "-z", "--full-tree", commit, *asked)
        versions = {path: entry.version for path, entry in entries_of(listed) if entry.mode in _FILES}
        contents = self._contents(versions.values())
        missing = next((path for path, version in versions.items() if version not in contents), "")
        if missing:
            raise GitError(f"{missing} of {commit[:12]} is missing")
        return {path: contents[version] for path, version in versions.items()}

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
        self._move(branch, expected, commit, _NOBODY)

    def _tree(self, draft: Draft, folder: str) -> str:
        """The id of the tree with the changes in it."""
        env = {"GIT_INDEX_FILE": os.path.join(folder, "index"), "GIT_NO_REPLACE_OBJECTS": "1"}
        first = draft.parents[0] if draft.parents else ""
        self._run("read-tree", first or "--empty", env=env)
        written = self._blobs(draft.changes, folder)
        none = "0" * len(next(iter(written.values()), first))
        lines = (
            f"{_FILE} {written[path]}\t{path}\0" if path in written else f"0 {none}\t{path}\0" for path in draft.changes
        )
        self._fed("".join(lines), "update-index", "-z", "--index-info", env=env)
        return self._run("write-tree", "--missing-ok", env=env)

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


def _identity_of(by: str, seconds: int) -> dict[str, str]:
    """Who and when, as Git takes it from the environment; nothing of the user's own settings."""
    name = _CRUD.sub("", by).strip() or "brainwiki"
    return {
        f"GIT_{who}_{key}": value
        for who in ("AUTHOR", "COMMITTER")
        for key, value in (("NAME", name), ("EMAIL", "actor@brainwiki.invalid"), ("DATE", f"@{seconds} +0000"))
    }


_NOBODY = _identity_of("", 0)  # who moves a branch is told by the commit that it moves to


def _identity(draft: Draft) -> dict[str, str]:
    return _identity_of(draft.by, int(draft.at.timestamp()))


def _demand_path(path: str) -> None:
    """Raises PathEscapeError for what is no path of a file in a tree."""
    if is_absolute(path) or set("\0\\") & set(path) or any(_is_odd(part) for part in path.split("/")):
        raise PathEscapeError(path)


def _is_odd(part: str) -> bool:
    return part in ("", ".", "..") or part.lower().rstrip(". ") in (".git", "git~1")
