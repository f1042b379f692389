"""Checking a brain from its files to its report."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.errors import UnknownNameError
from brainwiki.usecases.check import check, view_of
from brainwiki.usecases.load import load_wiki
from tests.conftest import Build
from tests.helpers import NOW, Texts, titled, write_files


def codes(
    build: Build, texts: Texts, config: str = "", profile: str = "brain", **how: tuple[str, ...]
) -> list[tuple[str, str]]:
    """Path and code of each finding but those on orphans."""
    report = check(build(texts, profile, config), **how).report
    return [(finding.path, finding.code) for finding in report.findings if finding.code != "BW210"]


def test_a_clean_brain(brain: Build) -> None:
    checked = check(brain({"knowledge/a.md": titled("A", "[[b]]\n"), "knowledge/b.md": titled("B", "[[a]]\n")}))
    assert (checked.report.findings, checked.report.files) == ((), 2)
    assert set(checked.pages()) == {"wiki/knowledge/a.md", "wiki/knowledge/b.md"}


def test_findings_name_paths_from_the_workspace(brain: Build) -> None:
    assert codes(brain, {"knowledge/a.md": titled("A", "[[x]]\n")}) == [("wiki/knowledge/a.md", "BW201")]


def test_a_brain_that_is_its_workspace_has_no_prefix(tmp_path: Path) -> None:
    write_files(tmp_path, {"brainwiki.toml": 'brain = "."\n', "a.md": titled("A", "[[x]]\n")})
    checked = check(open_workspace(str(tmp_path), now=NOW), select=("BW201",))
    assert [finding.path for finding in checked.report.findings] == ["a.md"]
    assert set(checked.pages()) == {"a.md"}


def test_the_configuration_sets_severities_and_paths(brain: Build) -> None:
    texts = {"a/x.md": titled("X", "[[n]] [[]]\n"), "b/y.md": titled("Y", "[[n]]\n")}
    config = '[rules]\nBW204 = "off"\n[paths."a/*"]\nBW201 = "off"\nreason = "old"\n'
    assert codes(brain, texts, config, ignore=("BW905",)) == [("wiki/b/y.md", "BW201")]


def test_a_lowered_block_is_told_where_the_configuration_lowers_it(brain: Build) -> None:
    texts = {"a.md": titled("A", "[[b]]\n"), "b.md": titled("B", "[[a]]\n")}
    config = '[rules]\nBW204 = "off"\n[paths."a/*"] # BW201\nreason = "old BW201"\nBW201 = "off"\n'
    checked = check(brain(texts, config=config))
    (finding,) = checked.report.findings
    assert finding[:5] == ("brainwiki.toml", 6, 1, "BW905", "lowered-block")
    assert (finding.end_line, finding.end_column, finding.severity.value) == (6, 6, "WARN")
    assert finding.message == "BW201 is off in a/*: old BW201."
    assert checked.pages()["brainwiki.toml"].line(6) == 'BW201 = "off"'
    assert check(brain(texts, config=config), only=("wiki",)).report.findings == ()
    assert check(brain(texts, config=config), select=("BW2",)).report.lowered == ("BW201 is off in a/*: old BW201",)


def test_a_lowered_block_is_told_in_a_shared_file_too(tmp_path: Path) -> None:
    text = '[project]\nname = "BW201"\r\n[tool.brainwiki]\r\nrules = { BW204 = "off", BW201 = "WARN" }\r\n'
    write_files(tmp_path, {"pyproject.toml": text, "wiki/a.md": "x"})
    (finding,) = check(open_workspace(str(tmp_path), now=NOW), select=("BW905",)).report.findings
    assert finding[:4] == ("pyproject.toml", 4, 26, "BW905")
    assert finding.message == "BW201 is WARN by configuration."


def test_an_unknown_code_is_refused(brain: Build) -> None:
    with pytest.raises(UnknownNameError, match=r"No rule has a code that starts with 'BX'\. Check the name\."):
        check(brain({}), ignore=("BX",))


def test_every_page_is_told_as_it_is_read(brain: Build) -> None:
    told: list[tuple[int, int]] = []
    check(brain({"a.md": "x", "b/c.md": "x", "d.png": "x"}), on_progress=lambda *numbers: told.append(numbers))
    assert told == [(1, 2), (2, 2)]


def test_the_profile_sets_severities(brain: Build) -> None:
    texts = {"a.md": titled("A", "[[n]]\n")}
    report = check(brain(texts, "obsidian")).report
    assert [(finding.code, finding.severity.value) for finding in report.findings] == [("BW201", "WARN")]


def test_selection_and_scope(brain: Build) -> None:
    texts = {"a/x.md": titled("X", "[[n]] [[]]\n"), "b/y.md": titled("Y", "[[n]]\n")}
    assert codes(brain, texts, select=("BW204",)) == [("wiki/a/x.md", "BW204")]
    assert codes(brain, texts, ignore=("BW201",)) == [("wiki/a/x.md", "BW204")]
    assert codes(brain, texts, only=("wiki/b",)) == [("wiki/b/y.md", "BW201")]


def test_rules_see_the_clock_types_options_and_schemas(brain: Build, tmp_path: Path) -> None:
    write_files(tmp_path, {"checks/schemas/concept.json": '{"type": "object", "required": ["owner"]}'})
    workspace = brain({"a.md": titled("A")}, "obsidian", 'types = ["concept"]\n')
    view = view_of(workspace, load_wiki(workspace))
    assert (view.now, view.types, view.required) == (
        datetime(2026, 11, 30, 12, tzinfo=UTC),
        ("concept",),
        workspace.profile.required,
    )
    assert view.options["BW201"] == {"once_per_target": True}
    assert list(view.schemas) == ["concept"]
    assert codes(brain, {"a.md": titled("A")}) == [("wiki/a.md", "BW115")]


def test_one_finding_a_missing_target_where_the_profile_says_so(brain: Build) -> None:
    texts = {"a.md": "[[n]] [[N]] [[m]]\n", "b.md": "[[n]] [[m]]\n"}
    assert codes(brain, texts, profile="obsidian") == [("wiki/a.md", "BW201")] * 2


def test_symlinks_out_of_the_brain_block(brain: Build, tmp_path: Path) -> None:
    workspace = brain({"a.md": titled("A")})
    (tmp_path / "wiki/out.md").symlink_to("/etc/hosts")
    findings = check(workspace, select=("BW505",)).report.findings
    assert [(finding.path, finding.line, finding.severity.value) for finding in findings] == [
        ("wiki/out.md", 1, "BLOCK")
    ]


def test_pages_that_cannot_be_read_are_findings_and_never_skipped(brain: Build) -> None:
    texts = {
        "a.md": b"\xff\xfe\x00\x01",
        "b.md": b"",
        "c.md": "---\n" + "[" * 100_000 + "\n---\n",
        "d.md": "---\n\n---\n",
        "e.md": "x" * 2_000_000,
        "f.md": "\x00",
        "g.md": "\ud800".encode("utf-8", "surrogatepass"),
    }
    found = codes(brain, texts)
    assert {path for path, _ in found} == {f"wiki/{name}" for name in texts}
    assert "BW904" not in {code for _, code in found}


@pytest.mark.parametrize("profile", ["brain", "okf", "obsidian", "llm-wiki"])
def test_an_empty_brain_is_clean_under_every_profile(brain: Build, profile: str) -> None:
    assert codes(brain, {}, profile=profile) == []


def test_a_crash_is_handed_on(brain: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    from brainwiki.rules.families import links

    def crash(*_arguments: object) -> object:
        raise RuntimeError("no near names today")

    monkeypatch.setattr(links, "_nothing", crash)
    errors: list[Exception] = []
    report = check(brain({"a.md": titled("A", "[[x]]\n")}), on_crash=errors.append).report
    assert [str(error) for error in errors] == ["no near names today"]
    assert "BW904" in [finding.code for finding in report.findings]
