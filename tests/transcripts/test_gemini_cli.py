"""Gemini CLI: documents, and logs that write a message again, rewind it, or show the model another history."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import PROPERTY
from tests.transcripts.samples import FOLDER, document, lines, one, parts, said, skipped

HEAD = {"sessionId": "g1", "projectHash": "ff", "startTime": "2026-08-01T00:00:00Z"}


def message(key: str, kind: str, content: Any, **more: Any) -> dict[str, Any]:
    """One message."""
    return {"id": key, "timestamp": "2026-08-01T00:00:01Z", "type": kind, "content": content, **more}


def test_the_sample_that_was_rewound_keeps_what_came_before() -> None:
    found = one((FOLDER / "gemini-cli.jsonl").read_bytes())
    assert (found.native, said(found)) == ("g1", [("user", "hello")])
    assert skipped(found) == {"$rewindTo": 1, "$set": 1, "head": 1, "rewound": 2}
    assert found.account.merged == 1


def test_a_message_written_again_stands_in_its_first_place_with_its_last_words() -> None:
    found = one(
        lines(
            HEAD,
            message("1", "user", "a"),
            message("2", "gemini", "b"),
            message("3", "user", "c"),
            message("2", "gemini", "b!"),
        )
    )
    assert said(found) == [("user", "a"), ("assistant", "b!"), ("user", "c")]


def test_what_was_said_stays_when_the_history_for_the_model_is_compressed() -> None:
    patch = {
        "$set": {"messages": [message("9", "user", "<state_snapshot>x</state_snapshot>"), message("2", "gemini", "b")]}
    }
    found = one(lines(HEAD, message("1", "user", "a"), message("2", "gemini", "b"), patch, message("3", "user", "c")))
    assert said(found) == [
        ("user", "a"),
        ("assistant", "b"),
        ("system", "<state_snapshot>x</state_snapshot>"),
        ("user", "c"),
    ]
    assert found.account.merged == 1


def test_a_rewind_to_what_is_not_there_takes_nothing_back() -> None:
    found = one(lines(HEAD, message("1", "user", "a"), {"$rewindTo": "9"}, {"$rewindTo": ["x"]}))
    assert said(found) == [("user", "a")]
    assert skipped(found) == {"$rewindTo": 2, "head": 1}


@given(st.lists(st.one_of(st.integers(0, 5), st.integers(-6, -1)), max_size=30))
@PROPERTY
def test_any_log_is_played_like_a_list(steps: list[int]) -> None:
    """A number puts or rewrites a message; a negative one rewinds to it."""
    wanted: dict[int, str] = {}
    records: list[dict[str, Any]] = [HEAD, message("first", "user", "first")]
    for place, step in enumerate(steps):
        if step >= 0:
            wanted[step] = f"text {place}"
            records.append(message(str(step), "user", f"text {place}"))
        else:
            records.append({"$rewindTo": str(-step - 1)})
            if -step - 1 in wanted:
                keys = list(wanted)
                wanted = {key: wanted[key] for key in keys[: keys.index(-step - 1)]}
    assert [words for _, words in said(one(lines(*records)))] == ["first", *wanted.values()]


def test_a_document_with_thoughts_and_calls() -> None:
    ran = {"name": "read_file", "args": {"p": 1}, "id": "c", "resultDisplay": "text"}
    answered = {"name": "ls", "args": {}, "result": [{"text": "a"}]}
    found = one(
        document(
            {
                **HEAD,
                "summary": "A talk",
                "messages": [
                    message("1", "user", [{"text": "hello"}, {"inlineData": {}}]),
                    message("2", "gemini", "", thoughts=[{"subject": "x"}], toolCalls=[ran, answered], model="g"),
                    message("3", "info", "Signed in"),
                    message("4", "brand_new", "x"),
                    7,
                ],
            }
        )
    )
    assert found.title == "A talk"
    assert said(found) == [
        ("user", "hello"),
        ("tool", 'read_file {"p": 1}'),
        ("tool", "text"),
        ("tool", "ls {}"),
        ("tool", "a"),
        ("system", "Signed in"),
    ]
    assert skipped(found) == {"brand_new": 1, "not an object": 1}
    assert parts(found) == {"part of no kind": 1, "thoughts": 1, "without words": 1}
    assert found.turns[5].meta == {"kind": "info"}


def test_one_part_alone_and_messages_in_the_head() -> None:
    found = one(lines({**HEAD, "messages": [message("1", "user", {"text": "a"})]}, message("", "user", "b"), [1]))
    assert said(found) == [("user", "a"), ("user", "b")]
    assert skipped(found) == {"head": 1, "not an object": 1}
