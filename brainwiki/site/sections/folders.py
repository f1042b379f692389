"""Pages by folder, type and tag: the listing of all pages, those of the folders, and those of one type or tag each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from brainwiki.model.names import parent
from brainwiki.model.page import Page
from brainwiki.site.output import PageOutput, Part, digest
from brainwiki.site.pages.contexts import Crumb, folder_title
from brainwiki.site.sections.listing import Facet, Group, Item, Listing, anchor, group, steps, typed
from brainwiki.site.sections.room import Room, Sheet
from brainwiki.site.urls import FOLDER_OF, IN_A_PART, Shelf, folder_of, relative

MAX_TAGS = 30  # that the listing of all pages names


def outputs(room: Room) -> Iterator[PageOutput]:
    """The listing of all pages, and those by folder, type and tag."""
    addresses = room.site.addresses
    yield from room.outputs(everything(room, addresses.listings["pages"]))
    for folder in addresses.folders:
        if not _is_section(room, folder):
            yield from room.outputs(_folder(room, folder))
    for shelf in addresses.types.values():
        yield from room.outputs(_shelf(room, shelf, "pages", addresses.listings["pages"]))
    for shelf in addresses.tags.values():
        yield from room.outputs(_shelf(room, shelf, "tags", addresses.all_tags))
    if addresses.all_tags:
        yield from _tags(room)


def _is_section(room: Room, folder: str) -> bool:
    """Whether a folder is shown by a section of its own (sources, sessions, …)."""
    return FOLDER_OF.get(folder, folder) in room.site.addresses.listings


def everything(room: Room, first: str) -> Sheet:
    """All pages by folder, where they fit on one page; else the pages at the root, and the folders with their counts.

    `first` is the address of the first part: home shows the same.
    """
    tree, addresses = room.maker.tree, room.site.addresses
    folders = [one for one in addresses.folders if not _is_section(room, one)]
    pages = [page for folder in ("", *folders) for page in tree.pages.get(folder, ())]
    whole = len(pages) <= IN_A_PART
    named = tuple((one, folder_title(room.site, one), tree.counts.get(one, 0)) for one in folders)
    places = [addresses.folders[one] for one in folders]

    def groups(base: str, shown: Sequence[Page]) -> Iterator[Group]:
        yield from by_folder(room, base, shown)
        if not whole and base == first:
            yield from _counted(room, base, named)

    return Sheet(
        room.site.words["pages"],
        addresses.parts.get(first, (first,)),
        [page.path for page in (pages if whole else tree.pages.get("", ()))],
        groups,
        facets=partial(_facets, room),
        depends=lambda base, _: (
            (named, places, _facets(room, base)) if base == first else (named, places) if whole else ()
        ),
    )


def by_folder(room: Room, base: str, pages: Sequence[Page]) -> Iterator[Group]:
    """Pages that stand folder by folder, each folder under its name."""
    for folder, inside in groupby(pages, folder_of):
        found = group(room.site, base, "", list(inside), typed)
        if folder:
            href = relative(base, room.site.addresses.folders[folder])
            found = found._replace(title=_chain(room, folder), anchor=anchor("in", folder), href=href)
        yield found


def _chain(room: Room, folder: str) -> str:
    """The titles of a folder and of those above it."""
    parts = folder.split("/")
    return " / ".join(folder_title(room.site, "/".join(parts[:depth])) for depth in range(1, len(parts) + 1))


def _counted(room: Room, base: str, named: Sequence[tuple[str, str, int]]) -> Iterator[Group]:
    """The folders at the root, each with the folders in it and how many pages all of them hold."""
    for folder, title, count in named:
        if not parent(folder):
            inside = [one for one in named if parent(one[0]) == folder]
            href = relative(base, room.site.addresses.folders[folder])
            yield Group(title, anchor("in", folder), href, count, _folders(room, base, inside))


def _folders(room: Room, base: str, named: Sequence[tuple[str, str, int]]) -> tuple[Item, ...]:
    """Folders as lines."""
    addresses = room.site.addresses.folders
    return tuple(
        Item(title, relative(base, addresses[folder]), details=(f"{count:,}",))
        for folder, title, count in named[:IN_A_PART]
    )


def _most_used(shelves: Sequence[Shelf]) -> list[Shelf]:
    kept = sorted(shelves, key=lambda shelf: (-len(shelf.paths), shelf.name))[:MAX_TAGS]
    return sorted(kept, key=lambda shelf: shelf.name.casefold())


def _facets(room: Room, base: str) -> tuple[Facet, ...]:
    addresses, words = room.site.addresses, room.site.words
    types = _links(base, sorted(addresses.types.values(), key=lambda shelf: shelf.name.casefold()))
    tags = _links(base, _most_used(list(addresses.tags.values())))
    more = relative(base, addresses.all_tags) if addresses.all_tags else ""
    return tuple(facet for facet in (Facet(words["types"], types), Facet(words["tags"], tags, more)) if facet.links)


def _links(base: str, shelves: Sequence[Shelf]) -> tuple[tuple[str, str, int], ...]:
    return tuple((one.name, relative(base, one.addresses[0]), len(one.paths)) for one in shelves[: 4 * MAX_TAGS])


def _folder(room: Room, folder: str) -> Sheet:
    """What is in one folder: the folders, then the pages."""
    tree, site = room.maker.tree, room.site
    first = site.addresses.folders[folder]
    inside = tuple((one, folder_title(site, one), tree.counts.get(one, 0)) for one in tree.folders.get(folder, ()))
    above = folder.split("/")[:-1]
    chain = ["/".join(above[: n + 1]) for n in range(len(above))]
    crumbs = [(folder_title(site, one), site.addresses.folders[one]) for one in chain]
    places = [site.addresses.folders[one] for one, _, _ in inside]

    def groups(base: str, shown: Sequence[Page]) -> Iterator[Group]:
        if inside and base == first:
            yield Group("", "", "", len(inside), _folders(room, base, inside))
        if shown:
            yield group(site, base, "", shown, typed)

    return Sheet(
        folder_title(site, folder),
        site.addresses.parts.get(first, (first,)),
        [page.path for page in tree.pages.get(folder, ())],
        groups,
        crumbs=lambda base: tuple(Crumb(title, relative(base, address)) for title, address in crumbs),
        depends=lambda base, _: (crumbs, (inside, places) if base == first else ()),
        folder=folder,
    )


def _shelf(room: Room, shelf: Shelf, above: str, address: str) -> Sheet:
    """The pages of one type or tag."""
    site = room.site
    return Sheet(
        shelf.name,
        shelf.addresses,
        shelf.paths,
        lambda base, shown: (group(site, base, "", shown, typed),),
        crumbs=lambda base: (Crumb(site.words[above], relative(base, address)),),
        depends=lambda base, _: address,
    )


def _tags(room: Room) -> Iterator[PageOutput]:
    """All tags, each with its count."""
    addresses = room.site.addresses
    shelves = sorted(addresses.tags.values(), key=lambda shelf: (shelf.name.casefold(), shelf.name))
    all_parts = addresses.parts.get(addresses.all_tags, (addresses.all_tags,))
    for number, base in enumerate(all_parts):
        shown = [
            (one.name, one.addresses[0], len(one.paths))
            for one in shelves[number * IN_A_PART : (number + 1) * IN_A_PART]
        ]
        yield PageOutput(
            base,
            digest(shown, all_parts, len(shelves), addresses.listings["pages"]),
            partial(_tags_part, room, base, all_parts, shown),
        )


def _tags_part(room: Room, base: str, all_parts: Sequence[str], shown: Sequence[tuple[str, str, int]]) -> Part:
    items = tuple(Item(name, relative(base, address), details=(f"{count:,}",)) for name, address, count in shown)
    crumb = Crumb(room.site.words["pages"], relative(base, room.site.addresses.listings["pages"]))
    found = Group("", "", "", len(items), items)
    return room.show(
        Listing(
            room.site.words["tags"], (crumb,), (found,), len(room.site.addresses.tags), steps=steps(base, all_parts)
        )
    )
