"""An answer as JSON, in the form that scripts and agents build on."""

from __future__ import annotations

from typing import Any

from brainwiki.model.hit import Answer, Hit, Reason


def as_json(answer: Answer) -> dict[str, Any]:
    """The answer; `degraded` is null where the search worked at its best."""
    found: dict[str, Any] = {
        "version": 1,
        "query": answer.query,
        "mode": answer.mode,
        "degraded": answer.degraded or None,
        "hits": [_hit(hit) for hit in answer.hits],
    }
    return {**found, "notes": list(answer.notes)} if answer.notes else found


def _hit(hit: Hit) -> dict[str, Any]:
    value: dict[str, Any] = {
        "path": hit.path,
        "title": hit.title,
        "section": hit.section,
        "line": hit.line,
        "turn": hit.turn,
        "kind": hit.kind,
        "type": hit.type,
        "date": hit.date,
        "snippet": hit.snippet,
        "score": round(hit.score, 6),
        "why": _why(hit.why),
        "confidence": hit.confidence,
        "freshness": hit.freshness,
        "stale": hit.stale,
        "tier": hit.tier,
        "scope": hit.scope,
    }
    if hit.others:
        value["others"] = [
            {"section": one.section, "line": one.line, "snippet": one.snippet, "score": round(one.score, 6)}
            for one in hit.others
        ]
    return value


def _why(why: Reason) -> dict[str, Any]:
    value: dict[str, Any] = {
        "lexical_rank": why.lexical_rank,
        "semantic_rank": why.semantic_rank,
        "fused": round(why.fused, 6),
        "confidence": round(why.confidence, 4),
        "recency": round(why.recency, 4),
    }
    if why.cosine is not None:
        value["cosine"] = round(why.cosine, 4)
    if why.alias:
        value["alias"] = why.alias
    if why.note:
        value["note"] = why.note
    return value
