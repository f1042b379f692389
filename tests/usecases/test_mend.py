"""`--fix` on the disk: only what is reported, only files that are still what was read, the same a second time."""

from __future__ import annotations

import os
import shutil
import stat
import unicodedata
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from brainwiki.adapters.filesystem import ConfinedRoot
from brainwiki.bootstrap import open_workspace
from brainwiki.markup.writer import Edit
from brainwiki.rules.register import BY_CODE
from brainwiki.rules.rule import Mend
from brainwiki.usecases import mend as module
from brainwiki.usecases.baseline import renew
from brainwiki.usecases.check import check
from brainwiki.usecases.mend import Fixed, Left, Mending, mend, with_fixes
from brainwiki.usecases.workspace import Workspace
from tests.conftest import Build
from tests.helpers import NOW, titled, write_files

TABLE = "| a | b |\n|---|---|\n"
PAGES = {
    "knowledge/a.md": "\ufeff" + titled("A", "See [[b]].\n", "country: no\nversion: 1.10\n"),
    "knowledge/b.md": titled("B", f"{TABLE}| [[a|it]] | x |\r\n").replace("\n", "\r\n", 3),
    "knowledge/c.md": titled("C", "Fine. [[a]]\n").replace("\n", "\r\n"),
}


def fix(workspace: Workspace, **how: tuple[str, ...]) -> Mending:
    """Mend what a check with these options reports."""
    return mend(workspace, partial(check, workspace, **how))  # type: ignore[arg-type]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a brain."""
    wiki = folder / "wiki"
    return {path.relative_to(wiki).as_posix(): path.read_bytes() for path in wiki.rglob("*") if path.is_file()}


@pytest.mark.parametrize("kept", [False, True], ids=["whole pages", "kept facts"])
def test_files_are_mended_and_checked_again(brain: Build, tmp_path: Path, kept: bool) -> None:
    workspace = brain(PAGES)
    before = contents(tmp_path)
    found = mend(workspace, partial(check, workspace, shelf=workspace.shelf if kept else None))
    assert found.fixed == (
        Fixed("wiki/knowledge/a.md", ("BW102", "BW116"), 3),
        Fixed("wiki/knowledge/b.md", ("BW124", "BW207"), 2),
    )
    assert found.left == ()
    assert [finding.code for finding in found.checked.report.findings] == ["BW210"]
    after = contents(tmp_path)
    assert after["knowledge/a.md"].decode() == titled("A", "See [[b]].\n", 'country: "no"\nversion: "1.10"\n')
    assert after["knowledge/b.md"].decode() == titled("B", f"{TABLE}| [[a\\|it]] | x |\n")
    assert after["knowledge/c.md"] == before["knowledge/c.md"]
    assert set(after) == set(before)


def test_a_second_time_changes_nothing(brain: Build, tmp_path: Path) -> None:
    workspace = brain(PAGES)
    fix(workspace)
    before = contents(tmp_path)
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "wiki").rglob("*.md")}
    again = fix(workspace)
    assert (again.fixed, again.left) == ((), ())
    assert contents(tmp_path) == before
    assert times == {path: path.stat().st_mtime_ns for path in (tmp_path / "wiki").rglob("*.md")}


@pytest.mark.parametrize(
    ("how", "fixed"),
    [
        ({"select": ("BW102",)}, [("wiki/knowledge/a.md", ("BW102",))]),
        ({"ignore": ("BW1",)}, [("wiki/knowledge/b.md", ("BW207",))]),
        ({"only": ("wiki/knowledge/b.md",)}, [("wiki/knowledge/b.md", ("BW124", "BW207"))]),
        ({"only": ("wiki/knowledge/c.md",)}, []),
        ({"select": ("BW2",), "only": ("wiki/knowledge/a.md",)}, []),
    ],
)
def test_only_what_is_selected_is_mended(
    brain: Build, tmp_path: Path, how: dict[str, tuple[str, ...]], fixed: list[tuple[str, tuple[str, ...]]]
) -> None:
    workspace = brain(PAGES)
    before = contents(tmp_path)
    assert [(one.path, one.codes) for one in fix(workspace, **how).fixed] == fixed
    changed = {name for name, raw in contents(tmp_path).items() if raw != before[name]}
    assert changed == {path.removeprefix("wiki/") for path, _ in fixed}


