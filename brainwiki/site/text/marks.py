"""The HTML of links and cites: our own markup, put in place of placeholders after a page was cleaned."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from brainwiki.model.names import fold
from brainwiki.model.page import Cite, Link, Page
from brainwiki.site.language import EAST_ASIAN, is_east_asian, of_text
from brainwiki.site.published import is_image
from brainwiki.site.state import Place, Site
from brainwiki.site.text.placeholders import Mark
from brainwiki.site.words import Words

_SIZE = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,4}))?$")
_SAFE_SCHEMES = ("https://", "http://", "mailto:")


class Cited(NamedTuple):
    """An evidence entry as its marks show it: the number, and a line that says what it is."""

    number: str
    summary: str


def evidence_anchor(number: str) -> str:
    """The `id` of an evidence entry at the foot of its page."""
    return f"bw-evidence-{number}"


def anchor(words: Words, place: Place, inner: str, name: str = "", language: str = "") -> str:
    """An HTML link to a place around `inner` (HTML), or a visible sign that there is none, told in these words; `name` is
    what was written, `language` that of the link where it is not the page's."""
    if place.state == "outside":
        return _outside(place.href, inner)
    if place.href:
        kind = "bw-link" if place.state != "file" else "bw-link bw-link--file"
        spoken = f' lang="{escape(language)}"' if language else ""
        return f'<a class="{kind}" href="{escape(place.href)}"{spoken}>{inner}</a>'
    if place.state == "private":
        return _without_link("bw-private", words.say("not_shown", place.title), inner)
    reason = "ambiguous" if place.state == "ambiguous" else "no_page"
    return _without_link("bw-missing", words.say(reason, name or place.title), inner)


def _outside(address: str, inner: str) -> str:
    if not address.lower().startswith(_SAFE_SCHEMES):
        return f"<span>{inner}</span>"
    return f'<a class="bw-external" href="{escape(address)}" rel="noopener nofollow">{inner}</a>'


def _without_link(kind: str, reason: str, inner: str) -> str:
    return f'<span class="{kind}" title="{escape(reason)}">{inner}</span>'


def wikilink(site: Site, page: Page, link: Link) -> Mark:
    """A `[[link]]` or `![[embed]]` of the page."""
    place = site.follow(page, link)
    words = label(site, place, link)
    if link.form == "embed":
        return Mark("link", _embed(site, page, place, link, words), words)
    language = _other_language(site, page, place, words) if is_east_asian(words) else ""
    return Mark("link", anchor(site.words_of(page), place, escape(words), link.target, language), words)


def _other_language(site: Site, page: Page, place: Place, words: str) -> str:
    """The language of a linked page's name, where it is not that of the page: the same signs look different in each."""
    other = site.wiki.pages.get(place.path)
    if other is None:
        return ""
    language = site.language(other)
    if language.partition("-")[0] not in EAST_ASIAN:
        language = of_text(words, language)
    return language if language != site.language(page) else ""


def label(site: Site, place: Place, link: Link) -> str:
    """What a reader sees of a wikilink: its label, else the title of what it means, unless a title or alias was written."""
    if link.label:
        return link.label
    page = site.wiki.pages.get(place.path)
    name = link.target
    if page is not None and fold(name) not in {fold(alias) for alias in page.aliases}:
        name = page.title
    if not link.fragment:
        return name
    part = _part(site, page, link.fragment)
    return f"{name} › {part}" if link.target else part


def _part(site: Site, page: Page | None, fragment: str) -> str:
    """The words for a part of a page: a heading as it stands there."""
    heading = site.heading_of(page, site.anchor(page, fragment)) if page is not None else None
    return heading if heading is not None else fragment.rpartition("#")[2].removeprefix("^")


def _embed(site: Site, page: Page, place: Place, link: Link, words: str) -> str:
    """An embedded image is shown, an embedded page is a card that leads to it."""
    if place.state == "file" and is_image(place.path):
        size = _SIZE.match(link.label)
        alt = place.title if size or not link.label else link.label
        return image(place.href, alt, {"width": size[1], "height": size[2] or ""} if size else {})
    other = site.wiki.pages.get(place.path)
    if other is None or not place.href:
        inner = anchor(site.words_of(page), place, escape(words), link.target)
        return f'<span class="bw-card bw-card--plain">{inner}</span>'
    about = f'<span class="bw-card__about">{escape(other.description)}</span>' if other.description else ""
    return (
        f'<a class="bw-card" href="{escape(place.href)}"><span class="bw-card__title">{escape(words)}</span>{about}</a>'
    )


def image(source: str, alt: str, more: Mapping[str, str]) -> str:
    """An image of this site."""
    rest = "".join(f' {name}="{escape(value)}"' for name, value in more.items() if value)
    return f'<img src="{escape(source)}" alt="{escape(alt)}"{rest} loading="lazy">'


def cite(words: Words, cited: Mapping[str, Cited], mark: Cite, claim: str) -> Mark:
    """An evidence mark: a small number for each source id, each leading to the foot; `claim` where it is the claim's first."""
    links = "".join(_number(words, cited.get(source_id), source_id) for source_id in mark.ids)
    return Mark("cite", f'<sup class="bw-cite">{links}</sup>', "", claim)


def _number(words: Words, entry: Cited | None, source_id: str) -> str:
    if entry is None:
        reason = escape(words.say("no_evidence", source_id))
        return f'<span class="bw-missing" title="{reason}">{escape(source_id)}</span>'
    name = escape(words.say("evidence_n", entry.number))
    return f'<a href="#{evidence_anchor(entry.number)}" title="{escape(entry.summary)}" aria-label="{name}">{escape(entry.number)}</a>'
