"""Two lists of passages to one order: weighted reciprocal rank fusion, then factors with a floor, grouped by page.

The method is that of Cormack, Clarke and Büttcher (2009, reciprocal rank fusion) with a small k, since the lists are short.
Confidence and recency can move a passage a few ranks and no further.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from brainwiki.model.hit import Reason
from brainwiki.model.query import Query
from brainwiki.retrieval.tokens import folded

DATED = ("note", "session")  # kinds that fade; pages are kept up and do not
UNTOLD = 0.75  # confidence of what tells none: to tell it must not cost a page its place
TOP = 5  # hits that a question for the latest orders by date


class Weights(NamedTuple):
    """How lists and factors count. `half_life` of notes and sessions and `page_half_life` of all else are in days, 0: nothing fades.
    The floors are what is left of a passage's score at confidence 0, and when it is very old; `period` is what a passage gains
    whose day is one that the question names, `name` what a file gains whose name is the question. The defaults were measured: see the manual's page on figures."""

    k: float = 20.0
    lexical: float = 1.5
    semantic: float = 1.0
    confidence_floor: float = 0.8
    recency_floor: float = 0.85
    half_life: float = 180.0
    page_half_life: float = 0.0
    period: float = 1.1
    name: float = 1.25


class Candidate(NamedTuple):
    """What ranking knows of a passage: its row, and of its file path, kind, day, confidence (0 to 1, None: not told), and names
    (title and aliases); whether it is out of use. `place` orders the passages of a file."""

    row: int
    path: str
    kind: str
    place: int
    turn: int | None
    date: str
    confidence: float | None
    names: tuple[str, ...]
    out_of_use: bool = False


class Ranked(NamedTuple):
    """A passage with its score and the reason for it, and the rows of further passages of the same file, best first."""

    candidate: Candidate
    score: float
    why: Reason
    others: tuple[Ranked, ...] = ()


def rank(
    query: Query,
    lexical: Sequence[int],
    semantic: Sequence[tuple[int, float]],
    known: Mapping[int, Candidate],
    today: date,
    weights: Weights,
) -> list[Ranked]:
    """The candidates of both lists in order, each file once; rows that are not `known` are left out.

    `lexical` holds rows, best first, `semantic` rows with their cosine. Equal scores are ordered by path and place, so that the
    same brain gives the same order whatever numbers its rows bear.
    """
    places = {row: at for at, row in enumerate((row for row in lexical if row in known), 1)}
    cosines = {row: (at, cosine) for at, (row, cosine) in enumerate((one for one in semantic if one[0] in known), 1)}
    words = _plain(query.words)
    scored = [
        _scored(query, words, known[row], places.get(row), cosines.get(row), today, weights)
        for row in places.keys() | cosines.keys()
    ]
    scored.sort(key=lambda one: (-one.score, one.candidate.path, one.candidate.place))
    return latest_first(query, grouped(scored))


def by_date(known: Iterable[Candidate], note: str) -> list[Ranked]:
    """The newest first, each file once: what is left where nothing can be ranked."""
    ordered = sorted(known, key=lambda one: (one.path, one.place))
    ordered.sort(key=lambda one: one.date, reverse=True)
    return grouped([Ranked(one, 0.0, Reason(note=note)) for one in ordered])


def _scored(
    query: Query,
    words: str,
    one: Candidate,
    lexical: int | None,
    semantic: tuple[int, float] | None,
    today: date,
    weights: Weights,
) -> Ranked:
    fused = weights.lexical / (weights.k + lexical) if lexical else 0.0
    fused += weights.semantic / (weights.k + semantic[0]) if semantic else 0.0
    trusted = _confidence(one, weights)
    is_timeless = not one.out_of_use and (query.intent == "time" or bool(query.period[0]))
    recent = 1.0 if is_timeless else _recency(one, today, weights)
    score = fused * trusted * recent
    if words and any(_is(words, name) for name in one.names):
        score *= weights.name
    first, after = query.period
    note = ""
    if first and one.date and first <= one.date < after:
        score *= weights.period
        note = f"dated {one.date}, which the question names"
    place, cosine = semantic or (None, None)
    why = Reason(lexical, place, cosine, fused, trusted, recent, "", note)
    return Ranked(one, score, why)


def named(query: Query, ranked: Iterable[Ranked]) -> list[Ranked]:
    """The same with the title or alias that the question names told in the reason."""
    words = f" {_plain(query.words)} "
    found = []
    for one in ranked:
        name = next(
            (name for name in one.candidate.names if f" {_plain(name)} " in words or _is_cjk_in(name, words)), ""
        )
        found.append(one._replace(why=one.why._replace(alias=name)) if name else one)
    return found


def _is(words: str, name: str) -> bool:
    """Whether a question is a name and nothing else."""
    return name.lower() == words or not name.isascii() and _plain(name) == words


def _plain(text: str) -> str:
    return " ".join(folded(text).split())


def _is_cjk_in(name: str, words: str) -> bool:
    """Whether a name that is written without blanks stands in the question; one character is too little to say so."""
    plain = _plain(name)
    return len(plain) > 1 and not plain.isascii() and plain in words


def _confidence(one: Candidate, weights: Weights) -> float:
    told = UNTOLD if one.confidence is None else one.confidence
    return weights.confidence_floor + (1 - weights.confidence_floor) * told


def _recency(one: Candidate, today: date, weights: Weights) -> float:
    """The share that age leaves: half of what is above the floor after each half-life. What bears no day does not fade; what is out
    of use counts as very old."""
    if one.out_of_use:
        return weights.recency_floor
    half_life = weights.half_life if one.kind in DATED else weights.page_half_life
    if not one.date or half_life <= 0:
        return 1.0
    age = max((today - date.fromisoformat(one.date)).days, 0)
    return weights.recency_floor + (1 - weights.recency_floor) * float(2.0 ** (-age / half_life))


def grouped(scored: Sequence[Ranked]) -> list[Ranked]:
    """Each file once, by its best passage, with the others behind it. Every turn of a session is a find of its own."""
    groups: dict[tuple[str, int | None], list[Ranked]] = {}
    for one in scored:
        groups.setdefault((one.candidate.path, one.candidate.turn), []).append(one)
    return [best._replace(others=tuple(rest)) for best, *rest in groups.values()]


def latest_first(query: Query, ranked: list[Ranked]) -> list[Ranked]:
    """Where the latest is asked for, the best few by their day, the newest first, and each that moved says so; relevance decides
    which these are."""
    if query.intent != "latest" or len(ranked) < 2:
        return ranked
    top = sorted(ranked[:TOP], key=lambda one: one.candidate.date, reverse=True)
    note = f"the best {len(top)} by date, since the question asks for the latest"
    told = [one._replace(why=one.why._replace(note=_joined(one.why.note, note))) for one in top]
    return told + ranked[TOP:]


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))
