"""`check --fix` and `check --baseline` as commands: what they print, what JSON says, and what the exit code is about."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from brainwiki.cli.main import main
from tests.conftest import Build
from tests.helpers import titled, write_files

Run = Callable[..., Result]
ROW = "| a | b |\n|---|---|\n| [[a|it]] | x |\n"
PAGES = {
    "a.md": "\ufeff" + titled("A", "See [[b]] and [[x]].\n", "country: no\nversion: 1.10\n"),
    "b.md": titled("B", f"{ROW}\n[[a]]\n"),
}
BASELINE = "checks/baseline.json"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs `check` over the workspace of the test."""
    return lambda *arguments: CliRunner().invoke(main, ["check", "--root", str(tmp_path), *arguments])


def test_what_was_mended_comes_before_what_remains(brain: Build, run: Run) -> None:
    brain(PAGES)
    result = run("--fix")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.split("\n")[:7] == [
        "Mended 4 findings in 2 files.",
        "  wiki/a.md  BW102, BW116: 3 findings",
        "  wiki/b.md  BW207: 1 finding",
        "",
        "wiki/a.md",
        "  8:15  BLOCK BW201  Nothing answers to [[x]].",
        "      See [[b]] and [[x]].",
    ]
    assert "\n1 BLOCK, 0 WARN in 2 files; 0 suppressed, 0 baselined.\n" in result.stdout


def test_the_exit_code_is_about_what_remains(brain: Build, run: Run) -> None:
    brain(PAGES)
    assert run("--fix", "--ignore", "BW201").exit_code == 0
    again = run("--fix", "--ignore", "BW201")
    assert again.stdout == ("Mended nothing.\n\nClean: 2 files checked, no findings; 0 suppressed, 0 baselined.\n")


def test_what_was_left_alone_is_told_with_why(brain: Build, run: Run) -> None:
    more = "sources:\n  - id: 1\n    resource: https://example.org/a\n"
    brain(
        {
            "a.md": titled("A", "[[b]]\n"),
            "b.md": titled("B", ROW.replace("x |", "It runs. [cite:1] |") + "\n[[a]]\n", more),
        }
    )
    result = run("--fix")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "Mended nothing.\nLeft alone: wiki/b.md BW207: a claim would change.\n\nwiki/b.md\n"
    )
    value = json.loads(run("--fix", "--json").stdout)
    assert value["left_alone"] == [{"path": "wiki/b.md", "code": "BW207", "reason": "a claim would change"}]
    assert value["fixed"] == []


def test_json_says_what_was_mended_and_nothing_else_is_printed(brain: Build, run: Run) -> None:
    brain(PAGES)
    result = run("--fix", "--json")
    value = json.loads(result.stdout)
    assert (result.exit_code, result.stderr) == (1, "")
    assert value["fixed"] == [
        {"path": "wiki/a.md", "codes": ["BW102", "BW116"], "count": 3},
        {"path": "wiki/b.md", "codes": ["BW207"], "count": 1},
    ]
    assert value["left_alone"] == []
    assert [finding["code"] for finding in value["findings"]] == ["BW201"]
    assert "fixed" not in json.loads(run("--json").stdout)


@pytest.mark.parametrize("form", ["sarif", "github"])
def test_other_forms_tell_it_on_stderr(brain: Build, run: Run, form: str) -> None:
    brain(PAGES)
    result = run("--fix", "--format", form)
    assert result.stderr.startswith("Mended 4 findings in 2 files.\n")
    assert "Mended" not in result.stdout
    assert "BW201" in result.stdout


def test_quiet_says_what_remains_only(brain: Build, run: Run) -> None:
    brain(PAGES)
    assert run("--fix", "--quiet", "--ignore", "BW201").output == ""
    assert run("--fix", "--quiet").stdout.startswith("wiki/a.md\n")


def test_formats_that_can_carry_fixes_do(brain: Build, run: Run) -> None:
    brain(PAGES)
    results = json.loads(run("--format", "sarif", "--select", "BW207").stdout)["runs"][0]["results"]
    (change,) = results[0]["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "wiki/b.md"
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 8, "startColumn": 6, "endLine": 8, "endColumn": 6},
            "insertedContent": {"text": "\\"},
        }
    ]
    (diagnostic,) = json.loads(run("--format", "rdjson", "--select", "BW207").stdout)["diagnostics"]
    assert [one["text"] for one in diagnostic["suggestions"]] == ["\\"]


def test_only_named_paths_are_mended(brain: Build, run: Run, tmp_path: Path) -> None:
    brain(PAGES)
    assert "Mended 1 finding in 1 file.\n" in run("--fix", str(tmp_path / "wiki/b.md")).stdout
    assert (tmp_path / "wiki/a.md").read_text("utf-8") == PAGES["a.md"]


