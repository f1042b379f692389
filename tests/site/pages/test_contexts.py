"""The head and the foot of a page: what it says of itself, freshness without a clock, the way to a successor."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from brainwiki.config.config import Config
from brainwiki.site.pages.backlinks import gather
from brainwiki.site.pages.contexts import Fact, Foot, Head, Tag, tag_href, view
from brainwiki.site.state import Site
from tests.helpers import NOW, titled
from tests.site.sites import SESSION, site_of, sourced, talk_site

PATH = "knowledge/a/page.md"


def head_of(matter: str, body: str = "Text.\n", path: str = PATH, **more: object) -> Head:
    site = site_of({path: f"---\n{matter}---\n{body}", "knowledge/a/new.md": titled("New page")}, **more)
    return view(site, site.wiki.pages[path], gather(site)).head


def foot_of(site: Site, path: str) -> Foot:
    return view(site, site.wiki.pages[path], gather(site)).foot


def chips(head: Head) -> list[str]:
    return [chip.words for chip in head.chips]


FULL = """type: concept
title: A <title> & more
description: One line.
aliases: [Other, 別名]
tags: [x, y]
confidence: 0.856
stale_after: 2026-12-01T00:00:00Z
generated:
  by: dream/0.1
  at: 2026-10-01T02:00:00Z
verified:
  - by: process:gate
    at: 2026-10-02T02:00:00Z
  - by: human:mika
    at: 2026-10-03T02:00:00+09:00
