"""Five proposals as reviewers meet them, compared as `diff` compares: what is paired, whose words it is, and how risky."""

from __future__ import annotations

from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace, states_of
from brainwiki.model.finding import Severity
from brainwiki.review.comparison import Comparison
from brainwiki.review.markdown import LIMIT, MARKER, comparison_as_markdown
from brainwiki.usecases.change import check_change
from brainwiki.usecases.compare import compare
from tests.helpers import NOW
from tests.repositories import commit, git
from tests.situations import ORDER, PROPOSALS, build, page


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The brain with its five proposals; no test changes it."""
    return build(tmp_path_factory.mktemp("situations") / "r")


def compared(folder: Path, name: str, branch: str = "") -> Comparison:
    workspace = open_workspace(str(folder), now=NOW)
    states = states_of(workspace, "main", branch or f"brainwiki/proposal/2026-06-02-dream-{name}")
    return compare(states, workspace, findings=check_change(states).report.findings)


def kinds(found: Comparison) -> list[tuple[str, str]]:
    return [(one.risk, one.kind) for one in found.reasons]


def trusts(found: Comparison) -> set[str]:
    return {found.grounds[proof].trust for one in found.claims for proof in one.gained}


def test_another_preference(folder: Path) -> None:
    found = compared(folder, "preference")
    assert kinds(found) == [("medium", "retracted"), ("medium", "added")]
    (pair,) = found.pairs
    assert (pair.outcome, pair.active.text) == ("replaced", "Prefers bullet lists in reports.")
    assert pair.incoming.text == "Prefers diagrams to bullet lists in reports."
    assert trusts(found) == {"user"}
    assert (found.reach.hop1, found.reach.hop2) == (2, 2)
    assert [one.title for one in found.reach.best] == ["Harbour project", "The pump", "Reports", "Halls"]


def test_another_number(folder: Path) -> None:
    found = compared(folder, "number")
    assert kinds(found) == [("medium", "retracted"), ("medium", "added")]
    (pair,) = found.pairs
    assert (pair.outcome, pair.flags) == ("replaced", ("number",))
    (standing,) = [one for one in found.standings if one.path == "knowledge/projects/harbour.md"]
    assert (standing.confidence, standing.sources) == ((0.7, 0.9), (1, 1))
    assert all(found.grounds[proof].found for one in found.claims for proof in (*one.gained, *one.kept))


def test_two_sessions_against_each_other(folder: Path) -> None:
    found = compared(folder, "contradiction")
    assert ("medium", "open") in kinds(found)
    (pair,) = found.pairs
    assert (pair.outcome, pair.flags) == ("open", ("number",))
    assert [found.grounds[proof].trust for proof in (*pair.active_rests, *pair.incoming_rests)] == ["record", "user"]


def test_a_retraction(folder: Path) -> None:
    found = compared(folder, "retraction")
    assert [one.change for one in found.claims] == ["added", "retracted"]
    assert ("high", "removed") not in kinds(found)
    assert found.risk == "medium"


def test_a_poisoned_session(folder: Path) -> None:
    found = compared(folder, "poisoned")
    assert kinds(found)[:3] == [("high", "findings"), ("high", "unseen"), ("high", "asks")]
    assert trusts(found) == {"assistant"}
    assert {one.code for one in found.findings or () if one.severity is Severity.BLOCK} == {"BW503", "BW504"}


@pytest.mark.parametrize("name", PROPOSALS)
def test_the_comment_of_each_is_one_that_does_nothing(folder: Path, name: str) -> None:
    told = comparison_as_markdown(compared(folder, name))
    assert told.startswith(f"{MARKER}\n## brainwiki: ")
    assert len(told) <= LIMIT
    assert told.count(MARKER) == 1
    for sign in ("\u202e", "\u200b", "<script", "<img", "](https", " @all"):
        assert f"\n{sign}" not in told
    assert told.count("<details>") == told.count("</details>")


def test_evidence_that_is_not_there_is_high(folder: Path) -> None:
    text = page(
        "Halls",
        "There are three halls. [cite:1]\n",
        '  - id: 1\n    resource: sources/manual\n    quote: "There are three halls."\n',
    )
    git(folder, "checkout", "-q", "-b", "made-up")
    commit(folder, {"wiki/knowledge/halls.md": text}, "Halls")
    git(folder, "checkout", "-q", "main")
    found = compared(folder, "", "made-up")
    assert ("high", "misquoted") in kinds(found)
    assert "the quote does not stand there" in comparison_as_markdown(found)


def test_a_comment_that_silences_a_rule_and_a_rule_file_are_high(folder: Path) -> None:
    git(folder, "checkout", "-q", "-b", "quiet")
    texts = {
        "wiki/knowledge/halls.md": page("Halls", "<!-- bw-ignore BW302: soon -->\nOf the halls see [[reports]].\n"),
        "wiki/rules/pay.md": page("Pay", f"{ORDER}\n", kind="rule"),
        "checks/baseline.json": "{}\n",
    }
    commit(folder, texts, "Quiet")
    git(folder, "checkout", "-q", "main")
    found = compared(folder, "", "quiet")
    assert {("high", "silenced"), ("high", "rules"), ("high", "checks")} <= set(kinds(found))


def test_what_was_forgotten_is_neither_quoted_nor_named(folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "r"
    git(tmp_path, "clone", "-q", "--no-local", str(folder), str(own))
    git(
        own, "branch", "brainwiki/proposal/2026-06-02-dream-number", "origin/brainwiki/proposal/2026-06-02-dream-number"
    )
    log = '{"gone": ["sessions/2026-05-02-chat-bbbbbbbbbb", "knowledge/reports"], "at": "2026-06-03T00:00:00Z"}\n'
    (own / "wiki/forgotten.jsonl").write_text(log, "utf-8")
    found = compared(own, "number")
    whole = comparison_as_markdown(found)
    assert "31.5" not in whole
    assert "(forgotten)" in whole
    assert "knowledge/reports.md" not in {one.path for one in found.reach.best}
