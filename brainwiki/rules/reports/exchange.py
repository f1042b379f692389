"""A report in the forms that GitHub reads: SARIF 2.1.0 for code scanning, and workflow commands for annotations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brainwiki import __version__
from brainwiki.markup.shown import visible
from brainwiki.model.finding import Edit, Finding, Report, RuleInfo, Severity, Silenced
from brainwiki.rules.register import BY_CODE
from brainwiki.rules.reports.report import exact, severest_first

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RESULTS = 5_000  # GitHub shows this many of a run
ANNOTATIONS = 10  # GitHub shows this many of each level a step
_LEVELS = {Severity.BLOCK: "error", Severity.WARN: "warning"}


def as_sarif(report: Report, silenced: bool = False) -> dict[str, Any]:
    """The report as one SARIF run, most severe first; columns are code points, as `columnKind` says.

    Above 5,000 results a notification says how many findings are left out. With `silenced` the findings that a comment, the
    configuration or the baseline silences follow, marked as suppressed; GitHub opens an alert for these too.
    """
    fixes = {report.findings[index]: edits for index, edits in report.fixes.items()}
    found = severest_first(report.findings)
    hidden = report.silenced[: max(0, RESULTS - len(found))] if silenced else ()
    shown = found[:RESULTS]
    codes = sorted({finding.code for finding in (*shown, *(one.finding for one in hidden))})
    index = {code: number for number, code in enumerate(codes)}
    rules = [_rule(report.local.get(code) or BY_CODE[code]) for code in codes]
    results = [_result(finding, index, fixes.get(finding, ())) for finding in shown]
    if silenced:  # a run says of all its results whether they are suppressed, or of none
        results = [{**result, "suppressions": []} for result in results]
        results += [{**_result(one.finding, index), "suppressions": [_suppression(one)]} for one in hidden]
    run = {
        "tool": {"driver": {"name": "brainwiki", "version": __version__, "rules": rules}},
        **_left_out(found[RESULTS:]),
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"WORKSPACE": {"description": {"text": "The root of the workspace."}}},
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _left_out(findings: Sequence[Finding]) -> dict[str, Any]:
    """The notification that findings are missing; nothing where none are."""
    if not findings:
        return {}
    block = sum(1 for finding in findings if finding.severity is Severity.BLOCK)
    words = (
        f"Left out: {block:,} BLOCK, {len(findings) - block:,} WARN. A run shows {RESULTS:,} findings, the most severe."
    )
    notification = {"level": "warning", "message": {"text": words}}
    return {"invocations": [{"executionSuccessful": True, "toolExecutionNotifications": [notification]}]}


def _rule(rule: RuleInfo) -> dict[str, Any]:
    """A rule's metadata. No `helpUri`: the manual of an installed version has no address, and the command explains offline."""
    return {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.slug.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": f"{rule.remedy} `brainwiki rule {rule.code}` shows examples."},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(finding: Finding, index: Mapping[str, int], edits: Sequence[Edit] = ()) -> dict[str, Any]:
    region = _region(finding.line, finding.column, finding.end_line, finding.end_column)
    artifact = {"uri": _uri(finding.path or "."), "uriBaseId": "WORKSPACE"}
    result = {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": _unlinked(f"{finding.message} {finding.remedy}".strip())},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "partialFingerprints": {"brainwiki/v1": finding.fingerprint},
    }
    if edits and finding.fix == "safe":
        change = {"artifactLocation": artifact, "replacements": [_replacement(edit) for edit in edits]}
        result["fixes"] = [{"description": {"text": _unlinked(finding.remedy)}, "artifactChanges": [change]}]
    return result


def _region(line: int, column: int, end_line: int, end_column: int) -> dict[str, int]:
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _replacement(edit: Edit) -> dict[str, Any]:
    return {"deletedRegion": _region(*edit[:4]), "insertedContent": {"text": exact(edit.text)}}


def _suppression(one: Silenced) -> dict[str, str]:
    kind = {"kind": "inSource" if one.how == "comment" else "external"}
    return {**kind, "justification": visible(one.reason)} if one.reason else kind


def _unlinked(text: str) -> str:
    """A message without a link: SARIF's plain text reads `[x](y)` as one, and a page's own words must not become one."""
    return visible(text).replace("](", "] (")


def _uri(path: str) -> str:
    """A path as a relative URI: only what a URI reserves is escaped, other scripts stay readable as IRIs do not; bytes are."""
    safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
    return "".join(char if char in safe else "".join(f"%{byte:02X}" for byte in _octets(char)) for char in path)


def _octets(char: str) -> bytes:
    """A character as the bytes of a file's name: half a surrogate pair stands for a byte that is not UTF-8."""
    return char.encode("utf-8", "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass")


def as_github(report: Report) -> str:
    """Workflow commands that GitHub turns into annotations: most severe first, with a last line that says how many more there are."""
    ordered = severest_first(report.findings)
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
        "file": finding.path or ".",
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
    escaped = exact(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return escaped.replace(":", "%3A").replace(",", "%2C") if is_property else escaped
