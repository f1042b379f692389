"""Formatters with the settings of `init --lint-config`: no claim, link, cite or heading changes; without them, they do."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from brainwiki.adapters.clock import FixedClock
from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.bootstrap import open_workspace
from brainwiki.cli.main import main
from brainwiki.config.profile import NAMES, load_profile
from brainwiki.model.wiki import Wiki
from brainwiki.usecases.check import check
from brainwiki.usecases.init import initialise, set_linters
from brainwiki.usecases.linters import OFF, records
from brainwiki.usecases.load import load_wiki
from tests.helpers import NOW, REPOSITORY, make_brain, write_files

SYNTAX = (REPOSITORY / "tests/data/all-syntax.md").read_text("utf-8")
# Rules of rumdl that are off unless asked for and rewrite what they find, and the reflow of long lines.
EVERYTHING = (
    "--extend-enable",
    "MD060,MD063,MD072,MD076,MD088,MD089,MD090,MD093",
    "--config",
    "MD013.reflow=true",
)


def rumdl(folder: Path, *words: str) -> str:
    """What rumdl prints, run in a folder without a cache."""
    command = [str(Path(sys.executable).parent / "rumdl"), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120).stdout


def meaning(wiki: Wiki) -> dict[str, dict[str, Any]]:
    """What the pages of a wiki say, without where they say it."""
    return {
        page.path: {
            "front matter": page.text[: page.body].rstrip("\n"),
            "headings": [(heading.text, heading.anchor) for heading in page.headings],
            "links": [(link.target, link.fragment, link.label, link.form) for link in page.links],
            "cites": [(cite.ids, cite.form) for cite in page.cites],
            "claims": [(one.id, one.text, one.ids, one.until, one.parent, one.explicit) for one in page.claims],
            "sources": [source._replace(start=0) for source in page.sources],
            "blocks": list(page.blocks),
        }
        for page in wiki
    }


def copied(folder: Path, name: str) -> Path:
    """A workspace with a copy of a brain in its folder `wiki`, without a configuration."""
    if name == "syntax":
        write_files(folder / "wiki", {"knowledge/syntax.md": SYNTAX})
    else:
        shutil.copytree(REPOSITORY / name, folder / "wiki")
    return folder


def changed(folder: Path, *words: str) -> set[str]:
    """The parts of some page's meaning that formatting changes."""
    before = meaning(load_wiki(open_workspace(str(folder), now=NOW)))
    rumdl(folder, "fmt", "--no-cache", "-q", *words, ".")
    after = meaning(load_wiki(open_workspace(str(folder), now=NOW)))
    assert before.keys() == after.keys()
    return {part for path in before for part in before[path] if before[path][part] != after[path][part]}


@pytest.mark.parametrize("name", ["syntax", "wiki", "tests/data/example/wiki"])
@pytest.mark.parametrize("words", [(), EVERYTHING], ids=["as it comes", "everything on"])
def test_with_the_settings_formatting_changes_nothing_that_is_meant(
    tmp_path: Path, name: str, words: tuple[str, ...]
) -> None:
    folder = copied(tmp_path, name)
    initialise(ConfinedRoot(str(folder)), FixedClock(NOW), "brain", linters=True)
    assert changed(folder, *words) == set()


def test_formatting_does_touch_the_page_with_all_of_the_syntax(tmp_path: Path) -> None:
    folder = copied(tmp_path, "syntax")
    initialise(ConfinedRoot(str(folder)), FixedClock(NOW), "brain", linters=True)
    changed(folder)
    assert (folder / "wiki/knowledge/syntax.md").read_text("utf-8") != SYNTAX


def test_without_the_settings_formatting_eats_cites(tmp_path: Path) -> None:
    folder = copied(tmp_path, "syntax")
    initialise(ConfinedRoot(str(folder)), FixedClock(NOW), "brain")
    assert {"claims", "cites", "links", "headings"} <= changed(folder)


