"""A report as text for people and as JSON for programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from brainwiki.markup.shown import visible
from brainwiki.model.finding import Finding, Report, Severity
from brainwiki.model.page import Page
from brainwiki.rules.families.secrets import veiled

Paint = Callable[[str, str], str]
_WIDE = 96


def plain(text: str, style: str) -> str:
    """No colour."""
    return text


def as_json(report: Report, root: str) -> dict[str, Any]:
    """The report in the form of the contract, version 1."""
    return {
        "version": 1,
        "root": root,
        "summary": {
            "files": report.files,
            "block": report.block,
            "warn": report.warn,
            "suppressed": report.suppressed,
            "baselined": report.baselined,
            "unpruned": report.unpruned,
            "unverifiable": sum(count for _, count in report.unverifiable),
        },
        "lowered": list(report.lowered),
        "findings": [finding_as_json(finding) for finding in report.findings],
    }


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """One finding in the form of the contract."""
    return {
        "code": finding.code,
        "slug": finding.slug,
        "severity": finding.severity.value,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "message": finding.message,
        "remedy": finding.remedy,
        "fix": finding.fix,
        "fingerprint": finding.fingerprint,
    }


def severest_first(findings: Iterable[Finding]) -> list[Finding]:
    """Findings with the blocking ones first, each kind by place: the order of formats that show only so many."""
    return sorted(findings, key=lambda finding: (finding.severity is not Severity.BLOCK, finding[:4]))


def exact(text: str) -> str:
    """A name as other programs take it: unchanged but for bytes that are not UTF-8, which get an escape such as `\\udce9`."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def named(path: str) -> str:
    """The path of a finding as other programs take it; `.` where it is on no file but on the whole wiki."""
    return exact(path) or "."


def as_text(report: Report, pages: Mapping[str, Page], paint: Paint = plain) -> str:
    """The report for a person: grouped by file, the line with a caret, what is wrong and how to mend it, a count at the end.

    Codes stay plain: a terminal's hyperlink needs an address, and the manual of an installed version has none.
    `pages` by the path that findings use; `paint(text, style)` adds colour.
    """
    parts = []
    for path, group in groupby(report.findings, key=lambda finding: finding.path):
        parts.append(paint(visible(path or "."), "path"))
        parts.extend(_finding(finding, pages.get(path), paint) for finding in group)
        parts.append("")
    if not any(finding.code == "BW905" for finding in report.findings):  # which would say the same again
        parts.extend(f"Lowered: {visible(words)}." for words in report.lowered)
    if report.unverifiable:
        reasons = "; ".join(f"{count:,}: {reason}" for reason, count in report.unverifiable)
        parts.append(paint(f"Sources that cannot be read here: {reasons}.", "quiet"))
    parts.append(_count(report, paint))
    if report.findings:
        parts.append(paint("`brainwiki rule CODE` explains one.", "quiet"))
    return "\n".join(parts)


def _finding(finding: Finding, page: Page | None, paint: Paint) -> str:
    style = "block" if finding.severity is Severity.BLOCK else "warn"
    head = f"  {finding.line}:{finding.column}  {paint(f'{finding.severity} {finding.code}', style)}  {visible(finding.message)}"
    lines = [head, *_excerpt(finding, page, paint)]
    if finding.remedy:
        lines.append(f"      {paint('→', 'quiet')} {visible(finding.remedy)}")
    return "\n".join(lines)


def _excerpt(finding: Finding, page: Page | None, paint: Paint) -> list[str]:
    """The line with a caret under it; long lines are cut around the place."""
    if page is None or finding.column == finding.end_column and finding.line == finding.end_line:
        return []
    line = veiled(page.line(finding.line), finding.column - 1)
    if not line.strip():
        return []
    first = max(0, finding.column - 1 - _WIDE // 2)
    shown = "".join(visible(char) for char in line[first : first + _WIDE])
    length = (finding.end_column if finding.end_line == finding.line else len(line) + 1) - finding.column
    before = "".join(visible(char) for char in line[first : finding.column - 1])
    marked = "".join(visible(char) for char in line[finding.column - 1 : finding.column - 1 + max(1, length)])[:_WIDE]
    lead = "…" if first else ""
    caret = " " * (width(before) + len(lead)) + paint("^" * max(1, min(width(marked), _WIDE - width(before))), "caret")
    return [f"      {lead}{shown}", f"      {caret}"]


def width(text: str) -> int:
    """Columns that a text takes on a terminal: wide East Asian characters take two, combining marks none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _count(report: Report, paint: Paint) -> str:
    files = f"{report.files:,} file{'s' if report.files != 1 else ''}"
    silenced = f"{report.suppressed} suppressed, {report.baselined} baselined"
    if report.unpruned:
        silenced += f"; the baseline allows {report.unpruned} more than there are: `brainwiki check --baseline prune`"
    if not report.findings:
        return f"{paint('Clean', 'good')}: {files} checked, no findings; {silenced}."
    block = paint(f"{report.block} BLOCK", "block" if report.block else "quiet")
    return f"{block}, {paint(f'{report.warn} WARN', 'warn')} in {files}; {silenced}."
