"""A look at the brain's branch after each command: whatever changed in what is known must have come with a receipt of that content."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.repositories import git

KNOWN = ("knowledge/", "notes/")
_WRITE = re.compile(r'^  "(.+)":\n    from: "([0-9a-f]*)"\n    to: "([0-9a-f]*)"$', re.MULTILINE)


class Watcher:
    """The branch of a brain, watched commit by commit; `root` is the brain's folder in the repository."""

    def __init__(self, folder: Path, root: str = "wiki/", branch: str = "main") -> None:
        self.folder, self.root, self.branch = folder, root, branch
        self.tip = self._tip()
        self.changes = 0

    def _tip(self) -> str:
        return git(self.folder, "rev-parse", self.branch)

    def look(self, after: str) -> None:
        """Fail where a byte of what is known changed since the last look and no receipt that came with it names the new blob."""
        now = self._tip()
        for commit in git(self.folder, "rev-list", "--reverse", f"{self.tip}..{now}").split():
            for path, blob in self._changed(commit):
                self.changes += 1
                assert (path, blob) in set(self._recorded(commit)), (
                    f"{after}: {path} of {commit[:10]} came without a receipt"
                )
        assert git(self.folder, "merge-base", self.tip, now) == self.tip, f"{after}: the branch lost commits"
        self.tip = now

    def _changed(self, commit: str) -> Iterator[tuple[str, str]]:
        """Paths of what is known that a commit changed, with the blob that they have then; empty where they are gone."""
        listed = git(self.folder, "diff-tree", "-r", "--no-renames", "--no-commit-id", f"{commit}^", commit)
        for line in listed.split("\n") if listed else ():
            head, path = line.split("\t")
            inside = path.removeprefix(self.root)
            if inside.startswith(KNOWN):
                blob = head.split()[3]
                yield inside, blob if blob.strip("0") else ""

    def _recorded(self, commit: str) -> Iterator[tuple[str, str]]:
        """What the receipts say that came with a commit."""
        names = git(self.folder, "diff-tree", "-r", "--name-only", "--no-commit-id", f"{commit}^", commit).split("\n")
        for name in names:
            if name.startswith(f"{self.root}proposals/"):
                text = git(self.folder, "show", f"{commit}:{name}")
                yield from ((path, to) for path, _, to in _WRITE.findall(text))
