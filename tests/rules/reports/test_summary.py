"""The Markdown summary: counts, order, folds, the limit, and words that render, link and call nothing."""

from __future__ import annotations

import re

import pytest

from brainwiki.model.finding import Finding, Report
from brainwiki.rules.reports.summary import LIMIT, OPEN, as_markdown
from tests.markup.inert import assert_inert, tokens
from tests.rules.awkward import AWKWARD, NAMES, finding, warning


def told(report: Report) -> str:
    """The text that a reader sees, in one line."""
    return " ".join(token.content for token in tokens(as_markdown(report)) if token.content)


@pytest.mark.parametrize("case", AWKWARD)
def test_no_report_renders_links_or_calls(case: str) -> None:
    assert_inert(as_markdown(AWKWARD[case][0]))


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
