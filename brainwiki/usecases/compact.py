"""Write the compact index into the working tree, as a person's editor would: nothing is ever committed."""

from __future__ import annotations

from typing import NamedTuple

from brainwiki.errors import HandWrittenError
from brainwiki.rules.compact_index import QUARTERS, compact_index, is_generated, size
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.workspace import Workspace

INDEX = "index.md"


class WrittenIndex(NamedTuple):
    """The path of an index in the workspace, whether it differs from the one that was there, its tokens (about), and its text."""

    path: str
    changed: bool
    tokens: int
    text: str


def write_index(workspace: Workspace) -> WrittenIndex:
    """Write `index.md`, at most `index_budget` tokens of the configuration; a text that stands already is not written again.

    Raises HandWrittenError where a person wrote the one that is there, ChangedFileError and SymlinkError.
    """
    brain = workspace.brain
    path = f"{workspace.prefix}/{INDEX}" if workspace.prefix else INDEX
    old = brain.read(INDEX) if brain.exists(INDEX) else None
    before = "" if old is None else old.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    if before.strip() and not is_generated(before):
        raise HandWrittenError(path)
    title = workspace.config.title or before.partition("\n")[0][2:] or workspace.title
    text = compact_index(load_wiki(workspace), title, QUARTERS * workspace.config.index_budget)
    raw = text.encode("utf-8", "replace")
    if old is None:
        brain.create(INDEX, raw)
    elif old != raw:
        brain.replace(INDEX, old, raw)
    return WrittenIndex(path, old != raw, -(-size(text) // QUARTERS), text)
