"""A page as HTML: read as Markdown by the parser's own reader, cleaned by the allow-list, dressed with our links and marks."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from brainwiki.markup.parser import MAX_PAGE
from brainwiki.markup.structure import MARKDOWN
from brainwiki.model.page import Claim, Link, Page
from brainwiki.site.state import Site, block_anchor
from brainwiki.site.text import balance, marks
from brainwiki.site.text.finish import Finisher, Title
from brainwiki.site.text.marks import Cited
from brainwiki.site.text.placeholders import Mark, Placeholders, Span
from brainwiki.site.text.sanitise import clean

_ATX = re.compile(r"[ \t]{0,3}#{1,6}(?:[ \t]+|(?=\n)|$)")
_BLOCK_SIGN = re.compile(r"\||>|\[[ xX]\]\s|\[!")
_ITEM = re.compile(r"[\s>|]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?")
_ANY_TAG = re.compile(r"<[^>]*>")
# A line to which Markdown gives no meaning: it begins with a letter and holds no sign of a mark, a link, HTML or math.
_IS_WORDS = re.compile(r"[^\W\d_][^\x00-\x1f\x7f\\`*_\[\]<>&|$~^{}\x85\u2028\u2029]*\Z")
_LONE = re.compile(r'<p>\s*((?:<span class="bw-block" id="[^"]*"></span>\s*)+)</p>')
_LAST_HEADING = re.compile(r'<h[2-6] id="([^"]*)">(?:(?!</h).)*</h[2-6]>', re.DOTALL)


_CITE, _BLOCK = Mark("cite"), Mark("block")
_start = attrgetter("start")  # of a span


class Rendered(NamedTuple):
    """A page's parts as HTML: the title from its first heading (None: it has none), the text, headings for the table of
    contents, what its evidence footnotes say by label, and the anchor of a heading that only stood above those footnotes."""

    title: Title | None
    body: str
    titles: tuple[Title, ...]
    notes: Mapping[str, str]
    foot_anchor: str = ""


def render(site: Site, page: Page, cited: Mapping[str, Cited]) -> Rendered:
    """Render a page; `cited` says how the marks of each of its evidence entries look. One over the parser's cap stays source."""
    if len(page.text) > MAX_PAGE:
        return Rendered(None, _as_source(page), (), {})
    placeholders = Placeholders(site.secret)
    source = placeholders.encode(page.text, page.body, len(page.text), _spans(site, page, cited))
    cleaned = clean(MARKDOWN.html(source))
    if cleaned is None:
        return Rendered(None, _as_source(page), (), {})
    finisher = Finisher(site, page, placeholders, _evidence_footnotes(site, page))
    body = finisher.run(cleaned)
    dresser = _Dresser(placeholders, page)
    body = dresser.dress(body)
    notes = {label: dresser.dress(note) for label, note in finisher.notes.items()}
    title = finisher.title._replace(inner=dresser.dress(finisher.title.inner)) if finisher.title else None
    body, foot = _without_empty_end(body) if notes else (body, "")
    return Rendered(
        title, body + dresser.rest(), tuple(one for one in finisher.titles if one.anchor != foot), notes, foot
    )


def words(site: Site, page: Page, start: int, end: int, signs: Sequence[Span] = ()) -> str:
    """The plain words of a stretch of a page, links by their labels, without cites and block ids; `signs` are put in."""
    begin = _ITEM.match(page.text, start, end)
    start = begin.end() if begin else start
    spans = site.spans.get(page.path)
    if spans is None:
        spans = site.spans[page.path] = sorted(_plain_spans(site, page), key=_start)
    first = bisect_left(spans, start, key=_start)
    last = bisect_left(spans, end, key=_start)
    placeholders = Placeholders(site.secret)
    inside = spans[first:last]
    if signs:
        inside = sorted([*inside, *(sign for sign in signs if start <= sign.start <= end)], key=_order)
    source = placeholders.encode(page.text, start, end, inside)
    if _IS_WORDS.match(source):
        return " ".join(html.unescape(placeholders.as_text(source)).replace("|", " ").split())
    plain = _ANY_TAG.sub("", placeholders.as_text(MARKDOWN.html(source)))
    return " ".join(html.unescape(plain).replace("|", " ").split())


