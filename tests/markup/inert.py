"""Whether Markdown is inert: it renders emphasis and code, and links to and calls nobody."""

from __future__ import annotations

import re

from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
BLOCKS = {"heading", "paragraph", "bullet_list", "list_item", "inline", "html_block"}
INLINE = {"text", "code_inline", "strong_open", "strong_close", "softbreak"}
ODD = st.sampled_from(
    [
        *"`*_~[]()<>{}#@!|\\&$:;.,'\"-+=^%/ 1aZ日。é😀\t\n\x00\u202e\u2028\udcff\u3000\xa0",
        "``",
        "www.e.org",
        "http://e.org",
        "GH-1",
        "#12",
        "@all",
        "deadbeef",
        "&amp;",
        "<b>",
        "![x](y)",
        "[x]: y",
        ":tada:",
        "- ",
        "`a`",
        "x`y",
    ]
)


def tokens(text: str) -> list[Token]:
    """The inline tokens of a document, after a look at its blocks."""
    found: list[Token] = []
    for token in READER.parse(text):
        assert re.sub("_(open|close)$", "", token.type) in BLOCKS, token
        if token.type == "html_block":
            assert re.fullmatch(r"</?details>\n?(<summary>[\d,]+ more (BLOCK|WARN)</summary>\n?)?", token.content)
        found += token.children or []
    return found


def assert_inert(text: str) -> None:
    """Nothing in the document renders but emphasis and code, and its plain words call nobody and link nowhere."""
    for token in tokens(text):
        assert token.type in INLINE, token
        if token.type == "text":
            assert not re.search(
                r"[@#<>\[\]&\\~$_*|%^{}/=+]|\w-\d|(?!\d\.\d)\w[.:!]\w|[0-9a-f]{7}", places_out(token.content)
            ), token


def places_out(text: str) -> str:
    """Plain words without a place such as 12:65 and without the headline's colon."""
    return re.sub(r"^\d+:\d+ |^brainwiki: |\d,\d", "", text)
