"""Cursor: `agent-transcripts/<id>.jsonl`, a role and a message a line, without instants; the user's words stand in `<user_query>`."""

from __future__ import annotations

from typing import Any

from brainwiki.transcripts.blocks import TEXT, blocks, say_block
from brainwiki.transcripts.given import UNFINISHED, Given, instant, words
from brainwiki.transcripts.injected import say_user
from brainwiki.transcripts.recorded import Recorded, Recorder

NAME = "cursor"
_OPEN, _CLOSE = "<user_query>", "</user_query>"
_SPEAKERS = ("user", "assistant")


def sniff(given: Given) -> bool:
    """Lines with a role beside a message, and no type."""
    return any(
        one.get("role") in _SPEAKERS and isinstance(one.get("message"), dict) and "type" not in one
        for one in given.head
    )


def parse(given: Given) -> tuple[Recorded, ...]:
    """One session a file, which is named by the session's id."""
    out = Recorder(NAME, given.own_id)
    for entry in given.entries():
        _read(out, entry.value)
    return (out.done(),)


def _read(out: Recorder, record: Any) -> None:
    if record is UNFINISHED or not isinstance(record, dict):
        out.skip("unfinished last line" if record is UNFINISHED else "not an object")
        return
    role, message = words(record.get("role")), record.get("message")
    if role not in _SPEAKERS or not isinstance(message, dict):
        out.skip(words(record.get("type")) or role)
        return
    before, at = len(out.turns), instant(record.get("timestamp"))
    for block in blocks(message.get("content")):
        if role == "user" and block.kind == TEXT:
            _say_query(out, block.text, at)
        else:
            say_block(out, block, role, at)
    out.settle(before)


def _say_query(out: Recorder, text: str, at: str) -> None:
    """The user's words are those in the query; what stands around it is the tool's."""
    start = text.find(_OPEN)
    end = text.rfind(_CLOSE)
    if start < 0 or end < start:
        say_user(out, text, at)
        return
    around = (text[:start] + text[end + len(_CLOSE) :]).strip()
    if around:
        out.part("text around a query")
    out.say("user", text[start + len(_OPEN) : end], at)
