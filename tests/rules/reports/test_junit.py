"""JUnit XML: a case for each file with findings, one failure a case, and one case for all that is clean."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from brainwiki.model.finding import Report
from brainwiki.rules.reports.junit import CLEAN, as_junit
from tests.rules.awkward import AWKWARD, finding, pages


def suite(report: Report, *paths: str) -> ET.Element:
    """The one suite of a report."""
    (found,) = ET.fromstring(as_junit(report, pages(*paths)))
    return found


def test_what_blocks_fails_and_what_warns_is_output() -> None:
    report, known = AWKWARD["mixed"]
    found = suite(report, *known)
    assert found.attrib == {"name": "brainwiki", "tests": "3", "failures": "2", "errors": "0", "skipped": "0"}
    first, second, third = found
    assert [case.get("name") for case in found] == ["wiki/a.md", "wiki/b.md", "wiki/c.md"]
    (failure, output) = first
    assert failure.attrib == {"type": "BLOCK", "message": "1 BLOCK: BW201"}
    assert failure.text == "2:11 BLOCK BW201 Nothing answers to [[x]]. Mend it."
    assert (output.tag, output.text) == ("system-out", "3:1 WARN BW302 Source 3 is never cited. Mend it.")
    assert [part.tag for part in second] == ["failure"]
    assert [part.tag for part in third] == ["system-out"]


def test_a_case_has_one_failure_that_counts_and_names_its_codes_once() -> None:
    several = (finding(), finding(code="BW301"), finding(place=(2, 1, 2, 2)))
    (case,) = suite(Report(several, 1), "wiki/a.md")
    (failure,) = case
    assert failure.get("message") == "3 BLOCK: BW201, BW301"
    assert str(failure.text).count("\n") == 2


def test_files_without_findings_are_one_case() -> None:
    found = suite(Report((finding(),), 10_000), "wiki/a.md")
    assert found.get("tests") == "2"
    clean = found[-1]
    assert clean.get("name") == CLEAN
    assert clean.findtext("system-out") == "9,999 of 10,000 files have no findings."
    assert [case.get("name") for case in suite(Report((), 7))] == [CLEAN]
    assert suite(Report((), 0)).attrib["tests"] == "0"


def test_a_finding_beside_the_pages_leaves_the_count_of_clean_files() -> None:
    found = suite(Report((finding("brainwiki.toml"), finding("wiki/a.md")), 3), "wiki/a.md")
    assert [case.get("name") for case in found] == ["brainwiki.toml", "wiki/a.md", CLEAN]
    assert found[-1].findtext("system-out") == "2 of 3 files have no findings."


def test_characters_that_xml_forbids_are_told_by_their_code() -> None:
    report, known = AWKWARD["name: controls"]
    name = suite(report, *known)[0].get("name")
    assert name == "wiki/a␛U+0000␛U+0007␛U+001B[31m␛U+000D␛U+000A␛U+202Eb␛U+2028.md"
    report, known = AWKWARD["words: markup"]
    failure = suite(report, *known)[0][0]
    assert "<b>@all #12 `x`" in str(failure.text)
