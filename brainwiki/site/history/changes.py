"""The changes of the whole wiki, newest first: who did what to which published page, in leaves by month."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from brainwiki.model.names import stem
from brainwiki.model.past import Revision, Touch
from brainwiki.site.history.chronicle import Did, Step, chronicle
from brainwiki.site.history.names import Public, public
from brainwiki.site.state import Site
from brainwiki.site.urls import CHANGES

MOST_LINES = 12  # pages that are named of one commit
IN_A_LEAF = 200  # commits
NEWEST = 60  # commits on the first page


class Line(NamedTuple):
    """One page in a commit: its title, address and language now (no address: it is gone, and the title is its file's name), its
    path, and the file name that it had before, where it was renamed."""

    did: Did
    title: str
    address: str | None
    language: str
    path: str
    was: str


class Entry(NamedTuple):
    """One commit, the first published pages that it touched, and how many more there are. `proposal` is the address of the page of
    its proposal, `names_it` says whether the proposal may be named."""

    revision: Revision
    lines: tuple[Line, ...]
    more: int
    proposal: str
    names_it: bool

    @property
    def anchor(self) -> str:
        """The `id` of the commit on its page."""
        return f"r-{self.revision.id[:12]}"

    @property
    def day(self) -> str:
        """The date on which it was written, where it was written."""
        return self.revision.at[:10]


class Leaf(NamedTuple):
    """One page of changes: the whole month, or a part of it. Parts are numbered from the oldest, so that none changes its address;
    the newest one has the month's own (number 0)."""

    address: str
    month: str
    number: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Changes:
    """All changes, newest day first, in leaves; `where` is the address of the leaf that shows a commit, with its anchor."""

    entries: tuple[Entry, ...]
    leaves: tuple[Leaf, ...]
    where: Mapping[str, str]


def changes(site: Site) -> Changes:
    """The changes of a site, worked out when first asked for."""
    found = site.rooms.get("changes")
    if found is None:
        found = site.rooms["changes"] = _changes(site)
    assert isinstance(found, Changes)
    return found


def _changes(site: Site) -> Changes:
    entries = tuple(sorted(_entries(site), key=_moment, reverse=True))
    leaves = tuple(_leaves(entries))
    where = {entry.revision.id: f"{leaf.address}#{entry.anchor}" for leaf in leaves for entry in leaf.entries}
    return Changes(entries, leaves, where)


def _moment(entry: Entry) -> tuple[str, datetime]:
    """By day, as the author's calendar had it; within a day by the instant."""
    return entry.day, datetime.fromisoformat(entry.revision.at)


def _entries(site: Site) -> Iterator[Entry]:
    """The commits that touched a page that may be named, in the order of the past."""
    told = public(site)
    pairs = zip(site.past.touches, chronicle(site).pages, strict=True)
    for commit, group in groupby(pairs, key=lambda pair: pair[0].commit):
        touched = [pair for pair in group if _is_told(site, told, *pair)]
        if touched:
            lines = tuple(_line(site, told, touch, page) for touch, page in touched[:MOST_LINES])
            revision = site.past.revisions[commit]
            proposal = site.addresses.pages.get(f"proposals/{revision.proposal}.md", "")
            more = max(0, len(touched) - MOST_LINES)
            yield Entry(revision, lines, more, proposal, bool(proposal) or "proposals" in site.config.publish)


def _is_told(site: Site, told: Public, touch: Touch, path: str) -> bool:
    """Whether a page may be named: a published one, or one that would be. What programs write of the wiki (its log, a compact
    index) is no change of its own."""
    if path:
        page = site.wiki.pages[path]
        return site.is_shown(path) and page.kind != "log" and not _is_made(site, page.kind)
    kind = site.wiki.dialect.kind_of(touch.path)
    return kind != "log" and not _is_made(site, kind) and told(touch.path, touch.after or touch.before)


def _is_made(site: Site, kind: str) -> bool:
    return kind == "index" and site.wiki.dialect.generated_index


def _line(site: Site, told: Public, touch: Touch, path: str) -> Line:
    did = Step(site.past.revisions[touch.commit], touch).did
    was = stem(touch.was) if touch.was and told(touch.was, touch.before) else ""
    if not path:
        return Line(did, stem(touch.path), None, "", "", was)
    page = site.wiki.pages[path]
    return Line(did, page.title, site.addresses.pages[path], site.language(page), path, was)


def _leaves(entries: Iterable[Entry]) -> Iterator[Leaf]:
    """Month by month, each in parts that are full from its oldest commit on."""
    for month, group in groupby(entries, key=lambda entry: entry.day[:7]):
        inside = list(group)
        rest = len(inside) % IN_A_LEAF or IN_A_LEAF
        count = (len(inside) - 1) // IN_A_LEAF
        yield Leaf(f"{CHANGES}{month}/", month, 0, tuple(inside[:rest]))
        for part in range(count):
            first = rest + part * IN_A_LEAF
            number = count - part
            yield Leaf(f"{CHANGES}{month}/{number}/", month, number, tuple(inside[first : first + IN_A_LEAF]))
