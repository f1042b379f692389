"""Two states of a brain compared: what became of claims, pages and links, and the same as a JSON document."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from brainwiki.claims.difference import ClaimChange, Kind
from brainwiki.claims.support import Proof
from brainwiki.markup.shown import counted
from brainwiki.model.page import Claim, Page

PageDid = Literal["added", "renamed", "deleted", "edited"]

FORGOTTEN = "(forgotten)"  # stands for words whose evidence was erased on purpose
_ORDER: tuple[Kind, ...] = ("added", "changed", "reworded", "moved", "retracted", "removed")


class PageChange(NamedTuple):
    """What became of one page; `was` is its old path where it was renamed, else empty. Paths are from the brain's root."""

    path: str
    did: PageDid
    was: str = ""


class Broken(NamedTuple):
    """A link that leads nowhere and did not before: the page it stands on, its line, its target and what is wrong with it."""

    path: str
    line: int
    target: str
    state: str


@dataclass(frozen=True)
class Comparison:
    """What led from `base` to `head` (ids of commits; an empty base: nothing was there yet).

    `page` is the one page that this is about, None: the whole brain. `orphaned` are pages that nothing links to or cites any
    more, or that came without. `outside` are touched paths of the workspace that are no page (configuration, schemas, baseline).
    `lines` is the difference of the page's text as unified lines, for one page only. `limited` says why claims could not be paired
    one by one, empty where they could.
    """

    base: str
    head: str
    claims: tuple[ClaimChange, ...]
    pages: tuple[PageChange, ...]
    broken: tuple[Broken, ...]
    orphaned: tuple[str, ...]
    outside: tuple[str, ...] = ()
    limited: str = ""
    page: Page | None = None
    lines: tuple[str, ...] = ()


def headline(comparison: Comparison) -> str:
    """One line that counts what happened; it judges nothing."""
    kinds = Counter(one.change for one in comparison.claims)
    parts = [f"{kinds[kind]:,} {kind}" for kind in _ORDER if kinds[kind]]
    total = sum(kinds.values())
    where = counted(len(comparison.pages), "page")
    told = f"{counted(total, 'claim')} on {where}: {', '.join(parts)}" if parts else f"no claim changed; {where} did"
    if not parts and not comparison.pages:
        told = "nothing changed in the pages"
    if comparison.broken:
        told += f"; {counted(len(comparison.broken), 'link')} broken"
    if comparison.orphaned:
        told += f"; {counted(len(comparison.orphaned), 'page')} orphaned"
    return told


def comparison_as_json(comparison: Comparison) -> dict[str, Any]:
    """The document of `diff`. Of one page it has `page` and `lines` besides."""
    found: dict[str, Any] = {
        "version": 1,
        "base": comparison.base or None,
        "head": comparison.head,
        "headline": headline(comparison),
        "claims": [claim_change_as_json(one) for one in comparison.claims],
        "pages": [_page(one) for one in comparison.pages],
        "links": {"broken": [one._asdict() for one in comparison.broken], "orphaned": list(comparison.orphaned)},
        "outside": list(comparison.outside),
        "limited": comparison.limited or None,
    }
    if comparison.page is not None:
        found["page"] = comparison.page.path
        found["lines"] = list(comparison.lines)
    return found


def _page(one: PageChange) -> dict[str, Any]:
    return {"path": one.path, "change": one.did} | ({"from": one.was} if one.was else {})


def claim_change_as_json(one: ClaimChange) -> dict[str, Any]:
    """What became of one claim."""
    return {
        "change": one.change,
        "page": one.page,
        "before": _claim(one.before),
        "after": _claim(one.after),
        "flags": list(one.flags),
        "evidence": {"gained": [_proof(proof) for proof in one.gained], "lost": [_proof(proof) for proof in one.lost]},
        "support": one.support,
    } | ({"from": one.origin} if one.origin and one.origin != one.page else {})


def _claim(claim: Claim | None) -> dict[str, Any] | None:
    return None if claim is None else {"id": claim.id, "text": claim.text, "until": claim.until or None}


def _proof(proof: Proof) -> dict[str, Any]:
    found: dict[str, Any] = {"resource": proof.resource}
    if proof.turn:
        found["turn"] = proof.turn
    if proof.quote:
        found["quote"] = proof.quote
    return found
