"""The past of a brain as Git tells it: commits, and what each did to each file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Revision(NamedTuple):
    """One commit: its id, the instant (ISO 8601 with offset) at which it was written, its author's name, the actor who wrote it
    (`human:…`, `process:…`, `producer/version`, or the author's name), the proposal that it carried out (empty: none), and
    the first line of its message."""

    id: str
    at: str
    author: str
    actor: str
    by_agent: bool
    proposal: str
    summary: str


class Touch(NamedTuple):
    """What one commit did to one file: path after it (before it, where it is gone), blob ids before and after (empty: not
    there), and the old path where it was renamed."""

    commit: str
    path: str
    before: str
    after: str
    was: str = ""


@dataclass(frozen=True)
class Past:
    """All commits that touched the brain, newest first, and their touches in the same order; paths from the brain's root.

    `head` is the newest commit of the branch, empty where there is none. `is_cut` says that older ones exist and are not here
    (a shallow clone, a cap).
    """

    head: str = ""
    revisions: Mapping[str, Revision] = field(default_factory=dict)
    touches: tuple[Touch, ...] = ()
    is_cut: bool = False


NO_PAST = Past()
