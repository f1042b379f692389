"""Differences as readers see them: three languages, moves, tables, code, front matter, hostile texts, long ones."""

from __future__ import annotations

import re

import pytest

from tests.site.history.versions import HEAD, drawn, told


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("It runs at 60 bar. [cite:1]\n", "It runs at 70 bar. [cite:1]\n", ["~ It runs at [-60-]{+70+} bar. 1"]),
        (
            "圧力は60 bar、精度は高い。\n",
            "圧力は70 bar、精度は低い。\n",
            ["~ 圧力は[-60-]{+70+} bar、精度は[-高-]{+低+}い。"],
        ),
        ("压力是60巴，温度很高。\n", "压力是70巴，温度很低。\n", ["~ 压力是[-60-]{+70+}巴，温度很[-高-]{+低+}。"]),
        ("One.\n", "One.\n\nTwo.\n", ["  One.", "+ {+Two.+}"]),
        ("One.\n\nTwo.\n", "Two.\n", ["- [-One.-]", "  Two."]),
        ("Red cars stop.\n", "Whales dive deep.\n", ["- [-Red cars stop.-]", "+ {+Whales dive deep.+}"]),
        ("- [ ] do it\n", "- [x] do it\n", ["~ • [-☐ -]{+☑ +}do it"]),
        ("Works. [cite:1]\n", "Works. [cite:1,2]\n", ["~ Works. [-1-]{+1,2+}"]),
        ("## Old head\n", "### Old head\n", ["~ Old head (was: a heading of level 2)"]),
        ("a b c\n", "- a b c\n", ["~ • a b c (was: a paragraph)"]),
        ("- a b c\n- d\n", "- d\n    - a b c\n", ["- • [-a b c-]", "  • d", "+ • {+a b c+}"]),
    ],
)
def test_words(before: str, after: str, expected: list[str]) -> None:
    assert told(HEAD + before, HEAD + after) == expected


def test_what_moved_says_where_from_and_where_to() -> None:
    before = "## Costs\n\nThe pump costs four million.\n\nThe hall costs more than that.\n\nb\n\n## Setup\n\nc\n"
    after = "## Costs\n\nb\n\n## Setup\n\nc\n\nThe pump costs four million.\n\nThe hall costs more than that.\n"
    assert told(HEAD + before, HEAD + after) == [
        "  Costs",
        "! ↱ moved to “Setup”: The pump costs four million. (and 1 more)",
        "  b",
        "  Setup",
        "  c",
        "! ↳ moved here from “Costs”",
        "> The pump costs four million.",
        "> The hall costs more than that.",
    ]


def test_moves_within_a_section_and_to_the_beginning() -> None:
    moving = "A paragraph that moves a little."
    assert told(f"{HEAD}{moving}\n\nb\n\nc\n", f"{HEAD}b\n\nc\n\n{moving}\n") == [
        "! ↱ moved further down: A paragraph that moves a little.",
        "  b",
        "  c",
        "! ↳ moved here from further up",
        f"> {moving}",
    ]
    assert (
        told(f"{HEAD}b\n\n## S\n\nc\n\n{moving}\n", f"{HEAD}{moving}\n\nb\n\n## S\n\nc\n", "ja")[0]
        == "! ↳「S」から移動"
    )
    assert (
        "! ↱ 移至“开头”："
        in told(f"{HEAD}b\n\n## S\n\nc\n\n{moving}\n", f"{HEAD}{moving}\n\nb\n\n## S\n\nc\n", "zh")[-1]
    )


def test_what_moved_and_changed_is_marked_inside() -> None:
    before = "One two three four five six seven.\n\nb\n\nc\n"
    after = "b\n\nc\n\nOne two three four five six eight.\n"
    assert told(HEAD + before, HEAD + after)[-1] == "> One two three four five six [-seven-]{+eight+}."


def test_tables_row_by_row_with_their_head() -> None:
    rows = "".join(f"| {n} | {n * n} |\n" for n in range(1, 9))
    table = f"| n | square |\n|---|---|\n{rows}"
    changed = table.replace("| 6 | 36 |", "| 6 | 37 |") + "| 9 | 81 |\n"
    assert told(HEAD + table, HEAD + changed) == [
        "  n | square",
        "… 4 unchanged rows",
        "  5 | 25",
        "~ 6 | [-36-]{+37+}",
        "  7 | 49",
        "  8 | 64",
        "+ {+9+} | {+81+}",
    ]


def test_a_new_column() -> None:
    before, after = "| a | b |\n|-|-|\n| 1 | 2 |\n", "| a | c | b |\n|-|-|-|\n| 1 | 9 | 2 |\n"
    assert told(HEAD + before, HEAD + after) == ["~ a | {+c+} | b", "~ 1 | {+9+} | 2"]


def test_code_line_by_line_with_its_indents() -> None:
    before = "```py\na = 1\nb = 2\nc = 3\nd = 4\ne = 5\n```\n"
    after = before.replace("    b", "b").replace("b = 2", "b = 22")
    assert told(HEAD + before, HEAD + after) == [
        "  py",
        "  a = 1",
        "~ b = [-2-]{+22+}",
        "  c = 3",
        "… 2 unchanged lines",
    ]
    assert "<ins>" in drawn(HEAD + before, HEAD + before.replace("b = 2", "  b = 2")), "an indent is a change"


