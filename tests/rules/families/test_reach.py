"""What the index leads to, links to oneself and to what is out of date; and pages that say nothing."""

from __future__ import annotations

import pytest

from brainwiki.config.profile import load_profile
from brainwiki.rules import engine
from brainwiki.rules.engine import Settings
from brainwiki.rules.rule import View
from tests.helpers import NOW, titled, wiki_of

SOURCE = "---\ntype: source\ntitle: Report\n---\nText.\n"
CITED = "sources:\n  - id: 1\n    resource: sources/report\n"


def told(texts: dict[str, str], code: str, profile: str = "brain") -> list[tuple[str, int]]:
    """Path and line of each finding of one rule."""
    chosen = load_profile(profile)
    report = engine.run(View(wiki_of(texts, chosen.dialect), NOW), Settings(chosen.severities, select=(code,)))
    return [(finding.path, finding.line) for finding in report.findings]


def test_a_page_that_no_chain_reaches_is_told() -> None:
    texts = {
        "index.md": "- [[a]]\n",
        "knowledge/a.md": titled("A", "See [[b]]. It runs. [cite:1]\n", CITED),
        "knowledge/b.md": titled("B"),
        "sources/report.md": SOURCE,
        "knowledge/c.md": titled("C", "See [[d]].\n"),
        "knowledge/d.md": titled("D", "See [[c]].\n"),
        "log.md": "- [[c]]\n",
    }
    assert told(texts, "BW211") == [("knowledge/c.md", 1), ("knowledge/d.md", 1)]


def test_without_an_index_nothing_is_unreachable() -> None:
    assert told({"knowledge/a.md": titled("A")}, "BW211") == []


def test_every_index_is_a_beginning_where_folders_have_one() -> None:
    texts = {"index.md": "# Root\n", "a/index.md": "- [x](x.md)\n", "a/x.md": titled("X"), "b/y.md": titled("Y")}
    assert told(texts, "BW211", "okf") == [("b/y.md", 1)]


def test_a_link_to_oneself_is_told_and_one_to_a_part_is_not() -> None:
    body = "# Part\n\nSee [[a]], [[A]] and [[#Part]], [[a#Part]], [this](a.md).\n"
    assert told({"knowledge/a.md": titled("A", body)}, "BW209") == [("knowledge/a.md", 8), ("knowledge/a.md", 8)]


def test_a_source_may_be_its_own_footnote() -> None:
    body = "# S\n\nClaim.[^s] See [[s]].\n\n[^s]: [[s]]\n"
    assert told({"sources/s.md": titled("S", body)}, "BW209", "llm-wiki") == [("sources/s.md", 8)]


@pytest.mark.parametrize(("status", "count"), [("deprecated", 1), ("draft", 0), ("stable", 0)])
def test_a_link_to_a_deprecated_page_is_told(status: str, count: int) -> None:
    texts = {"knowledge/a.md": titled("A", "See [[b]].\n"), "knowledge/b.md": titled("B", more=f"status: {status}\n")}
    assert len(told(texts, "BW212")) == count


def test_the_successor_and_records_of_what_was_may_name_it() -> None:
    texts = {
        "knowledge/new.md": titled("New", "It replaced [[old]].\n"),
        "knowledge/old.md": titled("Old", more='status: deprecated\nsuperseded_by: "[[new|the new one]]"\n'),
        "knowledge/older.md": titled("Older", "Then came [[old]].\n", "status: deprecated\n"),
        "index.md": "- [[old]]\n",
        "proposals/p.md": titled("P", "- Edits [[old]].\n").replace("type: concept", "type: proposal"),
        "sessions/s/session.md": titled("S", "We spoke of [[old]].\n").replace("type: concept", "type: session"),
    }
    assert told(texts, "BW212") == []


def test_the_remedy_names_what_took_its_place() -> None:
    texts = {
        "knowledge/a.md": titled("A", "See [[old]].\n"),
        "knowledge/new.md": titled("New"),
        "knowledge/old.md": titled("Old", more='status: deprecated\nsuperseded_by: "[[new]]"\n'),
    }
    report = engine.run(View(wiki_of(texts, load_profile("brain").dialect), NOW), Settings(select=("BW212",)))
    assert report.findings[0].remedy == "Link to knowledge/new, which took its place."


@pytest.mark.parametrize(
    "body",
    [
        "",
        "\n\n",
        "# T\n",
        "# T\n\n---\n\n## U\n",
        "TODO\n",
        "**TBD**\n",
        "- [ ] todo\n",
        "> WIP …\n",
        "coming soon.\n",
        "待补充\n",
        "準備中。\n",
        "<!-- x -->\n",
        "...\n",
    ],
)
def test_a_stub_is_told(body: str) -> None:
    assert [path for path, _ in told({"knowledge/a.md": titled("A", body)}, "BW122")] == ["knowledge/a.md"]


@pytest.mark.parametrize(
    "body",
    [
        "Nine.\n",
        "To do this, turn the key.\n",
        "Todo lists are kept in tasks.\n",
        "[[b]]\n",
        "![[a.png]]\n",
        "![x](a.png)\n",
        "```\nx\n```\n",
        "$x$\n",
        "九時。\n",
        "| a |\n|---|\n| 1 |\n",
    ],
)
def test_a_short_page_is_fine(body: str) -> None:
    assert told({"knowledge/a.md": titled("A", body)}, "BW122") == []


def test_stubs_are_asked_of_pages_and_notes_only_and_not_of_a_vault() -> None:
    assert told({"sources/a.md": titled("A", ""), "tasks/b.md": titled("B", "")}, "BW122") == []
    assert told({"Ann.md": titled("A", "")}, "BW122", "obsidian") == []
