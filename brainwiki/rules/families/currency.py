"""BW4xx on what is current: two values at once, lines in the wrong order, an index or a log that fell behind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from brainwiki.markup import structure
from brainwiki.model.affected import same_names
from brainwiki.model.change import Change
from brainwiki.model.finding import Severity
from brainwiki.model.names import fold, squeeze
from brainwiki.model.page import Page
from brainwiki.rules.compact_index import LEAD, QUARTERS, compact_index, is_generated
from brainwiki.rules.families.matter import is_date
from brainwiki.rules.rule import Example, Hit, Mend, Rule, View

_UNTIL = re.compile(r"\(until [0-9]{4}-[0-9]{2}-[0-9]{2}\)")
_LISTED = re.compile(r"^- \[\[([^\[\]|#\n]+)", re.MULTILINE)
_SHOWN = 60  # characters of a line or a value that a message shows
_NAMED = 3  # pages that a message names


class _Value(NamedTuple):
    """One current entry of `properties`: its page, its place in the list, what it speaks of and what it says."""

    page: Page
    position: int
    subject: str
    property: str
    value: str


def _says_nothing_new(change: Change) -> bool:
    """Whether no page that changed has properties, and every subject is named as before."""
    pages = [change.head.pages[path] for path in change.edited]
    return same_names(change) and not any("properties" in page.brief for page in pages)


def _two_values(view: View) -> Iterator[Hit]:
    """Values of one property of one subject that differ are told where the later one stands."""
    first: dict[tuple[str, str], _Value] = {}
    for page in view.wiki if view.wiki.dialect.typed_properties else ():
        if "properties" not in page.brief or page.kind not in ("page", "note") or page.status == "deprecated":
            continue
        for found in _values(page):
            key = (_subject(found, view), fold(found.property))
            known = first.setdefault(key, found)
            if fold(known.value) != fold(found.value):
                yield _differing(found, known)


def _values(page: Page) -> Iterator[_Value]:
    """The entries of a page that hold now; what has no text for its property or value is the schema's business."""
    entries = page.meta["properties"]
    for position, entry in enumerate(entries if isinstance(entries, list) else ()):
        if not isinstance(entry, dict) or _word(entry, "until"):
            continue
        subject = _word(entry, "subject").strip("[] ").partition("|")[0].partition("#")[0].strip()
        found = _Value(page, position, subject, _word(entry, "property"), _word(entry, "value"))
        if found.property and found.value:
            yield found


def _word(entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key)
    return squeeze(value) if isinstance(value, str) else ""


def _subject(found: _Value, view: View) -> str:
    """What tells one subject from another: the path of the page that it names, else its folded name."""
    if not found.subject:
        return found.page.path
    path = view.wiki.resolve_name(found.page.path, found.subject).path
    return path if path and path in view.wiki.pages else f"\0{fold(found.subject)}"


def _differing(found: _Value, known: _Value) -> Hit:
    page = found.page
    mark = page.marks.get(("properties", found.position, "value"))
    start = mark.start if mark else 0
    where = "further up" if known.page is page else f"on {known.page.id}"
    of = found.subject or page.title
    message = f"`{found.property}` of {of} is {found.value[:_SHOWN]!r} here and {known.value[:_SHOWN]!r} {where}."
    subject = f"{fold(of)} {fold(found.property)} {found.value[:_SHOWN]}"
    return Hit(start, start + 1, message, subject, path=page.path)


class _Item(NamedTuple):
    """A list item's own text: how deep it stands, where, and whether it is history."""

    depth: int
    start: int
    end: int
    history: bool


def _upside_down(page: Page, view: View) -> Iterator[Hit]:
    """History items that no current item stands over, and current items under one; such a pair is told once, at the latter.

    What was retracted has nothing over it: evidence of the day on which it ended, or later, says so.
    """
    if "(until" not in page.text or page.is_unread:
        return
    bare: dict[_Item, Hit] = {}
    retracted = _retracted(page)
    above: list[_Item] = []
    for item in _items(page):
        while above and above[-1].depth >= item.depth:
            above.pop()
        if item.history and item.depth == 1 and item.start not in retracted:
            words = page.text[item.start : item.end]
            bare[item] = Hit(item.start, item.end, f"No current item stands over the history item {words!r}.", words)
        elif not item.history and above and above[-1].history:
            bare.pop(above[-1], None)
            yield _under(page, item, above[-1])
        above.append(item)
    yield from bare.values()


