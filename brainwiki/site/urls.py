"""Where everything stands on the site: one address for each page, evidence file, attachment, folder and listing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from urllib.parse import quote

from brainwiki.model.dialect import Kind
from brainwiki.model.names import fold, parent, slug
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.site.published import Selection

HISTORY = "history/"
_PLAIN = re.compile(r"[A-Za-z0-9_.~/-]*\Z")
_MONTH = re.compile(r"[0-9]{4}-[0-9]{2}$")

# The sections of the site in the order of the navigation; a name is the key of its word and, with a slash, the address that it
# wants. A section is there where its kind of page is, or where `assign` is told of it.
SECTIONS = ("pages", "sources", "sessions", "tasks", "rules", "review", "changes", "graph", "health")
ALWAYS = frozenset({"pages", "health"})
KIND_OF: Mapping[str, Kind] = {
    "sources": "source",
    "sessions": "session",
    "tasks": "task",
    "rules": "rule",
    "review": "proposal",
}
FOLDER_OF = {"proposals": "review"}  # a folder whose listing is a section of another name
CHANGES = "changes/"
FEED = "changes.xml"
# Written by the theme or by us.
RESERVED = frozenset(
    {"assets", "data", "files", "findings", "graph", "404", "index.html", "changes", FEED, "robots.txt", "llms.txt"}
)
IN_A_PART = 500  # items of a listing that stand on one page; more go on at `…/2/`
MAX_NAME = 60  # characters of an address that is made of a tag or a type: four bytes each fit into a file's name


class Shelf(NamedTuple):
    """Pages of one type, tag or month: the name as most pages write it, the addresses of the listing part by part, the paths of
    the pages in their order."""

    name: str
    addresses: tuple[str, ...]
    paths: tuple[str, ...]


@dataclass(frozen=True)
class Addresses:
    """Addresses from the site's root, not quoted: empty for the home page, with a slash at the end for pages.

    `pages` by path in the brain, `raws` by path in the workspace, `files` (attachments) by path in the brain, `listings`
    (sections) by name, `folders` by path; what is not published has no address. `types` by name, `tags` by `tag_key`, `months` of
    sessions where they are too many for one page; `parts` all addresses of a long listing by its first; `proposals` open ones by id.
    """

    pages: Mapping[str, str] = field(default_factory=dict)
    raws: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    listings: Mapping[str, str] = field(default_factory=dict)
    folders: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, Shelf] = field(default_factory=dict)
    tags: Mapping[str, Shelf] = field(default_factory=dict)
    months: Mapping[str, Shelf] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    proposals: Mapping[str, str] = field(default_factory=dict)
    findings: str = "findings/"
    graph: str = "graph/"
    all_tags: str = ""

    def type(self, page: Page) -> str:
        """The address of the listing of what has a page's type, or is of its kind; empty where there is none."""
        if page.kind in ("page", "note"):
            shelf = self.types.get(fold(page.type or page.kind))
            return shelf.addresses[0] if shelf else ""
        return next((self.listings.get(name, "") for name, kind in KIND_OF.items() if kind == page.kind), "")

    def tag(self, name: str) -> str:
        """The address of the listing of a tag, as a page writes it; empty where no published page has it."""
        shelf = self.tags.get(tag_key(name))
        return shelf.addresses[0] if shelf else ""


def relative(base: str, address: str) -> str:
    """The shortest link from the page at `base` to `address`, quoted; both from the site's root."""
    same = 0
    while end := base.find("/", same) + 1:
        if not address.startswith(base[same:end], same):
            break
        same = end
    return "../" * base.count("/", same) + quoted(address[same:]) or "./"


def quoted(path: str) -> str:
    """A path, or a name in one, as addresses write it."""
    return path if _PLAIN.match(path) else quote(path)  # most need no quoting, and to find that out is most of the work


def history_of(address: str) -> str:
    """The address of the history of the page at `address`; no page or folder of the brain gets it."""
    return f"{address}{HISTORY}"


def folder_of(page: Page) -> str:
    """The folder in which readers find a page: a session's is the one that holds all sessions, an index stands for its own."""
    return parent(page.id)


