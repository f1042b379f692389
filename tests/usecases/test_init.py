"""`init`: a new brain that passes, an adopted wiki that stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from brainwiki.adapters.clock import FixedClock
from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.bootstrap import new_workspace_files, open_workspace
from brainwiki.cli.main import main
from brainwiki.config.profile import NAMES
from brainwiki.errors import ExistsError
from brainwiki.rules.compact_index import compact_index
from brainwiki.usecases.around import Service
from brainwiki.usecases.check import check
from brainwiki.usecases.init import initialise
from brainwiki.usecases.load import load_wiki
from tests.helpers import NOW, write_files

GITHUB = {f".github/workflows/{name}.yml" for name in ("brain", "brain-dream", "brain-review", "brain-comment")}


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_new_brain_passes_its_own_checks(tmp_path: Path) -> None:
    made = initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW))
    assert (made.profile, made.brain, made.adopted) == ("brain", "wiki", False)
    workspace = open_workspace(str(tmp_path), now=NOW)
    assert workspace.configured == "brainwiki.toml"
    assert check(workspace).report.findings == ()


def test_the_index_of_a_new_brain_is_one_that_programs_write_anew(tmp_path: Path) -> None:
    """Otherwise it would count as written by a person, and new pages would never be listed."""
    initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW))
    wiki = load_wiki(open_workspace(str(tmp_path), now=NOW))
    assert (tmp_path / "wiki/index.md").read_text("utf-8") == compact_index(wiki, "Index")


def test_a_new_brain_is_dated_by_the_clock(tmp_path: Path) -> None:
    initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW))
    assert "## 2026-11-30" in (tmp_path / "wiki/log.md").read_text("utf-8")


def test_an_existing_vault_is_adopted_without_a_change(tmp_path: Path) -> None:
    write_files(tmp_path, {"Daily/2026-01-01.md": "- met [[Ann]]", "Ann.md": "", ".obsidian/app.json": "{}"})
    before = snapshot(tmp_path)
    made = initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW))
    after = snapshot(tmp_path)
    assert (made.profile, made.brain, made.adopted) == ("obsidian", ".", True)
    assert {path: raw for path, raw in after.items() if path in before} == before
    assert set(after) - set(before) == {"brainwiki.toml", ".pre-commit-config.yaml", *GITHUB}
    assert check(open_workspace(str(tmp_path), now=NOW)).report.block == 0


@pytest.mark.parametrize("profile", NAMES)
def test_the_profile_that_was_asked_for_is_written(tmp_path: Path, profile: str) -> None:
    write_files(tmp_path, {"wiki/a.md": "# A\n"})
    initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW), profile)
    workspace = open_workspace(str(tmp_path))
    assert (workspace.profile.name, workspace.prefix) == (profile, "wiki")


def test_a_configured_folder_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    write_files(tmp_path, {"brainwiki.toml": "format = 1\n"})
    with pytest.raises(ExistsError):
        initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW))
    assert set(snapshot(tmp_path)) == {"brainwiki.toml"}


def test_files_that_are_there_are_kept(tmp_path: Path) -> None:
    write_files(tmp_path, {".gitignore": "mine\n", "README.md": "# Code\n"})
    made = initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW))
    assert made.outcome.kept == ((".gitignore", ".brainwiki/\nsite/\n"),)
    assert not made.adopted
    assert (tmp_path / ".gitignore").read_text("utf-8") == "mine\n"


def test_a_kept_file_that_has_it_all_needs_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, {".gitignore": "mine\n  site/\n.brainwiki/\n"})
    assert initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW)).outcome.kept == ((".gitignore", ""),)


@pytest.mark.parametrize(
    ("service", "wanted"),
    [("github", GITHUB), ("gitlab", {".gitlab-ci.yml"}), ("none", set())],
)
def test_one_service_gets_its_files(tmp_path: Path, service: Service, wanted: set[str]) -> None:
    made = initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW), service=service)
    found = {path for path in made.outcome.written if path.endswith((".yml", ".yaml"))}
    assert found == {".pre-commit-config.yaml", *wanted}


@pytest.mark.parametrize(
    ("service", "there", "first", "last"),
    [
        ("github", ".pre-commit-config.yaml", "  - repo: local", "        always_run: true"),
        ("github", ".github/workflows/brain.yml", "  check:", "        run: brainwiki check"),
        ("github", ".github/workflows/brain.yaml", "  check:", "        run: brainwiki check"),
        ("gitlab", ".gitlab-ci.yml", "brain:", "      codequality: gl-code-quality-report.json"),
    ],
)
def test_a_file_of_ci_or_hooks_that_is_there_is_kept_with_the_lines_to_add(
    tmp_path: Path, service: Service, there: str, first: str, last: str
) -> None:
    write_files(tmp_path, {there: "# mine\n"})
    made = initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW), service=service)
    lines = dict(made.outcome.kept)[there].splitlines()
    assert [path for path, _ in made.outcome.kept] == [there]
    assert lines[0] == first
    assert lines[-1].startswith(last)
    assert (tmp_path / there).read_text("utf-8") == "# mine\n"


@pytest.mark.parametrize("project", ["tool = 3\n", "[tool.brainwiki", "[project]\nname = 'x'\n", b"\xff"])
def test_a_project_file_that_configures_no_brain_is_no_obstacle(tmp_path: Path, project: str | bytes) -> None:
    write_files(tmp_path, {"pyproject.toml": project})
    made = initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW), linters=True)
    assert {"brainwiki.toml", ".rumdl.toml"} <= set(made.outcome.written)


def test_settings_for_linters_come_with_a_new_brain_when_asked_for(tmp_path: Path) -> None:
    plain = initialise(new_workspace_files(str(tmp_path / "plain"))[0], FixedClock(NOW))
    more = initialise(new_workspace_files(str(tmp_path / "more"))[0], FixedClock(NOW), linters=True)
    extra = (".rumdl.toml", ".markdownlint.jsonc", ".prettierignore")
    assert more.outcome.written == (*plain.outcome.written, *extra)


def test_with_settings_for_linters_a_broken_configuration_is_no_new_brain(tmp_path: Path) -> None:
    write_files(tmp_path, {"brainwiki.toml": "format = 99\n"})
    result = CliRunner().invoke(main, ["init", str(tmp_path), "--lint-config"])
    assert result.exit_code == 2
    assert set(snapshot(tmp_path)) == {"brainwiki.toml"}


def test_the_command_says_what_it_wrote(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["init", str(tmp_path / "new"), "--now", "2026-11-30"])
    assert result.exit_code == 0
    assert "+ wiki/index.md" in result.stdout
    assert "+ .github/workflows/brain.yml" in result.stdout
    again = CliRunner().invoke(main, ["init", str(tmp_path / "new")])
    assert again.exit_code == 2
    assert "exists already" in again.stderr
