"""A working set: a clone whose folder holds a few of a brain's files, under their paths; the index marks the others as left out.

Files are written by this program and not by Git, so that no filter runs, no symlink and no submodule arises, and no path leaves
the folder. After it was made, its settings are never trusted: it is read and written without a way to the network.
"""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from collections.abc import Iterable, Mapping

from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.remote import Network, checked_branch, checked_remote
from brainwiki.adapters.store import PARTIAL, Store
from brainwiki.errors import ExistsError, GitError, PathEscapeError, WorksetError

_MARK = "brainwiki.workset"
_SPECIAL = re.compile(r"([\\*?\[\]])")
_ESCAPED = r"\\\1"
_BAD = re.compile(r'[\x00-\x1f\x7f\\"]')
_SETTINGS = {
    **PARTIAL,
    "core.sparseCheckout": "true",
    "core.sparseCheckoutCone": "false",
    "core.fileMode": "false",
    "core.autocrlf": "false",
    "submodule.recurse": "false",
    _MARK: "true",
}


class WorkingSet:
    """The working set in a folder; raises WorksetError where none is."""

    def __init__(self, folder: str) -> None:
        self.folder = os.path.abspath(folder)
        inside = os.path.join(self.folder, ".git")
        if not os.path.isdir(inside) or os.path.islink(inside) or _setting(self.folder, _MARK) != "true":
            raise WorksetError(f"{self.folder} is no working set.", "Make one: `brainwiki workset boot REMOTE DIR`.")
        self._files, self._own = ConfinedRoot(self.folder), ConfinedRoot(inside)
        self._git = Plumbing(self.folder, inside)
        self.url = checked_remote(_setting(self.folder, "remote.origin.url"))
        self.branch = checked_branch(_setting(self.folder, "brainwiki.branch"))
        self.profile = _setting(self.folder, "brainwiki.profile")

    @property
    def commit(self) -> str:
        """The newest commit of the remote that is here: work of one's own may lie on it."""
        return self._git.text("merge-base", "HEAD", f"refs/remotes/origin/{self.branch}")

    def held(self) -> frozenset[str]:
        """The paths of the files that the working set shows."""
        listed = self._git.run("ls-files", "-t", "-z").split(b"\0")
        return frozenset(one[2:].decode("utf-8", "surrogateescape") for one in listed if one[:2] == b"H ")

    def bring(self, contents: Mapping[str, bytes]) -> dict[str, str]:
        """Write these files; gives by path why one was not written. A file that is there already is left as it is."""
        refused: dict[str, str] = {}
        written: list[str] = []
        plain = self._plain()
        for path, content in sorted(contents.items()):
            reason = _refusal(path) or ("" if path in plain else "it is no plain file") or self._write(path, content)
            if reason:
                refused[path] = reason
            else:
                written.append(path)
        if written:
            self._git.fed(
                "".join(f"{path}\n" for path in written), "hash-object", "-w", "--no-filters", "--stdin-paths"
            )
            self._show(written)
        return refused

    def _plain(self) -> frozenset[str]:
        """The paths of regular files: no symlinks, no submodules."""
        listed = self._git.run("ls-files", "-s", "-z").split(b"\0")
        pairs = (one.partition(b"\t") for one in listed if one.startswith(b"100"))
        return frozenset(path.decode("utf-8", "surrogateescape") for _, _, path in pairs)

    def _write(self, path: str, content: bytes) -> str:
        try:
            self._files.create(path, content)
        except ExistsError:
            return "" if self._holds(path, content) else "another file stands there"
        except PathEscapeError:
            return "its path leaves the folder"
        return ""

    def _holds(self, path: str, content: bytes) -> bool:
        try:
            return self._files.read(path) == content
        except (OSError, PathEscapeError):
            return False

    def _show(self, paths: Iterable[str]) -> None:
        """Let Git know that these files are there, now and after it next looks at the pattern list."""
        self._git.fed("".join(f"{path}\0" for path in paths), "update-index", "-z", "--no-skip-worktree", "--stdin")
        name = "info/sparse-checkout"
        patterns = sorted("/" + _SPECIAL.sub(_ESCAPED, path) + "\n" for path in self.held())
        wanted = "".join(patterns).encode("utf-8", "surrogateescape")
        if self._own.exists(name):
            self._own.replace(name, self._own.read(name), wanted)
        else:
            self._own.create(name, wanted)


def _refusal(path: str) -> str:
    """Why a path out of a repository is not written here; empty where it may be."""
    parts = path.split("/")
    if any(part in ("", ".", "..") for part in parts) or _BAD.search(path):
        return "its path is no plain one"
    if any(part.lower().startswith((".git", "git~")) for part in parts):
        return "its path could be one of Git's own"
    if path != unicodedata.normalize("NFC", path) or not _is_text(path):
        return "its name is not composed"
    return ""


def _is_text(path: str) -> bool:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _setting(folder: str, key: str) -> str:
    try:
        return Plumbing(folder, os.path.join(folder, ".git")).text("config", "--local", "--get", key)
    except (GitError, OSError):
        return ""


def make_working_set(store: Store, commit: str, folder: str, profile: str) -> WorkingSet:
    """A working set of a store at a commit in an empty or new folder, with no file in it yet. Raises WorksetError."""
    folder = os.path.abspath(folder)
    os.makedirs(folder, exist_ok=True)
    if os.listdir(folder):
        raise WorksetError(f"{folder} is not empty.", "Name an empty folder, or one that is not there yet.")
    place = os.path.join(folder, ".git")
    try:
        _fill(Network(folder, place), store, commit, profile)  # its settings are ours until it is handed over
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    return WorkingSet(folder)


def _fill(git: Network, store: Store, commit: str, profile: str) -> None:
    """Make the repository of a working set."""
    git.run("init", "--quiet", "--template=", "-b", store.branch)
    settings = {**_SETTINGS, "remote.origin.url": f"file://{store.folder}", "brainwiki.branch": store.branch}
    settings |= {"remote.origin.fetch": f"+refs/heads/{store.branch}:refs/remotes/origin/{store.branch}"}
    settings |= {
        f"branch.{store.branch}.remote": "origin",
        f"branch.{store.branch}.merge": f"refs/heads/{store.branch}",
    }
    for key, value in (settings | ({"brainwiki.profile": profile} if profile else {})).items():
        git.run("config", "--local", key, value)
    ref = f"refs/remotes/origin/{store.branch}"
    options = ("--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--no-auto-maintenance")
    git.asked(store.url, "fetch", *options, "--filter=blob:none", "origin", f"+{commit}:{ref}")
    git.run("config", "--local", "remote.origin.url", store.url)
    git.run("update-ref", f"refs/heads/{store.branch}", commit)
    git.run("read-tree", commit)
    listed = git.run("ls-files", "-z").decode("utf-8", "surrogateescape")
    git.fed(listed, "update-index", "-z", "--skip-worktree", "--stdin")
