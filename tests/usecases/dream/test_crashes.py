"""A run that is killed at any of the calls that change something is done over, and makes one proposal."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from brainwiki.bootstrap import open_workspace
from brainwiki.dream.telling import balanced
from brainwiki.usecases.dream.run import run
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.proposals.books import read_proposals
from tests.crashes import calls, killed
from tests.helpers import NOW
from tests.repositories import git
from tests.usecases.dream.runs import COFFEE, PAGE, TEA, TEXT, field, green, made, states

STRIDE = int(os.environ.get("BRAINWIKI_STRIDE", "9"))  # of the calls each so many-th is tried; 1 takes a minute


def work(folder: Path) -> Callable[[], object]:
    return lambda: run(open_workspace(str(folder), now=NOW), made(green))


def test_a_run_that_is_killed_is_done_over(tmp_path: Path) -> None:
    field(tmp_path / "0")
    steps = calls(work(tmp_path / "0"))
    for at in range(1, steps + 1, STRIDE):
        folder = tmp_path / str(at)
        field(folder)
        assert killed(work(folder), at, "before"), at
        later = open_workspace(str(folder), now=NOW + timedelta(hours=2))
        run(later, made(green))
        assert states(later) == {TEA: ["proposed"], COFFEE: ["nothing-new"]}, at
        (held,) = read_proposals(later)
        assert (held.state, held.branch) == ("open", held.tip)
        assert balanced(read_books(later).books)
        assert git(folder, "fsck", "--strict", "--no-dangling") == ""
        assert git(folder, "status", "--porcelain") == ""
        assert (folder / f"wiki/{PAGE}.md").read_text() == TEXT
