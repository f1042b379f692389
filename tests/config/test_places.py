"""Where keys stand in TOML: every form of tables, strings that look like keys, and agreement with the reader of the values."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.config.places import places
from tests.helpers import PROPERTY, REPOSITORY


def told(text: str, *table: str) -> dict[str, str]:
    """The last line up to the key and the key itself, by dotted path."""
    found = {}
    for keys, (start, end) in places(text, table).items():
        found[".".join(keys)] = f"{text[text.rfind(chr(10), 0, start) + 1 : start]}|{text[start:end]}"
    return found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", {}),
        ("# a = 1\n", {}),
        ("a = 1", {"a": "|a"}),
        ("a=1\r\nb\t=\t2 # c = 3\r\n", {"a": "|a", "b": "|b"}),
        ("a.b = 1\n a . c=2\n", {"a.b": "a.|b", "a.c": " a . |c"}),
        ('"a b" = 1\n\'c.d\' = 2\n"\\u0065" = 3\n', {"a b": '|"a b"', "c.d": "|'c.d'", "e": '|"\\u0065"'}),
        ("[t]\na = 1\n[t.u]\nb = 2\n", {"t.a": "|a", "t.u.b": "|b"}),
        ("[ t . 'u' ] # x\na = 1\n", {"t.u.a": "|a"}),
        ("[[t]]\na = 1\n[[t]]\nb = 2\n", {"t.a": "|a", "t.b": "|b"}),
        ("t = { a = 1, b = { c = 2 } }\nd = 3\n", {"t": "|t", "t.a": "t = { |a", "t.b": "", "t.b.c": "", "d": "|d"}),
        ("t = {}\nu = []\nv = [[], {a = 1}]\nb = 1\n", {"t": "|t", "u": "|u", "v": "|v", "v.a": "", "b": "|b"}),
        ("l = [ # x = 1\n  'y = 2', \"]\",\n]\nb = 1\n", {"l": "|l", "b": "|b"}),
        ('s = "a # = \\" x"\nb = 1\n', {"s": "|s", "b": "|b"}),
        ('s = """\nx = 1\n\\""" y"" """\nb = 1\n', {"s": "|s", "b": "|b"}),
        ('s = """a"""""\nb = 1\n', {"s": "|s", "b": "|b"}),
        ("s = '''\nx = '1'\n'''\nt = ''\nb = 1\n", {"s": "|s", "t": "|t", "b": "|b"}),
        ("d = 2026-01-01 10:00:00 # x\nt = 10:00:00\nf = -1e3\nb = true\n", {k: f"|{k}" for k in "dtfb"}),
        ("rules = { 'BW201' = \"off\" } # BW302 = 1\n", {"rules": "|rules", "rules.BW201": "rules = { |'BW201'"}),
        ('a = "日本"\nb = 1', {"a": "|a", "b": "|b"}),
    ],
)
def test_keys_stand_where_they_are_written(text: str, wanted: dict[str, str]) -> None:
    tomllib.loads(text)
    found = told(text)
    assert set(found) == set(wanted)
    assert {key: place for key, place in found.items() if wanted[key]} == {k: v for k, v in wanted.items() if v}


def test_only_keys_below_the_table_are_told() -> None:
    text = '[project]\nrules = 1\n[tool.brainwiki]\nrules.BW201 = "off"\n[tool.brainwiki.paths."a/*"]\nBW301 = "off"\n'
    assert told(text, "tool", "brainwiki") == {"rules.BW201": "rules.|BW201", "paths.a/*.BW301": "|BW301"}
    assert told(text, "tool", "other") == {}


@pytest.mark.parametrize("name", ["pyproject.toml", "tests/data/example/brainwiki.toml"])
def test_real_files_are_read_to_their_end(name: str) -> None:
    text = (REPOSITORY / name).read_text("utf-8")
    found = places(text)
    assert {keys[0] for keys in found} == set(tomllib.loads(text))
    assert all(text[start:end].strip("\"'") == keys[-1] for keys, (start, end) in found.items())


def leaves(value: object, keys: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """The paths of all values that are no table, and of empty tables."""
    if not isinstance(value, dict) or not value:
        return {keys}
    return {path for key, one in value.items() for path in leaves(one, (*keys, key))}


_NAMES = st.text(alphabet="ab.=#\"'[]{} ,\\é", max_size=4)
_VALUES = st.recursive(
    st.text(alphabet="a=#\"'[]{},\n\\é", max_size=8),
    lambda inner: st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=8,
)


def written(value: object, quotes: str) -> str:
    """A value as TOML: strings in one of three forms, tables inline."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{written(key, 'one')} = {written(one, quotes)}" for key, one in value.items()) + " }"
    escaped = "".join(char if char not in '\\"\n' else f"\\u{ord(char):04x}" for char in str(value))
    return f'"""{escaped}"""' if quotes == "many" else f'"{escaped}"'


@PROPERTY
@given(st.dictionaries(_NAMES, _VALUES, max_size=4), st.sampled_from(["one", "many"]))
def test_every_value_has_its_place(data: dict[str, object], quotes: str) -> None:
    text = "".join(f"{written(key, 'one')} = {written(value, quotes)} # x = 1\n" for key, value in data.items())
    assert tomllib.loads(text) == data
    found = places(text)
    assert leaves(data) - {()} <= set(found)
    for keys, (start, end) in found.items():
        assert tomllib.loads(f"x = {text[start:end]}" if text[start] in "\"'" else "x = ''")["x"] in (keys[-1], "")
