"""The evidence of a page: where each entry leads, what it says of itself, how far it can be checked, what rests on it."""

from __future__ import annotations

import pytest

from brainwiki.config.config import Config
from brainwiki.site.pages.evidence import Entry, cited, entries, speaker_of
from brainwiki.site.text.quotes import quote_anchor, quote_name
from brainwiki.site.words import words_of
from tests.helpers import bare, titled
from tests.site.sites import SESSION, site_of, sourced, talk_site

PATH = "knowledge/a/page.md"
QUOTE = "You like <b>diagrams</b> more than lists."


def entry_of(source: dict[str, str], publish: tuple[str, ...] = ("sessions",), **more: object) -> Entry:
    """The one entry of a page with this source."""
    site = talk_site({PATH: sourced("So. [cite:1]\n", {"id": "1", **source})}, publish, **more)
    return entries(site, site.wiki.pages[PATH])["1"]


def test_a_turn_is_named_dated_and_linked() -> None:
    found = entry_of({"resource": f"{SESSION}#turn-2", "quote": f'"{QUOTE}"'})
    assert (found.number, found.anchor) == ("1", "bw-evidence-1")
    assert (found.title, found.detail, found.date) == ("Diagrams or lists", "turn 2 · Assistant", "2026-05-02")
    assert (found.href, found.action) == (f"../../../{SESSION}/#turn-2-q-{quote_name(QUOTE)}", "Read turn 2")
    assert (found.support, found.is_cited, found.is_outside) == ("quoted", True, False)
    assert [(claim.words, claim.until) for claim in found.claims] == [("So.", "")]


def test_evidence_in_a_session_that_is_not_published_keeps_its_words_and_loses_its_link() -> None:
    found = entry_of({"resource": f"{SESSION}#turn-1", "quote": "How do I like diagrams?"}, publish=())
    assert (found.title, found.date, found.quote) == ("Diagrams or lists", "2026-05-02", "How do I like diagrams?")
    assert (found.href, found.action, found.support) == ("", "Not published", "quoted")


@pytest.mark.parametrize(
    ("source", "href", "action", "support"),
    [
        ({"resource": SESSION}, f"../../../{SESSION}/", "Read the session", "readable"),
        ({"resource": "sources/report"}, "../../../sources/report/", "Read the page", "readable"),
        (
            {"resource": "sources/report", "quote": "It runs at 40 bar."},
            "../../../sources/report/#:~:text=It%20runs%20at%2040%20bar.",
            "Read the page",
            "quoted",
        ),
        (
            {"resource": "sources/report", "quote": "at 41 bar"},
            "../../../sources/report/",
            "Read the page",
            "misquoted",
        ),
        (
            {"resource": "sources/report#L1-L3", "quote": "And more."},
            "../../../sources/report/#L1",
            "Read line 1",
            "quoted",
        ),
        ({"resource": "sources/report#L99"}, "", "", "broken"),
        ({"resource": "sources/nope"}, "", "", "broken"),
        ({"resource": f"{SESSION}#turn-9"}, "", "", "broken"),
        (
            {"resource": "https://example.org/a?b=1", "quote": "x"},
            "https://example.org/a?b=1",
            "Open the address",
            "unreadable",
        ),
        ({"resource": "javascript:alert(1)"}, "", "", "unreadable"),
        ({"resource": "git:0123456789abcdef"}, "", "Commit 0123456789", "unreadable"),
    ],
)
def test_every_kind_of_place(source: dict[str, str], href: str, action: str, support: str) -> None:
    found = entry_of(source)
    assert (found.href, found.support) == (href, support)
    if href:
        assert found.action == action


def test_a_quote_in_a_fragment_is_written_safely() -> None:
    quote = "a-b, c & #d"
    texts = {
        PATH: sourced("So. [cite:1]\n", {"id": "1", "resource": "sources/x", "quote": f'"{quote}"'}),
        "sources/x.md": titled("X", f"{quote}\n"),
    }
    found = entries(site_of(texts), site_of(texts).wiki.pages[PATH])["1"]
    assert found.href.endswith("#:~:text=a%2Db%2C%20c%20%26%20%23d")
    assert found.support == "quoted"


