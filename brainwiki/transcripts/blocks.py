"""Content in blocks, as most tools keep it: texts, calls of tools, their results, and what is neither."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from brainwiki.transcripts.given import listing, mapping, words, written
from brainwiki.transcripts.recorded import Recorder

_TEXTS = frozenset({"text", "input_text", "output_text", "Text"})
_CALLS = frozenset({"tool_use", "server_tool_use", "tool_call", "mcp_tool_use"})
_RESULTS = frozenset({"tool_result", "mcp_tool_result", "web_search_tool_result"})
TEXT, CALL, RESULT = "text", "call", "result"


class Block(NamedTuple):
    """One block: text, call, result, or the name of another kind; its words; the tool's name; the call's id."""

    kind: str
    text: str = ""
    name: str = ""
    ref: str = ""


def blocks(content: Any) -> Iterator[Block]:
    """Content to blocks; text alone is one block."""
    if isinstance(content, str):
        yield Block(TEXT, content)
        return
    for one in listing(content):
        yield Block(TEXT, one) if isinstance(one, str) else _block(one)


def _block(one: Any) -> Block:
    if not isinstance(one, dict):
        return Block("unreadable part")
    kind = words(one.get("type"))
    if kind in _TEXTS or not kind and isinstance(one.get("text"), str):
        text = one.get("text")
        return Block(TEXT, words(mapping(text).get("value") if isinstance(text, dict) else text))
    if kind in _CALLS:
        return Block(CALL, called(one.get("name"), one.get("input")), words(one.get("name")), words(one.get("id")))
    if kind in _RESULTS:
        return Block(RESULT, plain(one.get("content")), words(one.get("name")), words(one.get("tool_use_id")))
    return Block(kind or "part of no kind")


def plain(content: Any) -> str:
    """The texts of content, joined; what holds no text is written as JSON."""
    if not isinstance(content, list):
        return words(content.get("text")) or written(content) if isinstance(content, dict) else written(content)
    texts = [one if isinstance(one, str) else words(mapping(one).get("text")) for one in content]
    kinds = [words(mapping(one).get("type")) for one, text in zip(content, texts, strict=True) if not text]
    return "\n".join([*(text for text in texts if text), *(f"({kind})" for kind in kinds if kind)])


def called(name: Any, given: Any) -> str:
    """A call as one text: the tool's name and what it was given."""
    return f"{words(name) or 'tool'} {written(given)}".strip()


def say_block(out: Recorder, block: Block, role: str, at: str, **meta: object) -> None:
    """A block as a turn: texts by `role`, calls and results by the tool, the rest counted."""
    if block.kind == TEXT:
        out.say(role, block.text, at, **meta)
    elif block.kind in (CALL, RESULT):
        out.say("tool", block.text, at, kind=block.kind, name=block.name, call=block.ref)
    else:
        out.part(block.kind)
