"""A report as Markdown for a pull request: counts, then what blocks, then what warns, in words that link to and call nobody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from brainwiki.markup.shown import code, cut, prose
from brainwiki.model.finding import Finding, Report, Severity

LIMIT = 60_000  # characters; GitHub takes 65,536
OPEN = 20  # findings of a severity that are shown without a click
_RESERVE = 500  # for what closes the text
_LOWERED = 10
_CUTS = {"path": 300, "message": 500, "words": 200}


def as_markdown(report: Report, limit: int = LIMIT) -> str:
    """The report in at most `limit` characters, with the number of findings that are left out.

    Grouped by severity and file. What stands in names and messages is shown as code where it could render, link or call.
    """
    parts = ["\n".join([*_head(report), ""])]
    left: dict[Severity, int] = {}
    room = limit - _RESERVE - len(parts[0])
    for severity in Severity:
        findings = [finding for finding in report.findings if finding.severity is severity]
        if findings:
            text, shown = _section(severity, findings, room)
            parts.append(text)
            room -= len(text) + 1
            left[severity] = len(findings) - shown
    missing = ", ".join(f"{count:,} {severity}" for severity, count in left.items() if count)
    if missing:
        parts.append(f"Left out here: {missing}; `brainwiki check` shows all.\n")
    if report.findings:
        parts.append("`brainwiki rule CODE` explains one.\n")
    return "\n".join(parts).rstrip("\n")


def _head(report: Report) -> Iterator[str]:
    """The headline and what else holds of the whole report."""
    files = f"{report.files:,} file{'s' if report.files != 1 else ''}"
    counts = (
        f"{report.block:,} BLOCK, {report.warn:,} WARN in {files}" if report.findings else f"no findings in {files}"
    )
    yield f"## brainwiki: {counts}"
    yield ""
    yield f"{report.suppressed:,} suppressed, {report.baselined:,} baselined."
    if report.lowered:
        yield ""
        yield from (f"- Lowered: {prose(words, _CUTS['words'])}" for words in report.lowered[:_LOWERED])
        if len(report.lowered) > _LOWERED:
            yield f"- {len(report.lowered) - _LOWERED:,} more are lowered."
    if report.unverifiable:
        yield ""
        yield "Sources that cannot be read here:"
        yield ""
        yield from (f"- {count:,}: {prose(reason, _CUTS['words'])}" for reason, count in report.unverifiable[:_LOWERED])


def _section(severity: Severity, findings: Sequence[Finding], room: int) -> tuple[str, int]:
    """The findings of one severity as far as there is room, the first ones open, and how many are shown."""
    head = f"### {len(findings):,} {severity}\n\n"
    shown, first = _list(findings[:OPEN], room - len(head))
    text = head + first
    if len(findings) > OPEN and shown == OPEN:
        more, rest = _list(findings[OPEN:], room - len(text) - 100)
        if more:
            text += f"\n<details>\n<summary>{more:,} more {severity}</summary>\n\n{rest}\n</details>\n"
        shown += more
    return text, shown


def _list(findings: Iterable[Finding], room: int) -> tuple[int, str]:
    """Findings under the names of their files until there is no more room; how many, and the text."""
    lines: list[str] = []
    path: str | None = None
    shown = 0
    for finding in findings:
        more = [] if finding.path == path else ["", f"**{code(cut(finding.path or '.', _CUTS['path']))}**", ""]
        more.append(_item(finding))
        room -= sum(len(line) + 1 for line in more)
        if room < 0:
            break
        path = finding.path
        lines += more
        shown += 1
    return shown, "".join(f"{line}\n" for line in lines[1:])


def _item(finding: Finding) -> str:
    words = f"- {finding.line}:{finding.column} **{finding.code}** {prose(finding.message, _CUTS['message'])}"
    return f"{words}\n  → {prose(finding.remedy, _CUTS['message'])}" if finding.remedy else words
