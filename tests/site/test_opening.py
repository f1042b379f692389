"""What the site of a workspace is made from: the states of its proposals among it."""

from __future__ import annotations

import json
from pathlib import Path

from brainwiki.adapters.memo import KeptMemo
from brainwiki.site.opening import site_of
from brainwiki.usecases.dream.suggest import suggest
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.proposals.deciding import approve
from brainwiki.usecases.proposals.opening import Opened
from brainwiki.usecases.workspace import Workspace
from tests.helpers import make_brain, titled
from tests.usecases.dream.runs import PAGE, drawn, field


def states(workspace: Workspace) -> dict[str, str]:
    """The states that the site of a workspace knows."""
    memo = KeptMemo(workspace.root, lambda: "stamp")
    return dict(site_of(workspace, load_wiki(workspace), "Site", "", memo).states)


def test_the_site_knows_what_became_of_open_proposals(tmp_path: Path) -> None:
    workspace = field(tmp_path, 'publish = ["open-proposals"]\n')
    told = drawn() | {"updates": [{"do": "add", "page": PAGE, "text": "Drinks tea.", "observations": ["a"]}]}
    done = suggest(workspace, json.dumps(told).encode(), "dream-agent/1")
    assert isinstance(done.proposal, Opened)
    assert states(workspace) == {done.proposal.id: "open"}
    approve(workspace, done.proposal.id, "human:anna")
    assert states(workspace) == {done.proposal.id: "approved"}


def test_without_books_nothing_is_known(tmp_path: Path) -> None:
    workspace = make_brain(
        tmp_path, {"knowledge/a.md": titled("A", "Text.\n")}, config='publish = ["open-proposals"]\n'
    )
    assert states(workspace) == {}
