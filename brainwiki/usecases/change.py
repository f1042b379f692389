"""Check a change: two states of a brain out of Git, and what is new in the later one, also on pages that the change did not touch."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from brainwiki.errors import PathEscapeError
from brainwiki.model.affected import affected
from brainwiki.model.change import Change, Log
from brainwiki.model.finding import Finding, Report
from brainwiki.model.page import Page
from brainwiki.model.session import Transcript
from brainwiki.model.wiki import Wiki
from brainwiki.ports import FileStore, Progress
from brainwiki.rules import engine
from brainwiki.rules.examine import Noted
from brainwiki.rules.rule import View
from brainwiki.usecases.archive import Archive
from brainwiki.usecases.check import Checked, archive_of, settings_of, view_of
from brainwiki.usecases.collector import without_collector
from brainwiki.usecases.load import load
from brainwiki.usecases.renames import renames
from brainwiki.usecases.workspace import OWN_FILE, SHARED_FILE, States, Workspace

FOLDER = "checks"
GROWING = ("transcript.jsonl", "forgotten.jsonl")
USELESS = "BW901"
NOT_OF_A_CHANGE = ("BW407",)  # listings are made anew after the merge


def check_change(
    states: States,
    only: tuple[str, ...] = (),
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    on_crash: Callable[[BaseException], None] | None = None,
    on_progress: Progress | None = None,
) -> Checked:
    """What the head has that the base has not; a finding that was there before is not reported, wherever it moved on its page."""
    settings = settings_of(states.head, only, select, (*ignore, *NOT_OF_A_CHANGE), on_crash)
    view = view_of(states.head, Wiki({}, states.head.profile.dialect))
    with without_collector():
        archive = archive_of(view, replace(settings, select=(), ignore=()), states.head.shelf)
        change, noted = _read(states, archive, on_progress)
        after = change.head
        report = engine.run(replace(view, wiki=after, change=change), settings, noted, affected(change))
        report = _new(report, view, change, settings, archive.noted)
        _keep(archive, noted, after)
        return Checked(after, report, states.head.root, report.findings, settings.file and settings.file.page)


def read_change(states: States, on_progress: Progress | None = None) -> Change:
    """What led from the base to the head, without any rule being asked."""
    view = view_of(states.head, Wiki({}, states.head.profile.dialect))
    with without_collector():
        archive = archive_of(view, settings_of(states.head), states.head.shelf)
        change, noted = _read(states, archive, on_progress)
        _keep(archive, noted, change.head)
        return change


def _read(states: States, archive: Archive, on_progress: Progress | None) -> tuple[Change, dict[str, Noted]]:
    """Both states through one archive, and what each page of the head alone tells."""
    after = load(states.head, archive, archive.proofs, on_progress=on_progress)
    noted = dict(archive.noted)
    before = load(states.base, _Sharing(archive, after), archive.proofs, after)
    return change_of(states, before, after), noted


def _keep(archive: Archive, noted: dict[str, Noted], head: Wiki) -> None:
    """Keep the facts of the head for later runs, where much was new."""
    if archive.news > MANY_NEWS:
        archive.noted = noted
        archive.save(head)


MANY_NEWS = 500  # files; fewer are faster read again than all facts are written


@dataclass
class _Sharing:
    """The reader of the base: a file that did not change gives the very page of the head."""

    archive: Archive
    head: Wiki

    def page(self, store: FileStore, path: str, name: str) -> Page:
        same = self.head.pages.get(name)
        if same is not None and same.version == store.version(path):
            return same
        return self.archive.page(store, path, name)

    def transcript(self, store: FileStore, path: str) -> Transcript:
        same = self.head.transcripts.get(path.removesuffix("/transcript.jsonl"))
        if same is not None and same.version == store.version(path):
            return same
        return self.archive.transcript(store, path)


def change_of(states: States, before: Wiki, after: Wiki) -> Change:
    """What led from the base to the head."""
    added = frozenset(after.pages.keys() - before.pages.keys())
    deleted = frozenset(before.pages.keys() - after.pages.keys())
    edited = frozenset(
        path
        for path, page in after.pages.items()
        if path in before.pages and before.pages[path].version != page.version
    )
    return Change(
        before,
        after,
        added,
        deleted,
        edited,
        renames({path: before.pages[path] for path in deleted}, {path: after.pages[path] for path in added}),
        _outside(states.base, states.head),
        {path: states.head.brain.version(path) or after.pages[path].version for path in (*added, *edited)},
        states.commits,
        tuple(_logs(states.base.brain, states.head.brain, before, after)),
        bool(states.head.config.adopted),
    )


def _outside(base: Workspace, head: Workspace) -> frozenset[str]:
    """Paths of the configuration and of `checks/` that differ."""
    paths = {OWN_FILE, *_checks(base), *_checks(head)}
    touched = {path for path in paths if base.files.version(path) != head.files.version(path)}
    return frozenset(touched | ({SHARED_FILE} if _table(base) != _table(head) else set()))


def _checks(workspace: Workspace) -> Iterator[str]:
    if workspace.files.exists(FOLDER):
        yield from (f"{FOLDER}/{path}" for path in workspace.files.below(FOLDER).listing().files)


def _table(workspace: Workspace) -> Any:
    """What the project's own file says of the brain."""
    try:
        return tomllib.loads(workspace.files.read(SHARED_FILE).decode("utf-8")).get("tool", {}).get("brainwiki")
    except (OSError, PathEscapeError, tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, AttributeError):
        return None


def _logs(base: FileStore, head: FileStore, before: Wiki, after: Wiki) -> Iterator[Log]:
    """Files that may only grow and that differ."""
    for path in sorted(before.files | after.files):
        if (path.endswith(GROWING) or path.startswith("ledger/")) and base.version(path) != head.version(path):
            yield Log(path, *(store.read_listed(path) if store.version(path) else None for store in (base, head)))


def _new(report: Report, view: View, change: Change, settings: engine.Settings, noted: Mapping[str, Noted]) -> Report:
    """The report without the findings that the base has too; a page that was renamed keeps its own."""
    prefix = change.head.path_prefix
    old_path = {f"{prefix}{new}": f"{prefix}{old}" for new, old in change.renamed.items()}
    told = [finding for finding in report.findings if settings.known[finding.code].scope != "change"]
    if not told:
        return report
    paths = tuple(sorted({old_path.get(finding.path, finding.path) for finding in told}))
    codes = tuple(sorted({finding.code for finding in told}))
    if USELESS in codes:  # only where all rules run can a suppression be without effect
        codes = settings.select
    before = engine.run(
        replace(view, wiki=change.base, change=None), replace(settings, select=codes, only=paths), noted
    )
    new_path = {old: new for new, old in old_path.items()}
    known = Counter(_moved(finding, new_path).fingerprint for finding in before.findings)
    return replace(report, findings=tuple(finding for finding in report.findings if not _take(known, finding)))


def _moved(finding: Finding, paths: Mapping[str, str]) -> Finding:
    return finding._replace(path=paths.get(finding.path, finding.path))


def _take(known: Counter[str], finding: Finding) -> bool:
    """Whether the base has this finding too; each of its findings counts once."""
    if known[finding.fingerprint] <= 0:
        return False
    known[finding.fingerprint] -= 1
    return True
