"""`search` and `index` as commands: what they print, the JSON contract, batches, exit codes, one line for what could not be done."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from brainwiki.cli.main import main
from brainwiki.cli.searching_text import answer_text, marked, refreshed_text, why_text
from brainwiki.model.hit import Answer, Hit, Reason
from brainwiki.usecases.index import Refreshed
from tests.conftest import Build
from tests.helpers import titled

Run = Callable[..., Result]
SESSION = "sessions/2026-01-01-x-aaaaaaaaaa"
TEXTS = {
    "knowledge/pump.md": titled("Pump", "# Pump\n\nThe pump runs.\n\n## Valves\n\nA red valve.\n", "confidence: 0.7\naliases: [Pumpe]\n"),
    "knowledge/other.md": titled("Other", "A pump too.\n"),
    "sources/report.md": "---\ntype: source\ntitle: Report\n---\nThe pump was seen.\n",
    f"{SESSION}/session.md": "---\ntype: session\ntitle: A talk\nstarted: 2026-01-01T00:00:00Z\nturns: 1\n---\n",
    f"{SESSION}/transcript.jsonl": '{"turn": 12, "role": "user", "at": "2026-01-01T00:00:00Z", "text": "Is it loud? \\ud800"}\n',
}  # fmt: skip


@pytest.fixture
def run(brain: Build, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command over a small brain without a model."""
    monkeypatch.setenv("BRAINWIKI_EMBEDDER", "none")

    def call(*arguments: str, code: int = 0, stdin: str = "") -> Result:
        result = CliRunner().invoke(main, [arguments[0], "--root", brain(TEXTS).root, *arguments[1:]], input=stdin)
        assert result.exit_code == code, result.output
        return result

    return call


def told(result: Result) -> Any:
    return json.loads(result.stdout)


def test_a_hit_is_told_in_four_lines(run: Run) -> None:
    shown = run("search", "red valve").stdout.split("\n")
    assert shown[:4] == [
        "1. Pump > Valves",
        "   knowledge/pump.md:14  concept · fresh · 70 % · unverified",
        "   A red valve.",
        "   why: words #1, confidence x 0.94",
    ]
    assert "Searched by words alone: no model for meaning is installed." in shown


def test_a_turn_is_told_by_its_number(run: Run) -> None:
    assert f"   {SESSION} turn 12  2026-01-01 · session · fresh" in run("search", "loud").stdout


def test_json_keeps_the_contract(run: Run) -> None:
    answer = told(run("search", "pumpe valve", "--json", "--limit", "1"))
    (hit,) = answer.pop("hits")
    assert answer == {
        "version": 1, "query": "pumpe valve", "mode": "sparse", "degraded": "no model for meaning is installed",
    }  # fmt: skip
    assert hit.pop("score") == pytest.approx(1.5 / 21 * 0.94, abs=1e-5)
    assert hit == {
        "path": "knowledge/pump.md", "title": "Pump", "section": "", "line": 10, "turn": None, "kind": "page", "type": "concept",
        "date": "", "snippet": "The pump runs.", "confidence": 70, "freshness": "fresh", "stale": False, "tier": "unverified", "scope": "",
        "why": {"lexical_rank": 1, "semantic_rank": None, "fused": 0.071429, "confidence": 0.94, "recency": 1.0, "alias": "Pumpe"},
    }  # fmt: skip
    (hit,) = told(run("search", "loud", "--json"))["hits"]
    assert (hit["path"], hit["turn"], hit["kind"], hit["date"]) == (SESSION, 12, "session", "2026-01-01")


def test_options_narrow(run: Run) -> None:
    assert [hit["path"] for hit in told(run("search", "pump", "--kind", "source", "--json"))["hits"]] == [
        "sources/report.md"
    ]
    found = told(run("search", "pump", "--in", "knowledge/o", "--in", "sources", "--json"))["hits"]
    assert {hit["path"] for hit in found} == {"knowledge/other.md", "sources/report.md"}
    assert len(told(run("search", "pump", "--limit", "2", "--json"))["hits"]) == 2
    assert told(run("search", "pump", "--mode", "recency", "--json"))["degraded"] == "recency was asked for"


