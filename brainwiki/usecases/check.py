"""Check a brain: load, run the rules, report."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from brainwiki.config.places import places
from brainwiki.errors import UnknownNameError
from brainwiki.model.finding import Finding, Report
from brainwiki.model.page import Page, only_text
from brainwiki.model.wiki import Wiki
from brainwiki.ports import Progress, Shelf
from brainwiki.rules import baseline, engine
from brainwiki.rules.examine import examiner
from brainwiki.rules.rule import Rule, View
from brainwiki.usecases.archive import Archive
from brainwiki.usecases.baseline import read_baseline
from brainwiki.usecases.booked import booked
from brainwiki.usecases.collector import without_collector
from brainwiki.usecases.load import load, load_wiki
from brainwiki.usecases.own_rules import rules_of_run
from brainwiki.usecases.own_schemas import own_schemas
from brainwiki.usecases.workspace import TABLES, Workspace

ON_STATES = ("BW703", "BW704")  # rules that look at the branch of the states


@dataclass(frozen=True)
class Checked:
    """A snapshot and what the rules said of it; `found` are all findings, those too that the baseline keeps out of the report;
    `settings` is the configuration's file where findings may stand in it."""

    wiki: Wiki
    report: Report
    root: str
    found: tuple[Finding, ...] = ()
    settings: Page | None = None

    def pages(self) -> Mapping[str, Page]:
        """Pages by the path that findings use."""
        prefix = self.wiki.path_prefix
        found = {prefix + path: page for path, page in self.wiki.pages.items()}
        return found | {self.settings.path: self.settings} if self.settings else found


def check(
    workspace: Workspace,
    only: tuple[str, ...] = (),
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    on_crash: Callable[[BaseException], None] | None = None,
    shelf: Shelf | None = None,
    on_progress: Progress | None = None,
) -> Checked:
    """Run the rules that profile and configuration ask for over the whole brain; `only` limits what is reported.

    With a shelf the pages come by their facts, from there where they are known, and without their text; else each is whole.
    Raises ConfigError, and UnknownNameError for a code in `select` or `ignore` that no rule's code starts with.
    """
    settings = settings_of(workspace, only, select, ignore, on_crash)
    allowed = read_baseline(workspace)
    with without_collector():
        view = view_of(workspace, Wiki({}, workspace.profile.dialect))
        books = booked(workspace) if any(rule.code in ON_STATES for rule in settings.chosen()) else ()
        if shelf is None:
            wiki = load_wiki(workspace, on_progress)
            found = engine.run(replace(view, wiki=wiki, books=books), settings)
        else:
            archive = archive_of(view, replace(settings, select=(), ignore=()), shelf)
            wiki = load(workspace, archive, archive.proofs, on_progress=on_progress)
            found = engine.run(replace(view, wiki=wiki, books=books), settings, archive.noted)
            archive.save(wiki)
    ran = {rule.code for rule in settings.chosen()}
    report = baseline.apply(found, allowed, lambda path, code: code in ran and settings.reports(path))
    return Checked(wiki, report, workspace.root, found.findings, settings.file and settings.file.page)


def settings_of(
    workspace: Workspace,
    only: tuple[str, ...] = (),
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    on_crash: Callable[[BaseException], None] | None = None,
) -> engine.Settings:
    """How a run in this workspace is set; raises ConfigError and UnknownNameError as `check` does."""
    config = workspace.config
    severities = workspace.profile.severities
    rules = rules_of_run(config, workspace.configured, workspace.settings, workspace.load_rules)
    _refuse_unknown((*select, *ignore), rules)
    file = _config_file(workspace)
    return engine.Settings(severities, config.rules, config.paths, select, ignore, only, rules, on_crash, file)


def _refuse_unknown(prefixes: tuple[str, ...], rules: tuple[Rule, ...]) -> None:
    for prefix in prefixes:
        if not any(rule.code.startswith(prefix) for rule in rules):
            raise UnknownNameError("rule has a code that starts with", prefix)


def _config_file(workspace: Workspace) -> engine.ConfigFile | None:
    """The configuration's file and the places of its keys; None where it sets no severities, so that nobody will ask."""
    if not workspace.configured or not (workspace.config.rules or workspace.config.paths):
        return None
    text = workspace.settings.read(workspace.configured).decode("utf-8", "replace").replace("\r\n", "\n")
    page = Page(workspace.configured, "raw", only_text(text), lines=text.count("\n") + 1)
    return engine.ConfigFile(page, places(text, TABLES[workspace.configured]))


def archive_of(view: View, settings: engine.Settings, shelf: Shelf) -> Archive:
    """The archive for a run: its stamp holds all that the answers of rules on one page depend on."""
    rules = settings.chosen()
    depends = (
        view.wiki.dialect,
        [(rule.code, rule.digest) for rule in rules],
        sorted(view.required.items()),
        view.types,
        sorted((code, sorted(table.items())) for code, table in view.options.items()),
        sorted((name, schema.schema) for name, schema in view.schemas.items()),
    )
    stamp = hashlib.sha256(repr(depends).encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return Archive(shelf, stamp, view.wiki.dialect, examiner(rules, view, settings.on_crash))


def view_of(workspace: Workspace, wiki: Wiki) -> View:
    """What rules may look at in this workspace."""
    config, profile = workspace.config, workspace.profile
    return View(
        wiki,
        workspace.clock.now(),
        profile.required,
        config.types,
        profile.options,
        own_schemas(workspace),
        title=config.title,
        index_budget=config.index_budget,
    )
