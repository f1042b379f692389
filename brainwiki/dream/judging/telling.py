"""Checks on figures: what is older than the page, and every date, number and weekday of the claim against the cited words."""

from __future__ import annotations

import re

from brainwiki.claims import dating
from brainwiki.claims.quantities import Quantity
from brainwiki.dream.gate import Judgement
from brainwiki.dream.judging import reading
from brainwiki.dream.judging.view import View

_SINCE = re.compile(
    r"[(（]|\b(?:since|as of|as told|from|told on|according to)\b|から|以降|時点|起|自(?=[0-9])|截至", re.IGNORECASE
)
_LEADS = 30  # signs at the beginning of a quote in which a date says when it is from


def older(view: View) -> Judgement | None:
    """Words that are older than what the page says are no reason to change it. Only where every piece of evidence is."""
    told = [_moment(view, one.resource, quote) for one, quote in zip(view.evidence, view.quotes, strict=True)]
    before = _since(view)
    if before and told and all(one and dating.is_before(one, before) for one in told):
        return view.says(
            "contradicts", f"the cited words are of {max(told)}, the page is of {before}", view.case.before
        )
    return None


def _since(view: View) -> str:
    """Since when the page says what it says: by its own words, else by its latest evidence."""
    before = view.case.before
    named = dating.latest(before) if _SINCE.search(before) else ""
    return named or view.case.told


def _moment(view: View, resource: str, quote: str) -> str:
    """When the cited words are from: by a date that they begin with and that the claim does not state, else by their session."""
    stated = view.case.after
    head = dating.latest(quote[:_LEADS])
    if head and head not in dating.latest(stated) and head[:4] not in stated:
        return head
    if view.case.told or not _SINCE.search(view.case.before):
        return dating.day_of(resource)
    named = dating.latest(quote)
    return named if named and named != dating.latest(stated) else dating.day_of(resource)


def dates(view: View) -> Judgement | None:
    """Each date that the claim brings stands in the cited words, or follows from the day on which they were said."""
    for one in view.dates:
        if dating.is_told(one, view.said_dates):
            continue
        elsewhere = dating.is_told(one, frozenset(dating.dates(view.turns)))
        return view.says(
            "unsure" if elsewhere and not view.said_dates else "unsupported",
            f"the date {one} stands {'elsewhere in the turn' if elsewhere else 'nowhere'} and not in the cited words",
        )
    return None


def numbers(view: View) -> Judgement | None:
    """Each number that the claim brings stands in the cited words, or is the same quantity in another unit."""
    for one in view.numbers:
        amounts = [amount for amount in view.amounts if amount.number == one.lstrip("-<>≤≥±")]
        if amounts and _is_same(view, amounts):
            continue
        if _is_other(view, amounts) or one not in view.said_numbers:
            is_elsewhere = one in reading.read(view.turns).figures.numbers
            told = "is told of something else in the turn" if is_elsewhere else "does not stand in the cited words"
            return view.says("unsupported", f"the number {one} {told}")
    return None


def _is_same(view: View, amounts: list[Quantity]) -> bool:
    return any((one.kind, one.size) == (other.kind, other.size) for one in amounts for other in view.said_amounts)


def _is_other(view: View, amounts: list[Quantity]) -> bool:
    """Whether the same number stands there with a unit of the same kind, and is another quantity."""
    return any(
        one.kind == other.kind and one.number == other.number and one.size != other.size
        for one in amounts
        for other in view.said_amounts
    )


def weekdays(view: View) -> Judgement | None:
    """Each weekday that the claim brings is named in the cited words, or is that of a date in them."""
    new = dating.weekdays(view.case.after) - dating.weekdays(view.case.before)
    told = dating.weekdays(view.said) | dating.weekdays_of(view.said_dates)
    return view.says("unsupported", "a weekday that the cited words do not name") if new - told else None
