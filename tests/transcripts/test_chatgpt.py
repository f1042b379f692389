"""ChatGPT: the live branch by parents alone, whatever the export left out; what is hidden, of tools, not to be remembered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import PROPERTY
from tests.transcripts.samples import FOLDER, document, one, parts, reading, said, skipped


def node(key: str, parent: str | None, role: str = "", text: Any = "", **more: Any) -> dict[str, Any]:
    """A node; without a role it has no message."""
    content = more.pop("content", {"content_type": "text", "parts": [text]})
    message = {"id": key, "author": {"role": role}, "create_time": 1787000000.0, "content": content, **more}
    return {"id": key, "parent": parent, "message": message if role else None}


def talk(*nodes: dict[str, Any], current: str | None = None, **more: Any) -> dict[str, Any]:
    """A conversation."""
    return {
        "conversation_id": "c",
        "title": "T",
        "mapping": {one["id"]: one for one in nodes},
        "current_node": current,
        **more,
    }


def test_the_sample_takes_the_live_branch_also_without_children() -> None:
    found = reading((FOLDER / "chatgpt.json").read_bytes())
    wanted = [("user", "箇条書きと図解、どちらで出す?"), ("assistant", "図解にします。"), ("user", "それで。")]
    assert [(each.native, said(each)) for each in found.sessions] == [("c-1", wanted), ("c-2", wanted)]
    assert [skipped(each) for each in found.empty] == [{"conversation without messages": 1}]
    assert skipped(found.sessions[0]) == {"abandoned branch": 1, "node without a message": 1, "without words": 1}
    assert found.sessions[0].turns[1].meta == {"model": "gpt-5"}


def test_a_system_node_in_the_middle_breaks_nothing() -> None:
    hidden = {"is_visually_hidden_from_conversation": True}
    found = one(
        document(
            talk(
                node("r", None),
                node("u", "r", "user", "a"),
                node("s", "u", "system", "rules", metadata=hidden),
                node("x", "s"),
                node("b", "x", "assistant", "b"),
                current="b",
            )
        )
    )
    assert said(found) == [("user", "a"), ("system", "rules"), ("assistant", "b")]


@pytest.mark.parametrize("current", [None, "gone"])
def test_without_a_current_node_the_latest_leaf_is_live(current: str | None) -> None:
    late, early = {"create_time": 1787000009.0}, {"create_time": 1787000001.0}
    found = one(
        document(
            talk(
                node("u", None, "user", "a"),
                node("new", "u", "assistant", "new", **late),
                node("old", "u", "assistant", "old", **early),
                current=current,
            )
        )
    )
    assert [words for _, words in said(found)] == ["a", "new"]


@given(st.lists(st.integers(0, 20), min_size=1, max_size=20), st.integers(0, 19), st.randoms(use_true_random=False))
@PROPERTY
def test_any_tree_gives_the_way_from_its_root_to_the_current_node(
    choices: list[int], current: int, chance: Any
) -> None:
    parents = {0: None} | {n: choices[n] % n for n in range(1, len(choices))}
    current %= len(choices)
    nodes = [node(str(n), None if p is None else str(p), "user", f"text {n}") for n, p in parents.items()]
    chance.shuffle(nodes)
    way: list[str] = []
    at: int | None = current
    while at is not None:
        way.append(f"text {at}")
        at = parents[at]
    found = one(document(talk(*nodes, current=str(current))))
    assert [words for _, words in said(found)] == way[::-1]
    assert skipped(found).get("abandoned branch", 0) == len(choices) - len(way)


def test_a_circle_ends() -> None:
    found = one(document(talk(node("a", "b", "user", "a"), node("b", "a", "assistant", "b"), current="b")))
    assert sorted(words for _, words in said(found)) == ["a", "b"]


def test_contents_of_every_type() -> None:
    def content(kind: str, **more: Any) -> dict[str, Any]:
        return {"content": {"content_type": kind, **more}}

    pictures = content("multimodal_text", parts=["see", {"content_type": "image_asset_pointer"}, {"text": "spoken"}])
    found = one(
        document(
            talk(
                node(
                    "1", None, "user", **content("user_editable_context", user_profile="I am", user_instructions="Be")
                ),
                node("2", "1", "user", **pictures),
                node("3", "2", "assistant", recipient="python", **content("code", text="1+1")),
                node("4", "3", "tool", **content("execution_output", text="2")),
                node("5", "4", "assistant", **content("thoughts", thoughts=[])),
                node("6", "5", "assistant", recipient="browser", **content("text", parts=["search()"])),
                node("7", "6", "robot", "x"),
                node("8", "7", "assistant", "done"),
                current="8",
            )
        )
    )
    assert said(found) == [
        ("system", "I am\nBe"),
        ("user", "see\nspoken"),
        ("tool", "1+1"),
        ("tool", "2"),
        ("tool", "search()"),
        ("assistant", "done"),
    ]
    assert [turn.meta.get("kind") for turn in found.turns] == ["injected", None, "call", "result", "call", None]
    assert skipped(found) == {"message by robot": 1, "thoughts": 1}
    assert parts(found) == {"image_asset_pointer": 1}


@pytest.mark.parametrize("flag", ["is_do_not_remember", "is_temporary_chat"])
def test_what_is_not_to_be_remembered_is_not(flag: str) -> None:
    found = reading(
        document([talk(node("a", None, "user", "secret"), **{flag: True}), talk(node("b", None, "user", "b"))])
    )
    assert [said(each) for each in found.sessions] == [[("user", "b")]]
    assert [skipped(each) for each in found.empty] == [{"not to be remembered": 1}]


def test_one_conversation_alone_and_odd_ones() -> None:
    assert said(one(document(talk(node("a", None, "user", "hi"))))) == [("user", "hi")]
    odd = {"a": 5, "b": {"parent": 5, "message": "x"}, "c": {"message": {"author": 5, "content": 5}}}
    found = reading(document([talk(node("a", None, "user", "hi")), {"mapping": odd, "current_node": "c"}, 7]))
    assert len(found.sessions) == 1
    assert len(found.empty) == 2
