"""The structure of Markdown: what is not prose, where sentences stand, headings, links, footnotes, cells."""

from __future__ import annotations

import pytest
from hypothesis import given

from brainwiki.markup import structure
from brainwiki.markup.structure import Structure
from tests.helpers import PROPERTY
from tests.markup.test_oracle import TEXTS


def ranges(text: str) -> list[tuple[str, str]]:
    """Kind and text of each range that is not prose."""
    return [(found.kind, text[found.start : found.end]) for found in structure.read(text, 0).ranges]


def blocks(text: str) -> list[tuple[str, int, str]]:
    """Kind, depth and text of each block of prose."""
    return [
        (block.kind, block.depth, text[block.start : block.end].rstrip("\n"))
        for block in structure.read(text, 0).blocks
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a `b` c", [("code", "`b`")]),
        ("a ``b ` c`` d", [("code", "``b ` c``")]),
        ("a `b\nc` d", [("code", "`b\nc`")]),
        ("```\na\n```\n", [("fence", "```\na\n```")]),
        ("~~~ x\n```\n~~~\n", [("fence", "~~~ x\n```\n~~~")]),
        ("- - - ```\n      a\n      ```\n", [("fence", "```\n      a\n      ```")]),
        ("> ```\n> a\n\nb", [("fence", "```\n> a\n")]),
        ("a\n\n    b\n    c\n\nd", [("code", "b\n    c\n")]),
        ("a <b> c", [("html", "<b>")]),
        ("<div>\na\n</div>\n", [("html", "<div>\n"), ("html", "a\n"), ("html", "</div>\n")]),
        ("a <!-- b --> c", [("comment", "<!-- b -->")]),
        ("a $b$ c $$d$$", [("math", "$b$"), ("math", "$$d$$")]),
        ("<https://a.b> <c@d.e>", [("code", "<https://a.b>"), ("code", "<c@d.e>")]),
        ("日本 `é` 🙂 <b>", [("code", "`é`"), ("html", "<b>")]),
        ("a \\`b\\` \\<c> \\$d$", []),
    ],
)
def test_what_is_not_prose(text: str, wanted: list[tuple[str, str]]) -> None:
    assert ranges(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<!-- a\n\nb -->\n", [("comment", "<!-- a\n\nb -->"), ("html", "\n")]),
        ("<!-- a --><script>\n", [("comment", "<!-- a -->"), ("html", "<script>\n")]),
        ("<!-- a\nb --><script>\n", [("comment", "<!-- a\nb -->"), ("html", "<script>\n")]),
        ("<!-- a --!><script> -->\n", [("comment", "<!-- a --!>"), ("html", "<script> -->\n")]),
        ("b <!-- a --!><script> -->\n", [("comment", "<!-- a --!>"), ("html", "<script> -->")]),
        ("<!--><script>\n", [("comment", "<!-->"), ("html", "<script>\n")]),
        ("<!-- a --><!-- b --><i>\n", [("comment", "<!-- a -->"), ("comment", "<!-- b -->"), ("html", "<i>\n")]),
        (
            "<div><!-- a\nb -->\n</div>\n",
            [("html", "<div>"), ("comment", "<!-- a\nb -->"), ("html", "\n"), ("html", "</div>\n")],
        ),
        ("<!-- never\n\nclosed\n", [("comment", "<!-- never\n\nclosed\n")]),
        ("<div><!-- a\n\n<b>\n", [("html", "<div>"), ("comment", "<!-- a\n"), ("html", "<b>\n")]),
        ("> <!-- a\n> b -->\n", [("comment", "<!-- a\n> b -->"), ("html", "\n")]),
    ],
)
def test_a_comment_ends_where_browsers_end_it(text: str, wanted: list[tuple[str, str]]) -> None:
    assert ranges(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("One. Two.\n", [("paragraph", 0, "One. Two.")]),
        ("a\nb\n\nc", [("paragraph", 0, "a\nb"), ("paragraph", 0, "c")]),
        ("> a\n> b\n", [("paragraph", 0, "a\n> b")]),
        ("- a\n- b\n", [("item", 1, "a"), ("item", 1, "b")]),
        ("- a\n\n- b\n", [("paragraph", 1, "a"), ("paragraph", 1, "b")]),
        ("- a\n  - b\n    - c\n- d\n", [("item", 1, "a"), ("item", 2, "b"), ("item", 3, "c"), ("item", 1, "d")]),
        ("1. a\n   b\n2. c\n", [("item", 1, "a\n   b"), ("item", 1, "c")]),
        ("|a|b|\n|-|-|\n|c|d|\n", [("row", 0, "|a|b|"), ("row", 0, "|c|d|")]),
        ("- |a|\n  |-|\n  |c|\n", [("row", 1, "|a|"), ("row", 1, "|c|")]),
        ("# a\n\nb\n", [("paragraph", 0, "b")]),
        ("- a\n  > b\n", [("item", 1, "a"), ("paragraph", 1, "b")]),
        ("- a\n  ```\n  b\n  ```\n  c\n", [("item", 1, "a"), ("item", 1, "c")]),
        ("[^1]: a\n    b\n", [("paragraph", 0, "a\n    b")]),
        ("> [!NOTE]\n> a\n", [("paragraph", 0, "a")]),
        ("```\na\n```\n", []),
    ],
)
def test_where_sentences_stand(text: str, wanted: list[tuple[str, int, str]]) -> None:
    assert blocks(text) == wanted


