"""A question to the memory: the words that are ranked, and what narrows the answer."""

from __future__ import annotations

from typing import Literal, NamedTuple

Intent = Literal["", "latest", "time"]
KINDS = ("page", "note", "session", "source", "task")  # what is ranked; rule files never are


class Filters(NamedTuple):
    """What an answer must satisfy. Lists are alternatives (any of them), empty: everything. `before` and `after` are dates
    (`YYYY-MM-DD`, empty: none), the first excluded and the second included. `inside` holds beginnings of paths in the brain."""

    types: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    before: str = ""
    after: str = ""


class Query(NamedTuple):
    """A question as asked (`text`), and as it was understood: `words` are ranked, each of `phrases` must stand in a passage as
    it is, none of `excluded` may.

    `intent` is `latest` where the newest is asked for, `time` where a point in time is. `period` is what dates in the question
    mean: a first day and the day after the last (`YYYY-MM-DD`), both empty where it names none. `note` says what was done to a question
    that is too long, empty where nothing was.
    """

    text: str
    words: str
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    filters: Filters = Filters()
    intent: Intent = ""
    period: tuple[str, str] = ("", "")
    note: str = ""
