"""Copilot in VS Code: `chatSessions/*.json`, and since 1.109 the same object as a log of changes (`*.jsonl`), which is played."""

from __future__ import annotations

from typing import Any

from brainwiki.errors import TranscriptError
from brainwiki.transcripts.given import UNFINISHED, Given, instant, listing, mapping, words
from brainwiki.transcripts.injected import say_user
from brainwiki.transcripts.recorded import Recorded, Recorder

NAME = "copilot"
_SET, _PUSH, _DELETE = 1, 2, 3
_LONGEST_PATH = 64


def sniff(given: Given) -> bool:
    """A list of requests beside a session id, in the document or in the first line's value."""
    starts = [mapping(one.get("v")) for one in given.head[:1] if one.get("kind") == 0]
    return any(isinstance(one.get("requests"), list) for one in (*starts, mapping(given.document)))


def parse(given: Given) -> tuple[Recorded, ...]:
    """One session a file. The records are its requests, and in a log its lines beside them."""
    document, changes = mapping(given.document), 0
    out = Recorder(NAME)
    if not isinstance(document.get("requests"), list):
        document, changes = _played(given, out)
        out.skip("changes of the log", changes)
    named = Recorder(NAME, document.get("sessionId"), document.get("customTitle"))
    out.native, out.title = named.native, named.title
    for request in listing(document.get("requests")):
        _request(out, request)
    return (out.done(),)


def _played(given: Given, out: Recorder) -> tuple[dict[str, Any], int]:
    """The object that a log makes, and how many lines it has."""
    root: dict[str, Any] = {}
    count = 0
    for entry in given.entries():
        if entry.value is UNFINISHED:
            out.skip("unfinished last line")
            continue
        change = mapping(entry.value)
        if change.get("kind") == 0:
            root = mapping(change.get("v"))
        elif not _applied(root, change):
            raise TranscriptError(given.name, f"line {entry.line} changes what is not there")
        count += 1
    return root, count


def _applied(root: dict[str, Any], change: dict[str, Any]) -> bool:
    """Play one change; gives whether there was a place for it."""
    path = listing(change.get("k"))
    if not 0 < len(path) <= _LONGEST_PATH:
        return False
    holder: Any = root
    for key in path[:-1]:
        holder = _inner(holder, key)
    kind, key = change.get("kind"), path[-1]
    if kind == _PUSH:
        return _pushed(holder, key, change)
    if isinstance(holder, dict) and isinstance(key, str):
        if kind == _SET:
            holder[key] = change.get("v")
        elif kind == _DELETE:
            holder.pop(key, None)
        return kind in (_SET, _DELETE)
    if isinstance(holder, list) and _is_place(key) and kind == _SET and key <= len(holder):
        holder[key : key + 1] = [change.get("v")]
        return True
    return False


def _pushed(holder: Any, key: Any, change: dict[str, Any]) -> bool:
    """Add to the list at `key`; with `i`, what stands from there on goes first."""
    if isinstance(holder, dict) and isinstance(key, str):
        holder.setdefault(key, [])
    target, start = _inner(holder, key), change.get("i")
    if not isinstance(target, list):
        return False
    if _is_place(start):
        del target[start:]
    target.extend(listing(change.get("v")))
    return True


def _inner(holder: Any, key: Any) -> Any:
    if isinstance(holder, dict) and isinstance(key, str):
        return holder.get(key)
    return holder[key] if isinstance(holder, list) and _is_place(key) and key < len(holder) else None


def _is_place(key: Any) -> bool:
    return isinstance(key, int) and not isinstance(key, bool) and key >= 0


def _request(out: Recorder, request: Any) -> None:
    one, before = mapping(request), len(out.turns)
    at, model = instant(one.get("timestamp")), words(one.get("modelId"))
    message = one.get("message")
    say_user(out, words(message) or words(mapping(message).get("text")), at)
    texts: list[str] = []
    for part in listing(one.get("response")):
        _part(out, part, texts, (at, model))
    _flush(out, texts, (at, model))
    out.settle(before, "request without words" if one else "not an object")


def _part(out: Recorder, part: Any, texts: list[str], said: tuple[str, str]) -> None:
    """A part of an answer: texts run together until a tool is called."""
    one = mapping(part)
    kind = words(one.get("kind"))
    if isinstance(part, str) or kind in ("", "markdownContent", "markdownVuln"):
        texts.append(words(part) or _markdown(one))
    elif kind == "inlineReference":
        texts.append(words(one.get("name")) or "(reference)")
    elif kind == "toolInvocationSerialized":
        _flush(out, texts, said)
        shown = one.get("pastTenseMessage") or one.get("invocationMessage")
        name = words(one.get("toolId"))
        text = f"{name} {words(shown) or _markdown(mapping(shown))}"
        out.say("tool", text, said[0], kind="call", name=name, call=one.get("toolCallId"))
    else:
        out.part(kind)


def _markdown(one: dict[str, Any]) -> str:
    inner = one.get("content", one.get("value"))
    return words(inner) or words(mapping(inner).get("value"))


def _flush(out: Recorder, texts: list[str], said: tuple[str, str]) -> None:
    if texts:
        out.say("assistant", "".join(texts), said[0], model=said[1])
        texts.clear()
