"""A report in the forms that code hosts read: SARIF 2.1.0 and GitHub's workflow annotations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brainwiki import __version__
from brainwiki.model.finding import Finding, Report, Severity
from brainwiki.rules.register import BY_CODE

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ANNOTATIONS = 10  # GitHub shows this many of each level a step
_LEVELS = {Severity.BLOCK: "error", Severity.WARN: "warning"}


def as_sarif(report: Report) -> dict[str, Any]:
    """The report as one SARIF run; columns are code points, as `columnKind` says."""
    codes = sorted({finding.code for finding in report.findings})
    index = {code: number for number, code in enumerate(codes)}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "brainwiki",
                        "version": __version__,
                        "rules": [_rule(code) for code in codes],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {"WORKSPACE": {"description": {"text": "The root of the workspace."}}},
                "results": [_result(finding, index) for finding in report.findings],
            }
        ],
    }


def _rule(code: str) -> dict[str, Any]:
    rule = BY_CODE[code]
    return {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.slug.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.remedy},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(finding: Finding, index: Mapping[str, int]) -> dict[str, Any]:
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
    }
    return {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{finding.message} {finding.remedy}".strip()},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(finding.path), "uriBaseId": "WORKSPACE"},
                    "region": region,
                }
            }
        ],
        "partialFingerprints": {"brainwiki/v1": finding.fingerprint},
    }


def _uri(path: str) -> str:
    """A path as a relative URI: only what a URI reserves is escaped, other scripts stay readable as IRIs do not; bytes are."""
    safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
    return "".join(
        char if char in safe else "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogateescape"))
        for char in path
    )


def as_github(report: Report) -> str:
    """Workflow commands that GitHub turns into annotations: most severe first, with a last line that says how many more there are."""
    ordered = sorted(report.findings, key=lambda finding: (finding.severity is not Severity.BLOCK, finding[:4]))
    lines: list[str] = []
    left = {Severity.BLOCK: ANNOTATIONS, Severity.WARN: ANNOTATIONS}
    for finding in ordered:
        if left[finding.severity] > 0:
            left[finding.severity] -= 1
            lines.append(_annotation(finding))
    more = len(ordered) - len(lines)
    if more:
        lines.append(f"::notice title=brainwiki::{more} more findings: `brainwiki check` shows them all.")
    return "\n".join(lines)


def _annotation(finding: Finding) -> str:
    places = {
        "file": finding.path,
        "line": finding.line,
        "col": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
        "title": f"{finding.code} {finding.slug}",
    }
    properties = ",".join(f"{key}={_escaped(str(value), True)}" for key, value in places.items())
    return (
        f"::{_LEVELS[finding.severity]} {properties}::{_escaped(f'{finding.message} {finding.remedy}'.strip(), False)}"
    )


def _escaped(text: str, is_property: bool) -> str:
    """Text as a workflow command takes it."""
    printable = text.encode("utf-8", "backslashreplace").decode("utf-8")  # a file name may be no UTF-8
    escaped = printable.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return escaped.replace(":", "%3A").replace(",", "%2C") if is_property else escaped
