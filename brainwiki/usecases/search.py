"""A question to the memory: what answers it, best first, with the reason for each hit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from brainwiki.errors import EmbedderError, IndexWriteError, RottenIndexError
from brainwiki.model.hit import Answer, Hit, Mode
from brainwiki.model.query import Query
from brainwiki.model.standing import freshness
from brainwiki.ports import Progress, Row, SearchIndex
from brainwiki.retrieval.asking import asked_terms, query_of
from brainwiki.retrieval.ranking import Ranked, Weights, by_date, named, rank
from brainwiki.retrieval.snippets import snippet
from brainwiki.usecases.index import refresh
from brainwiki.usecases.workspace import Workspace

POOL = 150  # rows of each list
RECENT = 500  # rows of which the newest files are taken where nothing can be ranked
MAKE = "`brainwiki index` makes them"
OTHERS = 3  # further passages of a page that a hit shows


class Wanted(NamedTuple):
    """What of the answer is wanted: how many hits, a step that is forced (None: the best that works), kinds and beginnings of
    paths (empty: all). `is_bare` spares the snippets: a hit then tells where its passage begins."""

    limit: int = 10
    mode: Mode | None = None
    kinds: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    is_bare: bool = False


BEST = Wanted()


class Lists(NamedTuple):
    """What the index answered: rows by words, rows by meaning with their cosine, the step that was reached, and why not a better."""

    lexical: Sequence[int] = ()
    semantic: Sequence[tuple[int, float]] = ()
    mode: Mode = "recency"
    degraded: str = ""


def search(workspace: Workspace, text: str, wanted: Wanted = BEST, on_progress: Progress | None = None) -> Answer:
    """The answer to a question, whatever it holds; the index is brought up to date first.

    Raises ConfigError, and IndexWriteError where there is no index yet and another process is building one.
    """
    notes = freshen(workspace, on_progress)
    try:
        answer = ask(workspace, text, wanted)
    except RottenIndexError:
        refresh(workspace, on_progress)
        answer = ask(workspace, text, wanted)
    return answer._replace(notes=(*notes, *answer.notes))


def freshen(workspace: Workspace, on_progress: Progress | None = None) -> tuple[str, ...]:
    """Bring the index up to date, and say where that could not be done: the answer then comes from the state before."""
    try:
        refresh(workspace, on_progress)
    except RottenIndexError:
        refresh(workspace, on_progress)
    except IndexWriteError as error:
        if not workspace.index().looks():
            raise
        return (f"{error.message} The newest changes are not in this answer.",)
    return ()


def ask(workspace: Workspace, text: str, wanted: Wanted = BEST) -> Answer:
    """The answer of the index as it stands; `freshen` must have been there before."""
    now = workspace.clock.now()
    query = query_of(text, now.date(), wanted.kinds, wanted.inside)
    index = workspace.index()
    terms = asked_terms(query.words)
    with index.steady():
        lists = _lists(workspace, index, query, terms, wanted.mode)
        notes = [query.note] if query.note else []
        if not (lists.lexical or lists.semantic) and query.phrases and wanted.mode != "recency":
            loose = query._replace(phrases=())
            again = _lists(workspace, index, loose, terms, wanted.mode)
            if again.lexical or again.semantic:
                query, lists = loose, again
                notes.append("No passage holds the quoted words as they are; these hold some of them.")
        ranked = _ranked(index, query, lists, now.date(), workspace.config.ranking)
        shown = named(query, ranked[: wanted.limit])
        hits = _hits(index, shown, None if wanted.is_bare else frozenset(terms), now)
    return Answer(text, lists.mode, lists.degraded, hits, tuple(notes))


def _ranked(index: SearchIndex, query: Query, lists: Lists, today: date, weights: Mapping[str, float]) -> list[Ranked]:
    """The candidates of both lists in order; the newest where there are none."""
    if lists.mode == "recency":
        known = index.candidates(index.recent(query, RECENT))
        return by_date(known.values(), "the newest, since nothing could be ranked")
    known = index.candidates({*lists.lexical, *(row for row, _ in lists.semantic)})
    return rank(query, lists.lexical, lists.semantic, known, today, Weights(**weights))


def _lists(workspace: Workspace, index: SearchIndex, query: Query, terms: Sequence[str], forced: Mode | None) -> Lists:
    """Go down the steps from the best, or only to the one that is forced: hybrid, semantic, sparse, recency."""
    if forced == "recency":
        return Lists(degraded="recency was asked for")
    if not query.words.strip():
        return Lists(degraded="the question has no words")
    lexical = index.lexical(query, terms, POOL) if terms and forced != "semantic" else []
    semantic: list[tuple[int, float]] = []
    reason = "sparse was asked for"
    if forced != "sparse":
        semantic, reason = _semantic(workspace, index, query)
    no_words = "semantic was asked for" if forced == "semantic" else "no word of the question can be looked up"
    if lexical and semantic:
        return Lists(lexical, semantic, "hybrid")
    if semantic:
        why = no_words if forced == "semantic" or not terms else "no passage holds a word of the question"
        return Lists((), semantic, "semantic", why)
    if lexical:
        return Lists(lexical, (), "sparse", reason)
    none = "no passage holds a word of the question" if terms and forced != "semantic" else no_words
    return Lists((), (), "recency", "; ".join(dict.fromkeys(filter(None, (reason, none)))))


def _semantic(workspace: Workspace, index: SearchIndex, query: Query) -> tuple[list[tuple[int, float]], str]:
    """The rows nearest in meaning, and why there are none."""
    try:
        embedder = workspace.embedder()
        if embedder is None:
            return [], "no model for meaning is installed"
        if not index.has_vectors(embedder):
            return [], f"there are no vectors of the model yet; {MAKE}"
        vector = embedder.embed_query([query.words])[0]
        found = index.nearest(embedder, vector, POOL, query)
    except EmbedderError as error:
        return [], error.message
    return found, "" if found else "no passage with a vector fits"


def _hits(index: SearchIndex, ranked: Sequence[Ranked], terms: frozenset[str] | None, now: datetime) -> tuple[Hit, ...]:
    """The hits of some ranked candidates, with a few further passages of each."""
    shown = [one._replace(others=one.others[:OTHERS]) for one in ranked]
    rows = index.rows([one.candidate.row for best in shown for one in (best, *best.others)])
    return tuple(
        _hit(rows[best.candidate.row], best, terms, now)._replace(
            others=tuple(_hit(rows[one.candidate.row], one, terms, now) for one in best.others)
        )
        for best in shown
    )


def _hit(row: Row, one: Ranked, terms: frozenset[str] | None, now: datetime) -> Hit:
    unit, passage = row
    line, offset = ("", 0) if terms is None else snippet(passage.text, terms)
    section, start = passage.section, passage.line
    for place in passage.places:
        if place.offset <= offset:
            section = place.section
    start += passage.text.count("\n", 0, offset) if passage.turn is None else 0
    fresh = freshness(unit.status, unit.stale_after, unit.looked_at, now)
    return Hit(
        unit.path, unit.title, section, start, passage.turn, unit.kind, unit.type, passage.date or unit.date, line,
        passage.text, one.score, one.why, None if unit.confidence is None else round(unit.confidence * 100), fresh,
        fresh == "stale", unit.tier, unit.scope,
    )  # fmt: skip
