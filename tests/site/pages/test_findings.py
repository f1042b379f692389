"""Findings as a page: by file with the line, and nothing of files that are not published."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from brainwiki.site.pages.findings import WIDE, Findings, blocking
from brainwiki.usecases.check import check
from brainwiki.usecases.workspace import Workspace
from tests.helpers import Texts, titled
from tests.site.sites import site_with

Find = Callable[..., Findings]

TEXTS = {
    "knowledge/a/x.md": titled("X", "One [[nope]] and [[other-nope]].\n\nSee <script>.\n"),
    "tasks/t.md": "---\ntype: task\ntitle: T\nstate: done\n---\nSecret words [[gone]].\n",
}


@pytest.fixture
def findings(brain: Callable[..., Workspace]) -> Find:
    """What blocks in a brain of these pages."""

    def find(texts: Texts, publish: tuple[str, ...] = (), all_files: bool = False) -> Findings:
        checked = check(brain(texts))
        return blocking(site_with(checked.wiki, publish), checked.report, "findings/", all_files)

    return find


def test_blocking_findings_by_file_with_their_lines(findings: Find) -> None:
    found = findings(TEXTS, ("tasks",))
    assert [file.path for file in found.files] == ["wiki/knowledge/a/x.md", "wiki/tasks/t.md"]
    first = found.files[0].findings[0]
    assert (first.code, first.severity, first.line, first.column) == ("BW201", "BLOCK", 6, 5)
    assert first.excerpt == ("One ", "[[nope]]", " and [[other-nope]].")
    assert first.message == "Nothing answers to [[nope]]."
    assert first.remedy
    assert found.files[0].href == "../knowledge/a/x/"
    assert found.hidden == 0


def test_files_that_are_not_published_are_only_counted(findings: Find) -> None:
    found = findings(TEXTS)
    assert [file.path for file in found.files] == ["wiki/knowledge/a/x.md"]
    assert found.hidden == 1
    assert found.block == sum(len(file.findings) for file in found.files) + 1
    assert "Secret" not in repr(found)


def test_while_serving_they_are_shown_without_a_link(findings: Find) -> None:
    found = findings(TEXTS, all_files=True)
    assert [(file.path, file.href) for file in found.files] == [
        ("wiki/knowledge/a/x.md", "../knowledge/a/x/"),
        ("wiki/tasks/t.md", ""),
    ]
    assert found.hidden == 0


def test_warnings_do_not_block(findings: Find) -> None:
    assert findings({"knowledge/a/x.md": titled("X", "Text.\n")}).files == ()


def test_long_lines_are_cut_and_hidden_signs_shown(findings: Find) -> None:
    body = f"{'a' * 500}\u200b [[nope]] {'b' * 500}\n"
    found = findings({"knowledge/a/x.md": titled("X", body)})
    link = next(one for one in found.files[0].findings if one.code == "BW201")
    assert link.excerpt[0].startswith("…aaa")
    assert "U+200B" in link.excerpt[0]
    assert link.excerpt[1] == "[[nope]]"
    assert len(link.excerpt[2]) <= WIDE // 2


def test_a_finding_of_the_whole_file_has_no_line(findings: Find) -> None:
    found = findings({"knowledge/a/x.md": "no front matter [[nope]]\n"})
    assert next(one for one in found.files[0].findings if one.code == "BW107").excerpt == ("", "", "")
