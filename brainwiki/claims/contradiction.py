"""Pairs of claims that cannot both be told as they stand: what holds on a page against what a change brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from brainwiki.claims.difference import ClaimChange, Difference, Flag
from brainwiki.claims.figures import is_refined, replaced
from brainwiki.claims.support import Cited, Proof
from brainwiki.claims.words import Words, likeness, words_of
from brainwiki.model.change import Change
from brainwiki.model.page import Claim

SAME_FRAME = 0.7  # of two sentences that differ in a number or a date
SAME_BUT_NEGATED = 0.8  # of two sentences that differ in a negation: `is not fast` may well become `is slow`
MOST = 400 * 400  # pairs of one page that are looked at

# replaced: the incoming claim stands over the active one, which became its history; changed: it took its place; open: both stand
# and say different things of one thing.
Outcome = Literal["replaced", "changed", "open"]

_MEANING: frozenset[Flag] = frozenset({"number", "date", "negation"})


class Pair(NamedTuple):
    """An active claim and the one that comes against it, each with its evidence; `flags` say what differs (none: the words)."""

    outcome: Outcome
    page: str
    active: Claim
    incoming: Claim
    active_rests: tuple[Proof, ...]
    incoming_rests: tuple[Proof, ...]
    flags: tuple[Flag, ...] = ()


def opposed(one: Words, other: Words) -> tuple[Flag, ...]:
    """In what two sentences about one thing contradict each other; nothing where they do not, or are about two things."""
    frame = likeness(one.frame, other.frame)
    found: list[Flag] = []
    kinds: tuple[tuple[Flag, int], ...] = (("number", 0), ("date", 1)) if frame >= SAME_FRAME else ()
    for flag, which in kinds:
        old, new = replaced(one.figures[which], other.figures[which])
        if len(old) == len(new) == 1 and not is_refined(old, new):  # with two that differ it is about another thing
            found.append(flag)
    if frame >= SAME_BUT_NEGATED and one.polarity.negations != other.polarity.negations:
        found.append("negation")
    return tuple(found)


def pairs(change: Change, found: Difference) -> tuple[Pair, ...]:
    """All pairs of a change, by page and the place of what is incoming."""
    by_page: dict[str, list[ClaimChange]] = {}
    for one in found.changes:
        by_page.setdefault(one.page, []).append(one)
    result: list[Pair] = []
    for path, changes in by_page.items():
        page = change.head.pages.get(path)
        if page is not None:
            result.extend(sorted(_on_page(change, path, page.claims, changes), key=lambda pair: pair.incoming.start))
    return tuple(result)


def _on_page(change: Change, path: str, claims: Sequence[Claim], changes: Sequence[ClaimChange]) -> Iterator[Pair]:
    came = {one.after: one for one in changes if one.after is not None and one.change in ("added", "changed")}
    for one in changes:
        if one.before is None or one.after is None or one.before.until:
            continue
        if one.change == "retracted" and one.after.until:
            above = _above(claims, one.after)
            if above is not None and above in came:
                flags = opposed(words_of(one.before.text), words_of(above.text))
                yield Pair("replaced", path, one.before, above, one.rested, came[above].rests, flags)
        elif one.change == "changed" and not one.after.until and _MEANING.intersection(one.flags):
            flags = tuple(flag for flag in one.flags if flag in _MEANING)
            yield Pair("changed", path, one.before, one.after, one.rested, one.rests, flags)
    yield from _both_stand(change, path, claims, came)


def _above(claims: Sequence[Claim], history: Claim) -> Claim | None:
    """The current claim under which an item of history stands."""
    before = [claim for claim in claims if not claim.until and claim.start < history.start]
    return before[-1] if before else None


def _both_stand(change: Change, path: str, claims: Sequence[Claim], came: dict[Claim, ClaimChange]) -> Iterator[Pair]:
    """Claims that came while another one of the page goes on to say something else of the same."""
    current = [claim for claim in claims if not claim.until]
    incoming = [claim for claim in current if claim in came]
    if not incoming or len(incoming) * len(current) > MOST:
        return
    cited = Cited(change.head, change.head.pages[path])
    for place, claim in enumerate(incoming):
        for other in current:
            if other is claim or other in incoming[place:]:
                continue
            flags = opposed(words_of(other.text), words_of(claim.text))
            before = came[claim].before
            if flags and not (before and opposed(words_of(other.text), words_of(before.text))):
                rests = tuple(sorted(cited.proofs(other)))
                yield Pair("open", path, other, claim, rests, came[claim].rests, flags)
