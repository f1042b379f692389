"""A question to the memory: the words that are ranked, and what narrows the answer."""

from __future__ import annotations

from typing import NamedTuple


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
    it is, none of `excluded` may."""

    text: str
    words: str
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    filters: Filters = Filters()
