"""`check`, `rule` and `profile` as commands: exit codes, JSON and nothing else, notes on stderr, one line for what could not run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from brainwiki import __version__
from brainwiki.cli.main import main
from brainwiki.config.profile import NAMES
from brainwiki.rules.families import links
from brainwiki.rules.register import RULES
from tests.conftest import Build
from tests.helpers import REPOSITORY, titled, write_files

Run = Callable[..., Result]
CLEAN = {"knowledge/a.md": titled("A", "[[b]]\n"), "knowledge/b.md": titled("B", "[[a]]\n")}
BROKEN = {"knowledge/a.md": titled("A", "See [[x]] and [[]].\n")}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a command over the workspace of the test."""

    def call(*arguments: str, root: Path | None = tmp_path) -> Result:
        command, *rest = arguments
        return CliRunner().invoke(main, [command, *(["--root", str(root)] if root else []), *rest])

    return call


def test_a_clean_brain_exits_with_0(brain: Build, run: Run) -> None:
    brain(CLEAN)
    result = run("check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "Clean: 2 files checked, no findings; 0 suppressed, 0 baselined.\n"


def test_a_blocking_finding_exits_with_1(brain: Build, run: Run) -> None:
    brain(BROKEN)
    result = run("check")
    assert (result.exit_code, result.stderr) == (1, "")
    assert (
        "  6:5  BLOCK BW201  Nothing answers to [[x]].\n      See [[x]] and [[]].\n          ^^^^^\n" in result.stdout
    )
    assert result.stdout.endswith(
        "1 BLOCK, 2 WARN in 1 file; 0 suppressed, 0 baselined.\n`brainwiki rule CODE` explains one.\n"
    )


def test_warnings_alone_exit_with_0(brain: Build, run: Run) -> None:
    brain({"knowledge/a.md": titled("A", "[[]]\n")})
    result = run("check")
    assert result.exit_code == 0
    assert "WARN BW204" in result.stdout


def test_json_is_one_document_and_nothing_else(brain: Build, run: Run, tmp_path: Path) -> None:
    brain(BROKEN)
    for arguments in (
        ("--json",),
        ("--format", "json"),
        ("--json", "--verbose"),
        ("--json", "--quiet"),
        ("--json", "--format", "text"),
    ):
        result = run("check", *arguments)
        value = json.loads(result.stdout)
        assert (result.exit_code, result.stderr) == (1, "")
        assert (value["version"], value["root"]) == (1, str(tmp_path))
        assert value["summary"] == {
            "files": 1,
            "block": 1,
            "warn": 2,
            "suppressed": 0,
            "baselined": 0,
            "unpruned": 0,
            "unverifiable": 0,
        }
        assert [finding["code"] for finding in value["findings"]] == ["BW210", "BW201", "BW204"]
        assert {finding["path"] for finding in value["findings"]} == {"wiki/knowledge/a.md"}


def test_json_of_a_clean_brain(brain: Build, run: Run) -> None:
    brain(CLEAN)
    result = run("check", "--json")
    assert (result.exit_code, json.loads(result.stdout)["findings"]) == (0, [])


def test_two_runs_give_the_same_bytes(brain: Build, run: Run) -> None:
    brain({**CLEAN, **BROKEN, "knowledge/日本.md": "[[x]]\n"})
    assert run("check", "--json").stdout == run("check", "--json").stdout
    assert run("check").stdout == run("check").stdout


def test_quiet_says_nothing_of_a_clean_brain_and_all_of_another(brain: Build, run: Run) -> None:
    brain(CLEAN)
    assert run("check", "--quiet").output == ""
    brain(BROKEN)
    assert "BLOCK BW201" in run("check", "-q").stdout


def test_what_is_silenced_is_reported_when_asked_for(brain: Build, run: Run) -> None:
    brain({**CLEAN, "knowledge/c.md": titled("C", "[[a]]\n\n<!-- bw-ignore-file BW204, BW210: a form -->\n[[]]\n")})
    results = json.loads(run("check", "--format", "sarif", "--silenced").stdout)["runs"][0]["results"]
    assert [(one["ruleId"], one["suppressions"]) for one in results] == [
        (code, [{"kind": "inSource", "justification": "a form"}]) for code in ("BW210", "BW204")
    ]
    assert json.loads(run("check", "--format", "sarif").stdout)["runs"][0]["results"] == []


@pytest.mark.parametrize("arguments", [(), ("--format", "github"), ("--json", "--format", "sarif")])
def test_what_is_silenced_has_no_place_in_another_format(brain: Build, run: Run, arguments: tuple[str, ...]) -> None:
    brain(CLEAN)
    result = run("check", "--silenced", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--silenced goes with --format sarif" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("--select", "BW201"), ["BW201"]),
        (("--select", "bw201,BW204"), ["BW201", "BW204"]),
        (("--select", "BW201", "--select", "BW210"), ["BW210", "BW201"]),
        (("--select", "BW2", "--ignore", "BW21"), ["BW201", "BW204"]),
        (("--ignore", "BW2"), []),
    ],
)
def test_rules_are_selected_and_ignored(brain: Build, run: Run, arguments: tuple[str, ...], wanted: list[str]) -> None:
    brain(BROKEN)
    result = run("check", "--json", *arguments)
    assert [finding["code"] for finding in json.loads(result.stdout)["findings"]] == wanted
    assert result.exit_code == (1 if "BW201" in wanted else 0)


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_a_code_that_no_rule_has_is_a_mistake(brain: Build, run: Run, option: str) -> None:
    brain(CLEAN)
    result = run("check", option, "BW20,BX1")
    assert result.exit_code == 2
    assert "No rule has a code that starts with 'BX1'. Check the name." in result.stderr


