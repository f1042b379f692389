"""A page as plain words in sections: what readers see of it, without marks, cites and anything that is hidden."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from brainwiki.markup.parser import MAX_PAGE
from brainwiki.markup.structure import MARKDOWN
from brainwiki.model.names import fold
from brainwiki.model.page import Link, Page
from brainwiki.site.state import Site
from brainwiki.site.text.placeholders import Mark, Placeholders, Span
from brainwiki.site.text.render import hidden, marked_headings
from brainwiki.site.text.sanitise import clean

_INLINE = "a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr|ruby"
_INLINE_TAG = re.compile(f"</?(?:{_INLINE})(?:\\s[^>]*)?>")
_ANY_TAG = re.compile(r"<[^>]*>")
_NOT_READ = re.compile(r'<sup class="footnote-(?:reference|definition-label)">.*?</sup>|<r[pt]>.*?</r[pt]>', re.DOTALL)
_ALERT = re.compile(r"^\s*\[![A-Za-z][\w\-]{0,30}\][+\-]?", re.MULTILINE)
_SIZE = re.compile(r"[0-9]{1,4}(?:x[0-9]{1,4})?$")


class Section(NamedTuple):
    """A stretch of a page: the anchor and words of its heading (both empty for what stands above the first), and its text as
    one line."""

    anchor: str
    heading: str
    text: str


def sections(site: Site, page: Page) -> list[Section]:
    """The sections of a page in order, without those that are empty; its own title is no heading."""
    if len(page.text) > MAX_PAGE:
        return [Section("", "", _one_line(page.text[page.body :]))]
    placeholders = Placeholders(site.secret)
    source = placeholders.encode(page.text, page.body, len(page.text), _spans(site, page))
    cleaned = clean(MARKDOWN.html(source))
    if cleaned is None:
        return [Section("", "", _one_line(page.text[page.body :]))]
    plain = _ANY_TAG.sub("\n", _INLINE_TAG.sub("", _NOT_READ.sub("", cleaned)))
    return [one for one in _split(placeholders, page, plain) if one.heading or one.text]


def label(site: Site, page: Page, link: Link) -> str:
    """What a reader sees of a wikilink. Pages that are not published keep the name that was written."""
    if link.form == "embed" and _SIZE.match(link.label):
        return ""
    if link.label:
        return link.label
    path = site.wiki.resolve(page, link).path
    other = site.wiki.pages.get(path) if path and site.is_shown(path) else None
    if other is None:
        return "" if link.form == "embed" else link.target or link.fragment
    name = link.target if fold(link.target) in {fold(alias) for alias in other.aliases} else other.title
    part = link.fragment.rpartition("#")[2].removeprefix("^")
    return f"{name} › {part}" if part and link.target else part or name


def _spans(site: Site, page: Page) -> list[Span]:
    """Links as their words, cites and block ids as nothing, headings with their anchors."""
    found = [*marked_headings(page), *hidden(page)]
    for link in page.links:
        if link.form in ("wikilink", "embed"):
            found.append(Span(link.start, 2, link.end, Mark("link", words=label(site, page, link))))
    found += [Span(cite.start, 2, cite.end, Mark("cite")) for cite in page.cites]
    found += [Span(start, 2, start + 1 + len(name), Mark("block")) for name, start in page.blocks.items()]
    found.sort(key=lambda span: (span.start, span.rank))
    return found


def _split(placeholders: Placeholders, page: Page, plain: str) -> Iterator[Section]:
    """The text cut where headings begin; a heading goes to the end of its line."""
    anchor, pieces = "", [""]
    for piece, number in placeholders.find(plain):
        mark = placeholders.marks[number] if number is not None else None
        if mark is None:
            pieces.append(piece)
        elif mark.kind == "heading":
            pieces.append(piece)
            yield _section(page, anchor, "".join(pieces))
            anchor, pieces = mark.name, [""]
        else:
            # a mark stands at its word, and the blank before it goes with it
            pieces.append(piece.rstrip(" \n") if mark.kind == "cite" else piece)
            pieces.append(html.escape(mark.words))
    yield _section(page, anchor, "".join(pieces))


def _section(page: Page, anchor: str, text: str) -> Section:
    """One section; a first heading that says the page's title is none."""
    heading = ""
    if anchor:
        heading, _, text = text.strip(" ").partition("\n")
        heading = _one_line(html.unescape(heading))
        if fold(heading) == fold(page.title):
            anchor, heading = "", ""
    return Section(anchor, heading, _one_line(html.unescape(_ALERT.sub("", text))))


def _one_line(text: str) -> str:
    return " ".join(text.split())
