"""The history pages of all pages that have a past, the data to compare any two revisions, and the line that leads there."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from brainwiki.model.page import Page
from brainwiki.model.past import Revision
from brainwiki.site.history.chronicle import Step, chronicle
from brainwiki.site.history.compared import compared
from brainwiki.site.history.entries import Entries
from brainwiki.site.history.told import FORMAT
from brainwiki.site.history.view import MOST_TOLD, all_steps, anchors, view
from brainwiki.site.output import KEPT, FileOutput, Output, PageOutput, Part, digest
from brainwiki.site.pages.history_line import HistoryLine
from brainwiki.site.pages.parts import Maker
from brainwiki.site.shards import data_file
from brainwiki.site.state import Site
from brainwiki.site.urls import HISTORY, history_of

_SCRIPTS = ("assets/javascripts/bw-difference.js", "assets/javascripts/bw-history.js")
MOST_KEPT = 128 * 1024  # bytes of packed data that are kept for the next build
COMPARABLE = 3  # revisions from which any two may be compared: of two the list shows the difference


def histories(maker: Maker, is_unseen: Callable[[str], bool] = lambda path: False) -> Iterator[Output]:
    """A history page for each published page that a commit touched, and data for comparing where there are enough revisions.

    `is_unseen` says by path of which pages nothing changed since the last build.
    """
    site = maker.site
    past = chronicle(site)
    for path, address in site.addresses.pages.items():
        page = site.wiki.pages[path]
        steps = all_steps(site, page, past.of(path))
        if not steps:
            continue
        key = KEPT if is_unseen(path) else _key(maker, page, address, steps)
        data = f"history/{digest(address)[:16]}" if len(steps) >= COMPARABLE else ""
        yield PageOutput(history_of(address), key, partial(_part, maker, page, steps, data))
        if data:
            yield FileOutput(f"data/{data}.js", key, partial(_data, site, page, steps, data))


def history_line(site: Site, path: str) -> HistoryLine | None:
    """The line on the page at `path`; None where no commit has it."""
    page = site.wiki.pages[path]
    steps = all_steps(site, page, chronicle(site).of(path))
    if not steps or not site.is_shown(path):
        return None
    committed = [step for step in steps if step.revision.id]
    last = committed[0].revision
    return HistoryLine(HISTORY, last, last.at[:10], len(committed), len(committed) < len(steps))


def line_key(site: Site, path: str) -> str:
    """What the line on the page at `path` depends on beside the page itself."""
    steps = chronicle(site).of(path)
    return f"{len(steps)} {steps[0].revision.id} {steps[0].touch.after}" if steps else ""


def _key(maker: Maker, page: Page, address: str, steps: Sequence[Step]) -> str:
    """A digest of all that a history page shows: the page, its steps, the receipts that they name."""
    site, said = maker.site, maker.edges.facts.key(page)
    touches = [(one.commit, one.path, one.before, one.after, one.was) for one in (step.touch for step in steps)]
    receipts = [_receipt(site, step.revision.proposal) for step in steps if step.revision.proposal]
    return digest(address, page.title, touches, receipts, site.past.is_cut, said)


def _receipt(site: Site, proposal: str) -> tuple[str, str, str]:
    """What is shown of a proposal: its name, the title and the address of its receipt."""
    page = site.wiki.pages.get(f"proposals/{proposal}.md")
    return (proposal, page.title, site.address(page)) if page is not None else (proposal, "", "")


def _part(maker: Maker, page: Page, steps: Sequence[Step], data: str) -> Part:
    site = maker.site
    shown = view(site, page, steps, data)
    titles = [("revisions", "h_revisions"), ("claims", "h_claims_title")]
    return Part(
        title=site.words.say("h_title", page.title),
        language=site.config.language,
        description="",
        content=maker.templates.render("history", site, view=shown, entries=_entries(maker).html(shown)),
        contents=tuple(
            {"level": 2, "id": anchor, "name": site.words[key], "children": []}
            for anchor, key in titles
            if anchor == "revisions" or shown.claims or shown.lost
        ),
        is_whole=True,
        is_indexed=False,
        styles=("assets/stylesheets/bw-history.css",),
        scripts=_SCRIPTS if data else (),
    )


def _entries(maker: Maker) -> Entries:
    """What makes the entries of all history pages of a site."""
    site = maker.site
    found = site.rooms.get("histories")
    if not isinstance(found, Entries):
        who = partial(_who, maker)
        found = site.rooms["histories"] = Entries(site.words, who)
    return found


def _who(maker: Maker, revision: Revision) -> str:
    return maker.templates.render("history_who", maker.site, revision=revision)


def _data(site: Site, page: Page, steps: Sequence[Step], data: str) -> bytes:
    """The file of a page, kept packed: to read all versions again would take far longer."""
    versions = [(anchor, step.touch.after) for anchor, step in zip(anchors(steps), steps[:MOST_TOLD], strict=False)]
    key = digest(FORMAT, data, versions, site.wiki.dialect.name)
    kept = site.memo.known("history", (key,)).get(key)
    if kept is not None:
        return zlib.decompress(kept)
    made = data_file(data, compared(site, page, steps))
    packed = zlib.compress(made, 1)
    if len(packed) <= MOST_KEPT:
        site.memo.keep("history", key, packed)
    return made
