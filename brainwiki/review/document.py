"""A comparison as a JSON document: the contract of `diff` and `review show`, and all that the site shows of a proposal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from brainwiki.claims.contradiction import Pair
from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.grounds import Ground
from brainwiki.claims.support import Proof
from brainwiki.claims.wording import marked
from brainwiki.graph.reach import Reach
from brainwiki.model.finding import Finding
from brainwiki.model.page import Claim
from brainwiki.review.comparison import Comparison, PageChange, Reason, headline
from brainwiki.review.risk import words_of
from brainwiki.review.standing import Standing

Grounds = Mapping[Proof, Ground]


def comparison_as_json(comparison: Comparison) -> dict[str, Any]:
    """The document of `diff`. Of one page it has `page` and `lines` besides."""
    standings = {one.path: one for one in comparison.standings}
    found: dict[str, Any] = {
        "version": 1,
        "base": comparison.base or None,
        "head": comparison.head,
        "headline": headline(comparison),
        "risk": comparison.risk,
        "reasons": [_reason(one) for one in comparison.reasons],
        "claims": [claim_change_as_json(one, comparison.grounds) for one in comparison.claims],
        "contradictions": [_pair(one, comparison.grounds) for one in comparison.pairs],
        "pages": [_page(one, standings.get(one.path)) for one in comparison.pages],
        "links": {"broken": [one._asdict() for one in comparison.broken], "orphaned": list(comparison.orphaned)},
        "reach": reach_as_json(comparison.reach),
        "outside": list(comparison.outside),
        "silenced": list(comparison.silenced),
        "findings": None if comparison.findings is None else [_finding(one) for one in comparison.findings],
        "limited": comparison.limited or None,
    }
    if comparison.page is not None:
        found["page"] = comparison.page.path
        found["lines"] = list(comparison.lines)
    return found


def claim_change_as_json(one: ClaimChange, grounds: Grounds | None = None) -> dict[str, Any]:
    """What became of one claim; `words` are both texts in one, each stretch after `=`, `-` or `+`."""
    known = grounds or {}
    found: dict[str, Any] = {
        "change": one.change,
        "page": one.page,
        "before": _claim(one.before),
        "after": _claim(one.after),
        "flags": list(one.flags),
        "evidence": {
            "gained": _proofs(one.gained, known),
            "lost": _proofs(one.lost, known),
            "kept": _proofs(one.kept, known),
            "retargeted": [{"from": _proof(old, known), "to": _proof(new, known)} for old, new in one.retargeted],
        },
        "support": one.support,
        "supported": one.supported,
    }
    if one.before and one.after and one.before.text != one.after.text:
        found["words"] = [list(piece) for piece in marked(one.before.text, one.after.text)]
    if one.origin and one.origin != one.page:
        found["from"] = one.origin
    return found


def _claim(claim: Claim | None) -> dict[str, Any] | None:
    return None if claim is None else {"id": claim.id, "text": claim.text, "until": claim.until or None}


def _proofs(proofs: Iterable[Proof], grounds: Grounds) -> list[dict[str, Any]]:
    return [_proof(proof, grounds) for proof in proofs]


def _proof(proof: Proof, grounds: Grounds) -> dict[str, Any]:
    """A proof with whose words it is, and whether they stand there."""
    found: dict[str, Any] = {"resource": proof.resource}
    if proof.turn:
        found["turn"] = proof.turn
    if proof.quote:
        found["quote"] = proof.quote
    known = grounds.get(proof)
    if known is None:
        return found
    found |= {"trust": known.trust, "found": known.found}
    more = {"session": known.session, "turn": known.turn, "role": known.role, "at": known.at}
    return found | {key: value for key, value in more.items() if value}


def _pair(one: Pair, grounds: Grounds) -> dict[str, Any]:
    return {
        "outcome": one.outcome,
        "page": one.page,
        "flags": list(one.flags),
        "active": (_claim(one.active) or {}) | {"evidence": _proofs(one.active_rests, grounds)},
        "incoming": (_claim(one.incoming) or {}) | {"evidence": _proofs(one.incoming_rests, grounds)},
    }


def _page(one: PageChange, standing: Standing | None) -> dict[str, Any]:
    found: dict[str, Any] = {"path": one.path, "change": one.did} | ({"from": one.was} if one.was else {})
    if standing is not None:
        found["title"] = standing.title
        found["confidence"] = dict(zip(("before", "after"), standing.confidence, strict=True))
        found["sources"] = dict(zip(("before", "after"), standing.sources, strict=True))
    return found


def reach_as_json(reach: Reach) -> dict[str, Any]:
    """How many pages are one and two steps away, and the best linked of them."""
    return {"hop1": reach.hop1, "hop2": reach.hop2, "best": [one._asdict() for one in reach.best]}


def _reason(one: Reason) -> dict[str, Any]:
    return {"risk": one.risk, "kind": one.kind, "count": one.number, "pages": list(one.paths), "text": words_of(one)}


def _finding(one: Finding) -> dict[str, Any]:
    return {
        "code": one.code,
        "slug": one.slug,
        "severity": one.severity.value,
        "path": one.path,
        "line": one.line,
        "column": one.column,
        "message": one.message,
        "remedy": one.remedy,
        "fingerprint": one.fingerprint,
    }
