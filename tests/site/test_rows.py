"""Rows of lists: values are text, written as the templates write them."""

from __future__ import annotations

from markupsafe import escape

from brainwiki.site.rows import escaped, spoken


def test_a_text_is_escaped_as_templates_do() -> None:
    text = "a & <b> \"c\" 'd' &amp; 日本"
    assert escaped(text) == str(escape(text))


def test_a_language_is_said_where_it_differs() -> None:
    assert (spoken("ja", "en"), spoken("en", "en"), spoken('"', "en")) == (' lang="ja"', "", ' lang="&#34;"')
