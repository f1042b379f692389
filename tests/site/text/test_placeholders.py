"""Placeholders: they stand for what they were given, keep emphasis as writers mean it, and leave nothing behind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup.structure import MARKDOWN
from brainwiki.site.text.placeholders import Mark, Placeholders, Span, new_secret
from tests.helpers import PROPERTY


def through(text: str, *marks: tuple[str, Mark]) -> str:
    """Markdown with each of these pieces replaced by a mark, read and put back."""
    placeholders = Placeholders(new_secret())
    spans, at = [], 0
    for piece, mark in marks:
        start = text.index(piece, at)
        at = start + len(piece)
        spans.append(Span(start, 2, at, mark))
    html = MARKDOWN.html(placeholders.encode(text, 0, len(text), spans))
    return "".join(
        piece + (placeholders.marks[n].html if n is not None else "") for piece, n in placeholders.find(html)
    )


LINK = Mark("link", "<a>L</a>", "L")


def test_secrets_differ_and_are_words() -> None:
    assert new_secret() != new_secret()
    assert new_secret().isalnum()
    assert new_secret()[0].isalpha()


def test_pieces_come_back_in_their_places() -> None:
    assert (
        through("a [[x]] b [[y]].", ("[[x]]", LINK), ("[[y]]", Mark("link", "<i>y</i>")))
        == "<p>a <a>L</a> b <i>y</i>.</p>\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**[[x]]**", "<strong><a>L</a></strong>"),
        ("**[[x]]**是", "<strong><a>L</a></strong>是"),
        ("是**[[x]]**是", "是<strong><a>L</a></strong>是"),
        ("**重要。**[[x]]", "<strong>重要。</strong><a>L</a>"),
        ("[[x]]**。粗**", "<a>L</a><strong>。粗</strong>"),
        ("*[[x]] a*", "<em><a>L</a> a</em>"),
        ("_[[x]]_", "<em><a>L</a></em>"),
        ("~~[[x]]~~", "<del><a>L</a></del>"),
        ("**a [[x]]**.", "<strong>a <a>L</a></strong>."),
        ("$n$[[x]]", '<span class="math math-inline">n</span><a>L</a>'),
        ("([[x]])", "(<a>L</a>)"),
    ],
)
def test_emphasis_beside_a_placeholder_is_as_beside_a_word(text: str, expected: str) -> None:
    assert through(text, ("[[x]]", LINK)) == f"<p>{expected}</p>\n"


def test_insertions_stand_between_and_blanks_are_beside_them() -> None:
    placeholders = Placeholders("bwsecretx")
    start, end = Mark("claim-start", "<s>", "", "c"), Mark("claim-end", "</s>", "", "c")
    assert (
        placeholders.encode("**a** b.", 0, 8, [Span(0, 1, 0, start), Span(8, 0, 8, end)])
        == "bwsecretx0z **a** b. bwsecretx1z"
    )


def test_what_lies_in_a_hidden_stretch_is_dropped() -> None:
    placeholders = Placeholders("bwsecretx")
    assert placeholders.encode("a %%b [[x]]%% c", 0, 15, [Span(2, -1, 13, None), Span(6, 2, 11, LINK)]) == "a  c"
    assert placeholders.marks == []


def test_plain_words_for_attributes() -> None:
    placeholders = Placeholders("bwsecretx")
    encoded = placeholders.encode(
        "see [[x]] & [[y]]", 0, 17, [Span(4, 2, 9, LINK), Span(12, 2, 17, Mark("link", "<b>", '<"y">'))]
    )
    assert placeholders.as_text(encoded) == "see L & &lt;&quot;y&quot;&gt;"


def test_some_kinds_are_lifted_and_others_stay() -> None:
    placeholders = Placeholders("bwsecretx")
    encoded = placeholders.encode("ab", 0, 2, [Span(0, 2, 1, LINK), Span(1, 2, 2, Mark("cite", "<sup>1</sup>"))])
    kept, lifted = placeholders.lift(encoded, ("cite",))
    assert (kept, lifted) == ("bwsecretx0z", [1])
    assert [number for _, number in placeholders.find(kept)] == [0, None]
    assert placeholders.lift("nothing", ("cite",)) == ("nothing", [])


def test_a_writers_own_brackets_and_forged_numbers_stay() -> None:
    placeholders = Placeholders("bwsecretx")
    placeholders.encode("a", 0, 1, [Span(0, 2, 1, Mark("block", "<i></i>"))])
    assert [piece for piece, _ in placeholders.find("⸨bwsecretx0z⸩")] == ["⸨", "⸩"]
    assert list(placeholders.find("bwsecretx7z")) == [("bwsecretx7z", None)]


@given(st.text("a是。*_~ $[]()\n", max_size=30), st.text("a是。*_~ $[]()\n", max_size=30))
@PROPERTY
def test_no_placeholder_is_left_whatever_stands_around_it(before: str, after: str) -> None:
    text = f"{before}[[x]]{after}"
    placeholders = Placeholders(new_secret())
    encoded = placeholders.encode(text, 0, len(text), [Span(len(before), 2, len(before) + 5, LINK)])
    html = MARKDOWN.html(encoded)
    assert "bw" not in placeholders.as_text(html)
    assert "\u2e28" not in placeholders.as_text(html)