def test_a_commit_is_linked_where_the_repository_is_known() -> None:
    config = Config(repository="https://git.example.org/team/memory/")
    found = entry_of({"resource": "git:0123456789abcdef:src/x.py"}, config=config)
    assert found.href == "https://git.example.org/team/memory/commit/0123456789abcdef"
    assert found.is_outside


def test_authors_and_dates_come_from_the_entry_or_from_its_source() -> None:
    assert (entry_of({"resource": "sources/report"}).author, entry_of({"resource": "sources/report"}).date) == (
        "A. Writer",
        "2026-01-02",
    )
    own = entry_of({"resource": "sources/report", "author": "B", "at": "2025-12-31T23:00:00Z", "title": "Own"})
    assert (own.author, own.date, own.title) == ("B", "2025-12-31", "Own")


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ({"resource": "https://example.org/long/path"}, "example.org"),
        ({"resource": "https://example.org/x", "title": "Named"}, "Named"),
        ({"resource": "sources/report"}, "Report"),
        ({"resource": "sources/nope"}, "sources/nope"),
        ({"resource": "git:0123456"}, "git:0123456"),
    ],
)
def test_titles(source: dict[str, str], title: str) -> None:
    assert entry_of(source).title == title


def test_claims_rest_on_each_source_that_they_cite() -> None:
    body = "One. [cite:1] Two. [cite:1,2]\n\n- Three [[page]]. [cite:2]\n    - (until 2026-01-01) Four. [cite:2]\n"
    site = talk_site(
        {
            PATH: sourced(
                body,
                {"id": "1", "resource": "sources/report"},
                {"id": "2", "resource": SESSION},
                {"id": "3", "resource": SESSION},
            )
        }
    )
    found = entries(site, site.wiki.pages[PATH])
    assert [claim.words for claim in found["1"].claims] == ["One.", "Two."]
    assert [(claim.words, claim.until) for claim in found["2"].claims] == [
        ("Two.", ""),
        ("Three Page.", ""),
        ("(until 2026-01-01) Four.", "2026-01-01"),
    ]
    assert [found[key].is_cited for key in "123"] == [True, True, False]


def test_names_of_evidence_become_numbers_and_the_first_of_two_counts() -> None:
    body = sourced(
        "A [cite:b].\n",
        {"id": "a", "resource": "sources/report"},
        {"id": "b", "resource": SESSION},
        {"id": "a", "resource": "sources/nope"},
    )
    site = talk_site({PATH: body})
    found = entries(site, site.wiki.pages[PATH])
    assert [(key, entry.number, entry.title) for key, entry in found.items()] == [
        ("a", "1", "Report"),
        ("b", "2", "Diagrams or lists"),
    ]


def test_marks_sum_an_entry_up_in_one_line() -> None:
    found = entry_of({"resource": f"{SESSION}#turn-1", "quote": "How do I like diagrams?"})
    assert (
        cited({"1": found})["1"].summary == "Diagrams or lists · turn 1 · User · 2026-05-02 · “How do I like diagrams?”"
    )
    long = cited({"1": found._replace(quote="word " * 100)})["1"].summary
    assert len(long) <= 160
    assert long.endswith("…")


def test_a_footnote_is_named_by_what_it_leads_to() -> None:
    text = "---\ntitle: P\ntype: concept\n---\nSo.[^a] B.[^b] C.[^c]\n\n[^a]: [[other]] p. 3\n[^b]: only words\n[^c]: https://example.org/x\n"
    site = site_of({"p.md": text, "other.md": titled("Other")}, "llm-wiki")
    found = entries(site, site.wiki.pages["p.md"])
    assert (found["a"].title, found["a"].href, found["a"].support) == ("Other", "../other/", "readable")
    assert (found["b"].title, found["b"].href, found["b"].support) == ("only words", "", "asserted")
    assert (found["c"].title, found["c"].is_outside, found["c"].support) == ("example.org", True, "unreadable")


