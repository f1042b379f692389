"""What was built last into a folder: for each file the key that it was made under. It is kept in the user's cache folder, and
the folder's marker names it: a folder that was built elsewhere, or by another version, is not taken for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from brainwiki.adapters.stamp import PARSERS, WHOLE, stamp_of
from brainwiki.ports import Shelf
from brainwiki.site.around import Around
from brainwiki.site.before import Sight
from brainwiki.site.look import NOTE, overrides
from brainwiki.site.output import digest
from brainwiki.usecases.workspace import Workspace

_LIBRARIES = (*PARSERS, "mkdocs", "material", "jinja2", "markupsafe", "nh3", "pygments", "latex2mathml")


class Entry(NamedTuple):
    """One file of a site: its key, and for a page the folder that its navigation opens, with the key of what stands around it.

    The theme's own files have an empty key and the word `theme` for a folder: only a full build makes them.
    """

    key: str
    folder: str | None = None
    around: str = ""


THEME = Entry("", "theme", "theme")


def stamp_of_look(workspace: Workspace, settings: Mapping[str, Any], around: Around, url: str) -> str:
    """A digest of all that every file of a site depends on: settings, profile, code, templates, libraries, and the line on top of
    each page where findings block."""
    code = stamp_of(WHOLE, _LIBRARIES, overrides())
    look = (around.maker.site.title, url, sorted(settings.items()), around.block, around.on_block)
    return digest(code, look, workspace.config, workspace.profile, workspace.prefix)


class Last(NamedTuple):
    """What was built last, by path from the site's root; and what that build saw of the brain (None: that is not known)."""

    entries: Mapping[str, Entry]
    sight: Sight | None


def read_last(shelf: Shelf, stamp: str, marker: bytes) -> Last | None:
    """What was built last; None where nothing is known of it."""
    kept = dict(shelf.load(stamp))
    entries = {path: Entry(*entry) for path, entry in kept.get("entries", {}).items()}
    if not entries or marker_of(entries) != marker:
        return None
    return Last(entries, Sight(*kept["sight"]) if kept.get("sight") else None)


def keep_last(shelf: Shelf, stamp: str, last: Last) -> None:
    """Note what was built."""
    entries = {path: tuple(entry) for path, entry in last.entries.items()}
    shelf.save(stamp, [("entries", entries), ("sight", last.sight and tuple(last.sight))])


def marker_of(entries: Mapping[str, Entry]) -> bytes:
    """The content of the marker of a site with these files."""
    return f"{NOTE}State {digest(sorted(entries.items()))}\n".encode()
