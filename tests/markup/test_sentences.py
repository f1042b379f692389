"""All sentences of a page, and the one around a place."""

from __future__ import annotations

from brainwiki.markup import sentences
from tests.helpers import page_of

BODY = """# A heading

First one. See [[a. b]] and `c. d` here. 日本語の文。次の文。

- item one. Item two [x](y.z).
    - nested

| cell. One | two |
|---|---|
"""


def said(body: str) -> list[str]:
    """The words of every sentence."""
    page = page_of(body)
    return [page.text[start:end].strip() for start, end in page.sentences]


def test_sentences_stand_in_blocks_and_links_and_code_end_none() -> None:
    assert said(BODY) == [
        "First one.",
        "See [[a. b]] and `c. d` here.",
        "日本語の文。",
        "次の文。",
        "item one.",
        "Item two [x](y.z).",
        "nested",
        "| cell.",
        "One | two |",
    ]


def test_the_sentence_around_a_place() -> None:
    page = page_of(BODY)
    for start, end in page.sentences:
        assert sentences.around(page, start) == (start, end)
        assert sentences.around(page, end - 1) == (start, end)


def test_a_heading_and_front_matter_are_taken_by_the_line() -> None:
    page = page_of(BODY)
    start, end = sentences.around(page, page.text.index("heading"))
    assert page.text[start:end] == "# A heading"
    start, end = sentences.around(page, page.text.index("Example"))
    assert page.text[start:end] == "title: Example"


def test_the_last_line_needs_no_end() -> None:
    page = page_of("# Only a heading")
    assert page.text[slice(*sentences.around(page, page.body + 3))] == "# Only a heading"


def test_the_claim_at_a_place() -> None:
    page = page_of("One. Two [cite:1]. Three. [cite:2] Four.\n")
    found = {page.text[at]: sentences.claim_at(page, at) for at in range(page.body, len(page.text))}
    assert sentences.claim_at(page, page.text.index("One")) is None
    assert sentences.claim_at(page, page.text.index("Four")) is None
    assert [claim.text for claim in (found["w"], found["h"]) if claim] == ["Two.", "Three."]
