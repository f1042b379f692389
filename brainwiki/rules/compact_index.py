"""The compact index: one line a page, grouped by folder, the most useful first, under a budget. Agents read it first; it is the
site's home."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta

from brainwiki.model.names import fold
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki

QUARTERS = 4  # sizes count quarters of a token
BUDGET = 32_000  # eight thousand tokens: 32,000 characters of English, 8,000 of Japanese
SHOWN = ("page", "note", "rule", "task")
LEAD = "One line a page: what this brain knows. Follow a link to read on."  # by it a generated index is known
RECENT = (timedelta(days=31), timedelta(days=183))  # before the newest day in the brain
_MORE = 60  # kept free for a group's last line
_GROUP = 100  # a group with its heading and last line
_WIDE = re.compile("[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00010000-\U0003ffff]")
_DAY = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])")
_DATES = ("updated", "modified", "timestamp", "date", "due")
_SECTION = re.compile(r"^(?=## )", re.MULTILINE)
_LEFT_OUT = re.compile(r"- … and ([0-9]+) more in `(.*)/`")
_TRIES = 8
_ALSO = "Also: "


def size(text: str) -> int:
    """Quarters of a token: one a character, four where it is Chinese, Japanese, Korean or an emoji."""
    return len(text) if text.isascii() else len(text) + (QUARTERS - 1) * len(_WIDE.findall(text))


def compact_index(wiki: Wiki, title: str, budget: int = BUDGET) -> str:
    """The text of `index.md`, at most `budget` quarters of a token (see `size`); where it would be longer, each group keeps its most
    useful pages and tells how many it leaves out."""
    groups = _grouped(wiki, budget)
    head = f"# {title}\n\n{LEAD}\n"
    lines = {name: [_line(wiki, page) for page in pages] for name, pages in groups.items()}
    room = shares({name: _size(name, group) for name, group in lines.items()}, budget - size(head))
    return "\n".join([head, *(_section(name, group, room[name]) for name, group in lines.items())])


def is_generated(text: str) -> bool:
    """Whether a text is an index that was generated, and not one that a person wrote."""
    lines = text.split("\n", 3)
    return len(lines) >= 3 and lines[0].startswith("# ") and lines[2] == LEAD


def shortened(text: str, count: Callable[[str], int], room: int) -> str:
    """A generated index cut down to `room` tokens by this counter: each group loses its least useful pages, which are counted.
    Empty where not even one line fits."""
    whole, budget = size(text), QUARTERS * max(room, 0)
    if budget >= whole and count(text) <= room:
        return text
    best, low, high = "", 0, min(budget, whole)
    at = high
    for _ in range(_TRIES):
        found = _cut_to(text, at)
        if count(found) <= room:
            best, low = max(best, found, key=len), at
            if at == high:
                break
        else:
            high = at
        at = (low + high) // 2
    return best


def _cut_to(text: str, budget: int) -> str:
    """An index whose groups are cut down to a size; those for which not even one line has room are named together at the end."""
    head, *sections = _SECTION.split(text)
    groups = [[line for line in section.split("\n") if line] for section in sections]
    sizes = {str(at): sum(size(line) + 1 for line in group) + 2 for at, group in enumerate(groups)}
    least = {at: min(whole, _least(groups[int(at)])) for at, whole in sizes.items()}
    named: list[str] = []
    while sizes:
        room = shares(sizes, budget - size(head) - sum(map(size, named)) - len(_ALSO) - 4 * len(named))
        small = [at for at in sizes if room[at] < least[at]]
        if not small:
            break
        named.insert(0, _counted(groups[int(small[-1])]))
        del sizes[small[-1]]
    cut = [_trimmed(groups[int(at)], room[at] - 2) for at in sizes]
    shown = head + "\n".join("\n".join([group[0], "", *group[1:], ""]) for group in cut)
    return f"{shown}\n{_ALSO}{', '.join(named)}\n" if named and cut else shown if cut else ""


def _least(group: Sequence[str]) -> int:
    """What a group needs to show one of its lines."""
    return sum(size(line) + 1 for line in group[:2]) + _MORE + 2


def _counted(group: Sequence[str]) -> str:
    """A group in two words: its name and how many pages it has."""
    heading, *lines = group
    told = _LEFT_OUT.fullmatch(lines[-1]) if lines else None
    return f"{heading.removeprefix('## ')} ({len(lines) - bool(told) + (int(told[1]) if told else 0)})"


def _trimmed(group: Sequence[str], room: int) -> list[str]:
    """A group (its heading and its lines) cut down to a size, with the line that counts what is left out."""
    if sum(size(line) + 1 for line in group) <= room:
        return list(group)
    heading, *lines = group
    told = _LEFT_OUT.fullmatch(lines[-1]) if lines else None
    missing, where = (int(told[1]), f" in `{told[2]}/`") if told else (0, "")
    kept = _prefix(lines[:-1] if told else lines, room - size(heading) - 1 - _MORE)
    missing += len(lines) - bool(told) - len(kept)
    return [heading, *kept, f"- … and {missing} more{where}"]


def shares(sizes: Mapping[str, int], room: int) -> dict[str, int]:
    """What each group gets by its size: small groups whole, what is left shared evenly among the large ones."""
    found: dict[str, int] = {}
    for number, name in enumerate(sorted(sizes, key=lambda name: (sizes[name], name))):
        found[name] = min(sizes[name], room // (len(sizes) - number))
        room -= found[name]
    return found


def _grouped(wiki: Wiki, budget: int) -> dict[str, list[Page]]:
    """Pages by folder in the order of the index: knowledge first, then notes, rules and tasks; the most useful of a folder first.
    So many folders that their headings alone would fill the index are taken together."""
    order = {kind: number for number, kind in enumerate(SHOWN)}
    pages = [page for page in wiki if page.kind in order]
    folders = {(page.kind, _folder(page)) for page in pages}
    depths = (depth for depth in (8, 3, 2, 1) if len({_top(name, depth) for _, name in folders}) * _GROUP * 2 <= budget)
    depth = next(depths, 0)
    useful = usefulness(wiki, pages)
    found: dict[str, list[Page]] = {}

    def place(page: Page) -> tuple[int, str, int, str, str]:
        return order[page.kind], _top(_folder(page), depth), -useful[page.path], fold(page.title), page.path

    for page in sorted(pages, key=place):
        found.setdefault(_top(_folder(page), depth), []).append(page)
    return found


def usefulness(wiki: Wiki, pages: Iterable[Page]) -> dict[str, int]:
    """How much each page is worth a line, in coarse steps, so that few edits move a line: one for each doubling of the pages that
    link to it, and one or two where what it rests on is from the newest half year or month of the brain. A page that is out of use
    comes last."""
    listed = list(pages)
    links = Counter(
        path
        for source, reached in wiki.survey.reach.items()
        if wiki.pages[source].kind not in ("index", "log")
        for path in reached
        if path != source
    )
    days = {page.path: _newest(page) for page in listed}
    newest = max(days.values(), default="")
    since = [(date.fromisoformat(newest) - span).isoformat() for span in RECENT] if _is_day(newest) else []
    return {
        page.path: -1
        if page.status == "deprecated"
        else links[page.path].bit_length() + sum(days[page.path] >= day for day in since)
        for page in listed
    }


def _newest(page: Page) -> str:
    """The newest day that a page's evidence or its own dates name; empty where there is none."""
    found = [source.at[:10] for source in page.sources if source.at]
    found += [source.resource[9:19] for source in page.sources if source.resource.startswith("sessions/")]
    found += [page.text_of(key)[:10] for key in _DATES if key in page.brief]
    return max((day for day in found if _is_day(day)), default="")


