"""Pages in the theme's frame: the templates of Material and ours, filled from parts; and the theme's own files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, NamedTuple

from jinja2 import ChoiceLoader, DictLoader
from markupsafe import escape as markup_escape
from mkdocs.commands.build import get_context
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from brainwiki.site.around import Around
from brainwiki.site.output import Part
from brainwiki.site.templates import Compiled

NOT_FOUND = "404.html"

_PARTS = {"nav": "partials/nav.html", "toc": "partials/toc.html", "contents": "partials/contents.html"}
_MARK = "slot7f3c51e09ab4"  # replaced at once, before anything that a page says is there
_SLOT = re.compile(f"bw{_MARK}x([a-z]+)x")


class Slots:
    """A frame with places for what differs from page to page; the rest of it is the same for all pages of one shape."""

    def __init__(self, markup: str, context: Mapping[str, Any]) -> None:
        self.pieces = _SLOT.split(markup)  # text and names of places in turn
        self.context = context

    def filled(self, values: Mapping[str, str]) -> str:
        """The whole page."""
        pieces = self.pieces.copy()
        pieces[1::2] = [values[name] for name in pieces[1::2]]
        return "".join(pieces)


class Frame:
    """Fills the frame for one build. `config` is a MkDocs configuration that `prepare` has set up.

    The templates are asked once for each shape of page (how deep it lies, its language, which parts it has); what differs is
    put into that. They give back a value as it is or escaped, and ask of it no more than whether it is there.
    """

    def __init__(self, config: Any, around: Around) -> None:
        self.config = config
        self.around = around
        self.environment = config.theme.get_env()
        self.environment.bytecode_cache = Compiled(around.maker.site.memo, "frame")
        self.navigation = get_navigation(Files([]), config)
        self.parts = {name: self.environment.get_template(path) for name, path in _PARTS.items()}
        slots = {path: _slot(name) for name, path in _PARTS.items()}
        self.open = self.environment.overlay(
            loader=ChoiceLoader([DictLoader(slots), self.environment.loader]), cache_size=50
        )
        self._shapes: dict[tuple[Any, ...], Slots] = {}

    def page(self, address: str, part: Part) -> bytes:
        """The HTML of the page at an address."""
        slots = self._slots(address, part)
        toc = get_toc(list(part.contents))
        inner = {
            **slots.context,
            "page": _Contents(toc),
            "bw": {**slots.context["bw"], "nav": self.around.maker.tree.nav(address, part.folder)},
        }
        values = {
            "title": str(markup_escape(part.title)),
            "description": str(markup_escape(part.description)),
            "canonical": str(markup_escape(self.around.canonical(address))),
            "content": part.content,
            "head": part.head,
            "foot": part.foot,
        }
        for name, template in self.parts.items():
            values[name] = template.render(inner) if name == "nav" or toc.items else ""
        return _encoded(slots.filled(values))

    def _slots(self, address: str, part: Part) -> Slots:
        """The frame of pages of this shape."""
        is_titled = bool(part.title) and part.title != self.around.maker.site.title
        is_there = (
            bool(part.description),
            bool(part.head),
            bool(part.foot),
            bool(part.contents),
            is_titled or part.title,
        )
        shape = (
            address.count("/"),
            *is_there,
            *part._replace(title="", description="", content="", head="", foot="", contents=(), folder=None),
        )
        found = self._shapes.get(shape)
        if found is None:
            empty = part._replace(
                title=_slot("title") if is_titled else part.title,
                description=part.description and _slot("description"),
                head=part.head and _slot("head"),
                foot=part.foot and _slot("foot"),
                content=_slot("content"),
            )
            found = self._shapes[shape] = self._opened(address, empty)
        return found

    def _opened(self, address: str, empty: Part) -> Slots:
        page = Page(None, page_file(self.config, address), self.config)
        fill(page, empty)
        context: Any = get_context(self.navigation, [], self.config, page)
        context["bw"] = self.around.of(address, empty)
        if context["bw"]["canonical"]:
            context["bw"]["canonical"] = _slot("canonical")
        return Slots(self.open.get_template("main.html").render(context), context)

    def not_found(self) -> bytes:
        """The page for what is not found."""
        shown = self.around.not_found()
        context: Any = get_context(self.navigation, [], self.config, base_url=shown["root"])
        context["bw"] = shown
        return _encoded(self.environment.get_template(NOT_FOUND).render(context))

    def files(self) -> Iterator[tuple[str, str]]:
        """The theme's own files, as paths in the site and on the disk."""
        found = Files([])
        found.add_files_from_theme(self.environment, self.config)
        for file in found:
            yield file.dest_uri, os.fspath(file.abs_src_path)


class _Contents(NamedTuple):
    """What the parts of the frame ask of a page."""

    toc: Any


def _slot(name: str) -> str:
    """What stands in a frame for a value: no template changes it by escaping it."""
    return f"bw{_MARK}x{name}x"


def page_file(config: Any, address: str, path: str = "", folder: str | None = None) -> Any:
    """MkDocs' file for a page at an address; `path` in `folder` is that of its file in the brain, if it has one."""
    dest = f"{address}index.html"
    name = path or dest.removesuffix(".html") + ".md"
    return File(name, folder, config.site_dir, True, dest_uri=dest, inclusion=InclusionLevel.NOT_IN_NAV)


def fill(page: Any, part: Part) -> None:
    """Give MkDocs' page what it is to show."""
    page.meta = {}
    page.title = escape(part.title)
    page.content = part.content
    page.toc = get_toc(list(part.contents))


def _encoded(markup: str) -> bytes:
    return markup.encode("utf-8", "xmlcharrefreplace")
