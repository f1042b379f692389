"""A file of a brain that is not followed."""

from __future__ import annotations

from typing import NamedTuple


class Escape(NamedTuple):
    """A file that the reader did not follow: a symlink that leaves the brain, a loop, or a link to nothing."""

    path: str
    reason: str
