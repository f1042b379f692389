"""Names of files and pages: what some system refuses, what collides, what two pages claim."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.rule import View
from tests.helpers import NOW, titled, wiki_of


def told(paths: dict[str, str], code: str, files: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Path and message of each finding of one rule."""
    wiki = wiki_of(paths, load_profile("brain").dialect, files=frozenset(files))
    report = engine.run(View(wiki, NOW), Settings(select=(code,)))
    return [(finding.path, finding.message) for finding in report.findings]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("con.md", "device"),
        ("AUX", "device"),
        ("lpt1.tar.gz", "device"),
        ("what?.md", "'?'"),
        ("a:b.md", "':'"),
        ("a\\b.md", "'\\\\'"),
        ("tab\t.md", "'\\t'"),
        ("dot.", "a blank or a dot"),
        ("blank ", "a blank or a dot"),
        (" first.md", "a blank or a dot"),
        ("é" * 130 + ".md", "255 bytes"),
    ],
)
def test_an_illegal_name_is_told_once(name: str, why: str) -> None:
    ((path, message),) = told({}, "BW119", (f"files/{name}",))
    assert path == f"files/{name}"
    assert why in message


@pytest.mark.parametrize(
    "name", ["console.md", "com.md", "com10.md", "a.b.md", ".hidden", "記憶 1.md", "nul-values.md", "é" * 120]
)
def test_a_legal_name_is_not(name: str) -> None:
    assert told({}, "BW119", (f"files/{name}",)) == []


def test_an_illegal_folder_is_told_once() -> None:
    found = told({"knowledge/con/a.md": titled("A"), "knowledge/con/b.md": titled("B")}, "BW119")
    assert [path for path, _ in found] == ["knowledge/con/a.md"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("a/X.md", "a/x.md"),
        ("a/caf\u00e9.md", "a/cafe\u0301.md"),
        ("a/Ｘ.png", "a/ｘ.png"),
        ("A/x.md", "a/y.md"),
        ("a/ß.md", "a/SS.md"),
    ],
)
def test_names_collide_by_case_and_composition(first: str, second: str) -> None:
    found = told({}, "BW120", (first, second))
    assert len(found) == 1
    assert found[0][0] == sorted([first, second])[1]


def test_other_names_do_not_collide() -> None:
    assert (
        told(
            {"a/x.md": titled("X"), "a/x.png.md": titled("Y"), "b/x.md": titled("Z")}, "BW120", ("a/x.png", "a/Ｘ1.md")
        )
        == []
    )


def test_a_title_of_two_pages_is_told_at_the_later_one() -> None:
    found = told({"knowledge/a.md": titled("Pump"), "knowledge/b.md": titled("pump")}, "BW123")
    assert found == [("knowledge/b.md", "The name 'pump' belongs to knowledge/a too.")]


def test_an_alias_that_is_a_title_elsewhere_is_told_where_it_stands() -> None:
    texts = {"knowledge/a.md": titled("Pump"), "knowledge/b.md": titled("Valve", more='aliases: ["Pump", other]\n')}
    wiki = wiki_of(texts, load_profile("brain").dialect)
    (finding,) = engine.run(View(wiki, NOW), Settings(select=("BW123",))).findings
    assert (finding.path, finding.line, finding.column) == ("knowledge/b.md", 5, 11)


def test_a_page_may_repeat_its_own_title_as_an_alias_and_undeclared_titles_do_not_count() -> None:
    own = titled("Pump", more="aliases: [pump, PUMP]\n")
    assert told({"knowledge/a.md": own, "knowledge/b.md": "# Pump\n", "index.md": "# Pump\n"}, "BW123") == []
