"""Content of every shape to blocks, and blocks to turns."""

from __future__ import annotations

from brainwiki.transcripts.blocks import CALL, RESULT, TEXT, Block, blocks, called, plain, say_block
from brainwiki.transcripts.recorded import Recorder


def test_text_alone_is_one_block() -> None:
    assert list(blocks("hi")) == [Block(TEXT, "hi")]
    assert list(blocks(None)) == list(blocks(5)) == list(blocks({"text": "x"})) == []


def test_each_kind() -> None:
    content = [
        "loose",
        {"type": "text", "text": "a"},
        {"type": "input_text", "text": "b"},
        {"type": "Text", "text": "c"},
        {"text": "d"},
        {"type": "text", "text": {"value": "e"}},
        {"type": "tool_use", "id": "t1", "name": "Read", "input": {"p": 1}},
        {"type": "tool_result", "tool_use_id": "t1", "content": "data"},
        {"type": "thinking", "thinking": "…"},
        {"type": 5},
        7,
        None,
    ]
    assert list(blocks(content)) == [
        *(Block(TEXT, text) for text in ("loose", "a", "b", "c", "d", "e")),
        Block(CALL, 'Read {"p": 1}', "Read", "t1"),
        Block(RESULT, "data", "", "t1"),
        Block("thinking"),
        Block("part of no kind"),
        Block("unreadable part"),
        Block("unreadable part"),
    ]


def test_results_as_text() -> None:
    assert plain("x") == "x"
    assert plain(None) == ""
    assert plain({"text": "x"}) == "x"
    assert plain({"a": 1}) == '{"a": 1}'
    assert plain(["a", {"type": "text", "text": "b"}, {"type": "image"}, 5]) == "a\nb\n(image)"


def test_a_call_names_its_tool() -> None:
    assert called("Read", {"p": 1}) == 'Read {"p": 1}'
    assert called(None, None) == "tool"
    assert called("run", "ls") == "run ls"


def test_blocks_to_turns() -> None:
    out = Recorder("codex")
    for block in blocks(
        [
            {"type": "text", "text": "a"},
            {"type": "tool_use", "id": "t", "name": "R", "input": {}},
            {"type": "tool_result", "tool_use_id": "t", "content": "d"},
            {"type": "thinking"},
        ]
    ):
        say_block(out, block, "assistant", "", model="m")
    out.take()
    found = out.done()
    assert [(turn.role, turn.text, turn.meta) for turn in found.turns] == [
        ("assistant", "a", {"model": "m"}),
        ("tool", "R {}", {"kind": "call", "name": "R", "call": "t"}),
        ("tool", "d", {"kind": "result", "call": "t"}),
    ]
    assert dict(found.account.parts) == {"thinking": 1}
