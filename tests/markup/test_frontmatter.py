"""Front matter: where the block ends, what its values are, and every way in which it can be wrong."""

from __future__ import annotations

from typing import Any

import frontmatter as python_frontmatter
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup import frontmatter
from brainwiki.markup.parser import scalars
from tests.helpers import PROPERTY


def read(yaml_text: str, body: str = "Text.\n") -> frontmatter.FrontMatter:
    """The front matter of a page with this block."""
    return frontmatter.read(f"---\n{yaml_text}---\n{body}")


def problems(text: str) -> list[tuple[str, int, str]]:
    """Kind, start and detail of each problem of a page."""
    return [(problem.kind, problem.start, problem.detail) for problem in frontmatter.read(text).problems]


def test_values_are_source_text_in_source_order() -> None:
    found = read("b: no\na: 1.10\nc: 2026-08-01\nd: ~\ne:\nf: 0x1F\ng: 1_000\nh: true\n")
    assert found.meta == {
        "b": "no",
        "a": "1.10",
        "c": "2026-08-01",
        "d": "~",
        "e": "",
        "f": "0x1F",
        "g": "1_000",
        "h": "true",
    }
    assert list(found.meta) == list("bacdefgh")
    assert found.problems == ()
    assert found.present


def test_lists_mappings_and_scalars_of_every_style() -> None:
    found = read("a: [x, 'y', \"z\\n\"]\nb:\n  - c: 1\n    d: {e: f}\ng: |\n  one\n  two\nh: >-\n  one\n  two\n")
    assert found.meta == {"a": ["x", "y", "z\n"], "b": [{"c": "1", "d": {"e": "f"}}], "g": "one\ntwo\n", "h": "one two"}


def test_marks_say_where_a_value_stands_and_whether_it_has_quotes() -> None:
    text = "---\ntitle: 日本 🙂\ntags: [a, 'b']\nsources:\n  - id: 1\n---\nText.\n"
    found = frontmatter.read(text)
    places = {path: (text[mark.start : mark.start + 2], mark.plain) for path, mark in found.marks.items()}
    assert places == {
        (): ("ti", False),
        ("title",): ("日本", True),
        ("tags",): ("[a", False),
        ("tags", 0): ("a,", True),
        ("tags", 1): ("'b", False),
        ("sources",): ("- ", False),
        ("sources", 0): ("id", False),
        ("sources", 0, "id"): ("1\n", True),
    }


def test_the_body_starts_after_the_closing_line() -> None:
    text = "---\na: b\n--- \t\nText.\n"
    found = frontmatter.read(text)
    assert text[found.body :] == "Text.\n"


def test_a_page_may_end_with_its_front_matter() -> None:
    text = "---\na: b\n---"
    assert frontmatter.read(text).body == len(text)
    assert frontmatter.read(text).meta == {"a": "b"}


@pytest.mark.parametrize(
    "yaml_text",
    [
        "a: |\n  one\n  ---\n  two\n",
        "a: 'x ---'\n",
        "a: one --- two\n",
        "# ---\na: b\n",
        "a: b\n----\n: c\n",
        "a: b\n ---\n",
    ],
)
def test_dashes_inside_the_block_do_not_close_it(yaml_text: str) -> None:
    found = read(yaml_text)
    assert found.body == len(f"---\n{yaml_text}---\n")


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("# Title\n", "# Title"),
        ("", ""),
        ("\n---\na: b\n---\n", "---"),
        (" ---\na: b\n---\n", "---"),
        ("----\na: b\n---\n", "----"),
        ("+++\na = 1\n+++\n", "+++"),
        ("--- a: b\n---\n", "--- a: b"),
        ("x" * 99, "x" * 40),
    ],
)
def test_no_front_matter_shows_how_the_page_begins(text: str, detail: str) -> None:
    found = frontmatter.read(text)
    assert (found.present, found.body, found.meta) == (False, 0, {})
    assert problems(text) == [("no-front-matter", 0, detail)]


@pytest.mark.parametrize(
    "text", ["---\n", "---\n\nA rule.\n", "---\nA rule, then words.\n", "---\n\nA rule.\n\n---\n\nAnd more.\n"]
)
def test_a_page_that_opens_with_a_rule_has_no_front_matter(text: str) -> None:
    found = frontmatter.read(text)
    assert (found.present, found.body) == (False, 0)
    assert problems(text) == [("no-front-matter", 0, "the page opens with a rule")]


@pytest.mark.parametrize(
    "text", ["---\na: b\n", "---\na: b\n...\nText.\n", "---\n'a': b\n-----\n", "---\na:\n  - b\n  ---\n"]
)
def test_a_block_that_is_never_closed(text: str) -> None:
    found = frontmatter.read(text)
    assert (found.present, found.body, found.meta) == (True, 0, {})
    assert problems(text) == [("unclosed-front-matter", 0, "")]


