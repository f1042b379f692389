"""The pages of the changes: the newest on one, and one for each month or part of it; JavaScript has no part in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from brainwiki.site.history.changes import NEWEST, Changes, Entry, Leaf, changes
from brainwiki.site.history.feed import feed
from brainwiki.site.language import of_text
from brainwiki.site.output import FileOutput, Output, PageOutput, Part, digest
from brainwiki.site.pages.contexts import Crumb
from brainwiki.site.pages.parts import Maker
from brainwiki.site.state import Site
from brainwiki.site.urls import CHANGES, FEED, relative

MONTHS = 240  # that the first page names; older ones follow from leaf to leaf
_STYLES = ("assets/stylesheets/bw-changes.css",)


class Day(NamedTuple):
    """The commits of one day."""

    date: str
    anchor: str
    entries: tuple[Entry, ...]


class Shown(NamedTuple):
    """One page of changes for the template. Addresses are links from the page; `newer`, `older` and `log` may be empty, `months` are
    there on the first page only: each with its link and its number of commits. `commits` is where a code host shows a commit."""

    title: str
    lead: str
    crumbs: tuple[Crumb, ...]
    days: tuple[Day, ...]
    months: tuple[tuple[str, str, int], ...]
    newer: str
    older: str
    feed: str
    log: str
    commits: str
    is_cut: bool


def outputs(maker: Maker) -> Iterator[Output]:
    """The first page, the leaves and the feed; nothing where Git tells nothing."""
    site = maker.site
    if not site.past.touches:
        return
    found = changes(site)
    sizes = tuple(_sizes(found))
    newest = found.entries[:NEWEST]
    around = (site.past.is_cut, site.config.repository, site.addresses.pages.get("log.md"))
    yield PageOutput(CHANGES, digest(newest, sizes, around), partial(_first, maker, newest, sizes))
    addresses = ["", *(leaf.address for leaf in found.leaves), ""]
    for place, leaf in enumerate(found.leaves):
        beside = (addresses[place], addresses[place + 2])
        key = digest(leaf, beside, around[1], around[0] and not beside[1])
        yield PageOutput(leaf.address, key, partial(_leaf, maker, leaf, beside))
    newest_where = tuple(found.where[entry.revision.id] for entry in newest)
    yield FileOutput(FEED, digest(newest, newest_where, site.url, site.title), partial(feed, site, found))


def _sizes(found: Changes) -> Iterator[tuple[str, int]]:
    """The newest months, and how many commits each has."""
    for month, leaves in groupby(found.leaves[: MONTHS * 10], key=lambda leaf: leaf.month):
        yield month, sum(len(leaf.entries) for leaf in leaves)


def _first(maker: Maker, newest: tuple[Entry, ...], sizes: tuple[tuple[str, int], ...]) -> Part:
    site = maker.site
    log = site.addresses.pages.get("log.md")
    shown = Shown(
        title=site.words["changes"],
        lead=site.words["changes_lead"],
        crumbs=(),
        days=_days(newest),
        months=tuple((month, f"{month}/", size) for month, size in sizes[:MONTHS]),
        newer="",
        older="",
        feed=relative(CHANGES, FEED),
        log="" if log is None else relative(CHANGES, log),
        commits=_commits(site),
        is_cut=site.past.is_cut and not sizes,
    )
    return _part(maker, shown, CHANGES)


def _leaf(maker: Maker, leaf: Leaf, beside: tuple[str, str]) -> Part:
    """One leaf; `beside` are the addresses of the newer and the older one."""
    site = maker.site
    say = site.words.say
    part = f" ({say('changes_part', leaf.number)})" if leaf.number else ""
    newer, older = (relative(leaf.address, address) if address else "" for address in beside)
    shown = Shown(
        title=say("changes_in", leaf.month) + part,
        lead="",
        crumbs=(Crumb(site.words["changes"], relative(leaf.address, CHANGES)),),
        days=_days(leaf.entries),
        months=(),
        newer=newer,
        older=older,
        feed="",
        log="",
        commits=_commits(site),
        is_cut=site.past.is_cut and not older,
    )
    return _part(maker, shown, leaf.address)


def _part(maker: Maker, shown: Shown, base: str) -> Part:
    site = maker.site
    content = maker.templates.render(
        "changes",
        site,
        shown=shown,
        to=partial(relative, base),
        language_of=lambda words: of_text(words, site.config.language),
    )
    headings = [(day.anchor, day.date) for day in shown.days]
    if shown.months:
        headings.append(("months", site.words["by_month"]))
    return Part(
        shown.title,
        site.config.language,
        shown.lead,
        content,
        contents=tuple(_token(anchor, name) for anchor, name in headings),
        is_whole=True,
        styles=_STYLES,
        feed=FEED,
    )


def _days(entries: Iterable[Entry]) -> tuple[Day, ...]:
    grouped = groupby(entries, key=lambda entry: entry.day)
    return tuple(Day(date, f"d-{date}", tuple(inside)) for date, inside in grouped)


def _token(anchor: str, name: str) -> Mapping[str, Any]:
    return {"level": 2, "id": anchor, "name": name, "children": []}


def _commits(site: Site) -> str:
    return f"{site.config.repository.rstrip('/')}/commit/" if site.config.repository else ""
