"""Codex: rollouts of four grammars (bare items; events beside items; completed items; items alone) and `codex exec --json`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from brainwiki.transcripts.blocks import TEXT, blocks, called, plain
from brainwiki.transcripts.given import UNFINISHED, Given, instant, listing, mapping, words, written
from brainwiki.transcripts.injected import is_injected, say_user
from brainwiki.transcripts.recorded import Recorded, Recorder

NAME = "codex"
_WRAPPED = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_EXEC = frozenset({"thread.started", "turn.started", "item.completed"})
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "web_search_call"})
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output"})
_EVENTS = {"user_message": "user", "agent_message": "assistant"}
_ITEMS = {
    "UserMessage": "user",
    "AgentMessage": "assistant",
    "user_message": "user",
    "agent_message": "assistant",
}


def sniff(given: Given) -> bool:
    """Lines of a rollout's types with a payload, of `codex exec --json`, or the bare items of the first versions."""
    return any(_is_line(one) for one in given.head) or _is_bare(given.head)


def _is_line(one: dict[str, Any]) -> bool:
    kind = words(one.get("type"))
    return kind in _EXEC or kind in _WRAPPED and isinstance(one.get("payload"), dict)


def _is_bare(head: list[dict[str, Any]]) -> bool:
    first = head[0] if head else {}
    return "instructions" in first and "id" in first and any(one.get("type") == "message" for one in head[1:])


def parse(given: Given) -> tuple[Recorded, ...]:
    """One session a file."""
    reader = _Reader(Recorder(NAME, given.own_id))
    for entry in given.entries():
        reader.read(entry.value)
    return (reader.out.done(),)


class _Reader:
    """Reads lines in order. A message is written as item, event and completed item, in some versions all of them:

    the n-th time that one source says a text is the n-th time that another says it, and makes one turn.
    """

    def __init__(self, out: Recorder) -> None:
        self.out = out
        self.times: Counter[tuple[str, str, str]] = Counter()
        self.said: set[tuple[str, str, int]] = set()
        self.has_meta = False

    def read(self, record: Any) -> None:
        """One line: turns, or an entry in the account."""
        if record is UNFINISHED or not isinstance(record, dict):
            self.out.skip("unfinished last line" if record is UNFINISHED else "not an object")
            return
        kind, payload, at = words(record.get("type")), record.get("payload"), instant(record.get("timestamp"))
        if kind in _EXEC or kind.startswith(("thread.", "turn.", "item.")):
            self._exec(kind, record)
        elif isinstance(payload, dict):
            self._wrapped(kind, payload, at)
        elif kind in _CALLS or kind in _OUTPUTS or kind == "message":
            self._item(record, at)
        elif "instructions" in record and "id" in record and not self.has_meta:
            self._meta(record)
        else:
            self.out.skip(kind or words(record.get("record_type")) or "of no kind")

    def _wrapped(self, kind: str, payload: dict[str, Any], at: str) -> None:
        inner = words(payload.get("type"))
        if kind == "session_meta":
            self._meta(payload)
        elif kind == "response_item":
            self._item(payload, at)
        elif kind == "compacted":
            before = len(self.out.turns)
            self.out.say("system", words(payload.get("message")), at, kind="compaction summary")
            self.out.settle(before, "compacted")
        elif kind == "event_msg" and inner in _EVENTS:
            self._message("event", _EVENTS[inner], payload.get("message"), at)
        elif kind == "event_msg" and inner == "item_completed":
            self._completed(mapping(payload.get("item")), at)
        else:
            self.out.skip(f"{kind}/{inner}" if inner else kind)

    def _meta(self, payload: dict[str, Any]) -> None:
        """The head of the session; a fork repeats the head of the one that it came from, below its own."""
        if not self.has_meta:
            self.out.native = Recorder(NAME, payload.get("id")).native or self.out.native
        self.has_meta = True
        self.out.skip("session_meta")

    def _item(self, payload: dict[str, Any], at: str) -> None:
        kind = words(payload.get("type"))
        before = len(self.out.turns)
        if kind in _CALLS:
            given = payload.get("arguments", payload.get("input", payload.get("action", payload.get("summary"))))
            name, call = words(payload.get("name")) or kind, payload.get("call_id")
            self.out.say("tool", called(name, given), at, kind="call", name=name, call=call)
            self.out.settle(before)
        elif kind in _OUTPUTS:
            self.out.say("tool", _output(payload.get("output")), at, kind="result", call=payload.get("call_id"))
            self.out.settle(before)
        elif kind in ("message", "") and "content" in payload:
            role = words(payload.get("role"))
            self._message("item", role if role in ("user", "assistant") else "system", payload["content"], at)
        else:
            self.out.skip(f"response_item/{kind}")

    def _completed(self, item: dict[str, Any], at: str) -> None:
        kind = words(item.get("type"))
        if kind in _ITEMS:
            self._message("completed", _ITEMS[kind], item.get("content", item.get("text")), at)
        else:
            self.out.skip(f"item_completed/{kind}")

    def _message(self, source: str, role: str, content: Any, at: str) -> None:
        texts: list[str] = []
        before, merged = len(self.out.turns), False
        for block in blocks(content):
            if block.kind != TEXT:
                self.out.part(block.kind)
            elif role == "user" and is_injected(block.text):
                merged |= not self._say(source, role, block.text, at)
            else:
                texts.append(block.text)
        if texts:
            merged |= not self._say(source, role, "\n".join(texts), at)
        if merged and len(self.out.turns) == before:
            self.out.merge()
        else:
            self.out.settle(before)

    def _say(self, source: str, role: str, text: str, at: str) -> bool:
        """Say it, unless another source has said it; gives whether it was said."""
        key = text.strip()
        self.times[source, role, key] += 1
        mark = (role, key, self.times[source, role, key])
        if mark in self.said:
            return False
        self.said.add(mark)
        if role == "user":
            say_user(self.out, text, at)
        else:
            self.out.say(role, text, at)
        return True

    def _exec(self, kind: str, record: dict[str, Any]) -> None:
        """A line of `codex exec --json`, which holds the agent's side alone."""
        item = mapping(record.get("item"))
        inner, before = words(item.get("type") or item.get("item_type")), len(self.out.turns)
        if kind == "thread.started":
            self.out.native = Recorder(NAME, record.get("thread_id")).native or self.out.native
        elif kind == "item.completed" and inner in ("agent_message", "assistant_message"):
            self.out.say("assistant", words(item.get("text")))
        elif kind == "item.completed" and inner == "command_execution":
            self.out.say("tool", words(item.get("command")), kind="call", name=inner)
            self.out.say("tool", words(item.get("aggregated_output")), kind="result", name=inner)
        self.out.settle(before, f"{kind}/{inner}" if inner else kind)


def _output(output: Any) -> str:
    """What a tool answered: text, blocks, or an object around the text."""
    if isinstance(output, list):
        return plain(listing(output))
    inner = mapping(output).get("output", mapping(output).get("content"))
    return written(output if inner is None else inner)
