"""What may stand as a sentence, and how it is made safe."""

from __future__ import annotations

import pytest

from brainwiki.dream.sayings import LONGEST, aside, cite, mistake_in, one_line, safe, stop_at


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (" \n", "empty"),
        ("One.\n\nTwo.", "several paragraphs"),
        ("One\n- two", "several paragraphs"),
        ("One. Two.", "2 sentences"),
        ("一つ。二つ。", "2 sentences"),
        ("a [cite:1]", "a cite"),
        ("a [cite: 1]", "a cite"),
        ("a [[cite:1]]", "a cite"),
        ("a [cite_start] b", "a cite"),
        ("a [^1] b", "a cite"),
        ("a [b](https://e.org)", "Markdown link"),
        ("![b](https://e.org)", "Markdown link"),
        ("![[b]]", "Markdown link"),
        ("[[b", "not closed"),
        ("a ^c-abcdefgh", "block id"),
        ("(until 2026-01-01) a", "history"),
        ("a\u202eb", "invisible"),
        ("a\u200bb", "invisible"),
        ("a" * (LONGEST + 1), "characters"),
    ],
)
def test_what_cannot_be_a_claim_is_told(text: str, words: str) -> None:
    assert words in mistake_in(text)


@pytest.mark.parametrize(
    "text", ["A [[link|label]].", "e.g. this, of 3.5 million", "予算は3,150万円。", "One\nline", "👨‍👩‍👧"]
)
def test_what_can(text: str) -> None:
    assert mistake_in(text) == ""


def test_a_summary_has_several_sentences() -> None:
    assert mistake_in("One. Two.", sentences=False) == ""
    assert "paragraphs" in mistake_in("One.\n\nTwo.", sentences=False)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a <b>c</b>", "a \\<b>c\\</b>."),
        ("<!-- a -->", "\\<!-- a -->."),
        ("<https://e.org>", "\\<https://e.org>."),
        ("`<b>` and a < b", "`<b>` and a < b."),
        ("# a", "\\# a."),
        ("- a", "\\- a."),
        ("> a", "\\> a."),
        ("12. a", "12\\. a."),
        ("--- a", "\\--- a."),
        ("```x", "\\```x."),
        ("|a|", "\\|a|."),
        ("[x] a", "\\[x] a."),
        ("緑茶", "緑茶。"),
        ("Done!", "Done!"),
        ('He said "no."', 'He said "no."'),
        ("a\n  b\x00", "a b."),
    ],
)
def test_text_is_made_safe(text: str, wanted: str) -> None:
    assert safe(text) == wanted


def test_cites_follow_the_stop_of_the_language() -> None:
    assert cite("A.", ("1", "2")) == "A. [cite:1,2]"
    assert cite("緑茶。", ("1",)) == "緑茶。[cite:1]"


def test_what_is_said_aside_stands_before_the_stop() -> None:
    assert (stop_at("A b."), stop_at("A b"), aside("x", "A b."), aside("x", "緑茶。")) == (3, 3, " (x)", "（x）")
    assert one_line(" a\n\tb\x07 ") == "a b"
