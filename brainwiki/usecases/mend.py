"""`check --fix`: mend in the working tree what can be mended safely, file by file, and check again. Nothing is ever committed."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from brainwiki.errors import ChangedFileError, ChangedWhileReadError, SymlinkError
from brainwiki.markup import parser
from brainwiki.model.content import blob_id
from brainwiki.model.evidence import located
from brainwiki.model.finding import Finding, Report
from brainwiki.model.names import squeeze
from brainwiki.model.page import Page, Source
from brainwiki.model.wiki import Wiki
from brainwiki.rules import mending
from brainwiki.rules.rule import View
from brainwiki.usecases.check import Checked, view_of
from brainwiki.usecases.workspace import Workspace

RUNS = 10  # fixes that meet in one place wait for another run; so many never have to

_REFUSED: dict[type[Exception], str] = {
    ChangedFileError: "the file changed since it was read",
    ChangedWhileReadError: "the file changed since it was read",
    FileNotFoundError: "the file changed since it was read",
    SymlinkError: "the file is reached through a symlink",
    PermissionError: "the file may not be written",
}


@dataclass(frozen=True)
class Fixed:
    """A file that was written: the codes of what was mended in it, and how many findings that were."""

    path: str
    codes: tuple[str, ...]
    count: int


class Left(NamedTuple):
    """Findings of one rule with a safe fix that did not go through, and why."""

    path: str
    code: str
    reason: str


@dataclass(frozen=True)
class Mending:
    """What was mended, what was left alone although its rule has a safe fix, and the state after it."""

    checked: Checked
    fixed: tuple[Fixed, ...]
    left: tuple[Left, ...]


def mend(workspace: Workspace, check: Callable[[], Checked]) -> Mending:
    """Mend what `check` reports, and check again until nothing more can be mended. Only reported findings are touched.

    A file is written only where it still holds what was read; whatever stops one file is told and stops no other.
    """
    checked = check()
    done: Counter[tuple[str, str]] = Counter()
    left: dict[tuple[str, str], str] = {}
    for _ in range(RUNS):
        now = dict(_one_run(workspace, checked, left))
        if not now:
            break
        done.update(now)
        checked = check()
    remaining = {(finding.path, finding.code) for finding in checked.report.findings}
    fixed = (
        Fixed(path, tuple(code for _, code in keys), sum(done[key] for key in keys))
        for path, keys in ((path, tuple(group)) for path, group in groupby(sorted(done), key=lambda key: key[0]))
    )
    told = (Left(*key, left[key]) for key in sorted(left) if key in remaining)
    return Mending(checked, tuple(fixed), tuple(told))


def with_fixes(workspace: Workspace, checked: Checked) -> Report:
    """The report of a check with the edits that would mend its findings, for formats that can carry them; nothing is written."""
    report, pages = checked.report, checked.pages()
    todo = _mendable(checked)
    view = view_of(workspace, checked.wiki)
    cited = _cited(checked.wiki, {pages[one.path].path for one in todo})
    edits: dict[Finding, mending.Proposal] = {}
    for path, group in groupby(todo, key=lambda finding: finding.path):
        page = pages[path]
        sources = cited.get(page.path, [])
        if not any(source.digest for source in sources):
            edits.update(mending.proposed(page, group, view, _standing(page, sources)))
    found = ((index, edits[finding]) for index, finding in enumerate(report.findings) if finding in edits)
    return replace(report, fixes={index: changes for index, changes in found if changes})


def _mendable(checked: Checked) -> list[Finding]:
    """The reported findings on pages whose rules have a safe fix."""
    pages = checked.pages()
    return [one for one in checked.report.findings if one.fix == "safe" and one.path in pages]


def _one_run(
    workspace: Workspace, checked: Checked, left: dict[tuple[str, str], str]
) -> Iterator[tuple[tuple[str, str], int]]:
    """Mend every file once: how many findings by path and code. What was left before is not tried again."""
    pages = checked.pages()
    todo = [one for one in _mendable(checked) if (one.path, one.code) not in left]
    if not todo:
        return
    view = view_of(workspace, checked.wiki)
    cited = _cited(checked.wiki, {pages[one.path].path for one in todo})
    names = _names(workspace)
    for path, group in groupby(todo, key=lambda finding: finding.path):
        findings, page = list(group), pages[path]
        sources = cited.get(page.path, [])
        if any(source.digest for source in sources):
            left.update(((path, one.code), "a source with a digest leads to the file") for one in findings)
            continue
        try:
            found = _one_file(workspace, names.get(page.path, page.path), page, findings, view, sources)
        except tuple(_REFUSED) as error:
            left.update(((path, one.code), _REFUSED[type(error)]) for one in findings)
            continue
        left.update(((path, one.code), harm) for one, harm in found.left)
        yield from Counter((path, one.code) for one in found.done).items()


def _one_file(
    workspace: Workspace, name: str, page: Page, findings: list[Finding], view: View, sources: list[Source]
) -> mending.Mended:
    """Mend one file on the disk, where it still is what was checked; raises ChangedFileError or SymlinkError."""
    raw = workspace.brain.read(name)
    here = parser.parse(page.path, raw, view.wiki.dialect)
    same = page.version == blob_id(raw) if page.version else page.whole == here.whole
    if not same:
        raise ChangedFileError(page.path)
    found = mending.mend(raw, here, findings, view, _standing(here, sources))
    if found.done:
        workspace.brain.replace(name, raw, found.raw)
    return found


def _standing(page: Page, sources: list[Source]) -> tuple[str, ...]:
    """The quotes of these sources that stand on the page."""
    body = squeeze(page.text[page.body :])
    return tuple(quote for quote in {squeeze(source.quote) for source in sources} if quote and quote in body)


def _cited(wiki: Wiki, paths: set[str]) -> dict[str, list[Source]]:
    """The sources of all pages that rest on the words of these: a digest or a quote must hold afterwards."""
    found: dict[str, list[Source]] = {}
    for page in wiki:
        for source, evidence in located(wiki, page):
            if evidence.path in paths and evidence.place in ("page", "lines", "session"):
                found.setdefault(evidence.path, []).append(source)
    return found


def _names(workspace: Workspace) -> dict[str, str]:
    """Names on the disk by the composed form under which a page is known, where the two differ."""
    files = frozenset(workspace.brain.listing().files)
    composed = {unicodedata.normalize("NFC", name): name for name in files if not name.isascii()}
    return {name: written for name, written in composed.items() if name not in files}
