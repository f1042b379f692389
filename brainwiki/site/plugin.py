"""The MkDocs plugin: events only. It gives MkDocs the pages of a checked snapshot and takes over how each is rendered."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from mkdocs.config import config_options
from mkdocs.config.base import Config as PluginConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel

from brainwiki.bootstrap import open_workspace
from brainwiki.errors import BrainwikiError
from brainwiki.rules.reports import report
from brainwiki.site.around import Around, OnBlock
from brainwiki.site.before import Before
from brainwiki.site.everything import maker_of, outputs
from brainwiki.site.frame import fill, page_file
from brainwiki.site.look import MARKER, NOTE, look_of, prepare
from brainwiki.site.memo import ShortMemo
from brainwiki.site.opening import site_of
from brainwiki.site.output import FileOutput, PageOutput, Part
from brainwiki.site.templates import Templates
from brainwiki.usecases.check import Checked, check
from brainwiki.usecases.workspace import Workspace


class Given(NamedTuple):
    """What a command has read already, and what to do where findings block: stop, show a page of them, or show it as home."""

    workspace: Workspace
    checked: Checked
    on_block: OnBlock


class Settings(PluginConfig):
    """Options of the plugin in `mkdocs.yml`."""

    allow_block = config_options.Type(bool, default=False)


class BrainwikiPlugin(BasePlugin[Settings]):
    """Registered as `brainwiki`."""

    given: Given | None = None

    def on_config(self, config: Any) -> Any:
        """Read and check the brain, and set up the theme."""
        given = self.given or self._read(config)
        if given.checked.report.block and given.on_block == "stop":
            raise PluginError("\n" + report.as_text(given.checked.report, given.checked.pages()))
        prepare(config, given.workspace.config.language)
        self.state = given
        title = given.workspace.config.title or str(config.site_name)
        site = site_of(given.workspace, given.checked.wiki, title, str(config.site_url or ""), ShortMemo())
        self.maker = maker_of(site, Templates(config.theme.dirs))
        self.around = Around(
            self.maker, look_of(config), str(config.site_url or ""), given.checked.report.block, given.on_block
        )
        self.makers: dict[str, Callable[[], Part]] = {}
        self.parts: dict[str, Part] = {}
        return config

    def _read(self, config: Any) -> Given:
        try:
            workspace = open_workspace(os.path.dirname(config.config_file_path) or None)
            return Given(workspace, check(workspace), "page" if self.config.allow_block else "stop")
        except BrainwikiError as error:
            raise PluginError(str(error)) from None

    def on_files(self, files: Any, config: Any, **_: Any) -> Any:
        """Exactly what is published: the theme's own files, pages, listings, attachments. Nothing else of the folder is copied."""
        del files  # the walk of the folder that MkDocs made
        found = Files([])
        found.add_files_from_theme(config.theme.get_env(), config)
        state = self.state
        report = state.checked.report
        before = Before(self.maker, report, None)
        for output in (*outputs(self.maker, report, state.on_block == "root", before), *self.around.outputs()):
            if isinstance(output, PageOutput):
                self._add(found, config, output.address, output.make, output.path)
            elif isinstance(output, FileOutput):
                found.append(File.generated(config, output.path, content=output.make()))
            else:
                found.append(_attachment(config, output.path, f"{state.workspace.brain.root}/{output.source}"))
        return found

    def _add(self, found: Any, config: Any, address: str, make: Callable[[], Part], path: str = "") -> None:
        """One page at an address; `path` is that of its file in the brain, where it has one."""
        file = page_file(config, address, path, self.state.workspace.brain.root if path else None)
        if not path:
            file.generated_by = "brainwiki"
        self.makers[file.src_uri] = make
        found.append(file)

    def on_page_read_source(self, page: Any, **_: Any) -> str | None:
        """MkDocs reads no file: the snapshot has been read."""
        return "" if page.file.src_uri in self.makers else None

    def on_page_markdown(self, markdown: str, page: Any, **_: Any) -> str:
        """Take over the rendering of this page; MkDocs' own pipeline goes on around it."""
        make = self.makers.get(page.file.src_uri)
        if make is not None:
            page.render = partial(self._fill, page, make)
        return markdown

    def _fill(self, page: Any, make: Callable[[], Part], *_: Any) -> None:
        part = self.parts[page.file.src_uri] = make()
        fill(page, part)

    def on_page_context(self, context: Any, page: Any, **_: Any) -> Any:
        """What our templates show around the text."""
        part = self.parts.pop(page.file.src_uri)
        context["bw"] = self.around.of(page.file.dest_uri.removesuffix("index.html"), part)
        return context

    def on_template_context(self, context: Any, **_: Any) -> Any:
        """The same for the page for what is not found."""
        context["bw"] = self.around.not_found()
        return context

    def on_post_build(self, config: Any) -> None:
        """Mark the folder as one that a later build may empty."""
        Path(config.site_dir, MARKER).write_text(NOTE, "utf-8")


def _attachment(config: Any, address: str, full_path: str) -> File:
    file = File(address, None, config.site_dir, True, inclusion=InclusionLevel.INCLUDED)
    file.abs_src_path = full_path
    return file
