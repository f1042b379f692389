"""Sessions and evidence files as readers see them: turns of a conversation, numbered lines; plain text, never markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from brainwiki.model.page import Page
from brainwiki.model.session import Transcript, Turn
from brainwiki.site.language import of_text
from brainwiki.site.pages.backlinks import Edges, Mention, cited_by
from brainwiki.site.pages.evidence import speaker_of
from brainwiki.site.pages.turns import FOLDED, Block, Shown, shown
from brainwiki.site.state import Site
from brainwiki.site.stretches import Stretch, ordered
from brainwiki.site.text.quotes import Piece, Spot, find, pieces, quote_anchor
from brainwiki.site.words import Words

_FIRST_WORDS = 90


class TurnView(NamedTuple):
    """One turn: its anchor, who spoke and when, its text; `date` is set where a new day begins, `cited_by` who rests on it.

    `blocks` are shown, `rest` is folded behind them. A folded turn shows its first words and its size until it is opened;
    one that is cited is open. `quotes` are anchors of quotes whose words could not be marked.
    """

    number: int
    anchor: str
    role: str
    speaker: str
    date: str
    time: str
    instant: str
    blocks: tuple[Block, ...]
    rest: tuple[Block, ...]
    more: int
    is_rest_open: bool
    language: str
    first_words: str
    size: str
    is_folded: bool
    quotes: tuple[str, ...]
    cited_by: tuple[Mention, ...]


class PartLink(NamedTuple):
    """A way to a part of a conversation: its number, its first and last turn, and the address."""

    number: int
    first: int
    last: int
    href: str


class Conversation(NamedTuple):
    """The turns of one part of a session; `is_there` is False where its transcript is not at hand, `unread` counts broken lines.

    `part` counts from 1; `parts` are all of them, `before` and `after` its neighbours.
    """

    turns: tuple[TurnView, ...]
    is_there: bool
    unread: int
    total: int = 0
    part: int = 1
    parts: tuple[PartLink, ...] = ()
    before: PartLink | None = None
    after: PartLink | None = None


class Line(NamedTuple):
    """A line of a text with its number, its words with quotes marked, and whether evidence points to it."""

    number: int
    pieces: tuple[Piece, ...]
    is_cited: bool


def conversation(site: Site, page: Page, edges: Edges, part: int = 1) -> Conversation:
    """One part of the conversation of a session page."""
    transcript = site.wiki.transcripts.get(page.id)
    if transcript is None:
        return Conversation((), False, 0)
    stretches = site.stretches.of(page)
    if not stretches:
        return Conversation((), True, len(transcript.broken))
    links = tuple(_part_link(site, page, stretch, part) for stretch in stretches) if len(stretches) > 1 else ()
    return Conversation(
        turns=tuple(_turns(site, page, edges, transcript, stretches[part - 1])),
        is_there=True,
        unread=len(transcript.broken) if part == 1 else 0,
        total=len(transcript.numbers),
        part=part,
        parts=links,
        before=links[part - 2] if part > 1 else None,
        after=links[part] if part < len(links) else None,
    )


def _part_link(site: Site, page: Page, stretch: Stretch, part: int) -> PartLink:
    """The way to a part, seen from another part."""
    href = site.to(page, site.stretches.address(page, stretch.number)) if stretch.number != part else ""
    return PartLink(stretch.number, stretch.first, stretch.last, deeper(href, part))


def deeper(href: str, part: int) -> str:
    """An address as a session's page writes it, as its parts beyond the first write it: they lie one folder deeper."""
    return f"../{href.removeprefix('./')}" if href and part > 1 and not href.startswith("#") else href


