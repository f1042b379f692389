"""Sessions by month, the newest first; where they are many, each month has a listing of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from brainwiki.model.page import Page
from brainwiki.model.standing import day
from brainwiki.site.output import PageOutput, Part
from brainwiki.site.pages.contexts import Crumb
from brainwiki.site.sections.listing import Group, Item, Listing, group
from brainwiki.site.sections.room import Room, Sheet
from brainwiki.site.urls import Shelf, month_of, relative

NEWEST = 50  # sessions that are named beside the months, where each month has a listing of its own


def outputs(room: Room) -> Iterator[PageOutput]:
    """The listing of sessions, and those of the months."""
    addresses = room.site.addresses
    base = addresses.listings.get("sessions")
    if base is None:
        return
    pages = room.maker.tree.of_kind("session")
    pages.sort(key=lambda page: (page.text_of("started"), page.path), reverse=True)
    if not addresses.months:
        yield from room.outputs(
            Sheet(
                room.site.words["sessions"],
                (base,),
                [page.path for page in pages],
                partial(_by_month, room),
                kind="sessions",
            )
        )
        return
    newest = [page.path for page in pages[:NEWEST]]
    months = sorted(addresses.months.values(), key=lambda shelf: shelf.name, reverse=True)
    counts = [(shelf.name, shelf.addresses[0], len(shelf.paths)) for shelf in months]
    yield PageOutput(base, room.key(newest, counts), partial(_overview, room, base, newest, counts))
    for shelf in months:
        yield from room.outputs(_month(room, shelf, base))


def _by_month(room: Room, base: str, pages: Sequence[Page]) -> Iterator[Group]:
    for month, inside in groupby(pages, month_of):
        yield group(room.site, base, month or room.site.words["no_date"], list(inside), partial(_met, room))


def _met(room: Room, item: Item, page: Page) -> Item:
    """The small print of a session: day, agent, turns."""
    turns = page.text_of("turns")
    details = (page.text_of("agent"), room.site.words.say("turns", turns) if turns else "")
    at = day(page.text_of("started"))
    return item._replace(at=at, when=at, details=tuple(one for one in details if one))


def _month(room: Room, shelf: Shelf, base: str) -> Sheet:
    words = room.site.words
    return Sheet(
        shelf.name or words["no_date"],
        shelf.addresses,
        shelf.paths,
        lambda own, pages: (group(room.site, own, "", pages, partial(_met, room)),),
        crumbs=lambda own: (Crumb(words["sessions"], relative(own, base)),),
        depends=lambda own, _: base,
        kind="sessions",
    )


def _overview(room: Room, base: str, newest: Sequence[str], counts: Sequence[tuple[str, str, int]]) -> Part:
    """The newest sessions, and the months by year."""
    words = room.site.words
    pages = [room.site.wiki.pages[path] for path in newest]
    groups = [group(room.site, base, words["newest"], pages, partial(_met, room))]
    for year, months in groupby(counts, lambda one: one[0][:4]):
        items = tuple(
            Item(month or words["no_date"], relative(base, address), details=(f"{count:,}",))
            for month, address, count in months
        )
        groups.append(Group(year or words["no_date"], f"year-{year}", "", len(items), items))
    return room.show(
        Listing(words["sessions"], (), tuple(groups), sum(count for _, _, count in counts), kind="sessions")
    )
