"""One state of the site: the snapshot of the brain, the addresses of its parts, and the settings that pages are shown by."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Literal, NamedTuple

from brainwiki.config.config import Config
from brainwiki.model.names import fold, has_scheme, heading_keys, slug
from brainwiki.model.page import Link, Page
from brainwiki.model.past import NO_PAST, Past
from brainwiki.model.proposal import Proposal
from brainwiki.model.resolver import Target
from brainwiki.model.wiki import Wiki
from brainwiki.ports import Memo
from brainwiki.site.language import is_tag, of_page, of_text
from brainwiki.site.memo import ShortMemo
from brainwiki.site.published import shown_kinds
from brainwiki.site.shards import count_of
from brainwiki.site.stretches import Stretches
from brainwiki.site.urls import Addresses, quoted, relative
from brainwiki.site.words import Words, is_spoken, words_of

State = Literal["page", "file", "raw", "outside", "private", "missing", "ambiguous"]

MOST_ASIDE = 5_000_000  # characters of text that are kept from one reading to the next; each takes eight bytes

_OWN_ANCHOR = re.compile(r"(turn-[0-9]+(?:-q-[0-9a-f]+)?|q-[0-9a-f]+|L[0-9]+)(?:-L[0-9]+)?$")
_TURN_ANCHOR = re.compile(r"turn-([0-9]{1,9})(?:-q-[0-9a-f]+)?$")


class Place(NamedTuple):
    """Where a link leads: what is there, the `href` to write (empty: none), the name of what it means, and for a page its path."""

    state: State
    href: str = ""
    title: str = ""
    path: str = ""


def no_blobs(versions: Sequence[str]) -> Mapping[str, bytes]:
    """No contents that can be had together: each is asked for alone."""
    del versions
    return {}


def not_compared(base: str, head: str, asks: bool) -> Mapping[str, Any]:
    """No comparison can be had."""
    del base, head, asks
    return {}


@dataclass(frozen=True)
class Site:
    """What pages are rendered from. `secret` keys the placeholders of this process; `now` is the instant of the build; `past`
    what Git tells, `proposals` what is open, `read_blob` the bytes of a file of it by blob id and `read_blobs` those of many;
    `compare` gives the document of the difference of two commits, with the new findings of the rules where it is asked for them
    (nothing: it cannot be had), and `compared_by` names what that depends on beside the commits; `states` are the states of open
    proposals by id, where one is known; `memo` keeps what was worked out
    for later builds; `url` is where the site will stand (with a slash at its end; empty: not known)."""

    wiki: Wiki
    addresses: Addresses
    config: Config
    title: str
    now: datetime
    secret: str
    past: Past = NO_PAST
    proposals: tuple[Proposal, ...] = ()
    read_blob: Callable[[str], bytes] = field(default=bytes.fromhex, compare=False, repr=False)
    read_blobs: Callable[[Sequence[str]], Mapping[str, bytes]] = field(default=no_blobs, compare=False, repr=False)
    compare: Callable[[str, str, bool], Mapping[str, Any]] = field(default=not_compared, compare=False, repr=False)
    compared_by: str = ""
    states: Mapping[str, str] = field(default_factory=dict)
    memo: Memo = field(default_factory=ShortMemo, compare=False, repr=False)
    url: str = ""

    @cached_property
    def spans(self) -> dict[str, list[Any]]:
        """A cache of links and cites by page, for plain words; filled by `render`."""
        return {}

    def forget(self, page: Page) -> None:
        """Let go of a page's text, and of what was worked out from it: it has been rendered."""
        page.forget()
        self.spans.pop(page.path, None)

    def set_aside(self, page: Page) -> None:
        """Let go of a page that was read and will be again, unless there is room for its text until then."""
        if self._aside[0] + len(page.text) > MOST_ASIDE:
            self.forget(page)
            return
        self._aside[0] += len(page.text)

    @cached_property
    def _aside(self) -> list[int]:
        """The characters of the pages that were set aside."""
        return [0]

    @cached_property
    def rooms(self) -> dict[str, object]:
        """What rooms work out once of this state, by name; each fills its own."""
        return {}

    @cached_property
    def _anchors(self) -> dict[str, Mapping[str, str]]:
        return {}

    @cached_property
    def words(self) -> Words:
        """The words of the site's own language."""
        return words_of(self.config.language)

    @cached_property
    def reading(self) -> str:
        """What decides beside a page's file how it is read: a value that is kept under its content holds for this alone."""
        return f"{self.config.language} {self.config.profile} {self.config.types}"

    @cached_property
    def shards(self) -> int:
        """Over how many files the data of the pages is spread, for scripts."""
        return count_of(len(self.addresses.pages))

    @cached_property
    def stretches(self) -> Stretches:
        """The parts of long conversations."""
        return Stretches(self.wiki, self.memo, self.addresses.pages)

    def address(self, page: Page) -> str:
        """The page's address; that of an unpublished page is empty."""
        return self.addresses.raws.get(page.path, "") if page.kind == "raw" else self.addresses.pages.get(page.path, "")

    def is_shown(self, path: str) -> bool:
        """Whether the page at `path` is published."""
        return path in self.addresses.pages

    def may_name(self, path: str) -> bool:
        """Whether a file of the brain may be named: it is published, or it is none (any more) and would be."""
        if path in self.wiki.pages:
            return self.is_shown(path)
        return path.endswith(".md") and self.wiki.dialect.kind_of(path) in shown_kinds(self.config.publish)

    @cached_property
    def languages(self) -> dict[str, str]:
        """A cache of the languages of pages by path; filled by `language`, and by the facts that an earlier build kept."""
        return {}

    def language(self, page: Page) -> str:
        """The language that the page is written in; listings speak the site's own."""
        if page.kind in ("index", "log"):
            return self.config.language
        found = self.languages.get(page.path)
        if found is None:
            found = self.languages[page.path] = of_page(page, self.config.language)
        return found

    def language_of_name(self, page: Page) -> str:
        """The language of a page's title and description, which listings show; told without its text."""
        declared = page.text_of("language") or page.text_of("lang")
        return declared if is_tag(declared) else of_text(f"{page.title}\n{page.description}", self.config.language)

    def words_of(self, page: Page) -> Words:
        """The words around a page: in its own language where the site speaks that, else in the site's."""
        language = self.language(page)
        return words_of(language) if is_spoken(language) else self.words

    def to(self, page: Page, address: str, anchor: str = "") -> str:
        """The `href` on `page` that leads to an address of this site."""
        return relative(self.address(page), address) + (f"#{quoted(anchor)}" if anchor else "")

    def follow(self, page: Page, link: Link) -> Place:
        """Where a link of `page` leads, by the wiki's one resolver."""
        if link.form in ("markdown", "image"):
            return self.follow_address(page, link.target + (f"#{link.fragment}" if link.fragment else ""))
        return self._place(page, self.wiki.resolve_name(page.path, link.target), link.target, link.fragment)

    def follow_address(self, page: Page, destination: str) -> Place:
        """Where the destination of a Markdown link on `page` leads."""
        if has_scheme(destination):
            return Place("outside", destination, destination)
        target, _, fragment = destination.partition("#")
        target = target if fragment else target.partition("?")[0]
        return self._place(page, self.wiki.resolve_relative(page, target), target, fragment)

    def _place(self, page: Page, target: Target, name: str, fragment: str) -> Place:
        if len(target.paths) > 1:
            return Place("ambiguous", title=name)
        if target.path is None:
            return Place("missing", title=name)
        if target.tier == "evidence":
            return self.raw(page, target.path, fragment)
        return self.at(page, target.path, fragment)

    def raw(self, page: Page, path: str, anchor: str = "") -> Place:
        """The place of a read-only evidence file of the workspace."""
        address = self.addresses.raws.get(path)
        name = path.rpartition("/")[2]
        if address is None:
            return Place("private", title=name)
        own = _OWN_ANCHOR.match(anchor)
        return Place("raw", self.to(page, address, own[1] if own else ""), name, path)

    def at(self, page: Page, path: str, fragment: str = "") -> Place:
        """The place of a page, folder or attachment of the brain, seen from `page`."""
        other = self.wiki.pages.get(path)
        if other is not None:
            anchor = self.anchor(other, fragment)
            if not self.is_shown(path):
                return Place("private", title=other.title, path=path)
            address = self._address_of(other, anchor)
            same = path == page.path and anchor and address == self.addresses.pages[path]
            href = f"#{quoted(anchor)}" if same else self.to(page, address, anchor)
            return Place("page", href, other.title, path)
        name = path.rpartition("/")[2]
        if path in self.addresses.files:
            return Place("file", self.to(page, self.addresses.files[path]), name, path)
        if path in self.addresses.folders or not path:
            return Place("page", self.to(page, self.addresses.folders.get(path, "")), name or self.title)
        return Place("private", title=name, path=path)

    def _address_of(self, page: Page, anchor: str) -> str:
        """The address at which an anchor of a page stands: a long conversation has several."""
        turn = _TURN_ANCHOR.match(anchor) if page.kind == "session" else None
        if turn is None:
            return self.addresses.pages[page.path]
        return self.stretches.address(page, self.stretches.with_turn(page, int(turn[1])))

    def anchor(self, page: Page, fragment: str) -> str:
        """The `id` on `page` that a fragment of a link means; of `a#b` the last part counts, and what is not there stays a slug."""
        last = fragment.rpartition("#")[2].strip()
        if not last:
            return ""
        if last.startswith("^"):
            return block_anchor(last[1:])
        table = self._anchors.get(page.path)
        if table is None:
            table = self._anchors[page.path] = _anchors(page)
        found = next((table[key] for key in (fold(last), *sorted(heading_keys(last))) if key in table), "")
        own = _OWN_ANCHOR.match(last)
        return found or (own[1] if own else slug(last))

    def heading_of(self, page: Page, anchor: str) -> str | None:
        """The words of the heading of a page with this anchor."""
        return next((words for words, own in page.parts if own == anchor), None)


def block_anchor(name: str) -> str:
    """The `id` of a block: a claim's own, else a name that no heading has."""
    return name if name.startswith("c-") else f"b-{name}"


def _anchors(page: Page) -> dict[str, str]:
    """Every form in which a fragment may name a part of the page, with the `id` of that part; the first heading wins.

    A claim without a block id of its own has one that is worked out from its words: a fragment says it as it is.
    """
    found: dict[str, str] = {}
    for _, anchor in page.parts:
        found.setdefault(fold(anchor), anchor)
    for words, anchor in page.parts:
        for key in sorted(heading_keys(words)):
            found.setdefault(key, anchor)
    for anchor in sorted(page.anchors):
        found.setdefault(fold(anchor), anchor)
    for name in page.blocks:
        if name.startswith("c-"):
            found.setdefault(fold(name), name)
    return found
