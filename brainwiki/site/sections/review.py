"""Proposals: those that wait for their review, from their branches, and those that were decided, from their receipts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from brainwiki.markup import parser
from brainwiki.model.page import Page
from brainwiki.model.past import Touch
from brainwiki.model.proposal import Proposal
from brainwiki.site.output import PageOutput, Part, digest
from brainwiki.site.pages.contexts import Crumb
from brainwiki.site.pages.differences import STYLES, Difference, Document, counts_of, difference, outline
from brainwiki.site.pages.receipts import (
    MAX_NAMED,
    STATES,
    Facts,
    Receipt,
    Written,
    changes_of,
    facts_of,
    receipt_of,
    written_at,
)
from brainwiki.site.sections.listing import Step, steps
from brainwiki.site.sections.room import Room
from brainwiki.site.urls import IN_A_PART, relative


class Waiting(NamedTuple):
    """An open proposal: what it says of itself, who made it when on what base, and the pages that it touches.

    `changes` counts the named pages by what is done to them, `hidden` those that are not published. `href` leads to its own page,
    `counts` say what it does to claims and `risk` how risky that is (empty: unknown).
    """

    id: str
    anchor: str
    title: str
    about: str
    language: str
    at: str
    who: str
    by_agent: bool
    branch: str
    base: str
    pages: tuple[Written, ...]
    changes: tuple[tuple[str, int], ...]
    more: int
    hidden: int
    href: str
    state: tuple[str, str]
    risk: str
    counts: tuple[str, ...]


class Own(NamedTuple):
    """The page of an open proposal: what the list says of it, its receipt, the path back, and what it changes (None: unknown)."""

    waiting: Waiting
    receipt: Receipt
    crumbs: tuple[Crumb, ...]
    difference: Difference | None


class Decided(NamedTuple):
    """A decided proposal in short: its title and link, the word for its state, and what its receipt says."""

    title: str
    href: str
    about: str
    language: str
    state: str
    facts: Facts
    changes: tuple[tuple[str, int], ...]
    pages: int


class Review(NamedTuple):
    """The page: `is_open` says that open proposals are shown, `is_decided` that receipts are."""

    waiting: tuple[Waiting, ...]
    decided: tuple[Decided, ...]
    is_open: bool
    is_decided: bool
    size: int
    steps: tuple[Step, ...]


def outputs(room: Room) -> Iterator[PageOutput]:
    """The page of proposals, in parts where there are many."""
    first = room.site.addresses.listings.get("review")
    if first is None:
        return
    pages = sorted(room.maker.tree.of_kind("proposal"), key=lambda page: page.path, reverse=True)
    ordered = sorted(pages, key=lambda page: facts_of(room.site, page).at, reverse=True)
    all_parts = room.site.addresses.parts.get(first, (first,))
    named = [room.token(path) for path in _named(room)]
    told = [_told_of(room, one) for one in room.site.proposals]
    for number, base in enumerate(all_parts):
        shown = [page.path for page in ordered[number * IN_A_PART : (number + 1) * IN_A_PART]]
        own = () if number else (room.site.proposals, named, room.site.states, told)
        yield PageOutput(
            base, room.key(shown, len(pages), all_parts, own), partial(_part, room, base, all_parts, shown, len(pages))
        )

    yield from _own_pages(room)


def _own_pages(room: Room) -> Iterator[PageOutput]:
    """A page for each open proposal."""
    for proposal in room.site.proposals:
        address = room.site.addresses.proposals.get(proposal.id)
        if address:
            shown = _own(room, proposal, address)
            yield PageOutput(address, digest(shown, room.site.words.language), partial(_page, room, shown))


def _page(room: Room, shown: Own) -> Part:
    """The page of an open proposal."""
    words = room.site.words
    headings = outline(shown.difference, words) if shown.difference else []
    content = room.render("proposal", own=shown, d=shown.difference, language=words.language)
    part = room.whole(shown.waiting.title, content, headings)
    return part._replace(styles=(*part.styles, *STYLES), is_indexed=False)


def _own(room: Room, proposal: Proposal, base: str) -> Own:
    site, words = room.site, room.site.words
    path = f"proposals/{proposal.id}.md"
    told = parser.parse(path, proposal.receipt.encode("utf-8", "replace"), site.wiki.dialect)
    waiting = _waiting(room, proposal, base)
    receipt = receipt_of(site, told, base)
    state, word = waiting.state
    receipt = receipt._replace(facts=receipt.facts._replace(state=state), state=word)
    up = Crumb(words["review"], relative(base, site.addresses.listings["review"]))
    return Own(waiting, receipt, (up,), difference(site, _document(room, proposal), base, words, path))


def _document(room: Room, proposal: Proposal) -> Document:
    return room.site.compare(proposal.base, proposal.tip, True) if proposal.base else {}


def _told_of(room: Room, proposal: Proposal) -> tuple[str, ...]:
    """What the list shows of what a proposal changes."""
    found = _document(room, proposal)
    return (found["risk"], *counts_of(found["claims"], room.site.words)) if found else ()


def _state(room: Room, proposal: Proposal) -> str:
    """Where a proposal stands: as is recorded, else stale where a page that it writes is another by now, else open."""
    known = room.site.states.get(proposal.id, "")
    if known in STATES and known != "open":
        return known
    pages = room.site.wiki.pages
    for touch in proposal.touches:
        page = pages.get(touch.was or touch.path)
        if page is not None and page.version and page.version != touch.before:
            return "stale"
        if page is None and touch.before and touch.path.endswith(".md"):
            return "stale"
    return "open"


def _named(room: Room) -> list[str]:
    """The published pages that open proposals touch."""
    paths = {path for one in room.site.proposals for touch in one.touches for path in (touch.path, touch.was)}
    return sorted(path for path in paths if room.site.is_shown(path))


def _part(room: Room, base: str, all_parts: Sequence[str], shown: Sequence[str], size: int) -> Part:
    words, publish = room.site.words, room.site.config.publish
    review = Review(
        tuple(_waiting(room, one, base) for one in room.site.proposals) if base == all_parts[0] else (),
        tuple(_decided(room, room.site.wiki.pages[path], base) for path in shown),
        "open-proposals" in publish and base == all_parts[0],
        "proposals" in publish,
        size,
        steps(base, all_parts),
    )
    headings = [(2, "waiting", words["open"])] if review.is_open else []
    headings += [(2, "decided", words["decided"])] if review.is_decided else []
    part = room.whole(words["review"], room.render("review", review=review), headings)
    return part._replace(styles=(*part.styles, *STYLES))


def _waiting(room: Room, proposal: Proposal, base: str) -> Waiting:
    """An open proposal for the page at the address `base`; its own receipt is none of the pages that it touches."""
    site = room.site
    receipt = f"proposals/{proposal.id}.md"
    told = parser.parse(receipt, proposal.receipt.encode("utf-8", "replace"), site.wiki.dialect)
    title = told.text_of("title") or proposal.summary or proposal.id
    touches = [touch for touch in proposal.touches if touch.path != receipt]
    public = [touch for touch in touches if site.may_name(touch.path) or touch.was and site.is_shown(touch.was)]
    pages = tuple(_touched(room, touch, base) for touch in public[:MAX_NAMED])
    found, state = _document(room, proposal), _state(room, proposal)
    return Waiting(
        proposal.id,
        f"p-{digest(proposal.id)[:8]}",
        title,
        told.description,
        site.language_of_name(told),
        proposal.at,
        proposal.actor or proposal.author,
        proposal.by_agent,
        proposal.ref.removeprefix("refs/").removeprefix("heads/").removeprefix("remotes/"),
        proposal.base[:10],
        pages,
        changes_of(Counter(map(_change, public))),
        len(public) - len(pages),
        len(touches) - len(public),
        relative(base, site.addresses.proposals[proposal.id]) if proposal.id in site.addresses.proposals else "",
        (state, site.words[STATES[state]]),
        found["risk"] if found else "",
        tuple(counts_of(found["claims"], site.words)) if found else (),
    )


def _touched(room: Room, touch: Touch, base: str) -> Written:
    path = touch.path if room.site.is_shown(touch.path) else touch.was or touch.path
    return written_at(room.site, path, _change(touch), base)


def _change(touch: Touch) -> str:
    """What a branch did to a file."""
    if touch.was:
        return "renamed"
    return "added" if not touch.before else "edited" if touch.after else "removed"


def _decided(room: Room, page: Page, base: str) -> Decided:
    facts = facts_of(room.site, page)
    return Decided(
        page.title,
        relative(base, room.site.addresses.pages[page.path]),
        page.description,
        room.site.language_of_name(page),
        room.site.words[STATES[facts.state]],
        facts,
        changes_of(Counter(change for _, change in facts.writes)),
        len(dict(facts.writes)),
    )