def words_with_links(
    site: Site, page: Page, start: int, end: int, links: Iterable[Link]
) -> tuple[str, dict[int, tuple[int, int]]]:
    """The same, and by the offset of each of these links where its own words stand in them."""
    opened, closed, pattern = _signs(site.secret)
    signs: list[Span] = []
    for link in links:
        signs.append(Span(link.start, 0, link.start, Mark("block", "", f"{opened}{link.start}.")))
        signs.append(Span(link.end, 0, link.end, Mark("block", "", closed)))
    said: list[str] = []
    places: dict[int, tuple[int, int]] = {}
    begun: list[tuple[int, int]] = []
    at = 0
    for piece in pattern.split(words(site, page, start, end, signs)):
        if piece.startswith(opened):
            begun.append((int(piece[len(opened) : -1]), at))
        elif piece == closed:
            if begun:
                link_start, since = begun.pop()
                places[link_start] = (since, at)
        else:
            said.append(piece)
            at += len(piece)
    return "".join(said), places


@lru_cache(maxsize=4)
def _signs(secret: str) -> tuple[str, str, re.Pattern[str]]:
    """What marks where the words of a link begin (with its offset) and end, and the pattern of both."""
    opened, closed = f"{secret}(", f"{secret})"
    return opened, closed, re.compile(f"({re.escape(opened)}[0-9]+\\.|{re.escape(closed)})")


def _evidence_footnotes(site: Site, page: Page) -> frozenset[str]:
    """Labels of footnotes that are evidence in this dialect: their texts stand at the foot."""
    return frozenset(page.footnotes) if site.wiki.dialect.footnotes == "evidence" else frozenset()


def _as_source(page: Page) -> str:
    """A page that cannot be laid out, as it was written."""
    return f'<pre class="bw-source">{html.escape(page.text[page.body :])}</pre>'


def _spans(site: Site, page: Page, cited: Mapping[str, Cited]) -> list[Span]:
    """Everything in a page's text that a placeholder stands for, in order."""
    spans = [*_links_and_cites(site, page, cited), *marked_headings(page), *_claims(page), *hidden(page)]
    spans.sort(key=_order)
    return spans


def _order(span: Span) -> tuple[int, int]:
    return span.start, span.rank


def _plain_spans(site: Site, page: Page) -> Iterator[Span]:
    """Links by the words that readers see of them, cites and block ids as nothing."""
    for link in page.links:
        if link.form in ("wikilink", "embed"):
            words = marks.label(site, site.follow(page, link), link)
            yield Span(link.start, 2, link.end, Mark("link", "", words))
    for cite in page.cites:
        yield Span(cite.start, 2, cite.end, _CITE)
    for name, start in page.blocks.items():
        yield Span(start, 2, start + 1 + len(name), _BLOCK)


def _links_and_cites(site: Site, page: Page, cited: Mapping[str, Cited]) -> Iterator[Span]:
    for link in page.links:
        if link.form in ("wikilink", "embed"):
            yield Span(link.start, 2, link.end, marks.wikilink(site, page, link))
    first = _first_cites(page)
    around = site.words_of(page)
    for cite in page.cites:
        yield Span(cite.start, 2, cite.end, marks.cite(around, cited, cite, first.get(cite.start, "")))
    for name, start in page.blocks.items():
        own = block_anchor(name)
        anchor = "" if name.startswith("c-") else f'<span class="bw-block" id="{html.escape(own)}"></span>'
        yield Span(start, 2, start + 1 + len(name), Mark("block", anchor, "", own))


def _first_cites(page: Page) -> dict[int, str]:
    """The claim that is first cited at an offset: there its anchor goes where the sentence cannot be wrapped."""
    found: dict[int, str] = {}
    cites = iter(page.cites)
    cite = next(cites, None)
    for claim in page.claims:
        while cite is not None and cite.start < claim.start:
            cite = next(cites, None)
        if cite is not None and cite.start < claim.end:
            found[cite.start] = claim.id
    return found


def marked_headings(page: Page) -> Iterator[Span]:
    """An insertion at the words of each heading, which names its anchor."""
    for heading in page.headings:
        hashes = _ATX.match(page.text, heading.start, heading.end)
        at = hashes.end() if hashes else heading.start
        yield Span(at, 1, at, Mark("heading", name=heading.anchor))


def _claims(page: Page) -> Iterator[Span]:
    """Where sentences with cites begin and end, except where a sign there is part of the block's own markup."""
    for claim in page.claims:
        if not _BLOCK_SIGN.match(page.text, claim.start) and page.text[claim.end - 1] != "|":
            yield Span(claim.start, 1, claim.start, Mark("claim-start", _open(claim), "", claim.id))
            yield Span(claim.end, 0, claim.end, Mark("claim-end", "</span>", "", claim.id))


