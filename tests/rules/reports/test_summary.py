"""The Markdown summary: counts, order, folds, the limit, and words that render, link and call nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from brainwiki.model.finding import Finding, Report
from brainwiki.rules.reports.report import visible
from brainwiki.rules.reports.summary import LIMIT, OPEN, as_markdown, code, cut, prose
from tests.helpers import PROPERTY
from tests.rules.awkward import AWKWARD, NAMES, finding, warning

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


def told(report: Report) -> str:
    """The text that a reader sees, in one line."""
    return " ".join(token.content for token in tokens(as_markdown(report)) if token.content)


@pytest.mark.parametrize("case", AWKWARD)
def test_no_report_renders_links_or_calls(case: str) -> None:
    assert_inert(as_markdown(AWKWARD[case][0]))


@PROPERTY
@given(st.lists(ODD, max_size=30).map("".join))
def test_prose_shows_the_characters_of_a_text_and_does_nothing_else(text: str) -> None:
    written = "- x " + prose(text, 500)
    assert_inert(written)
    seen = "".join(token.content for token in tokens(written))
    assert re.sub(r"[`\s]", "", seen) == re.sub(r"[`\s]", "", "x" + visible(text))


@PROPERTY
@given(st.lists(ODD, max_size=30).map("".join))
def test_a_name_is_one_span_of_code(text: str) -> None:
    (span,) = [token for token in tokens(f"x {code(cut(text or '.', 500))}") if token.type == "code_inline"]
    assert span.content == visible(text or ".")


def test_ordinary_words_stay_words() -> None:
    for words in (
        "Write the page, or name one that exists by path, file name, title or alias.",
        "The name (of 1,234 pages) isn't well-formed: “x”, 0.5 — or is it?",
        "「日本語」の頁です。",
    ):
        assert prose(words, 500) == words
    assert prose("Nothing answers to [[a b]]: see `index`.", 500) == "Nothing answers to `[[a` `b]]`: see `index`."
    assert prose("a `b``c`", 500) == "a `b` `c`"
    assert prose("[[x]]`y`", 500) == "`[[x]]` `y`"
    assert prose("fixed in 0123abcd, GH-1", 500) == "fixed in `0123abcd`, `GH-1`"


def test_long_words_are_cut() -> None:
    assert prose("a" * 20, 5) == "aaaaa…"
    assert cut("\u202e" * 20, 8) == "␛U+202E␛…"
    assert cut("12345", 5) == "12345"


def test_blocking_findings_come_first_by_file() -> None:
    report, _ = AWKWARD["mixed"]
    assert as_markdown(report).split("\n") == [
        "## brainwiki: 2 BLOCK, 2 WARN in 3 files",
        "",
        "0 suppressed, 0 baselined.",
        "",
        "- Lowered: BW1 is off in `x|y`: `@all`",
        "",
        "### 2 BLOCK",
        "",
        "**`wiki/a.md`**",
        "",
        "- 2:11 **BW201** Nothing answers to `[[x]]`.",
        "  → Mend it.",
        "",
        "**`wiki/b.md`**",
        "",
        "- 3:5 **BW201** Nothing answers to `[[x]]`.",
        "  → Mend it.",
        "",
        "### 2 WARN",
        "",
        "**`wiki/a.md`**",
        "",
        "- 3:1 **BW302** Source 3 is never cited.",
        "  → Mend it.",
        "",
        "**`wiki/c.md`**",
        "",
        "- 1:1 **BW302** Source 1 is never cited.",
        "  → Mend it.",
        "",
        "`brainwiki rule CODE` explains one.",
    ]


def test_a_clean_report_has_a_headline() -> None:
    assert as_markdown(Report((), 1, 2, 1)) == "## brainwiki: no findings in 1 file\n\n2 suppressed, 1 baselined."


def test_long_parts_are_folded() -> None:
    report = Report((*(finding(subject=str(n)) for n in range(OPEN)), *(warning(n) for n in range(1, OPEN + 31))), 1)
    text = as_markdown(report)
    assert text.count("<details>") == text.count("</details>") == 1
    assert "<summary>30 more WARN</summary>\n\n**`wiki/a.md`**" in text
    assert text.index("### 20 BLOCK") < text.index("### 50 WARN") < text.index("<details>")
    assert "Left out" not in text


def items(text: str) -> int:
    return len(re.findall(r"^- \d+:\d+ ", text, re.MULTILINE))


@pytest.mark.parametrize("limit", [3_000, LIMIT])
def test_what_does_not_fit_is_counted(limit: int) -> None:
    many: list[Finding] = [finding(NAMES["markup"], subject=str(n)) for n in range(700)]
    report = Report((*many, *(warning(n) for n in range(1, 9_301))), 1)
    text = as_markdown(report, limit)
    assert limit - 1_500 < len(text) <= limit
    assert text.count("<details>") == text.count("</details>")
    (words,) = re.findall(r"^Left out here: (.*); `brainwiki check` shows all\.$", text, re.MULTILINE)
    left = {kind: int(count.replace(",", "")) for count, kind in re.findall(r"([\d,]+) (BLOCK|WARN)", words)}
    assert sum(left.values()) == 10_000 - items(text)
    assert ("BLOCK" in left) is (limit < LIMIT), "what blocks is left out last"


def test_the_longest_words_keep_the_limit() -> None:
    wide = "`\U000e0001" * 5_000
    worst = [finding(wide, message=wide, remedy=wide, subject=str(n)) for n in range(300)]
    text = as_markdown(Report(tuple(worst), 300, lowered=(wide,) * 50, unverifiable=((wide, 1),) * 50))
    assert len(text) <= LIMIT
    assert items(text) > 10
    assert_inert(text)
