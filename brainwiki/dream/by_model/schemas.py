"""The forms of a model's answers: every text and list has a bound, so that an answer has one too."""

from __future__ import annotations

from typing import Any

KINDS = ("preference", "decision", "number", "fact", "correction", "instruction")
FOLDERS = ("people", "projects", "decisions", "preferences", "concepts", "learnings")
DOES = ("leave", "support", "supersede", "edit", "retire", "add", "create")

LONGEST_QUOTE = 400
LONGEST_STATEMENT = 300
MOST = 12  # observations of one stretch of turns


def _text(most: int, least: int = 0) -> dict[str, Any]:
    return {"type": "string", "minLength": least, "maxLength": most}


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


OBSERVED = _object(
    observations={
        "type": "array",
        "maxItems": MOST,
        "items": _object(
            turn={"type": "integer", "minimum": 1, "maximum": 1_000_000_000},
            quote=_text(LONGEST_QUOTE, 1),
            statement=_text(LONGEST_STATEMENT, 1),
            kind={"type": "string", "enum": [*KINDS]},
            subject=_text(80, 1),
        ),
    }
)

PLACED = _object(
    do={"type": "string", "enum": [*DOES]},
    page=_text(200),
    claim=_text(40),
    statement=_text(LONGEST_STATEMENT),
    folder={"type": "string", "enum": ["", *FOLDERS]},
    title=_text(80),
    description=_text(160),
    reason=_text(200),
)

SUMMARY = _object(summary=_text(600, 1))
