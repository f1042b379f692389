"""What machines read first: llms.txt, a short map of the pages for language models, and robots.txt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from urllib.parse import quote

from brainwiki.model.page import Page
from brainwiki.rules.compact_index import BUDGET, shares
from brainwiki.site.output import FileOutput, digest
from brainwiki.site.pages.contexts import folder_title
from brainwiki.site.sections.room import Room
from brainwiki.site.urls import by_title, folder_of

MAX_GROUPS = 40
_MORE = 80  # characters kept free for the last line of a group
_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\[]<>`*_"})


def outputs(room: Room) -> Iterator[FileOutput]:
    """Both files. Nothing but what the site shows is in them."""
    kept = [page for kind in ("page", "note", "rule", "source") for page in room.maker.tree.of_kind(kind)]
    ordered = sorted(kept, key=lambda page: (page.kind == "source", folder_of(page), *by_title(page)))
    addresses = room.site.addresses
    folders = [(folder_title(room.site, folder), address) for folder, address in addresses.folders.items()]
    key = room.key([page.path for page in ordered], room.site.url, sorted(addresses.listings.items()), folders)
    yield FileOutput("llms.txt", key, partial(_llms, room, ordered))
    yield FileOutput("robots.txt", digest(room.site.url), partial(_robots, room))


def _llms(room: Room, pages: Sequence[Page]) -> bytes:
    """Title, summary, and a list of links for each folder, at most as long as a compact index."""
    site, words = room.site, room.site.words
    groups = _groups(room, pages)
    named = {folder: folder_title(site, folder) if folder else words["pages"] for folder in groups}
    budget = shares(
        {folder: len(named[folder]) + sum(len(line) + 1 for line in lines) for folder, lines in groups.items()}, BUDGET
    )
    sections = [_section(room, folder, named[folder], lines, budget[folder]) for folder, lines in groups.items()]
    more = [f"- [{words[name]}]({_url(room, address)})" for name, address in site.addresses.listings.items()]
    head = f"# {_plain(site.title)}\n\n> {words['llms_summary']}\n"
    text = "\n".join([head, *sections, "## Optional\n", *more, ""])
    return text.encode("utf-8", "replace")


def _groups(room: Room, pages: Sequence[Page]) -> dict[str, list[str]]:
    """Lines by folder; of many folders those below the first one or two are taken together."""
    folders = {folder_of(page) for page in pages}
    depth = next((deep for deep in (8, 2) if len({_cut(folder, deep) for folder in folders}) <= MAX_GROUPS), 1)
    found: dict[str, list[str]] = {}
    for page in pages:
        found.setdefault(_cut(folder_of(page), depth), []).append(_line(room, page))
    return found


def _cut(folder: str, depth: int) -> str:
    return "/".join(folder.split("/")[:depth])


def _section(room: Room, folder: str, title: str, lines: Sequence[str], budget: int) -> str:
    """A folder with as many of its pages as fit; what is left out is counted and the folder's own listing named."""
    kept, left = [], budget - len(title)
    room_for_all = sum(len(line) + 1 for line in lines) <= left
    for line in lines:
        left -= len(line) + 1
        if left < (0 if room_for_all else _MORE):
            break
        kept.append(line)
    if len(kept) < len(lines):
        address = room.site.addresses.folders.get(folder, room.site.addresses.listings["pages"])
        said = room.site.words.say("more", f"{len(lines) - len(kept):,}")
        kept.append(f"- [{said}]({_url(room, address)})")
    return "\n".join([f"## {_plain(title)}\n", *kept, ""])


def _line(room: Room, page: Page) -> str:
    what = f": {_plain(page.description)}" if page.description else ""
    return f"- [{_plain(page.title)}]({_url(room, room.site.addresses.pages[page.path])}){what}"


def _plain(text: str) -> str:
    """A text in which no sign is Markdown's."""
    return text.translate(_SIGNS)


def _url(room: Room, address: str) -> str:
    """The whole address where the site's own is known, else the way from the site's root."""
    return f"{room.site.url.rstrip('/')}/{quote(address)}" if room.site.url else quote(address) or "./"


def _robots(room: Room) -> bytes:
    site_map = f"\nSitemap: {room.site.url.rstrip('/')}/sitemap.xml\n" if room.site.url else ""
    return f"User-agent: *\nAllow: /\n{site_map}".encode()
