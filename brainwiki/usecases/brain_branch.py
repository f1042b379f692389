"""The branch that holds the brain: where it is, and how a change gets there past other writers, with the working tree behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from brainwiki.errors import MovedError, NoBranchError
from brainwiki.ports_git import Draft
from brainwiki.usecases.state_branch import WAIT
from brainwiki.usecases.workspace import Workspace

OWN = "brainwiki/"  # branches of this program, on which no brain is reviewed

_TRIES = 50  # each lost only to a writer that does not know our lock


class Place(NamedTuple):
    """The branch of the brain, its commit (empty before the first one), and the brain's folder in the repository's paths: empty, or
    with a slash at its end."""

    branch: str
    tip: str
    prefix: str


class BrainChange(NamedTuple):
    """What is to be written: contents by path from the brain's root (None: the file goes), and the message of the commit."""

    files: Mapping[str, bytes | None]
    message: str


class Written(NamedTuple):
    """The commit that was made, and the paths of the working tree, from the repository's top, that were not brought along."""

    commit: str
    left: tuple[str, ...]


def place_of(workspace: Workspace) -> Place:
    """The configured branch where it has a commit, else the one that the working tree is on. Raises NoStateError, NoBranchError."""
    refs = workspace.refs()
    branch = workspace.config.branch
    tip = refs.tip(branch)
    if not tip:
        branch = refs.head()
        tip = refs.tip(branch) if branch else ""
    if not branch:
        raise NoBranchError(f"{workspace.config.branch} has no commit, and the working tree is on no branch")
    if branch.startswith(OWN):
        raise NoBranchError(f"{branch} is one of this program's own")
    return Place(branch, tip, refs.prefix() + (f"{workspace.prefix}/" if workspace.prefix else ""))


def change_brain(
    workspace: Workspace, by: str, plan: Callable[[Place], BrainChange | None], wait: float = WAIT
) -> Written | None:
    """Write what `plan` makes of the brain's branch as it is now, as one commit; None where it makes nothing.

    Whoever loses a race reads again: `plan` may be asked several times, under the lock. Before, what a killed writer left of the
    working tree is brought along. Raises LockedError, MovedError, NoStateError, NoBranchError,
    RebasedError, GitError.
    """
    refs = workspace.refs()
    with refs.lock(wait):
        late = refs.resume()
        for _ in range(_TRIES):
            place = place_of(workspace)
            change = plan(place)
            if change is None:
                return None
            files = {place.prefix + path: content for path, content in change.files.items()}
            parents = (place.tip,) if place.tip else ()
            made = refs.make(Draft(parents, files, change.message, workspace.clock.now(), by))
            try:
                left = refs.advance(place.branch, place.tip, made)
            except MovedError:
                continue
            return Written(made, tuple(dict.fromkeys((*late, *left))))
    raise MovedError(place.branch)
