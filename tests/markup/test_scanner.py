"""Wikilinks, cites, footnotes and block ids in prose, and the forms that are none."""

from __future__ import annotations

import pytest
from hypothesis import given

from brainwiki.markup import scanner, structure
from brainwiki.model.page import Link, Problem
from tests.helpers import PROPERTY, page_of
from tests.markup.test_oracle import TEXTS


def scan(text: str, footnotes: str = "foreign", comments: bool = False) -> scanner.Scan:
    """The scan of a body."""
    return scanner.scan(text, 0, structure.read(text, 0), footnotes, comments)


def links(text: str) -> list[tuple[str, str, str, str]]:
    """Target, fragment, label and form of each wikilink."""
    return [(link.target, link.fragment, link.label, link.form) for link in scan(text).links]


def problems(text: str, **how: object) -> list[tuple[str, str, str]]:
    """Kind, text and detail of each problem."""
    found = scan(text, **how).problems  # type: ignore[arg-type]
    return [(problem.kind, text[problem.start : problem.end], problem.detail) for problem in found]


@pytest.mark.parametrize(
    ("text", "target", "fragment", "label"),
    [
        ("[[a]]", "a", "", ""),
        ("[[ a b ]]", "a b", "", ""),
        ("[[a|b]]", "a", "", "b"),
        ("[[a | b | c]]", "a", "", "b | c"),
        ("[[a|]]", "a", "", ""),
        ("[[a#b]]", "a", "b", ""),
        ("[[a#b#c|d]]", "a", "b#c", "d"),
        ("[[#b]]", "", "b", ""),
        ("[[a#^b-1]]", "a", "^b-1", ""),
        ("[[a#]]", "a", "", ""),
        ("[[a\\|b]]", "a", "", "b"),
        ("[[a#b\\|c]]", "a", "b", "c"),
        ("[[日本/東京|🙂]]", "日本/東京", "", "🙂"),
        ("[[a&b*c_d]]", "a&b*c_d", "", ""),
        ("[[a|the `b` one]]", "a", "", "the `b` one"),
        ("[[a#b `c`]]", "a", "b `c`", ""),
        ("[[a|b\\*c]]", "a", "", "b\\*c"),
        ("[[a|x `|` y]]", "a", "", "x `|` y"),
        ("[[a|<b>c</b>]]", "a", "", "<b>c</b>"),
    ],
)
def test_parts_of_a_wikilink(text: str, target: str, fragment: str, label: str) -> None:
    assert scan(text).links == [Link(target, fragment, label, 0, len(text), "wikilink")]


def test_an_embed_starts_at_its_mark() -> None:
    assert scan("a ![[b|c]]").links == [Link("b", "", "c", 2, 10, "embed")]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "`[[a]]`",
            "``[[a]]``",
            "`b\n[[a]] c`",
            "```\n[[a]]\n```",
            "~~~\n[[a]]\n~~~",
            "b\n\n    [[a]]",
            "<!-- [[a]] -->",
        ),
        *(
            "<b title='[[a]]'>",
            "<div>\n[[a]]\n</div>",
            "$[[a]]$",
            "$$\n[[a]]\n$$",
            "\\[[a]]",
            "[\\[a]]",
            "[b](<[[a]]>)",
        ),
        *("<https://b.c/[[a]]>", "- - ```\n    [[a]]\n    ```", "> ```\n> [[a]]\n", "<!-- b\n\n[[a]] -->"),
    ],
)
def test_no_links_and_no_findings_where_text_is_no_prose(text: str) -> None:
    assert (links(text), problems(text)) == ([], [])


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("\\\\[[a]]", 2),
        ("`b` [[a]]", 4),
        ("` [[a]]", 2),
        ("> ```\n> b\n\n[[a]]", 11),
        ("[b](c) [[a]]", 7),
        ("[b [[a]]](c)", 3),
        ("# [[a]]", 2),
        ("**[[a]]**", 2),
        ("[[[a]]]", 1),
        ("「[[a]]」", 1),
    ],
)
def test_links_beside_what_is_no_prose(text: str, where: int) -> None:
    assert [(link.start, link.target) for link in scan(text).links] == [(where, "a")]


