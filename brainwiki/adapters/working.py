"""One working tree and its index, brought along behind a branch: only files that nobody else has changed.

No filter, attribute or hook takes part: a file is clean where its bytes are those of the old blob. Each is replaced whole, so that a
kill leaves it old or new, and following once more finishes the work.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Sequence
from itertools import pairwise

from brainwiki.adapters.disk import Disk
from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.adapters.git_index import GitIndex, Held, Step
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.tree import Entry, entries_of
from brainwiki.errors import GitError, LockedError, PathEscapeError, SymlinkError
from brainwiki.model.content import blob_id
from brainwiki.model.names import parent

FRESH = ".brainwiki-follow.tmp"  # a file before it takes its place; only whoever holds the repository's lock makes one

_PLAIN = (b"100644", b"100755")
_OTHER = "no file"  # the id of a folder, a symlink, a pipe: of nothing that a blob can be
_TRIES = 5  # each lost to somebody who wrote the index in the same moment


def steps_between(git: Plumbing, before: str, after: str) -> tuple[Step, ...]:
    """What differs between two commits, by path from the top; the first may be empty. Raises GitError where one is not there."""
    env = {"GIT_NO_REPLACE_OBJECTS": "1"}
    if not before:
        listed = git.run("ls-tree", "-r", "-z", "--full-tree", after, env=env)
        return tuple(Step(path, None, entry) for path, entry in entries_of(listed))
    parts = iter(git.run("diff-tree", "-r", "-z", "--raw", "--no-renames", before, after, "--", env=env).split(b"\0"))
    return tuple(_step(head, next(parts)) for head in parts if head.startswith(b":"))


def steps_along(git: Plumbing, commits: Sequence[str], tip: str) -> tuple[Step, ...]:
    """What a branch did to each file on its way along these commits (the first may be empty), as far as `tip` still holds it."""
    found: dict[str, Step] = {}
    for before, after in pairwise(commits):
        for step in steps_between(git, before, after):
            known = found.get(step.path)
            found[step.path] = known._replace(new=step.new, passed=(*known.passed, known.new)) if known else step
    since = {step.path for step in steps_between(git, commits[-1], tip)} if tip != commits[-1] else ()
    return tuple(found[path] for path in sorted(found) if path not in since)


def _step(head: bytes, path: bytes) -> Step:
    old_mode, new_mode, old, new, _ = head[1:].split(b" ")
    return Step(path.decode("utf-8", "surrogateescape"), _entry(old_mode, old), _entry(new_mode, new))


def _entry(mode: bytes, version: bytes) -> Entry | None:
    return Entry(mode, version.decode("ascii")) if mode.strip(b"0") else None


def trees_on(git: Plumbing, root: str, branch: str) -> tuple[str, ...]:
    """The top folders of the working trees that are on a branch, that around `root` first.

    A folder that a repository only claims to be a working tree of is none: its own `.git` must lead back.
    """
    try:
        own = os.path.realpath(git.text("rev-parse", "--show-toplevel"))
        shared = os.path.realpath(git.text("rev-parse", "--path-format=absolute", "--git-common-dir"))
        listed = git.run("worktree", "list", "--porcelain", "-z")
    except GitError:  # a bare repository
        return ()
    ref, inside = f"refs/heads/{branch}", os.path.realpath(root)
    found = [own] if _head(git) == ref and (inside == own or inside.startswith(own.rstrip(os.sep) + os.sep)) else []
    for block in listed.split(b"\0\0"):
        told = dict(line.partition(b" ")[::2] for line in block.split(b"\0"))
        if told.get(b"branch") == os.fsencode(ref):
            found.append(os.path.realpath(os.fsdecode(told.get(b"worktree", b""))))
    is_named = "GIT_WORK_TREE" in os.environ  # by the user, so that no file need lead back
    return tuple(
        top for top in dict.fromkeys(found) if _leads_back(top, shared) or (is_named and top == own == found[0])
    )


def _head(git: Plumbing) -> str:
    """The branch that the working tree is on, as a ref; empty where it is on none."""
    try:
        return git.text("symbolic-ref", "--quiet", "HEAD")
    except GitError:
        return ""


def rebased(own: str, shared: str) -> frozenset[str]:
    """The branches that are being rebased, in any working tree; `own` and `shared` are Git's folders. Git moves them when it is done,
    and only from where they were."""
    with contextlib.suppress(OSError):
        folders = [own, shared, *(entry.path for entry in os.scandir(os.path.join(shared, "worktrees")))]
        return frozenset(_rebased(folder) for folder in folders)
    return frozenset(_rebased(folder) for folder in (own, shared))


def _rebased(folder: str) -> str:
    for name in ("rebase-merge", "rebase-apply"):
        with contextlib.suppress(OSError), open(os.path.join(folder, name, "head-name"), "rb") as file:
            return os.fsdecode(file.read(4096)).strip().removeprefix("refs/heads/")
    return ""


def _leads_back(top: str, shared: str) -> bool:
    """Whether a folder is a working tree of the repository by its own word."""
    place = os.path.join(top, ".git")
    try:
        if os.path.isfile(place):
            with open(place, encoding="utf-8", errors="surrogateescape") as file:
                told = file.read(8192).rstrip("\n").removeprefix("gitdir: ")
            place = os.path.join(top, told)
        place = os.path.realpath(place, strict=True)
    except (OSError, ValueError):
        return False
    return place == shared or os.path.dirname(place) == os.path.join(shared, "worktrees")


class WorkingTree:
    """A working tree by its top folder."""

    def __init__(self, top: str, disk: Disk) -> None:
        self._files = ConfinedRoot(top)
        self._git = Plumbing(self._files.root)
        self._disk = disk

    def follow(self, steps: Sequence[Step]) -> tuple[str, ...]:
        """Bring these files and their index along; the paths that were left as they are.

        Raises LockedError where the index stays locked, OSError and GitError: then files may be new while the index is old.
        """
        try:
            return self._follow(steps)
        finally:
            self._git.close()

    def _follow(self, steps: Sequence[Step]) -> tuple[str, ...]:
        index = GitIndex(self._git, self._disk)
        index.clear()
        for folder in {parent(step.path) for step in steps}:
            self._clear(folder)
        for _ in range(_TRIES):
            seen = index.signature()
            held = index.held()
            brought = [step for step in steps if self._is_brought(step, held)]
            if not brought or index.write(brought, held.skipped, seen):
                done = {step.path for step in brought}
                return tuple(step.path for step in steps if step.path not in done)
        raise LockedError("the index")

    def _clear(self, folder: str) -> None:
        """Remove what a killed writer left of a file in this folder."""
        with contextlib.suppress(OSError, PathEscapeError, SymlinkError):
            self._disk.unlink(self._files.own_place(f"{folder}/{FRESH}" if folder else FRESH))

    def _is_brought(self, step: Step, held: Held) -> bool:
        """Whether a file holds what the branch holds, or was made to: then the index may say so."""
        sides = [entry for entry in step.sides if entry is not None]
        if not held.takes(step) or any(entry.mode not in _PLAIN for entry in sides):
            return False
        if step.path in held.skipped:
            return True
        try:
            place = self._files.own_place(step.path)
        except (PathEscapeError, SymlinkError):
            return False
        new = step.new.version if step.new else ""
        found = _version(place, len(sides[0].version))
        if found == new:
            return True
        if found not in [entry.version if entry else "" for entry in step.sides]:
            return False
        return self._written(place, found, new) if new else self._removed(place)

    def _written(self, place: str, old: str, new: str) -> bool:
        """Put the new content in the place of the old, or of nothing; False where something is in the way."""
        folder = os.path.dirname(place)
        if not self._made(folder):
            return False
        fresh = os.path.join(folder, FRESH)
        try:
            self._disk.write_durably(fresh, self._git.blob(new))
            return self._swapped(fresh, place, old) if old else self._placed(fresh, place)
        finally:
            with contextlib.suppress(OSError):
                self._disk.unlink(fresh)

    def _made(self, folder: str) -> bool:
        """Make a folder and those above it; False where a file is in the way."""
        missing = []
        while not os.path.isdir(folder):
            if os.path.lexists(folder):
                return False
            missing.append(folder)
            folder = os.path.dirname(folder)
        for made in reversed(missing):
            self._disk.mkdir(made)
        return True

    def _swapped(self, fresh: str, place: str, old: str) -> bool:
        os.chmod(fresh, stat.S_IMODE(os.stat(place).st_mode))
        if not os.access(place, os.W_OK) or _version(place, len(old)) != old:  # at the last moment
            return False
        self._disk.replace(fresh, place)
        return True

    def _placed(self, fresh: str, place: str) -> bool:
        try:
            self._disk.link(fresh, place)
        except FileExistsError:
            return False
        except OSError:  # a disk without second names
            if os.path.lexists(place):
                return False
            self._disk.replace(fresh, place)
        return True

    def _removed(self, place: str) -> bool:
        """Remove a file, and the folders above it that are empty then."""
        self._disk.unlink(place)
        folder = os.path.dirname(place)
        with contextlib.suppress(OSError):
            while folder != self._files.root:
                self._disk.rmdir(folder)
                folder = os.path.dirname(folder)
        return True


def _version(place: str, digits: int) -> str:
    """The content id of what stands at a place; empty for nothing, and no id for what is no regular file."""
    try:
        if not stat.S_ISREG(os.lstat(place).st_mode):
            return _OTHER
        with open(place, "rb") as file:
            return blob_id(file.read(), digits)
    except (FileNotFoundError, NotADirectoryError):
        return ""
