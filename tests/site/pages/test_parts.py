"""The parts of each page: nested contents, what search reads, where the navigation opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from brainwiki.site.look import overrides
from brainwiki.site.pages.parts import Maker, _nested
from brainwiki.site.templates import Templates
from tests.helpers import bare, titled
from tests.site.sites import SESSION, site_of, sourced, talk_site

PATH = "knowledge/a/page.md"


def maker(texts: Mapping[str, str], **more: object) -> Maker:
    return Maker(talk_site(texts, **more), Templates([overrides()]))


def names(entries: tuple[Mapping[str, Any], ...] | list[Mapping[str, Any]]) -> list[Any]:
    return [(entry["name"], names(entry["children"])) if entry["children"] else entry["name"] for entry in entries]


@pytest.mark.parametrize(
    ("flat", "expected"),
    [
        ([], []),
        ([(2, "a", "A"), (3, "b", "B"), (2, "c", "C")], [("A", ["B"]), "C"]),
        ([(4, "a", "A"), (2, "b", "B"), (4, "c", "C"), (3, "d", "D")], ["A", ("B", ["C", "D"])]),
        ([(2, "a", "<b> & c")], ["&lt;b&gt; &amp; c"]),
        ([(2, '"><b>', "x")], ["x"]),
    ],
)
def test_contents_nest(flat: list[tuple[int, str, str]], expected: list[Any]) -> None:
    assert names(_nested(flat)) == expected
    assert not any(sign in entry["id"] for entry in _nested(flat) for sign in '<>"')


def test_a_page_has_its_headings_and_the_sections_of_its_foot_in_its_contents() -> None:
    text = sourced(
        "# Page\n\n## One [cite:1]\n\n### Two\n\n> ## Quoted\n\n[[report]]\n", {"id": "1", "resource": "sources/report"}
    )
    part = maker({PATH: text, "knowledge/a/other.md": titled("Other", "[[page]]\n")}).page(PATH)
    assert names(part.contents) == [("One", ["Two"]), "Evidence", "Linked from"]
    assert [entry["id"] for entry in part.contents] == ["one", "bw-evidence", "bw-linked-from"]
    assert (part.title, part.language, part.folder, part.is_whole) == ("Page", "en", "knowledge/a", False)


def test_names_stand_above_the_text_and_the_description_in_the_head() -> None:
    part = maker({PATH: sourced("So.\n").replace("description: d", "description: In short.\naliases: [Twin]")}).page(
        PATH
    )
    assert "Twin" in part.content
    assert "In short." in part.head
    assert "In short." not in part.content


def test_a_session_is_its_summary_and_its_turns() -> None:
    part = maker({}).page(f"{SESSION}/session.md")
    assert part.content.index("On diagrams.") < part.content.index('id="turn-1"') < part.content.index('id="turn-4"')
    assert "You like &lt;b&gt;diagrams&lt;/b&gt;\nmore than lists." in part.content
    assert part.folder == "sessions"


def test_the_home_and_the_log() -> None:
    made = maker({"index.md": "# Home page\n", "log.md": "# Log\n"})
    assert (made.page("index.md").title, made.page("index.md").folder) == ("Memory", "")
    assert made.page("log.md").folder is None
    assert ">Home page</h1>" in made.page("index.md").head


def test_lines_of_a_source_are_shown_where_evidence_counts_them() -> None:
    text = sourced("So. [cite:1]\n", {"id": "1", "resource": "sources/report#L1"})
    part = maker({PATH: text}).page("sources/report.md")
    assert (
        '<div class="bw-line bw-line--cited" id="L1"><a href="#L1">1</a><span>It runs at 40 bar.</span></div>'
        in part.foot
    )
    assert 'id="L1"' not in maker({}).page("sources/report.md").foot


def test_a_raw_file_is_text() -> None:
    raw = {"raw/n.txt": bare("# no heading\n<script>\n[[x]]\n", "raw/n.txt", "raw")}
    part = Maker(site_of({"p.md": titled("P")}, "llm-wiki", evidence=raw, prefix="wiki"), Templates([overrides()])).raw(
        "raw/n.txt"
    )
    assert part.is_whole
    assert "<span># no heading</span>" in part.content
    assert "&lt;script&gt;" in part.content
    assert "[[x]]" in part.content


def test_pages_of_the_site_s_own_making_are_whole_and_have_contents() -> None:
    part = maker({PATH: titled("Page")}).whole("Title", "<p>x</p>", [(2, "a", "A & B"), (3, "b", "B")], "knowledge")
    assert (part.title, part.is_whole, part.folder, part.content) == ("Title", True, "knowledge", "<p>x</p>")
    assert names(part.contents) == [("A &amp; B", ["B"])]
