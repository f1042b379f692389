"""What the templates show around a page's text: head, banner, evidence, backlinks; values only, no HTML of their own making."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any, NamedTuple

from brainwiki.markup.parser import scalars
from brainwiki.markup.scanner import links_in
from brainwiki.model.page import Page
from brainwiki.site.pages import backlinks, reports
from brainwiki.site.pages.backlinks import Edges, Mention
from brainwiki.site.pages.evidence import Entry, cited, day, entries
from brainwiki.site.state import Place, Site
from brainwiki.site.text import marks
from brainwiki.site.text.balance import text_of
from brainwiki.site.text.render import Rendered, render
from brainwiki.site.urls import folder_of

_SHOWN_ELSEWHERE = frozenset(
    "type title description aliases tags sources status superseded_by stale_after confidence generated verified language lang "
    "due state owner started ended agent turns origin author published resource".split()
)
_DATES = ("last_updated", "updated", "modified", "timestamp", "date", "created")
MAX_PROPERTIES = 16


class Chip(NamedTuple):
    """A small label in a page's head: a kind for the style sheet, words, a hint, a share from 0 to 100 (-1: none)."""

    kind: str
    words: str
    hint: str = ""
    share: int = -1


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
    facts: tuple[str, ...]
    origin: str
    description: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
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


class View(NamedTuple):
    """A whole page, ready for the templates."""

    head: Head
    rendered: Rendered
    foot: Foot


def view(site: Site, page: Page, edges: Edges) -> View:
    """Everything that is shown of a page."""
    evidence = entries(site, page)
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
        tags=page.tags,
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
    if folder in site.addresses.listings:
        return site.words[folder]
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _chips(site: Site, page: Page) -> Iterator[Chip]:
    """Type, state, confidence, freshness and trust, as far as the page says anything of them."""
    if page.kind in ("index", "log", "raw"):
        return
    if page.type or page.kind != "page":
        yield Chip("type", page.type or page.kind, site.words["type"])
    if page.kind == "task" and page.text_of("state"):
        yield Chip(f"state-{page.text_of('state')}", page.text_of("state"))
        yield Chip("due", site.words.say("due", page.text_of("due")) if page.text_of("due") else site.words["no_due"])
    if page.kind in ("page", "note"):
        if page.text_of("status") or site.wiki.dialect.name == "brain":
            yield Chip(f"status-{page.status}", site.words.get(page.status, page.status))
        if page.confidence is not None:
            share = round(page.confidence * 100)
            yield Chip("confidence", site.words.say("confidence", share), site.words["confidence_hint"], share)
    yield from _freshness(site, page)
    tier = trust(page)
    if tier != "unverified" or page.kind in ("page", "note") and site.wiki.dialect.name == "brain":
        yield Chip(f"trust-{tier}", site.words[tier])


def _freshness(site: Site, page: Page) -> Iterator[Chip]:
    limit = instant(page.text_of("stale_after"))
    if limit is not None:
        kind = "stale" if site.now >= limit else "fresh"
        yield Chip(kind, site.words.say(kind, limit.date().isoformat()), site.words["stale_hint"])


def instant(text: str) -> datetime | None:
    """An ISO 8601 instant; without an offset it counts as UTC; None where it is none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def trust(page: Page) -> str:
    """The trust tier, derived from `verified`: human-reviewed, machine-confirmed or unverified."""
    actors = [_by(entry) for entry in _list(page.meta.get("verified"))]
    if any(actor.startswith("human:") for actor in actors):
        return "human-reviewed"
    return "machine-confirmed" if any(actors) else "unverified"


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _by(entry: Any) -> str:
    actor = entry.get("by") if isinstance(entry, dict) else ""
    return actor if isinstance(actor, str) else ""


def _at(entry: Any) -> str:
    at = entry.get("at") if isinstance(entry, dict) else ""
    return day(at) if isinstance(at, str) else ""


def _facts(site: Site, page: Page) -> Iterator[str]:
    """Dates and makers, in the order in which they happened."""
    say = site.words.say
    for key in ("author", "published", "agent", "owner"):
        if page.text_of(key):
            yield page.text_of(key)
    if page.text_of("started"):
        yield day(page.text_of("started"))
    if page.kind == "session" and page.text_of("turns"):
        yield say("turns", page.text_of("turns"))
    if _at(page.meta.get("generated")):
        yield say("generated", _at(page.meta.get("generated")))
    verified = max((_at(entry) for entry in _list(page.meta.get("verified"))), default="")
    if verified:
        yield say("verified", verified)
    updated = next((page.text_of(key) for key in _DATES if page.text_of(key)), "")
    if updated and not page.meta.get("generated"):
        yield say("updated", day(updated))


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
    if page.kind in ("session", "raw"):
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
        return marks.anchor(site, Place("outside", value), escape(value))
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
    )


def _note(entry: Entry, note: str) -> str:
    """A footnote's own words; one paragraph stands without its tags."""
    if note.startswith("<p>") and note.endswith("</p>") and note.count("<p>") == 1:
        note = note[3:-4]
    return note if text_of(note) or "<img" in note else ""
