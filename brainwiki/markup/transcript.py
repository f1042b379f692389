"""`transcript.jsonl` to turns; a line that cannot be read is told with its number, the rest is kept."""

from __future__ import annotations

import json

from brainwiki.model.session import Transcript, Turn, transcript_of


def parse(path: str, raw: bytes) -> Transcript:
    """Read JSON Lines; each line an object with `turn`, `role`, `at`, `text`."""
    turns: list[Turn] = []
    broken: list[tuple[int, str]] = []
    for number, line in enumerate(raw.decode("utf-8", "replace").split("\n"), 1):
        if not line.strip():
            continue
        turn = _turn(line, number)
        if isinstance(turn, str):
            broken.append((number, turn))
        else:
            turns.append(turn)
    return transcript_of(path, tuple(turns), tuple(broken))


def _turn(line: str, number: int) -> Turn | str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"not JSON: {type(error).__name__}"
    if not isinstance(value, dict):
        return "not an object"
    turn, text = value.get("turn"), value.get("text")
    if not isinstance(turn, int) or isinstance(turn, bool) or turn < 1:
        return "no turn number"
    if not isinstance(text, str):
        return "no text"
    return Turn(turn, str(value.get("role", "")), str(value.get("at", "")), text, number)