def _is_day(text: str) -> bool:
    if not _DAY.fullmatch(text):
        return False
    try:
        return date.fromisoformat(text).year > 1
    except ValueError:
        return False


def _folder(page: Page) -> str:
    folder = page.path.rpartition("/")[0]
    return folder.removeprefix("knowledge/") or "pages"


def _top(folder: str, depth: int) -> str:
    return "/".join(folder.split("/")[:depth]) if depth else "pages"


def _line(wiki: Wiki, page: Page) -> str:
    name = page.id.rpartition("/")[2]
    target = wiki.resolve_name("", name)
    link = name if target.path == page.path else page.id
    label = "" if fold(page.title) == fold(link) else f"|{page.title.replace('|', '/')}"
    what = f" — {page.description}" if page.description else ""
    return f"- [[{link}{label}]]{what}"


def _size(name: str, group: list[str]) -> int:
    return size(name) + 7 + sum(size(line) + 1 for line in group)


def _section(name: str, group: list[str], share: int) -> str:
    heading = f"## {name.replace('-', ' ').replace('/', ' / ').capitalize()}\n"
    if _size(name, group) <= share:
        return "\n".join([heading, *group, ""])
    kept = _prefix(group, share - size(heading) - _MORE)
    return "\n".join([heading, *kept, f"- … and {len(group) - len(kept)} more in `{name}/`", ""])


def _prefix(lines: Sequence[str], room: int) -> list[str]:
    """The first lines that fit."""
    kept: list[str] = []
    for line in lines:
        room -= size(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept
