"""Claude Code: every trap of its lines, each with turns and account."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.errors import TranscriptError
from tests.helpers import PROPERTY
from tests.transcripts.samples import FOLDER, document, lines, one, parts, reading, said, skipped

Record = dict[str, Any]


def line(kind: str, content: Any, uuid: str = "", parent: str = "", **more: Any) -> Record:
    """One line of a session."""
    message = {"role": kind, "content": content, **more.pop("message", {})}
    named = {"uuid": uuid, "parentUuid": parent or None} if uuid else {}
    return {"type": kind, "sessionId": "s1", "timestamp": "2026-09-01T00:00:00Z", "message": message, **named, **more}


def text(words: str) -> list[Record]:
    """Content of one text block."""
    return [{"type": "text", "text": words}]


def test_the_sample_with_pieces_a_sidechain_and_a_compaction() -> None:
    found = one((FOLDER / "claude-code.jsonl").read_bytes())
    assert (found.native, found.title, found.started) == ("cc1", "Diagram request", "2026-09-01T00:00:01+00:00")
    assert said(found) == [
        ("user", "図解でお願い"),
        ("assistant", "了解"),
        ("tool", 'Read {"file_path": "/w/a"}'),
        ("tool", "data"),
        ("system", "This session is being continued from a previous conversation…"),
        ("system", "<system-reminder>x</system-reminder>"),
    ]
    assert skipped(found) == {"future-type": 1, "sidechain": 1, "summary": 1, "system/compact_boundary": 1}
    assert [turn.meta.get("kind") for turn in found.turns[4:]] == ["compaction summary", "injected"]
    assert found.turns[1].meta == {"model": "claude"}


def test_snapshots_of_one_message_are_one_message() -> None:
    def streamed(*blocks: Record) -> Record:
        return line("assistant", list(blocks), message={"id": "m1"})

    use = {"type": "tool_use", "id": "t1", "name": "Read", "input": {}}
    found = one(
        lines(
            line("user", "go"),
            streamed({"type": "text", "text": "I"}),
            streamed({"type": "text", "text": "I read"}),
            streamed({"type": "text", "text": "I read it."}, use),
            streamed(use),
            line("assistant", text("I"), message={"id": "m2"}),
        )
    )
    assert said(found) == [("user", "go"), ("assistant", "I read it."), ("tool", "Read {}"), ("assistant", "I")]
    assert found.account.merged == 2
    assert found.account.taken == 4


def test_a_block_that_comes_after_its_siblings_result_stands_behind_it() -> None:
    """Else a session that grows would put turns before turns that are stored."""
    first = {"type": "tool_use", "id": "t1", "name": "A", "input": {}}
    second = {"type": "tool_use", "id": "t2", "name": "B", "input": {}}
    result = [{"type": "tool_result", "tool_use_id": "t1", "content": "one"}]
    message = {"id": "m1"}
    records = [
        line("user", "go"),
        line("assistant", [first], message=message),
        line("user", result),
        line("assistant", [second], message=message),
    ]
    whole = said(one(lines(*records)))
    assert whole == [("user", "go"), ("tool", "A {}"), ("tool", "one"), ("tool", "B {}")]
    for count in range(1, 4):
        assert said(one(lines(*records[:count]))) == whole[:count]


def test_results_side_by_side_are_no_abandoned_branch() -> None:
    use = [{"type": "tool_use", "id": "t1", "name": "A", "input": {}}]
    result = [{"type": "tool_result", "tool_use_id": "t1", "content": "r"}]
    found = one(
        lines(
            line("user", "go", "u1"),
            line("assistant", use, "a1", "u1"),
            line("user", result, "r1", "a1"),
            line("user", [{**result[0], "content": "r2"}], "r2", "a1"),
            line("assistant", text("done"), "a2", "r2"),
        )
    )
    assert [words for _, words in said(found)] == ["go", "A {}", "r", "r2", "done"]


def test_of_prompts_that_were_edited_the_last_is_live_with_all_below_it() -> None:
    found = one(
        lines(
            line("user", "hi", "u1"),
            line("assistant", text("hello"), "a1", "u1"),
            line("user", "old words", "u2", "a1"),
            line("assistant", text("old answer"), "a2", "u2"),
            line("user", "new words", "u3", "a1"),
            line("assistant", text("new answer"), "a3", "u3"),
        )
    )
    assert [words for _, words in said(found)] == ["hi", "hello", "new words", "new answer"]
    assert skipped(found) == {"abandoned branch": 2}


def test_several_roots_are_no_fork() -> None:
    found = one(lines(line("user", "a", "u1"), line("user", "b", "u2"), line("user", "<command-name>/x", "u3", "u2")))
    assert [role for role, _ in said(found)] == ["user", "user", "system"]


def test_lines_copied_when_a_session_was_resumed_are_merged() -> None:
    first = line("user", "hi", "u1")
    found = one(lines(first, first, line("user", "hi", "u2", "u1")))
    assert said(found) == [("user", "hi"), ("user", "hi")]
    assert found.account.merged == 1


def test_one_file_with_two_sessions() -> None:
    summary = {"type": "summary", "summary": "of another", "leafUuid": "elsewhere"}
    found = reading(lines(summary, line("user", "a"), {**line("user", "b"), "sessionId": "s2"}, {"type": "x"}))
    assert [(each.native, said(each), each.title) for each in found.sessions] == [
        ("s1", [("user", "a")], ""),
        ("s2", [("user", "b")], ""),
    ]
    assert dict(found.account.skipped) == {"summary": 1, "x": 1}


def test_titles_that_the_tool_gave() -> None:
    title = {"type": "ai-title", "aiTitle": "Diagrams", "sessionId": "s1"}
    assert one(lines(line("user", "a", "u1"), title)).title == "Diagrams"
    summary = {"type": "summary", "summary": "Own", "leafUuid": "u1"}
    assert one(lines(line("user", "a", "u1"), summary)).title == "Own"


def test_the_name_of_the_file_is_the_id_where_no_line_has_one() -> None:
    name = "p/fa6ea856-ac09-4701-8cd0-5f266e44839f.jsonl"
    bare = {"type": "user", "message": {"content": "hi"}}
    assert one(lines(bare), name).native == "fa6ea856-ac09-4701-8cd0-5f266e44839f"
    assert one(lines(bare), "x.jsonl").native == ""


def test_errors_of_the_interface_are_not_the_assistants_words() -> None:
    found = one(
        lines(
            line("user", "hi"),
            line("assistant", text("API Error: 500"), isApiErrorMessage=True),
            line("assistant", text("No response requested."), message={"model": "<synthetic>"}),
        )
    )
    assert [role for role, _ in said(found)] == ["user", "system", "system"]


def test_the_web_export_with_loglines() -> None:
    found = one(document({"loglines": [line("user", "hi"), line("assistant", text("hello"))]}))
    assert said(found) == [("user", "hi"), ("assistant", "hello")]


def test_lines_of_any_shape_are_counted() -> None:
    odd = [
        "text",
        42,
        [1],
        None,
        {},
        {"type": 5},
        {"type": "user", "message": "error"},
        {"type": "user", "message": {}},
    ]
    found = one(lines(line("user", "hi"), *odd) + b'{"type": "us')
    assert said(found) == [("user", "hi")]
    assert skipped(found) == {
        "not an object": 4,
        "of no kind": 2,
        "unfinished last line": 1,
        "user without a message": 1,
        "without words": 1,
    }


def test_thoughts_and_pictures_are_counted() -> None:
    content = [{"type": "image", "source": {}}, {"type": "text", "text": "see"}]
    found = one(lines(line("user", content), line("assistant", [{"type": "thinking", "thinking": "hm"}])))
    assert said(found) == [("user", "see")]
    assert parts(found) == {"image": 1, "thinking": 1}
    assert skipped(found) == {"without words": 1}


def test_a_file_of_a_helper_alone_is_no_success() -> None:
    with pytest.raises(TranscriptError, match=r"as claude-code it holds no turn \(2 records: 0 taken, 2 sidechain\)"):
        reading(lines(*[line("user", "do this", isSidechain=True)] * 2))


@given(st.lists(st.integers(0, 6), max_size=14))
@PROPERTY
def test_any_course_of_prompts_and_edits_ends_on_the_live_branch(steps: list[int]) -> None:
    """0 says something new; another number edits that prompt, if it is there and not the first, and leaves what came after it."""
    live: list[tuple[str, str]] = []
    records: list[Record] = []
    for number, step in enumerate([0, *steps]):
        if step and step < len(live):
            live = live[:step]
        parent = live[-1][1] if live else ""
        live.append((f"u{number}", f"a{number}"))
        records += [
            line("user", f"prompt {number}", f"u{number}", parent),
            line("assistant", text(f"answer {number}"), f"a{number}", f"u{number}"),
        ]
    found = one(lines(*records))
    kept = [number[1:] for number, _ in live]
    assert [words for _, words in said(found)] == [f"{what} {n}" for n in kept for what in ("prompt", "answer")]
    assert skipped(found).get("abandoned branch", 0) == len(records) - 2 * len(live)
