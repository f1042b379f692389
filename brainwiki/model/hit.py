"""What a search answers: hits with the reason for each, and how well the search could work."""

from __future__ import annotations

from typing import Literal, NamedTuple

Mode = Literal["hybrid", "semantic", "sparse", "recency"]
Freshness = Literal["fresh", "aging", "stale"]


class Reason(NamedTuple):
    """Why a hit is there. Ranks count from 1, None where that list does not hold it; `cosine` is the likeness to the question (-1
    to 1); `fused` the sum of the ranks' weights before the factors `confidence` and `recency` (0 to 1, 1: no effect). `alias` is
    the alias that was asked for, `note` whatever else moved the hit (such as a question for the latest), both empty where none."""

    lexical_rank: int | None = None
    semantic_rank: int | None = None
    cosine: float | None = None
    fused: float = 0.0
    confidence: float = 1.0
    recency: float = 1.0
    alias: str = ""
    note: str = ""


class Hit(NamedTuple):
    """The best passage of one page, note, session turn, source or task.

    `path` is the file from the brain's root; of a session it is `sessions/<id>`, and `turn` the turn (None: its summary).
    `section` is the path of headings, parted by ` > `; `line` counts from 1 in the file. `date` is a date (empty: unknown).
    `snippet` is one line around the words that matched, `text` the whole passage as written. `confidence` is a percentage
    (None: not told). `others` are further passages of the same file, best first; they have no `others`.
    """

    path: str
    title: str
    section: str
    line: int
    turn: int | None
    kind: str
    type: str
    date: str
    snippet: str
    text: str
    score: float
    why: Reason
    confidence: int | None
    freshness: Freshness
    stale: bool
    tier: str
    scope: str
    others: tuple[Hit, ...] = ()


class Answer(NamedTuple):
    """The hits, best first. `mode` is the step at which the search worked; `degraded` says why it was not the best one (empty:
    it was). `notes` are remarks for whoever asked: that a question was cut, or what its order means."""

    query: str
    mode: Mode
    degraded: str
    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()