def assign(wiki: Wiki, selection: Selection, more: Iterable[str] = (), proposals: Iterable[str] = ()) -> Addresses:
    """An address for everything that is published; no two are equal, also where names differ by case alone.

    `more` names the sections that are there for another reason than pages of their kind, `proposals` the ids of open proposals.
    """
    desk = _Desk()
    files = {path: desk.file(f"files/{path}") for path in selection.files}
    pages = [wiki.pages[path] for path in selection.pages]
    wishes = {page.path: _wanted(page) for page in pages}
    pages.sort(
        key=lambda page: (not _is_folder_index(page), wishes[page.path], page.path)
    )  # a page before what is below it
    found = {page.path: desk.page(wishes[page.path], with_history=True) for page in pages}
    raws = {path: desk.page(_cleaned(path.removesuffix(".md").removesuffix(".txt"))) for path in selection.raws}
    own = {address: path for path, address in found.items()}
    kinds = {page.kind for page in pages}
    there = ALWAYS.union(more, (name for name, kind in KIND_OF.items() if kind in kinds))
    listings = {name: _listing(desk, own, f"{name}/") for name in SECTIONS if name in there}
    folders: dict[str, str] = {}
    for folder in _folders(folder_of(page) for page in pages):
        wanted = listings.get(FOLDER_OF.get(folder, ""), _cleaned(folder))
        folders[folder] = wanted if wanted in own or wanted in listings.values() else desk.page(wanted)
    whole = _with_shelves(Addresses(found, raws, files, listings, folders), pages, desk)
    if "review" not in listings:
        return whole
    waiting = {name: desk.page(f"{listings['review']}{_name_in_address(fold(name))}/") for name in sorted(proposals)}
    return replace(whole, proposals=waiting)


def _with_shelves(found: Addresses, pages: list[Page], desk: _Desk) -> Addresses:
    """The same with addresses of the listings by type, tag and month, and of the parts of long ones."""
    pages = sorted(pages, key=by_title)
    sessions = [page for page in pages if page.kind == "session"]
    months = _months(sessions) if len(sessions) > IN_A_PART else {}
    tags = _tags(pages)
    all_tags = desk.page("tags/") if tags else ""
    long = _sizes(found, pages) | {all_tags: len(tags)}
    if months:
        long[found.listings["sessions"]] = 0
    own = set(found.pages.values())
    parts = {
        first: desk.parts(first, count)
        for first, count in sorted(long.items())
        if count > IN_A_PART and first not in own
    }
    return replace(
        found,
        types=_shelves(desk, f"{found.listings['pages']}types/", _types(pages)),
        tags=_shelves(desk, all_tags, tags),
        months=_shelves(desk, found.listings.get("sessions", ""), months),
        parts=parts,
        all_tags=all_tags,
    )


def _sizes(found: Addresses, pages: list[Page]) -> dict[str, int]:
    """How many pages each folder and each section of a kind lists, by address; what stands in no folder is listed with all pages."""
    folders, kinds = (
        Counter(folder_of(page) for page in pages if not is_aside(page)),
        Counter(page.kind for page in pages),
    )
    sizes = {found.folders.get(folder, found.listings["pages"]): count for folder, count in folders.items()}
    return sizes | {found.listings[name]: kinds[kind] for name, kind in KIND_OF.items() if name in found.listings}


def by_title(page: Page) -> tuple[str, str]:
    """The order of pages in listings."""
    return page.title.casefold(), page.path


def is_aside(page: Page) -> bool:
    """Whether a page is none of a folder's pages: an index stands for its folder, the log for the whole."""
    return page.kind == "log" or _is_folder_index(page)


def tag_key(tag: str) -> str:
    """The form in which tags are compared: without the sign before it, and in one case."""
    return fold(tag.strip().lstrip("#").strip())


Named = Mapping[str, tuple["Counter[str]", list[str]]]  # by key: the names as written, the paths of the pages


def _gathered(named: Iterable[tuple[str, str, str]]) -> Named:
    """Keys, names and paths, by key."""
    found: dict[str, tuple[Counter[str], list[str]]] = {}
    for key, name, path in named:
        if key not in found:
            found[key] = (Counter(), [])
        names, paths = found[key]
        names[name] += 1
        if not paths or paths[-1] != path:  # two spellings on one page
            paths.append(path)
    return found


