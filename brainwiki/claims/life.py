"""What became of each claim of one page from one version to the next, told by the page alone: the steps of a claim's life."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from brainwiki.claims.difference import Flag, Kind, flags_of, kind_of, stated, uncited
from brainwiki.claims.matching import Sides, Stated, match
from brainwiki.claims.support import Proof
from brainwiki.model.names import squeeze
from brainwiki.model.page import Claim, Page

_NAME = "page"  # both versions are one page, whatever it was called


class Turn(NamedTuple):
    """What became of one claim: `before` and `after` are its places among the claims of each version, -1 where it is none there
    (it is new, gone, or a sentence without a cite); the texts are those of each version, without cites."""

    kind: Kind
    flags: tuple[Flag, ...]
    before: int
    after: int
    old: str
    new: str


class Turns(NamedTuple):
    """All that changed among the claims of a page, in the order of the new version, and for each of its claims the place that
    it had before (-1: it was none). `origins` is None where every claim is as it was, and `limited` says that there were too
    many claims to pair them one by one."""

    turns: tuple[Turn, ...]
    origins: tuple[int, ...] | None
    limited: bool = False


class State(NamedTuple):
    """What of one version tells which claim is which: its claims in order, its evidence by source id, its status, whether it is
    out of use with something in its place. `page` gives the whole page, which is seldom asked for."""

    claims: tuple[Claim, ...]
    proofs: Mapping[str, Proof]
    status: str
    is_retracted: bool
    page: Callable[[], Page]


def state_of(page: Page) -> State:
    """The state of a page."""
    return State(page.claims, proofs_of(page), page.status, is_retracted(page), lambda: page)


def turns(before: Page, after: Page) -> Turns:
    """Compare the claims of two versions of a page."""
    return turns_between(state_of(before), state_of(after))


def turns_between(before: State, after: State) -> Turns:
    """The same of two states; of claims only the words, cites, dates, explicit ids and their order count."""
    is_same = before.claims == after.claims and before.proofs == after.proofs
    if is_same and before.status == after.status:
        return Turns((), None)
    one = stated(_NAME, before.claims, lambda claim: _of(claim, before.proofs))
    other = stated(_NAME, after.claims, lambda claim: _of(claim, after.proofs))
    if _same(one, other) and before.status == after.status:
        return Turns((), None)
    matching = match([Sides(_NAME, one, other, cache(lambda: uncited(_NAME, before.page(), after.page())))])
    is_new_retraction = after.is_retracted and before.status != "deprecated"
    places = {id(stated_one): stated_one.order for stated_one in (*one, *other)}
    found: list[Turn] = []
    origins = [-1] * len(after.claims)
    for old, new in matching.pairs:
        if id(old) in places and id(new) in places:
            origins[new.order] = old.order
        flags = flags_of(old, new)
        kind = kind_of(old, new, flags, is_new_retraction)
        if kind is not None:
            found.append(_turn(kind, flags, old, new, places))
    found.extend(_turn("reworded", ("merged",), old, new, places) for old, new in matching.merged)
    for old, new in matching.split:
        origins[new.order] = old.order
        found.append(_turn("reworded", ("split",), old, new, places))
    gone: Kind = "retracted" if after.is_retracted else "removed"
    found.extend(Turn(gone, (), old.order, -1, old.claim.text, "") for old in matching.before)
    found.extend(Turn("added", (), -1, new.order, "", new.claim.text) for new in matching.after)
    found.sort(key=lambda turn: (turn.after if turn.after >= 0 else turn.before, turn.after >= 0, turn.before))
    return Turns(tuple(found), tuple(origins), bool(matching.limited))


def _turn(kind: Kind, flags: tuple[Flag, ...], old: Stated, new: Stated, places: dict[int, int]) -> Turn:
    before, after = places.get(id(old), -1), places.get(id(new), -1)
    return Turn(kind, flags, before, after, old.claim.text, new.claim.text)


def is_retracted(page: Page) -> bool:
    """Whether the page is out of use, with something that took its place."""
    return page.status == "deprecated" and bool(page.brief.get("superseded_by"))


def proofs_of(page: Page) -> dict[str, Proof]:
    """A page's evidence by source id, as it is written: where it leads is not asked, since other pages had their own past."""
    found: dict[str, Proof] = {}
    for source in page.sources:
        name = source.resource or squeeze(source.title)
        found.setdefault(source.id, Proof(name, squeeze(source.quote), 0))
    return found


def _of(claim: Claim, proofs: Mapping[str, Proof]) -> frozenset[Proof]:
    return frozenset(proofs[one] for one in claim.ids if one in proofs)


def _same(one: Sequence[Stated], other: Sequence[Stated]) -> bool:
    """Whether both versions state the same, in the same order, on the same evidence."""
    return len(one) == len(other) and all(
        old.claim.text == new.claim.text
        and old.order == new.order
        and old.claim.until == new.claim.until
        and old.proofs == new.proofs
        for old, new in zip(one, other, strict=True)
    )
