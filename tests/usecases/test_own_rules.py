"""Local rules of a workspace: run where the configuration asks, known by everything that names rules, told of when wrong."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from brainwiki.bootstrap import known_rules, open_workspace, states_of
from brainwiki.cli.main import main
from brainwiki.config.config import Config
from brainwiki.errors import ConfigError
from brainwiki.rules.register import RULES
from brainwiki.usecases.change import check_change
from brainwiki.usecases.check import check
from brainwiki.usecases.own_rules import rule_sources, with_local
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.helpers import NOW, Texts, titled, write_files

SHOUT = '''"""Pages that shout."""
from brainwiki.model.finding import Severity
from brainwiki.rules.rule import Example, Hit, Rule

def shouting(page, view):
    at = page.text.find("!\\n", page.body)
    if at >= 0:
        yield Hit(at, at + 1, "The page shouts.", "!")

RULE = Rule(
    "XW101", "shouting", Severity.BLOCK, "A page that shouts.", "Nobody listens.", "Use a full stop.",
    bad=(Example("No!\\n"),), good=(Example("No.\\n"),), check=shouting,
)
'''
PAGES = {"a.md": titled("A", "[[b]] Stop!\n"), "b.md": titled("B", "[[a]]\n")}
ON = "local_rules = true\n"


def codes(workspace: Workspace, **how: tuple[str, ...]) -> list[str]:
    """The codes that a check gives."""
    return [finding.code for finding in check(workspace, **how).report.findings]


def with_rule(brain: Build, folder: Path, config: str = ON, texts: Texts = PAGES, rule: str = SHOUT) -> Workspace:
    """A workspace with a local rule."""
    write_files(folder, {"checks/rules/shout.py": rule})
    return brain(texts, config=config)


def test_local_rules_run_only_where_the_configuration_says_so(brain: Build, tmp_path: Path) -> None:
    assert codes(with_rule(brain, tmp_path)) == ["XW101"]
    ran = tmp_path / "ran"
    write = f"open({str(ran)!r}, 'w').close()\n{SHOUT}"
    for config in ("", "local_rules = false\n"):
        assert codes(with_rule(brain, tmp_path, config, rule=write)) == []
    assert not ran.exists()
    assert codes(with_rule(brain, tmp_path, rule=write)) == ["XW101"]
    assert ran.exists()


def test_only_python_files_of_the_folder_itself_are_read(brain: Build, tmp_path: Path) -> None:
    write_files(tmp_path, {"checks/rules/deep/x.py": "x", "checks/rules/notes.txt": "x", "checks/x.py": "x"})
    workspace = with_rule(brain, tmp_path)
    assert rule_sources(workspace.files) == {"checks/rules/shout.py": SHOUT.encode()}


def test_rules_may_come_from_elsewhere_than_the_disk(brain: Build, tmp_path: Path) -> None:
    workspace = brain(PAGES)
    rules = with_local(Config(local_rules=True), "x", {"checks/rules/a.py": SHOUT.encode()}, workspace.load_rules)
    assert [rule.code for rule in rules] == [*(rule.code for rule in RULES), "XW101"]
    assert not (tmp_path / "checks").exists()


def test_a_configuration_that_asks_for_rules_that_are_not_there_is_refused(brain: Build, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="`local_rules` is on, and there is no Python file in checks/rules"):
        check(brain(PAGES, config=ON))
    outside = tmp_path / "outside"
    write_files(outside, {"a.py": SHOUT})
    (tmp_path / "w/wiki").mkdir(parents=True)
    (tmp_path / "w/checks").mkdir()
    (tmp_path / "w/checks/rules").symlink_to(outside)
    (tmp_path / "w/brainwiki.toml").write_text(ON)
    with pytest.raises(ConfigError, match="there is no Python file"):
        check(open_workspace(str(tmp_path / "w")))


def test_codes_that_no_file_defines_are_refused_all_at_once(brain: Build, tmp_path: Path) -> None:
    config = f'{ON}[rules]\nXW101 = "WARN"\nXW110 = "off"\n[paths."a*"]\nXW999 = "off"\nreason = "r"\n'
    with pytest.raises(ConfigError) as caught:
        check(with_rule(brain, tmp_path, config))
    assert caught.value.problems == (
        "`rules`: no rule 'XW110'; did you mean XW101?",
        "`paths.a*`: no rule 'XW999' in checks/rules",
    )


def test_severities_selection_and_comments_know_local_rules(brain: Build, tmp_path: Path) -> None:
    lowered = with_rule(brain, tmp_path, f'{ON}rules = {{ XW101 = "WARN" }}\n')
    assert codes(lowered) == ["BW905", "XW101"]
    assert codes(lowered, select=("XW1",)) == ["XW101"]
    assert codes(lowered, ignore=("XW101", "BW905")) == []
    silenced = {**PAGES, "a.md": titled("A", "[[b]]\n<!-- bw-ignore XW101: a title -->\nStop!\n")}
    report = check(with_rule(brain, tmp_path, texts=silenced)).report
    assert (report.findings, report.suppressed) == ((), 1)
    by_path = f'{ON}[paths."a*"]\nXW101 = "off"\nreason = "loud"\n'
    assert codes(with_rule(brain, tmp_path, by_path)) == ["BW905"]


def commit(folder: Path, files: Texts) -> None:
    """One commit with these files in the repository of the folder, which is made where there is none."""
    write_files(folder, files)
    for words in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", "x"],
    ):
        subprocess.run(["git", *words], cwd=folder, check=True)


def changed(folder: Path, base: str = "HEAD~1", head: str = "HEAD") -> list[str]:
    """The codes that a check of a change gives."""
    states = states_of(open_workspace(str(folder), now=NOW), base, head)
    return [finding.code for finding in check_change(states).report.findings]


LOUD = {"wiki/a.md": titled("A", "[[b]] Stop!\n"), "wiki/b.md": titled("B", "[[a]]\n")}
QUIET = {**LOUD, "wiki/a.md": titled("A", "[[b]] Stop.\n")}


def test_a_change_is_checked_with_the_rules_of_its_base(tmp_path: Path) -> None:
    commit(tmp_path, {**QUIET, "brainwiki.toml": ON, "checks/rules/shout.py": SHOUT})
    commit(tmp_path, LOUD)
    assert changed(tmp_path) == ["XW101"]
    commit(tmp_path, {**QUIET, "checks/rules/shout.py": SHOUT.replace('find("!', 'find(".')})
    assert "XW101" not in changed(tmp_path)
    (tmp_path / "wiki/a.md").write_text(titled("A", "[[b]] Go!\n"))
    (tmp_path / "checks/rules/shout.py").write_text("raise SystemExit\n")
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    assert "XW101" not in changed(tmp_path, "HEAD", "")


@pytest.mark.parametrize(
    "base", [{**QUIET, "brainwiki.toml": ""}, {"other.txt": "x"}, {**QUIET, "brainwiki.toml": "= 3"}]
)
def test_a_change_brings_no_code_to_run(tmp_path: Path, base: Texts) -> None:
    ran = tmp_path / "ran"
    code = f"open({str(ran)!r}, 'w').close()\n{SHOUT}"
    (tmp_path / "w").mkdir()
    commit(tmp_path / "w", base)
    commit(tmp_path / "w", {**LOUD, "brainwiki.toml": ON, "checks/rules/shout.py": code})
    assert "XW101" not in changed(tmp_path / "w")
    assert "XW101" not in changed(tmp_path / "w", "HEAD~1", "")
    assert not ran.exists()
    check(open_workspace(str(tmp_path / "w"), now=NOW))
    assert ran.exists()


def test_before_the_first_commit_nothing_of_the_change_runs(tmp_path: Path) -> None:
    write_files(tmp_path, {**LOUD, "brainwiki.toml": ON, "checks/rules/shout.py": SHOUT})
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    assert "XW101" not in changed(tmp_path, "HEAD", "")


def test_schemas_come_from_the_base_too(tmp_path: Path) -> None:
    strict = '{"type": "object", "required": ["owner"]}'
    commit(tmp_path, {**QUIET, "brainwiki.toml": "", "checks/schemas/concept.json": strict})
    more = {"wiki/c.md": titled("C", "[[a]]\n"), "wiki/a.md": titled("A", "[[b]] [[c]]\n")}
    commit(tmp_path, {**more, "checks/schemas/concept.json": '{"type": "object"}'})
    assert "BW115" in changed(tmp_path)


def test_what_is_kept_of_an_older_rule_is_not_used(brain: Build, tmp_path: Path) -> None:
    shelf = with_rule(brain, tmp_path).shelf
    for rule, wanted in (
        (SHOUT, ["XW101"]),
        (SHOUT, ["XW101"]),
        (SHOUT.replace('find("!', 'find("?'), []),
        (SHOUT, ["XW101"]),
    ):
        workspace = with_rule(brain, tmp_path, rule=rule)
        assert [finding.code for finding in check(workspace, shelf=shelf).report.findings] == wanted


def run(tmp_path: Path, *arguments: str) -> tuple[int, str, str]:
    """Exit code and output of a command over the workspace."""
    result = CliRunner().invoke(main, [arguments[0], "--root", str(tmp_path), *arguments[1:]])
    return result.exit_code, result.stdout, result.stderr


def test_the_commands_know_local_rules(brain: Build, tmp_path: Path) -> None:
    with_rule(brain, tmp_path)
    assert run(tmp_path, "check", "--select", "XW")[0] == 1
    sarif = json.loads(run(tmp_path, "check", "--format", "sarif")[1])
    assert [rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]] == ["XW101"]
    assert run(tmp_path, "rule", "xw101")[1].startswith("XW101 shouting  BLOCK  (scope file")
    assert json.loads(run(tmp_path, "rule", "shouting", "--json")[1])["bad"][0]["text"] == "No!\n"
    assert "XW101  BLOCK  shouting" in run(tmp_path, "rule")[1]


def test_a_rule_may_be_asked_for_where_there_is_no_brain(tmp_path: Path) -> None:
    assert known_rules(str(tmp_path)) == RULES
    assert run(tmp_path, "rule", "BW201")[0] == 0
    assert run(tmp_path, "rule", "XW101")[2].startswith("brainwiki: No rule 'XW101'. ")
    write_files(tmp_path, {"brainwiki.toml": ON, "checks/rules/shout.py": SHOUT})
    assert run(tmp_path, "rule", "XW101")[0] == 0


def test_a_built_in_rule_is_explained_although_local_ones_are_broken(brain: Build, tmp_path: Path) -> None:
    with_rule(brain, tmp_path, rule="RULE = nothing\n")
    for name in ("BW201", "broken-wikilink"):
        assert run(tmp_path, "rule", name)[0] == 0
    for arguments in (["rule"], ["rule", "XW101"], ["check"], ["build"]):
        code, out, err = run(tmp_path, *arguments)
        assert (code, out) == (2, "")
        assert "checks/rules/shout.py:1: NameError: name 'nothing' is not defined" in err
        assert "Traceback" not in err