@pytest.mark.parametrize(
    "words",
    ["**a** b", "a **b**", "_a_", "[a](b) c", "a [b](c)", "![a](b) c", "~~a~~ b", "`a` b", "<b>a</b>", "[[a]] b"],
)
def test_an_items_own_text_is_the_same_tight_and_loose(words: str) -> None:
    tight = blocks(f"- {words}\n- z\n")
    loose = blocks(f"- {words}\n\n- z\n")
    assert [text for _, _, text in tight] == [text for _, _, text in loose] == [words, "z"]


def test_the_box_of_a_task_is_no_part_of_its_text() -> None:
    assert [text for _, _, text in blocks("- [x] a\n- [ ] b\n")] == ["a", "b"]
    assert [text for _, _, text in blocks("- [x] a\n\n- [ ] b\n")] == ["a", "b"]


def test_text_after_the_children_of_an_item_is_a_block_of_its_own() -> None:
    text = "- a\n  - b\n  ```\n  c\n  ```\n  d\n- e\n"
    assert blocks(text) == [("item", 1, "a"), ("item", 2, "b"), ("item", 1, "d"), ("item", 1, "e")]


def test_a_rule_in_an_item_parts_its_text() -> None:
    assert blocks("- a\n  ***\n  b\n") == [("item", 1, "a"), ("item", 1, "b")]


def test_a_heading_in_an_item_is_no_text_of_the_item() -> None:
    assert blocks("- # a\n  b\n") == [("item", 1, "b")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("# One\n\n## Two *three* `four`\n", [(1, "One"), (2, "Two three four")]),
        ("One\n===\n\nTwo\nthree\n---\n", [(1, "One"), (2, "Two three")]),
        ("###### 日本 $x$ ######\n", [(6, "日本 x")]),
        ("# [a](b) ![c](d) [[e]]\n", [(1, "a c [[e]]")]),
        ("#\n", [(1, "")]),
        ("####### no\n\n#no\n", []),
        ("> # In a quote\n", [(1, "In a quote")]),
        ("# a &amp; b \\* c\n", [(1, "a & b * c")]),
    ],
)
def test_headings(text: str, wanted: list[tuple[int, str]]) -> None:
    assert [(heading.level, heading.text) for heading in structure.read(text, 0).headings] == wanted


