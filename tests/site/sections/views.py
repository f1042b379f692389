"""A listing as its values, before it is HTML."""

from __future__ import annotations

from brainwiki.site.output import PageOutput
from brainwiki.site.sections.listing import Listing
from brainwiki.site.sections.outputs import outputs
from brainwiki.site.state import Site
from tests.site.sections.rooms import room_of


def listing(site: Site, address: str) -> Listing:
    """What the listing at an address shows."""
    room = room_of(site)
    found: list[Listing] = []
    room.show = lambda one, folder=None: found.append(one)  # type: ignore[method-assign, assignment, return-value]
    next(one for one in outputs(room) if isinstance(one, PageOutput) and one.address == address).make()
    return found[0]


def shape(one: Listing) -> list[tuple[str, list[str]]]:
    """The groups by title, with the titles of their items."""
    return [(group.title, [item.title for item in group.items]) for group in one.groups]
