"""The evidence of a page as readers see it: where each entry leads, what it says, how far it can be checked, what rests on it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple
from urllib.parse import quote as percent
from urllib.parse import urlsplit

from brainwiki.model.evidence import Evidence, is_quoted, locate
from brainwiki.model.page import Page, Source
from brainwiki.model.session import Turn
from brainwiki.site.pages.reports import claim_report
from brainwiki.site.state import Place, Site
from brainwiki.site.text.marks import Cited, evidence_anchor
from brainwiki.site.text.render import words

Support = Literal["quoted", "misquoted", "readable", "unreadable", "asserted", "broken"]

_ID = re.compile(r"[0-9]{1,4}$")
_SUMMARY = 160


class Resting(NamedTuple):
    """A claim that rests on an entry: its anchor on the page, its words, the address to report it, the date until it held."""

    anchor: str
    words: str
    report: str
    until: str


class Entry(NamedTuple):
    """One entry at the foot. `href` leads down, `action` says to what; `note` is HTML where a footnote says more than a title."""

    number: str
    anchor: str
    title: str
    detail: str
    author: str
    date: str
    quote: str
    href: str
    action: str
    is_outside: bool
    support: Support
    reason: str
    is_cited: bool
    claims: tuple[Resting, ...] = ()
    note: str = ""


def cited(entries: Mapping[str, Entry]) -> dict[str, Cited]:
    """What the marks in the text show of each entry, by source id."""
    return {source_id: Cited(entry.number, _summary(entry)) for source_id, entry in entries.items()}


def _summary(entry: Entry) -> str:
    quoted = f"“{entry.quote}”" if entry.quote else ""
    line = " · ".join(part for part in (entry.title, entry.detail, entry.date, quoted) if part)
    return line if len(line) <= _SUMMARY else f"{line[: _SUMMARY - 1].rstrip()}…"


def entries(site: Site, page: Page) -> dict[str, Entry]:
    """The entries of a page by source id, in their order; of two with one id the first is meant."""
    found: dict[str, Source] = {}
    for source in page.sources:
        found.setdefault(source.id, source)
    plain = all(_ID.match(source_id) for source_id in found)
    resting = _resting(site, page)
    used = {source_id for cite in page.cites for source_id in cite.ids}
    result = {}
    for count, (source_id, source) in enumerate(found.items(), 1):
        number = source_id if plain else str(count)
        entry = _entry(site, page, source, number)
        result[source_id] = entry._replace(is_cited=source_id in used, claims=tuple(resting.get(source_id, ())))
    return result


def _resting(site: Site, page: Page) -> dict[str, list[Resting]]:
    """Claims by the source ids that they cite."""
    found: dict[str, list[Resting]] = {}
    for claim in page.claims:
        said = words(site, page, claim.start, claim.end)
        resting = Resting(claim.id, said, claim_report(site, page, claim.id, said), claim.until)
        for source_id in claim.ids:
            found.setdefault(source_id, []).append(resting)
    return found


def _entry(site: Site, page: Page, source: Source, number: str) -> Entry:
    evidence = locate(site.wiki, page, source)
    place, action = _way_down(site, page, source, evidence)
    target = site.wiki.pages.get(evidence.path)
    turn = _turn(site, evidence)
    support = _support(site, evidence, source.quote)
    return Entry(
        number=number,
        anchor=evidence_anchor(number),
        title=_title(page, source, evidence, place),
        detail=_detail(site, evidence, turn),
        author=source.author or (target.text_of("author") if target else ""),
        date=day(source.at or (turn.at if turn else "") or (target.text_of("published") if target else "")),
        quote=source.quote,
        href=place.href,
        action=action,
        is_outside=place.state == "outside",
        support=support,
        reason=evidence.reason,
        is_cited=True,
    )


def _title(page: Page, source: Source, evidence: Evidence, place: Place) -> str:
    """The entry's own title, else that of what it leads to, else its address; a footnote's words come last."""
    if source.title and source.start < page.body:
        return source.title
    if evidence.place == "url":
        return urlsplit(evidence.address).netloc or evidence.address
    if evidence.place == "commit":
        return evidence.address
    return place.title or source.resource or source.title


def _detail(site: Site, evidence: Evidence, turn: Turn | None) -> str:
    """Which part of the target is meant."""
    if evidence.turn:
        speaker = speaker_of(site, turn.role) if turn else ""
        return " · ".join(part for part in (site.words.say("turn", evidence.turn), speaker) if part)
    return site.words.say("line", evidence.lines[0]) if evidence.lines[0] else ""


def speaker_of(site: Site, role: str) -> str:
    """The name of a role in the site's language."""
    return site.words.get(role, role) if role in ("user", "assistant", "tool", "system") else role


def _turn(site: Site, evidence: Evidence) -> Turn | None:
    transcript = site.wiki.transcripts.get(site.wiki.pages[evidence.path].id) if evidence.turn else None
    return transcript.by_number.get(evidence.turn) if transcript else None


def _way_down(site: Site, page: Page, source: Source, evidence: Evidence) -> tuple[Place, str]:
    """Where the entry leads and what the link says; what is not published keeps its title and gets no link."""
    place, action = _place(site, page, source, evidence)
    return place, action if place.href else site.words["private"] if place.state == "private" else ""


def _place(site: Site, page: Page, source: Source, evidence: Evidence) -> tuple[Place, str]:
    say = site.words.say
    if evidence.place == "url":
        safe = evidence.address.startswith(("https://", "http://"))
        return Place("outside", evidence.address if safe else ""), say("go_url")
    if evidence.place == "commit":
        return _commit(site, evidence)
    if evidence.place in ("broken", "asserted"):
        return Place("missing"), ""
    if evidence.place == "raw":
        line = evidence.lines[0]
        return site.raw(page, evidence.path, f"L{line}" if line else ""), say("go_lines", line) if line else say(
            "go_page"
        )
    if evidence.place == "lines":
        return site.at(page, evidence.path, f"L{evidence.lines[0]}"), say("go_lines", evidence.lines[0])
    if evidence.place == "turn":
        return site.at(page, evidence.path, f"turn-{evidence.turn}"), say("go_turn", evidence.turn)
    place = site.at(page, evidence.path, source.resource.partition("#")[2])
    action = {"session": "go_session", "file": "go_file"}.get(evidence.place, "go_page")
    return place._replace(href=_at_quote(place.href, source.quote) if evidence.place == "page" else place.href), say(
        action
    )


def _at_quote(href: str, quoted: str) -> str:
    """The link with the quote as a text fragment: browsers that know it scroll to the words and mark them."""
    if not href or not quoted or "#" in href:
        return href
    return f"{href}#:~:text={percent(quoted, safe='', errors='replace').replace('-', '%2D')}"


def _commit(site: Site, evidence: Evidence) -> tuple[Place, str]:
    commit = evidence.address.removeprefix("git:").partition(":")[0]
    action = site.words.say("commit", commit[:10])
    if not site.config.repository:
        return Place("missing"), action
    return Place("outside", f"{site.config.repository.rstrip('/')}/commit/{commit}"), action


def _support(site: Site, evidence: Evidence, quoted: str) -> Support:
    """How far a reader can check the entry here."""
    if evidence.place in ("broken", "asserted"):
        return "broken" if evidence.place == "broken" else "asserted"
    if not evidence.verifiable:
        return "unreadable"
    if not quoted:
        return "readable"
    return "quoted" if is_quoted(site.wiki, evidence, quoted) else "misquoted"


def day(instant: str) -> str:
    """The date of an instant as written; another text stays as it is."""
    return instant[:10] if re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", instant) else instant
