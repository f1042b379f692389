"""Where everything stands on the site: one address for each page, evidence file, attachment, folder and listing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from brainwiki.model.names import fold, parent
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki
from brainwiki.site.published import Selection

LISTINGS = ("pages", "sources", "sessions", "tasks", "rules", "proposals")
RESERVED = frozenset({"assets", "search", "files", "findings", "404", "index.html"})  # written by the theme or by us


@dataclass(frozen=True)
class Addresses:
    """Addresses from the site's root, not quoted: empty for the home page, with a slash at the end for pages.

    `pages` by path in the brain, `raws` by path in the workspace, `files` (attachments) by path in the brain, `listings` by
    name, `folders` by path; what is not published has no address.
    """

    pages: Mapping[str, str] = field(default_factory=dict)
    raws: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    listings: Mapping[str, str] = field(default_factory=dict)
    folders: Mapping[str, str] = field(default_factory=dict)
    findings: str = "findings/"


def relative(base: str, address: str) -> str:
    """The link from the page at `base` to `address`, quoted; both from the site's root."""
    return "../" * base.count("/") + quote(address) or "./"


def folder_of(page: Page) -> str:
    """The folder in which readers find a page: a session's is the one that holds all sessions, an index stands for its own."""
    return parent(page.id)


def assign(wiki: Wiki, selection: Selection) -> Addresses:
    """An address for everything that is published; no two are equal, also where names differ by case alone."""
    desk = _Desk()
    files = {path: desk.file(f"files/{path}") for path in selection.files}
    pages = [wiki.pages[path] for path in selection.pages]
    pages.sort(key=lambda page: (not _is_folder_index(page), page.path))
    found = {page.path: desk.page(_wanted(page)) for page in pages}
    raws = {path: desk.page(_cleaned(path.removesuffix(".md").removesuffix(".txt"))) for path in selection.raws}
    own = {address: path for path, address in found.items()}
    kinds = {f"{page.kind}s" for page in pages} | {"pages"}
    listings = {name: _listing(desk, own, f"{name}/") for name in LISTINGS if name in kinds}
    folders: dict[str, str] = {}
    for folder in _folders(folder_of(page) for page in pages):
        wanted = _cleaned(folder)
        folders[folder] = wanted if wanted in own or wanted in listings.values() else desk.page(wanted)
    return Addresses(found, raws, files, listings, folders)


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
    return _cleaned(parent(page.path)) if _is_folder_index(page) else _cleaned(page.id)


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

    def page(self, wanted: str) -> str:
        """The wanted address, or the next free one with a number."""
        address, count = wanted, 1
        while fold(address.rstrip("/")) in self._taken:
            count += 1
            address = f"{wanted.rstrip('/')}-{count}/"
        self._taken.add(fold(address.rstrip("/")))
        return address
