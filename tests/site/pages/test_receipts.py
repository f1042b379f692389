"""Receipts of proposals: what they say in many forms, and what of it may be named."""

from __future__ import annotations

import pytest

from brainwiki.config.config import Config
from brainwiki.site.pages.receipts import MAX_NAMED, Facts, facts_of, receipt_of
from brainwiki.site.state import Site
from tests.helpers import titled
from tests.site.pages.test_parts import maker
from tests.site.sites import SESSION, TALK, TALK_PAGE, site_of

PATH = "proposals/2026-03-05-dream-a.md"
WHOLE = """---
type: proposal
title: Reverse it
description: One decision reversed.
base: fdee5a6ab9df0043119a4e4324832ee7b3445516
generated: {by: dream/0.1, at: "2026-03-06T02:00:00+01:00"}
verified:
  - {by: "human:old", at: "2026-03-05T08:15:00+01:00"}
  - {by: "human:mika", at: "2026-03-06T08:15:00+01:00"}
sessions: [2026-05-02-claude-code-abcdefghij, 2026-01-01-hidden]
writes:
  knowledge/a/x.md: {from: d6a2511, to: 55bea55}
  wiki/knowledge/a/new.md: {from: null, to: 55bea55}
  knowledge/a/gone.md: {from: d6a2511, to: null}
  tasks/secret-task.md: {from: d6a2511, to: 55bea55}
  tasks/secret-new.md: {to: 55bea55}
adopted: [o-1, {id: o-2}]
rejected:
  - o-3
  - {id: o-4, reason: "it was said in jest"}
  - {reason: nothing}
gate:
  - "deterministic: passed, 0 BLOCK"
  - plain words
---
The decision on [[x]] was reversed.
"""
TEXTS = {
    PATH: WHOLE,
    "knowledge/a/x.md": titled("X page"),
    "knowledge/a/new.md": titled("扉"),
    "tasks/secret-task.md": "---\ntype: task\ntitle: Secret\n---\nT\n",
    f"{SESSION}/session.md": TALK_PAGE,
}


def site(text: str = WHOLE, publish: tuple[str, ...] = ("proposals", "sessions"), **more: object) -> Site:
    return site_of({**TEXTS, PATH: text}, publish=publish, transcripts={SESSION: TALK}, prefix="wiki", **more)


def facts(front: str, body: str = "B\n") -> Facts:
    found = site(f"---\ntype: proposal\ntitle: T\n{front}---\n{body}")
    return facts_of(found, found.wiki.pages[PATH])


def test_what_a_receipt_says() -> None:
    assert facts_of(site(), site().wiki.pages[PATH]) == Facts(
        state="applied",
        at="2026-03-06T08:15:00+01:00",
        who="human:mika",
        by="dream/0.1",
        base="fdee5a6ab9df0043119a4e4324832ee7b3445516",
        writes=(
            ("knowledge/a/x.md", "edited"),
            ("wiki/knowledge/a/new.md", "added"),
            ("knowledge/a/gone.md", "removed"),
            ("tasks/secret-task.md", "edited"),
            ("tasks/secret-new.md", "added"),
        ),
        sessions=("2026-05-02-claude-code-abcdefghij", "2026-01-01-hidden"),
        adopted=("o-1", "o-2"),
        rejected=(("o-3", ""), ("o-4", "it was said in jest")),
        gate=(("deterministic", "passed, 0 BLOCK"), ("", "plain words")),
    )


def test_only_what_is_published_is_named() -> None:
    found = receipt_of(site(), site().wiki.pages[PATH], "proposals/p/")
    assert [(one.title, one.change, bool(one.href)) for one in found.writes] == [
        ("X page", "edited", True),
        ("扉", "added", True),
        ("knowledge/a/gone.md", "removed", False),
    ]
    assert found.hidden_writes == 2
    assert [one.title for one in found.sessions] == ["Diagrams or lists"]
    assert found.hidden_sessions == 1
    inside = receipt_of(site(publish=("proposals",)), site().wiki.pages[PATH], "proposals/p/")
    assert (inside.sessions, inside.hidden_sessions) == ((), 2)


