"""Rows of long lists as HTML: a template that asks for every value of every row takes five times as long."""

from __future__ import annotations

from functools import lru_cache

from brainwiki.site.language import unless


def escaped(text: str) -> str:
    """A text as HTML, in text and in attributes alike; the same as the templates write."""
    return (
        text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;").replace("'", "&#39;").replace('"', "&#34;")
    )


@lru_cache(maxsize=1024)
def spoken(language: str, around: str) -> str:
    """The attribute that says a language, with its blank; empty where it is that of the text around."""
    tag = unless(language, around)
    return f' lang="{escaped(tag)}"' if tag else ""
