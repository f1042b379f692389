"""The compact index: one line a page, grouped by folder, under a budget. Agents read it first; it is the site's home."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from brainwiki.model.names import fold
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki

BUDGET = 32_000  # characters: about eight thousand tokens of English
SHOWN = ("page", "note", "rule", "task")
LEAD = "One line a page: what this brain knows. Follow a link to read on."  # by it a generated index is known
_MORE = 60  # characters kept free for a group's last line


def compact_index(wiki: Wiki, title: str, budget: int = BUDGET) -> str:
    """The text of `index.md`, at most `budget` characters; where it would be longer, each group tells how many it leaves out."""
    groups = [(name, list(pages)) for name, pages in groupby(_listed(wiki), key=_group)]
    head = f"# {title}\n\n{LEAD}\n"
    lines = {name: [_line(wiki, page) for page in pages] for name, pages in groups}
    room = shares({name: _size(name, group) for name, group in lines.items()}, budget - len(head))
    return "\n".join([head, *(_section(name, group, room[name]) for name, group in lines.items())])


def shares(sizes: Mapping[str, int], room: int) -> dict[str, int]:
    """Characters for each group by its size: small groups whole, what is left shared evenly among the large ones."""
    found: dict[str, int] = {}
    for number, name in enumerate(sorted(sizes, key=lambda name: (sizes[name], name))):
        found[name] = min(sizes[name], room // (len(sizes) - number))
        room -= found[name]
    return found


def _listed(wiki: Wiki) -> Iterable[Page]:
    """Pages in the order of the index: knowledge first, then notes, rules and tasks, by folder and title."""
    order = {kind: number for number, kind in enumerate(SHOWN)}
    pages = [page for page in wiki if page.kind in order]
    return sorted(pages, key=lambda page: (order[page.kind], _group(page), fold(page.title), page.path))


def _group(page: Page) -> str:
    folder = page.path.rpartition("/")[0]
    return folder.removeprefix("knowledge/") or "pages"


def _line(wiki: Wiki, page: Page) -> str:
    name = page.id.rpartition("/")[2]
    target = wiki.resolve_name("", name)
    link = name if target.path == page.path else page.id
    label = "" if fold(page.title) == fold(link) else f"|{page.title.replace('|', '/')}"
    what = f" — {page.description}" if page.description else ""
    return f"- [[{link}{label}]]{what}"


def _size(name: str, group: list[str]) -> int:
    return len(name) + 7 + sum(len(line) + 1 for line in group)


def _section(name: str, group: list[str], share: int) -> str:
    heading = f"## {name.replace('-', ' ').replace('/', ' / ').capitalize()}\n"
    if _size(name, group) <= share:
        return "\n".join([heading, *group, ""])
    kept: list[str] = []
    left = share - len(heading) - _MORE
    for line in group:
        if len(line) + 1 > left:
            break
        kept.append(line)
        left -= len(line) + 1
    return "\n".join([heading, *kept, f"- … and {len(group) - len(kept)} more in `{name}/`", ""])