def test_the_base_leads_to_the_repository_where_it_is_known() -> None:
    found = receipt_of(site(), site().wiki.pages[PATH], "p/")
    assert (found.base, found.base_href) == ("fdee5a6ab9", "")
    known = site(config=Config(repository="https://git.example/x/"))
    assert receipt_of(known, known.wiki.pages[PATH], "p/").base_href == (
        "https://git.example/x/commit/fdee5a6ab9df0043119a4e4324832ee7b3445516"
    )
    odd = site(WHOLE.replace("fdee5a6ab9", "../../evil"), config=Config(repository="https://git.example/x/"))
    assert receipt_of(odd, odd.wiki.pages[PATH], "p/").base_href == ""


def test_without_a_list_of_writes_the_words_name_the_pages() -> None:
    found = site("---\ntype: proposal\ntitle: T\n---\n[[x]], [[x]] and [[secret-task]], [[nowhere]].\n")
    receipt = receipt_of(found, found.wiki.pages[PATH], "p/")
    assert [(one.title, one.change) for one in receipt.writes] == [("X page", "")]
    assert receipt.hidden_writes == 1


@pytest.mark.parametrize(
    ("front", "state"),
    [("", "applied"), ("state: rejected\n", "rejected"), ("state: <b>\n", "applied"), ("state: [a]\n", "applied")],
)
def test_states(front: str, state: str) -> None:
    assert facts(front).state == state


@pytest.mark.parametrize(
    "front",
    [
        "verified: yes\nwrites: [a, b]\nadopted: o-1\nrejected: {a: b}\ngate: 3\nsessions: {a: b}\ngenerated: [x]\n",
        "verified: [1, [2], {by: [a], at: {b: c}}]\nwrites: {a: b, c: [d]}\nadopted: [[a], {b: c}]\ngate: [[a], {b: c}]\n",
        "verified: [{by: x, at: tomorrow}]\nbase: [a]\n",
    ],
)
def test_odd_receipts_are_read_as_far_as_they_go(front: str) -> None:
    found = facts(front)
    assert found.state == "applied"
    assert found.at == ""
    receipt_of(site(), site(f"---\ntype: proposal\n{front}---\nB\n").wiki.pages[PATH], "p/")


def test_a_gate_may_be_a_mapping() -> None:
    assert facts("gate: {deterministic: passed, semantic: failed}\n").gate == (
        ("deterministic", "passed"),
        ("semantic", "failed"),
    )


def test_long_receipts_are_capped() -> None:
    many = "\n".join(f"  - o-{number}" for number in range(MAX_NAMED + 5))
    assert len(facts(f"adopted:\n{many}\n").adopted) == MAX_NAMED


def test_what_a_receipt_says_is_kept_by_its_content() -> None:
    found = site()
    page = found.wiki.pages[PATH]
    object.__setattr__(page, "version", "v1")
    assert facts_of(found, page) == facts_of(found, page)
    assert found.memo.get("receipts", f"v1 {found.reading}", tuple)[0] == "applied"


def test_the_page_of_a_receipt_shows_it_well() -> None:
    made = maker(TEXTS, publish=("proposals", "sessions"), prefix="wiki").page(PATH)
    assert "decided by human:mika" in made.content
    assert '<span class="bw-change bw-change--edited">edited</span> <a href=' in made.content
    assert "it was said in jest" in made.content
    assert "<b>deterministic</b> passed, 0 BLOCK" in made.content
    assert "2 more files that are not published" in made.content
    assert "Secret" not in made.content
    assert "secret" not in made.content
    assert "2026-01-01-hidden" not in made.content
    assert "bw-properties" not in made.head
    assert made.styles == ("assets/stylesheets/bw-sections.css",)
