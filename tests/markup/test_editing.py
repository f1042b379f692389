"""Front matter is edited in the form that it has, and what is odd is refused."""

from __future__ import annotations

import pytest

from brainwiki.markup import document, parser
from brainwiki.markup.editing import UnusualError, add_entries, flow_end, quote_end, quoted, set_pairs, set_text
from brainwiki.markup.writer import Edit, write
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Page


def page_of(text: str) -> Page:
    return parser.parse("knowledge/a.md", text.encode(), Dialect())


def edited(text: str, *edits: Edit) -> str:
    return write(document.read(text.encode()), edits).decode()


def added(text: str, key: str = "tags") -> str:
    return edited(text, add_entries(page_of(text), key, ["new"]))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\ntype: a\n---\n", "---\ntype: a\ntags:\n  - new\n---\n"),
        ("Text.\n", "---\ntags:\n  - new\n---\nText.\n"),
        ("---\ntags: [a, 'b]']  # x\n---\n", "---\ntags: [a, 'b]', new]  # x\n---\n"),
        ("---\ntags: [\n  a, # one ]\n]\n---\n", "---\ntags: [\n  a, new # one ]\n]\n---\n"),
        ("---\ntags: []\nb: c\n---\n", "---\ntags:\n  - new\nb: c\n---\n"),
        ("---\ntags:\nb: c\n---\n", "---\ntags:\n  - new\nb: c\n---\n"),
        ("---\ntags: ~ # none\nb: c\n---\n", "---\ntags:\n  - new # none\nb: c\n---\n"),
        ("---\ntags:\n- a\n# why\nb: c\n---\n", "---\ntags:\n- a\n- new\n# why\nb: c\n---\n"),
        ("---\ntags:\n    - a\n\n    - |\n      b\n      # c\n\nb: c\n---\n", "---\ntags:\n    - a\n\n    - |\n      b\n      # c\n    - new\n\nb: c\n---\n"),
    ],
)  # fmt: skip
def test_an_entry_goes_to_the_end_of_its_list(before: str, after: str) -> None:
    assert added(before) == after


def test_a_mapping_is_written_as_its_list_is() -> None:
    entry = {"id": "2", "quote": quoted('a "b": c')}
    block = "---\nsources:\n  - id: 1\n---\n"
    assert edited(block, add_entries(page_of(block), "sources", [entry])) == (
        '---\nsources:\n  - id: 1\n  - id: 2\n    quote: "a \\"b\\": c"\n---\n'
    )
    flow = "---\nsources: [{id: 1}]\n---\n"
    assert edited(flow, add_entries(page_of(flow), "sources", [entry])) == (
        '---\nsources: [{id: 1}, {id: 2, quote: "a \\"b\\": c"}]\n---\n'
    )


@pytest.mark.parametrize(
    "text",
    ["---\ntags: words\n---\n", "---\n{tags: [a]}\n---\n", "---\ntags: [a\n---\n", "---\ntype: a\n", "---\n- a\n---\n"],
)
def test_what_is_odd_is_refused(text: str) -> None:
    with pytest.raises(UnusualError):
        added(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\ntype: a\n---\n", "---\ntype: a\nstatus: b\n---\n"),
        ("Text.\n", "---\nstatus: b\n---\nText.\n"),
        ("---\nstatus: old # why\ntype: a\n---\n", "---\nstatus: b # why\ntype: a\n---\n"),
        ("---\nstatus: 'it''s' # why\n---\n", "---\nstatus: b # why\n---\n"),
        ("---\nstatus:\ntype: a\n---\n", "---\nstatus: b\ntype: a\n---\n"),
    ],
)
def test_a_text_is_set_where_it_stands(before: str, after: str) -> None:
    assert edited(before, set_text(page_of(before), "status", "b")) == after


@pytest.mark.parametrize("text", ["---\nstatus: [a]\n---\n", "---\nstatus: |\n  a\n---\n"])
def test_a_text_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(UnusualError):
        set_text(page_of(text), "status", "b")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\ntype: a\n---\n", "---\ntype: a\nmade:\n  by: x\n  at: y\n---\n"),
        ("Text.\n", "---\nmade:\n  by: x\n  at: y\n---\nText.\n"),
        ("---\nmade: {by: b, at: 'c', more: d}\n---\n", "---\nmade: {by: x, at: y, more: d}\n---\n"),
        (
            "---\nmade:\n  at: c # why\n  more: d\n  by: b\n---\n",
            "---\nmade:\n  at: y # why\n  more: d\n  by: x\n---\n",
        ),
        ("---\nmade: me\ntype: a\n---\n", "---\nmade:\n  by: x\n  at: y\ntype: a\n---\n"),
    ],
)
def test_pairs_are_set_where_they_stand(before: str, after: str) -> None:
    assert edited(before, *set_pairs(page_of(before), "made", {"by": "x", "at": "y"})) == after


def test_quoted_text_stays_on_its_line() -> None:
    assert quoted('a\n---\n"b" \x00\u2028c') == '"a --- \\"b\\" c"'


def test_ends_of_quotes_and_brackets() -> None:
    assert quote_end("'a''b' c", 0) == 6
    assert quote_end('"a\\"b" c', 0) == 6
    assert flow_end("[a, {b: ']'}, \"]\"] # ]", 0) == 18
    for text in ("'a", "[a"):
        with pytest.raises(UnusualError):
            flow_end(text, 0) if text[0] == "[" else quote_end(text, 0)