def test_what_is_silenced_is_not_mended(brain: Build, tmp_path: Path) -> None:
    row = "| [[b|it]] | x |\n"
    pages = {
        "a.md": titled("A", f"<!-- bw-ignore-file BW207: shown on purpose -->\n\n{TABLE}{row}", "country: no\n"),
        "b.md": titled("B", "[[a]] [[c]]\n", "country: no\n"),
        "c.md": titled("C", f"{TABLE}{row}"),
    }
    workspace = brain(pages, config='[rules]\nBW102 = "off"\n[paths."a.md"]\nBW116 = "off"\nreason = "old"\n')
    assert fix(workspace, select=("BW2", "BW116")).fixed == (
        Fixed("wiki/b.md", ("BW116",), 1),
        Fixed("wiki/c.md", ("BW207",), 1),
    )
    assert contents(tmp_path)["a.md"].decode() == pages["a.md"]


def test_what_the_baseline_allows_is_not_mended(brain: Build, tmp_path: Path) -> None:
    workspace = brain(PAGES)
    renew(workspace, check(workspace).found)
    before = contents(tmp_path)
    found = fix(workspace)
    assert (found.fixed, found.checked.report.baselined, contents(tmp_path)) == ((), 6, before)


@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_a_file_keeps_its_mode(brain: Build, tmp_path: Path, mode: int) -> None:
    workspace = brain(PAGES)
    page = tmp_path / "wiki/knowledge/a.md"
    page.chmod(mode)
    fix(workspace)
    assert stat.S_IMODE(page.stat().st_mode) == mode


@pytest.mark.parametrize("kept", [False, True], ids=["whole pages", "kept facts"])
def test_a_file_that_changes_after_the_check_is_left_as_it_is(brain: Build, tmp_path: Path, kept: bool) -> None:
    workspace = brain(PAGES)
    page = tmp_path / "wiki/knowledge/a.md"
    edited = PAGES["knowledge/a.md"].replace("See", "Now see")

    def then_edit() -> object:
        checked = check(workspace, shelf=workspace.shelf if kept else None)
        page.write_text(edited, "utf-8")
        return checked

    found = mend(workspace, then_edit)  # type: ignore[arg-type]
    assert [one.path for one in found.fixed] == ["wiki/knowledge/b.md"]
    assert found.left == tuple(
        Left("wiki/knowledge/a.md", code, "the file changed since it was read") for code in ("BW102", "BW116")
    )
    assert page.read_text("utf-8") == edited


