"""Pages: fields, places, lines, fragments."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.model.page import Cite, Page, Range, Whole
from tests.helpers import HEAD, PROPERTY, bare, page_of


def with_meta(**brief: object) -> Page:
    """A page of nothing but front matter."""
    return bare(path="a/b.md", brief=brief)


@pytest.mark.parametrize(
    ("path", "kind", "identity"),
    [
        ("knowledge/a.md", "page", "knowledge/a"),
        ("sessions/s/session.md", "session", "sessions/s"),
        ("sessions/s/session.md", "page", "sessions/s/session"),
        ("a.md", "index", "a"),
    ],
)
def test_ids_are_paths_without_their_ending(path: str, kind: str, identity: str) -> None:
    assert bare("", path, kind).id == identity


def test_text_fields_are_one_line() -> None:
    page = with_meta(description=" one\n  two ", title=("x",), type="concept")
    assert (page.description, page.text_of("title"), page.type, page.text_of("none")) == ("one two", "", "concept", "")


def test_list_fields_hold_texts_only() -> None:
    page = page_of("", "---\naliases: [a, {b: c}, [d], e]\ntags: one\nempty: ''\nodd: {a: b}\n---\n")
    assert page.aliases == ("a", "e")
    assert page.tags == ("one",)
    assert (page.list_of("empty"), page.list_of("odd"), page.list_of("none")) == ((), (), ())


def test_the_title_is_declared_or_the_first_heading_or_the_files_name() -> None:
    assert bare(path="a/b.md", brief={"title": "T"}, first="First").title == "T"
    assert bare(path="a/b.md", brief={"title": " "}, first="First").title == "First"
    assert bare(path="a/b.md").title == "b"
    assert page_of("## Second\n\n# First\n\n# Third\n", "").title == "First"
    assert bare("", "sessions/s/session.md", "session").title == "s"


def test_places_count_code_points_from_one() -> None:
    page = bare("日本🙂\n\nx\n")
    assert [page.place(offset) for offset in range(8)] == [
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 1),
        (3, 1),
        (3, 2),
        (4, 1),
    ]
    assert [page.line(number) for number in (1, 2, 3, 4)] == ["日本🙂", "", "x", ""]


@PROPERTY
@given(st.text(st.sampled_from("a日\n\r\u2028\x0c\x85"), max_size=30))
def test_a_place_shows_its_character(text: str) -> None:
    page = bare(text)
    lines = text.split("\n")
    for offset, char in enumerate(text):
        line, column = page.place(offset)
        assert (page.line(line) + "\n")[column - 1] == char
        assert page.offset(line, column) == offset
    assert page.place(len(text)) == (len(lines), len(lines[-1]) + 1)
    assert page.offset(len(lines), len(lines[-1]) + 9) == page.offset(len(lines) + 1, 1) == len(text)
    assert [page.line(number) for number in range(1, len(lines) + 1)] == lines


def test_lines_of_the_body_are_counted_after_the_front_matter() -> None:
    page = page_of("one\n\nthree\n")
    assert page.body_lines == ["one", "", "three", ""]


def test_fragments_hold_headings_and_anchors_of_html() -> None:
    page = page_of('# The Pump\n\n# The Pump\n\n<a id="Old-Name"></a>\n')
    assert {"the pump", "the-pump", "the-pump-1", "old-name"} <= page.fragments


def test_the_first_source_of_an_id_is_the_one() -> None:
    page = page_of("x", head="---\nsources:\n  - {id: 1, resource: a}\n  - {id: 1, resource: b}\n---\n")
    first = page.source("1")
    assert first is not None
    assert first.resource == "a"
    assert page.source("2") is None


def test_claims_are_read_once_and_only_where_something_is_cited() -> None:
    asked = []

    def read() -> tuple[()]:
        asked.append(1)
        return ()

    def page(*cites: Cite) -> Page:
        whole = Whole("", cites=cites, read_claims=read)
        return Page("a.md", "page", lambda: whole)

    assert page().claims == ()
    assert asked == []
    cited = page(*page_of("x [cite:1]").cites)
    assert (cited.claims, cited.claims, asked) == ((), (), [1])


def test_an_offset_is_inside_a_range_of_the_asked_kinds_only() -> None:
    ranges = (Range(2, 5, "code"), Range(5, 9, "html"), Range(12, 15, "fence"))
    page = Page("a.md", "page", lambda: Whole("x" * 20, ranges=ranges))
    code = frozenset({"code", "fence"})
    assert [at for at in range(20) if page.inside(at, code)] == [2, 3, 4, 12, 13, 14]
    assert [at for at in range(20) if page.inside(at, frozenset({"html"}))] == [5, 6, 7, 8]
    assert not any(page.inside(at, frozenset({"math"})) for at in range(20))


def test_a_page_that_is_let_go_keeps_its_facts_and_reads_the_rest_anew() -> None:
    page = page_of("# H\n\nA claim. [cite:1] [[b]]\n", HEAD.replace("---\ntype", "---\naliases: [x]\ntype"))
    asked: list[str] = []

    def read() -> Whole:
        asked.append("read")
        return page.whole

    light = page.let_go("abc", read)
    assert (light.version, page.version) == ("abc", "")
    assert replace(light, version="") == page
    assert (light.title, light.aliases, light.links, light.parts, light.fragments, light.lines) == (
        page.title,
        ("x",),
        page.links,
        page.parts,
        page.fragments,
        4,
    )
    assert asked == []
    assert (light.text, light.claims, light.place(10), light.body_lines) == (
        page.text,
        page.claims,
        page.place(10),
        page.body_lines,
    )
    assert light.whole is light.whole is page.whole
    assert asked == ["read"]


def test_what_was_worked_out_before_does_not_stay_with_a_page_that_is_let_go() -> None:
    page = bare("one\ntwo\n")
    assert (page.text, page.place(4), page.body_lines) == ("one\ntwo\n", (2, 1), ["one", "two", ""])
    light = page.let_go("v", lambda: Whole("other"))
    assert (light.text, light.place(4), light.body_lines) == ("other", (1, 5), ["other"])
    assert page.text == "one\ntwo\n"


def test_everything_that_only_the_text_tells_comes_from_one_reading() -> None:
    whole = Whole("abc", 1, {"a": "b"}, True, has_front_matter=True)
    asked: list[int] = []
    page = Page("a.md", "page", lambda: asked.append(1) or whole)
    assert (page.text, page.body, page.meta, page.has_front_matter) == ("abc", 1, {"a": "b"}, True)
    assert (page.marks, page.headings, page.cites, page.ranges, page.problems, page.claims, page.sentences) == (
        {},
        (),
        (),
        (),
        (),
        (),
        (),
    )
    assert asked == [1]


def test_a_reader_that_fails_is_asked_again() -> None:
    asked: list[int] = []

    def read() -> Whole:
        asked.append(1)
        if len(asked) == 1:
            raise OSError("busy")
        return Whole("x")

    page = Page("a.md", "page", read)
    with pytest.raises(OSError, match="busy"):
        _ = page.text
    assert page.text == "x"
