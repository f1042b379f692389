"""LibreChat: flat, nested and as a collection; branches, temporary talks, tools."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import PROPERTY
from tests.transcripts.samples import FOLDER, document, lines, one, parts, reading, said, skipped

ROOT = "00000000-0000-0000-0000-000000000000"


def message(key: str, parent: str, text: str = "", *, by_user: bool = False, **more: Any) -> dict[str, Any]:
    """A message."""
    return {
        "messageId": key,
        "conversationId": "lc",
        "parentMessageId": parent,
        "isCreatedByUser": by_user,
        "text": text or key,
        "createdAt": "2026-08-02T00:00:00Z",
        **more,
    }


def export(*messages: Any, **more: Any) -> bytes:
    """A flat export."""
    return document({"conversationId": "lc", "title": "T", "messages": list(messages), **more})


@pytest.mark.parametrize("name", ["librechat.json", "librechat-collection.jsonl"])
def test_the_sample_is_the_same_both_ways(name: str) -> None:
    found = one((FOLDER / name).read_bytes())
    assert (found.native, said(found)) == ("lc", [("user", "利用件数は?"), ("assistant", "90件です。")])
    assert parts(found) == {"think": 1}
    assert found.started == "2026-08-02T00:00:00+00:00"


def test_a_nested_export_is_walked_to_its_latest_leaf() -> None:
    nested = message("u", ROOT, by_user=True)
    old = message("old", "", createdAt="2026-08-02T00:00:01Z", children=[])
    new = message("new", "", createdAt="2026-08-02T00:00:02Z")
    for tree in ([{**nested, "children": [old, new]}], {"children": [{**nested, "children": [old, new]}]}):
        found = one(document({"conversationId": "lc", "recursive": True, "messagesTree": tree}))
        assert said(found) == [("user", "u"), ("assistant", "new")]
        assert skipped(found) == {"abandoned branch": 1}


def test_messages_may_be_nested_under_their_own_name() -> None:
    nested = {**message("u", ROOT, by_user=True), "children": [message("a", ""), 7]}
    found = one(document({"conversationId": "lc", "messages": [nested]}))
    assert said(found) == [("user", "u"), ("assistant", "a")]
    assert skipped(found) == {"message without an id": 1}


def test_a_collection_holds_many_talks() -> None:
    other = {**message("b", ROOT, by_user=True), "conversationId": "other"}
    for raw in (lines(message("a", ROOT), other), document([message("a", ROOT), other])):
        assert [each.native for each in reading(raw).sessions] == ["lc", "other"]


@pytest.mark.parametrize("flag", [{"isTemporary": True}, {"expiredAt": {"$date": "2026-09-01T00:00:00Z"}}])
def test_a_temporary_talk_is_not_kept(flag: dict[str, Any]) -> None:
    other = {**message("b", ROOT), "conversationId": "other"}
    found = reading(lines(message("a", ROOT, **flag), other))
    assert [each.native for each in found.sessions] == ["other"]
    assert [skipped(each) for each in found.empty] == [{"temporary": 1}]


def test_calls_errors_and_the_unfinished() -> None:
    ran = {"type": "tool_call", "tool_call": {"id": "c", "name": "search", "args": "{}", "output": "data"}}
    found = one(
        export(
            message("u", ROOT, "<system-reminder>x</system-reminder>hi", by_user=True),
            message("a", "u", content=[ran, {"type": "text", "text": {"value": "so"}}], unfinished=True, model="m"),
            message("e", "a", "failed", error=True),
        )
    )
    assert said(found) == [
        ("user", "hi"),
        ("tool", "search {}"),
        ("tool", "data"),
        ("assistant", "so"),
        ("system", "failed"),
    ]
    assert found.turns[3].meta == {"model": "m", "state": "unfinished"}


def test_a_message_that_comes_twice_is_merged_and_odd_ones_counted() -> None:
    found = one(export(message("a", ROOT, "first"), message("a", ROOT, "second"), 7, {"x": 1}))
    assert said(found) == [("assistant", "second")]
    assert (found.account.merged, skipped(found)) == (1, {"message without an id": 2})


def test_an_unfinished_last_line_is_counted() -> None:
    found = reading(lines(message("a", ROOT)) + b'{"messageId"')
    assert dict(found.account.skipped) == {"unfinished last line": 1}


@given(st.lists(st.integers(0, 20), min_size=1, max_size=15))
@PROPERTY
def test_flat_nested_and_collection_say_the_same(choices: list[int]) -> None:
    parents = {0: -1} | {n: choices[n] % n for n in range(1, len(choices))}
    at = "2026-08-02T00:00:{:02}Z"
    flat = [message(f"m{n}", f"m{p}" if p >= 0 else ROOT, createdAt=at.format(n)) for n, p in parents.items()]

    def tree(n: int) -> dict[str, Any]:
        return {**flat[n], "parentMessageId": "", "children": [tree(c) for c, p in parents.items() if p == n]}

    way, place = [], len(choices) - 1
    while place >= 0:
        way.append(f"m{place}")
        place = parents[place]
    for raw in (export(*flat), document({"conversationId": "lc", "messagesTree": [tree(0)]}), lines(*reversed(flat))):
        assert [words for _, words in said(one(raw))] == way[::-1]
