"""Which names of the past may be told: those of pages that are published, or would be if they still stood there."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable

from brainwiki.errors import GitError
from brainwiki.model.names import parent
from brainwiki.rules.families.tombstones import NAME, is_forgotten, names_in
from brainwiki.site.published import shown_kinds
from brainwiki.site.state import Site

_TYPE = re.compile(rb"""^type:[ \t]*["']?([\w.-]+)""", re.MULTILINE)
_HEAD = 4096  # bytes in which a page says its type

# Whether a path, with the id of a content that it had, may be named.
Public = Callable[[str, str], bool]


def public(site: Site) -> Public:
    """Whether the name of a page that is no more may be told.

    It must be of a kind that is published, in no hidden folder, not left out by the configuration, and not in the deletion log;
    where that log cannot be read, no such name is told.
    """
    forgotten = _forgotten(site)
    patterns = (*site.wiki.dialect.skip, *site.config.exclude)
    shown = shown_kinds(site.config.publish)
    dialect = site.wiki.dialect

    def is_public(path: str, version: str) -> bool:
        if not path.endswith(".md") or "/." in f"/{parent(path)}" or forgotten is None:
            return False
        if is_forgotten(path, forgotten) or any(fnmatch.fnmatch(path, pattern) for pattern in patterns):
            return False
        kinds = {dialect.kind_of(path, declared) in shown for declared in ("", *dialect.types)}
        if len(kinds) == 1:
            return kinds.pop()
        declared = site.memo.get("declared", version, lambda: _declared(site, version))
        return declared is not None and dialect.kind_of(path, declared) in shown

    return is_public


def _declared(site: Site, version: str) -> str | None:
    """The type that a page with this content declares; None where the content is not at hand."""
    try:
        found = _TYPE.search(site.read_blob(version)[:_HEAD])
    except (GitError, ValueError):
        return None
    return found[1].decode("utf-8", "replace") if found else ""


def _forgotten(site: Site) -> frozenset[str] | None:
    """The names in the newest deletion log that Git has; None where there is one that cannot be read."""
    newest = next((touch.after for touch in site.past.touches if touch.path == NAME), "")
    if not newest:
        return None if NAME in site.wiki.files else frozenset()
    try:
        return frozenset(names_in(site.read_blob(newest)))
    except GitError:
        return None