@pytest.mark.parametrize(
    ("text", "destination", "hidden"),
    [
        ("[a](b)", "b", "](b)"),
        ("[a](<b c> 'd')", "b c", "](<b c> 'd')"),
        ("[**a**](b)", "b", "](b)"),
        ("[a `b`](c)", "c", "](c)"),
        ("![a](b)", "b", "](b)"),
        ("[](b)", "b", "](b)"),
        ("[日本](é)", "é", "](é)"),
        ("[a](b&amp;c)", "b&c", "](b&amp;c)"),
        ("[a [[b]]](c)", "c", "](c)"),
        ("[a][b]\n\n[b]: c", "c", ""),
        ("[b]\n\n[b]: c", "c", ""),
        ("<https://a.b>", "https://a.b", ""),
    ],
)
def test_links_say_where_their_destination_begins(text: str, destination: str, hidden: str) -> None:
    (link,) = structure.read(text, 0).links
    assert link.destination == destination
    assert text[link.tail : link.end] == hidden
    assert link.is_image == text.startswith("!")
    assert link.is_inline == bool(hidden)


def test_an_image_in_a_link_leaves_the_links_text_whole() -> None:
    text = "[![a](b) c](d)"
    image, link = structure.read(text, 0).links
    assert (image.destination, text[image.tail : image.end]) == ("b", "](b)")
    assert (link.destination, text[link.tail : link.end]) == ("d", "](d)")


def test_footnotes_and_cells_have_places() -> None:
    text = "|日|b|\n|-|-|\n|c|d|\n\ne[^x]\n\n[^x]: f\n"
    found = structure.read(text, 0)
    assert [text[start:end] for start, end in found.cells] == ["日", "b", "c", "d"]
    ((label, start, end),) = found.footnotes
    assert (label, text[start:end]) == ("x", "[^x]: f\n")


def test_anchors_of_html_are_gathered() -> None:
    text = (
        '<a id="one"></a> <a name=two> <p ID=\'three\'>\n\n<div id="four">\n</div>\n\n`<a id="five">` <!-- id=six -->\n'
    )
    assert structure.read(text, 0).anchors == {"one", "two", "three", "four"}


def test_a_body_keeps_the_offsets_of_its_page() -> None:
    text = "---\ntitle: 日本\n---\n# é\n\n`c` [d](e)\n\n- f\n"
    body = text.index("# é")
    found = structure.read(text, body)
    assert text[found.headings[0].start :].startswith("# é")
    assert [text[place.start : place.end] for place in found.ranges] == ["`c`"]
    assert text[found.links[0].start : found.links[0].end] == "[d](e)"
    assert [text[block.start : block.end].rstrip() for block in found.blocks] == ["`c` [d](e)", "f"]


def spans(found: Structure) -> list[tuple[int, int]]:
    """Every span that a structure holds."""
    rows: list[tuple[int, int]] = [(place.start, place.end) for place in found.ranges]
    rows += [(block.start, block.end) for block in found.blocks] + [(link.start, link.end) for link in found.links]
    return rows + [(heading.start, heading.end) for heading in found.headings] + found.cells


@PROPERTY
@given(TEXTS)
def test_spans_lie_in_the_text_and_shift_with_the_body(text: str) -> None:
    found = structure.read(text, 0)
    assert all(0 <= start <= end <= len(text) for start, end in spans(found))
    assert [place.start for place in found.ranges] == sorted(place.start for place in found.ranges)
    shifted = structure.read("日" * 7 + text, 7)
    assert spans(shifted) == [(start + 7, end + 7) for start, end in spans(found)]


@PROPERTY
@given(TEXTS)
def test_letters_of_more_bytes_change_no_place(text: str) -> None:
    wide = text.replace("a", "é")
    if "<" in text:
        return  # names of tags are ASCII
    assert spans(structure.read(wide, 0)) == spans(structure.read(text, 0))