def _types(pages: Iterable[Page]) -> Named:
    """Pages and notes by type."""
    kept = (page for page in pages if page.kind in ("page", "note") and not is_aside(page))
    return _gathered((fold(page.type or page.kind), page.type or page.kind, page.path) for page in kept)


def _tags(pages: Iterable[Page]) -> Named:
    named = ((tag.strip().lstrip("#").strip(), page.path) for page in pages for tag in page.tags)
    return _gathered((fold(tag), tag, path) for tag, path in named if tag)


def _months(sessions: Iterable[Page]) -> Named:
    """Sessions by month, the newest first."""
    ordered = sorted(sessions, key=lambda page: (page.text_of("started"), page.path), reverse=True)
    months = ((month_of(page), page.path) for page in ordered)
    return _gathered((month, month, path) for month, path in months)


def month_of(page: Page) -> str:
    """The month in which a session started, as YYYY-MM; empty where it does not say."""
    month = page.text_of("started")[:7]
    return month if _MONTH.match(month) else ""


def _shelves(desk: _Desk, below: str, named: Named) -> dict[str, Shelf]:
    """A shelf for each key, in the order of the keys. A name that is its own slug gets the address of it before others do."""
    ordered = sorted(named, key=lambda key: (_name_in_address(key) != key, key))
    found = {}
    for key in ordered:
        names, paths = named[key]
        name = min(names, key=lambda one: (-names[one], one))
        first = desk.page(f"{below}{_name_in_address(key)}/")
        found[key] = Shelf(name, desk.parts(first, len(paths)), tuple(paths))
    return {key: found[key] for key in named}


def _name_in_address(key: str) -> str:
    """A tag or type in an address: letters and digits of every script, the rest as hyphens."""
    name = slug(key.replace("/", " ").replace("_", " "))[:MAX_NAME].strip("-")
    return name.encode("utf-8", "replace").decode("utf-8") or "other"


def _listing(desk: _Desk, own: Mapping[str, str], wanted: str) -> str:
    """The address of a listing: where the wiki has an index of its own there, that one is it."""
    return wanted if wanted in own else desk.page(wanted)


def _folders(folders: Iterable[str]) -> list[str]:
    """These folders and all above them, without the root, sorted."""
    found: set[str] = set()
    for folder in folders:
        while folder and folder not in found:
            found.add(folder)
            folder = parent(folder)
    return sorted(found)


def _is_folder_index(page: Page) -> bool:
    return page.path == "index.md" or page.path.endswith("/index.md")


def _wanted(page: Page) -> str:
    return wanted_by(page.path, page.id)


def wanted_by(path: str, name: str) -> str:
    """The address that a page at `path` with this id gets where it is free."""
    is_index = path == "index.md" or path.endswith("/index.md")
    return _cleaned(parent(path)) if is_index else _cleaned(name)


def _cleaned(path: str) -> str:
    """An address for a path: no hidden segment, none that the server or the theme uses, no byte that is not UTF-8."""
    path = path.encode("utf-8", "replace").decode("utf-8")
    if not path:
        return ""
    parts = [part.lstrip(".") or "page" for part in path.split("/")]
    parts = [f"{part}-page" if fold(part) == "index.html" else part for part in parts]
    if fold(parts[0]) in RESERVED:
        parts[0] = f"{parts[0]}-pages"
    return "/".join(parts) + "/"


class _Desk:
    """Hands out addresses and remembers which are gone."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def file(self, address: str) -> str:
        """A file's address: it is its path, and paths are unique."""
        self._taken.add(fold(address))
        return address

    def parts(self, first: str, count: int) -> tuple[str, ...]:
        """The addresses of a listing of so many items, the first of which is given out already."""
        return (first, *(self.page(f"{first}{number}/") for number in range(2, -(-count // IN_A_PART) + 1)))

    def page(self, wanted: str, with_history: bool = False) -> str:
        """The wanted address, or the next free one with a number; `with_history` takes that of its history with it."""
        address, count = wanted, 1
        while not self._taken.isdisjoint(self._names(address, with_history)):
            count += 1
            address = f"{wanted.rstrip('/')}-{count}/"
        self._taken.update(self._names(address, with_history))
        return address

    def _names(self, address: str, with_history: bool) -> tuple[str, ...]:
        own = fold(address.rstrip("/"))
        return (own, fold(history_of(address).rstrip("/"))) if with_history else (own,)
