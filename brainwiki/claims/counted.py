"""Whether a page that was brought together out of two says what both say: its claims, their evidence and its front matter counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from brainwiki.claims.joining import Side
from brainwiki.claims.matching import Sides, Stated, match
from brainwiki.claims.merging_keys import merged_entries
from brainwiki.claims.support import Proof
from brainwiki.model.page import Claim, Page

Three = tuple[Side, Side, Side]
Key = tuple[str, str]


def disagreements(three: Three, result: Side, values: Mapping[str, Any]) -> tuple[str, ...]:
    """What is wrong with a result, in phrases for people; nothing where it is right. `values` is the front matter that it must have,
    without `sources`; the three states are the base, and both sides with sources of the same numbers."""
    found = [*_claims(three, result), *_evidence(three, result), *_matter(three, result, values), *_new(three, result)]
    return tuple(sorted(dict.fromkeys(found)))


def _claims(three: Three, result: Side) -> Iterator[str]:
    """Claims that stand in the result more or less often than both sides want."""
    base, ours, theirs = (Counter(map(_key, side.page.claims)) for side in three)
    got = Counter(map(_key, result.page.claims))
    for key in sorted({*base, *ours, *theirs, *got}):
        wanted = _one_of(base[key], ours[key], theirs[key])
        if wanted is None or wanted != got[key]:
            yield f"“{key[0]}” would be lost or doubled"


def _key(claim: Claim) -> Key:
    return claim.text, claim.until


def _one_of(base: int, ours: int, theirs: int) -> int | None:
    """What two sides make of a number: who alone changed it is right; None where both did, to different ones."""
    if ours in (base, theirs):
        return theirs
    return ours if theirs == base else None


def _evidence(three: Three, result: Side) -> Iterator[str]:
    """Claims that rest on more or less than both sides say, or stand under another claim."""
    base, ours, theirs, got = (_cited(side.page) for side in (*three, result))
    none: frozenset[str] = frozenset()
    for key in sorted(got):
        was, mine, other = (one.get(key, none) for one in (base, ours, theirs))
        if got[key] != (other | (mine - was)) - (was - mine):
            yield f"“{key[0]}” would rest on other evidence"
    known = {pair for side in three[1:] for pair in _parents(side.page)}
    for text, above in sorted(_parents(result.page)):
        if (text, above) not in known:
            yield f"“{text}” would stand under another claim"


def _cited(page: Page) -> dict[Key, frozenset[str]]:
    found: dict[Key, frozenset[str]] = {}
    for claim in page.claims:
        found[_key(claim)] = found.get(_key(claim), frozenset()) | {*claim.ids}
    return found


def _parents(page: Page) -> Iterator[Key]:
    """Each history claim with the words of the claim above it."""
    words = {claim.id: claim.text for claim in page.claims}
    return ((claim.text, words.get(claim.parent, "")) for claim in page.claims if claim.until)


def _matter(three: Three, result: Side, values: Mapping[str, Any]) -> Iterator[str]:
    """Keys and sources that are not what they must be."""
    got = {key: value for key, value in result.page.meta.items() if key != "sources"}
    for key in sorted({*got, *values}):
        if got.get(key) != values.get(key):
            yield f"`{key}` would say something else"
    wanted = {
        name: entry.values
        for name, (_, entry) in merged_entries(three[0].matter, three[1].matter, three[2].matter).items()
    }
    if wanted != {name: entry.values for name, entry in result.matter.entries.items()}:
        yield "`sources` would say something else"


def _new(three: Three, result: Side) -> Iterator[str]:
    """Mistakes of the result that no side has: a cite without its source, a fence that does not end."""
    known = {problem.kind for side in three for problem in side.page.problems}
    yield from (f"the page would be damaged ({one.kind})" for one in result.page.problems if one.kind not in known)
    dangling = {one for side in three for one in side.page.cited_ids - side.page.source_ids}
    for name in sorted(result.page.cited_ids - result.page.source_ids - dangling):
        yield f"source {name} was taken out on one side and cited on the other"


def superseded_twice(base: Page, ours: Page, theirs: Page) -> tuple[str, ...]:
    """Claims of the base that both sides made history, and not in the same way."""
    mine, other = _superseded(base, ours), _superseded(base, theirs)
    return tuple(
        f"“{base.claims[place].text}” was superseded on both sides"
        for place in sorted(mine.keys() & other.keys())
        if mine[place] != other[place]
    )


def _superseded(base: Page, side: Page) -> dict[int, tuple[str, str, str]]:
    """The current claims of the base that are history on a side: what the history says, until when, and under what."""
    words = {claim.id: claim.text for claim in side.claims}
    return {
        one.order: (other.claim.text, other.claim.until, words.get(other.claim.parent, ""))
        for one, other in match([Sides("", _stated(base.claims), _stated(side.claims))]).pairs
        if other.claim.until and not one.claim.until
    }


def _stated(claims: Sequence[Claim]) -> list[Stated]:
    return [
        Stated(claim, "", place, frozenset(Proof(name, "", 0) for name in claim.ids))
        for place, claim in enumerate(claims)
        if any(sign.isalnum() for sign in claim.text)
    ]
