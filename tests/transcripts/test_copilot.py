"""Copilot in VS Code: documents, and logs of changes that are played."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.errors import TranscriptError
from tests.helpers import PROPERTY
from tests.transcripts.samples import FOLDER, document, lines, one, parts, reading, said, skipped


def request(text: str, *response: Any) -> dict[str, Any]:
    """A request with the parts of its answer."""
    return {"message": {"text": text}, "response": list(response), "timestamp": 1787000001000, "modelId": "m"}


def start(*requests: Any) -> dict[str, Any]:
    """The first line of a log."""
    return {"kind": 0, "v": {"version": 3, "sessionId": "cp", "requests": list(requests)}}


@pytest.mark.parametrize(("name", "lines_of_log"), [("copilot.json", 0), ("copilot-log.jsonl", 3)])
def test_the_sample_is_the_same_both_ways(name: str, lines_of_log: int) -> None:
    found = one((FOLDER / name).read_bytes())
    assert said(found) == [("user", "fix test"), ("assistant", "done")]
    assert (found.native, found.started) == ("cp", "2026-08-17T20:53:21+00:00")
    assert found.turns[1].meta == {"model": "gpt-5"}
    assert skipped(found) == ({"changes of the log": lines_of_log} if lines_of_log else {})


def test_parts_of_an_answer() -> None:
    shown = {
        "kind": "toolInvocationSerialized",
        "toolId": "read",
        "pastTenseMessage": {"value": "Read a.py"},
        "toolCallId": "c",
    }
    found = one(
        document(
            start(
                request(
                    "go",
                    {"value": "I "},
                    {"kind": "inlineReference", "name": "a.py"},
                    {"kind": "markdownContent", "content": {"value": " read"}},
                    shown,
                    "end",
                    {"kind": "thinking", "value": "hm"},
                    7,
                ),
                request("", {"kind": "progressMessage"}),
                5,
            )["v"]
        )
    )
    assert said(found) == [
        ("user", "go"),
        ("assistant", "I a.py read"),
        ("tool", "read Read a.py"),
        ("assistant", "end"),
    ]
    assert parts(found) == {"progressMessage": 1, "thinking": 1, "without words": 2}
    assert skipped(found) == {"not an object": 1, "request without words": 1}


def test_set_push_truncate_and_delete_are_played() -> None:
    found = one(
        lines(
            start(),
            {"kind": 2, "k": ["requests"], "v": [request("a"), request("b")]},
            {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "one"}]},
            {"kind": 1, "k": ["requests", 0, "response", 0, "value"], "v": "two"},
            {"kind": 2, "k": ["requests"], "i": 1, "v": [request("c")]},
            {"kind": 1, "k": ["requests", 1], "v": request("d")},
            {"kind": 3, "k": ["requests", 1, "timestamp"]},
            {"kind": 1, "k": ["requests", 2], "v": request("e")},
            {"kind": 2, "k": ["fresh"], "v": [1]},
        )
    )
    assert [words for _, words in said(found)] == ["a", "two", "d", "e"]
    assert found.turns[2].at == ""


@pytest.mark.parametrize(
    "change",
    [
        {"kind": 1, "k": ["requests", 9], "v": 1},
        {"kind": 1, "k": ["requests", -1], "v": 1},
        {"kind": 1, "k": ["requests", True], "v": 1},
        {"kind": 1, "k": ["nowhere", "x"], "v": 1},
        {"kind": 1, "k": [], "v": 1},
        {"kind": 1, "k": ["x"] * 100, "v": 1},
        {"kind": 2, "k": ["sessionId"], "v": [1]},
        {"kind": 3, "k": ["requests", 0]},
        {"kind": 9, "k": ["x"]},
        {"kind": 1, "k": [[1]], "v": 1},
        {},
        7,
    ],
)
def test_a_change_of_what_is_not_there_is_an_error_with_its_line(change: Any) -> None:
    with pytest.raises(TranscriptError, match="f: line 2 changes what is not there"):
        reading(lines(start(request("a")), change))


def test_the_last_line_may_be_unfinished() -> None:
    assert skipped(one(lines(start(request("a"))) + b'{"kind": 1')) == {
        "changes of the log": 1,
        "unfinished last line": 1,
    }


@given(st.lists(st.tuples(st.sampled_from(["push", "set", "cut"]), st.integers(0, 5)), max_size=12))
@PROPERTY
def test_a_log_says_what_its_last_state_says_as_a_document(steps: list[tuple[str, int]]) -> None:
    state = start(request("first"))["v"]
    records = [copy.deepcopy(start(request("first")))]
    for number, (step, place) in enumerate(steps):
        added = request(f"text {number}", {"value": "ok"})
        requests = state["requests"]
        if step == "push":
            requests.append(added)
            records.append({"kind": 2, "k": ["requests"], "v": [added]})
        elif step == "set" and place < len(requests):
            requests[place] = added
            records.append({"kind": 1, "k": ["requests", place], "v": added})
        elif step == "cut" and place < len(requests):
            requests[place:] = [added]
            records.append({"kind": 2, "k": ["requests"], "i": place, "v": [added]})
    assert said(one(lines(*records))) == said(one(document(state)))