def _retracted(page: Page) -> frozenset[int]:
    """Where the history claims stand that cite something not older than their end."""
    days = {source.id: source.at[:10] for source in page.sources}
    found = (claim for claim in page.claims if claim.until)
    return frozenset(claim.start for claim in found if any(days.get(one, "") >= claim.until for one in claim.ids))


def _under(page: Page, item: _Item, history: _Item) -> Hit:
    words = " ".join(page.text[item.start : item.end].split())[:_SHOWN]
    over = page.text[history.start : history.end]
    return Hit(item.start, item.end, f"The item {words!r} stands under the history item {over!r}.", words)


def _items(page: Page) -> Iterator[_Item]:
    """The items of all lists in order; the span of a history item is its `(until …)`."""
    text = page.text
    for block in sorted(structure.read(text, page.body).blocks):
        if block.depth and _opens_item(text, block.start):
            until = _UNTIL.match(text, block.start, block.end)
            yield _Item(block.depth, block.start, until.end() if until else block.end, until is not None)


def _opens_item(text: str, start: int) -> bool:
    """Whether a block is the first of its item: the item's sign stands before it on its line."""
    before = text[max(text.rfind("\n", 0, start) + 1, start - 80) : start].rstrip(" \t")
    return before.endswith(("-", "*", "+", ".", ")", "]"))


def _out_of_date(view: View) -> Iterator[Hit]:
    """An index that says something else than the pages, a log out of order; both are written anew after a change, not in it."""
    if not view.wiki.dialect.generated_index or view.change is not None:
        return
    index, log = view.wiki.pages.get("index.md"), view.wiki.pages.get("log.md")
    if index is not None:
        yield from _index(index, view)
    if log is not None:
        yield from _log(log)


def _index(page: Page, view: View) -> Iterator[Hit]:
    """A generated index is held against what the pages say; one that a person wrote is not."""
    wanted = _anew(page, view)
    if page.text == wanted:
        return
    lines = page.text.split("\n")
    new = wanted.split("\n")
    number = next((n for n, (old, now) in enumerate(zip(lines, new, strict=False)) if old != now), len(lines) - 1)
    start = sum(len(line) + 1 for line in lines[:number])
    yield Hit(
        start,
        start + len(lines[number]),
        f"The index is out of date: {_difference(page.text, wanted, view)}.",
        "index",
        path=page.path,
    )


def _anew(page: Page, view: View) -> str:
    """The text that a generated index should have; any other page as it is."""
    if page.path != "index.md" or not is_generated(page.text):
        return page.text
    return compact_index(view.wiki, view.title or page.text.partition("\n")[0][2:], QUARTERS * view.index_budget)


def _difference(old: str, new: str, view: View) -> str:
    """What an index and its next edition differ in: the pages first, else their lines."""
    listed = {name: view.wiki.resolve_name("", name).paths for name in _LISTED.findall(old)}
    known = {path for paths in listed.values() for path in paths}
    paths = (view.wiki.resolve_name("", name).path for name in _LISTED.findall(new))
    missing = [path.removesuffix(".md") for path in paths if path and path not in known]
    gone = [name for name, found in listed.items() if not found]
    told = [f"it lacks {_some(missing)}"] if missing else []
    told += [f"it lists {_some(gone)}, gone since"] if gone else []
    if told:
        return "; ".join(told)
    before, after = set(old.split("\n")), set(new.split("\n"))
    count = max(len(after - before), len(before - after))
    return f"{count} of its lines differ from what the pages say" if count else "its lines stand in another order"


def _some(names: list[str]) -> str:
    """A few names, and how many more there are."""
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _log(page: Page) -> Iterator[Hit]:
    """The days of a log: each heading of level 2 is a date; the first that is newer than the one above it is told."""
    above, in_order = "", True
    for heading in page.headings:
        if heading.level != 2:
            continue
        day = heading.text[:10]
        if not is_date(day) or heading.text[10:11].isalnum():
            message = f"The log's heading {heading.text[:_SHOWN]!r} is not a date YYYY-MM-DD."
        elif in_order and above and day > above:
            in_order = False
            message = f"The log goes from the newest day to the oldest, and {day} stands under {above}."
        else:
            above = day
            continue
        remedy = "Head each day with `## YYYY-MM-DD`, the newest first."
        yield Hit(heading.start, heading.end, message, heading.text[:_SHOWN], remedy, page.path)


