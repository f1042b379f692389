"""Reports: carets under wide characters and tabs, what may be printed, and the JSON that scripts rely on."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model.document import dump
from brainwiki.model.finding import Finding, Report, Severity
from brainwiki.rules.reports.report import as_json, as_text, finding_as_json, width
from tests.helpers import PROPERTY, bare


def finding(
    start: tuple[int, int] = (1, 1), end: tuple[int, int] = (1, 1), code: str = "BW201", **more: object
) -> Finding:
    """A finding at a place."""
    values: dict[str, object] = {
        "path": "wiki/a.md",
        "line": start[0],
        "column": start[1],
        "code": code,
        "slug": "broken-wikilink",
        "severity": Severity.BLOCK,
        "end_line": end[0],
        "end_column": end[1],
        "message": "Nothing answers.",
        "remedy": "Mend it.",
        "fix": None,
        "subject": "x",
    }
    return Finding(**{**values, **more})  # type: ignore[arg-type]


def text(*findings: Finding, page: str = "", **more: object) -> list[str]:
    """The lines of a report about one page."""
    report = Report(findings, 1, **more)  # type: ignore[arg-type]
    return as_text(report, {"wiki/a.md": bare(page)}).split("\n")


def marked(line: str, start: int, end: int) -> tuple[str, str]:
    """The excerpt and the caret of a finding on a page of one line."""
    lines = text(finding((1, start), (1, end)), page=line)
    return lines[2], lines[3]


def test_a_finding_is_a_place_a_message_an_excerpt_and_a_remedy() -> None:
    assert text(finding((2, 5), (2, 10)), page="One.\nSee [[x]].\n") == [
        "wiki/a.md",
        "  2:5  BLOCK BW201  Nothing answers.",
        "      See [[x]].",
        "          ^^^^^",
        "      → Mend it.",
        "",
        "1 BLOCK, 0 WARN in 1 file; 0 suppressed, 0 baselined.",
        "`brainwiki rule CODE` explains one.",
    ]


@pytest.mark.parametrize(
    ("line", "start", "end", "caret"),
    [
        ("See [[x]].", 5, 10, "          ^^^^^"),
        ("日本[[東京]]。", 3, 9, "          ^^^^^^^^"),
        ("\t[[x]]", 2, 7, "       ^^^^^"),
        ("a\t\t[[x]]", 4, 9, "         ^^^^^"),
        ("e\u0301 [[x]]", 4, 9, "        ^^^^^"),
        ("ｱ [[x]]", 3, 8, "        ^^^^^"),
        ("Ａ [[x]]", 3, 8, "         ^^^^^"),
        ("🙂 [[x]]", 3, 8, "         ^^^^^"),
        ("한글 [[한]]", 4, 9, "           ^^^^^^"),
        ("[[x]]", 1, 6, "      ^^^^^"),
        ("x", 1, 1, ""),
    ],
)
def test_the_caret_stands_under_its_words(line: str, start: int, end: int, caret: str) -> None:
    lines = text(finding((1, start), (1, end)), page=line)
    assert ("" if start == end else lines[3]) == caret
    if caret:
        shown = lines[2]
        column = len(caret) - len(caret.lstrip())
        before = shown[: next(at for at in range(len(shown) + 1) if width(shown[:at]) == column)]
        assert shown[len(before) :].startswith(line[start - 1 : end - 1])
        assert width(line[start - 1 : end - 1]) == caret.count("^")


def test_a_tab_is_shown_as_one_blank() -> None:
    assert marked("a\t[[x]]", 3, 8) == ("      a [[x]]", "        ^^^^^")


@pytest.mark.parametrize(
    ("char", "shown"),
    [
        ("\u200b", "␛U+200B"),
        ("\u202e", "␛U+202E"),
        ("\x1b", "␛U+001B"),
        ("\x00", "␛U+0000"),
        ("\U000e0041", "␛U+E0041"),
        ("\u2028", "␛U+2028"),
        ("\r", "␛U+000D"),
    ],
)
def test_what_would_not_be_seen_is_shown_by_its_code(char: str, shown: str) -> None:
    excerpt, caret = marked(f"ab{char}cd", 3, 4)
    assert excerpt == f"      ab{shown}cd"
    assert caret == " " * 8 + "^" * len(shown)


def test_a_long_line_is_cut_around_the_place() -> None:
    excerpt, caret = marked("x" * 500 + "[[y]]" + "z" * 500, 501, 506)
    assert excerpt == "      …" + "x" * 48 + "[[y]]" + "z" * 43
    assert caret == " " * 55 + "^^^^^"


def test_a_span_over_lines_is_marked_to_the_end_of_the_first() -> None:
    lines = text(finding((1, 3), (3, 2)), page="a bcd\ne\nf\n")
    assert lines[2:4] == ["      a bcd", "        ^^^"]


def test_a_long_span_is_marked_as_far_as_it_is_shown() -> None:
    _, caret = marked("y" * 400, 1, 401)
    assert caret == " " * 6 + "^" * 96


@pytest.mark.parametrize("page", ["", "   \nx", "\t\n"])
def test_a_line_without_ink_and_an_empty_span_have_no_excerpt(page: str) -> None:
    assert text(finding((1, 1), (1, 2)), page=page)[2] == "      → Mend it."
    assert text(finding((1, 1), (1, 1)), page="words")[2] == "      → Mend it."


def test_a_finding_about_another_file_has_no_excerpt() -> None:
    report = Report((finding(path="wiki/link.md"),), 0)
    assert as_text(report, {}).split("\n")[:3] == [
        "wiki/link.md",
        "  1:1  BLOCK BW201  Nothing answers.",
        "      → Mend it.",
    ]


def test_names_and_messages_are_printed_without_what_a_terminal_obeys() -> None:
    report = Report(
        (finding(path="a\x1bc\udcff.md", message="No [[\u202e\x07]].", remedy="Did you mean [[\x00]]?"),), 1
    )
    assert as_text(report, {}).split("\n")[:3] == [
        "a␛U+001Bc␛U+DCFF.md",
        "  1:1  BLOCK BW201  No [[␛U+202E␛U+0007]].",
        "      → Did you mean [[␛U+0000]]?",
    ]


def test_findings_are_grouped_by_file() -> None:
    report = Report((finding(), finding((2, 1), (2, 1)), finding(path="wiki/b.md", remedy="")), 2)
    lines = as_text(report, {}).split("\n")
    assert [line for line in lines if line.startswith("wiki")] == ["wiki/a.md", "wiki/b.md"]
    assert lines[-2] == "3 BLOCK, 0 WARN in 2 files; 0 suppressed, 0 baselined."


def test_a_clean_report_says_how_much_was_checked() -> None:
    assert text(suppressed=2, baselined=1) == ["Clean: 1 file checked, no findings; 2 suppressed, 1 baselined."]
    assert as_text(Report((), 12_345), {}) == "Clean: 12,345 files checked, no findings; 0 suppressed, 0 baselined."


def test_a_baseline_that_allows_more_than_there_is_is_told_in_the_last_line() -> None:
    end = "0 suppressed, 1 baselined; the baseline allows 3 more than there are: `brainwiki check --baseline prune`."
    assert text(baselined=1, unpruned=3) == [f"Clean: 1 file checked, no findings; {end}"]
    assert f"1 BLOCK, 0 WARN in 1 file; {end}" in text(finding(), baselined=1, unpruned=3)


def test_lowered_rules_and_sources_out_of_reach_are_told() -> None:
    lines = text(lowered=("BW201 is off by configuration",), unverifiable=(("offline", 1_234), ("no history", 1)))
    assert lines[:2] == [
        "Lowered: BW201 is off by configuration.",
        "Sources that cannot be read here: 1,234: offline; 1: no history.",
    ]


def test_colour_is_asked_for_by_what_is_shown() -> None:
    report = Report((finding((1, 1), (1, 3)), finding((1, 1), (1, 2), severity=Severity.WARN)), 1)
    painted = as_text(report, {"wiki/a.md": bare("words")}, lambda words, style: f"<{style}>{words}</>")
    for piece in (
        "<path>wiki/a.md</>",
        "<block>BLOCK BW201</>",
        "<warn>WARN BW201</>",
        "<caret>^^</>",
        "<quiet>→</>",
        "<block>1 BLOCK</>",
    ):
        assert piece in painted


def test_the_json_of_a_finding_has_the_keys_of_the_contract() -> None:
    one = finding((2, 5), (2, 10), fix="safe")
    assert finding_as_json(one) == {
        "code": "BW201",
        "slug": "broken-wikilink",
        "severity": "BLOCK",
        "path": "wiki/a.md",
        "line": 2,
        "column": 5,
        "end_line": 2,
        "end_column": 10,
        "message": "Nothing answers.",
        "remedy": "Mend it.",
        "fix": "safe",
        "fingerprint": one.fingerprint,
    }


def test_the_json_of_a_report_has_the_keys_of_the_contract() -> None:
    report = Report(
        (finding(), finding(severity=Severity.WARN)), 7, 2, 3, ("BW201 is off",), (("offline", 4),), unpruned=5
    )
    value = as_json(report, "/w")
    assert (value["version"], value["root"], value["lowered"], len(value["findings"])) == (1, "/w", ["BW201 is off"], 2)
    assert value["summary"] == {
        "files": 7,
        "block": 1,
        "warn": 1,
        "suppressed": 2,
        "baselined": 3,
        "unpruned": 5,
        "unverifiable": 4,
    }
    assert json.loads(dump(value)) == value


def test_json_keeps_every_script_and_no_lone_surrogate() -> None:
    written = dump({"a": "日本 🙂 \ud800 \udcff"})
    assert written == '{\n  "a": "日本 🙂 \\ud800 \\udcff"\n}'
    assert json.loads(written.encode()) == {"a": "日本 🙂 \ud800 \udcff"}


@PROPERTY
@given(st.text(st.sampled_from("ab日e\u0301\t🙂\u200b[[]]｡"), min_size=1, max_size=130), st.data())
def test_excerpt_and_caret_fit_each_other(line: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(1, len(line)))
    end = data.draw(st.integers(start + 1, len(line) + 1))
    lines = text(finding((1, start), (1, end)), page=line)
    if not line.strip():
        return
    excerpt, caret = lines[2], lines[3]
    assert set(caret.strip()) == {"^"}
    assert not set(excerpt) & set("\t\u200b")
    assert width(caret) <= width(excerpt) + 1