def _turns(site: Site, page: Page, edges: Edges, transcript: Transcript, stretch: Stretch) -> Iterator[TurnView]:
    words = site.words_of(page)
    cited = _quotes(site, page, edges, stretch)
    last_day = ""
    for turn in ordered(transcript):
        if not stretch.first <= turn.number <= stretch.last:
            continue
        mentions: tuple[Mention, ...] = ()
        if turn.number in cited:
            mentions = tuple(_deeper(one, stretch.number) for one in cited_by(site, page, edges, turn.number)[0])
        date = turn.at[:10]
        yield _view(site, words, turn, mentions, cited.get(turn.number, ()))._replace(
            date=date if date != last_day else ""
        )
        last_day = date


def _deeper(mention: Mention, part: int) -> Mention:
    sentences = tuple(said._replace(href=deeper(said.href, part)) for said in mention.sentences)
    return mention._replace(href=deeper(mention.href, part), sentences=sentences)


def _quotes(site: Site, page: Page, edges: Edges, stretch: Stretch) -> dict[int, list[str]]:
    """The quotes by which other pages rest on turns of this part, by the turn's number."""
    found: dict[int, list[str]] = {}
    for path, source_id, turn in edges.cites.get(page.path, ()):
        if turn and stretch.first <= turn <= stretch.last:
            source = site.wiki.pages[path].source(source_id)
            quotes = found.setdefault(turn, [])
            if source is not None and source.quote and source.quote not in quotes:
                quotes.append(source.quote)
    return found


def _view(site: Site, words: Words, turn: Turn, mentions: tuple[Mention, ...], quotes: Sequence[str]) -> TurnView:
    role = turn.role if turn.role in ("user", "assistant", *FOLDED) else "other"
    anchor = f"turn-{turn.number}"
    spots, lost = spots_of(turn.text, {quote_anchor(quote, anchor): quote for quote in quotes})
    what: Shown = shown(words, turn.text, role, spots)
    return TurnView(
        number=turn.number,
        anchor=anchor,
        role=role,
        speaker=speaker_of(words, turn.role),
        date="",
        time=turn.at[11:16],
        instant=turn.at,
        blocks=what.blocks,
        rest=what.rest,
        more=what.more,
        is_rest_open=what.is_rest_open,
        language=of_text(turn.text[:400], site.config.language),
        first_words=" ".join(turn.text[: _FIRST_WORDS * 2].split())[:_FIRST_WORDS],
        size=what.size,
        is_folded=role in FOLDED and not mentions,
        quotes=lost,
        cited_by=mentions,
    )


def spots_of(text: str, quotes: Mapping[str, str]) -> tuple[tuple[Spot, ...], tuple[str, ...]]:
    """Where quotes (by their anchors) stand in a text, and the anchors of those that were not found."""
    found: list[Spot] = []
    lost: list[str] = []
    for anchor, quote in quotes.items():
        span = find(text, quote)
        if span is None:
            lost.append(anchor)
        else:
            found.append(Spot(*span, anchor))
    return tuple(sorted(found)), tuple(lost)


def lines_of(text: str, cited: frozenset[int], quotes: Iterable[str] = ()) -> tuple[Line, ...]:
    """A text as numbered lines, from 1, with these quotes marked."""
    waiting = list(reversed(spots_of(text, {quote_anchor(quote): quote for quote in quotes})[0]))
    open_spots: list[Spot] = []
    found: list[Line] = []
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        end = at + len(line)
        open_spots = [spot for spot in open_spots if spot.end > at]
        while waiting and waiting[-1].start < end:
            open_spots.append(waiting.pop())
        found.append(Line(number, pieces(text, at, end, open_spots), number in cited))
        at = end + 1
    return tuple(found)


def quotes_of(site: Site, page: Page, edges: Edges) -> tuple[str, ...]:
    """The quotes by which other pages rest on a page as a whole or on lines of it, each once."""
    found: dict[str, None] = {}
    for path, source_id, turn in edges.cites.get(page.path, ()):
        source = site.wiki.pages[path].source(source_id)
        if source is not None and source.quote and not turn:
            found[source.quote] = None
    return tuple(found)
