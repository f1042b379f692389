"""A correction is kept as it was said, names its place, and changes nothing by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.errors import AmbiguousNameError, CorrectionError, UnknownNameError
from brainwiki.usecases.check import check
from brainwiki.usecases.correct import LONGEST, Wrong, correct
from brainwiki.usecases.ledger import read_books
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW, make_brain, titled
from tests.repositories import commit, git, new
from tests.rules.tokens import KINDS

TOKEN = dict(KINDS)["a GitHub token"]
HEAD = 'aliases: ["Chamber"]\nsources:\n  - {id: 1, resource: "https://e.org"}\n'
BRAIN = {
    "index.md": "# Index\n\n- [[lab]]\n",
    "knowledge/lab.md": titled("Lab", "- The limit is 18 dB. [cite:1]\n- It is in Kobe. [cite:1]\n", HEAD),
    "rules/house.md": titled("House", "Write briefly. See [[lab]].\n", "type: rule\n").replace("type: concept\n", ""),
}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A brain in a repository."""
    folder = new(tmp_path / "r")
    make_brain(folder, BRAIN)
    commit(folder, {})
    return open_workspace(str(folder), now=NOW)


def test_a_correction_of_a_claim_is_a_session_that_names_it(workspace: Workspace) -> None:
    root = Path(workspace.root)
    before = (root / "wiki/knowledge/lab.md").read_bytes()
    claim = load_wiki(workspace).pages["knowledge/lab.md"].claims[0]
    done = correct(workspace, Wrong(" It is 16 dB. ", "human:anna", "chamber", claim.id[:6]))
    assert (done.page, done.claim, done.said) == ("knowledge/lab", claim.id, "The limit is 18 dB.")
    turns = load_wiki(workspace).transcripts[f"sessions/{done.session}"].turns
    assert [(turn.role, turn.text) for turn in turns] == [
        ("system", f"Correction of knowledge/lab, claim {claim.id}: The limit is 18 dB."),
        ("user", "It is 16 dB."),
    ]
    assert [(one.account.session, one.account.turns) for one in read_books(workspace).books] == [(done.session, 2)]
    assert (root / "wiki/knowledge/lab.md").read_bytes() == before
    assert git(root, "log", "-1", "--format=%an") == "human:anna"
    assert git(root, "status", "--porcelain") == ""
    assert not [one for one in check(workspace).report.findings if one.severity == "BLOCK"]


def test_the_place_may_be_left_open(workspace: Workspace) -> None:
    done = correct(workspace, Wrong("The lab is 16 dB now.", "human:anna"))
    assert (done.page, done.claim, done.said) == ("", "", "")
    assert len(load_wiki(workspace).transcripts[f"sessions/{done.session}"].turns) == 1
    again = correct(workspace, Wrong("The lab is 16 dB now.", "human:anna"))
    assert again.session == done.session


def test_secrets_are_taken_out(workspace: Workspace) -> None:
    done = correct(workspace, Wrong(f"The key is {TOKEN}.", "human:anna", "lab"))
    assert "[redacted: " in load_wiki(workspace).transcripts[f"sessions/{done.session}"].turns[1].text


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (Wrong("  ", "human:anna"), "no words"),
        (Wrong("x" * (LONGEST + 1), "human:anna"), "at most 2,000"),
        (Wrong("x", "human:anna", claim="c-1"), "without its page"),
        (Wrong("x", "human:anna", "House"), "is a rule"),
    ],
)
def test_what_cannot_be_taken_in_says_why(workspace: Workspace, wrong: Wrong, why: str) -> None:
    with pytest.raises(CorrectionError, match=why):
        correct(workspace, wrong)


def test_names_must_mean_something(workspace: Workspace) -> None:
    with pytest.raises(UnknownNameError):
        correct(workspace, Wrong("x", "human:anna", "nowhere"))
    with pytest.raises(UnknownNameError):
        correct(workspace, Wrong("x", "human:anna", "lab", "c-zzzz"))
    with pytest.raises(AmbiguousNameError):
        correct(workspace, Wrong("x", "human:anna", "lab", "c-"))
