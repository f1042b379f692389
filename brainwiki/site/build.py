"""Building a site: the MkDocs configuration is made in memory, for any wiki, and nothing is written into its folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import yaml
from mkdocs.config.defaults import MkDocsConfig

from brainwiki.adapters.shelf import NoShelf
from brainwiki.adapters.site_folder import SiteFolder
from brainwiki.errors import ConfigError, OutputError
from brainwiki.ports import Progress, Shelf
from brainwiki.site.around import Around, OnBlock
from brainwiki.site.before import Before
from brainwiki.site.everything import maker_of, outputs, sitemap
from brainwiki.site.frame import Frame
from brainwiki.site.last import Last, keep_last, read_last, stamp_of_look
from brainwiki.site.look import MARKER, PALETTE, look_of, overrides, prepare
from brainwiki.site.memo import ShortMemo
from brainwiki.site.opening import site_of
from brainwiki.site.output import PageOutput
from brainwiki.site.search.room import searched
from brainwiki.site.step import Step
from brainwiki.site.templates import Templates
from brainwiki.usecases.check import Checked
from brainwiki.usecases.collector import calm_collector
from brainwiki.usecases.workspace import Workspace

# What is taken from a workspace's mkdocs.yml: theme and look. Never code: no hooks, plugins or template folders.
LOOK = ("site_name", "site_url", "site_description", "site_author", "copyright")
THEME = ("palette", "features", "icon", "direction")


class Built(NamedTuple):
    """A site that was built: its folder, how many pages and other published files it has, how many findings block; and how
    many of its files were made, kept as they were, and removed."""

    out: str
    pages: int
    files: int
    block: int
    made: int
    kept: int
    removed: int


def output_folder(workspace: Workspace, out: str | None) -> str:
    """The folder to build into. Raises OutputError where a build would write into the wiki or empty a folder that is no site."""
    if out is None and not workspace.configured:
        raise OutputError(
            "No folder to build into.", "Name one with --out; nothing is written into a wiki without configuration."
        )
    folder = os.path.realpath(out if out is not None else os.path.join(workspace.root, "site"))
    if _holds(folder, workspace.brain.root) or _holds(workspace.brain.root, folder):
        raise OutputError(
            f"{folder} is the wiki's own folder, holds it or lies in it.", "Name a folder beside it with --out."
        )
    if os.path.isdir(folder) and os.listdir(folder) and not os.path.exists(os.path.join(folder, MARKER)):
        raise OutputError(
            f"{folder} holds files and no site of ours.", "Name an empty folder with --out, or empty this one."
        )
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise OutputError(f"{folder} is no folder.", "Name a folder with --out.")
    return folder


def _holds(outer: str, inner: str) -> bool:
    return inner == outer or inner.startswith(outer.rstrip(os.sep) + os.sep)


class Wish(NamedTuple):
    """How a site is to be built: all of it (`is_full`), or what changed since the last build. Findings that block become a page
    of it, or its home page. `site_url` is an address in place of the configured one; `on_progress` is told of each file made."""

    is_full: bool = False
    on_block: OnBlock = "page"
    site_url: str = ""
    on_progress: Progress | None = None


def build(workspace: Workspace, checked: Checked, out: str, wish: Wish | None = None) -> Built:
    """Build the site of a checked brain into `out`.

    Raises BusyError where another build is writing into the folder, and ConfigError with MkDocs' own words.
    """
    wish = wish or Wish()
    config = configuration(workspace, out)
    config.site_url = wish.site_url or config.site_url
    memo = workspace.kept.memo() if workspace.kept else ShortMemo()
    shelf: Shelf = workspace.kept.last(out) if workspace.kept else NoShelf()
    with calm_collector(), SiteFolder(out) as folder:
        title = workspace.config.title or str(config.site_name)
        site = site_of(workspace, checked.wiki, title, str(config.site_url or ""), memo)
        maker = maker_of(site, Templates(config.theme.dirs, memo))
        around = Around(maker, look_of(config), str(config.site_url or ""), checked.report.block, wish.on_block)
        stamp = stamp_of_look(workspace, settings(workspace, "", ""), around, str(config.site_url))
        last = None if wish.is_full else read_last(shelf, stamp, folder.read(MARKER))
        before = Before(maker, checked.report, last.sight if last else None)
        step = Step(Frame(config, around), folder, last.entries if last else None, workspace.brain)
        found = [*outputs(maker, checked.report, wish.on_block == "root", before), *around.outputs()]
        step.make([*found, *sitemap(found, config.site_url)], wish.on_progress)
        removed = step.finish()
        keep_last(shelf, stamp, Last(step.entries, before.sight(searched(site))))
        memo.close(last is None)
    pages = sum(isinstance(output, PageOutput) for output in found)
    files = len(maker.site.addresses.files)
    return Built(out, pages, files, checked.report.block, step.made, step.kept, removed)


def configuration(workspace: Workspace, out: str) -> Any:
    """The MkDocs configuration of a workspace, loaded and valid, with the theme set up; raises ConfigError with MkDocs' own
    words."""
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")  # the theme's banner about another program
    config = MkDocsConfig(config_file_path=os.path.join(workspace.root, "mkdocs.yml"))
    config.load_dict(
        settings(workspace, out, overrides())
    )  # MkDocs walks no folder of the brain: links there may go in circles
    errors, _ = config.validate()
    if errors:
        raise ConfigError("mkdocs.yml", tuple(f"`{key}`: {error}" for key, error in errors))
    prepare(config, workspace.config.language)
    return config


def settings(workspace: Workspace, out: str, docs: str) -> dict[str, Any]:
    """The settings that the configuration is made from."""
    base = _look(workspace)
    theme = base.pop("theme")
    return {
        **base,
        "site_name": workspace.config.title or base.get("site_name") or workspace.title,
        "docs_dir": docs,
        "site_dir": out,
        "theme": {"name": "material", "font": False, "palette": PALETTE, **theme},
        "plugins": [],
    }


def _look(workspace: Workspace) -> dict[str, Any]:
    """Theme and look from the workspace's own mkdocs.yml; a wiki without configuration is not asked."""
    if not workspace.configured or not workspace.files.exists("mkdocs.yml"):
        return {"theme": {}}
    try:
        data = _Lenient(workspace.files.read("mkdocs.yml")).get_single_data()
    except yaml.YAMLError as error:
        raise ConfigError("mkdocs.yml", (f"not YAML: {error}",)) from None
    found = data if isinstance(data, Mapping) else {}
    theme = found.get("theme")
    theme = theme if isinstance(theme, Mapping) else {}
    return {
        **{key: found[key] for key in LOOK if found.get(key) is not None},
        "theme": {key: theme[key] for key in THEME if theme.get(key) is not None},
    }


class _Lenient(yaml.SafeLoader):
    """Reads a file that may hold tags for MkDocs itself (`!ENV`, `!!python/name`): they are nothing to us."""


_Lenient.add_multi_constructor("", lambda loader, suffix, node: None)
