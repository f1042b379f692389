"""Code blocks: classes for known languages, plain text for others, nothing but text inside."""

from __future__ import annotations

import pytest

from brainwiki.site.text.balance import text_of
from brainwiki.site.text.highlight import MAX_CODE, block


def test_a_known_language_is_coloured() -> None:
    found = block("x = 1\n", "python")
    assert found.startswith('<div class="highlight" data-lang="python"><pre tabindex="0"><code>')
    assert '<span class="mi">1</span>' in found


@pytest.mark.parametrize("language", ["", "no-such-language", "mermaid", "text"])
def test_an_unknown_language_is_plain(language: str) -> None:
    found = block("graph TD; A-->B\n", language)
    assert "<code>graph TD; A--&gt;B\n</code>" in found
    assert "mermaid" not in found.replace('data-lang="mermaid"', "")


@pytest.mark.parametrize("language", ["", "html", "python", "php", "markdown"])
def test_code_is_never_markup(language: str) -> None:
    code = "<script>alert('x')</script> & \"q\" [[link]] [cite:1]\n"
    found = block(code, language)
    assert "<script" not in found
    assert text_of(found) == " ".join(code.split())


def test_line_ends_and_blanks_stay() -> None:
    assert "<code>\n  a\n\n</code>" in block("\n  a\n\n", "")
    assert text_of(block("\n\na = 1\n\n", "python")) == "a = 1"
    assert block("\n\na = 1\n\n", "python").count("\n") == 4


def test_very_long_code_is_plain() -> None:
    assert "<span" not in block("x = 1\n" * (MAX_CODE // 6 + 1), "python")


def test_the_language_is_an_attribute_and_no_way_out() -> None:
    assert block("x", '"><img src=x>').startswith('<div class="highlight" data-lang="&quot;&gt;&lt;img src=x&gt;">')
