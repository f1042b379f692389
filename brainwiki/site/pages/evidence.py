"""The evidence of a page as readers see it: where each entry leads, what it says, how far it can be checked, what rests on it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple
from urllib.parse import quote as percent
from urllib.parse import urlsplit

from brainwiki.model.evidence import Evidence, is_quoted, locate
from brainwiki.model.page import Page, Source
from brainwiki.model.session import Turn
from brainwiki.model.standing import day, machine_time, trust
from brainwiki.site.pages.reports import claim_report
from brainwiki.site.state import Place, Site
from brainwiki.site.text.marks import Cited, evidence_anchor
from brainwiki.site.text.quotes import quote_anchor
from brainwiki.site.text.render import words as words_at
from brainwiki.site.words import Words

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
    """One entry at the foot. `href` leads down, `action` says to what; `note` is HTML where a footnote says more than a title.

    `at` is the date for machines, `trust` the tier of the page that is cited, empty where it has none.
    """

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
    at: str = ""
    trust: str = ""


def cited(entries: Mapping[str, Entry]) -> dict[str, Cited]:
    """What the marks in the text show of each entry, by source id."""
    return {source_id: Cited(entry.number, _summary(entry)) for source_id, entry in entries.items()}


def _summary(entry: Entry) -> str:
    quoted = f"“{entry.quote}”" if entry.quote else ""
    line = " · ".join(part for part in (entry.title, entry.detail, entry.date, quoted) if part)
    return line if len(line) <= _SUMMARY else f"{line[: _SUMMARY - 1].rstrip()}…"


def entries(site: Site, page: Page, said: Mapping[str, str] = MappingProxyType({})) -> dict[str, Entry]:
    """The entries of a page by source id, in their order; of two with one id the first is meant. `said` gives the words of
    claims by id, as far as they are known; the others are worked out."""
    found: dict[str, Source] = {}
    for source in page.sources:
        found.setdefault(source.id, source)
    plain = all(_ID.match(source_id) for source_id in found)
    resting = _resting(site, page, said)
    used = {source_id for cite in page.cites for source_id in cite.ids}
    result = {}
    for count, (source_id, source) in enumerate(found.items(), 1):
        number = source_id if plain else str(count)
        entry = _entry(site, page, source, number)
        result[source_id] = entry._replace(is_cited=source_id in used, claims=tuple(resting.get(source_id, ())))
    return result


def _resting(site: Site, page: Page, known: Mapping[str, str]) -> dict[str, list[Resting]]:
    """Claims by the source ids that they cite."""
    found: dict[str, list[Resting]] = {}
    for claim in page.claims:
        said = known.get(claim.id) or words_at(site, page, claim.start, claim.end)
        resting = Resting(claim.id, said, claim_report(site, page, claim.id, said), claim.until)
        for source_id in claim.ids:
            found.setdefault(source_id, []).append(resting)
    return found


def _entry(site: Site, page: Page, source: Source, number: str) -> Entry:
    evidence = locate(site.wiki, page, source)
    support = support_of(site, evidence, source.quote)
    place, action = _way_down(site, page, source if support == "quoted" else source._replace(quote=""), evidence)
    target = site.wiki.pages.get(evidence.path)
    turn = _turn(site, evidence)
    at = source.at or (turn.at if turn else "") or (target.text_of("published") if target else "")
    return Entry(
        number=number,
        anchor=evidence_anchor(number),
        title=_title(page, source, evidence, place),
        detail=_detail(site, page, evidence, turn),
        author=source.author or (target.text_of("author") if target else ""),
        date=day(at),
        quote=source.quote,
        href=place.href,
        action=action,
        is_outside=place.state == "outside",
        support=support,
        reason=evidence.reason,
        is_cited=True,
        at=machine_time(at),
        trust=_trust(site, target),
    )


def _trust(site: Site, target: Page | None) -> str:
    """The tier of a cited page; where the dialect knows tiers, a page or note that nobody verified is told as well."""
    if target is None or target.kind not in ("page", "note", "source"):
        return ""
    tier = trust(target)
    return tier if tier != "unverified" or target.kind != "source" and site.wiki.dialect.name == "brain" else ""


def _title(page: Page, source: Source, evidence: Evidence, place: Place) -> str:
    """The entry's own title, else that of what it leads to, else its address; a footnote's words come last."""
    if source.title and source.start < page.body:
        return source.title
    if evidence.place == "url":
        return urlsplit(evidence.address).netloc or evidence.address
    if evidence.place == "commit":
        return evidence.address
    return place.title or source.resource or source.title


def _detail(site: Site, page: Page, evidence: Evidence, turn: Turn | None) -> str:
    """Which part of the target is meant."""
    words = site.words_of(page)
    if evidence.turn:
        speaker = speaker_of(words, turn.role) if turn else ""
        return " · ".join(part for part in (words.say("turn", evidence.turn), speaker) if part)
    return words.say("line", evidence.lines[0]) if evidence.lines[0] else ""


def speaker_of(words: Words, role: str) -> str:
    """The name of a role in a language of the site."""
    return words.get(role, role) if role in ("user", "assistant", "tool", "system") else role


def _turn(site: Site, evidence: Evidence) -> Turn | None:
    transcript = site.wiki.transcripts.get(site.wiki.pages[evidence.path].id) if evidence.turn else None
    return transcript.by_number.get(evidence.turn) if transcript else None


def _way_down(site: Site, page: Page, source: Source, evidence: Evidence) -> tuple[Place, str]:
    """Where the entry leads (a source with a quote: to its words) and what the link says; what is not published gets no link."""
    place, action = _place(site, page, source, evidence)
    return place, action if place.href else site.words_of(page)["private"] if place.state == "private" else ""


def _place(site: Site, page: Page, source: Source, evidence: Evidence) -> tuple[Place, str]:
    say = site.words_of(page).say
    if evidence.place == "url":
        safe = evidence.address.startswith(("https://", "http://"))
        return Place("outside", evidence.address if safe else ""), say("go_url")
    if evidence.place == "commit":
        return _commit(site, evidence, say("commit", evidence.address.removeprefix("git:")[:10].partition(":")[0]))
    if evidence.place in ("broken", "asserted"):
        return Place("missing"), ""
    if evidence.place == "raw":
        return _raw(site, page, source, evidence)
    if evidence.place == "lines":
        return site.at(page, evidence.path, f"L{evidence.lines[0]}"), say("go_lines", evidence.lines[0])
    if evidence.place == "turn":
        anchor = f"turn-{evidence.turn}"
        named = quote_anchor(source.quote, anchor) if source.quote else anchor
        return site.at(page, evidence.path, named), say("go_turn", evidence.turn)
    place = site.at(page, evidence.path, source.resource.partition("#")[2])
    action = {"session": "go_session", "file": "go_file"}.get(evidence.place, "go_page")
    is_prose = evidence.place in ("page", "session")
    return place._replace(href=_at_quote(place.href, source.quote) if is_prose else place.href), say(action)


def _raw(site: Site, page: Page, source: Source, evidence: Evidence) -> tuple[Place, str]:
    """The way into a read-only file: to the line, else to the quote."""
    line = evidence.lines[0]
    if line:
        return site.raw(page, evidence.path, f"L{line}"), site.words.say("go_lines", line)
    anchor = quote_anchor(source.quote) if source.quote else ""
    return site.raw(page, evidence.path, anchor), site.words["go_page"]


def _at_quote(href: str, quoted: str) -> str:
    """The link with the quote as a text fragment: browsers that know it scroll to the words and mark them."""
    if not href or not quoted or "#" in href:
        return href
    return f"{href}#:~:text={percent(quoted, safe='', errors='replace').replace('-', '%2D')}"


def _commit(site: Site, evidence: Evidence, action: str) -> tuple[Place, str]:
    commit = evidence.address.removeprefix("git:").partition(":")[0]
    if not site.config.repository:
        return Place("missing"), action
    return Place("outside", f"{site.config.repository.rstrip('/')}/commit/{commit}"), action


def support_of(site: Site, evidence: Evidence, quoted: str) -> Support:
    """How far a reader can check the entry here."""
    if evidence.place in ("broken", "asserted"):
        return "broken" if evidence.place == "broken" else "asserted"
    if not evidence.verifiable:
        return "unreadable"
    if not quoted:
        return "readable"
    return "quoted" if is_quoted(site.wiki, evidence, quoted) else "misquoted"
