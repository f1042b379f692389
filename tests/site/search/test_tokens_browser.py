"""The browser cuts texts as Python does: the same tokens, in the same places, for thousands of texts in three scripts."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from brainwiki.retrieval.stems import stem
from brainwiki.retrieval.tokens import TABLES, folded, tokens
from tests.helpers import REPOSITORY
from tests.retrieval.corpus import CASES, WORDS, strings

SCRIPT = REPOSITORY / "site_overrides/assets/javascripts/bw-tokens.js"


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_script_tag(path=str(SCRIPT))
    page.evaluate("tables => { window.cut = bwTokens.tokenizer(tables) }", TABLES)
    yield page
    page.close()


def cut(text: str) -> list[list[object]]:
    """Tokens with what they cover, as both sides can tell it."""
    shape = folded(text)
    return [[one.text, shape[one.start : one.end], one.kind] for one in tokens(text)]


CUT = """texts => texts.map(text => {
  const shape = cut.folded(text);
  return cut.tokens(text).map(([word, start, end, kind]) => [word, shape.slice(start, end), kind]);
})"""
MAPPED = "texts => texts.map(text => cut.mapped(text).text)"


@pytest.mark.parametrize("seed", range(4))
def test_random_strings_are_cut_alike(tab: Page, seed: int) -> None:
    texts = strings(random.Random(seed), 1_500)
    for text, theirs in zip(texts, tab.evaluate(CUT, texts), strict=True):
        assert theirs == cut(text), repr(text)


def test_written_cases_are_cut_alike(tab: Page) -> None:
    texts = [text for text, _ in CASES]
    for (text, expected), theirs in zip(CASES, tab.evaluate(CUT, texts), strict=True):
        assert [word for word, _, _ in theirs] == expected, text


def test_pages_are_cut_alike(tab: Page) -> None:
    texts = [
        path.read_text("utf-8") for path in sorted((REPOSITORY / "tests/data/example/wiki/knowledge").rglob("*.md"))
    ]
    for text, theirs in zip(texts, tab.evaluate(CUT, texts), strict=True):
        assert theirs == cut(text)


def test_stems_are_alike(tab: Page) -> None:
    rng = random.Random(7)
    words = [*WORDS, *("".join(rng.choices("aeiouybdglstnzed", k=rng.randint(1, 12))) for _ in range(5_000))]
    assert tab.evaluate("words => words.map(bwTokens.stem)", words) == [stem(word) for word in words]


def test_places_in_the_text_are_those_of_the_folded_text(tab: Page) -> None:
    """Only what stands alone is compared: marks of several letters in a row join in ways that no place can be told for."""
    texts = [text for text, _ in CASES]
    assert tab.evaluate(MAPPED, texts) == [folded(text) for text in texts]
    found = tab.evaluate(
        """text => { const m = cut.mapped(text); return cut.read(m.text).map(([word, start, end]) => [word, text.slice(m.starts[start], m.ends[end - 1])]) }""",
        "ﾃﾞｰﾀ と サーバー、Ｃａｆé",
    )
    assert ["デー", "ﾃﾞｰ"] in found
    assert ["サー", "サー"] in found
    assert ["バ", "バー"] in found
    assert ["cafe", "Ｃａｆé"] in found
