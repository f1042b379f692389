"""What the history page of a page shows: its revisions newest first, the life of its claims; values for the template."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from brainwiki.claims.life import Turn
from brainwiki.markup import document
from brainwiki.model.content import blob_id
from brainwiki.model.page import Page, Source
from brainwiki.model.past import Revision, Touch
from brainwiki.site.history.chronicle import Step
from brainwiki.site.history.lives import Event, Life, Lost, lives, lost
from brainwiki.site.history.told import Told, teller
from brainwiki.site.output import digest
from brainwiki.site.state import Site
from brainwiki.site.text.marks import evidence_anchor, label
from brainwiki.site.urls import history_of, relative

MOST_TOLD = 200  # revisions whose difference is shown; older ones are listed
MOST_LISTED = 1000
BACK = "../"  # a history stands below its page
UNCOMMITTED = Revision("", "", "", "", False, "", "")

_ORDER = ("added", "changed", "reworded", "moved", "removed", "retracted")
_DAY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2})")
_NUMBER = re.compile(r"[0-9]{1,4}$")


class Entry(NamedTuple):
    """One revision in the list. `at` is an instant, empty where it is not committed; `html` its difference; `grew` the
    characters that it added (negative: took away); `claims` say in short what became of claims; `note` what needs no difference."""

    anchor: str
    commit: str
    at: str
    date: str
    time: str
    revision: Revision
    summary: str
    proposal: str
    proposal_href: str
    size: int
    grew: int
    claims: str
    note: str
    html: str
    is_told: bool


class Changed(NamedTuple):
    """One change in the life of a claim: the revision's anchor and date, and what changed."""

    anchor: str
    date: str
    words: str


class ClaimRow(NamedTuple):
    """A claim that stands: where it is on the page, its words, the revision that brought it, later changes, its evidence."""

    id: str
    href: str
    words: str
    since: Changed | None
    changes: tuple[Changed, ...]
    more: int
    evidence: tuple[tuple[str, str, str], ...]


class View(NamedTuple):
    """A whole history page. `back` leads to the page; `lost` are claims that are gone, each with the revision that took it out;
    `data` names the data for comparing any two (empty: there are fewer than three); `untold` counts revisions listed only."""

    title: str
    back: str
    language: str
    entries: tuple[Entry, ...]
    claims: tuple[ClaimRow, ...]
    more_claims: int
    lost: tuple[tuple[str, Changed], ...]
    data: str
    untold: int
    unlisted: int
    is_cut: bool
    is_limited: bool


def all_steps(site: Site, page: Page, steps: Sequence[Step]) -> tuple[Step, ...]:
    """A page's steps, newest first, with one more where its file says something else than the last commit."""
    if not steps:
        return ()
    last = steps[0].touch.after
    content = page.version or blob_id(page.text.encode("utf-8", "surrogatepass"))
    if content == last or last and _is_same(site, page, last, content):
        return tuple(steps)
    return (Step(UNCOMMITTED, Touch("", page.path, last, content)), *steps)


def _is_same(site: Site, page: Page, blob: str, content: str) -> bool:
    """Whether a file whose content id is another one says the same: line ends and the byte order mark do not count."""
    return site.memo.get(
        "history", digest("same", blob, content), lambda: document.read(site.read_blob(blob)).text == page.text
    )


def view(site: Site, page: Page, steps: Sequence[Step], data: str) -> View:
    """The view of a page with these steps, newest first."""
    base = history_of(site.address(page))
    known = teller(site, page, steps[0].touch.after)

    def tell(step: Step) -> Told:
        return known.told(step.touch.before, step.touch.after)

    told = steps[:MOST_TOLD]
    known.recall((step.touch.before, step.touch.after) for step in told)
    entries = tuple(_entries(site, base, steps[:MOST_LISTED], tell))
    claims = known.claims()
    found = lives(claims, told, tell, names(site, page))
    return View(
        title=page.title,
        back=BACK,
        language=site.language(page),
        entries=entries,
        claims=tuple(_row(site, page, life, entries) for life in found),
        more_claims=len(claims) - len(found),
        lost=tuple((one.words, _lost(site, one, entries)) for one in lost(claims, told, tell)),
        data=data,
        untold=max(0, min(len(steps), MOST_LISTED) - MOST_TOLD),
        unlisted=max(0, len(steps) - MOST_LISTED),
        is_cut=site.past.is_cut,
        is_limited=any(tell(step).limited for step in told),
    )


def names(site: Site, page: Page) -> Mapping[str, str]:
    """The words that wikilinks without any of their own show on the page, by what stands in them."""
    return {
        f"{link.target}#{link.fragment}" if link.fragment else link.target: label(site, site.follow(page, link), link)
        for link in page.links
        if link.form == "wikilink" and not link.label
    }


