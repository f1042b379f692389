"""`brainwiki dream run --driver llm`: a model behind an address draws, and what it was asked stays on record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from brainwiki.cli.main import main
from tests.adapters.llm.test_asker import Reply, served
from tests.repositories import git
from tests.usecases.dream.runs import COFFEE, PAGE, TEA, field, states

QUOTE = "From now on I drink green tea."


def run(folder: Path, url: str, patch: pytest.MonkeyPatch, *arguments: str) -> Result:
    """The command with a model at an address."""
    patch.setenv("BRAINWIKI_LLM_URL", url)
    patch.setenv("BRAINWIKI_LLM_MODEL", "scripted")
    asked = ["dream", "run", "--driver", "llm", "--root", str(folder), "--now", "2026-11-30T12:00:00Z", *arguments]
    return CliRunner().invoke(main, asked)


def replies(claim: str) -> tuple[Reply, ...]:
    """Of the first session one observation, of the other none."""
    seen = {"turn": 1, "quote": QUOTE, "statement": "Drinks green tea.", "kind": "preference", "subject": "tea"}
    empty = dict.fromkeys(("statement", "folder", "title", "description", "reason"), "")
    place = empty | {"do": "supersede", "page": PAGE, "claim": claim, "statement": "Drinks green tea."}
    answers = [{"observations": [seen]}, place, {"summary": "Tea is chosen."}, {"observations": []}]
    return tuple(json.dumps(one) for one in answers)


def test_a_model_draws_a_proposal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = field(tmp_path)
    claim = next(word for word in _why(tmp_path).replace("]", " ").replace("[", " ").split() if word.startswith("c-"))
    with served(*replies(claim)) as (url, seen):
        done = run(tmp_path, url, monkeypatch, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["outcome"], told["waiting"]) == ("proposed", [])
    assert states(workspace) == {TEA: ["proposed"], COFFEE: ["nothing-new"]}
    shown = git(tmp_path, "show", f"brainwiki/proposal/{told['proposal']['id']}:wiki/{PAGE}.md")
    assert f"- Drinks green tea. [cite:2] ^{claim}\n    - (until 2026-05-02) Drinks black tea. [cite:1]" in shown
    session = git(tmp_path, "show", f"brainwiki/proposal/{told['proposal']['id']}:wiki/sessions/{TEA}/session.md")
    assert "Tea is chosen." in session
    lines = [json.loads(line) for line in Path(told["calls"]).read_text("utf-8").splitlines()]
    assert [line["question"] for line in lines] == ["observe", "place", "summarise", "observe"]
    assert len(seen) == 4
    assert git(tmp_path, "status", "--porcelain") == ""


def test_what_a_judge_is_asked_is_on_record_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    field(tmp_path)
    claim = next(word for word in _why(tmp_path).replace("]", " ").replace("[", " ").split() if word.startswith("c-"))
    verdict = {"verdict": "supported", "reason": "The turn says so.", "contradicts": "", "probability": 0.9}
    with served(*replies(claim), json.dumps(verdict)) as (url, seen):
        done = run(tmp_path, url, monkeypatch, "--judge", "llm")
    assert done.exit_code == 0, done.output
    assert len(seen) == 5
    (line,) = (tmp_path / ".brainwiki/calls/gate-2026-11-30.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["answer"]["verdict"] == "supported"


def test_a_model_that_fails_leaves_the_turns_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = field(tmp_path)
    with served(401, 401, 401, 401, 401) as (url, _):
        done = run(tmp_path, url, monkeypatch)
    assert done.exit_code == 1
    assert "the turns stay due" in done.stdout
    assert "What the model was asked is on record" in done.stderr
    assert states(workspace) == {TEA: ["retrying"], COFFEE: ["retrying"]}


def test_without_a_model_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = field(tmp_path)
    monkeypatch.delenv("BRAINWIKI_LLM_URL", raising=False)
    done = CliRunner().invoke(main, ["dream", "run", "--driver", "llm", "--root", str(tmp_path)])
    assert (done.exit_code, "BRAINWIKI_LLM_URL is not set" in done.stderr) == (2, True)
    assert states(workspace) == {TEA: ["new"], COFFEE: ["new"]}


def _why(folder: Path) -> str:
    return CliRunner().invoke(main, ["why", "tea", "--root", str(folder)]).stdout
