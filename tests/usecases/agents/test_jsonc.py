"""JSON with places: the values are those of the standard reader, and every place is the right one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.usecases.agents.jsonc import DEPTH, JsonTextError, Node, commas, parse
from tests.helpers import PROPERTY
from tests.usecases.agents.texts_of_others import VALUES, json_texts


def every(node: Node) -> list[Node]:
    return [node, *(inner for item in node.items for inner in every(item.node))]


@PROPERTY
@given(json_texts())
def test_values_and_places(text: str) -> None:
    node = parse(text)
    assert node.value == json.loads(text.lstrip("\ufeff"))
    for inner in every(node):
        assert json.loads(text[inner.start : inner.end]) == inner.value
        for item in inner.items:
            if item.key is not None:
                assert text[item.start] == '"'


@PROPERTY
@given(VALUES)
def test_any_value(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=2, ensure_ascii=False)):
        assert parse(text).value == value
        assert parse(text, with_comments=True).value == value


@PROPERTY
@given(st.text(alphabet='{}[]",:/*\\ \n1ae-.tru', max_size=40))
def test_it_takes_what_the_standard_reader_takes(text: str) -> None:
    def twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError
        return dict(pairs)

    try:
        wanted = json.loads(text, object_pairs_hook=twice)
    except ValueError:
        with pytest.raises(JsonTextError):
            parse(text)
    else:
        assert parse(text).value == wanted


@PROPERTY
@given(json_texts(with_comments=True))
def test_comments_are_taken_where_the_host_takes_them(text: str) -> None:
    assert isinstance(parse(text, with_comments=True).value, dict)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no value where one belongs in line 1"),
        ("{\n // x\n}", "a comment, which this host does not take, in line 2"),
        ('{"a": 1,\n}', "a comma after the last item in line 1"),
        ('{"a": 1,\n"a": 2}', "the key 'a' a second time in line 2"),
        ('{"a" 1}', "no colon after a key in line 1"),
        ("{a: 1}", "no key where one belongs in line 1"),
        ("[1 2]", "no comma or end where one belongs in line 1"),
        ("[1", "no comma or end where one belongs in line 1"),
        ("{} {}", "more than one value in line 1"),
        ("nul", "no value where one belongs in line 1"),
        ('"\\x"', "a value that cannot be read in line 1"),
        ("[" * (DEPTH + 2), "nested too deep in line 1"),
    ],
)
def test_what_is_no_json_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(JsonTextError, match=message):
        parse(text)


def test_hosts_with_comments_also_take_a_last_comma() -> None:
    assert parse('{"a": [1,], // x\n}', with_comments=True).value == {"a": [1]}
    with pytest.raises(JsonTextError):
        parse("[,]", with_comments=True)


def test_commas_in_comments_are_none() -> None:
    text = "/* , */ , // ,\n,"
    assert list(commas(text, 0, len(text))) == [8, 15]
