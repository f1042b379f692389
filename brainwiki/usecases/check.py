"""Check a brain: load, run the rules, report."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from brainwiki.model.finding import Finding, Report
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.ports import Shelf
from brainwiki.rules import baseline, engine
from brainwiki.rules.examine import examiner
from brainwiki.rules.rule import View
from brainwiki.usecases.baseline import read_baseline
from brainwiki.usecases.library import Library
from brainwiki.usecases.load import load, load_wiki, without_collector
from brainwiki.usecases.own_schemas import own_schemas
from brainwiki.usecases.workspace import Workspace


@dataclass(frozen=True)
class Checked:
    """A snapshot and what the rules said of it; `found` are all findings, those too that the baseline keeps out of the report."""

    wiki: Wiki
    report: Report
    root: str
    found: tuple[Finding, ...] = ()

    def pages(self) -> Mapping[str, Page]:
        """Pages by the path that findings use."""
        prefix = f"{self.wiki.prefix}/" if self.wiki.prefix else ""
        return {prefix + path: page for path, page in self.wiki.pages.items()}


def check(
    workspace: Workspace,
    only: tuple[str, ...] = (),
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    on_crash: Callable[[Exception], None] | None = None,
    shelf: Shelf | None = None,
) -> Checked:
    """Run the rules that profile and configuration ask for over the whole brain; `only` limits what is reported.

    With a shelf the pages come by their facts, from there where they are known, and without their text; else each is whole.
    """
    settings = settings_of(workspace, only, select, ignore, on_crash)
    allowed = read_baseline(workspace)
    with without_collector():
        view = view_of(workspace, Wiki({}, workspace.profile.dialect))
        if shelf is None:
            wiki = load_wiki(workspace)
            found = engine.run(replace(view, wiki=wiki), settings)
        else:
            library = library_of(view, replace(settings, select=(), ignore=()), shelf)
            wiki, paths = load(workspace, library, library.proofs)
            found = engine.run(replace(view, wiki=wiki), settings, library.noted)
            library.save(wiki, paths)
    ran = {rule.code for rule in settings.chosen()}
    report = baseline.apply(found, allowed, lambda path, code: code in ran and settings.reports(path))
    return Checked(wiki, report, workspace.root, found.findings)


def settings_of(
    workspace: Workspace,
    only: tuple[str, ...] = (),
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    on_crash: Callable[[Exception], None] | None = None,
) -> engine.Settings:
    """How a run in this workspace is set."""
    config = workspace.config
    severities = workspace.profile.severities
    return engine.Settings(severities, config.rules, config.paths, select, ignore, only, on_crash=on_crash)


def library_of(view: View, settings: engine.Settings, shelf: Shelf) -> Library:
    """The library for a run: its stamp holds all that the answers of rules on one page depend on."""
    rules = settings.chosen()
    depends = (
        view.wiki.dialect,
        [rule.code for rule in rules],
        sorted(view.required.items()),
        view.types,
        sorted((code, sorted(table.items())) for code, table in view.options.items()),
        sorted((name, schema.schema) for name, schema in view.schemas.items()),
    )
    stamp = hashlib.sha256(repr(depends).encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return Library(shelf, stamp, view.wiki.dialect, examiner(rules, view, settings.on_crash))


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
    )
