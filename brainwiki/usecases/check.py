"""Check a brain: load, run the rules, report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from brainwiki.model.finding import Report
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.rules import engine
from brainwiki.rules.rule import View
from brainwiki.usecases.load import load_wiki, without_collector
from brainwiki.usecases.own_schemas import own_schemas
from brainwiki.usecases.workspace import Workspace


@dataclass(frozen=True)
class Checked:
    """A snapshot and what the rules said of it."""

    wiki: Wiki
    report: Report
    root: str

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
) -> Checked:
    """Run the rules that profile and configuration ask for over the whole brain; `only` limits what is reported."""
    config, profile = workspace.config, workspace.profile
    settings = engine.Settings(profile.severities, config.rules, config.paths, select, ignore, only, on_crash=on_crash)
    with without_collector():
        wiki = load_wiki(workspace)
        return Checked(wiki, engine.run(view_of(workspace, wiki), settings), workspace.root)


def view_of(workspace: Workspace, wiki: Wiki) -> View:
    """What rules may look at in this workspace."""
    config, profile = workspace.config, workspace.profile
    return View(wiki, workspace.clock.now(), profile.required, config.types, profile.options, own_schemas(workspace))
