"""One item in and out of a JSON text: every other byte stays, and what was made for the item goes with it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.usecases.agents.json_edit import created, is_created, node_at, with_item, with_value, without_item
from brainwiki.usecases.agents.jsonc import parse
from tests.helpers import PROPERTY
from tests.usecases.agents.texts_of_others import VALUES, json_texts

GROUP = {"hooks": [{"type": "command", "command": 'run "é"', "timeout": 10}]}
PATH = ("hooks", "SessionStart")


def last_handler(text: str, with_comments: bool = False) -> tuple[str | int, ...]:
    groups = parse(text, with_comments).value["hooks"]["SessionStart"]
    return (*PATH, len(groups) - 1, "hooks", 0)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{}", '{ "hooks": {"SessionStart": [G]}}'),
        ("{ }", '{ "hooks": {"SessionStart": [G]} }'),
        ("{\n}\n", '{\n  "hooks": {"SessionStart": [G]}\n}\n'),
        ('{"a":1}', '{"a":1,"hooks": {"SessionStart": [G]}}'),
        ('{"a": 1, "b": 2}', '{"a": 1, "b": 2, "hooks": {"SessionStart": [G]}}'),
        ('{"hooks": {}}', '{"hooks": { "SessionStart": [G]}}'),
        ('{"hooks": {"SessionStart": []}}', '{"hooks": {"SessionStart": [ G]}}'),
        ('{"hooks": {"SessionStart": [{"hooks": []}]}}', '{"hooks": {"SessionStart": [{"hooks": []},G]}}'),
    ],
)
def test_on_one_line(text: str, wanted: str) -> None:
    group = json.dumps(GROUP, ensure_ascii=False)
    changed = with_item(text, PATH, None, GROUP)
    assert changed == wanted.replace("G", group)
    assert without_item(changed, last_handler(changed)) == text


def test_over_several_lines_in_the_manner_of_the_file() -> None:
    text = '{\n\t"a": 1,\n\t"hooks": {\n\t\t"SessionStart": [\n\t\t\t0\n\t\t]\n\t}\n}'
    changed = with_item(text, PATH, None, {"hooks": [1]})
    assert changed == text.replace("\t0\n", '\t0,\n\t\t\t{\n\t\t\t\t"hooks": [\n\t\t\t\t\t1\n\t\t\t\t]\n\t\t\t}\n')
    short = text.replace("\t0\n", '\t{"hooks": [0]}\n')
    changed = with_item(short, PATH, None, {"hooks": [1]})
    assert changed == short.replace("[0]}", '[0]},\n\t\t\t{"hooks": [1]}')


@pytest.mark.parametrize("inside", ["", " ", "\n", "\n  ", "\n    ", "\n        "])
def test_an_empty_container_is_left_empty_by_two_whichever_goes_first(inside: str) -> None:
    for text in (f'{{\n  "s": {{{inside}}}\n}}', f'{{"s": {{{inside}}}}}', f'{{\n    "s": {{{inside}}}\n}}'):
        both = with_item(with_item(text, ("s",), "one", {"a": [1]}), ("s",), "two", {"b": [2]})
        assert without_item(without_item(both, ("s", "one")), ("s", "two")) == text
        assert without_item(without_item(both, ("s", "two")), ("s", "one")) == text


def test_line_ends_are_those_of_the_file() -> None:
    changed = with_item('{\r\n  "a": 1\r\n}\r\n', PATH, None, GROUP)
    assert "\n" not in changed.replace("\r\n", "")


@PROPERTY
@given(json_texts(), VALUES)
def test_an_item_of_a_list_goes_in_and_out(text: str, value: Any) -> None:
    group = {"hooks": [{"command": value, "type": "command"}]}
    changed = with_item(text, PATH, None, group)
    data, before = parse(changed).value, parse(text).value
    assert data["hooks"]["SessionStart"].pop() == group
    before.setdefault("hooks", {}).setdefault("SessionStart", [])
    assert data == before
    assert without_item(changed, last_handler(changed)) == text


@PROPERTY
@given(json_texts(with_comments=True), VALUES)
def test_a_member_goes_in_and_out_between_comments(text: str, value: Any) -> None:
    changed = with_item(text, ("mcpServers",), "ours", {"command": value}, with_comments=True)
    assert parse(changed, True).value["mcpServers"]["ours"] == {"command": value}
    assert without_item(changed, ("mcpServers", "ours"), with_comments=True) == text


@PROPERTY
@given(json_texts(with_comments=True), st.booleans())
def test_two_items_go_in_either_order_of_going_out(text: str, first_goes_first: bool) -> None:
    one = with_item(text, ("mcpServers",), "one", {"command": "a"}, with_comments=True)
    both = with_item(one, ("mcpServers",), "two", {"command": "b"}, with_comments=True)
    names = ("one", "two") if first_goes_first else ("two", "one")
    for name in names:
        both = without_item(both, ("mcpServers", name), with_comments=True)
    left, wanted = parse(both, True).value, parse(text, True).value
    assert {**left, "mcpServers": left.get("mcpServers", {})} == {**wanted, "mcpServers": wanted.get("mcpServers", {})}
    if not first_goes_first:
        assert both == text


@PROPERTY
@given(json_texts(with_comments=True), st.data())
def test_any_item_can_go_and_the_rest_keeps_its_values(text: str, data: st.DataObject) -> None:
    node = parse(text, True)
    if not node.items:
        return
    name = data.draw(st.sampled_from([str(item.key) for item in node.items]))
    left = parse(without_item(text, (name,), with_comments=True), True).value
    assert left == {key: value for key, value in node.value.items() if key != name}


def test_what_a_user_put_beside_ours_stays() -> None:
    changed = with_item('{"a": 1}', PATH, None, GROUP)
    edited = changed.replace('"timeout": 10}]', '"timeout": 10}, {"command": "mine"}]')
    left = without_item(edited, (*PATH, 0, "hooks", 0))
    assert parse(left).value == {"a": 1, "hooks": {"SessionStart": [{"hooks": [{"command": "mine"}]}]}}


def test_a_comment_beside_ours_stays() -> None:
    text = '{\n  "a": 1, // first\n  "ours": 2, // mine\n  "b": 3 // last\n}'
    left = without_item(text, ("ours",), with_comments=True)
    assert parse(left, True).value == {"a": 1, "b": 3}
    for comment in ("// first", "// mine", "// last"):
        assert comment in left


def test_an_item_that_is_not_there_changes_nothing() -> None:
    assert without_item('{"a": [1]}', ("a", 3)) == '{"a": [1]}'
    assert without_item('{"a": [1]}', ("b", "c")) == '{"a": [1]}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "the whole is no object"),
        ('{"hooks": 3}', "`hooks` is no object"),
        ('{"hooks": {"SessionStart": {}}}', "`hooks.SessionStart` is no list"),
    ],
)
def test_another_shape_is_refused(text: str, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        with_item(text, PATH, None, GROUP)


def test_a_value_in_the_place_of_another() -> None:
    text = '{ "a" : [1,  "x" ] }'
    node = node_at(parse(text), ("a", 1))
    assert node is not None
    assert with_value(text, node, "é") == '{ "a" : [1,  "é" ] }'
    assert node_at(parse(text), ("a", 2)) is None


def test_a_created_file_is_known_again_until_it_is_touched() -> None:
    text = created({"hooks": {"SessionStart": [GROUP]}})
    assert is_created(text)
    assert is_created(text.replace("\n", "\r\n"))
    assert not is_created(text.rstrip("\n"))
    assert not is_created(text.replace("  ", "    "))
    assert not is_created("{}\n"[:2])
