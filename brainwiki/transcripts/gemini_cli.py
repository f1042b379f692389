"""Gemini CLI: one JSON document a session, or JSON Lines where a message is written again under its id and the talk is rewound."""

from __future__ import annotations

from typing import Any

from brainwiki.transcripts.blocks import TEXT, blocks, called, plain
from brainwiki.transcripts.given import UNFINISHED, Given, instant, listing, mapping, words
from brainwiki.transcripts.injected import say_user
from brainwiki.transcripts.recorded import Recorded, Recorder

NAME = "gemini-cli"
_NOTES = frozenset({"info", "error", "warning"})


def sniff(given: Given) -> bool:
    """A session id beside the hash of a project, in the document or in the first line."""
    heads = [mapping(given.document), *given.head[:1]]
    return any("sessionId" in head and "projectHash" in head for head in heads)


def parse(given: Given) -> tuple[Recorded, ...]:
    """One session a file."""
    document = given.document
    if isinstance(document, dict) and isinstance(document.get("messages"), list):
        out = Recorder(NAME, document.get("sessionId"), document.get("summary"))
        for message in document["messages"]:
            _say(out, message)
        return (out.done(),)
    return (_replayed(given),)


def _replayed(given: Given) -> Recorded:
    """The log played: the last form of each message that was not rewound.

    `$rewindTo` takes back its message and all after it. `$set` with messages replaces what the model is shown, as when the talk
    was compressed; what was said stays said, so such messages are only added.
    """
    out = Recorder(NAME, given.own_id)
    messages: dict[str, Any] = {}
    for number, entry in enumerate(given.entries()):
        record = mapping(entry.value)
        if entry.value is UNFINISHED or not record:
            out.skip("unfinished last line" if entry.value is UNFINISHED else "not an object")
        elif "$rewindTo" in record:
            out.skip("rewound", _rewind(messages, words(record["$rewindTo"])))
            out.skip("$rewindTo")
        elif "$set" in record:
            _upsert(out, messages, listing(mapping(record["$set"]).get("messages")))
            out.skip("$set")
        elif "sessionId" in record and "type" not in record:
            out.native = Recorder(NAME, record["sessionId"]).native or out.native
            _upsert(out, messages, listing(record.get("messages")))
            out.skip("head")
        else:
            _upsert(out, messages, [record], f"line {number}")
    for message in messages.values():
        _say(out, message)
    return out.done()


def _upsert(out: Recorder, messages: dict[str, Any], found: list[Any], otherwise: str = "") -> None:
    """Put messages under their ids; a later form takes the place of the earlier one, which is merged."""
    for place, message in enumerate(found):
        key = words(mapping(message).get("id")) or f"{otherwise} {place} {len(messages)}"
        if key in messages:
            out.merge()
        messages[key] = message


def _rewind(messages: dict[str, Any], target: str) -> int:
    """Take back `target` and what came after it; an unknown target takes back nothing. Gives how many went."""
    if target not in messages:
        return 0
    count = 0
    while messages:
        key, _ = messages.popitem()
        count += 1
        if key == target:
            break
    return count


def _say(out: Recorder, message: Any) -> None:
    if not isinstance(message, dict):
        out.skip("not an object")
        return
    kind, at, before = words(message.get("type")), instant(message.get("timestamp")), len(out.turns)
    role = {"user": "user", "gemini": "assistant", "model": "assistant"}.get(kind, "system" if kind in _NOTES else "")
    if not role:
        out.skip(kind or "of no kind")
        return
    for block in blocks(_content(message.get("content"))):
        if block.kind != TEXT:
            out.part(block.kind)
        elif role == "user":
            say_user(out, block.text, at)
        else:
            out.say(role, block.text, at, model=message.get("model"), kind=kind if role == "system" else "")
    if listing(message.get("thoughts")):
        out.part("thoughts", len(message["thoughts"]))
    for call in listing(message.get("toolCalls")):
        _call(out, mapping(call), at)
    out.settle(before)


def _content(content: Any) -> Any:
    """Parts as a list, texts as they are."""
    return [content] if isinstance(content, dict) else content


def _call(out: Recorder, call: dict[str, Any], at: str) -> None:
    at = instant(call.get("timestamp")) or at
    name = words(call.get("name"))
    out.say("tool", called(name, call.get("args")), at, kind="call", name=name, call=call.get("id"))
    shown = call.get("resultDisplay")
    result = shown if isinstance(shown, str) else plain(call.get("result"))
    if result:
        out.say("tool", result, at, kind="result", name=name, call=call.get("id"))