def _entries(site: Site, base: str, steps: Sequence[Step], tell: Callable[[Step], Told]) -> Iterator[Entry]:
    for place, (anchor, step) in enumerate(zip(anchors(steps), steps, strict=True)):
        yield _entry(site, base, step, anchor, tell(step) if place < MOST_TOLD else None)


def anchors(steps: Sequence[Step]) -> Iterator[str]:
    """The anchor of the entry of each step; of two with one commit the second gets a number."""
    seen: dict[str, int] = {}
    for step in steps:
        short = step.revision.id[:8] or "uncommitted"
        count = seen[short] = seen.get(short, 0) + 1
        yield f"r-{short}" if count == 1 else f"r-{short}-{count}"


def _entry(site: Site, base: str, step: Step, anchor: str, told: Told | None) -> Entry:
    revision = step.revision
    date, time = _when(revision.at)
    receipt = site.wiki.pages.get(f"proposals/{revision.proposal}.md") if revision.proposal else None
    is_shown = receipt is not None and site.is_shown(receipt.path)
    return Entry(
        anchor=anchor,
        commit=revision.id[:8],
        at=revision.at,
        date=date,
        time=time,
        revision=revision,
        summary=revision.summary or site.words["no_message"],
        proposal=receipt.title if receipt is not None and is_shown else revision.proposal,
        proposal_href=relative(base, site.address(receipt)) if receipt is not None and is_shown else "",
        size=told.after if told else 0,
        grew=told.after - told.before if told else 0,
        claims=site.words["h_and"].join(_claims(site, step, told)) if told else "",
        note=_note(site, step, told),
        html=told.html if told else "",
        is_told=told is not None,
    )


def _when(at: str) -> tuple[str, str]:
    """The date and the time of an instant, as its writer's clock showed them."""
    found = _DAY.match(at)
    return (found[1], found[2]) if found else (at, "")


def _note(site: Site, step: Step, told: Told | None) -> str:
    """What happened beside edits of the text, in words."""
    say, touch = site.words.say, step.touch
    if touch.was:
        return say("h_renamed", touch.was, touch.path)
    if not touch.before and told:
        return say("h_created", f"{told.after:,}")
    if not touch.after:
        return site.words["h_removed"]
    return site.words["h_same"] if told and not told.html else ""


def _claims(site: Site, step: Step, told: Told) -> Iterator[str]:
    """What became of claims, in short: how many of each kind, and for changed ones what changed in them."""
    if not step.touch.before and told.claims:
        yield site.words.say("h_added", told.claims)
    for kind in _ORDER:
        turns = [turn for turn in told.turns if turn.kind == kind]
        if turns:
            yield _counted(site, kind, turns)


def _counted(site: Site, kind: str, turns: Sequence[Turn]) -> str:
    flags = dict.fromkeys(flag for turn in turns for flag in turn.flags)
    words = site.words.say("h_removed_claims" if kind == "removed" else f"h_{kind}", len(turns))
    return words + site.words.say("h_flags", _flags(site, tuple(flags))) if flags else words


def _flags(site: Site, flags: Sequence[str]) -> str:
    return site.words["h_and"].join(site.words[f"h_flag_{flag}"] for flag in flags)


def _row(site: Site, page: Page, life: Life, entries: Sequence[Entry]) -> ClaimRow:
    since = entries[life.since] if life.since >= 0 else None
    return ClaimRow(
        id=life.claim.id,
        href=f"{BACK}#{life.claim.id}",
        words=life.words,
        since=Changed(since.anchor, since.date or site.words["h_uncommitted"], "") if since else None,
        changes=tuple(_changed(site, event, entries) for event in life.events),
        more=life.more,
        evidence=tuple(_evidence(page, life)),
    )


def _changed(site: Site, event: Event, entries: Sequence[Entry]) -> Changed:
    entry = entries[event.step]
    words = site.words[f"h_was_{event.kind}"]
    flags = site.words.say("h_flags", _flags(site, event.flags)) if event.flags else ""
    return Changed(entry.anchor, entry.date or site.words["h_uncommitted"], words + flags)


def _lost(site: Site, one: Lost, entries: Sequence[Entry]) -> Changed:
    entry = entries[one.step]
    return Changed(entry.anchor, entry.date or site.words["h_uncommitted"], site.words[f"h_was_{one.kind}"])


def _evidence(page: Page, life: Life) -> Iterator[tuple[str, str, str]]:
    """The numbers under which a claim's evidence stands at the foot of the page, with address and title."""
    found: dict[str, Source] = {}
    for source in page.sources:
        found.setdefault(source.id, source)
    plain = all(_NUMBER.match(source_id) for source_id in found)
    order = {source_id: str(count) for count, source_id in enumerate(found, 1)}
    for source_id in life.claim.ids:
        if source_id in found:
            number = source_id if plain else order[source_id]
            source = found[source_id]
            yield number, f"{BACK}#{evidence_anchor(number)}", source.quote or source.title or source.resource
