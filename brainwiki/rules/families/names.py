"""BW1xx on names: files that some platform refuses, names that collide, titles and aliases that two pages claim."""

from __future__ import annotations

import re
from collections.abc import Iterator

from brainwiki.model.affected import same_files, same_names
from brainwiki.model.finding import Severity
from brainwiki.model.names import fold, parent
from brainwiki.model.page import Page
from brainwiki.rules.rule import Example, Hit, Rule, View

_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$", re.IGNORECASE)
_SIGNS = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f]')


def _why_illegal(name: str) -> str:
    """Why one part of a path cannot be checked out everywhere; empty where it can."""
    sign = _SIGNS.search(name)
    if sign:
        return f"it holds {sign[0]!r}"
    if _DEVICE.match(name):
        return "it is the name of a device on Windows"
    if name.endswith((".", " ")) or name.startswith(" "):
        return "it begins or ends with a blank or a dot"
    return "it has more than 255 bytes" if len(name.encode("utf-8", "surrogateescape")) > 255 else ""


def _paths(view: View) -> list[str]:
    return sorted({*view.wiki.pages, *view.wiki.files})


def _illegal(view: View) -> Iterator[Hit]:
    told: set[str] = set()
    fine: set[str] = set()  # folders that were looked at
    for path in _paths(view):
        folder = parent(path)
        at = folder if folder in fine else ""
        fine.add(folder)
        for name in path[len(at) :].lstrip("/").split("/"):
            at = f"{at}/{name}" if at else name
            why = _why_illegal(name)
            if why and at not in told:
                told.add(at)
                yield Hit(0, 0, f"The name {name!r} cannot be used on every system: {why}.", at, path=path)


def _colliding(view: View) -> Iterator[Hit]:
    """Files and folders that are one and the same where case or composition does not count; the later one is told."""
    seen: dict[str, str] = {}
    known: set[str] = set()  # folders that were looked at
    for path in _paths(view):
        at = path
        while at and at not in known:
            known.add(at)
            first = seen.setdefault(fold(at), at)
            if first != at:
                yield Hit(
                    0,
                    0,
                    f"The names {first} and {at} are one on systems that ignore case or composition.",
                    at,
                    path=path,
                )
                break
            at = parent(at)


def _names_of(page: Page) -> Iterator[tuple[str, str]]:
    """The title that a page declares, and its aliases, each folded with the words as written."""
    title = page.text_of("title")
    if title:
        yield fold(title), title
    for alias in page.aliases:
        yield fold(alias), alias


def _claimed_twice(view: View) -> Iterator[Hit]:
    first: dict[str, str] = {}
    for page in view.wiki:
        if page.kind in ("index", "log", "session"):
            continue
        for key, words in dict(_names_of(page)).items():
            owner = first.setdefault(key, page.path)
            if owner != page.path:
                start = _place(page, words)
                message = f"The name {words!r} belongs to {view.wiki.pages[owner].id} too."
                yield Hit(start, start + len(words), message, key, path=page.path)


def _place(page: Page, words: str) -> int:
    """Where a title or alias stands in the front matter."""
    for path, mark in page.marks.items():
        if path == ("title",) and page.text_of("title") == words:
            return mark.start
        if path[:1] == ("aliases",) and page.text.startswith((words, f'"{words}', f"'{words}"), mark.start):
            return mark.start
    return 0


def _page(title: str, more: str = "") -> str:
    return f"---\ntype: concept\ntitle: {title}\ndescription: d\n{more}---\nText.\n"


RULES: tuple[Rule, ...] = (
    Rule(
        code="BW119",
        slug="illegal-file-name",
        severity=Severity.BLOCK,
        summary="A file or folder name that some platform refuses.",
        why="A colleague on that platform cannot check the brain out at all.",
        remedy='Rename the file without the signs `< > : " | ? * \\`, reserved names, and blanks or dots at its ends.',
        bad=(
            Example("Text.\n", "the file is named `con.md`", path="knowledge/con.md"),
            Example("Text.\n", "the file is named `what?.md`", path="knowledge/what?.md"),
        ),
        good=(Example("Text.\n", "console.md", path="knowledge/console.md"),),
        scope="wiki",
        spared=same_files,
        check_wiki=_illegal,
    ),
    Rule(
        code="BW120",
        slug="colliding-names",
        severity=Severity.BLOCK,
        summary="Names that differ only in case or in how accents are composed.",
        why="On macOS and Windows one of the two files overwrites the other at checkout.",
        remedy="Rename one of them.",
        bad=(Example("Text.\n", files={"knowledge/Example.md": _page("Capital")}),),
        good=(Example("Text.\n", files={"knowledge/example-two.md": _page("Two")}),),
        scope="wiki",
        spared=same_files,
        check_wiki=_colliding,
    ),
    Rule(
        code="BW123",
        slug="duplicate-name",
        severity=Severity.WARN,
        summary="A title or alias that two pages claim.",
        why="A wikilink by that name is ambiguous, and a reader cannot tell the two apart in a list.",
        remedy="Rename one of them, or join the pages where they are about one subject.",
        bad=(Example("Text.\n", files={"knowledge/a.md": _page("Example")}),),
        good=(Example("Text.\n", files={"knowledge/a.md": _page("Another")}),),
        scope="wiki",
        spared=same_names,
        check_wiki=_claimed_twice,
    ),
)
