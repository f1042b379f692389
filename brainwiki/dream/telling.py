"""The accounts of a brain as the document that `brainwiki sessions` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brainwiki.dream.accounts import Account, Books, Range, sums


def sessions_as_json(books: Sequence[Books], unbooked: Sequence[str] = ()) -> dict[str, Any]:
    """`total` and `states` count ranges; `balanced` says that they add up and that every ledger is sound. `without_ledger` are
    the ids of the `unbooked` sessions, which stand in the brain and of which no ledger tells."""
    added = sums(books)
    return {
        "version": 1,
        "total": added.total,
        "states": dict(added.states),
        "balanced": balanced(books),
        "sessions": [_session(one) for one in books],
        "without_ledger": list(unbooked),
    }


def balanced(books: Sequence[Books]) -> bool:
    """Whether the sums add up, and nothing speaks against them."""
    return sums(books).add_up and not any(one.problems for one in books)


def _session(books: Books) -> dict[str, Any]:
    shown = account_as_json(books.account)
    return shown | ({"problems": [*books.problems]} if books.problems else {})


def account_as_json(found: Account) -> dict[str, Any]:
    """One session: the state, attempts and reason of its least finished range (null and 0 where there is none), and every range."""
    least = found.least
    shown: dict[str, Any] = {
        "id": found.session,
        "state": least.state if least else None,
        "turns": found.turns,
        "through_turn": found.watermark,
        "attempts": least.attempts if least else 0,
    }
    if least and least.reason:
        shown["reason"] = least.reason
    return shown | {"ranges": [_range(one) for one in found.ranges]}


def _range(held: Range) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "first": held.first,
        "last": held.last,
        "state": held.state,
        "attempts": held.attempts,
        "at": held.at,
    }
    return shown | {key: text for key, text in (("reason", held.reason), ("proposal", held.proposal)) if text}