@pytest.mark.parametrize("code", [one.code for one in OFF])
def test_every_rule_that_is_off_has_something_to_say_about_the_syntax(tmp_path: Path, code: str) -> None:
    write_files(tmp_path, {"syntax.md": SYNTAX})
    assert f"[{code}]" in rumdl(tmp_path, "check", "--no-cache", "--isolated", "--enable", code, "syntax.md")


def test_a_new_brain_with_its_settings_is_clean_for_both(tmp_path: Path) -> None:
    initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW), linters=True)
    assert "No issues found" in rumdl(tmp_path, "check", "--no-cache", ".")
    assert check(open_workspace(str(tmp_path), now=NOW)).report.findings == ()


def test_the_settings_of_rumdl_hold_in_the_brain_only_and_leave_evidence_alone(tmp_path: Path) -> None:
    write_files(tmp_path, {"README.md": "# A\n\n(see)[cite:1]\n", "wiki/sources/a.md": "# A\n\n\n\n(see)[cite:1]\n"})
    set_linters(make_brain(tmp_path, {"knowledge/b.md": "# B\n\n(see)[cite:1]  and\n"}))
    told = rumdl(tmp_path, "check", "--no-cache", ".")
    assert "README.md:3:1: [MD011]" in told
    assert "wiki/knowledge/b.md:3:14: [MD064]" in told
    assert "MD011" not in told.replace("README.md:3:1: [MD011]", "")
    assert "sources/a.md" not in told


@pytest.mark.parametrize("profile", NAMES)
def test_settings_of_an_adopted_folder_hold_for_all_of_it(tmp_path: Path, profile: str) -> None:
    write_files(tmp_path, {"a.md": "---\ntitle: A\n---\n# A\n\n(see)[cite:1] here\n"})
    initialise(ConfinedRoot(str(tmp_path)), FixedClock(NOW), profile, linters=True)
    assert "No issues found" in rumdl(tmp_path, "check", "--no-cache", ".")
    assert (tmp_path / ".prettierignore").read_text("utf-8").splitlines()[1:] == ["*.md", "/.markdownlint.jsonc"]


def test_evidence_is_told_by_profile_and_configuration() -> None:
    assert set(records(load_profile("brain"), "wiki")) == {"wiki/sessions", "wiki/sources"}
    assert records(load_profile("brain"), "", ("./papers/",)) == ("sessions", "sources", "papers")
    assert records(load_profile("llm-wiki"), "wiki") == ("wiki/sources", "raw")
    assert records(load_profile("obsidian"), "") == ()


def test_a_folder_of_evidence_that_is_configured_is_left_alone(tmp_path: Path) -> None:
    write_files(tmp_path, {"papers/a.md": "# A\n"})
    set_linters(make_brain(tmp_path, {"knowledge/b.md": "# B\n"}, config='evidence = ["papers"]\n'))
    excluded = tomllib.loads((tmp_path / ".rumdl.toml").read_text("utf-8"))["global"]["exclude"]
    assert excluded == ["wiki/sessions/**", "wiki/sources/**", "papers/**"]


def test_the_settings_of_markdownlint_are_json_with_comments(tmp_path: Path) -> None:
    set_linters(make_brain(tmp_path, {}))
    text = (tmp_path / ".markdownlint.jsonc").read_text("utf-8")
    assert json.loads(re.sub(r"//.*", "", text)) == {one.code: False for one in OFF if one.shared}
    assert {"MD007", "MD011", "MD025", "MD052"} <= {one.code for one in OFF if one.shared}


def test_each_rule_is_listed_once_and_in_order() -> None:
    codes = [one.code for one in OFF]
    assert codes == sorted(set(codes))


