"""A page in blocks and values: every kind, and nothing of its own markup left."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brainwiki.site.history.blocks import Block, Value, blocks, text_of, values
from tests.helpers import HEAD, PROPERTY, page_of
from tests.site.history.versions import SECRET


def read(body: str, **dialect: object) -> list[tuple[object, ...]]:
    """The blocks of a body, short: kind, nest, sign where they are not empty, then the cells."""
    found = blocks(page_of(body, **dialect), SECRET)
    return [tuple(part for part in (one.kind, one.nest, one.sign) if part) + one.cells for one in found]


def test_paragraphs_headings_and_rules() -> None:
    assert read("# A *b*\n\nOne\ntwo.\n\n---\n\nThree\\\nfour.\n") == [
        ("h1", ("A ", ("e", "b"))),
        ("p", ("One two.",)),
        ("rule",),
        ("p", ("Three\nfour.",)),
    ]


def test_items_know_their_depth_their_number_and_their_box() -> None:
    assert read("- [x] a\n    - b\n\n      more of b\n3. c\n4. d\n") == [
        ("li", "-", (("t", "☑ "), "a")),
        ("li", "--", ("b",)),
        ("p", "--", ("more of b",)),
        ("li", "-", "3.", ("c",)),
        ("li", "-", "4.", ("d",)),
    ]


def test_quotes_and_alerts() -> None:
    assert read("> a\n\n> [!WARNING]\n> b\n") == [("p", ">", ("a",)), ("p", "w", ("b",))]


def test_rows_by_cells() -> None:
    assert read("| a | b |\n|---|---|\n| [[x\\|y]] | **2** |\n") == [
        ("head", ("a",), ("b",)),
        ("row", (("l", "y", "x"),), (("s", "2"),)),
    ]


def test_code_and_html_by_lines() -> None:
    assert read("```py\na = 1\n\n  b\n```\n\n<div>\n<b>x</b>\n</div>\n") == [
        ("fence", ("py",)),
        ("code", ("a = 1",)),
        ("code", ()),
        ("code", ("  b",)),
        ("html", ("<div>",)),
        ("html", ("<b>x</b>",)),
        ("html", ("</div>",)),
    ]


def test_links_cites_and_ids_are_things() -> None:
    assert read("See [[pilot]], [[a#b|the *b*]] and [c](d.md). [cite:1,3] ^c-abc\n", footnotes="foreign") == [
        (
            "p",
            (
                "See ",
                ("l", "pilot", "pilot"),
                ", ",
                ("l", "the *b*", "a"),
                " and ",
                ("l", "c", "d.md"),
                ". ",
                ("f", "1,3"),
                " ",
                ("a", "^c-abc"),
            ),
        )
    ]


def test_math_images_footnotes_and_html_in_a_line() -> None:
    assert read("$x$ ![alt](i.png) n[^1] <b>z</b>\n\n[^1]: Note.\n") == [
        ("p", (("m", "x"), " ", ("i", "alt", "i.png"), " n", ("f", "1"), " ", ("x", "<b>"), "z", ("x", "</b>"))),
        ("p", (("f", "1"), " Note.")),
    ]


def test_emphasis_in_emphasis() -> None:
    assert read("*a **b `c`***\n") == [("p", (("e", "a "), ("es", "b "), ("ces", "c")))]


def test_white_space_is_one_blank_but_in_code() -> None:
    assert read("a   b\n  c `d  e`\n") == [("p", ("a b c ", ("c", "d  e")))]


def test_what_stands_in_comments_can_change_too() -> None:
    assert read("<!-- a [[b]] -->\n\nc\n") == [("html", ("<!-- a [[b]] -->",)), ("p", ("c",))]


def test_the_words_of_a_block() -> None:
    found = blocks(page_of("| a | [[b]] c |\n|-|-|\n"), SECRET)
    assert [text_of(one) for one in found] == ["a b c"]
    assert text_of(Block("rule", "", "", ())) == ""


def test_values_line_by_line() -> None:
    page = page_of(
        "",
        head="---\ntitle: A  b\ntags: [x, y]\ngenerated:\n  by: z\nverified:\n  - {by: p, at: q}\n"
        "sources:\n  - id: 1\n    resource: r\n  - id: 1\n    resource: s\n  - t\n---\n",
    )
    assert values(page) == (
        Value("title", ("A b",)),
        Value("tags", ("x", "y")),
        Value("generated", ("by: z",)),
        Value("verified", ("by: p, at: q",)),
        Value("sources 1", ("resource: r",)),
        Value("sources (2)", ("resource: s",)),
        Value("sources (3)", ("t",)),
    )


def test_front_matter_that_cannot_be_read_is_shown_as_it_stands() -> None:
    assert values(page_of("", head="---\ntitle: [\n---\n")) == (Value("---", ("title: [",)),)
    assert values(page_of("No front matter.", head="")) == ()


@PROPERTY
@given(st.text("ab [](|)*_`#>-\n<!x&[[c]]$~^1.", max_size=120))
def test_any_text_can_be_read_and_no_placeholder_is_left(body: str) -> None:
    found = blocks(page_of(body, head=HEAD), SECRET)
    assert SECRET not in repr(found)