def test_a_file_that_changes_while_it_is_mended_is_left_as_it_is(
    brain: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = brain(PAGES)
    page = tmp_path / "wiki/knowledge/a.md"
    write = ConfinedRoot.replace

    def late(self: ConfinedRoot, path: str, expected: bytes, content: bytes) -> None:
        if path == "knowledge/a.md":
            page.write_bytes(expected + b"More.\n")
        write(self, path, expected, content)

    monkeypatch.setattr(ConfinedRoot, "replace", late)
    found = fix(workspace)
    assert [one.path for one in found.fixed] == ["wiki/knowledge/b.md"]
    assert {left.reason for left in found.left} == {"the file changed since it was read"}
    assert page.read_bytes() == PAGES["knowledge/a.md"].encode() + b"More.\n"


def test_a_file_that_is_gone_or_may_not_be_written_stops_no_other(
    brain: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = brain({**PAGES, "knowledge/d.md": "\ufeff" + titled("D", "[[a]]\n")})
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("a.md"))

    def then_remove() -> object:
        checked = check(workspace)
        (tmp_path / "wiki/knowledge/d.md").unlink(missing_ok=True)
        return checked

    found = mend(workspace, then_remove)  # type: ignore[arg-type]
    assert [one.path for one in found.fixed] == ["wiki/knowledge/b.md"]
    assert [(left.path, left.reason) for left in found.left] == [
        ("wiki/knowledge/a.md", "the file may not be written")
    ] * 2


def test_nothing_is_written_through_a_symlink(brain: Build, tmp_path: Path) -> None:
    workspace = brain({"a.md": titled("A", "[[b]]\n"), "raw.txt": "\ufeff" + titled("B", "[[a]]\n")})
    os.symlink("raw.txt", tmp_path / "wiki/b.md")
    found = fix(workspace)
    assert (found.fixed, found.left) == ((), (Left("wiki/b.md", "BW102", "the file is reached through a symlink"),))
    assert (tmp_path / "wiki/b.md").is_symlink()
    assert (tmp_path / "wiki/raw.txt").read_bytes().startswith(b"\xef\xbb\xbf")


def test_a_link_to_a_page_that_was_mended_is_clean_too_and_not_told(brain: Build, tmp_path: Path) -> None:
    workspace = brain({"a.md": titled("A", "[[b]]\n"), "b.md": "\ufeff" + titled("B", "[[a]]\n")})
    os.symlink("b.md", tmp_path / "wiki/0.md")
    found = fix(workspace, select=("BW102",))
    assert (found.fixed, found.left) == ((Fixed("wiki/b.md", ("BW102",), 1),), ())


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_file_is_found_by_the_name_that_it_has_on_the_disk(brain: Build, tmp_path: Path, form: str) -> None:
    name = unicodedata.normalize(form, "é.md")
    workspace = brain({name: "\ufeff" + titled("E")})
    assert fix(workspace, select=("BW102",)).fixed == (Fixed("wiki/é.md", ("BW102",), 1),)
    assert contents(tmp_path) == {name: titled("E").encode()}


def test_twins_by_composition_are_both_mended(brain: Build, tmp_path: Path) -> None:
    names = [unicodedata.normalize(form, "é.md") for form in ("NFC", "NFD")]
    workspace = brain({name: f"\ufeff{titled(str(number))}" for number, name in enumerate(names)})
    assert [one.count for one in fix(workspace, select=("BW102",)).fixed] == [1, 1]
    assert contents(tmp_path) == {name: titled(str(number)).encode() for number, name in enumerate(names)}


def citing(quote: str, more: str = "") -> str:
    """A page that quotes `b`."""
    return titled("A", "It is so. [cite:1]\n", f"sources:\n  - id: 1\n    resource: b\n    quote: '{quote}'\n{more}")


def test_a_quote_of_another_page_stands_afterwards(brain: Build, tmp_path: Path) -> None:
    row = "| [[a|it]] | x |"
    workspace = brain({"a.md": citing(row), "b.md": titled("B", f"{TABLE}{row}\n", "country: no\n")})
    found = fix(workspace, select=("BW116", "BW207", "BW305"))
    assert found.fixed == (Fixed("wiki/b.md", ("BW116",), 1),)
    assert found.left == (Left("wiki/b.md", "BW207", "a quote that another page takes from it would no longer stand"),)
    assert "BW305" not in [finding.code for finding in found.checked.report.findings]


def test_a_quote_that_never_stood_is_no_reason(brain: Build) -> None:
    workspace = brain({"a.md": citing("nowhere"), "b.md": titled("B", f"{TABLE}| [[a|it]] | x |\n")})
    assert fix(workspace, select=("BW207",)).fixed == (Fixed("wiki/b.md", ("BW207",), 1),)


def test_a_report_may_carry_what_would_mend_its_findings(brain: Build, tmp_path: Path) -> None:
    workspace = brain(
        {
            **PAGES,
            "0.md": citing("x", "    digest: sha256:00\n").replace("resource: b", "resource: s"),
            "s.md": titled("S", "x\n", "a: no\n"),
        }
    )
    before = contents(tmp_path)
    checked = check(workspace)
    report = with_fixes(workspace, checked)
    shown = [
        (report.findings[index].path, report.findings[index].code, len(edits)) for index, edits in report.fixes.items()
    ]
    assert shown == [
        ("wiki/knowledge/a.md", "BW116", 1),
        ("wiki/knowledge/a.md", "BW116", 1),
        ("wiki/knowledge/b.md", "BW207", 1),
    ]
    assert replace(report, fixes={}) == checked.report
    assert contents(tmp_path) == before


def test_a_file_that_a_digest_seals_is_left_as_it_is(brain: Build, tmp_path: Path) -> None:
    sealed = "\ufeff" + titled("B", "It runs.\n")
    workspace = brain({"a.md": citing("It runs.", "    digest: sha256:00\n"), "b.md": sealed})
    found = fix(workspace)
    assert (found.fixed, found.left) == (
        (),
        (Left("wiki/b.md", "BW102", "a source with a digest leads to the file"),),
    )
    assert contents(tmp_path)["b.md"].decode() == sealed


def test_fixes_that_meet_are_made_one_run_after_the_other(brain: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    way = Mend(edits=lambda page, view, start, end: [Edit(start, end, "x")])
    monkeypatch.setitem(BY_CODE, "BW204", replace(BY_CODE["BW204"], mend=way))
    workspace = brain({"a.md": titled("A", "[[]][[]][[]] [[]]\n")})

    def checked() -> object:
        found = check(workspace, select=("BW204",))
        safe = tuple(finding._replace(fix="safe") for finding in found.report.findings)
        return replace(found, report=replace(found.report, findings=safe))

    found = mend(workspace, checked)  # type: ignore[arg-type]
    assert found.fixed == (Fixed("wiki/a.md", ("BW204",), 4),)
    assert found.checked.report.findings == ()


def test_a_fix_that_never_comes_to_an_end_is_stopped(brain: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = brain({"a.md": "\ufeff" + titled("A")})
    once = check(workspace, select=("BW102",))
    page = once.wiki.pages["a.md"]
    runs: list[int] = []

    def again() -> object:
        runs.append(1)
        workspace.brain.replace("a.md", workspace.brain.read("a.md"), b"\xef\xbb\xbf" + page.text.encode())
        return once

    mend(workspace, again)  # type: ignore[arg-type]
    assert len(runs) == module.RUNS + 1


def test_a_git_repository_gets_no_commit(brain: Build, tmp_path: Path) -> None:
    import git

    workspace = brain(PAGES)
    repository = git.Repo.init(tmp_path)
    repository.git.add(all=True)
    head = repository.index.commit("Before")
    fix(workspace)
    assert repository.head.commit == head
    assert repository.git.diff("--cached", "--name-only") == ""
    assert repository.git.diff("--name-only").split() == ["wiki/knowledge/a.md", "wiki/knowledge/b.md"]


def test_files_that_are_not_listed_are_never_touched(brain: Build, tmp_path: Path) -> None:
    workspace = brain(PAGES)
    write_files(tmp_path, {"wiki/.obsidian/x.md": "\ufeffx", "other/y.md": "\ufeffy"})
    fix(workspace)
    assert (tmp_path / "wiki/.obsidian/x.md").read_text("utf-8") == "\ufeffx"
    assert (tmp_path / "other/y.md").read_text("utf-8") == "\ufeffy"


def test_a_real_wiki_keeps_its_claims_and_loses_no_link(corpus: Path, tmp_path: Path) -> None:
    shutil.copytree(corpus, tmp_path / "wiki", symlinks=True)
    (tmp_path / "brainwiki.toml").write_text('profile = "llm-wiki"\n')
    workspace = open_workspace(str(tmp_path), now=NOW)
    before = check(workspace)
    found = fix(workspace)
    after = found.checked
    for path, page in before.wiki.pages.items():
        new = after.wiki.pages[path]
        assert [(one.id, one.text, one.ids) for one in page.claims] == [
            (one.id, one.text, one.ids) for one in new.claims
        ]
        assert new.meta == page.meta
        targets = Counter(target for _, target in after.wiki.targets(new))
        assert not Counter(target for _, target in before.wiki.targets(page)) - targets
    fixed = sum(one.count for one in found.fixed)
    assert len(before.report.findings) - len(after.report.findings) >= fixed
    again = fix(workspace)
    assert (again.fixed, again.left) == ((), found.left)
