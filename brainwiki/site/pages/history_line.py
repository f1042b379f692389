"""The line on a page that says when it last changed and leads to its history; the room of the past fills it."""

from __future__ import annotations

from typing import NamedTuple

from brainwiki.model.past import Revision


class HistoryLine(NamedTuple):
    """`href` leads to the history page; `last` is the newest commit, `date` its day; `revisions` in all; `is_dirty`: the file has
    changed since."""

    href: str
    last: Revision
    date: str
    revisions: int
    is_dirty: bool


def no_history(path: str) -> HistoryLine | None:
    """The line of a page without a past: none."""
    del path
    return None