def test_a_baseline_is_written_applied_and_pruned(brain: Build, run: Run, tmp_path: Path) -> None:
    brain(PAGES)
    first = run("--baseline", "write")
    assert (first.exit_code, first.stderr) == (0, "")
    assert first.stdout == (
        f"Wrote {BASELINE}: it allows 5 findings on 2 pages.\n\n"
        "Clean: 2 files checked, no findings; 0 suppressed, 5 baselined.\n"
    )
    assert json.loads((tmp_path / BASELINE).read_text())["counts"] == {
        "wiki/a.md": {"BW102": 1, "BW116": 2, "BW201": 1},
        "wiki/b.md": {"BW207": 1},
    }
    assert run().exit_code == 0
    write_files(tmp_path / "wiki", {"a.md": titled("A", "[[b]] [[x]]\n")})
    assert run().stdout == (
        "Clean: 2 files checked, no findings; 0 suppressed, 2 baselined; "
        "the baseline allows 3 more than there are: `brainwiki check --baseline prune`.\n"
    )
    assert run("--baseline", "prune").stdout == (
        f"Pruned {BASELINE} by 3 findings: it allows 2 findings on 2 pages.\n\n"
        "Clean: 2 files checked, no findings; 0 suppressed, 2 baselined.\n"
    )
    assert run("--baseline", "prune").stdout.startswith(
        f"{BASELINE} stays as it is: it allows 2 findings on 2 pages.\n"
    )


def test_json_tells_what_became_of_the_baseline(brain: Build, run: Run) -> None:
    brain(PAGES)
    value = json.loads(run("--baseline", "write", "--json").stdout)
    assert value["baseline"] == {"path": BASELINE, "action": "write", "written": True, "before": 0, "after": 5}
    assert (value["summary"]["baselined"], value["summary"]["unpruned"], value["findings"]) == (5, 0, [])
    value = json.loads(run("--baseline", "prune", "--json").stdout)
    assert value["baseline"] == {"path": BASELINE, "action": "prune", "written": False, "before": 5, "after": 5}


def test_without_findings_there_is_no_baseline(brain: Build, run: Run, tmp_path: Path) -> None:
    brain({"a.md": titled("A", "[[b]]\n"), "b.md": titled("B", "[[a]]\n")})
    for action in ("write", "prune"):
        assert run("--baseline", action).stdout.startswith(f"{BASELINE} is not needed: there is nothing to allow.\n")
    assert not (tmp_path / "checks").exists()


def test_a_baseline_that_would_grow_exits_with_2(brain: Build, run: Run, tmp_path: Path) -> None:
    brain(PAGES)
    run("--baseline", "write")
    before = (tmp_path / BASELINE).read_bytes()
    write_files(tmp_path / "wiki", {"b.md": titled("B", "[[a]] [[y]]\n")})
    result = run("--baseline", "write")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"brainwiki: {BASELINE} would grow:\n  - wiki/b.md: BW201 from 0 to 1\n"
        f"Mend these findings; whoever accepts them removes {BASELINE} and writes it anew.\n"
    )
    assert (tmp_path / BASELINE).read_bytes() == before


def test_findings_of_integrity_are_not_baselined(brain: Build, run: Run) -> None:
    brain({"a.md": titled("A", "Hidden\u200b words. [[b]]\n"), "b.md": titled("B", "[[a]]\n")})
    result = run("--baseline", "write")
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{BASELINE} is not needed")
    assert "BLOCK BW503" in result.stdout


def test_a_malformed_baseline_exits_with_2(brain: Build, run: Run, tmp_path: Path) -> None:
    brain(PAGES)
    write_files(tmp_path, {BASELINE: '{"version": 1, "counts": {"wiki/a.md": {"BW201": -1}}}'})
    for arguments in ((), ("--fix",), ("--baseline", "prune")):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert (
            "checks/baseline.json has 1 mistake:\n  - wiki/a.md: BW201 must be a number from 1, not -1\n"
            in result.stderr
        )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--fix", "--baseline", "write"), "mend first"),
        (("--baseline", "write", "wiki"), "the whole brain"),
        (("--baseline", "write", "--select", "BW2"), "the whole brain"),
        (("--baseline", "prune", "--ignore", "BW2"), "the whole brain"),
        (("--baseline", "prune", "--profile", "okf"), "the whole brain"),
        (("--fix", "--changed", "HEAD"), "as they lie"),
        (("--fix", "--staged"), "as they lie"),
        (("--baseline", "write", "--changed", "HEAD"), "as they lie"),
        (("--baseline", "prune", "--staged"), "as they lie"),
        (("--baseline", "grow"), "'write', 'prune'"),
    ],
)
def test_options_that_contradict_one_another_exit_with_2(
    brain: Build, run: Run, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    brain(PAGES)
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in " ".join(result.stderr.split())
    assert (tmp_path / "wiki/a.md").read_text("utf-8") == PAGES["a.md"]
    assert not (tmp_path / BASELINE).exists()
