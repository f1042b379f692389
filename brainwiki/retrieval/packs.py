"""A packed context as JSON, in the form that scripts and agents build on."""

from __future__ import annotations

from typing import Any

from brainwiki.model.pack import LaneUse, Pack, Section


def as_json(pack: Pack) -> dict[str, Any]:
    """The pack; `used + reserve` is at most `budget`. What does not apply to a section is null."""
    return {
        "version": 1,
        "query": pack.query,
        "budget": pack.budget,
        "reserve": pack.reserve,
        "used": pack.used,
        "tokenizer": pack.tokenizer,
        "mode": pack.mode,
        "degraded": pack.degraded or None,
        "warnings": list(pack.warnings),
        "lanes": [_lane(lane) for lane in pack.lanes],
        "sections": [_section(section) for section in pack.sections],
        "text": pack.text,
    }


def _lane(lane: LaneUse) -> dict[str, Any]:
    return {"lane": lane.name, **{key: value for key, value in lane._asdict().items() if key != "name"}}


def _section(section: Section) -> dict[str, Any]:
    return {
        "lane": section.lane,
        "label": section.label,
        "path": section.path,
        "line": section.line or None,
        "turn": section.turn or None,
        "tokens": section.tokens,
        "status": section.status,
        "truncated": section.status == "truncated",
        "reason": section.reason,
        "freshness": section.freshness or None,
        "stale": section.freshness == "stale",
        "confidence": section.confidence,
        "date": section.date,
        "tier": section.tier,
        "scope": section.scope,
    }
