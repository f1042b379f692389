"""The home page: the compact index where the brain has one, else what the brain holds; around it the way to search, to the
sections, and to what changed last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from brainwiki.site.output import PageOutput, Part, digest
from brainwiki.site.pages.tree import Link
from brainwiki.site.sections.folders import everything
from brainwiki.site.sections.room import SCRIPTS, STYLES, Room
from brainwiki.site.urls import CHANGES, relative

INDEX = "index.md"
MAX_CHANGED = 6
_LOOKED_AT = 2_000  # touches that are looked at to find so many changed pages


class Changed(NamedTuple):
    """A page that changed lately: title, link, its language, the instant, and whether it was new then."""

    title: str
    href: str
    language: str
    at: str
    is_new: bool


class Top(NamedTuple):
    """What stands above the index: the sections, the pages that changed last, the way to all changes (empty: none)."""

    ways: tuple[Link, ...]
    changed: tuple[Changed, ...]
    more: str


def output(room: Room, index_key: str) -> PageOutput:
    """The home page; `index_key` names what the index shows by itself, empty where there is none."""
    if index_key:
        return PageOutput("", digest(index_key, _top(room)), partial(_with_index, room), INDEX)
    sheet = everything(room, "")
    key = room.key(sheet.paths, _top(room), sheet.depends("", sheet.paths))
    return PageOutput("", key, partial(_without_index, room))


def _top(room: Room) -> Top:
    changed = tuple(islice(_changed(room), MAX_CHANGED))
    return Top(room.maker.tree.sections("")[1:], changed, relative("", CHANGES) if changed else "")


def _changed(room: Room) -> Iterator[Changed]:
    """The published pages that changed last, each once; of what is gone or not published nothing is said."""
    site, past = room.site, room.site.past
    seen: set[str] = set()
    for touch in past.touches[:_LOOKED_AT]:
        page = site.wiki.pages.get(touch.path)
        if (
            page is None
            or touch.path in seen
            or not site.is_shown(touch.path)
            or page.kind in ("index", "log", "proposal")
        ):
            continue
        seen.add(touch.path)
        href, language = relative("", site.addresses.pages[page.path]), site.language_of_name(page)
        yield Changed(page.title, href, language, past.revisions[touch.commit].at, not touch.before)


def _with_index(room: Room) -> Part:
    """The compact index as the home page: its text as it stands."""
    part = room.maker.page(INDEX)
    has_evidence = bool(room.site.wiki.pages[INDEX].sources)
    return part._replace(
        head=part.head + room.render("home", top=_top(room)),
        content=f'<div class="bw-home">{part.content}</div>',
        foot=part.foot if has_evidence else "",
        styles=(*part.styles, *STYLES),
        scripts=(*part.scripts, *SCRIPTS),
    )


def _without_index(room: Room) -> Part:
    """The pages by folder as the home page."""
    sheet = everything(room, "")
    found = room.listing(sheet, "", sheet.paths)._replace(
        title=room.site.title, intro=room.site.words["no_index"], size=-1, facets=(), kind="home"
    )
    part = room.show(found, "")
    return part._replace(content=room.render("listing", listing=found, top=_top(room)))
