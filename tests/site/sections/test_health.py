"""The health page: findings by rule, evidence, trust, loose ends; what is not published is only counted."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from brainwiki.config.config import Config
from brainwiki.model.finding import Finding, Report, Severity
from brainwiki.site.sections.health import MAX_FILES, MAX_LINES, MAX_LISTED, Health, Places, health
from brainwiki.site.state import Site
from tests.helpers import titled
from tests.site.sections.rooms import EMPTY, changed, keys, made, room_of
from tests.site.sites import site_of, sourced

SECRET = "sessions/secret-talk/session.md"
TEXTS = {
    "k/a.md": titled("A page", "See [[b]] and [[Wanted page]].\n"),
    "k/b.md": titled("<b>B</b>", "Nothing leads on.\n"),
    "k/alone.md": titled("Alone"),
    "k/old.md": titled("Old", more="status: deprecated\nsuperseded_by: '[[b]]'\n"),
    "k/c.md": titled(
        "C", "See [[old]], [[wanted page]] and [[Wanted elsewhere]].\n", "stale_after: 2026-12-24T00:00:00Z\n"
    ),
    "k/d.md": sourced(
        "- It runs. [cite:1]\n    - (until 2026-05-02) It stood. [cite:1]\n",
        {"id": "1", "resource": "sources/s", "quote": "It runs."},
    ),
    "sources/s.md": "---\ntype: source\ntitle: Report\npublished: 2026-01-02\n---\nIt runs.\n",
    SECRET: "---\ntype: session\ntitle: Secret talk\n---\nSee [[Hidden wish]].\n",
    "tasks/secret-task.md": "---\ntype: task\ntitle: Secret task\nstate: held\n---\nT\n",
}


def finding(path: str, line: int = 3, code: str = "BW210", severity: Severity = Severity.WARN) -> Finding:
    return Finding(path, line, 1, code, f"slug-{code}", severity, line, 1, "The secret message.", "Mend.", None, "s")


def view(site: Site, *findings: Finding) -> Health:
    return health(room_of(site, Report(findings, len(site.wiki.pages), suppressed=2, baselined=1)), "health/")


def titles(places: Places) -> list[str]:
    return [one.title for one in places.places]


def listed(found: Health) -> dict[str, list[str]]:
    return {one.title: titles(one) for one in found.lists}


def test_loose_ends() -> None:
    found = view(site_of(TEXTS))
    assert listed(found) == {
        "Without evidence": ["<b>B</b>", "A page", "Alone", "C", "Old"],
        "Alone": ["Alone", "Page"],
        "Dead ends": ["<b>B</b>"],
        "Wanted pages": ["Wanted page", "Wanted elsewhere"],
        "Superseded and still linked": ["Old"],
        "Changed their mind": ["Page"],
    }
    wanted = next(one for one in found.lists if one.title == "Wanted pages").places
    assert [one.note for one in wanted] == ["wanted by 2", "wanted by 1"]
    assert titles(found.check) == ["C"]
    assert found.check.places[0].at == "2026-12-24T00:00:00Z"


def test_figures_and_plots() -> None:
    found = view(site_of(TEXTS))
    assert [value for value, _ in found.figures] == ["6", "2", "1", "100 %", "0", "0"]
    assert [(row.label, row.value) for row in found.support.rows if row.value] == [("quote found", 1)]
    assert [(one.name, one.value) for one in found.ages.columns] == [("2026 Q1", 1)]
    assert [(row.label, row.value, row.share) for row in found.sources.rows] == [("Report", 2, 100)]
    assert [(row.label, row.value) for row in found.confidence.rows] == [("not stated", 6)]
    assert [(row.label, row.value) for row in found.tiers.rows] == [
        ("reviewed by a person", 0),
        ("confirmed by machine", 0),
        ("not verified", 6),
    ]


def test_findings_by_rule_what_blocks_first() -> None:
    found = view(
        site_of(TEXTS),
        finding("k/a.md"),
        finding("k/a.md", 9),
        finding("k/b.md"),
        finding(SECRET),
        finding("k/a.md", code="BW305", severity=Severity.BLOCK),
    )
    assert [(one.code, one.severity, one.total, one.hidden) for one in found.rules] == [
        ("BW305", "BLOCK", 1, 0),
        ("BW210", "WARN", 4, 1),
    ]
    assert found.rules[1].summary == "A page that no other page links to or cites."
    assert [(one.title, one.note) for one in found.rules[1].files] == [("A page", "line 3, 9"), ("<b>B</b>", "line 3")]
    assert (found.block, found.warn, found.silenced) == (1, 4, 3)


def test_findings_are_capped() -> None:
    texts = {f"k/p{n:03}.md": titled(f"P {n:03}") for n in range(MAX_FILES + 5)}
    many = [finding(path, line) for path in texts for line in range(1, MAX_LINES + 4)]
    (rule,) = view(site_of(texts), *many).rules
    assert (len(rule.files), rule.more) == (MAX_FILES, 5)
    assert rule.files[0].note == "line 1, 2, 3, 4, 5, 6, 7, 8, …"


def test_lists_are_capped() -> None:
    texts = {f"k/p{n:03}.md": titled(f"P {n:03}") for n in range(MAX_LISTED + 5)}
    found = next(one for one in view(site_of(texts)).lists if one.title == "Without evidence")
    assert (len(found.places), found.size) == (MAX_LISTED, MAX_LISTED + 5)
    assert "P 049" in made(site_of(texts), "health/").content


def test_contested_claims_are_those_that_the_rules_name() -> None:
    found = view(site_of(TEXTS), finding("k/a.md", code="BW405"), finding(SECRET, code="BW405"))
    contested = next(one for one in found.lists if one.title == "Contested")
    assert [(one.title, one.note) for one in contested.places] == [("A page", "line 3")]


def test_what_is_not_published_is_never_named() -> None:
    report = Report((finding(SECRET), finding("tasks/secret-task.md"), finding("brainwiki.toml")), 9)
    content = made(site_of(TEXTS), "health/", report).content
    assert "ecret" not in content
    assert "Hidden wish" not in content
    assert "3 more in files that are not published" in content


def test_messages_are_not_shown_since_they_may_name_other_pages() -> None:
    assert "message" not in made(site_of(TEXTS), "health/", Report((finding("k/a.md"),), 9)).content


def test_titles_are_text() -> None:
    content = made(site_of(TEXTS), "health/").content
    assert "&lt;b&gt;B&lt;/b&gt;" in content
    assert "<b>" not in content


def test_plots_are_drawn_without_a_script_and_read_as_tables() -> None:
    content = made(site_of(TEXTS), "health/").content
    assert content.count("<table") == 5
    assert '<svg role="img"' in content
    assert "style=" not in content
    assert "<script" not in content
    assert "<caption>Pages by who checked them</caption>" in content


def test_the_page_is_the_same_on_every_day() -> None:
    one, other = (site_of(TEXTS, now=datetime(year, 1, 1, tzinfo=UTC)) for year in (2020, 2040))
    assert keys(one) == keys(other)
    assert made(one, "health/") == made(other, "health/")


@pytest.mark.parametrize(
    "edit",
    [
        {"k/alone.md": titled("Alone no more", "See [[a]].\n")},
        {SECRET: "---\ntype: session\ntitle: Secret talk\n---\nAnother text.\n"},
        {"new.md": titled("New")},
    ],
)
def test_the_key_changes_with_all_that_is_counted(edit: dict[str, str]) -> None:
    assert "health/" in changed(keys(site_of(TEXTS)), keys(site_of({**TEXTS, **edit})))


def test_the_key_names_the_findings() -> None:
    site = site_of(TEXTS)
    assert changed(keys(site, EMPTY), keys(site, Report((finding("k/a.md"),), 9))) == {"health/"}
    assert changed(keys(site, EMPTY), keys(site, Report((), 9, suppressed=1))) == {"health/"}
    assert changed(keys(site), keys(site)) == set()


@pytest.mark.parametrize(("language", "word"), [("ja", "孤立したページ"), ("zh", "孤立的页面"), ("en", "Alone")])
def test_it_speaks_the_language_of_the_site(language: str, word: str) -> None:
    assert word in made(site_of(TEXTS, config=Config(language=language)), "health/").content


def test_a_brain_without_pages_has_a_health() -> None:
    found = view(site_of({"index.md": "# Home\n"}))
    assert [value for value, _ in found.figures] == ["0", "0", "0", "–", "0", "0"]
    assert found.lists == ()
    assert "The check finds nothing." in made(site_of({"index.md": "# Home\n"}), "health/").content