@pytest.mark.parametrize(
    ("yaml_text", "what"),
    [
        ("", "empty"),
        ("# only a comment\n", "empty"),
        ("- a\n- b\n", "a list"),
        ("just words\n", "a single value"),
        ("null\n", "null"),
        ("~\n", "null"),
        ("''\n", "null"),
    ],
)
def test_what_is_no_mapping(yaml_text: str, what: str) -> None:
    found = read(yaml_text)
    assert [(problem.kind, problem.detail) for problem in found.problems] == [("not-a-mapping", what)]
    assert found.meta == {}
    assert found.present


@pytest.mark.parametrize(
    ("yaml_text", "at"),
    [
        ("a: key: with: colons\n", ": with"),
        ("a: b\n\tc: d\n", "\t"),
        ("a: [b\nc: d\n", "["),
        ("a: 'b\nc: d\n", "'b"),
        ("a: @b\n", "@"),
        ("a: `b\n", "`"),
        ("a: %b\n", "%"),
        ("a: b\n  c: d\n", ": d"),
        ("type: note\ntitle:Text\nstatus: draft\n", "title"),
        ("? [a]\n: b\n", "[a]"),
        ("日本: '🙂\nb: c\n", "'"),
    ],
)
def test_what_is_no_yaml_is_told_where_it_breaks(yaml_text: str, at: str) -> None:
    text = f"---\n{yaml_text}---\nText.\n"
    found = frontmatter.read(text)
    (problem,) = found.problems
    assert problem.kind == "yaml-error"
    assert text.count("\n", 0, problem.start) == text.count("\n", 0, text.index(at))
    assert problem.end == problem.start + 1
    assert text[found.body :] == "Text.\n"


@pytest.mark.parametrize("sign", ["\x07", "\x00", "\ufffe", "\x1b", "\x7f", "\x9b"])
@pytest.mark.parametrize("before", ["", "é", "日本語の", "🙂🙂"])
def test_characters_that_yaml_forbids_are_told_in_code_points(before: str, sign: str) -> None:
    text = f"---\ntitle: {before}{sign}x\n---\n"
    assert problems(text) == [("yaml-error", text.index(sign), "a character that YAML does not allow")]


@pytest.mark.parametrize(
    ("yaml_text", "at", "detail"),
    [
        ("a: &x [1]\nb: *x\n", "&x", "the anchor &x"),
        ("a: *x\n", "*x", "the alias *x"),
        ("a: !!python/name:os.system\n", "!!", "the tag tag:yaml.org,2002:python/name:os.system"),
        ("a: !x y\n", "!x", "the tag !x"),
        ("a: !!str y\n", "!!", "the tag tag:yaml.org,2002:str"),
        ("&x a: b\n", "&x", "an anchor or tag on a key"),
        ("!!str a: b\n", "!!", "an anchor or tag on a key"),
        ("&x\na: b\n", "&x", "the anchor &x"),
        ("a: &x\n  - *x\n", "&x", "the anchor &x"),
        ("a: [[[[[[[[[b]]]]]]]]]\n", "[b]", "nested deeper than 8"),
    ],
)
def test_what_the_format_refuses(yaml_text: str, at: str, detail: str) -> None:
    text = f"---\n{yaml_text}---\n"
    found = frontmatter.read(text)
    (problem,) = found.problems
    assert (problem.kind, problem.detail) == ("yaml-too-complex", detail)
    assert text[problem.start :].startswith(at)
    assert found.meta == {}


def test_depth_up_to_the_cap_is_read() -> None:
    depth = frontmatter.MAX_DEPTH - 1
    found = read(f"a: {'[' * depth}b{']' * depth}\n")
    assert found.problems == ()
    value: Any = found.meta["a"]
    for _ in range(depth):
        (value,) = value
    assert value == "b"


@pytest.mark.parametrize("opening", ["[", "{", "- ", "? ", "{a: "])
def test_very_deep_blocks_are_refused_and_not_followed(opening: str) -> None:
    found = read(f"a: {opening * 10_000}\n" if opening in "[{{a: " else f"{opening * 10_000}\n")
    assert [problem.kind for problem in found.problems] in (["yaml-too-complex"], ["yaml-error"])


def test_a_block_over_the_cap_is_refused_whole() -> None:
    text = f"---\na: {'x' * frontmatter.MAX_BLOCK}\n---\nText.\n"
    assert problems(text) == [("yaml-too-complex", 0, "the block is larger than 64 KiB")]
    found = frontmatter.read(text)
    assert text[found.body :] == "Text.\n"


def test_a_repeated_key_keeps_its_first_value_and_tells_both_places() -> None:
    text = "---\na: 1\nb: 2\n'a': 3\n---\n"
    found = frontmatter.read(text)
    assert found.meta == {"a": "1", "b": "2"}
    assert problems(text) == [("duplicate-key", text.index("'a'"), f"a\0{text.index('a: 1')}")]


def test_repeated_keys_are_found_at_every_depth() -> None:
    text = "---\nsources:\n  - id: 1\n    id: 2\nmore: {x: {y: 1, y: 2}}\n---\n"
    assert [(kind, detail.partition("\0")[0]) for kind, _, detail in problems(text)] == [
        ("duplicate-key", "id"),
        ("duplicate-key", "y"),
    ]
    assert frontmatter.read(text).meta == {"sources": [{"id": "1"}], "more": {"x": {"y": "1"}}}