def test_a_link_that_leads_elsewhere_says_where() -> None:
    found = told(f"{HEAD}See [[a|the pilot]] now.\n", f"{HEAD}See [[b|the pilot]] now.\n")
    assert found == ["~ See [-the pilot → a-]{+the pilot → b+} now."]


def test_front_matter_before_and_after() -> None:
    before = "---\ntitle: A\ntags: [x, y]\nowner: z\nsources:\n  - id: 1\n    resource: r\n    quote: At 60 bar it holds.\n---\nb\n"
    after = "---\ntitle: A\ntags: [x, w]\nsources:\n  - id: 1\n    resource: r\n    quote: At 70 bar it holds.\n  - id: 2\n    resource: s\n---\nb\n"
    assert told(before, after) == [
        "= tags | x / [-y-] | x / {+w+}",
        "= source 1 | resource: r / quote: At [-60-] bar it holds. | resource: r / quote: At {+70+} bar it holds.",
        "= source 2 | – | {+resource: s+}",
        "= owner | [-z-] | –",
    ]


@pytest.mark.parametrize(
    ("before", "after", "note"),
    [
        ("a\n\nb  c\n", "a\n\n\nb c\n", "Only white space changed."),
        ("* a\n", "- a\n", "Only markup that readers do not see changed."),
    ],
)
def test_what_no_reader_sees_is_said(before: str, after: str, note: str) -> None:
    assert told(HEAD + before, HEAD + after) == [f"! {note}"]


def test_nothing_changed() -> None:
    assert drawn(HEAD + "a\n", HEAD + "a\n") == ""


def test_unchanged_stretches_are_folded_and_the_heading_stays() -> None:
    paragraphs = [
        f"Paragraph {n} says something of its own, and it says so at length, over more than a line." for n in range(9)
    ]
    text = "## Head\n\n" + "\n\n".join(paragraphs) + "\n"
    found = told(HEAD + text, HEAD + text.replace("Paragraph 5 says", "Paragraph 5 tells"))
    assert found[:3] == ["  Head", "… 4 unchanged paragraphs", f"  {paragraphs[4]}"]
    assert found[3].startswith("~ Paragraph 5 [-says-]{+tells+}")
    assert found[4:] == [f"  {paragraphs[6]}", "… 2 unchanged paragraphs"]


def test_long_paragraphs_are_shortened_around_the_change() -> None:
    words = " ".join(f"word{n}" for n in range(200))
    found = told(f"{HEAD}{words} old {words}\n", f"{HEAD}{words} new {words}\n")[0]
    assert "[-old-]{+new+}" in found
    assert found.count("…") == 2
    assert len(found) < 300


def test_long_differences_end_with_a_note() -> None:
    before = "\n\n".join(f"old paragraph {n}" for n in range(300))
    after = "\n\n".join(f"whale {n} dives" for n in range(300))
    found = told(HEAD + before, HEAD + after)
    assert found[-1] == "! 400 more changes are not shown here."
    assert len(found) == 201


def test_what_is_too_long_to_compare_shows_how_each_begins() -> None:
    before, after = (HEAD + "\n\n".join(f"{word} {n}" for n in range(3100)) for word in ("old", "new"))
    found = drawn(before, after)
    assert "too long to compare" in found
    assert "old 59<" in found
    assert "new 59<" in found
    assert "old 60<" not in found
    assert "3040 more paragraphs follow." in found


HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    '[a](https://x" onmouseover="alert(1))',
    '![a"><script>](x)',
    "`</code></pre><script>`",
    "$</math><script>$",
    '[[a"><script>|b</span><script>]]',
    "text </ins></del><script>alert(1)</script>",
    "<!-- --><script>alert(1)</script>",
    '[^"><script>]',
    "| <script> | b |\n|---|---|\n| </td><script> | c |",
    '```"><script>\n</code><script>\n```',
)
ALLOWED = re.compile(
    r"<(?:/?(?:p|ins|del|span|strong|em|s|code|sup|small|pre|div|table|thead|tbody|tr|th|td)"
    r'(?: (?:class="[\w -]*"|scope="\w+"|colspan="99"|data-label="\w+"))*)>'
)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_of_a_page_becomes_markup(text: str) -> None:
    sides = (HEAD + "b\n", HEAD + f"{text}\n\nb\n"), (f"---\ntitle: '{text.splitlines()[0]}'\n---\nb\n", HEAD + text)
    for before, after in (*sides, *(side[::-1] for side in sides)):
        rest = ALLOWED.sub("", drawn(before, after))
        assert "<" not in rest
        assert ">" not in rest


def test_a_screen_reader_hears_what_was_done() -> None:
    assert drawn(f"{HEAD}at 60 bar now\n", f"{HEAD}at 70 bar now\n").count('<span class="bw-said">') == 2
    assert '<del><span class="bw-said">削除： </span>60</del>' in drawn(
        f"{HEAD}at 60 bar now\n", f"{HEAD}at 70 bar now\n", "ja"
    )
