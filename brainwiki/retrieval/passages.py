"""Files to what a search finds: a unit (page, note, session, source, task) with its passages, and the columns that are indexed.

A page is cut at its headings into passages of about 150 to 300 tokens; code and tables stay whole. A session is its summary and
one passage for each turn. The same function decides what a file is and whether it is found at all, so that a row and the kind that
it bears cannot differ; rule files, the index, the log, receipts and what was rejected give no unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from brainwiki.model import standing
from brainwiki.model.names import stem
from brainwiki.retrieval.asking import clean
from brainwiki.retrieval.cutting import Passage, passages_of, whole
from brainwiki.retrieval.tokens import joined

if TYPE_CHECKING:  # a search in which nothing changed needs no parser
    from brainwiki.markup.parser import Outline
    from brainwiki.model.session import Turn

NEAR = 2  # passages before and after one that are its context
LONGEST_TURN = 8_000  # characters of a turn that are found and shown
_KINDS = {"page": "page", "note": "note", "session": "session", "source": "source", "task": "task", "raw": "source"}
_WITHDRAWN = ("rejected", "forgotten")
_DATES = ("updated", "last_updated", "modified", "published", "date", "created", "due")
_ROLES = ("user", "assistant", "tool", "system")
# What is no word of a text, by a sign that tells whether it may be there: cites, footnotes' marks, addresses of links, ids of blocks.
_MARKS = (
    ("[cite:", re.compile(r"\[cite:[^\]\n]*\]")),
    ("[^", re.compile(r"\[\^[^\]\s]*\]:?")),
    ("](", re.compile(r"\]\([^()\s]*\)")),
    (" ^", re.compile(r" \^[A-Za-z0-9-]+$", re.MULTILINE)),
)
_MONTHS = "January February March April May June July August September October November December".split()

Columns = tuple[str, str, str, str, str]  # title, aliases, headings, body, context: tokens parted by blanks


class Unit(NamedTuple):
    """One file as a search knows it; of a session the folder. `kind` is one of `query.KINDS`.

    `date` is a day (empty: unknown), `stale_after` and `looked_at` instants as written, `confidence` 0 to 1 (None: not told),
    `status` its state in our words, `tier` the trust that is derived from who verified it.
    """

    path: str
    kind: str
    type: str
    title: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    scope: str
    description: str
    date: str
    status: str
    stale_after: str
    looked_at: str
    confidence: float | None
    tier: str
    passages: tuple[Passage, ...]


def unit_of(path: str, outline: Outline, turns: Iterable[Turn] = ()) -> Unit | None:
    """The unit of the file at `path`, with the turns of its transcript where it is a session; None where it is never found."""
    kind = _KINDS.get(outline.kind, "")
    if not kind or outline.status in _WITHDRAWN:
        return None
    meta = outline.meta
    made = standing.at_of(meta.get("generated"))
    looked = standing.latest([made, *(standing.at_of(entry) for entry in standing.entries_of(outline, "verified"))])
    is_session = kind == "session"
    date = _date(meta, ("started", "ended") if is_session else _DATES, looked)
    name = path.removesuffix("/session.md") if is_session else path
    first = next((heading.text for heading in outline.headings if heading.level == 1), "")
    title = _text(meta, "title") or first or stem(name.removesuffix(".md"))
    found = (whole if kind == "note" else passages_of)(outline, title, date)
    said = [_turn(turn, date) for turn in turns]
    found = [one for one in found if one.text or not said] + said
    return Unit(
        name, kind, _text(meta, "type"), title, _list(meta, "aliases"), _list(meta, "tags"), _text(meta, "scope"),
        _text(meta, "description"), date, outline.status, _text(meta, "stale_after"), looked, outline.confidence,
        standing.trust(outline), tuple(found),
    )  # fmt: skip


def _turn(turn: Turn, date: str) -> Passage:
    """One turn; its own day where it tells one, else that of the session."""
    text = clean(turn.text[:LONGEST_TURN])
    day = standing.day(turn.at)
    return Passage(
        text, turn.line, "", turn.number, day if standing.instant(day) else date, clean(turn.role), heads=(), places=()
    )


def _text(meta: Mapping[str, Any], key: str) -> str:
    value = meta.get(key)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _list(meta: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = meta.get(key)
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _date(meta: Mapping[str, Any], keys: Iterable[str], looked: str) -> str:
    """The day that a file bears: of the first key that tells one, else of when it was last verified or made."""
    for value in (*(_text(meta, key) for key in keys), looked):
        day = standing.day(value)
        if len(day) == 10 and standing.instant(day):
            return day
    return ""


def columns(unit: Unit) -> list[Columns]:
    """What is indexed of each passage of a unit, in order; the same unit gives the same columns."""
    title, aliases = joined(unit.title), joined("\n".join((*unit.aliases, *unit.tags)))
    bodies = [joined(said) for said in _said(unit)]
    if len(bodies) == 1:
        return [(title, aliases, joined("\n".join(unit.passages[0].heads)), bodies[0], "")]
    return [
        (
            title,
            aliases,
            joined("\n".join(one.heads)) if one.heads else "",
            bodies[at],
            " ".join(bodies[max(at - NEAR, 0) : at] + bodies[at + 1 : at + 1 + NEAR]),
        )
        for at, one in enumerate(unit.passages)
    ]


def _said(unit: Unit) -> Iterator[str]:
    """The words of each passage: with the day and the speaker of a turn, and the description before the first passage."""
    before = unit.description
    for one in unit.passages:
        text = one.text
        for sign, marks in _MARKS:
            if sign in text:
                text = marks.sub(" ", text)
        if one.turn is not None:
            speaker = "" if one.label in _ROLES else one.label
            text = f"{speaker} {text}\n{_day_in_words(one.date)}"
        yield f"{before}\n{text}" if before else text
        before = ""


def _day_in_words(day: str) -> str:
    """A day as people write it, so that a question may name it in either way."""
    if not day:
        return ""
    return f"{day} {int(day[8:])} {_MONTHS[int(day[5:7]) - 1]} {day[:4]}"


def text_of(passage: Passage, unit: Unit) -> str:
    """The text by which a passage is compared in meaning: where it stands, when it was, what it says."""
    head = " > ".join(part for part in (unit.title, passage.section) if part)
    lead = f"{head} ({passage.date})" if passage.date else head
    speaker = f"{passage.label}: " if passage.label else ""
    return f"{lead}\n{speaker}{passage.text}"
