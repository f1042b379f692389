"""What a site and the checks ask of the repository around a workspace: commits, the past, open proposals, old contents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from brainwiki.adapters.shelf import NoShelf
from brainwiki.errors import GitError
from brainwiki.model.past import NO_PAST, Past
from brainwiki.ports import Shelf

if TYPE_CHECKING:
    from brainwiki.adapters.plumbing import Plumbing
    from brainwiki.model.proposal import Proposal

_ID = re.compile(r"[0-9a-f]{4,64}\Z")  # anything else could be a name, or two lines of input


class GitHistory:
    """The repository that holds a folder, if there is one. `shelf` keeps the parsed past between runs."""

    def __init__(self, root: str, shelf: Shelf | None = None) -> None:
        self._root = root
        self._shelf = shelf or NoShelf()

    @cached_property
    def _git(self) -> Plumbing:
        from brainwiki.adapters.plumbing import Plumbing

        return Plumbing(self._root)

    def blob(self, version: str) -> bytes:
        """The bytes of an object; raises GitError."""
        return self._git.blob(version)

    def blobs(self, versions: Sequence[str]) -> Mapping[str, bytes]:
        """The bytes of many; those that are missing are left out. Raises GitError."""
        return self._git.blobs(versions)

    def commits(self, ids: Iterable[str]) -> Mapping[str, bool]:
        """Which commits exist, by `cat-file --batch-check`; empty where there is no repository or Git. What is no id is absent."""
        wanted = sorted({name for name in ids if _ID.match(name)})
        if not wanted:
            return {}
        try:
            shallow = self._git.text("rev-parse", "--is-shallow-repository") == "true"
            answers = self._git.fed("".join(f"{name}\n" for name in wanted), "cat-file", "--batch-check")
        except GitError:
            return {}
        pairs = zip(wanted, answers.decode("utf-8", "replace").splitlines(), strict=False)
        found = {name: " commit " in f"{answer} " for name, answer in pairs}
        return {name: known for name, known in found.items() if known or not shallow}

    def past(self, folder: str) -> Past:
        """What commits did to the files below a folder of the workspace; nothing where Git cannot tell."""
        from brainwiki.adapters import past  # most commands never ask

        try:
            return past.read(self._git, folder, self._shelf)
        except GitError:
            return NO_PAST

    def proposals(self, folder: str) -> tuple[Proposal, ...]:
        """The open proposals, newest first; none where Git cannot tell."""
        from brainwiki.adapters import proposals

        try:
            return proposals.read(self._git, folder)
        except GitError:
            return ()