def test_a_repeated_mapping_leaves_the_marks_of_the_first_alone() -> None:
    text = "---\na:\n  repeated: 1\na:\n  repeated: 2\nb: 3\n---\n"
    found = frontmatter.read(text)
    assert found.marks["a", "repeated"].start == text.index("1")
    assert found.meta == {"a": {"repeated": "1"}, "b": "3"}


@pytest.mark.parametrize("text", ["---\n\n---\n", "---\n\n---", "---\n\n\n--- x\n\n---\n", "---\n\n--- x\n"])
def test_a_blank_line_before_dashes_comes_to_an_end(text: str) -> None:
    found = frontmatter.read(text)
    assert (found.present, found.body) == (False, 0)
    assert problems(text) == [("no-front-matter", 0, "the page opens with a rule")]


def test_three_dots_and_second_documents_are_no_end() -> None:
    assert problems("---\na: b\n...\n---\n") == [("yaml-error", 9, "`...` does not close a block; a line `---` does")]
    assert problems("---\na: b\n--- c\n---\n") == [("yaml-error", 9, "a second YAML document in the block")]


@pytest.mark.parametrize("between", ["", "\n", "\n\n\n"])
def test_a_second_block_is_told_at_its_dashes(between: str) -> None:
    text = f"---\na: b\n---\n{between}---\nc: d\n---\nText.\n"
    assert problems(text) == [("second-front-matter", text.index("---\nc"), "")]
    assert frontmatter.read(text).meta == {"a": "b"}


@pytest.mark.parametrize(
    "body", ["---\n\nA rule.\n", "---\nNo key here.\n---\n", "Text.\n\n---\nc: d\n---\n", "---\n", "---\nc: d\n"]
)
def test_a_rule_after_the_block_is_no_second_block(body: str) -> None:
    assert read("a: b\n", body).problems == ()


def test_the_handler_serves_python_frontmatter() -> None:
    text = "---\na: no\nb: [1.10]\n---\nText.\n"
    metadata, content = python_frontmatter.parse(text, handler=frontmatter.HANDLER)
    assert metadata == {"a": "no", "b": ["1.10"]}
    assert content == "Text."
    assert frontmatter.HANDLER.split(text) == ("a: no\nb: [1.10]\n", "Text.\n")


def test_the_handler_raises_what_python_frontmatter_would_swallow() -> None:
    with pytest.raises(ValueError, match="no closed front-matter block"):
        frontmatter.HANDLER.split("---\na: b\n")
    with pytest.raises(ValueError, match="a list"):
        frontmatter.HANDLER.load("- a\n")
    with pytest.raises(NotImplementedError, match="edited in place"):
        frontmatter.HANDLER.export({"a": "b"})


def test_scalars_walk_every_text_with_its_path() -> None:
    found = read("a: 1\nb: [2, {c: 3}]\nd: {e: [4]}\n")
    assert list(scalars(found.meta)) == [(("a",), "1"), (("b", 0), "2"), (("b", 1, "c"), "3"), (("d", "e", 0), "4")]


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=12)
VALUES = st.recursive(
    WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=8
)


@PROPERTY
@given(st.dictionaries(WORDS, VALUES, min_size=1, max_size=5), st.sampled_from([True, False, None]), st.booleans())
def test_values_are_those_of_yamls_loader_that_keeps_text(
    meta: dict[str, Any], flow: bool | None, unicode: bool
) -> None:
    block = yaml.dump(meta, default_flow_style=flow, allow_unicode=unicode, sort_keys=False)
    found = read(block)
    assert yaml.load(block, Loader=yaml.BaseLoader) == meta
    assert found.problems == ()
    assert found.meta == meta


PIECES = (
    "a: b¦c: d¦  e: f¦- g¦  - h¦i:¦j: [k, l]¦m: {n: o}¦p: |¦  q¦¦# r¦s: 't'¦u: \"v\\n\"¦w: >-¦日本: é¦x: 'y¦z: [¦]¦? a¦: b¦---¦...¦&a b"
).split("¦")
LINES = st.lists(st.sampled_from(PIECES), max_size=9).map(lambda lines: "".join(f"{line}\n" for line in lines))


@PROPERTY
@given(LINES)
def test_nothing_that_can_be_written_in_a_block_raises(block: str) -> None:
    text = f"---\n{block}---\nText.\n"
    found = frontmatter.read(text)
    assert 0 <= found.body <= len(text)
    assert all(0 <= problem.start <= len(text) for problem in found.problems)
    inner = frontmatter.HANDLER.locate(text)
    if found.meta and not found.problems:
        assert inner is not None
        assert found.meta == yaml.load(text[inner.start : inner.end], Loader=yaml.BaseLoader)
        assert {path for path, _ in scalars(found.meta)} <= set(found.marks)
