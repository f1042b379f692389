"""Building a site: the MkDocs configuration is made in memory, for any wiki, and nothing is written into its folder."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import yaml
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config.defaults import MkDocsConfig

from brainwiki.errors import ConfigError, OutputError
from brainwiki.site.look import MARKER, PALETTE
from brainwiki.site.plugin import Given
from brainwiki.usecases.check import Checked
from brainwiki.usecases.workspace import Workspace

# What is taken from a workspace's mkdocs.yml: theme and look. Never code: no hooks, plugins or template folders.
LOOK = ("site_name", "site_url", "site_description", "site_author", "copyright")
THEME = ("palette", "features", "icon", "direction")
SEARCH = {"lang": ["en", "ja", "zh"], "separator": r"[\s\u200b\-,:!=\[\]()\"/、。，．・「」『』（）：；]+"}


class Built(NamedTuple):
    """A site that was built: its folder, how many pages and other published files, how many findings block."""

    out: str
    pages: int
    files: int
    block: int


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


def build(workspace: Workspace, checked: Checked, out: str) -> Built:
    """Build the site of a checked brain into `out`; where findings block, they become a page of it."""
    with empty_folder() as empty:
        config = configuration(workspace, out, empty)
        plugin = config.plugins["brainwiki"]
        plugin.given = Given(workspace, checked, "page")
        mkdocs_build(config)
        addresses = plugin.maker.site.addresses
        return Built(out, len(plugin.makers), len(addresses.files), checked.report.block)


@contextmanager
def empty_folder() -> Iterator[str]:
    """A folder for MkDocs to walk: it must never walk the brain, whose symbolic links may lead in circles."""
    folder = tempfile.mkdtemp(prefix="brainwiki-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def configuration(workspace: Workspace, out: str, docs: str) -> Any:
    """The MkDocs configuration of a workspace, loaded and valid; raises ConfigError with MkDocs' own words."""
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")  # the theme's banner about another program
    config = MkDocsConfig(config_file_path=os.path.join(workspace.root, "mkdocs.yml"))
    config.load_dict(settings(workspace, out, docs))
    errors, _ = config.validate()
    if errors:
        raise ConfigError("mkdocs.yml", tuple(f"`{key}`: {error}" for key, error in errors))
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
        "plugins": [{"brainwiki": {}}, {"search": SEARCH}],
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
