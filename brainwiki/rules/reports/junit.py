"""A report as JUnit XML, which most CI servers show as test results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from xml.etree import ElementTree as ET

from brainwiki.markup.shown import visible
from brainwiki.model.finding import Finding, Report, Severity
from brainwiki.model.page import Page

CLEAN = "files without findings"


def as_junit(report: Report, pages: Mapping[str, Page]) -> str:
    """One test suite with a test case for each file that has findings, and one for all files that have none.

    What blocks is the case's one failure, because consumers show only the first; what warns stands in its output, and the
    case passes. Columns are code points. `pages` by the path that findings use.
    """
    groups = [(path, list(found)) for path, found in groupby(report.findings, key=lambda finding: finding.path)]
    clean = report.files - sum(1 for path, _ in groups if path in pages)
    failures = sum(1 for _, found in groups if any(finding.severity is Severity.BLOCK for finding in found))
    counts = {"tests": len(groups) + (1 if clean > 0 else 0), "failures": failures, "errors": 0}
    attributes = {key: str(count) for key, count in counts.items()}
    root = ET.Element("testsuites", {"name": "brainwiki", **attributes})
    suite = ET.SubElement(root, "testsuite", {"name": "brainwiki", **attributes, "skipped": "0"})
    for path, found in groups:
        _case(suite, path, found)
    if clean > 0:
        case = ET.SubElement(suite, "testcase", {"classname": "brainwiki", "name": CLEAN})
        ET.SubElement(case, "system-out").text = f"{clean:,} of {report.files:,} files have no findings."
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode")


def _case(suite: ET.Element, path: str, findings: Iterable[Finding]) -> None:
    """The test case of one file."""
    case = ET.SubElement(suite, "testcase", {"classname": "brainwiki", "name": visible(path or ".")})
    told: dict[Severity, list[Finding]] = {severity: [] for severity in Severity}
    for finding in findings:
        told[finding.severity].append(finding)
    if told[Severity.BLOCK]:
        codes = ", ".join(dict.fromkeys(finding.code for finding in told[Severity.BLOCK]))
        message = f"{len(told[Severity.BLOCK]):,} BLOCK: {codes}"
        failure = ET.SubElement(case, "failure", {"type": Severity.BLOCK.value, "message": message})
        failure.text = "\n".join(map(_line, told[Severity.BLOCK]))
    if told[Severity.WARN]:
        ET.SubElement(case, "system-out").text = "\n".join(map(_line, told[Severity.WARN]))


def _line(finding: Finding) -> str:
    words = visible(f"{finding.message} {finding.remedy}".strip())
    return f"{finding.line}:{finding.column} {finding.severity} {finding.code} {words}"
