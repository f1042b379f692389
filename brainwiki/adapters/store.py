"""A remote brain in the user's cache folder: a bare clone with every commit and tree, and those contents that were asked for.

Its settings are written here and by nobody else, so that it may ask the remote. It can be deleted at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Iterable, Mapping, Sequence

from brainwiki.adapters.plumbing import Plumbing
from brainwiki.adapters.remote import Network, checked_branch, checked_remote, shown
from brainwiki.adapters.shelf import cache_folder
from brainwiki.adapters.tree import GitTree, entries_of
from brainwiki.errors import GitError, NoCommitError, RemoteError
from brainwiki.ports import Signature

RECENT = 400  # commits that tell which files are recent
_AT_ONCE = 5_000  # contents of one request
_HEAD = re.compile(r"ref: refs/heads/(.+)\tHEAD\n")
_FETCH = (
    "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--no-auto-maintenance", "--filter=blob:none",
)  # fmt: skip
PARTIAL = {
    "core.repositoryformatversion": "1",
    "extensions.partialClone": "origin",
    "remote.origin.promisor": "true",
    "remote.origin.partialclonefilter": "blob:none",
}


class StoreTree(GitTree):
    """The files of a commit of the store, whose content ids are as good as a look at a disk."""

    def signature(self, path: str) -> Signature:
        """The content id."""
        version = self.version(path)
        return (version,) if version else ()


class Store:
    """What is here of a remote. `url` is its address, `branch` the branch that was asked for; `update` must come first."""

    def __init__(self, remote: str, branch: str = "") -> None:
        self.url = checked_remote(remote)
        self.branch = checked_branch(branch) if branch else ""
        self.folder = self._place()
        self._network = Network(self.folder, self.folder)
        self.git = Plumbing(self.folder, self.folder)
        self._prepare()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        """End what was started."""
        self.git.close()

    def _place(self) -> str:
        """The folder of the store, made where it is missing; one for this run alone where there is no cache folder."""
        name = hashlib.sha256(self.url.encode("utf-8", "surrogateescape")).hexdigest()[:20]
        cache = cache_folder()
        if cache:
            folder = os.path.join(cache, "stores", name)
            with contextlib.suppress(OSError):
                os.makedirs(folder, mode=0o700, exist_ok=True)
                return folder
        scratch = tempfile.mkdtemp(prefix="brainwiki-store-")
        weakref.finalize(self, shutil.rmtree, scratch, ignore_errors=True)
        return scratch

    def _prepare(self) -> None:
        """Make the repository, and write its settings anew: they are these and no others."""
        for name in ("objects/info", "objects/pack", "refs/heads"):
            os.makedirs(os.path.join(self.folder, name), exist_ok=True)
        with open(os.path.join(self.folder, "HEAD"), "w", encoding="ascii") as head:
            head.write("ref: refs/heads/main\n")
        settings = {**PARTIAL, "core.bare": "true", "remote.origin.url": self.url}
        settings |= {"uploadpack.allowFilter": "true", "gc.auto": "0"}
        handle, fresh = tempfile.mkstemp(dir=self.folder)
        os.close(handle)
        for key, value in settings.items():
            self.git.run("config", "--file", fresh, key, value)
        os.replace(fresh, os.path.join(self.folder, "config"))

    def update(self) -> str:
        """Fetch what is new on the branch, without contents; the id of its newest commit. Raises RemoteError."""
        if not self.branch:
            self.branch = self._default()
        ref = f"refs/heads/{self.branch}"
        self._network.asked(self.url, *_FETCH, "origin", f"+{ref}:{ref}")
        return self.git.text("rev-parse", "--verify", ref)

    def _default(self) -> str:
        told = self._network.asked(self.url, "ls-remote", "--symref", "origin", "HEAD").decode("utf-8", "replace")
        match = _HEAD.search(told)
        if match is None:
            raise RemoteError(f"The remote {shown(self.url)} has no present branch.", "Name a branch with --branch.")
        return checked_branch(match[1])

    def has(self, commit: str) -> bool:
        """Whether the store has a commit, without asking the remote."""
        try:
            return self.git.text(
                "rev-list", "--max-count=1", "--missing=print", "--no-object-names", commit
            ).startswith(commit)
        except GitError:
            return False

    def tree(self, commit: str) -> StoreTree:
        """The files of a commit; raises NoCommitError."""
        if not self.has(commit):
            raise NoCommitError(f"The store of {shown(self.url)} has no commit {commit[:10]}.")
        listed = self.git.run("ls-tree", "-r", "-z", "--full-tree", commit)
        return StoreTree(self.git, shown(self.url), dict(entries_of(listed)))

    def recent(self, commit: str) -> tuple[str, ...]:
        """The files that the newest commits touched, newest first, each once."""
        ids = self.git.text("rev-list", f"--max-count={RECENT}", commit)
        raw = self.git.fed(
            f"{ids}\n",
            "diff-tree",
            "--stdin",
            "-r",
            "-z",
            "-m",
            "--root",
            "--no-renames",
            "--name-only",
            "--no-commit-id",
        )
        names = (path.decode("utf-8", "surrogateescape") for path in raw.split(b"\0") if path)
        return tuple(dict.fromkeys(names))

    def fetch(self, versions: Iterable[str], commit: str) -> int:
        """Fetch those of these contents of a commit that are not here; their number. Raises RemoteError."""
        wanted = sorted(self._missing(commit).intersection(versions))
        for start in range(0, len(wanted), _AT_ONCE):
            asked = "".join(f"{version}\n" for version in wanted[start : start + _AT_ONCE])
            self._network.asked(
                self.url, "-c", "fetch.negotiationAlgorithm=noop", *_FETCH, "--stdin", "origin", fed=asked
            )
        return len(wanted)

    def _missing(self, commit: str) -> frozenset[str]:
        """The contents of a commit's files that are not here; nothing is fetched to find out."""
        told = self.git.run("rev-list", "--objects", "--missing=print", "--no-object-names", f"{commit}^{{tree}}")
        return frozenset(line[1:].decode("ascii") for line in told.splitlines() if line.startswith(b"?"))

    def blobs(self, versions: Sequence[str]) -> Mapping[str, bytes]:
        """Contents that were fetched."""
        return self.git.blobs(versions)
