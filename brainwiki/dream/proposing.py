"""New pages and the names of pages: what a draft may call a page, what a link in it leads to, and what a new page begins with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from brainwiki.dream import sayings
from brainwiki.dream.pages import Sheet
from brainwiki.markup import parser
from brainwiki.markup.editing import plain, quoted
from brainwiki.model.dialect import Dialect
from brainwiki.model.names import fold, stem
from brainwiki.model.names import near as near_names
from brainwiki.model.update import Update
from brainwiki.model.wiki import Wiki

RESERVED = frozenset({"note", "session", "source", "task", "rule", "proposal"})
LONGEST = 200  # characters of a title, a description or a name
_PART = re.compile(r"[^\\:*?\"<>|#^\[\]\x00-\x1f\x7f]{1,120}\Z")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)", re.IGNORECASE)
_TYPE = re.compile(r"[a-z][a-z0-9-]{0,39}\Z")


class Names:
    """What names mean in the wiki with the pages that a draft makes; `fresh` are the paths of these."""

    def __init__(self, wiki: Wiki, fresh: Iterable[str]) -> None:
        self._wiki = wiki
        self.fresh = frozenset(fresh)

    @cached_property
    def _after(self) -> Wiki:
        empty = {path: parser.parse(path, b"", self._wiki.dialect) for path in self.fresh}
        return replace(self._wiki, pages={**self._wiki.pages, **empty}, sibling=None) if empty else self._wiki

    def path_of(self, page: str, name: str) -> str:
        """The path of the page that a link on `page` means; empty where it means none, or several."""
        return self._after.resolve_name(page, name).path or ""

    def name_of(self, path: str) -> str:
        """The shortest name that means the page at `path`: its file's name where no other page has it, else its id."""
        short = stem(path)
        return short if self._after.resolve_name("", short).paths == (path,) else path.removesuffix(".md")

    def target_mistake(self, target: str) -> str:
        """What is wrong with the page that an update leads to; empty where nothing is."""
        if not target:
            return "it names no `target`"
        if f"{target}.md" in self._after.pages:
            return ""
        return f"there is no page {target[:80]!r} to lead to{self.near(target)}"

    def mistakes(self, text: str, page: str) -> list[str]:
        """The wikilinks of a text that lead to nothing, or to several pages."""
        wrong = []
        links = (
            parser.parse(page, sayings.safe(text).encode("utf-8", "replace"), Dialect()).links if "[[" in text else ()
        )
        for link in links:
            found = self._after.resolve_name(page, link.target) if link.target else None
            if found is None or len(found.paths) == 1:
                continue
            if found.paths:
                several = ", ".join(path.removesuffix(".md") for path in found.paths[:4])
                wrong.append(f"the link [[{link.target}]] means several pages: {several}")
            else:
                wrong.append(f"the link [[{link.target[:80]}]] leads to nothing{self.near(link.target)}")
        return wrong

    def near(self, name: str) -> str:
        """Pages with a name like this one, for people."""
        by_id = near_names(name, [path.removesuffix(".md") for path in self._after.pages])
        found = by_id or self._after.nearby.near(stem(name))
        return f" (did you mean {', '.join(found[:3])}?)" if found else ""


def name_mistake(path: str, wiki: Wiki, update: Update) -> list[str]:
    """What is wrong with a new page: its path, its type, its title, its description."""
    wrong: list[str] = []
    same = next((one for one in (*wiki.pages, *wiki.files) if fold(one) == fold(path)), "")
    if same:
        wrong.append(f"the page {same.removesuffix('.md')} is there already; use `add` or another update of it")
    if not is_file_name(path):
        wrong.append("`page` is no path that every system can keep; take letters, digits and hyphens")
    if not _TYPE.match(update.type):
        wrong.append("`type` is missing, or not one word in lower case (such as preference, decision, concept)")
    elif update.type in RESERVED - {"note"} or (update.type == "note") != path.startswith("notes/"):
        wrong.append(f"`type` {update.type} does not fit there: pages under notes/ are notes, all others are not")
    for name in ("title", "description"):
        text = getattr(update, name)
        if not sayings.one_line(text):
            wrong.append(f"`{name}` is missing")
        elif len(text) > LONGEST:
            wrong.append(f"`{name}` has {len(text):,} characters; the most is {LONGEST}")
    if update.text or update.claim:
        wrong.append("`create` takes no text and no claim; the page's claims follow as `add`")
    return wrong


def is_file_name(path: str) -> bool:
    """Whether every system can keep a file at this path."""
    parts = path.split("/")
    return (
        len(parts) > 1
        and unicodedata.is_normalized("NFC", path)
        and path.isprintable()
        and all(_PART.match(one) and one[0] not in " ." and one[-1] not in " ." for one in parts)
        and not any(_DEVICE.match(one) for one in parts)
    )


def created(path: str, update: Update, dialect: Dialect, by: str, at: str) -> Sheet:
    """A new page without claims, made by an actor at an instant."""
    lines = [
        f"type: {update.type}",
        f"title: {quoted(sayings.one_line(update.title))}",
        f"description: {quoted(sayings.one_line(update.description))}",
        *_list_line("aliases", update.aliases),
        *_list_line("tags", update.tags),
        "generated:",
        f"  by: {quoted(by)}",
        f"  at: {quoted(at)}",
    ]
    return Sheet(path, ("---\n" + "\n".join(lines) + "\n---\n").encode(), dialect)


def _list_line(key: str, values: Sequence[str]) -> list[str]:
    kept = [quoted(sayings.one_line(one)) for one in dict.fromkeys(values) if plain(one)]
    return [f"{key}: [{', '.join(kept)}]"] if kept else []