@pytest.mark.parametrize("rival", [".rumdl.toml", "rumdl.toml", ".config/rumdl.toml"])
def test_settings_of_rumdl_that_are_there_are_kept_and_told(tmp_path: Path, rival: str) -> None:
    workspace = make_brain(tmp_path, {"knowledge/b.md": "(see)[cite:1]\n"})
    write_files(tmp_path, {rival: "[MD009]\nstrict = true\n\n"})
    kept = dict(set_linters(workspace).outcome.kept)
    assert list(kept) == [rival]
    assert (tmp_path / rival).read_text("utf-8") == "[MD009]\nstrict = true\n\n"
    assert (tmp_path / ".rumdl.toml").exists() == (rival == ".rumdl.toml")
    (tmp_path / rival).write_text(kept[rival], "utf-8")
    assert "MD011" not in rumdl(tmp_path, "check", "--no-cache", ".")
    assert dict(set_linters(workspace).outcome.kept)[rival] == ""


def test_a_project_that_configures_rumdl_is_told_the_tables_of_its_own_file(tmp_path: Path) -> None:
    workspace = make_brain(tmp_path, {"knowledge/b.md": "# B\n\n(see)[cite:1] here\n"})
    write_files(tmp_path, {"pyproject.toml": "[tool.rumdl]\nline-length = 100\n"})
    made = set_linters(workspace)
    lines = dict(made.outcome.kept)["pyproject.toml"]
    assert ".rumdl.toml" not in made.outcome.written
    assert list(tomllib.loads(lines)["tool"]["rumdl"]) == ["exclude", "per-file-ignores"]
    assert "[MD011]" in rumdl(tmp_path, "check", "--no-cache", ".")
    (tmp_path / "pyproject.toml").write_text(lines, "utf-8")
    assert "No issues found" in rumdl(tmp_path, "check", "--no-cache", ".")


def test_a_project_without_settings_of_rumdl_is_no_rival(tmp_path: Path) -> None:
    workspace = make_brain(tmp_path, {})
    write_files(tmp_path, {"pyproject.toml": "[tool.ruff]\nline-length = 100\n"})
    assert ".rumdl.toml" in set_linters(workspace).outcome.written


@pytest.mark.parametrize("form", ["json", "yaml", "yml", "cjs", "mjs"])
def test_a_file_of_markdownlint_in_another_form_is_not_hidden(tmp_path: Path, form: str) -> None:
    workspace = make_brain(tmp_path, {})
    write_files(tmp_path, {f".markdownlint.{form}": ""})
    made = set_linters(workspace)
    assert not (tmp_path / ".markdownlint.jsonc").exists()
    lines = dict(made.outcome.kept)[f".markdownlint.{form}"]
    assert ("\nMD011: false # " if form.startswith("y") else '\n  "MD011": false, // ') in lines


def test_the_command_writes_only_these_files_beside_a_configured_brain(tmp_path: Path) -> None:
    make_brain(tmp_path, {"knowledge/b.md": "# B\n"})
    write_files(tmp_path, {".prettierignore": "dist/\n"})
    result = CliRunner().invoke(main, ["init", str(tmp_path), "--lint-config"])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "  + .rumdl.toml",
        "  + .markdownlint.jsonc",
        "  = .prettierignore was there and is unchanged; add to it:",
        "      /wiki/",
        "      /.markdownlint.jsonc",
        f"Settings for the linters of the brain at {tmp_path}.",
    ]
    again = json.loads(CliRunner().invoke(main, ["init", str(tmp_path), "--lint-config", "--json"]).stdout)
    assert again["written"] == []
    assert again["kept"] == [".rumdl.toml", ".markdownlint.jsonc", ".prettierignore"]
    assert again["add"] == {".prettierignore": "/wiki/\n/.markdownlint.jsonc\n"}
    assert (again["configured"], again["adopted"], again["brain"]) == (True, False, "wiki")


def test_the_command_finds_the_workspace_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_brain(tmp_path, {"knowledge/b.md": "# B\n"})
    monkeypatch.chdir(tmp_path / "wiki/knowledge")
    result = CliRunner().invoke(main, ["init", "--lint-config"])
    assert result.exit_code == 0
    assert (tmp_path / ".rumdl.toml").exists()
    assert not (tmp_path / "wiki/knowledge/brainwiki.toml").exists()
