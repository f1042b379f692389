"""OpenCode: what `opencode export` writes, `{info, messages: [{info, parts}]}`; its folder and its database are joined to that."""

from __future__ import annotations

from typing import Any

from brainwiki.transcripts.blocks import called
from brainwiki.transcripts.given import Given, instant, listing, mapping, words, written
from brainwiki.transcripts.injected import say_user
from brainwiki.transcripts.recorded import Recorded, Recorder

NAME = "opencode"


def sniff(given: Given) -> bool:
    """A session's info beside messages that hold parts, alone or in a list."""
    found = given.document if isinstance(given.document, list) else [given.document]
    return bool(found) and all(_is_export(one) for one in found[:20])


def _is_export(one: Any) -> bool:
    export = mapping(one)
    messages = export.get("messages")
    if not isinstance(export.get("info"), dict) or not isinstance(messages, list):
        return False
    return all("info" in mapping(message) and "parts" in mapping(message) for message in messages[:20])


def parse(given: Given) -> tuple[Recorded, ...]:
    """One session for each export."""
    found = given.document if isinstance(given.document, list) else [given.document]
    return tuple(_session(mapping(one)) for one in found)


def _session(export: dict[str, Any]) -> Recorded:
    info = mapping(export.get("info"))
    out = Recorder(NAME, info.get("id"), info.get("title"))
    is_helper = bool(info.get("parentID") or info.get("parent_id"))
    for message in listing(export.get("messages")):
        if is_helper:
            out.skip("sidechain")
        else:
            _message(out, mapping(message))
    return out.done()


def _message(out: Recorder, message: dict[str, Any]) -> None:
    info, before = mapping(message.get("info")), len(out.turns)
    role, at = words(info.get("role")), instant(mapping(info.get("time")).get("created"))
    if role not in ("user", "assistant", "system"):
        out.skip(f"message by {role}" if role else "of no kind")
        return
    for part in listing(message.get("parts")):
        _part(out, mapping(part), role, (at, words(info.get("modelID"))), summary=info.get("summary") is True)
    out.settle(before)


def _part(out: Recorder, part: dict[str, Any], role: str, said: tuple[str, str], *, summary: bool) -> None:
    kind, (at, model) = words(part.get("type")), said
    if kind == "text" and (part.get("synthetic") or part.get("ignored")):
        out.say("system", words(part.get("text")), at, kind="injected")
    elif kind == "text" and summary:
        out.say("system", words(part.get("text")), at, kind="compaction summary")
    elif kind == "text" and role == "user":
        say_user(out, words(part.get("text")), at)
    elif kind == "text":
        out.say(role, words(part.get("text")), at, model=model)
    elif kind == "tool":
        state, name = mapping(part.get("state")), words(part.get("tool"))
        out.say("tool", called(name, state.get("input")), at, kind="call", name=name, call=part.get("callID"))
        answer = written(state.get("output")) or written(state.get("error"))
        if answer:
            out.say("tool", answer, at, kind="result", name=name, call=part.get("callID"))
    else:
        out.part(kind)