def _page(title: str, more: str) -> str:
    return f"---\ntype: concept\ntitle: {title}\ndescription: d\n{more}---\nText.\n"


def _typed(value: str, more: str = "") -> str:
    return f"properties:\n  - property: sampling rate\n    value: {value}\n{more}"


def _rates(more: str, other: str) -> Example:
    """A page that states a rate of the page Box, which states its own."""
    about = "    subject: box\n"
    files = {"knowledge/box.md": _page("Box", other)}
    return Example(_page("Example", _typed("25.6 kHz", about + more)), wrap=False, files=files)


def _listing(path: str, text: str, note: str = "") -> Example:
    return Example(text, note, wrap=False, path=path, files={"knowledge/pump.md": _page("Pump", "")})


def _history(items: str) -> Example:
    head = "---\ntype: concept\ntitle: Example\ndescription: d\nsources:\n  - id: 1\n    resource: https://example.org/a\n---\n"
    return Example(head + items, wrap=False)


def _retraction(body: str) -> Example:
    """A page whose second source is of the day on which something ceased to hold."""
    entries = "".join(f"  - id: {n}\n    resource: https://example.org/{n}\n    at: 2026-0{n + 3}-02\n" for n in (1, 2))
    head = f"---\ntype: concept\ntitle: Example\ndescription: d\nsources:\n{entries}---\n"
    return Example(head + body, "what was retracted has nothing in its place", wrap=False)


_BEGUN = f"# Pumps\n\n{LEAD}\n\n## Knowledge\n\n"

RULES: tuple[Rule, ...] = (
    Rule(
        code="BW405",
        slug="two-current-values",
        severity=Severity.WARN,
        summary="Two current values of one property of one subject.",
        why="A reader takes the one that comes first, and nobody knows which of them holds.",
        remedy="Decide which one holds, and give the other its end: `until: 2026-05-02`.",
        bad=(_rates("", _typed("48 kHz")),),
        good=(_rates("", _typed("48 kHz", "    until: 2026-04-07\n")), _rates("", _typed("25.6 kHz"))),
        scope="wiki",
        spared=_says_nothing_new,
        check_wiki=_two_values,
    ),
    Rule(
        code="BW406",
        slug="history-first",
        severity=Severity.WARN,
        summary="A current line under its history, or history without a current line over it.",
        why="The first line is what is read and believed, and a claim finds what it replaced only under itself.",
        remedy="Put what holds first and nest `(until …)` under it, or cite who retracted it; a remark on a history item goes into the item itself.",
        bad=(
            _history("- (until 2026-05-02) It was red. [cite:1]\n- It is blue. [cite:1]\n"),
            _history("- (until 2026-05-02) It was red. [cite:1]\n    - It is blue. [cite:1]\n"),
        ),
        good=(
            _history("- It is blue. [cite:1]\n    - (until 2026-05-02) It was red. [cite:1]\n"),
            _retraction("- (until 2026-05-02) It is red. [cite:1,2]\n- It is round. [cite:1]\n"),
        ),
        check=_upside_down,
    ),
    Rule(
        code="BW407",
        slug="index-out-of-date",
        severity=Severity.WARN,
        summary="A generated index or log that does not say what the pages say.",
        why="Agents read the index first; what it lacks is not found, and what it promises may be gone.",
        remedy="Let the index be written anew; it is made from titles and descriptions, and not edited by hand.",
        bad=(
            _listing("index.md", _BEGUN + "- [[valve]] — d\n", "a page is missing, another is gone"),
            _listing("log.md", "# Log\n\n## 2026-05-01\n\n- [[pump]].\n\n## 2026-05-02\n\n- [[pump]] again.\n"),
        ),
        good=(
            _listing("index.md", _BEGUN + "- [[pump]] — d\n"),
            _listing("index.md", "# Pumps\n\nAn index that a person keeps: [[pump]].\n"),
        ),
        scope="wiki",
        fix="safe",
        mend=Mend(whole=_anew, links="all"),
        check_wiki=_out_of_date,
    ),
)
