"""Links into the repository: editing a page, reporting a claim."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from brainwiki.config.config import Config
from brainwiki.site.pages.reports import claim_report, edit_link, page_report
from brainwiki.site.state import Site
from tests.helpers import titled
from tests.site.sites import site_of

CONFIG = Config(repository="https://git.example.org/team/memory", branch="trunk/x y")


def site(path: str = "knowledge/a b/日本.md", prefix: str = "wiki", config: Config = CONFIG) -> Site:
    return site_of({path: titled("A & B")}, config=config, prefix=prefix)


@pytest.mark.parametrize(("prefix", "expected"), [("wiki", "wiki/knowledge"), ("", "knowledge")])
def test_a_page_is_edited_in_its_branch(prefix: str, expected: str) -> None:
    found = site(prefix=prefix)
    link = edit_link(found, next(iter(found.wiki)))
    assert link == f"https://git.example.org/team/memory/edit/trunk/x%20y/{expected}/a%20b/%E6%97%A5%E6%9C%AC.md"


def test_a_claim_is_reported_with_its_page_id_and_words() -> None:
    found = site()
    link = claim_report(found, next(iter(found.wiki)), "c-abcdefgh", 'It is "40 & more"?\n#x')
    parts = urlsplit(link)
    query = parse_qs(parts.query)
    assert link.startswith(
        "https://git.example.org/team/memory/issues/new?title=A%20%26%20B%3A%20claim%20c-abcdefgh&body="
    )
    assert query["title"] == ["A & B: claim c-abcdefgh"]
    assert 'Page: wiki/knowledge/a b/日本.md\nClaim: c-abcdefgh\n\n> It is "40 & more"?\n#x\n' in query["body"][0]
    assert not parts.fragment


def test_a_page_is_reported() -> None:
    found = site()
    assert parse_qs(urlsplit(page_report(found, next(iter(found.wiki)))).query)["title"] == ["A & B: a mistake"]


def test_long_words_are_cut_and_odd_ones_do_not_stop_the_build() -> None:
    found = site()
    page = next(iter(found.wiki))
    assert len(claim_report(found, page, "c-a", "x" * 9000)) < 2000
    assert "%3F" in claim_report(found, page, "c-a", "\ud800")


def test_without_a_repository_there_are_no_links() -> None:
    found = site(config=Config())
    page = next(iter(found.wiki))
    assert (edit_link(found, page), page_report(found, page), claim_report(found, page, "c-a", "x")) == ("", "", "")


def test_a_slash_at_the_end_of_the_address_is_no_second_one() -> None:
    found = site(config=Config(repository="https://git.example.org/m/"))
    assert edit_link(found, next(iter(found.wiki))).startswith("https://git.example.org/m/edit/main/wiki/")
