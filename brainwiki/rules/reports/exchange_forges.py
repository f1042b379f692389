"""A report in the forms of other forges and of review tools: GitLab's Code Quality and reviewdog's rdjson."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from brainwiki.markup.shown import visible
from brainwiki.model.finding import Edit, Finding, Report, Severity
from brainwiki.model.page import Page
from brainwiki.rules.reports.report import exact, named

_GITLAB = {Severity.BLOCK: "blocker", Severity.WARN: "minor"}
_REVIEWDOG = {Severity.BLOCK: "ERROR", Severity.WARN: "WARNING"}


def as_gitlab(report: Report) -> list[dict[str, Any]]:
    """The report as GitLab's Code Quality: BLOCK is `blocker`, WARN is `minor`; columns are code points."""
    prints = unique_fingerprints(report.findings)
    return [_issue(finding, fingerprint) for finding, fingerprint in zip(report.findings, prints, strict=True)]


def unique_fingerprints(findings: Iterable[Finding]) -> Iterator[str]:
    """A fingerprint for each finding: its own, and a derived one for each further finding that has the same.

    GitLab shows only one of the findings that share a fingerprint.
    """
    times: Counter[str] = Counter()
    for finding in findings:
        own = finding.fingerprint
        yield hashlib.sha256(f"{own}\0{times[own]}".encode()).hexdigest()[:16] if times[own] else own
        times[own] += 1


def _issue(finding: Finding, fingerprint: str) -> dict[str, Any]:
    last = finding.end_line - 1 if finding.end_column == 1 and finding.end_line > finding.line else finding.end_line
    return {
        "description": visible(f"{finding.message} {finding.remedy}".strip()),
        "check_name": f"{finding.code} {finding.slug}",
        "fingerprint": fingerprint,
        "severity": _GITLAB[finding.severity],
        "location": {
            "path": named(finding.path),
            "lines": {"begin": finding.line, "end": last},
            "positions": {
                "begin": {"line": finding.line, "column": finding.column},
                "end": {"line": finding.end_line, "column": finding.end_column},
            },
        },
    }


def as_rdjson(report: Report, pages: Mapping[str, Page]) -> dict[str, Any]:
    """The report as reviewdog's DiagnosticResult; columns count bytes of UTF-8 from 1, the end is exclusive.

    `pages` by the path that findings use. A fix of one edit is a suggestion; one of several is none, because reviewdog offers
    each suggestion on its own.
    """
    columns = _Columns(pages)
    found = enumerate(report.findings)
    return {
        "source": {"name": "brainwiki"},
        "diagnostics": [_diagnostic(finding, columns, report.fixes.get(index, ())) for index, finding in found],
    }


def _diagnostic(finding: Finding, columns: _Columns, edits: Sequence[Edit]) -> dict[str, Any]:
    place = (finding.line, finding.column, finding.end_line, finding.end_column)
    diagnostic: dict[str, Any] = {
        "message": visible(f"{finding.message} {finding.remedy}".strip()),
        "location": {"path": named(finding.path), "range": columns.range(finding.path, place)},
        "severity": _REVIEWDOG[finding.severity],
        "code": {"value": finding.code},
    }
    if len(edits) == 1:
        text = exact(edits[0].text)
        diagnostic["suggestions"] = [{"range": columns.range(finding.path, edits[0][:4]), "text": text}]
    return diagnostic


class _Columns:
    """Columns in code points made columns in bytes; the line last asked for is kept, since many findings may stand on one."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self.pages = pages
        self.last: tuple[str, int] = ("", 0)
        self.before: Sequence[int] = ()

    def range(self, path: str, place: tuple[int, int, int, int]) -> dict[str, Any]:
        """A range from line, column, end line and end column."""
        line, column, end_line, end_column = place
        start = {"line": line, "column": self.in_bytes(path, line, column)}
        return {"start": start, "end": {"line": end_line, "column": self.in_bytes(path, end_line, end_column)}}

    def in_bytes(self, path: str, line: int, column: int) -> int:
        """One column; it stays as it is where the finding is on no page."""
        page = self.pages.get(path)
        if page is None:
            return column
        if self.last != (path, line):
            self.last, self.before = (path, line), _bytes_before(page.line(line))
        mark = 3 if line == 1 and any(problem.kind == "byte-order-mark" for problem in page.problems) else 0
        return self.before[min(column, len(self.before)) - 1] + 1 + mark


def _bytes_before(line: str) -> Sequence[int]:
    """For each column of a line, and the one after its end, how many bytes of UTF-8 stand before it.

    Bytes that are no UTF-8 count as the replacement character that the page's text has for them.
    """
    if line.isascii():
        return range(len(line) + 1)
    return list(accumulate((len(char.encode("utf-8", "surrogatepass")) for char in line), initial=0))
