"""OpenCode's export: parts of messages, what the tool added, helpers."""

from __future__ import annotations

from typing import Any

from tests.transcripts.samples import document, one, parts, reading, said, skipped


def message(role: str, *found: Any, **info: Any) -> dict[str, Any]:
    """A message with parts."""
    return {"info": {"id": "m", "role": role, "time": {"created": 1787000000000}, **info}, "parts": list(found)}


def text(words: str, **more: Any) -> dict[str, Any]:
    """A part of text."""
    return {"type": "text", "text": words, **more}


def export(*messages: Any, **info: Any) -> dict[str, Any]:
    """One session."""
    return {"info": {"id": "s", "title": "T", **info}, "messages": list(messages)}


def test_parts_to_turns() -> None:
    ran = {"type": "tool", "tool": "read", "callID": "c", "state": {"input": {"p": 1}, "output": "data"}}
    failed = {"type": "tool", "tool": "run", "state": {"error": "no"}}
    found = one(
        document(
            export(
                message("user", text("hi"), text("Called the tool", synthetic=True), {"type": "file"}),
                message(
                    "assistant", {"type": "step-start"}, {"type": "reasoning"}, ran, failed, text("hello"), modelID="m"
                ),
            )
        )
    )
    assert (found.native, found.title, found.started) == ("s", "T", "2026-08-17T20:53:20+00:00")
    assert said(found) == [
        ("user", "hi"),
        ("system", "Called the tool"),
        ("tool", 'read {"p": 1}'),
        ("tool", "data"),
        ("tool", "run"),
        ("tool", "no"),
        ("assistant", "hello"),
    ]
    assert found.turns[6].meta == {"model": "m"}
    assert parts(found) == {"file": 1, "reasoning": 1, "step-start": 1}


def test_a_compaction_is_not_the_assistants_answer() -> None:
    found = one(document(export(message("user", text("hi")), message("assistant", text("So far"), summary=True))))
    assert [(turn.role, turn.meta.get("kind")) for turn in found.turns] == [
        ("user", None),
        ("system", "compaction summary"),
    ]


def test_a_helpers_session_is_no_session_of_the_user() -> None:
    found = reading(
        document([export(message("user", text("hi"))), export(message("user", text("do")), parentID="s", id="t")])
    )
    assert [each.native for each in found.sessions] == ["s"]
    assert [skipped(each) for each in found.empty] == [{"sidechain": 1}]


def test_messages_of_any_shape_are_counted() -> None:
    odd = {"info": 5, "parts": 5}
    found = one(document(export(message("user", text("hi"), 7, {}), odd, message("robot", text("x")))))
    assert said(found) == [("user", "hi")]
    assert skipped(found) == {"message by robot": 1, "of no kind": 1}
    assert parts(found) == {"of no kind": 2}
