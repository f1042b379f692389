"""Claude.ai: empty texts beside content, attachments, branches."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import PROPERTY
from tests.transcripts.samples import FOLDER, document, one, parts, reading, said, skipped

ROOT = "00000000-0000-4000-8000-000000000000"


def message(key: str, sender: str, text: str, parent: str | None = None, **more: Any) -> dict[str, Any]:
    """A message; without a parent it names none."""
    named = {} if parent is None else {"parent_message_uuid": parent}
    return {"uuid": key, "sender": sender, "text": text, "created_at": "2026-08-01T00:00:00Z", **named, **more}


def talk(*messages: Any, **more: Any) -> dict[str, Any]:
    """A conversation."""
    return {"uuid": "k", "name": "N", "chat_messages": list(messages), **more}


def test_the_sample() -> None:
    found = one((FOLDER / "claude-ai.json").read_bytes())
    assert (found.native, found.title) == ("k-1", "Format")
    assert said(found) == [
        ("user", "PDFでください"),
        ("system", "x"),
        ("tool", "artifacts {}"),
        ("assistant", "了解しました。"),
    ]
    assert found.turns[1].meta == {"kind": "attachment", "name": "a.txt"}
    assert parts(found) == {"thinking": 1}


def test_the_text_counts_where_the_content_has_none() -> None:
    blank = [{"type": "text", "text": ""}, {"type": "thinking"}]
    found = one(document([talk(message("1", "human", "a", content=[]), message("2", "assistant", "b", content=blank))]))
    assert said(found) == [("user", "a"), ("assistant", "b")]


def test_files_and_empty_attachments_are_counted() -> None:
    more = {"attachments": [{"file_name": "a"}, 5], "files": [{}, {}]}
    assert parts(one(document([talk(message("1", "human", "a", **more))]))) == {
        "attachment without text": 2,
        "files": 2,
    }


def test_of_branches_the_named_or_the_last_one_is_live() -> None:
    messages = [
        message("u", "human", "a", ROOT),
        message("old", "assistant", "old", "u"),
        message("new", "assistant", "new", "u"),
    ]
    found = one(document([talk(*messages)]))
    assert [words for _, words in said(found)] == ["a", "new"]
    assert skipped(found) == {"abandoned branch": 1}
    chosen = one(document([talk(*messages, current_leaf_message_uuid="old")]))
    assert [words for _, words in said(chosen)] == ["a", "old"]


def test_without_parents_all_is_live() -> None:
    found = one(
        document([talk(message("1", "human", "a"), message("2", "assistant", "b"), message("3", "human", "c"))])
    )
    assert [words for _, words in said(found)] == ["a", "b", "c"]


@given(st.lists(st.integers(0, 20), min_size=2, max_size=20))
@PROPERTY
def test_any_tree_is_walked_from_its_last_leaf(choices: list[int]) -> None:
    parents = {0: -1} | {n: choices[n] % n for n in range(1, len(choices))}
    messages = [message(str(n), "human", f"text {n}", str(p) if p >= 0 else ROOT) for n, p in parents.items()]
    way, at = [], len(choices) - 1
    while at >= 0:
        way.append(f"text {at}")
        at = parents[at]
    assert [words for _, words in said(one(document([talk(*messages)])))] == way[::-1]


def test_odd_messages_are_counted() -> None:
    found = reading(
        document(
            [talk(message("1", "human", "a"), 7, message("2", "robot", "x"), message("3", "human", "")), talk(), 7]
        )
    )
    assert skipped(found.sessions[0]) == {"message by robot": 1, "not an object": 1, "without words": 1}
    assert [skipped(each) for each in found.empty] == [{"conversation without messages": 1}] * 2
