"""Callouts: GitHub's alerts and Obsidian's boxes become admonitions, other quotes stay quotes."""

from __future__ import annotations

import pytest

from brainwiki.site.text.callouts import KINDS, quote
from tests.site.sites import body_of


def test_a_plain_quote_stays() -> None:
    assert body_of("> words\n") == "<blockquote>\n<p>words</p>\n</blockquote>\n"


@pytest.mark.parametrize("kind", ["note", "tip", "important", "warning", "caution"])
def test_alerts(kind: str) -> None:
    found = body_of(f"> [!{kind.upper()}]\n> words\n")
    assert (
        f'<div class="admonition {KINDS.get(kind, "note")}"><p class="admonition-title">{kind.capitalize()}</p>'
        in found
    )
    assert "<p>words</p>" in found


@pytest.mark.parametrize(
    ("head", "kind", "title"),
    [
        ("[!note] A title", "note", "A title"),
        ("[!info]", "info", "Info"),
        ("[!CONTRADICTION]", "warning", "Contradiction"),
        ("[!faq] **Bold** `code`", "question", "<strong>Bold</strong> <code>code</code>"),
        ("[!unheard-of] x", "note", "x"),
        ("[!tldr] 要点", "abstract", "要点"),
    ],
)
def test_boxes(head: str, kind: str, title: str) -> None:
    found = body_of(f"> {head}\n> words\n>\n> more\n")
    assert (
        f'<div class="admonition {kind}"><p class="admonition-title">{title}</p><p>words</p>\n<p>more</p>\n</div>'
        in found
    )


def test_a_box_of_a_title_alone() -> None:
    assert (
        body_of("> [!tip] Only this\n")
        == '<div class="admonition tip"><p class="admonition-title">Only this</p>\n</div>\n'
    )


def test_boxes_that_fold() -> None:
    assert '<details class="note"><summary>T</summary><p>x</p>' in body_of("> [!note]- T\n> x\n")
    assert '<details class="note" open><summary>T</summary><p>x</p>' in body_of("> [!note]+ T\n> x\n")


def test_boxes_nest_and_hold_lists_links_and_cites() -> None:
    found = body_of(
        "> [!note] See [[other]]\n> - a\n>\n> > [!bug] inner\n> > b\n",
        {"knowledge/a/other.md": "---\ntitle: Other\n---\nx\n"},
    )
    assert '<p class="admonition-title">See <a class="bw-link" href="../other/">Other</a></p>' in found
    assert "<li>a</li>" in found
    assert '<div class="admonition bug"><p class="admonition-title">inner</p><p>b</p>' in found


def test_a_title_that_runs_on_is_no_title() -> None:
    inner = "\n<p>[!note] a <strong>b\nc</strong></p>\n"
    assert quote("", inner) == f"<blockquote>{inner}</blockquote>"


@pytest.mark.parametrize("words", ["[note] x", "[! note] x", "x [!note] y", "`[!note]` x"])
def test_what_only_looks_like_a_box(words: str) -> None:
    assert body_of(f"> {words}\n").startswith("<blockquote>")
