"""Codex: four grammars, messages that are written twice, instructions under the user's role."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.errors import TranscriptError
from tests.helpers import PROPERTY
from tests.transcripts.samples import FOLDER, lines, one, parts, reading, said, skipped

AT = "2026-08-07T00:00:00Z"
META = {"timestamp": AT, "type": "session_meta", "payload": {"id": "x1", "cwd": "/w"}}


def item(role: str, *texts: str) -> dict[str, Any]:
    """A message as a response item."""
    content = [{"type": "input_text" if role == "user" else "output_text", "text": text} for text in texts]
    payload = {"type": "message", "role": role, "content": content}
    return {"timestamp": AT, "type": "response_item", "payload": payload}


def event(role: str, text: str) -> dict[str, Any]:
    """A message as an event."""
    kind = "user_message" if role == "user" else "agent_message"
    return {"timestamp": AT, "type": "event_msg", "payload": {"type": kind, "message": text}}


def completed(role: str, text: str) -> dict[str, Any]:
    """A message as a completed item."""
    kind = "UserMessage" if role == "user" else "AgentMessage"
    inner = {"type": kind, "content": [{"type": "text", "text": text}]}
    return {"timestamp": AT, "type": "event_msg", "payload": {"type": "item_completed", "item": inner}}


def call(kind: str, **more: Any) -> dict[str, Any]:
    """A call or its output."""
    return {"timestamp": AT, "type": "response_item", "payload": {"type": kind, **more}}


def test_completed_items_alone_are_read() -> None:
    found = one((FOLDER / "codex-completed-items.jsonl").read_bytes())
    assert (found.native, said(found)) == ("x1", [("user", "hi"), ("assistant", "hello")])


def test_response_items_alone_are_read_and_instructions_are_not_the_users() -> None:
    found = one((FOLDER / "codex-items-alone.jsonl").read_bytes())
    assert said(found) == [
        ("system", "# AGENTS.md instructions for /w\n<INSTRUCTIONS>..</INSTRUCTIONS>"),
        ("user", "hi"),
        ("assistant", "hello"),
        ("system", "summary of the above"),
    ]
    assert found.turns[3].meta == {"kind": "compaction summary"}


def test_items_beside_events_make_one_turn_each() -> None:
    found = one(
        lines(
            META,
            item("user", "<environment_context>x</environment_context>"),
            item("user", "hi"),
            event("user", "hi"),
            event("assistant", "hello"),
            item("assistant", "hello"),
            completed("assistant", "hello"),
        )
    )
    assert [words for _, words in said(found)] == ["<environment_context>x</environment_context>", "hi", "hello"]
    assert found.account.merged == 3


def test_the_same_words_said_twice_are_two_turns() -> None:
    pair = [item("user", "go on"), event("user", "go on")]
    found = one(lines(META, *pair, item("assistant", "ok"), *pair, item("assistant", "ok")))
    assert said(found) == [("user", "go on"), ("assistant", "ok")] * 2


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.sampled_from(["a", "b"])), min_size=1))
@PROPERTY
def test_any_talk_is_the_same_by_each_way_and_by_all_of_them(talk: list[tuple[str, str]]) -> None:
    ways: list[list[dict[str, Any]]] = [
        [item(*turn) for turn in talk],
        [event(*turn) for turn in talk],
        [completed(*turn) for turn in talk],
        [record for turn in talk for record in (event(*turn), item(*turn))],
        [record for turn in talk for record in (item(*turn), event(*turn), completed(*turn))],
    ]
    for way in ways:
        assert said(one(lines(META, *way))) == talk


def test_calls_and_outputs() -> None:
    found = one(
        lines(
            META,
            item("user", "go"),
            call("function_call", name="exec", arguments='{"cmd":"ls"}', call_id="c1"),
            call("function_call_output", call_id="c1", output='{"output": "a"}'),
            call("custom_tool_call", name="patch", input="*** Begin", call_id="c2"),
            call("custom_tool_call_output", call_id="c2", output={"content": "done"}),
            call("function_call_output", output=[{"type": "input_text", "text": "t"}, {"type": "input_image"}]),
            call("local_shell_call", action={"command": ["ls"]}),
            call("web_search_call"),
            call("reasoning", summary=[]),
        )
    )
    assert said(found)[1:] == [
        ("tool", 'exec {"cmd":"ls"}'),
        ("tool", '{"output": "a"}'),
        ("tool", "patch *** Begin"),
        ("tool", "done"),
        ("tool", "t\n(input_image)"),
        ("tool", 'local_shell_call {"command": ["ls"]}'),
        ("tool", "web_search_call"),
    ]
    assert skipped(found) == {"response_item/reasoning": 1, "session_meta": 1}
    assert found.turns[1].meta == {"kind": "call", "name": "exec", "call": "c1"}


def test_instructions_and_words_in_one_message_are_parted() -> None:
    found = one(lines(META, item("user", "<user_instructions>x</user_instructions>", "hi", "there")))
    assert said(found) == [("system", "<user_instructions>x</user_instructions>"), ("user", "hi\nthere")]


def test_the_first_versions_wrote_bare_items() -> None:
    head = {"id": "old", "timestamp": AT, "instructions": None}
    message = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]}
    output = {"type": "function_call_output", "call_id": "c", "output": "a"}
    found = one(lines(head, {"record_type": "state"}, message, output))
    assert (found.native, said(found)) == ("old", [("user", "hi"), ("tool", "a")])
    assert skipped(found) == {"session_meta": 1, "state": 1}


def test_the_stream_of_exec_is_read() -> None:
    ran = {"type": "command_execution", "command": "ls", "aggregated_output": "a"}
    found = one(
        lines(
            {"type": "thread.started", "thread_id": "t1"},
            {"type": "turn.started"},
            {"type": "item.completed", "item": {"type": "agent_message", "text": "hello"}},
            {"type": "item.completed", "item": ran},
            {"type": "item.completed", "item": {"type": "reasoning"}},
        )
    )
    assert (found.native, said(found)) == ("t1", [("assistant", "hello"), ("tool", "ls"), ("tool", "a")])
    assert skipped(found) == {"item.completed/reasoning": 1, "thread.started": 1, "turn.started": 1}


def test_a_fork_keeps_its_own_name() -> None:
    other = {**META, "payload": {"id": "parent"}}
    assert one(lines(META, other, item("user", "hi"))).native == "x1"


def test_developers_are_not_users_and_pictures_are_counted() -> None:
    found = one(lines(META, item("developer", "rules"), item("user", "hi")))
    assert [role for role, _ in said(found)] == ["system", "user"]
    picture = {"type": "message", "role": "user", "content": [{"type": "input_image"}]}
    found = one(lines(META, item("user", "hi"), {"type": "response_item", "payload": picture}))
    assert (parts(found), skipped(found)["without words"]) == ({"input_image": 1}, 1)


def test_a_rollout_of_unknown_records_is_an_error_that_names_them() -> None:
    with pytest.raises(TranscriptError, match=r"no turn \(3 records: 0 taken, 2 event_msg/brand_new, 1 session_meta\)"):
        reading(lines(META, *[{"type": "event_msg", "payload": {"type": "brand_new"}}] * 2))
