"""This repository's own wiki keeps its promises: evidence on every page, quotes that stand, sources that say what is known."""

from __future__ import annotations

import re
from functools import cache

import pytest

from brainwiki.bootstrap import open_workspace
from brainwiki.model.evidence import is_quoted, located
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.usecases.check import check
from brainwiki.usecases.load import load_wiki
from tests.helpers import NOW, REPOSITORY

SINGLE = "This page rests on a single source."


@cache
def wiki() -> Wiki:
    """The snapshot of the wiki."""
    return load_wiki(open_workspace(str(REPOSITORY)))


def written() -> list[Page]:
    """Knowledge pages that people wrote; the rule pages are generated from the rules."""
    return [page for page in wiki() if page.kind == "page" and not page.path.startswith("knowledge/rules/")]


def test_the_wiki_is_large_enough() -> None:
    assert len(written()) >= 60
    assert sum(1 for page in wiki() if page.kind == "source") >= 30


def test_the_wiki_has_no_findings() -> None:
    assert check(open_workspace(str(REPOSITORY), now=NOW)).report.findings == ()


def test_the_example_brain_has_no_findings() -> None:
    assert check(open_workspace(str(REPOSITORY / "tests/data/example"), now=NOW)).report.findings == ()


@pytest.mark.parametrize("page", written(), ids=lambda page: page.id)
def test_a_page_bears_evidence(page: Page) -> None:
    quoted = [
        source
        for source, evidence in located(wiki(), page)
        if source.quote and is_quoted(wiki(), evidence, source.quote)
    ]
    resources = {source.resource.partition("#")[0] for source in page.sources}
    assert len(page.claims) >= 5, "at least five claims"
    assert len(quoted) >= 3, "at least three of them with a quote that stands"
    assert len(resources) >= 2 or SINGLE in page.text, "two sources, or the page says that it has one"


def test_no_sentence_stands_on_two_pages() -> None:
    seen: dict[str, str] = {}
    for page in written():
        for claim in page.claims:
            words = re.sub(r"\W+", " ", claim.text).strip().lower()
            if len(words) > 60:
                assert seen.setdefault(words, page.id) == page.id, claim.text


def test_a_source_names_its_address_only_with_a_scheme() -> None:
    for page in wiki():
        address = page.text_of("resource")
        if page.kind == "source" and address:
            assert address.startswith("https://"), page.path


def test_the_example_brain_speaks_three_languages() -> None:
    pages = [page for page in load_wiki(open_workspace(str(REPOSITORY / "tests/data/example"))) if page.kind == "page"]
    kana = [page for page in pages if re.search("[\u3041-\u30fe]{4}", page.text)]
    han = [page for page in pages if page not in kana and re.search("[\u4e00-\u9fff]{4}", page.text)]
    assert len(pages) >= 30
    assert len(kana) >= 5
    assert len(han) >= 5
