"""The baseline: what a file of counts may hold, what it keeps out of a report, and that it only shrinks."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.errors import BaselineError, ConfigError
from brainwiki.model.finding import Finding, Report, Silenced
from brainwiki.rules import baseline
from brainwiki.rules.baseline import Counts
from tests.helpers import PROPERTY
from tests.rules.reports.test_report import finding

COUNTS = st.dictionaries(
    st.sampled_from(["wiki/a.md", "wiki/日本.md", "b\udcff.md"]),
    st.dictionaries(st.sampled_from(["BW201", "BW204", "BW299"]), st.integers(1, 4), min_size=1),
)


def findings(*counts: tuple[str, str, int]) -> tuple[Finding, ...]:
    """So many findings of a rule on a page."""
    return tuple(finding((line, 1), code=code, path=path) for path, code, many in counts for line in range(1, many + 1))


def always(path: str, code: str) -> bool:
    """A run that tells every finding."""
    return True


def told(report: Report) -> list[tuple[str, str, int]]:
    """Path, code and line of each finding."""
    return [(one.path, one.code, one.line) for one in report.findings]


def test_the_file_is_sorted_with_a_line_for_each_count() -> None:
    counts = {"wiki/b.md": {"BW204": 1, "BW201": 12}, "wiki/a.md": {"BW302": 1}, "wiki/日本.md": {"BW201": 1}, "c": {}}
    assert (
        baseline.written(counts).decode()
        == """{
  "version": 1,
  "counts": {
    "wiki/a.md": {
      "BW302": 1
    },
    "wiki/b.md": {
      "BW201": 12,
      "BW204": 1
    },
    "wiki/日本.md": {
      "BW201": 1
    }
  }
}
"""
    )


@PROPERTY
@given(COUNTS)
def test_what_is_written_is_read_again(counts: Counts) -> None:
    assert baseline.parse(baseline.written(counts)) == counts


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"\xff", "not UTF-8 at byte 0"),
        (b"", "not JSON: Expecting value: line 1 column 1 (char 0)"),
        (
            b'{"version": 1,\n<<<<<<< HEAD\n',
            "not JSON: Expecting property name enclosed in double quotes: line 2 column 1",
        ),
        (b"[" * 100_000, "not JSON: "),
        (b'{"version": 1, "counts": {"a": {"BW201": 1, "BW201": 2}}}', "not JSON: the key 'BW201' stands twice"),
        (b"[]", 'must be an object with the keys "version" and "counts", not []'),
        (b'{"counts": {}}', '"version" is null; this version reads 1'),
        (b'{"version": 2, "counts": {}}', '"version" is 2; this version reads 1'),
        (b'{"version": true, "counts": {}}', '"version" is true; this version reads 1'),
        (b'{"version": 1}', '"counts" must be an object with pages as keys, not nothing'),
        (b'{"version": 1, "counts": []}', '"counts" must be an object with pages as keys, not []'),
        (b'{"version": 1, "counts": {}, "count": {}}', 'unknown key "count"'),
        (b'{"version": 1, "counts": {"a.md": 3}}', "a.md: must be an object with rule codes as keys, not 3"),
        (b'{"version": 1, "counts": {"a.md": {"bw201": 3}}}', 'a.md: "bw201" is no rule code'),
        (b'{"version": 1, "counts": {"a.md": {"BW201": 0}}}', "a.md: BW201 must be a number from 1, not 0"),
        (b'{"version": 1, "counts": {"a.md": {"BW201": "3"}}}', 'a.md: BW201 must be a number from 1, not "3"'),
        (b'{"version": 1, "counts": {"a.md": {"BW201": true}}}', "a.md: BW201 must be a number from 1, not true"),
        (b'{"version": 1, "counts": {"a.md": {"BW201": 1.5}}}', "a.md: BW201 must be a number from 1, not 1.5"),
        (
            b'{"version": 1, "counts": {"a.md": {"BW503": 1}}}',
            "a.md: BW503 is a rule of integrity, which no baseline silences",
        ),
    ],
)
def test_a_mistake_in_the_file_is_named(text: bytes, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        baseline.parse(text)
    assert caught.value.exit_code == 2
    assert str(caught.value).startswith("checks/baseline.json has 1 mistake:")
    (found,) = caught.value.problems
    assert found.startswith(problem)


def test_all_mistakes_come_at_once() -> None:
    data = {"version": 3, "counts": {"a": {"x": 1, "BW201": -1}, "b": None}, "more": 1}
    with pytest.raises(ConfigError) as caught:
        baseline.parse(json.dumps(data).encode())
    assert len(caught.value.problems) == 5


def test_a_code_that_this_version_does_not_know_is_no_mistake() -> None:
    assert baseline.parse(b'{"version": 1, "counts": {"a.md": {"BW299": 2}}}') == {"a.md": {"BW299": 2}}


def test_findings_are_counted_by_page_and_rule_but_not_those_of_integrity() -> None:
    found = findings(("a", "BW201", 2), ("a", "BW204", 1), ("b", "BW201", 1), ("b", "BW503", 4), ("b", "BW904", 1))
    assert baseline.count(found) == {"a": {"BW201": 2, "BW204": 1}, "b": {"BW201": 1}}
    assert baseline.count(()) == {}


@pytest.mark.parametrize(
    ("counts", "left", "baselined", "unpruned"),
    [
        ({}, 6, 0, 0),
        ({"a": {"BW201": 3}}, 3, 3, 0),
        ({"a": {"BW201": 3, "BW204": 1}, "b": {"BW201": 2}}, 0, 6, 0),
        ({"a": {"BW201": 5}}, 3, 3, 2),  # too high: all are silent, and two could come back
        ({"a": {"BW201": 2}}, 6, 0, 0),  # exceeded: all three are told
        ({"gone": {"BW201": 2}, "a": {"BW302": 1}}, 6, 0, 3),
        ({"b": {"BW201": 1}, "a": {"BW204": 1}}, 5, 1, 0),
    ],
)
def test_what_a_baseline_keeps_out(counts: Counts, left: int, baselined: int, unpruned: int) -> None:
    report = Report(findings(("a", "BW201", 3), ("a", "BW204", 1), ("b", "BW201", 2)), 2, suppressed=1)
    found = baseline.apply(report, counts, always)
    assert (len(found.findings), found.baselined, found.unpruned) == (left, baselined, unpruned)
    assert (found.files, found.suppressed) == (2, 1)
    assert [one.how for one in found.silenced] == ["baseline"] * baselined
    assert {one.finding for one in found.silenced} | set(found.findings) == set(report.findings)


def test_what_is_silenced_comes_in_the_order_of_findings() -> None:
    comment = Silenced(finding((2, 1), code="BW201", path="a"), "comment", "reason")
    report = Report(findings(("a", "BW201", 1), ("b", "BW201", 1)), 2, silenced=(comment,))
    found = baseline.apply(report, {"a": {"BW201": 1}, "b": {"BW201": 1}}, always)
    assert [(one.finding.path, one.finding.line, one.how) for one in found.silenced] == [
        ("a", 1, "baseline"),
        ("a", 2, "comment"),
        ("b", 1, "baseline"),
    ]


def test_where_a_count_is_exceeded_all_findings_of_that_rule_and_page_are_told() -> None:
    report = Report(findings(("a", "BW201", 3), ("b", "BW201", 1)), 2)
    found = baseline.apply(report, {"a": {"BW201": 2}, "b": {"BW201": 1}}, always)
    assert told(found) == [("a", "BW201", 1), ("a", "BW201", 2), ("a", "BW201", 3)]


def test_findings_of_integrity_are_never_kept_out() -> None:
    report = Report(findings(("a", "BW503", 1)), 1)
    found = baseline.apply(report, {"a": {"BW503": 1}}, always)
    assert (told(found), found.baselined) == ([("a", "BW503", 1)], 0)


def test_a_count_is_too_high_only_where_the_run_would_have_told() -> None:
    counts = {"a": {"BW201": 1, "BW204": 1}, "b": {"BW201": 1}}
    found = baseline.apply(Report((), 2), counts, lambda path, code: (path, code) == ("a", "BW204"))
    assert found.unpruned == 1


def test_pruning_lowers_counts_and_drops_what_is_gone() -> None:
    counts = {"a": {"BW201": 3, "BW204": 1}, "renamed": {"BW201": 2}, "b": {"BW299": 1}}
    present = {"a": {"BW201": 1, "BW302": 4}, "new": {"BW201": 2}}
    assert baseline.pruned(counts, present) == {"a": {"BW201": 1}}
    assert baseline.pruned({"a": {"BW201": 1}}, {"a": {"BW201": 3}}) == {"a": {"BW201": 1}}


def test_a_baseline_that_would_grow_is_refused() -> None:
    with pytest.raises(BaselineError) as caught:
        baseline.renewed({"a": {"BW201": 2}}, {"a": {"BW201": 3, "BW204": 1}, "b": {"BW302": 1}})
    assert caught.value.grown == ("a: BW201 from 2 to 3", "a: BW204 from 0 to 1", "b: BW302 from 0 to 1")
    assert str(caught.value) == (
        "checks/baseline.json would grow:\n  - a: BW201 from 2 to 3\n  - a: BW204 from 0 to 1\n  - b: BW302 from 0 to 1\n"
        "Mend these findings; whoever accepts them removes checks/baseline.json and writes it anew."
    )
    assert baseline.renewed({"a": {"BW201": 2}, "b": {"BW204": 1}}, {"a": {"BW201": 2}}) == {"a": {"BW201": 2}}


def test_a_long_list_of_growth_is_cut() -> None:
    with pytest.raises(BaselineError, match="  - and 90 more\n"):
        baseline.renewed({}, {f"p{number}": {"BW201": 1} for number in range(100)})


@PROPERTY
@given(COUNTS, COUNTS)
def test_shrinking_and_applying_agree(counts: Counts, present: Counts) -> None:
    report = Report(findings(*((p, c, n) for p, codes in present.items() for c, n in codes.items())), 1)
    before = baseline.apply(report, counts, always)
    smaller = baseline.pruned(counts, present)
    after = baseline.apply(report, smaller, always)
    assert (after.findings, after.unpruned) == (before.findings, 0)
    assert baseline.total(smaller) == baseline.total(counts) - before.unpruned
    assert baseline.apply(report, present, always).findings == ()
    assert baseline.pruned(smaller, present) == smaller
    assert len(before.findings) + before.baselined == len(report.findings)
