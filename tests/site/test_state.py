"""Places: where a link leads, seen from the page it stands on, and which part of a page a fragment means."""

from __future__ import annotations

import pytest

from brainwiki.site import state
from brainwiki.site.state import Site, block_anchor
from tests.helpers import titled
from tests.site.sites import SESSION, site_of, sourced, talk_site

BODY = '# The Title\n\n## Costs & Prices\n\n## Costs & Prices\n\n## 費用\n\nText. ^b1\n\n<a id="Raw">x</a>\n\nSo. [cite:1] ^c-abcdefgh\n'
PATH = "knowledge/a/page.md"


@pytest.fixture
def site() -> Site:
    text = sourced(BODY, {"id": "1", "resource": "sources/report"})
    return talk_site(
        {PATH: text, "index.md": "# Home\n", "knowledge/b/index.md": titled("B")},
        files=frozenset({"img/x.png", "data/y.bin"}),
    )


@pytest.mark.parametrize(
    ("fragment", "anchor"),
    [
        ("", ""),
        ("Costs & Prices", "costs--prices"),
        ("costs--prices", "costs--prices"),
        ("costs--prices-1", "costs--prices-1"),
        ("costs & prices", "costs--prices"),
        ("The Title#Costs & Prices", "costs--prices"),
        ("費用", "費用"),
        ("^b1", "b-b1"),
        ("^c-abcdefgh", "c-abcdefgh"),
        ("c-abcdefgh", "c-abcdefgh"),
        ("raw", "Raw"),
        ("turn-12", "turn-12"),
        ("L10-L14", "L10"),
        ("No Such Part", "no-such-part"),
        ("Lost", "lost"),
    ],
)
def test_parts_of_a_page(site: Site, fragment: str, anchor: str) -> None:
    assert site.anchor(site.wiki.pages[PATH], fragment) == anchor


@pytest.mark.parametrize(
    ("path", "fragment", "state", "href"),
    [
        (PATH, "costs & prices", "page", "#costs--prices"),
        (PATH, "", "page", "./"),
        ("index.md", "", "page", "../../../"),
        ("knowledge/b/index.md", "", "page", "../../b/"),
        (f"{SESSION}/session.md", "turn-2", "page", f"../../../{SESSION}/#turn-2"),
        ("knowledge", "", "page", "../../"),
        ("img/x.png", "", "private", ""),
        ("data/y.bin", "", "private", ""),
    ],
)
def test_places(site: Site, path: str, fragment: str, state: str, href: str) -> None:
    place = site.at(site.wiki.pages[PATH], path, fragment)
    assert (place.state, place.href) == (state, href)


@pytest.mark.parametrize(
    ("destination", "state"),
    [
        ("https://example.org", "outside"),
        ("//host/x", "outside"),
        ("mailto:a@b", "outside"),
        ("../b/index.md", "page"),
        ("../b/", "page"),
        ("nope.md", "missing"),
        ("../../../../../etc/passwd", "missing"),
        ("page.md#x", "page"),
        ("#costs--prices", "page"),
        ("../../data/y.bin", "private"),
    ],
)
def test_destinations_of_markdown_links(site: Site, destination: str, state: str) -> None:
    assert site.follow_address(site.wiki.pages[PATH], destination).state == state


def test_addresses_of_pages(site: Site) -> None:
    assert site.address(site.wiki.pages["index.md"]) == ""
    assert site.to(site.wiki.pages["index.md"], "a/b/", "x y") == "a/b/#x%20y"
    assert site.is_shown(PATH)
    assert not site.is_shown("nope.md")


def test_block_anchors_are_no_headings() -> None:
    assert (block_anchor("intro"), block_anchor("c-abcdefgh")) == ("b-intro", "c-abcdefgh")


def test_headings_by_anchor(site: Site) -> None:
    page = site.wiki.pages[PATH]
    assert site.heading_of(page, "費用") == "費用"
    assert site.heading_of(page, "nope") is None


def test_languages_of_pages() -> None:
    site = site_of({"index.md": "# 日本語の索引です\n", "knowledge/a/x.md": titled("見出し", "日本語の本文です。\n")})
    assert site.language(site.wiki.pages["knowledge/a/x.md"]) == "ja"
    assert site.language(site.wiki.pages["index.md"]) == "en", "a listing speaks the site's language"


def test_a_page_is_set_aside_while_there_is_room(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, gone = site.wiki.pages[PATH], site.wiki.pages["knowledge/b/index.md"]
    monkeypatch.setattr(state, "MOST_ASIDE", len(kept.text))
    for page in (kept, gone):
        site.set_aside(page)
    assert ("whole" in kept.__dict__, "whole" in gone.__dict__) == (True, False)