@pytest.mark.parametrize(
    ("text", "span", "detail"),
    [
        ("a [[]] b", "[[]]", "empty"),
        ("[[ ]]", "[[ ]]", "empty"),
        ("[[|b]]", "[[|b]]", "empty"),
        ("[[#]]", "[[#]]", "empty"),
        ("a [[b\nc", "[[b", "never closed"),
        ("a [[b", "[[b", "never closed"),
        ("[[a\nb]]", "[[a", "never closed"),
        ("[[a [[b]] c]]", "[[a ", "nested around another"),
        ("[[Vec<T>]]", "[[Vec<T>]]", "broken by code, math or HTML in its name"),
        ("[[`a`]]", "[[`a`]]", "broken by code, math or HTML in its name"),
        ("[[a $b$]]", "[[a $b$]]", "broken by code, math or HTML in its name"),
        ("[[a]", "[[a]", "closed by one bracket only"),
    ],
)
def test_malformed_links(text: str, span: str, detail: str) -> None:
    assert problems(text) == [("malformed-link", span, detail)]


def test_a_good_link_in_a_table_has_its_bar_escaped() -> None:
    assert links("|a|b|\n|-|-|\n|[[c\\|d]]|![[e]]|\n") == [("c", "", "d", "wikilink"), ("e", "", "", "embed")]
    assert problems("|a|b|\n|-|-|\n|[[c\\|d]]|![[e]]|\n") == []


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("[cite:1]", [("1",)]),
        ("[cite:1,3]", [("1", "3")]),
        ("[cite:1][cite:3]", [("1",), ("3",)]),
        ("[cite:src-a.b_c]", [("src-a.b_c",)]),
        ("[cite:日本,é]", [("日本", "é")]),
        ("(x)[cite:1]", [("1",)]),
        ("今日は晴れ[cite:1]。", [("1",)]),
        ("# [cite:1]", [("1",)]),
        ("**[cite:1]**", [("1",)]),
        ("|a|\n|-|\n|b[cite:1]|", [("1",)]),
        ("a: [cite:1]: b", [("1",)]),
        ("[cite:0]", [("0",)]),
        ("[[a]][cite:1]", [("1",)]),
        ("[cite:1](x)", []),
        ("`[cite:1]` <!-- [cite:1] --> $[cite:1]$", []),
    ],
)
def test_cites(text: str, ids: list[tuple[str, ...]]) -> None:
    found = scan(text).cites
    assert [cite.ids for cite in found] == ids
    assert [text[cite.start : cite.end] for cite in found] == [f"[cite:{','.join(one)}]" for one in ids]


@pytest.mark.parametrize(
    ("text", "span", "detail"),
    [
        ("a [[cite:1]] b", "[[cite:1]]", "a cite in double brackets"),
        ("[cite: 1]", "[cite: 1]", "a cite with blanks"),
        ("[cite:1, 2]", "[cite:1, 2]", "a cite with blanks"),
        ("[cite:1-3]", "[cite:1-3]", "a range of ids"),
        ("[cite:]", "[cite:]", "a cite without an id"),
        ("[cite:1,,2]", "[cite:1,,2]", "a cite whose ids cannot be read"),
        ("[cite:1;2]", "[cite:1;2]", "a cite whose ids cannot be read"),
        ("[cite:_a]", "[cite:_a]", "a cite whose ids cannot be read"),
        ("\\[cite:1]", "\\[cite:", "an escaped cite"),
        ("[cite_start]a", "[cite_start]", "another tool's marker"),
        ("a[cite_end]", "[cite_end]", "another tool's marker"),
        ("[a](cite:1)", "[a](cite:1)", "a cite that became a Markdown link"),
        ("[cite:1](https://a.b)", "[cite:1](https://a.b)", "a cite that became a Markdown link"),
        ("a[^1]", "[^1]", "a Markdown footnote"),
    ],
)
def test_foreign_cites(text: str, span: str, detail: str) -> None:
    assert problems(text) == [("foreign-cite", span, detail)]
    assert scan(text).cites == []


def test_a_cite_with_a_definition_is_told_where_it_is_defined() -> None:
    text = "a [cite:1] b\n\n[cite:1]: https://c.d\n"
    kinds = [(span, detail) for _, span, detail in problems(text)]
    assert ("[cite:1]:", "a reference definition") in kinds
    assert [cite.start for cite in scan(text).cites] == [2]


def test_footnotes_are_cites_findings_or_nothing() -> None:
    text = "a[^x] b[^é]\n\n[^x]: c\n[^é]: [[d]]\n"
    assert [(cite.ids, cite.form) for cite in scan(text, "evidence").cites] == [
        (("x",), "footnote"),
        (("é",), "footnote"),
    ]
    assert problems(text, footnotes="evidence") == []
    assert [span for _, span, _ in problems(text)] == ["[^x]", "[^é]"]
    assert (problems(text, footnotes="text"), scan(text, "text").cites) == ([], [])


