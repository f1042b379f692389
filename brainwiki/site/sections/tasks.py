"""Tasks by due date: what is open by month, what has no date, what is done; what is late today only the reader's clock can tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from brainwiki.model.page import Page
from brainwiki.site.output import PageOutput
from brainwiki.site.sections.listing import Group, Item, anchor, group
from brainwiki.site.sections.room import Room, Sheet

STATES: Mapping[str, str] = {
    "waiting": "state_waiting",
    "active": "state_active",
    "held": "state_held",
    "done": "state_done",
}
_EVERY: Mapping[str, tuple[str, str]] = {
    "DAILY": ("every_day", "every_days"),
    "WEEKLY": ("every_week", "every_weeks"),
    "MONTHLY": ("every_month", "every_months"),
    "YEARLY": ("every_year", "every_years"),
}
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_FREQUENCY = re.compile(r"FREQ=([A-Z]+)(?:;INTERVAL=([1-9][0-9]{0,3}))?$")


def outputs(room: Room) -> Iterator[PageOutput]:
    """The listing of tasks."""
    first = room.site.addresses.listings.get("tasks")
    if first is None:
        return
    pages = sorted(room.maker.tree.of_kind("task"), key=_order)
    parts = room.site.addresses.parts.get(first, (first,))
    paths = [page.path for page in pages]
    yield from room.outputs(Sheet(room.site.words["tasks"], parts, paths, partial(_groups, room), kind="tasks"))


def _order(page: Page) -> tuple[object, ...]:
    """What is open by date, then what has none, then what is done."""
    kind = _kind(page)
    return ("due", "undated", "done").index(kind), due(page), page.title.casefold(), page.path


def _kind(page: Page) -> str:
    return "done" if page.text_of("state") == "done" else "due" if due(page) else "undated"


def due(page: Page) -> str:
    """The day on which a task is due, as YYYY-MM-DD; empty where it names none."""
    match = _DATE.match(page.text_of("due"))
    return match[0] if match else ""


def _groups(room: Room, base: str, pages: Sequence[Page]) -> Iterator[Group]:
    words = room.site.words
    for (kind, month), inside in groupby(
        pages, lambda page: (_kind(page), due(page)[:7] if _kind(page) == "due" else "")
    ):
        title = {"due": month, "undated": words["no_date"], "done": words["tasks_done"]}[kind]
        found = group(room.site, base, title, list(inside), partial(_pending, room))
        yield found._replace(kind=kind, anchor=anchor(kind, month))


def _pending(room: Room, item: Item, page: Page) -> Item:
    """The small print of a task: when it is due, its state, who owns it, how it repeats."""
    words, state, at = room.site.words, page.text_of("state"), due(page)
    details = tuple(one for one in (page.text_of("owner"), repeated(room, page.text_of("repeat"))) if one)
    chip = (state, words[STATES[state]]) if state in STATES else ("", state)
    return item._replace(at=at, when=words.say("due", at) if at else "", state=chip, details=details)


def repeated(room: Room, rule: str) -> str:
    """A rule of repetition in words where it is plain, else as it is written."""
    match = _FREQUENCY.match(rule.removeprefix("RRULE:"))
    if match is None or match[1] not in _EVERY:
        return rule
    one, many = _EVERY[match[1]]
    return room.site.words.say(many, match[2]) if match[2] and match[2] != "1" else room.site.words[one]
