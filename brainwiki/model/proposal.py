"""A proposal that is still open: a branch with a receipt that waits for its review."""

from __future__ import annotations

from typing import NamedTuple

from brainwiki.model.past import Touch


class Proposal(NamedTuple):
    """A branch `brainwiki/proposal/<id>`, here or at a remote, that is not merged.

    `ref` is the whole name of the branch, `tip` its newest commit, `base` the commit that it shares with the present branch
    (empty: none). `at`, `author`, `actor`, `by_agent` and `summary` are those of the tip, as a Revision has them. `receipt` is the
    text of `proposals/<id>.md` on the branch, empty where it has none. `touches` are what the whole branch did to each file since
    the base; paths from the brain's root.
    """

    id: str
    ref: str
    tip: str
    base: str
    at: str
    author: str
    actor: str
    by_agent: bool
    summary: str
    receipt: str
    touches: tuple[Touch, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that the proposal adds, edits, renames or removes."""
        return tuple(touch.path for touch in self.touches)
