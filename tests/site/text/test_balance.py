"""Reading cleaned HTML: attributes, whole inline pieces, plain words."""

from __future__ import annotations

import pytest

from brainwiki.site.text.balance import TAG, attributes, is_inline, text_of


def test_tags_are_read_with_their_attributes() -> None:
    match = TAG.search('x <a href="a?b&amp;c=&quot;d&quot;" title="e&gt;f" id="">y')
    assert match is not None
    assert match[2] == "a"
    assert attributes(match[3]) == {"href": 'a?b&c="d"', "title": "e>f", "id": ""}
    assert attributes("") == {}


@pytest.mark.parametrize(
    "markup",
    [
        "",
        "words",
        "<em>a</em>",
        "<strong>a <code>b</code></strong> c<br>",
        '<a href="x">y</a>',
        "<math><mrow><mi>x</mi></mrow></math>",
        '<img src="x" alt="">',
    ],
)
def test_whole_inline_pieces(markup: str) -> None:
    assert is_inline(markup)


@pytest.mark.parametrize(
    "markup",
    [
        "<em>a",
        "a</em>",
        "</em><em>",
        "<em><strong></em></strong>",
        "<p>a</p>",
        "</td><td>",
        "<ul><li>a</li></ul>",
        "a<div></div>",
    ],
)
def test_pieces_that_a_span_cannot_hold(markup: str) -> None:
    assert not is_inline(markup)


def test_words_of_markup() -> None:
    assert text_of('<p>a <b>b</b>\n &lt;c&gt; <img src="x" alt="no">&amp;</p>') == "a b <c> &"
