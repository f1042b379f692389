"""SARIF and GitHub annotations: the fields that consumers need, and escaping."""

from __future__ import annotations

import json
from collections.abc import Callable

from click.testing import CliRunner

from brainwiki.cli.main import main
from brainwiki.model.finding import Edit, Finding, Report, Severity, Silenced
from brainwiki.rules.reports import exchange
from brainwiki.usecases.workspace import Workspace
from tests.helpers import titled
from tests.rules.awkward import AWKWARD


def finding(line: int, code: str = "BW201", severity: Severity = Severity.BLOCK, path: str = "wiki/a.md") -> Finding:
    return Finding(
        path,
        line,
        3,
        code,
        "broken-wikilink",
        severity,
        line,
        9,
        "Nothing answers, 100%: [[x]].",
        "Mend it.",
        None,
        "x",
    )


def test_sarif_has_rules_results_and_places() -> None:
    run = exchange.as_sarif(Report((finding(2), finding(7, "BW302", Severity.WARN)), 1))["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["BW201", "BW302"]
    first, second = run["results"]
    assert (first["ruleId"], first["ruleIndex"], first["level"]) == ("BW201", 0, "error")
    assert (second["ruleIndex"], second["level"]) == (1, "warning")
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "wiki/a.md", "uriBaseId": "WORKSPACE"}
    assert place["region"] == {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 9}
    assert run["columnKind"] == "unicodeCodePoints"
    assert first["partialFingerprints"]["brainwiki/v1"] == finding(99).fingerprint


def test_results_come_most_severe_first() -> None:
    report = Report((finding(2, "BW302", Severity.WARN), finding(7), finding(9)), 1)
    results = exchange.as_sarif(report)["runs"][0]["results"]
    assert [one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in results] == [7, 9, 2]


def test_a_run_says_how_many_results_it_leaves_out() -> None:
    found = (*(finding(n, "BW302", Severity.WARN) for n in range(1, 5_000)), *(finding(n) for n in range(1, 12)))
    run = exchange.as_sarif(Report(found, 1, silenced=(Silenced(finding(1), "comment", "why"),)), silenced=True)[
        "runs"
    ][0]
    assert len(run["results"]) == 5_000
    assert [one["level"] for one in run["results"][:12]] == ["error"] * 11 + ["warning"]
    (invocation,) = run["invocations"]
    (notification,) = invocation["toolExecutionNotifications"]
    words = "Left out: 0 BLOCK, 10 WARN. A run shows 5,000 findings, the most severe."
    assert notification == {"level": "warning", "message": {"text": words}}
    assert invocation["executionSuccessful"] is True
    assert "invocations" not in exchange.as_sarif(Report(found[:5_000], 1))["runs"][0]


def test_silenced_findings_are_marked_and_only_shown_when_asked_for() -> None:
    report, _ = AWKWARD["silenced"]
    assert exchange.as_sarif(report)["runs"][0]["results"] == []
    both = Report((finding(7),), 1, silenced=report.silenced)
    run = exchange.as_sarif(both, silenced=True)["runs"][0]
    assert [one["suppressions"] for one in run["results"]] == [
        [],
        [{"kind": "inSource", "justification": "kept ␛U+202E on purpose"}],
        [{"kind": "external", "justification": "imported"}],
        [{"kind": "external"}],
    ]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["BW201", "BW302"]
    assert "suppressions" not in exchange.as_sarif(both)["runs"][0]["results"][0]


def test_a_safe_fix_is_carried() -> None:
    report, _ = AWKWARD["fixes"]
    safe, unsafe = exchange.as_sarif(report)["runs"][0]["results"]
    (fix,) = safe["fixes"]
    assert fix["description"] == {"text": "Mend it."}
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == safe["locations"][0]["physicalLocation"]["artifactLocation"]
    region = {"startLine": 2, "startColumn": 11, "endLine": 2, "endColumn": 17}
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "[[猫\\udcff]]"}}]
    assert "fixes" not in unsafe
    moved = Report((finding(2, "BW302", Severity.WARN), report.findings[0]), 1, fixes={1: (Edit(1, 1, 1, 2, ""),)})
    first, second = exchange.as_sarif(moved)["runs"][0]["results"]
    assert first["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"]["endColumn"] == 2
    assert "fixes" not in second


def test_the_help_of_a_rule_names_the_command_and_no_address() -> None:
    (rule,) = exchange.as_sarif(Report((finding(2),), 1))["runs"][0]["tool"]["driver"]["rules"]
    assert rule["help"]["text"].endswith(" `brainwiki rule BW201` shows examples.")
    assert "helpUri" not in rule


def test_a_message_of_sarif_holds_no_link_and_nothing_invisible() -> None:
    one = finding(1)._replace(message="Odd: [click](https://e.org) \u202e", remedy="")
    (result,) = exchange.as_sarif(Report((one,), 1))["runs"][0]["results"]
    assert result["message"]["text"] == "Odd: [click] (https://e.org) ␛U+202E"


def test_a_path_becomes_a_uri() -> None:
    result = exchange.as_sarif(Report((finding(1, path="wiki/メモ 1.md"),), 1))["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "wiki/%E3%83%A1%E3%83%A2%201.md"


def test_annotations_escape_and_come_most_severe_first() -> None:
    lines = exchange.as_github(Report((finding(2, "BW302", Severity.WARN), finding(7)), 1)).splitlines()
    assert lines[0].startswith(
        "::error file=wiki/a.md,line=7,col=3,endLine=7,endColumn=9,title=BW201 broken-wikilink::"
    )
    assert lines[0].endswith("::Nothing answers, 100%25: [[x]]. Mend it.")
    assert lines[1].startswith("::warning ")
    odd = exchange.as_github(Report((finding(1, path="a,b:c.md"),), 1))
    assert odd.startswith("::error file=a%2Cb%3Ac.md,")


def test_annotations_say_how_many_more_there_are() -> None:
    lines = exchange.as_github(Report(tuple(finding(line) for line in range(1, 15)), 1)).splitlines()
    assert len(lines) == exchange.ANNOTATIONS + 1
    assert lines[-1] == "::notice title=brainwiki::4 more findings: `brainwiki check` shows them all."


def test_the_command_prints_both_forms(brain: Callable[..., Workspace]) -> None:
    workspace = brain({"knowledge/a.md": titled("A", "See [[nowhere]].\n")})
    sarif = CliRunner().invoke(main, ["check", "--root", workspace.root, "--format", "sarif"])
    assert sarif.exit_code == 1
    assert json.loads(sarif.stdout)["version"] == "2.1.0"
    github = CliRunner().invoke(main, ["check", "--root", workspace.root, "--format", "github"])
    assert github.stdout.startswith("::error file=wiki/knowledge/a.md,line=6,col=5,")


def test_a_file_name_that_is_not_utf8_is_told_in_both_forms() -> None:
    report = Report((finding(1, path="wiki/caf\udce9.md"),), 1)
    result = exchange.as_sarif(report)["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "wiki/caf%E9.md"
    assert "file=wiki/caf\\udce9.md," in exchange.as_github(report)