def test_only_paths_are_reported(brain: Build, run: Run) -> None:
    brain({"a/x.md": titled("X", "[[n]]\n"), "b/y.md": titled("Y", "[[n]]\n")})
    paths = [
        finding["path"]
        for finding in json.loads(run("check", "--json", "--select", "BW201", "wiki/b").stdout)["findings"]
    ]
    assert paths == ["wiki/b/y.md"]
    assert run("check", "--select", "BW201", "wiki/a", "wiki/b").exit_code == 1


def test_the_whole_workspace_as_a_path_is_no_free_pass(
    brain: Build, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brain(BROKEN)
    assert run("check", ".").exit_code == 1
    assert run("check", str(tmp_path)).exit_code == 1
    monkeypatch.chdir(tmp_path)
    assert run("check", ".", root=None).exit_code == 1
    monkeypatch.chdir(tmp_path / "wiki/knowledge")
    assert run("check", ".", root=None).exit_code == 1
    assert run("check", "../..", root=None).exit_code == 1


@pytest.mark.parametrize("path", ["wiki/knowlege/a.md", "nothing", "/etc/hosts", "../x"])
def test_a_misspelt_path_exits_with_2(brain: Build, run: Run, path: str) -> None:
    brain(CLEAN)
    result = run("check", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"brainwiki: No path in the workspace {path!r}. Check the name.\n"


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ('brian = "x"\n', "unknown key `brian`; did you mean `brain`?"),
        ('profile = "obsidan"\nformat = 2\n', "brainwiki.toml has 2 mistakes:"),
        ("= 3", "not TOML"),
        ('evidence = ["none"]\n', "is not there"),
        ('brain = "memory"\n', "No brain at"),
    ],
)
def test_a_wrong_configuration_exits_with_2_and_no_traceback(
    brain: Build, run: Run, tmp_path: Path, config: str, words: str
) -> None:
    brain(CLEAN)
    (tmp_path / "brainwiki.toml").write_text(config)
    result = run("check")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("brainwiki: ")
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_debug_shows_the_traceback(brain: Build, run: Run, tmp_path: Path) -> None:
    brain(CLEAN)
    (tmp_path / "brainwiki.toml").write_text("= 3")
    result = run("check", "--debug")
    assert result.exit_code == 2
    assert "Traceback" in result.stderr
    assert "ConfigError" in result.stderr


def test_a_folder_that_is_not_there_exits_with_2(run: Run, tmp_path: Path) -> None:
    result = run("check", root=tmp_path / "none")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"brainwiki: No brain at {tmp_path / 'none'}. ")
    assert result.stderr.count("\n") == 1


def test_a_guessed_profile_is_named_on_stderr(run: Run, tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "# A\n\n[[b]]\n", "b.md": "# B\n\n[[a]]\n"})
    result = run("check", "--json")
    assert json.loads(result.stdout)["summary"]["files"] == 2
    assert (
        result.stderr
        == f"No configuration: reading {tmp_path} with the profile obsidian (guessed; --profile sets it).\n"
    )
    assert run("check", "--quiet").stderr == ""
    assert run("check", "--profile", "okf").stderr == ""


def test_a_profile_may_be_set_for_one_run(brain: Build, run: Run) -> None:
    brain({"a.md": "[[x]]\n"})
    assert "BLOCK BW107" in run("check").stdout
    result = run("check", "--profile", "obsidian")
    assert (result.exit_code, "BW107" in result.stdout) == (0, False)
    assert run("check", "--profile", "obsidan").exit_code == 2


@pytest.mark.parametrize("instant", ["2026-08-01", "2026-08-01T09:30:00Z", "2026-08-01T09:30:00+02:00"])
def test_an_instant_may_be_set(brain: Build, run: Run, instant: str) -> None:
    brain(CLEAN)
    assert run("check", "--now", instant).exit_code == 0


