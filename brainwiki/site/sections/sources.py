"""Sources by where they come from, with their author and date and how many pages rest on each; and the standing rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from urllib.parse import urlsplit

from brainwiki.model.page import Page
from brainwiki.model.standing import day
from brainwiki.site.output import PageOutput
from brainwiki.site.sections.listing import Group, Item, anchor, group
from brainwiki.site.sections.room import Room, Sheet
from brainwiki.site.urls import by_title

FEW = 2  # sources of one host that make a group of their own


def outputs(room: Room) -> Iterator[PageOutput]:
    """The listings of sources and of rules."""
    addresses = room.site.addresses.listings
    if "sources" in addresses:
        yield from room.outputs(_sources(room))
    if "rules" in addresses:
        rules = [page.path for page in sorted(room.maker.tree.of_kind("rule"), key=by_title)]
        yield from room.outputs(_plain(room, "rules", rules))


def _plain(room: Room, name: str, paths: Sequence[str]) -> Sheet:
    """Pages of one kind by title."""
    first = room.site.addresses.listings[name]
    parts = room.site.addresses.parts.get(first, (first,))

    def groups(base: str, pages: Sequence[Page]) -> Iterator[Group]:
        yield group(room.site, base, "", pages, lambda item, page: item)

    return Sheet(room.site.words[name], parts, paths, groups)


def _sources(room: Room) -> Sheet:
    pages = sorted(room.maker.tree.of_kind("source"), key=by_title)
    hosts: dict[str, int] = {}
    for page in pages:
        hosts[host_of(page)] = hosts.get(host_of(page), 0) + 1
    kept = {host for host, count in hosts.items() if host and count > FEW}
    if len(kept) > 1 or kept and len(kept) < len(hosts):
        pages.sort(key=lambda page: (host_of(page) not in kept, host_of(page) if host_of(page) in kept else ""))
    first = room.site.addresses.listings["sources"]
    paths = [page.path for page in pages]

    def groups(base: str, shown: Sequence[Page]) -> Iterator[Group]:
        for host, inside in groupby(shown, lambda page: host_of(page) if host_of(page) in kept else ""):
            found = group(room.site, base, "", list(inside), partial(_made, room, not host))
            title = host or (room.site.words["other_sources"] if kept else "")
            yield found._replace(title=title, anchor=anchor("from", host or "others") if title else "")

    return Sheet(
        room.site.words["sources"],
        room.site.addresses.parts.get(first, (first,)),
        paths,
        groups,
        depends=lambda base, shown: (sorted(kept), [room.survey.resting.get(path, 0) for path in shown]),
        kind="sources",
    )


def host_of(page: Page) -> str:
    """The host of the work that a source page is about, empty where it names no web address."""
    address = page.text_of("resource") or page.text_of("url")
    if not address.startswith(("https://", "http://")):
        return ""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return ""
    return host.removeprefix("www.")


def _made(room: Room, with_host: bool, item: Item, page: Page) -> Item:
    """The small print of a source: day, author, host where it does not stand above, and how many pages rest on it."""
    at = day(page.text_of("published"))
    details = (
        page.text_of("author"),
        host_of(page) if with_host else "",
        resting(room, room.survey.resting.get(page.path, 0)),
    )
    return item._replace(at=at, when=at, details=tuple(one for one in details if one))


def resting(room: Room, count: int) -> str:
    """How many pages rest on a source, in words; nothing where none does."""
    words = room.site.words
    return "" if not count else words["rests_page"] if count == 1 else words.say("rests_pages", f"{count:,}")