def test_raw_evidence_files_are_pages_with_lines() -> None:

    raw = {"raw/notes.md": bare("one\ntwo\nthree\n", "raw/notes.md", "raw")}
    text = sourced(
        "So. [cite:1,2]\n",
        {"id": "1", "resource": "raw/notes.md#L2", "quote": "two"},
        {"id": "2", "resource": "raw/notes.md"},
    )
    site = site_of({"p.md": text}, "llm-wiki", evidence=raw, prefix="wiki")
    found = entries(site, site.wiki.pages["p.md"])
    assert (found["1"].href, found["1"].action, found["1"].support) == ("../raw/notes/#L2", "Read line 2", "quoted")
    assert (found["2"].href, found["2"].title) == ("../raw/notes/", "notes.md")


def test_words_are_those_of_the_page() -> None:
    entry = {"id": "1", "resource": f"{SESSION}#turn-2"}
    site = talk_site(
        {"ja.md": sourced("測定点は9か所です。[cite:1]\n", entry), "en.md": sourced("So. [cite:1]\n", entry)}
    )
    found = {path: entries(site, site.wiki.pages[path])["1"] for path in ("ja.md", "en.md")}
    assert (found["ja.md"].action, found["ja.md"].detail) == ("発話2を読む", "発話2 · アシスタント")
    assert (found["en.md"].action, found["en.md"].detail) == ("Read turn 2", "turn 2 · Assistant")
    assert (speaker_of(words_of("zh"), "tool"), speaker_of(words_of("zh"), "narrator")) == ("工具", "narrator")


@pytest.mark.parametrize(
    ("path", "verified", "tier"),
    [
        ("knowledge/b/x.md", "", "unverified"),
        ("knowledge/b/x.md", "verified:\n  - by: human:mika\n", "human-reviewed"),
        ("sources/x.md", "", ""),
        ("sources/x.md", "verified:\n  - by: process:gate\n", "machine-confirmed"),
    ],
)
def test_a_cited_page_has_its_tier(path: str, verified: str, tier: str) -> None:
    texts = {
        PATH: sourced("So. [cite:1]\n", {"id": "1", "resource": path.removesuffix(".md")}),
        path: f"---\ntype: concept\ntitle: X\n{verified}---\nText.\n",
    }
    site = site_of(texts)
    assert entries(site, site.wiki.pages[PATH])["1"].trust == tier
    assert entry_of({"resource": f"{SESSION}#turn-1"}).trust == "", "a session is a record and has none"


def test_dates_are_told_to_machines_as_well() -> None:
    assert entry_of({"resource": f"{SESSION}#turn-1"}).at == "2026-05-02T09:00:00+02:00"
    assert entry_of({"resource": "sources/report", "at": "last year"}).at == ""
    assert entry_of({"resource": "sources/report"}).at == "2026-01-02"


def test_a_quote_in_a_read_only_file_leads_to_its_words() -> None:
    raw = {"raw/notes.md": bare("one\ntwo\nthree\n", "raw/notes.md", "raw")}
    text = sourced(
        "So. [cite:1,2]\n",
        {"id": "1", "resource": "raw/notes.md", "quote": "two"},
        {"id": "2", "resource": "raw/notes.md", "quote": "four"},
    )
    site = site_of({"p.md": text}, "llm-wiki", evidence=raw, prefix="wiki")
    found = entries(site, site.wiki.pages["p.md"])
    assert (found["1"].href, found["1"].action) == (f"../raw/notes/#{quote_anchor('two')}", "Read the page")
    assert (found["2"].href, found["2"].support) == ("../raw/notes/", "misquoted")
