"""The two listings of a brain made anew for a state of it: the compact index, and the log with what came in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from brainwiki.model.wiki import Wiki
from brainwiki.review.changelog import LOG, Entry, logged
from brainwiki.rules.compact_index import QUARTERS, compact_index, is_generated
from brainwiki.usecases.compact import INDEX
from brainwiki.usecases.workspace import Workspace


def listings(workspace: Workspace, wiki: Wiki, entries: Iterable[Entry]) -> Mapping[str, bytes]:
    """Those listings of the state `wiki` of `workspace` that are not as they should be, whole, by path from the brain's root.

    An index that a person wrote, or that is not there, is left to people, and so are both in a brain of another dialect that
    keeps none.
    """
    found: dict[str, bytes] = {}
    old = _read(workspace, INDEX)
    if old is not None and wiki.dialect.generated_index:
        before = old.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
        if is_generated(before):
            title = workspace.config.title or before.partition("\n")[0][2:]
            text = compact_index(wiki, title, QUARTERS * workspace.config.index_budget)
            found[INDEX] = text.encode("utf-8", "replace")
    log = _read(workspace, LOG)
    if log is not None or wiki.dialect.generated_index:
        new = logged(log, entries)
        if new is not None:
            found[LOG] = new
    return {path: raw for path, raw in found.items() if raw != {INDEX: old, LOG: log}[path]}


def _read(workspace: Workspace, path: str) -> bytes | None:
    return workspace.brain.read(path) if workspace.brain.exists(path) else None
