"""Hits of a search as candidates for a context: each passage with the evidence that its cites ask for, and the reason in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from brainwiki.markup import parser
from brainwiki.model.dialect import Dialect
from brainwiki.model.hit import Hit, Reason
from brainwiki.model.page import Cite, Page, Source
from brainwiki.model.standing import day, instant
from brainwiki.retrieval.packing import Candidate, Part

LANE_OF = {"page": "knowledge", "note": "notes", "session": "sessions", "source": "sources", "task": "tasks"}
LEAST = 1 / 3  # of a passage
ALSO = 0.6  # of the best passage's score: less fitting ones leave their room to other pages
QUOTE = 400  # characters of a quote that are shown


def candidate_of(hit: Hit, page: Page | None, dialect: Dialect, forgotten: Collection[str] = ()) -> Candidate:
    """The candidate of a hit. `page` is its file (None: it cites nothing), `forgotten` are names of erased evidence."""
    label = hit.title if hit.turn is None else f"{hit.title}, turn {hit.turn}"
    parts = tuple(
        Part(one.text, tuple(_notes(one.text, page, dialect, forgotten)) if page is not None else ())
        for one in (hit, *(other for other in hit.others if other.score >= ALSO * hit.score))
    )
    tier = hit.tier if hit.kind not in ("session", "source") else ""  # those are evidence: nobody verifies them
    attributes = (
        ("section", "" if hit.section.rpartition(" > ")[2] in hit.text else hit.section),
        ("date", hit.date),
        ("freshness", "" if hit.freshness == "fresh" else hit.freshness),
        ("confidence", "" if hit.confidence is None else f"{hit.confidence}%"),
        ("trust", tier if tier != "unverified" else ""),
        ("scope", hit.scope),
    )
    return Candidate(
        LANE_OF[hit.kind],
        label,
        hit.path,
        parts,
        because(hit.why),
        attributes,
        hit.freshness,
        hit.confidence,
        hit.date,
        tier,
        hit.scope,
        hit.line,
        hit.turn or 0,
        least=LEAST,
    )


def because(why: Reason) -> str:
    """Why a hit is there, in words."""
    return "found: " + ("; ".join(_reasons(why)) or "by date")


def _reasons(why: Reason) -> Iterator[str]:
    if why.lexical_rank is not None:
        yield f"number {why.lexical_rank} by words"
    if why.semantic_rank is not None:
        yield f"number {why.semantic_rank} by meaning"
    if why.alias:
        yield f"named “{why.alias}”"
    if why.confidence < 0.995:
        yield f"confidence × {why.confidence:.2f}"
    if why.recency < 0.995:
        yield f"age × {why.recency:.2f}"
    if why.note:
        yield why.note


def _notes(text: str, page: Page, dialect: Dialect, forgotten: Collection[str]) -> Iterator[tuple[int, str]]:
    """A line for each source that a passage cites, with the offset of the first cite that asks for it."""
    told: set[str] = set()
    for cite, offset in _cites(text, page, dialect):
        for number in cite.ids:
            source = page.source(number)
            if number not in told and source is not None:
                told.add(number)
                yield offset, evidence_line(source, forgotten)


def _cites(text: str, page: Page, dialect: Dialect) -> Iterator[tuple[Cite, int]]:
    """The cites of a passage with their offsets in it."""
    start = page.text.find(text) if text else -1
    if start >= 0:
        inside = (cite for cite in page.cites if start <= cite.start < start + len(text))
        yield from ((cite, cite.start - start) for cite in inside)
    else:  # comments were left out of the passage
        yield from (
            (cite, cite.start) for cite in parser.parse(page.path, text.encode("utf-8", "replace"), dialect).cites
        )


def evidence_line(source: Source, forgotten: Collection[str] = ()) -> str:
    """A source in one line: number, the words relied on, where and when they were said."""
    name = source.resource.removesuffix(".md")
    if {name, name.partition("#")[0].removesuffix(".md")} & set(forgotten):
        return f"[{source.id}] (forgotten)"
    quote = " ".join(source.quote.split())
    if len(quote) > QUOTE:
        quote = f"{quote[:QUOTE].rstrip()}…"
    title = "" if source.form != "resource" and source.resource in source.title else " ".join(source.title.split())
    where = ", ".join(filter(None, (title, source.resource, _date(source))))
    return " ".join(filter(None, (f"[{source.id}]", f"“{quote}”" if quote else "", f"({where})" if where else "")))


def _date(source: Source) -> str:
    """The day of a source: as it tells it, unless its resource names the day already."""
    found = day(source.at)
    return found if instant(found) is not None and found not in source.resource else ""
