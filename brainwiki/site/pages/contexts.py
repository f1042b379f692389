"""What the templates show around a page's text: head, banner, evidence, backlinks; values only, no HTML of their own making."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from brainwiki.markup.parser import scalars
from brainwiki.markup.scanner import links_in
from brainwiki.model.page import Page
from brainwiki.model.standing import at_of, day, entries_of, instant, machine_time, trust
from brainwiki.site.pages import backlinks, reports
from brainwiki.site.pages.backlinks import Edges, Mention
from brainwiki.site.pages.conversations import quotes_of
from brainwiki.site.pages.evidence import Entry, cited, entries
from brainwiki.site.state import Place, Site
from brainwiki.site.text import marks
from brainwiki.site.text.balance import text_of
from brainwiki.site.text.render import Rendered, render
from brainwiki.site.urls import FOLDER_OF, folder_of

_SHOWN_ELSEWHERE = frozenset(
    "type title description aliases tags sources status superseded_by stale_after confidence generated verified language lang "
    "due state owner started ended agent turns origin author published resource".split()
)
_DATES = ("last_updated", "updated", "modified", "timestamp", "date", "created")
MAX_PROPERTIES = 16


class Chip(NamedTuple):
    """A small label in a page's head: a kind for the style sheet, words, a hint, a share from 0 to 100 (-1: none), the instant
    that it is about, by which a script tells what holds now, and where it leads (empty: nowhere)."""

    kind: str
    words: str
    hint: str = ""
    share: int = -1
    at: str = ""
    href: str = ""


class Fact(NamedTuple):
    """A date or a name in a page's head, and for a date the instant."""

    words: str
    at: str = ""


class Tag(NamedTuple):
    """A tag and the address of what bears it, if there is one."""

    name: str
    href: str


class Crumb(NamedTuple):
    """A step of the path above a page."""

    title: str
    href: str


class Property(NamedTuple):
    """A front-matter value that the site gives no meaning: its key and its values as HTML."""

    key: str
    values: tuple[str, ...]


class Head(NamedTuple):
    """The head of a page. `title` is HTML, `plain` its words; `successor` is set where the page is superseded."""

    title: str
    plain: str
    anchor: str
    language: str
    crumbs: tuple[Crumb, ...]
    chips: tuple[Chip, ...]
    facts: tuple[Fact, ...]
    origin: str
    description: str
    aliases: tuple[str, ...]
    tags: tuple[Tag, ...]
    properties: tuple[Property, ...]
    is_deprecated: bool
    successor: Place | None
    edit: str
    report: str


class Foot(NamedTuple):
    """What stands under a page: evidence, who links here, who cites it; and how many of those two are left out."""

    anchor: str
    entries: tuple[Entry, ...]
    linked_from: tuple[Mention, ...]
    more_links: int
    cited_by: tuple[Mention, ...]
    more_cites: int
    lines: tuple[str, ...]
    marked: frozenset[int]
    quotes: tuple[str, ...] = ()


class View(NamedTuple):
    """A whole page, ready for the templates."""

    head: Head
    rendered: Rendered
    foot: Foot


def view(site: Site, page: Page, edges: Edges) -> View:
    """Everything that is shown of a page."""
    evidence = entries(site, page, edges.facts.said(page.path).claims_of(page))
    rendered = render(site, page, cited(evidence))
    return View(head(site, page, rendered), rendered, foot(site, page, edges, rendered, evidence))


def head(site: Site, page: Page, rendered: Rendered) -> Head:
    """The head of a page."""
    title = rendered.title
    return Head(
        title=title.inner if title and title.inner else escape(page.title),
        plain=page.title,
        anchor=title.anchor if title else "",
        language=site.language(page),
        crumbs=tuple(crumbs(site, page)),
        chips=tuple(_chips(site, page)),
        facts=tuple(_facts(site, page)),
        origin=_origin(page),
        description=page.description,
        aliases=page.aliases,
        tags=tuple(Tag(tag, tag_href(site, page, tag)) for tag in page.tags),
        properties=tuple(_properties(site, page)),
        is_deprecated=page.status == "deprecated" or bool(page.text_of("superseded_by")),
        successor=_successor(site, page),
        edit=reports.edit_link(site, page),
        report=reports.page_report(site, page),
    )


def crumbs(site: Site, page: Page) -> Iterator[Crumb]:
    """The folders above a page."""
    if page.kind == "raw" or page.path in ("index.md", "log.md"):
        return
    folder = folder_of(page)
    parts = folder.split("/") if folder else []
    for depth in range(1, len(parts) + 1):
        path = "/".join(parts[:depth])
        if path in site.addresses.folders and site.addresses.folders[path] != site.address(page):
            yield Crumb(folder_title(site, path), site.to(page, site.addresses.folders[path]))


