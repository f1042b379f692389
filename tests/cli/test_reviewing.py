"""`history` and `diff` as commands: text, JSON, Markdown, exit codes, one line for what could not be done."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from brainwiki.cli.main import main
from tests.past_brain import SESSION, Told, build

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """A brain with five commits."""
    return build(tmp_path_factory.mktemp("past") / "r")


@pytest.fixture
def run(told: Told) -> Run:
    """Runs a command over that brain."""

    def call(*arguments: str, code: int = 0, root: str = "") -> Result:
        result = CliRunner().invoke(main, [*arguments, "--root", root or str(told.folder)])
        assert result.exit_code == code, result.output
        return result

    return call


def document(result: Result) -> Any:
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_history_as_text(run: Run, told: Told) -> None:
    text = run("history", "main-pump").stdout
    lines = text.splitlines()
    assert lines[:2] == ["The pump  knowledge/main-pump.md", "4 revisions"]
    assert f"{told.commits[1][:10]}  x" in text
    assert "  A new pressure" in lines
    assert "  changed  (number)" in lines
    assert "    − The pump runs at 40 bar." in lines
    assert "    + The pump runs at 45 bar." in lines
    assert "  renamed from knowledge/pump.md; 2 claims" in lines
    assert "  new; 2 claims" in lines


def test_history_tells_how_to_go_on(run: Run) -> None:
    assert run("history", "main-pump", "--limit", "1").stdout.splitlines()[-1] == "and 3 older: --skip 1"
    assert run("history", "main-pump", "--limit", "1", "--skip", "2").stdout.splitlines()[-1] == "and 1 older: --skip 3"


def test_history_as_json_and_markdown(run: Run) -> None:
    value = document(run("history", "main-pump", "--json"))
    assert (value["version"], value["total"], len(value["revisions"])) == (1, 4, 4)
    assert document(run("history", "main-pump", "--format", "json")) == value
    assert run("history", "main-pump", "--format", "markdown").stdout.startswith("## The pump\n")
    assert document(run("history", "knowledge/hose.md", "--json"))["page"]["gone"] is True
    assert "gone" in run("history", "knowledge/hose.md").stdout


def test_diff_as_text(run: Run, told: Told) -> None:
    text = run("diff", told.commits[0]).stdout
    lines = text.splitlines()
    assert lines[0].startswith(f"{told.commits[0][:10]}..{told.commits[4][:10]}: ")
    assert "  renamed  knowledge/main-pump.md  from knowledge/pump.md" in lines
    assert "  deleted  knowledge/hose.md" in lines
    assert "knowledge/main-pump.md" in lines
    assert "  changed  (number)  verifiable" in lines
    assert "    − The pump runs at [-40-] bar." in lines
    assert "    + The pump runs at {+45+} bar." in lines
    assert f"    evidence {SESSION}/session.md turn 2 (the assistant)  “runs at 40 bar”" in lines
    assert "risk high" in lines
    assert "  medium: 1 page deleted (knowledge/hose.md)" in lines
    assert lines[lines.index("Reach: 1 page at one step, 0 at two") + 1] == "  knowledge/valve.md  (1 page)"
    assert "  knowledge/valve.md:6  hose  (missing)" in lines
    assert lines[-2:] == ["Pages that nothing leads to now", "  knowledge/main-pump.md"]


def test_diff_as_json_and_markdown(run: Run, told: Told) -> None:
    value = document(run("diff", f"{told.commits[0]}..{told.commits[1]}", "--json"))
    assert (value["base"], value["head"]) == told.commits[:2]
    assert value["headline"] == "1 claim on 1 page: 1 changed (1 number); reaches 1 page"
    assert (value["risk"], value["findings"]) == ("high", None)
    assert [one["change"] for one in value["claims"]] == ["changed"]
    assert document(run("diff", f"{told.commits[0]}...{told.commits[1]}", "--format", "json")) == value
    markdown = run("diff", told.commits[0], "--format", "markdown").stdout
    assert markdown.startswith("<!-- brainwiki:diff -->\n## brainwiki: ")
    assert "- **changed** (number)" in markdown


def test_diff_asks_the_rules_only_where_it_is_told_to(run: Run, told: Told) -> None:
    value = document(run("diff", told.commits[0], "--findings", "--json"))
    assert {one["code"] for one in value["findings"] if one["severity"] == "BLOCK"} == {"BW201", "BW606"}
    assert value["headline"].endswith("; 6 BLOCK, 4 WARN")
    text = run("diff", told.commits[0], "--findings").stdout
    assert text.index("What blocks") < text.index("Pages") < text.index("What only warns")
    one = document(run("diff", told.commits[0], "--findings", "--page", "valve", "--json"))
    assert {found["path"] for found in one["findings"]} == {"wiki/knowledge/valve.md"}


def test_diff_of_one_page(run: Run, told: Told) -> None:
    text = run("diff", told.commits[0], "--page", "main-pump").stdout
    assert "-- The pump runs at 40 bar. [cite:1]" in text.splitlines()
    value = document(run("diff", told.commits[0], "--page", "main-pump", "--json"))
    assert value["page"] == "knowledge/main-pump.md"
    assert value["links"]["broken"] == []


def test_nothing_changed(run: Run) -> None:
    assert run("diff", "HEAD").stdout.strip().endswith("nothing changed in the pages")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("history", "nix"), "No page 'nix'."),
        (("diff", "nix"), "There is no commit 'nix' here."),
        (("diff", "..--output=x"), "is no name of a commit"),
        (("diff", "HEAD~1", "--page", "nix"), "No page 'nix'."),
    ],
)
def test_what_could_not_be_done(run: Run, arguments: tuple[str, ...], says: str) -> None:
    result = run(*arguments, code=2)
    assert result.stdout == ""
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_usage(run: Run) -> None:
    assert "Missing argument" in run("diff", code=2).stderr
    assert "not in the range" in run("history", "main-pump", "--limit", "0", code=2).stderr
