"""A check's findings as a page: by file, each with the line it is about; of unpublished files only the number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from brainwiki.model.finding import Finding, Report, Severity
from brainwiki.model.page import Page
from brainwiki.rules.explain import escaped
from brainwiki.rules.families.secrets import veiled
from brainwiki.site.state import Site
from brainwiki.site.urls import relative

WIDE = 120


class Shown(NamedTuple):
    """One finding: where, what, how to mend it, and the line as (before, the place, after); empty where there is no line."""

    code: str
    severity: str
    line: int
    column: int
    message: str
    remedy: str
    excerpt: tuple[str, str, str]


class File(NamedTuple):
    """The findings of one file, and the link to its page where it has one."""

    path: str
    href: str
    findings: tuple[Shown, ...]


class Findings(NamedTuple):
    """What blocks: how many findings, the files that may be named, how many findings stand in others."""

    block: int
    files: tuple[File, ...]
    hidden: int


def blocking(site: Site, report: Report, base: str, all_files: bool) -> Findings:
    """The BLOCK findings of a report, for the page at the address `base`; `all_files` names unpublished ones too."""
    prefix = site.wiki.path_prefix
    pages = {prefix + path: page for path, page in site.wiki.pages.items()}
    block = [finding for finding in report.findings if finding.severity is Severity.BLOCK]
    shown = [one for one in block if all_files or _is_public(site, pages, one.path)]
    return Findings(len(block), tuple(_files(site, shown, pages, base)), len(block) - len(shown))


def _is_public(site: Site, pages: Mapping[str, Page], path: str) -> bool:
    page = pages.get(path)
    return page is not None and site.is_shown(page.path)


def _files(site: Site, findings: list[Finding], pages: Mapping[str, Page], base: str) -> Iterator[File]:
    for path, group in groupby(findings, key=lambda finding: finding.path):
        page = pages.get(path)
        address = site.addresses.pages.get(page.path) if page is not None else None
        href = relative(base, address) if address is not None else ""
        yield File(path, href, tuple(_shown(finding, page) for finding in group))


def _shown(finding: Finding, page: Page | None) -> Shown:
    return Shown(
        finding.code,
        finding.severity.value,
        finding.line,
        finding.column,
        finding.message,
        finding.remedy,
        _excerpt(finding, page),
    )


def _excerpt(finding: Finding, page: Page | None) -> tuple[str, str, str]:
    """The line with the place in the middle, cut where it is long; invisible characters by their code."""
    if page is None or (finding.line, finding.column) == (finding.end_line, finding.end_column):
        return "", "", ""
    line = veiled(page.line(finding.line), finding.column - 1)
    start = finding.column - 1
    end = max(start + 1, finding.end_column - 1 if finding.end_line == finding.line else len(line))
    first = max(0, start - WIDE // 2)
    pieces = (line[first:start], line[start:end][:WIDE], line[end : end + WIDE // 2])
    before, place, after = (escaped(piece) for piece in pieces)
    return ("…" if first else "") + before, place, after
