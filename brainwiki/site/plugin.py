"""The MkDocs plugin: events only. It gives MkDocs the pages of a checked snapshot and takes over how each is rendered."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from mkdocs.config import config_options
from mkdocs.config.base import Config as PluginConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.toc import get_toc

from brainwiki.bootstrap import open_workspace
from brainwiki.errors import BrainwikiError
from brainwiki.rules.reports import report
from brainwiki.site.everything import outputs
from brainwiki.site.look import MARKER, POLICY, prepare
from brainwiki.site.memo import ShortMemo
from brainwiki.site.output import FileOutput, PageOutput, Part
from brainwiki.site.pages.parts import Maker
from brainwiki.site.pages.tree import Link
from brainwiki.site.published import select
from brainwiki.site.state import Site
from brainwiki.site.templates import Templates
from brainwiki.site.text.placeholders import new_secret
from brainwiki.site.text.sanitise import is_passive_svg
from brainwiki.site.urls import assign, relative
from brainwiki.usecases.check import Checked, check
from brainwiki.usecases.workspace import Workspace

OnBlock = Literal["stop", "page", "root"]


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
        self.maker = Maker(_site(given, title), Templates(config.theme.dirs))
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
        for output in outputs(self.maker, state.checked.report, state.on_block == "root"):
            if isinstance(output, PageOutput):
                self._add(found, config, output.address, output.make, output.path)
            elif isinstance(output, FileOutput):
                found.append(File.generated(config, output.path, content=output.make()))
            else:
                found.append(_attachment(config, output.path, f"{state.workspace.brain.root}/{output.source}"))
        return found

    def _add(self, found: Any, config: Any, address: str, make: Callable[[], Part], path: str = "") -> None:
        """One page at an address; `path` is that of its file in the brain, where it has one."""
        dest = f"{address}index.html"
        source = self.state.workspace.brain.root if path else None
        name = path or dest.removesuffix(".html") + ".md"
        file = File(name, source, config.site_dir, True, dest_uri=dest, inclusion=InclusionLevel.NOT_IN_NAV)
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
        page.meta = {}
        page.title = escape(part.title)
        page.content = part.content
        page.toc = get_toc(list(part.contents))

    def on_page_context(self, context: Any, page: Any, **_: Any) -> Any:
        """What our templates show around the text."""
        part = self.parts.pop(page.file.src_uri)
        base = page.file.dest_uri.removesuffix("index.html")
        context["bw"] = {
            **self._shared(),
            "title": part.title,
            "language": part.language,
            "description": part.description,
            "head": part.head,
            "foot": part.foot,
            "whole": part.is_whole,
            "nav": self.maker.tree.nav(base, part.folder),
            "home": relative(base, ""),
            "announce": self._announce(base),
            "root": "../" * base.count("/"),
            "styles": part.styles,
            "scripts": part.scripts,
            "feed": part.feed,
        }
        return context

    def on_template_context(self, context: Any, config: Any, **_: Any) -> Any:
        """The page for what is not found may be shown at any address: its links start at the root."""
        root = urlsplit(config.site_url or "/").path
        nav = self.maker.tree.nav("", None)
        sections = tuple(_from_root(link, root) for link in nav.sections)
        title = self.maker.site.words["not_found"]
        context["bw"] = {
            **self._shared(),
            "title": title,
            "nav": nav._replace(sections=sections),
            "home": root,
            "announce": "",
            "root": root,
            "styles": (),
            "scripts": (),
            "feed": "",
        }
        return context

    def _shared(self) -> dict[str, Any]:
        site = self.maker.site
        return {
            "words": site.words,
            "site_title": site.title,
            "policy": POLICY,
            "shards": site.shards,
            "description": "",
            "whole": True,
        }

    def _announce(self, base: str) -> str:
        """A line on top of every page of a site that was built although findings block."""
        block = self.state.checked.report.block
        if not block:
            return ""
        address = self.maker.site.addresses.findings if self.state.on_block == "page" else ""
        words = self.maker.site.words
        href = escape(relative(base, address))
        return f'<p>{escape(words.say("findings", block))} <a href="{href}">{escape(words["findings_show"])}</a></p>'

    def on_post_build(self, config: Any) -> None:
        """Mark the folder as one that a later build may empty."""
        Path(config.site_dir, MARKER).write_text(
            "This folder is a site built by brainwiki; a build replaces all of it.\n", "utf-8"
        )


def _site(given: Given, title: str) -> Site:
    workspace, wiki = given.workspace, given.checked.wiki
    selection = select(wiki, workspace.config.publish, lambda path: is_passive_svg(workspace.brain.read_listed(path)))
    return Site(
        wiki,
        assign(wiki, selection),
        workspace.config,
        title,
        workspace.clock.now(),
        new_secret(),
        past=workspace.history.past(workspace.prefix),
        read_blob=workspace.history.blob,
        memo=ShortMemo(),
    )


def _attachment(config: Any, address: str, full_path: str) -> File:
    file = File(address, None, config.site_dir, True, inclusion=InclusionLevel.INCLUDED)
    file.abs_src_path = full_path
    return file


def _from_root(link: Link, root: str) -> Link:
    return link._replace(href=root + link.href.removeprefix("./"))