def test_a_batch_answers_in_order(run: Run, tmp_path: Path) -> None:
    lines = 'pump\n\n{"query": "pump", "kind": "source"}\n{"query": "pump", "kind": ["page"], "in": "knowledge/o"}\n{broken\n{"query": 1}\n'
    (tmp_path / "asked").write_bytes(lines.encode() + b"\xff\r\n")
    shown = [json.loads(line) for line in run("search", "--batch", str(tmp_path / "asked")).stdout.strip().split("\n")]
    assert [one["query"] for one in shown] == ["pump", "pump", "pump", "{broken", '{"query": 1}', "\ufffd"]
    assert [hit["path"] for hit in shown[1]["hits"]] == ["sources/report.md"]
    assert [hit["path"] for hit in shown[2]["hits"]] == ["knowledge/other.md"]
    assert len(run("search", "--batch", "-", stdin="pump\nloud\n").stdout.strip().split("\n")) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("search",), "Give a QUERY"),
        (("search", "a", "--batch", "-"), "Give a QUERY"),
        (("search", "a", "--limit", "0"), "--limit"),
        (("search", "a", "--mode", "best"), "--mode"),
        (("search", "a", "--kind", "rule"), "--kind"),
        (("search", "--batch", "nothing.txt"), "nothing.txt"),
    ],
)
def test_what_cannot_be_asked_is_a_usage_error(run: Run, arguments: tuple[str, ...], message: str) -> None:
    assert message in run(*arguments, code=2).stderr


@pytest.mark.parametrize("query", ["C++", '"a b', "NOT", "foo-bar*", "🎉", "猫", "", "x " * 50_000, "--", "a'b;"])
def test_hostile_queries_have_an_answer(run: Run, query: str) -> None:
    answer = told(run("search", "--json", "--", query) if query else run("search", "--json", ""))
    assert answer["hits"] or answer["degraded"]


def test_the_index_tells_what_it_did(run: Run) -> None:
    first = told(run("index", "--json"))
    assert {**first, "place": ""} == {
        "version": 1, "files": 4, "read": 4, "gone": 0, "rebuilt": True, "place": "", "embedded": 0,
    }  # fmt: skip
    assert run("index").stdout.startswith("Up to date 4 files, nothing new")


def test_the_index_as_text() -> None:
    def plain(text: str, style: str) -> str:
        return text

    assert (
        refreshed_text(Refreshed(1_000, 20, 3, False, "/c/x.db"), plain)
        == "Indexed 20 of 1,000 files read, 3 gone (/c/x.db)"
    )
    assert refreshed_text(Refreshed(1, 1, 0, True, ""), plain).endswith("(in memory: no cache folder can be written)")


def paint(text: str, style: str) -> str:
    return f"<{style}:{text}>"


def test_words_that_were_asked_for_are_marked() -> None:
    assert marked("The red Pumps.", frozenset({"pump", "red"}), paint) == "The <match:red> <match:Pumps>."
    assert marked("Nothing.", frozenset(), paint) == "Nothing."


def test_a_reason_names_all_that_played_a_part() -> None:
    why = Reason(2, 1, 0.876, 0.1, 0.9, 0.95, "Pumpe", "dated 2026-01-01, which the question names")
    assert why_text(why) == (
        "why: words #2, meaning #1 (likeness 0.88), name “Pumpe”, confidence x 0.90, age x 0.95, dated 2026-01-01, which the question names"
    )


def test_further_passages_are_shown_to_who_wants_to_know_more() -> None:
    one = Hit("a.md", "A", "S", 3, None, "page", "page", "2026-01-01", "Words.", "Words.", 0.1, Reason(1), None, "stale", True, "human-reviewed", "account")  # fmt: skip
    answer = Answer("q", "hybrid", "", (one._replace(others=(one._replace(line=9, snippet="More."),)),), ("A note.",))
    assert "More." not in answer_text(answer, frozenset(), paint)
    shown = answer_text(answer, frozenset(), paint, wordy=True)
    assert "   + :9 More." in shown
    assert "<block:stale> · human-reviewed · account" in shown
    assert shown.endswith("<quiet:A note.>")
    assert answer_text(Answer("q", "recency", "the question has no words", ()), frozenset(), paint).startswith(
        "Nothing was found."
    )


def test_a_workspace_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["search", "x", "--root", str(tmp_path / "nothing")])
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_the_brain_may_be_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAINWIKI_EMBEDDER", "none")
    (tmp_path / "wiki").mkdir()
    (tmp_path / "brainwiki.toml").write_text("", "utf-8")
    result = CliRunner().invoke(main, ["search", "x", "--root", str(tmp_path)])
    assert (result.exit_code, result.stdout.split("\n")[0]) == (0, "Nothing was found.")
