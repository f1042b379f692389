"""What the tests of the sections share: the sections of pages that were never on a disk, and what comes out by address."""

from __future__ import annotations

from brainwiki.model.finding import Report
from brainwiki.site.look import overrides
from brainwiki.site.output import FileOutput, PageOutput, Part
from brainwiki.site.pages.keys import Keys
from brainwiki.site.pages.parts import Maker
from brainwiki.site.sections import home
from brainwiki.site.sections.outputs import outputs
from brainwiki.site.sections.room import Room
from brainwiki.site.state import Site
from brainwiki.site.templates import Templates

EMPTY = Report((), 0)


def room_of(site: Site, report: Report = EMPTY) -> Room:
    """The sections of a site."""
    return Room(Maker(site, Templates([overrides()])), report)


def all_of(site: Site, report: Report = EMPTY) -> list[PageOutput | FileOutput]:
    """The home page and all that the sections make."""
    room = room_of(site, report)
    index = site.wiki.pages["index.md"] if site.is_shown("index.md") else None
    key = Keys(site, room.maker.edges).page(index, "") if index else ""
    found = [home.output(room, key), *outputs(room)]
    return [one for one in found if isinstance(one, PageOutput | FileOutput)]


def pages_of(site: Site, report: Report = EMPTY) -> dict[str, PageOutput]:
    """The pages that the sections make, by address."""
    return {one.address: one for one in all_of(site, report) if isinstance(one, PageOutput)}


def files_of(site: Site) -> dict[str, FileOutput]:
    """The files that the sections make, by path."""
    return {one.path: one for one in all_of(site) if isinstance(one, FileOutput)}


def made(site: Site, address: str, report: Report = EMPTY) -> Part:
    """One page of the sections."""
    return pages_of(site, report)[address].make()


def keys(site: Site, report: Report = EMPTY) -> dict[str, str]:
    """The keys of all that the sections make."""
    return {one.address if isinstance(one, PageOutput) else one.path: one.key for one in all_of(site, report)}


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    """What has another key, is new or is gone."""
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