def _open(claim: Claim) -> str:
    earlier = " bw-claim--earlier" if claim.until else ""
    return f'<span class="bw-claim{earlier}" id="{html.escape(claim.id)}">'


def hidden(page: Page) -> Iterator[Span]:
    """Comments that HTML does not know: `%%…%%`."""
    for stretch in page.ranges:
        if stretch.kind == "comment" and page.text.startswith("%%", stretch.start):
            yield Span(stretch.start, -1, stretch.end, None)


class _Dresser:
    """Puts our HTML in place of the placeholders of one page and keeps account of which were seen."""

    def __init__(self, placeholders: Placeholders, page: Page) -> None:
        self.placeholders = placeholders
        self.seen: set[int] = set()
        self.named: set[str] = set()
        self.earlier = {claim.id for claim in page.claims if claim.until}

    def dress(self, markup: str) -> str:
        """A piece of the page's HTML with links, marks and anchors; a claim is one span where HTML allows it."""
        found = list(self.placeholders.find(markup))
        if len(found) == 1:
            return markup
        wrapped = self.wrapped(found)
        pieces = [self.spaced(found, index) for index in range(len(found))]
        out: list[str] = []
        for piece, (_, number) in zip(pieces, found, strict=True):
            out.append(piece)
            if number is not None:
                self.seen.add(number)
                out.append(self.html_of(self.placeholders.marks[number], wrapped))
        return _LONE.sub(r"\1", "".join(out))

    def kind(self, number: int | None) -> str:
        """The kind of a placeholder, empty for none."""
        return self.placeholders.marks[number].kind if number is not None else ""

    def wrapped(self, found: list[tuple[str, int | None]]) -> set[str]:
        """Ids of the claims that both begin and end here with nothing but whole inline elements between."""
        wrapped: set[str] = set()
        name, since = "", 0
        for index, (_, number) in enumerate(found):
            kind = self.kind(number)
            if number is None or not kind.startswith("claim"):
                continue
            if kind == "claim-start":
                name, since = self.placeholders.marks[number].name, index
            elif name == self.placeholders.marks[number].name and _is_whole(found[since + 1 : index + 1]):
                wrapped.add(name)
        return wrapped

    def spaced(self, found: list[tuple[str, int | None]], index: int) -> str:
        """A piece of text without the blanks that were put beside placeholders."""
        piece, number = found[index]
        if index and self.kind(found[index - 1][1]) in ("claim-start", "heading"):
            piece = piece.removeprefix(" ")
        if self.kind(number) == "cite":
            return piece.rstrip(" \n")  # a mark stands at its word
        return piece.removesuffix(" ") if self.kind(number) == "claim-end" else piece

    def html_of(self, mark: Mark, wrapped: set[str]) -> str:
        """The HTML of one placeholder."""
        if mark.kind in ("claim-start", "claim-end"):
            return mark.html if mark.name in wrapped else ""
        if mark.kind == "cite" and mark.name and mark.name not in wrapped:
            earlier = " bw-claim--earlier" if mark.name in self.earlier else ""
            return f'<span class="bw-claim{earlier}" id="{html.escape(mark.name)}"></span>{mark.html}'
        return mark.html

    def rest(self) -> str:
        """Links and cites that stand where Markdown shows nothing, such as a cell too many: they are not lost."""
        lost = [
            mark
            for number, mark in enumerate(self.placeholders.marks)
            if number not in self.seen and mark.kind in ("link", "cite")
        ]
        return f'<p class="bw-unplaced">{" ".join(self.html_of(mark, set()) for mark in lost)}</p>' if lost else ""


def _is_whole(found: list[tuple[str, int | None]]) -> bool:
    return balance.is_inline("".join(piece for piece, _ in found))


def _without_empty_end(body: str) -> tuple[str, str]:
    """The text without a last heading or rule that stood above footnotes only, and that heading's anchor."""
    body = body.rstrip().removesuffix("<hr>").rstrip()
    match = _LAST_HEADING.match(body, max(0, body.rfind("<h")))
    if match is None or match.end() != len(body):
        return body, ""
    return body[: match.start()].rstrip().removesuffix("<hr>"), html.unescape(match[1])
