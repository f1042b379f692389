"""What stands around the text of every page: navigation, the line on findings, words and settings for the theme's templates."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Literal
from urllib.parse import quote, urljoin, urlsplit

from brainwiki.site.language import locale_of, unless
from brainwiki.site.look import Look, settings_of
from brainwiki.site.output import FileOutput, Part, digest
from brainwiki.site.pages.parts import Maker
from brainwiki.site.pages.tree import Link
from brainwiki.site.shards import put_file
from brainwiki.site.urls import relative
from brainwiki.site.words import is_spoken, words_of

OnBlock = Literal["stop", "page", "root"]


class Around:
    """Gives templates their `bw`. `look` is the theme's side of the frame, `url` the site's address (empty: unknown); `block`
    findings block, and `on_block` says where they are shown; `common` is the key of what is the same around all pages."""

    def __init__(self, maker: Maker, look: Look, url: str, block: int, on_block: OnBlock) -> None:
        self.maker = maker
        self.look = look
        self.url = url
        self.block = block
        self.on_block = on_block
        self.policy = escape(look.policy, quote=False)
        self.common = digest(maker.site.shards, maker.tree.sections(""))

    def of(self, base: str, part: Part) -> dict[str, Any]:
        """For the page at the address `base`."""
        return {
            **self._frame("../" * base.count("/"), part),
            "head": part.head,
            "foot": part.foot,
            "nav": self.maker.tree.nav(base, part.folder),
            "home": relative(base, ""),
            "announce": self._announce(base),
            "kind": "article" if part.head else "website",
            "canonical": self.canonical(base),
        }

    def outputs(self) -> Iterator[FileOutput]:
        """`data/words/palette.js`, which puts the switch of colours where a page asks for it."""
        if self.look.palette:
            switch = self.maker.templates.render("palette", self.maker.site, palette=self.look.palette)
            yield FileOutput("data/words/palette.js", digest(switch), lambda: put_file(switch))

    def canonical(self, base: str) -> str:
        """The whole address of a page; empty where that of the site is unknown."""
        return urljoin(self.url, quote(base)) if self.url else ""

    def key(self, base: str, folder: str | None) -> str:
        """A digest of what stands around the page at `base` in a folder."""
        return digest(self.common, self.maker.tree.face(base, folder))

    def not_found(self) -> dict[str, Any]:
        """For the page for what is not found, which may be shown at any address: its links start at the root."""
        root = urlsplit(self.url or "/").path
        tree, site = self.maker.tree, self.maker.site
        rows = tuple(_from_root(link, root).row for link in tree.sections(""))
        part = Part(site.words["not_found"], site.config.language, "", "", is_whole=True, is_indexed=False)
        return {
            **self._frame(root, part),
            "head": "",
            "foot": "",
            "nav": tree.nav("", None)._replace(sections=rows),
            "home": root,
            "announce": "",
            "kind": "website",
            "canonical": "",
        }

    def _frame(self, root: str, part: Part) -> dict[str, Any]:
        """What the frame shows of a page, `root` being the way from it to the site's root."""
        site = self.maker.site
        around = words_of(part.language) if is_spoken(part.language) else site.words
        return {
            "frame": self.look,
            "policy": self.policy,
            "config": settings_of(self.look, root),
            "words": site.words,
            "around": around,
            "lang": _lang(site.words.language, part.language),
            "around_lang": _lang(around.language, part.language),
            "title_lang": _lang(part.language, site.words.language),
            "locale": locale_of(part.language),
            "site_title": site.title,
            "shards": site.shards,
            "root": root,
            "pages": root + quote(site.addresses.listings.get("pages", "")),
            "title": part.title,
            "language": part.language,
            "description": part.description,
            "whole": part.is_whole,
            "is_indexed": part.is_indexed,
            "styles": part.styles,
            "scripts": part.scripts,
            "feed": part.feed,
        }

    def _announce(self, base: str) -> str:
        """A line on top of every page of a site that was built although findings block."""
        if not self.block:
            return ""
        site = self.maker.site
        href = escape(relative(base, site.addresses.findings if self.on_block == "page" else ""))
        return f'<p>{escape(site.words.say("findings", self.block))} <a href="{href}">{escape(site.words["findings_show"])}</a></p>'


def _lang(language: str, around: str) -> str:
    """The attribute that says a language, with its blank; empty where the text around is of that language."""
    tag = unless(language, around)
    return f' lang="{escape(tag)}"' if tag else ""


def _from_root(link: Link, root: str) -> Link:
    return link._replace(href=root + link.href.removeprefix("./"), is_current=False)
