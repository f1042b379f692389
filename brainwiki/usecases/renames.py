"""Which new page is an old one under another name: by equal bytes, by a kept name, else by most of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from brainwiki.model.names import fold, stem
from brainwiki.model.page import Page

MOST = 200  # pages a side whose lines are compared; a larger move is found by bytes and names only
ALIKE = 0.6  # share of lines that two versions of one page have in common; front matter is alike on all pages
_EVERYWHERE = ("index", "log", "readme")  # names that say nothing of the page


def renames(deleted: Mapping[str, Page], added: Mapping[str, Page]) -> dict[str, str]:
    """New path to old path, each at most once; a pair is told only where one reason is clear."""
    deleted, added = dict(sorted(deleted.items())), dict(sorted(added.items()))
    found: dict[str, str] = {}
    by_version = _unique((page.version, path) for path, page in deleted.items())
    for path, page in added.items():
        old = by_version.pop(page.version, "")
        if old:
            found[path] = old
    _by_name(deleted, added, found)
    _by_lines(deleted, added, found)
    return dict(sorted(found.items()))


def _unique(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The pairs whose key stands alone."""
    table: dict[str, str] = {}
    twice: set[str] = set()
    for key, value in pairs:
        twice.update({key} if key in table else ())
        table[key] = value
    return {key: value for key, value in table.items() if key and key not in twice}


def _left(pages: Mapping[str, Page], taken: Iterable[str]) -> dict[str, Page]:
    gone = set(taken)
    return {path: page for path, page in pages.items() if path not in gone}


def _by_name(deleted: Mapping[str, Page], added: Mapping[str, Page], found: dict[str, str]) -> None:
    """A page that moved to another folder, or that keeps its old name as an alias."""
    old = _left(deleted, found.values())
    names = _unique((fold(stem(page.id)), path) for path, page in old.items())
    for name in _EVERYWHERE:
        names.pop(name, None)
    for path, page in _left(added, found).items():
        for name in (stem(page.id), *page.aliases):
            if fold(name) in names:
                found[path] = names.pop(fold(name))
                break


def _by_lines(deleted: Mapping[str, Page], added: Mapping[str, Page], found: dict[str, str]) -> None:
    """The most alike pairs, where both sides are few."""
    old, new = _left(deleted, found.values()), _left(added, found)
    if not old or not new or max(len(old), len(new)) > MOST:
        return
    lines = {path: set(page.body_lines) - {""} for path, page in (*old.items(), *new.items())}
    pairs = sorted((-_alike(lines[a], lines[b]), b, a) for a in old for b in new)
    taken: set[str] = set()
    for score, path, before in pairs:
        if -score >= ALIKE and path not in found and before not in taken:
            found[path] = before
            taken.add(before)


def _alike(one: set[str], other: set[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0