def folder_title(site: Site, folder: str) -> str:
    """A folder's name for people: its own index page's title, the site's word for it, else its name as words."""
    index = site.wiki.pages.get(f"{folder}/index.md")
    if index is not None and index.text_of("title"):
        return index.title
    name = folder.rpartition("/")[2]
    section = FOLDER_OF.get(folder, folder)
    if section in site.addresses.listings:
        return site.words[section]
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _chips(site: Site, page: Page) -> Iterator[Chip]:
    """Type, state, confidence, freshness and trust, as far as the page says anything of them."""
    if page.kind in ("index", "log", "raw"):
        return
    words = site.words_of(page)
    if page.type or page.kind != "page":
        address = site.addresses.type(page)
        href = site.to(page, address) if address else ""
        yield Chip("type", page.type or page.kind, words["type"], href=href)
    if page.kind == "task" and page.text_of("state"):
        yield Chip(f"state-{page.text_of('state')}", page.text_of("state"))
        yield Chip("due", words.say("due", page.text_of("due")) if page.text_of("due") else words["no_due"])
    if page.kind in ("page", "note"):
        if page.text_of("status") or site.wiki.dialect.name == "brain":
            yield Chip(f"status-{page.status}", words.get(page.status, page.status))
        if page.confidence is not None:
            share = round(page.confidence * 100)
            yield Chip("confidence", words.say("confidence", share), words["confidence_hint"], share)
    yield from _freshness(site, page)
    tier = trust(page)
    if tier != "unverified" or page.kind in ("page", "note") and site.wiki.dialect.name == "brain":
        yield Chip(f"trust-{tier}", words[tier])


def _freshness(site: Site, page: Page) -> Iterator[Chip]:
    """Until when the page may be trusted unseen; whether that is over is told by the reader's clock and not by the build's."""
    limit = instant(page.text_of("stale_after"))
    if limit is not None:
        words = site.words_of(page)
        yield Chip(
            "check", words.say("check_after", limit.date().isoformat()), words["stale_hint"], at=limit.isoformat()
        )


def tag_href(site: Site, page: Page, tag: str) -> str:
    """The address of the listing of what bears a tag, seen from a page; empty where there is none."""
    address = site.addresses.tag(tag)
    return site.to(page, address) if address else ""


def _facts(site: Site, page: Page) -> Iterator[Fact]:
    """Dates and makers, in the order in which they happened."""
    words = site.words_of(page)
    for key in ("author", "published", "agent", "owner"):
        if page.text_of(key):
            yield _dated("{}", page.text_of(key)) if key == "published" else Fact(page.text_of(key))
    if page.text_of("started"):
        yield _dated("{}", page.text_of("started"))
    if page.kind == "session" and page.text_of("turns"):
        yield Fact(words.say("turns", page.text_of("turns")))
    generated = at_of(page.meta.get("generated"))
    if generated:
        yield _dated(words["generated"], generated)
    verified = max((at_of(entry) for entry in entries_of(page, "verified")), key=_moment, default="")
    if verified:
        yield _dated(words["verified"], verified)
    updated = next((page.text_of(key) for key in _DATES if page.text_of(key)), "")
    if updated and not page.meta.get("generated"):
        yield _dated(words["updated"], updated)


def _dated(pattern: str, at: str) -> Fact:
    return Fact(pattern.format(day(at)), machine_time(at))


def _moment(at: str) -> tuple[bool, float, str]:
    """The order of instants as written; what is none comes first."""
    found = instant(at)
    return found is not None, found.timestamp() if found else 0.0, at


def _origin(page: Page) -> str:
    """The address of the work that a source page is about."""
    address = page.text_of("resource") or page.text_of("url")
    return address if page.kind == "source" and address.startswith(("https://", "http://")) else ""


def _successor(site: Site, page: Page) -> Place | None:
    """The page that took this one's place."""
    written = page.text_of("superseded_by")
    link = next(iter(links_in(written, 0, 0)), None)
    return site.follow(page, link._replace(form="wikilink")) if link else None


def _properties(site: Site, page: Page) -> Iterator[Property]:
    """Front-matter values that the site gives no meaning of its own; wikilinks in them are links."""
    if page.kind in ("session", "raw", "proposal"):
        return
    found: dict[str, list[str]] = {}
    for path, value in scalars(page.meta):
        if path[0] not in _SHOWN_ELSEWHERE and value.strip():
            found.setdefault(str(path[0]), []).append(_value(site, page, value))
    for key, values in list(found.items())[:MAX_PROPERTIES]:
        yield Property(key, tuple(values[:MAX_PROPERTIES]))


def _value(site: Site, page: Page, value: str) -> str:
    """A value as HTML: its wikilinks where the dialect makes them links, an address as a link."""
    links = list(links_in(value, 0, 0)) if site.wiki.dialect.meta_links else []
    if links:
        return ", ".join(marks.wikilink(site, page, link._replace(form="wikilink")).html for link in links)
    if value.startswith(("https://", "http://")) and " " not in value:
        return marks.anchor(site.words_of(page), Place("outside", value), escape(value))
    return escape(value)


def foot(site: Site, page: Page, edges: Edges, rendered: Rendered, evidence: Mapping[str, Entry]) -> Foot:
    """What stands under the page; its lines are shown with numbers where evidence counts them."""
    linked, more_links = backlinks.linked_from(site, page, edges)
    citing, more_cites = backlinks.cited_by(site, page, edges)
    marked = edges.lines.get(page.path, frozenset())
    shown = tuple(
        entry._replace(note=_note(entry, rendered.notes.get(source_id, ""))) for source_id, entry in evidence.items()
    )
    return Foot(
        anchor=rendered.foot_anchor,
        entries=shown,
        linked_from=tuple(linked),
        more_links=more_links,
        cited_by=tuple(citing),
        more_cites=more_cites,
        lines=tuple(page.body_lines) if marked else (),
        marked=marked,
        quotes=quotes_of(site, page, edges) if marked or page.kind == "raw" else (),
    )


def _note(entry: Entry, note: str) -> str:
    """A footnote's own words; one paragraph stands without its tags."""
    if note.startswith("<p>") and note.endswith("</p>") and note.count("<p>") == 1:
        note = note[3:-4]
    return note if text_of(note) or "<img" in note else ""