scope: account
"""


def test_everything_that_a_page_says_of_itself() -> None:
    head = head_of(FULL)
    assert (head.title, head.plain, head.description) == ("A &lt;title&gt; &amp; more", "A <title> & more", "One line.")
    assert (head.aliases, head.tags) == (
        ("Other", "別名"),
        (Tag("x", "../../../tags/x/"), Tag("y", "../../../tags/y/")),
    )
    assert chips(head) == ["concept", "stable", "86 % confident", "check after 2026-12-01", "reviewed by a person"]
    assert head.chips[2].share == 86
    assert head.facts == (
        Fact("written 2026-10-01", "2026-10-01T02:00:00+00:00"),
        Fact("verified 2026-10-03", "2026-10-03T02:00:00+09:00"),
    )
    assert [(one.key, one.values) for one in head.properties] == [("scope", ("account",))]


def test_freshness_is_left_to_the_readers_clock() -> None:
    for now in (NOW, datetime(2027, 12, 1, tzinfo=UTC)):
        found = [chip for chip in head_of(FULL, now=now).chips if chip.at]
        assert [(chip.kind, chip.words, chip.at) for chip in found] == [
            ("check", "check after 2026-12-01", "2026-12-01T00:00:00+00:00")
        ]


def test_a_superseded_page_leads_to_its_successor() -> None:
    head = head_of('type: concept\ntitle: Old\nstatus: deprecated\nsuperseded_by: "[[new]]"\n')
    assert head.is_deprecated
    assert head.successor is not None
    assert (head.successor.href, head.successor.title) == ("../new/", "New page")
    lost = head_of('type: concept\ntitle: Old\nsuperseded_by: "[[gone]]"\n')
    assert lost.successor is not None
    assert (lost.is_deprecated, lost.successor.href) == (True, "")
    assert not head_of("type: concept\ntitle: New\n").is_deprecated


@pytest.mark.parametrize(
    ("path", "matter", "expected"),
    [
        ("tasks/t.md", "type: task\ntitle: T\nstate: held\ndue: 2026-12-14\n", ["task", "held", "due 2026-12-14"]),
        ("tasks/t.md", "type: task\ntitle: T\nstate: held\n", ["task", "held", "no date"]),
        ("notes/n/x.md", "type: note\n", ["note", "stable", "not verified"]),
        ("sources/s.md", "type: source\ntitle: S\nconfidence: 0.5\n", ["source"]),
        ("rules/r.md", "type: rule\ntitle: R\n", ["rule"]),
        ("knowledge/a/p.md", "type: concept\ntitle: P\nstatus: draft\n", ["concept", "draft", "not verified"]),
        ("index.md", "title: Home\ntype: x\n", []),
    ],
)
def test_chips_by_kind(path: str, matter: str, expected: list[str]) -> None:
    assert chips(head_of(matter, path=path, publish=("tasks",))) == expected


def test_other_dialects_show_no_tier_that_they_do_not_know() -> None:
    assert chips(head_of("type: entity\ntitle: T\nconfidence: high\n", path="p.md", profile="llm-wiki")) == [
        "entity",
        "90 % confident",
    ]
    assert head_of(
        "title: T\nlast_updated: 2026-05-09\ncreated: 2026-04-01\n", path="p.md", profile="llm-wiki"
    ).facts == (Fact("updated 2026-05-09", "2026-05-09"),)


def test_a_source_shows_where_the_work_is() -> None:
    head = head_of(
        "type: source\ntitle: S\nresource: https://example.org/s\nauthor: A\npublished: 2026-01-02\n",
        path="sources/s.md",
    )
    assert head.origin == "https://example.org/s"
    assert head.facts == (Fact("A"), Fact("2026-01-02", "2026-01-02"))
    assert head_of("type: source\ntitle: S\nresource: javascript:x\n", path="sources/s.md").origin == ""


def test_crumbs_lead_through_the_folders() -> None:
    assert [
        (crumb.title, crumb.href) for crumb in head_of("title: T\ntype: a\n", path="knowledge/big-things/p.md").crumbs
    ] == [
        ("Knowledge", "../../"),
        ("Big things", "../"),
    ]
    assert head_of("title: T\n", path="index.md").crumbs == ()


def test_properties_are_shown_as_written_and_links_in_them_are_links() -> None:
    matter = 'title: T\ngenre: ["[[new]]", "[[Nope|x]]"]\nurl2: https://example.org/<b>\nrating: 7\nempty: ""\nnested: {a: 1}\n'
    found = {one.key: one.values for one in head_of(matter, path="p.md", profile="obsidian").properties}
    assert found["genre"][0] == '<a class="bw-link" href="../knowledge/a/new/">New page</a>'
    assert "bw-missing" in found["genre"][1]
    assert found["url2"] == (
        '<a class="bw-external" href="https://example.org/&lt;b&gt;" rel="noopener nofollow">https://example.org/&lt;b&gt;</a>',
    )
    assert (found["rating"], found["nested"]) == (("7",), ("1",))
    assert "empty" not in found
    assert head_of('title: T\ntype: a\nx: "[[new]] <b>"\n').properties[0].values == ("[[new]] &lt;b&gt;",)


def test_the_title_is_the_first_heading_where_that_says_the_same() -> None:
    head = head_of("type: concept\ntitle: DDPM\n", "# DDPM (*Denoising*) [cite:1]\n\nText.\n")
    assert head.title.startswith("DDPM (<em>Denoising</em>)")
    assert (head.plain, head.anchor) == ("DDPM", "ddpm-denoising")


def test_repository_links() -> None:
    head = head_of("type: concept\ntitle: T\n", config=Config(repository="https://git.example.org/m"))
    assert head.edit == "https://git.example.org/m/edit/main/knowledge/a/page.md"
    assert head.report.startswith("https://git.example.org/m/issues/new?")
    assert head_of("type: concept\ntitle: T\n").edit == ""


def test_the_foot_holds_evidence_citers_and_linkers() -> None:
    text = sourced(
        "So. [cite:1]\n\nSee [[report]].\n",
        {"id": "1", "resource": f"{SESSION}#turn-1"},
        {"id": "2", "resource": "sources/report#L1"},
    )
    site = talk_site({PATH: text})
    own = foot_of(site, PATH)
    assert [entry.number for entry in own.entries] == ["1", "2"]
    assert (own.linked_from, own.cited_by, own.lines) == ((), (), ())
    report = foot_of(site, "sources/report.md")
    assert [mention.title for mention in report.linked_from] == ["Page"]
    assert [mention.title for mention in report.cited_by] == ["Page"]
    assert (report.lines[0], report.marked) == ("It runs at 40 bar.", frozenset({1}))
    assert [mention.sentences[0].words for mention in foot_of(site, f"{SESSION}/session.md").cited_by] == ["So."]


def test_footnotes_say_more_than_a_title() -> None:
    text = "---\ntitle: P\ntype: a\n---\nSo.[^a] B.[^b]\n\n## Refs\n\n[^a]: [[other]], *p. 3*\n[^b]: one\n\n    two\n"
    site = site_of({"p.md": text, "other.md": titled("Other")}, "llm-wiki")
    foot = foot_of(site, "p.md")
    assert foot.anchor == "refs"
    assert foot.entries[0].note == '<a class="bw-link" href="../other/">Other</a>, <em>p. 3</em>'
    assert foot.entries[1].note == "<p>one</p>\n<p>two</p>"


def test_the_last_review_counts_by_its_instant() -> None:
    matter = (
        "type: a\ntitle: T\nverified:\n  - at: 2026-03-01T00:30:00+09:00\n  - at: 2026-02-28T23:00:00Z\n  - at: soon\n"
    )
    assert head_of(matter).facts == (Fact("verified 2026-02-28", "2026-02-28T23:00:00+00:00"),)
    assert head_of("type: a\ntitle: T\nverified:\n  - at: soon\n").facts == (Fact("verified soon"),)


@pytest.mark.parametrize(
    ("path", "matter", "href"),
    [
        ("knowledge/a/p.md", "type: Concept", "../../../pages/types/concept/"),
        ("sources/s.md", "type: source", "../"),
        ("tasks/t.md", "type: task", "../"),
    ],
)
def test_a_type_leads_to_all_that_has_it(path: str, matter: str, href: str) -> None:
    site = site_of({path: f"---\n{matter}\ntitle: T\n---\nText.\n"}, publish=("tasks",))
    head = view(site, site.wiki.pages[path], gather(site)).head
    assert head.chips[0].href == href


def test_a_tag_leads_to_all_that_bears_it() -> None:
    site = site_of({PATH: titled("P", more="tags: [A b]\n")})
    assert tag_href(site, site.wiki.pages[PATH], "A b") == "../../../tags/a-b/"
    assert tag_href(site, site.wiki.pages[PATH], "x") == "", "nothing bears it"
