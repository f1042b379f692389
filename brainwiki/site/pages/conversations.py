"""Sessions and evidence files as readers see them: turns of a conversation, numbered lines; plain text, never markup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from brainwiki.model.page import Page
from brainwiki.model.session import Transcript, Turn
from brainwiki.site.language import of_text
from brainwiki.site.pages.backlinks import Edges, Mention, cited_by
from brainwiki.site.pages.evidence import speaker_of
from brainwiki.site.state import Site

FOLDED = ("tool", "system")
_FIRST_WORDS = 90


class TurnView(NamedTuple):
    """One turn: its anchor, who spoke and when, its text; `date` is set where a new day begins, `cited_by` who rests on it.

    A folded turn shows its first words until it is opened; one that is cited is open.
    """

    number: int
    anchor: str
    role: str
    speaker: str
    date: str
    time: str
    instant: str
    text: str
    language: str
    first_words: str
    is_folded: bool
    cited_by: tuple[Mention, ...]


class Conversation(NamedTuple):
    """The turns of a session; `is_there` is False where its transcript is not at hand, `unread` counts broken lines."""

    turns: tuple[TurnView, ...]
    is_there: bool
    unread: int


class Line(NamedTuple):
    """A line of a text with its number and whether evidence points to it."""

    number: int
    text: str
    is_cited: bool


def conversation(site: Site, page: Page, edges: Edges) -> Conversation:
    """The conversation of a session page."""
    transcript = site.wiki.transcripts.get(page.id)
    if transcript is None:
        return Conversation((), False, 0)
    return Conversation(tuple(_turns(site, page, edges, transcript)), True, len(transcript.broken))


def _turns(site: Site, page: Page, edges: Edges, transcript: Transcript) -> Iterator[TurnView]:
    cited = {turn for _, _, turn in edges.cites.get(page.path, ()) if turn}
    last_day = ""
    seen: set[int] = set()
    for turn in transcript.turns:
        if turn.number in seen:
            continue
        seen.add(turn.number)
        mentions = tuple(cited_by(site, page, edges, turn.number)[0]) if turn.number in cited else ()
        date = turn.at[:10]
        yield _view(site, turn, date if date != last_day else "", mentions)
        last_day = date


def _view(site: Site, turn: Turn, date: str, mentions: tuple[Mention, ...]) -> TurnView:
    role = turn.role if turn.role in ("user", "assistant", *FOLDED) else "other"
    return TurnView(
        number=turn.number,
        anchor=f"turn-{turn.number}",
        role=role,
        speaker=speaker_of(site, turn.role),
        date=date,
        time=turn.at[11:16],
        instant=turn.at,
        text=turn.text,
        language=of_text(turn.text[:400], site.config.language),
        first_words=" ".join(turn.text[: _FIRST_WORDS * 2].split())[:_FIRST_WORDS],
        is_folded=role in FOLDED and not mentions,
        cited_by=mentions,
    )


def lines_of(text: str, cited: frozenset[int]) -> tuple[Line, ...]:
    """A text as numbered lines, from 1."""
    return tuple(Line(number, line, number in cited) for number, line in enumerate(text.split("\n"), 1))
