"""What is kept of a page between builds holds where the page is read in the same way, and no longer."""

from __future__ import annotations

from dataclasses import replace

from brainwiki.config.config import Config
from brainwiki.site.memo import ShortMemo
from brainwiki.site.pages.facts import Facts
from brainwiki.site.search.documents import documents
from brainwiki.site.state import Site
from tests.helpers import Texts, titled
from tests.site.sites import site_of

MEMO = ShortMemo()


def site(texts: Texts, language: str) -> Site:
    """A site that remembers what those before it worked out."""
    return replace(site_of(texts, config=Config(language=language)), memo=MEMO)


def test_the_language_of_the_site_decides_where_a_page_says_nothing() -> None:
    texts = {"knowledge/a.md": titled("A"), "index.md": "# Home\n"}
    assert [Facts(site(texts, language)).own("index.md").language for language in ("en", "ja")] == ["en", "ja"]
    one, other = (documents(site(texts, language))[0].key for language in ("en", "ja"))
    assert one != other