@pytest.mark.parametrize(
    ("instant", "words"),
    [
        ("2026-08-01T09:30:00", "has no offset"),
        ("today", "is not an instant"),
        ("2026-02-31", "is not an instant"),
        ("", "is not an instant"),
    ],
)
def test_an_instant_that_is_none_is_a_mistake(brain: Build, run: Run, instant: str, words: str) -> None:
    brain(CLEAN)
    result = run("check", "--now", instant)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_crashing_rule_is_a_finding_and_its_traceback_is_for_those_who_ask(
    brain: Build, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_arguments: object) -> object:
        raise RuntimeError("no near names today")

    monkeypatch.setattr(links, "_nothing", crash)
    brain(BROKEN)
    result = run("check")
    assert (result.exit_code, result.stderr) == (1, "")
    assert "BLOCK BW904  The rule BW201 crashed: RuntimeError: no near names today." in result.stdout
    assert "WARN BW204" in result.stdout
    assert "no near names today" in run("check", "--debug").stderr


def test_pages_that_are_no_text_are_findings_not_failures(brain: Build, run: Run) -> None:
    brain({"a.md": b"\xff\xfe\x00", "b.md": b"", "c.md": b"---\n\n---\n", "d.md": b"\xef\xbb\xbf"})
    result = run("check", "--json")
    assert result.exit_code == 1
    assert {finding["path"] for finding in json.loads(result.stdout)["findings"]} == {
        f"wiki/{name}.md" for name in "abcd"
    }


def test_what_a_terminal_would_obey_is_never_printed(brain: Build, run: Run) -> None:
    brain({"a.md": titled("A", "Red \x1b[31m words [[\u202ex\x1bc]] \u200b.\n"), "b\x1bc\udcff.md": "x"})
    result = run("check")
    assert result.exit_code == 1
    assert not set(result.stdout) & set("\x1b\u200b\u202e\udcff")
    assert "wiki/b␛U+001Bc␛U+DCFF.md" in result.stdout


def test_the_example_of_this_repository_is_clean(run: Run) -> None:
    result = run("check", "--now", "2026-11-30T12:00:00Z", root=REPOSITORY / "tests/data/example")
    assert result.exit_code == 0
    assert result.stdout.startswith("Clean: ")


def test_rules_are_listed_and_explained() -> None:
    runner = CliRunner()
    listed = runner.invoke(main, ["rule"])
    assert listed.exit_code == 0
    assert all(rule.code in listed.stdout and rule.slug in listed.stdout for rule in RULES)
    value = json.loads(runner.invoke(main, ["rule", "--json"]).stdout)
    assert [rule["code"] for rule in value["rules"]] == [rule.code for rule in RULES]
    one = runner.invoke(main, ["rule", "bw201"])
    assert (one.exit_code, one.stdout.startswith("BW201 broken-wikilink")) == (0, True)
    assert json.loads(runner.invoke(main, ["rule", "broken-wikilink", "--json"]).stdout)["code"] == "BW201"


@pytest.mark.parametrize("rule", RULES, ids=[rule.code for rule in RULES])
def test_an_explained_rule_prints_nothing_that_hides(rule: object) -> None:
    result = CliRunner().invoke(main, ["rule", rule.code])  # type: ignore[attr-defined]
    assert result.exit_code == 0
    assert not set(result.stdout) & set("\x00\x07\x1b\u200b\u202e\ufeff\U000e0041")
    assert rule.why in result.stdout  # type: ignore[attr-defined]


def test_a_rule_that_is_not_there_exits_with_2() -> None:
    result = CliRunner().invoke(main, ["rule", "BW2O1"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("brainwiki: No rule 'BW2O1'. Did you mean BW2")


def test_profiles_are_listed_and_shown() -> None:
    runner = CliRunner()
    assert [line.split()[0] for line in runner.invoke(main, ["profile"]).stdout.splitlines()] == list(NAMES)
    for name in NAMES:
        shown = runner.invoke(main, ["profile", name, "--json"])
        assert json.loads(shown.stdout)["name"] == name
        assert runner.invoke(main, ["profile", name]).stdout == json.loads(shown.stdout)["data"]
    assert [one["name"] for one in json.loads(runner.invoke(main, ["profile", "--json"]).stdout)["profiles"]] == list(
        NAMES
    )
    assert "may override" in runner.invoke(main, ["profile", "okf", "--verbose"]).stderr
    assert runner.invoke(main, ["profile", "none"]).exit_code == 2


def test_help_and_version() -> None:
    runner = CliRunner()
    assert runner.invoke(main, ["--version"]).stdout == f"brainwiki, version {__version__}\n"
    for command in ([], ["check"], ["rule"], ["profile"]):
        assert runner.invoke(main, [*command, "-h"]).exit_code == 0
    assert runner.invoke(main, ["chekc"]).exit_code == 2


def test_what_the_system_refuses_is_one_line_and_exit_2(brain: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = brain({"knowledge/a.md": titled("A")})

    def refuse(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied", "a.md")

    monkeypatch.setattr("brainwiki.adapters.filesystem.ConfinedRoot.read_listed", refuse)
    result = CliRunner().invoke(main, ["check", "--root", workspace.root])
    assert result.exit_code == 2
    assert (
        result.stderr
        == "brainwiki: The system refused: a.md (Permission denied). Check that the file is there and may be read and written.\n"
    )