def test_footnotes_and_cites_come_in_the_order_of_the_text() -> None:
    found = scan("a[^x] [cite:1] b[^y]\n", "evidence").cites
    assert [cite.ids[0] for cite in found] == ["x", "1", "y"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a ^b", ["b"]),
        ("a ^b-1  \nc", ["b-1"]),
        ("a\n^c-x\n", ["c-x"]),
        ("- a ^b\n- c ^d\n", ["b", "d"]),
        ("^b", ["b"]),
        ("a^b", []),
        ("a ^b c", []),
        ("a ^日", []),
        ("a ^-b", []),
        ("`a ^b`\n", []),
        ("a \\^b\n", []),
    ],
)
def test_block_ids_stand_at_the_end_of_a_line(text: str, names: list[str]) -> None:
    found = scan(text).block_ids
    assert [one.name for one in found] == names
    assert [text[one.start : one.end] for one in found] == [f"^{name}" for name in names]


def test_comments_between_double_percents_are_hidden_on_request() -> None:
    text = "[[a]] %%[[b]]\n[[c]]%% [[d]] %% [[e]]"
    found = scan(text, comments=True)
    assert [link.target for link in found.links] == ["a", "d", "e"]
    assert [text[comment.start : comment.end] for comment in found.comments] == ["%%[[b]]\n[[c]]%%"]
    assert [link[0] for link in links(text)] == ["a", "b", "c", "d", "e"]


def test_links_in_front_matter_take_the_span_of_their_value() -> None:
    found = list(scanner.links_in("[[a|b]] and [[c#d]] and [[]]", 5, 40))
    assert found == [Link("a", "", "b", 5, 40, "meta"), Link("c", "d", "", 5, 40, "meta")]
    assert list(scanner.links_in("none", 0, 4)) == []


@PROPERTY
@given(TEXTS)
def test_prose_has_the_length_and_the_lines_of_the_text(text: str) -> None:
    found = scan(text, comments=True)
    assert len(found.prose) == len(text)
    assert [at for at, char in enumerate(found.prose) if char == "\n"] == [
        at for at, char in enumerate(text) if char == "\n"
    ]
    assert all(shown in (char, scanner.HIDDEN, scanner.CELL) for shown, char in zip(found.prose, text, strict=True))


@PROPERTY
@given(TEXTS)
def test_every_place_lies_in_the_text_and_shows_what_it_names(text: str) -> None:
    found = scan(text, "evidence")
    assert all(0 <= problem.start < problem.end <= len(text) for problem in found.problems)
    for link in found.links:
        words = text[link.start : link.end]
        assert words.startswith("![[" if link.form == "embed" else "[[")
        assert words.endswith("]]")
        assert link.target in words
        assert link.label in words
        assert scanner.HIDDEN not in link.target + link.fragment + link.label
    for cite in found.cites:
        assert text[cite.start : cite.end] == (
            f"[cite:{','.join(cite.ids)}]" if cite.form == "cite" else f"[^{cite.ids[0]}]"
        )
    for one in found.block_ids:
        assert text[one.start : one.end] == f"^{one.name}"


def test_a_problem_is_a_value_with_a_place() -> None:
    assert scan("日本 [[]]").problems == [Problem("malformed-link", 3, 7, "empty")]


def test_a_footnote_right_after_a_formula_and_before_a_colon_is_a_cite() -> None:
    page = page_of("For $x$[^a]: one. `b`[^a]: two.\n\n[^a]: Source.\n", footnotes="evidence")
    assert [cite.ids for cite in page.cites] == [("a",), ("a",)]


def test_a_cite_right_after_code_and_before_a_colon_is_a_cite() -> None:
    page = page_of("The flag `-x`[cite:1]: it helps.\n")
    assert [cite.ids for cite in page.cites] == [("1",)]
    assert page.problems == ()


@pytest.mark.parametrize("text", ["[[a|b [c]]]", "[[a|b [c] d]]", "[[名前|別名 [一]]]"])
def test_a_bracket_in_a_label_is_told(text: str) -> None:
    (problem,) = page_of(f"See {text} here.\n").problems
    assert (problem.kind, problem.start) == ("malformed-link", page_of("See ").body + 4)


@pytest.mark.parametrize("text", ["[[1|2 [3]]]", "[[a|b]] and [c]", "`[[a|b [c]]]`", "[[a|b]]: [x](y.md)"])
def test_other_brackets_are_not(text: str) -> None:
    assert page_of(f"See {text} here.\n").problems == ()


def test_a_bare_bar_in_a_cell_cuts_a_link() -> None:
    page = page_of("|a|b|\n|-|-|\n|[[c|d]]|[[e\\|f]]|\n")
    (problem,) = page.problems
    assert (problem.kind, problem.detail) == ("bar-in-cell", "c")
    assert [(link.target, link.label) for link in page.links] == [("e", "f")]
