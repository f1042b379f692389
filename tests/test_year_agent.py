"""The example's year through the `agent` path, month by month with scripted answers, ends in the wiki that a hand wrote before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from brainwiki.bootstrap import states_of
from brainwiki.claims.support import Cited
from brainwiki.model.finding import Severity
from brainwiki.model.observation import observation_id
from brainwiki.usecases.change import check_change
from brainwiki.usecases.check import check
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.proposals.books import read_proposals
from brainwiki.usecases.proposals.opening import Opened
from tests import repositories, year
from tests.year import Year

AGENT = year.DATA / "agent"


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replay]:
    """The year, replayed once for all tests here."""
    with pytest.MonkeyPatch.context() as patch:
        year.as_named_there(patch)
        replay = Replay(tmp_path_factory.mktemp("year"))
        for month in year.months():
            replay.month(month)
        yield replay


class Replay:
    """The year in one repository; `rejected` are words that people turned down, `tried` what was refused, by its reason."""

    def __init__(self, folder: Path) -> None:
        self.year = Year(folder, AGENT / "start")
        self.rejected: list[str] = []
        self.tried: list[str] = []

    def month(self, month: str) -> None:
        """Sessions come in; what must not get through is tried, then what is right is submitted, approved and applied."""
        attempts = json.loads((AGENT / "answers" / f"{month}.refused.json").read_bytes())
        self.year.now = year.end_of(month) - timedelta(hours=len(attempts))
        self.year.take_in(recorded_in(month))
        opened = ""
        for attempt in attempts:
            if "reject" in attempt:  # what is right in it goes on
                self.year.now = year.end_of(month)
            opened = self.refused(attempt)
        self.year.now = year.end_of(month)
        if not opened:
            opened = self.proposed(json.loads((AGENT / "answers" / f"{month}.json").read_bytes()))
        assert self.year.approve(opened).held.state == "approved"
        done = self.year.apply(opened)
        assert (done.outcome, done.left) == ("applied", ())
        assert {state for states in self.year.states().values() for state in states} <= {"integrated", "nothing-new"}
        blocks = [one for one in check(self.year.workspace).report.findings if one.severity is Severity.BLOCK]
        assert blocks == [], month

    def proposed(self, answer: dict[str, Any]) -> str:
        """The proposal that an answer becomes."""
        done = self.year.submit(self.year.begin(), answer)
        assert done.mistakes == ()
        assert isinstance(done.proposal, Opened), done.proposal
        return done.proposal.id

    def refused(self, attempt: dict[str, Any]) -> str:
        """Something that must not get through: the program refuses it, or a person does; the proposal where only a part of one was
        turned down."""
        self.tried.append(attempt["reason"])
        if attempt["by"] != "person":
            self.refused_by_program(attempt)
            return ""
        opened = self.proposed(attempt["answer"])
        self.rejected.append(attempt["words"])
        assert attempt["words"] not in self.year.find(attempt["words"])
        if "reject" not in attempt:
            assert self.year.reject(opened, attempt["reason"]).held.state == "rejected"
            self.year.retry()
            return ""
        done = self.year.reject(opened, attempt["reason"], tuple(true_ids(attempt)))
        assert (done.held.state, done.reasons) == ("open", ())
        return opened

    def refused_by_program(self, attempt: dict[str, Any]) -> None:
        """What is wrong is told, nothing is written, and the run can be mended."""
        run = self.year.begin()
        before = self.year.tips()
        done = self.year.submit(run, attempt["answer"])
        assert any(attempt["reason"] in one for one in done.mistakes), (attempt["why"], done)
        assert self.year.tips() == before
        self.year.workspace.staging().drop(run)


def recorded_in(month: str) -> dict[str, bytes]:
    """The files that came in a month: those of the example, and one that carries an instruction."""
    found = {f"{name}.json": year.recorded(name) for name in year.sessions() if name.startswith(month)}
    more = sorted((AGENT / "sessions").glob(f"{month}-*.md"))
    return found | {path.name: path.read_bytes() for path in more}


def true_ids(attempt: dict[str, Any]) -> list[str]:
    """The ids of the observations that a person turns down."""
    named = {one["id"]: one for one in attempt["answer"]["observations"]}
    asked = [named[label] for label in attempt["reject"]]
    return [observation_id(one["session"], one["turn"], one["quote"], one["subject"]) for one in asked]


def test_the_pages_are_those_of_the_hand(replayed: Replay) -> None:
    """Byte for byte, with the right current state first and its history under it."""
    golden = year.pages_below(AGENT / "golden")
    made = replayed.year.pages()
    assert sorted(made) == sorted(golden)
    for path, raw in golden.items():
        assert made[path].decode() == raw.decode(), path
    assert len(golden) == 24


def test_every_claim_is_verifiable(replayed: Replay) -> None:
    wiki = load_wiki(replayed.year.workspace)
    claims = 0
    for path in year.pages_below(AGENT / "golden"):
        page = wiki.pages[path]
        cited = Cited(wiki, page)
        assert {claim.text: cited.support(claim) for claim in page.claims} == {
            claim.text: "verifiable" for claim in page.claims
        }
        claims += len(page.claims)
    assert claims == 175


def test_the_brain_has_no_findings(replayed: Replay) -> None:
    """Neither as it is nor as a change since the beginning, in which each page needs its receipt."""
    workspace = replayed.year.workspace
    assert [(one.code, one.path) for one in check(workspace).report.findings] == []
    changed = check_change(states_of(workspace, replayed.year.first, "HEAD")).report
    assert [one for one in changed.findings if one.severity is Severity.BLOCK] == []


def test_the_accounts_end_with_everything_done(replayed: Replay) -> None:
    states = replayed.year.states()
    assert set(states) == {*year.sessions(), "2026-06-09-markdown-527yurqgkk"}
    quiet = sorted(name for name, held in states.items() if held == ["nothing-new"])
    assert quiet == [
        "2026-03-10-chatgpt-gdughvxtef",
        "2026-04-28-claude-code-z76bms57i2",
        "2026-06-09-markdown-527yurqgkk",
    ]
    assert {tuple(held) for name, held in states.items() if name not in quiet} == {("integrated",)}
    assert replayed.year.told > 90  # so often the sums were looked at


def test_what_was_tried_is_told(replayed: Replay) -> None:
    """Thirteen attempts: most of them the program refused, the others a person."""
    assert len(replayed.tried) == 13
    assert len(replayed.rejected) == 5
    states = [one.state for one in read_proposals(replayed.year.workspace)]
    assert sorted(states) == ["applied"] * 13 + ["rejected"] * 4


def test_what_was_rejected_is_found_nowhere(replayed: Replay) -> None:
    """In no search, in no context, and in no file of the brain."""
    files = [path for path in (replayed.year.folder / "wiki").rglob("*") if path.suffix in (".md", ".jsonl")]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    for words in replayed.rejected:
        assert words not in replayed.year.find(words)
        told = [path for path, text in texts.items() if words in text]
        assert told == [], words


def test_an_instruction_in_a_tools_output_is_evidence_and_no_memory(replayed: Replay) -> None:
    """It stands in the transcript, as everything that was said; no page, and no summary, says it."""
    brain = replayed.year.folder / "wiki"
    assert "without asking her" in (brain / "sessions/2026-06-09-markdown-527yurqgkk/transcript.jsonl").read_text()
    assert not any(b"without asking" in raw for raw in replayed.year.pages().values())


def test_sessions_are_summarised(replayed: Replay) -> None:
    """Those from which something was drawn; the others say that nobody has."""
    brain = replayed.year.folder / "wiki/sessions"
    waiting = [
        path.name for path in sorted(brain.iterdir()) if "not summarised yet" in (path / "session.md").read_text()
    ]
    assert waiting == [name for name, held in sorted(replayed.year.states().items()) if held == ["nothing-new"]]


def test_transcripts_are_those_of_the_example(replayed: Replay) -> None:
    for name in year.sessions():
        kept = replayed.year.folder / "wiki/sessions" / name / "transcript.jsonl"
        turns = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
        wanted = [(one["turn"], one["role"], one["at"], one["text"]) for one in year.turns_of(name)]
        assert [(one["turn"], one["role"], one["at"], one["text"]) for one in turns] == wanted


def test_the_same_files_again_change_nothing(replayed: Replay) -> None:
    before = replayed.year.tips()
    with pytest.MonkeyPatch.context() as patch:
        year.as_named_there(patch)
        done = replayed.year.take_in({name: raw for month in year.months() for name, raw in recorded_in(month).items()})
    assert {one.kind for _, one in done.sessions} == {"nothing-new"}
    assert replayed.year.tips() == before


def test_the_repository_is_sound_and_the_working_tree_clean(replayed: Replay) -> None:
    folder = replayed.year.folder
    repositories.git(folder, "fsck", "--strict", "--no-dangling")
    assert repositories.git(folder, "status", "--porcelain") == ""
    assert repositories.git(folder, "for-each-ref", "--format=%(refname)").split() == [
        "refs/heads/brainwiki/state",
        "refs/heads/main",
    ]
