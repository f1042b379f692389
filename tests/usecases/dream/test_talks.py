"""Sessions are read wherever they are kept: in the brain, in the inbox, outside of Git."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace, recordings
from brainwiki.model.observation import observation
from brainwiki.model.update import Consolidation, Update
from brainwiki.usecases.dream.run import run
from brainwiki.usecases.dream.start import start
from brainwiki.usecases.ingest import ingest
from brainwiki.usecases.proposals.opening import Opened
from brainwiki.usecases.workspace import Workspace
from tests.helpers import NOW
from tests.repositories import commit, git, new
from tests.usecases.dream.runs import INDEX, PAGE, TEXT, made, states
from tests.usecases.test_intake import rollout


def taken_in(folder: Path, config: str) -> Workspace:
    """A brain that took in one conversation under these settings."""
    new(folder / "brain")
    settings = f'profile = "brain"\n{config}'
    commit(folder / "brain", {"brainwiki.toml": settings, "wiki/index.md": INDEX, f"wiki/{PAGE}.md": TEXT})
    (folder / "talk.jsonl").write_bytes(rollout("From now on I drink green tea."))
    workspace = open_workspace(str(folder / "brain"), now=NOW)
    done = ingest(workspace, recordings([str(folder / "talk.jsonl")]))
    assert not done.failed
    return open_workspace(str(folder / "brain"), now=NOW)


SETTINGS = [
    "",
    'ingest = "with-proposal"\n',
    'transcripts = "../talks"\n',
    'ingest = "with-proposal"\ntranscripts = "../talks"\n',
]


@pytest.mark.parametrize("config", SETTINGS)
def test_a_session_is_read_and_proposed_wherever_it_is_kept(tmp_path: Path, config: str) -> None:
    workspace = taken_in(tmp_path, config)

    def work(task: object) -> Consolidation:
        (one,) = task.sessions  # type: ignore[attr-defined]
        claim = task.wiki.pages[f"{PAGE}.md"].claims[0].id  # type: ignore[attr-defined]
        seen = observation(one.session, 1, "From now on I drink green tea.", PAGE, "Drinks green tea.", "preference")
        said = Update("supersede", PAGE, claim, "Drinks green tea.", (seen.id,))
        summary = Update("summarise", f"sessions/{one.session}/session", text="Green tea.")
        return Consolidation((seen,), (said, summary))

    ran = run(workspace, made(work))
    assert ran.submitted is not None, ran
    assert isinstance(ran.submitted.proposal, Opened), ran
    (session,) = states(workspace)
    assert states(workspace) == {session: ["proposed"]}
    listed = git(tmp_path / "brain", "ls-tree", "-r", "--name-only", ran.submitted.proposal.commit).split("\n")
    assert f"wiki/sessions/{session}/session.md" in listed
    assert (f"wiki/sessions/{session}/transcript.jsonl" in listed) is ("transcripts" not in config)
    page = git(tmp_path / "brain", "show", f"{ran.submitted.proposal.commit}:wiki/sessions/{session}/session.md")
    assert page.endswith("---\n\nGreen tea.")


def test_a_session_that_waits_stays_so_where_nothing_is_drawn_of_it(tmp_path: Path) -> None:
    workspace = taken_in(tmp_path, SETTINGS[1])
    ran = run(workspace, made(lambda _: Consolidation()))
    assert ran.submitted
    assert ran.submitted.proposal is None
    assert list(states(workspace).values()) == [["nothing-new"]]


def test_a_transcript_that_is_not_at_hand_is_passed_over(tmp_path: Path) -> None:
    workspace = taken_in(tmp_path, SETTINGS[2])
    (talk,) = (tmp_path / "talks").rglob("transcript.jsonl")
    talk.unlink()
    begun = start(workspace, "process:dream")
    assert begun.work is None
    assert [why for _, why in begun.passed] == ["its transcript is not at hand, or not whole"]
    assert list(states(workspace).values()) == [["new"]]
