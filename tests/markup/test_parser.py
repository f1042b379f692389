"""A file to a page: kinds, anchors, links, sources, footnotes, problems, words for confidence and status."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.markup import parser
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Link, Page, Problem, Source
from tests.helpers import HEAD, PROPERTY, page_of
from tests.markup.test_oracle import TEXTS


def kinds(page: Page) -> list[str]:
    """The kinds of a page's problems."""
    return [problem.kind for problem in page.problems]


def test_a_whole_page() -> None:
    page = page_of(
        "# The pump\n\nIt runs. [cite:1] See [[other]]. ^c-run\n",
        head="---\ntype: entity\ntitle: Pump\nsources:\n  - id: 1\n    resource: sources/report\n    quote: runs\n    at: 2026-01-01\n---\n",
    )
    assert (page.path, page.id, page.kind, page.type, page.title) == (
        "knowledge/example.md",
        "knowledge/example",
        "page",
        "entity",
        "Pump",
    )
    assert page.text[page.body :].startswith("# The pump")
    assert [(heading.level, heading.text, heading.anchor) for heading in page.headings] == [(1, "The pump", "the-pump")]
    assert [link.target for link in page.links] == ["other"]
    assert page.blocks == {"c-run": page.text.index("^c-run")}
    assert [claim.id for claim in page.claims] == ["c-run"]
    (source,) = page.sources
    assert source == Source(
        "1", "sources/report", "", "runs", "2026-01-01", "", "", page.text.index("id: 1"), 0, "resource"
    )
    assert page.problems == ()
    assert page.has_front_matter


def test_two_reads_of_one_file_are_equal() -> None:
    first, second = page_of("It runs. [cite:1]\n"), page_of("It runs. [cite:1]\n")
    assert (first, first.whole) == (second, second.whole)
    assert first.whole != page_of("It runs. [cite:2]\n").whole


@pytest.mark.parametrize(
    ("body", "anchors"),
    [
        ("# A b\n# A b\n# A b\n", ["a-b", "a-b-1", "a-b-2"]),
        ("# a\n# a-1\n# a\n", ["a", "a-1", "a-2"]),
        ("# a\n# a\n# a-1\n", ["a", "a-1", "a-1-1"]),
        ("# 日本 語!\n", ["日本-語"]),
        ("# !\n# ?\n", ["section", "section-1"]),
        ("# A & b\n", ["a--b"]),
        ("# Cost [cite:1]\n", ["cost"]),
        ("# Cost ^c-1\n", ["cost"]),
        ("# See [[a|the b]] and [[c]]\n", ["see-the-b-and-c"]),
        ("# `x` *y*\n", ["x-y"]),
    ],
)
def test_anchors_are_unique(body: str, anchors: list[str]) -> None:
    assert [heading.anchor for heading in page_of(body).headings] == anchors


def test_marks_are_no_part_of_a_headings_text() -> None:
    texts = [heading.text for heading in page_of("# Cost [cite:1][^a] ^c-1\n\n# [[a|b]] c\n").headings]
    assert texts == ["Cost", "b c"]


@pytest.mark.parametrize(
    ("body", "target", "fragment", "form"),
    [
        ("[a](b.md)", "b.md", "", "markdown"),
        ("[a](b.md#c)", "b.md", "c", "markdown"),
        ("[a](b.md?c=d#e)", "b.md", "e", "markdown"),
        ("[a](b.md?c=d)", "b.md", "", "markdown"),
        ("[a](#c)", "", "c", "markdown"),
        ("![a](b.png)", "b.png", "", "image"),
        ("[a](https://b.c/d?e=f#g)", "https://b.c/d?e=f#g", "", "markdown"),
        ("[a](mailto:b@c.d)", "mailto:b@c.d", "", "markdown"),
        ("<https://b.c>", "https://b.c", "", "markdown"),
        ("[a]\n\n[a]: b.md#c", "b.md", "c", "markdown"),
        ("[a](b%20c.md)", "b%20c.md", "", "markdown"),
        ("[a](b.md#%E6%97%A5)", "b.md", "日", "markdown"),
        ("[a](<b c.md>)", "b c.md", "", "markdown"),
    ],
)
def test_markdown_links_part_path_and_fragment(body: str, target: str, fragment: str, form: str) -> None:
    (link,) = page_of(body).links
    assert (link.target, link.fragment, link.form) == (target, fragment, form)


def test_links_come_in_the_order_of_the_text() -> None:
    page = page_of("[a](b) [[c]] ![[d]] [[e]](f) ![g](h)\n")
    assert [link.target for link in page.links] == ["b", "c", "d", "f", "h"]


def test_links_in_front_matter_count_where_the_dialect_says_so() -> None:
    head = '---\ntitle: T\nup: "[[a|b]]"\nsee:\n  - "[[c#d]] and [[e]]"\n---\n'
    page = page_of("[[f]]\n", head=head, meta_links=True)
    assert [(link.target, link.form) for link in page.links] == [
        ("a", "meta"),
        ("c", "meta"),
        ("e", "meta"),
        ("f", "wikilink"),
    ]
    assert page.text[page.links[0].start :].startswith('"[[a|b]]"')
    assert [link.target for link in page_of("[[f]]\n", head=head).links] == ["f"]


@pytest.mark.parametrize(
    ("value", "count"),
    [("[]", 0), ("x", 0), ("{a: b}", 0), ("[x, {id: 1}, [y]]", 1), ("[{id: [1], resource: {a: b}}]", 1), ("", 0)],
)
def test_sources_of_another_shape_are_left_to_the_schema(value: str, count: int) -> None:
    page = page_of("x", head=f"---\nsources: {value}\n---\n")
    assert len(page.sources) == count
    assert all(source.resource == "" for source in page.sources)


EVIDENCE = (
    "a[^w] b[^m] c[^u] d[^t] e[^r] f[^i]\n\n[^w]: See [[page#part|label]], p. 3\n[^m]: [Title](../raw/x.md#y)\n"
    "[^u]: A report, https://example.org/a_(b). Then more\n[^t]: Only words,\n    over two lines\n[^r]: https://a.b and [c](d)\n"
    "[^i]: `[[code]]`\n"
)


def test_footnotes_define_sources_where_they_are_evidence() -> None:
    page = page_of(EVIDENCE, footnotes="evidence")
    assert [(source.id, source.resource, source.form) for source in page.sources] == [
        ("w", "page#part", "wikilink"),
        ("m", "../raw/x.md#y", "markdown"),
        ("u", "https://example.org/a_(b)", "resource"),
        ("t", "", "asserted"),
        ("r", "https://a.b", "resource"),
        ("i", "", "asserted"),
    ]
    assert page.sources[3].title == "Only words, over two lines"
    assert all(page.text.startswith(f"[^{source.id}]:", source.start) for source in page.sources)
    assert [page.text[slice(*page.footnotes[label])].partition(":")[0] for label in "wt"] == ["[^w]", "[^t]"]
    assert page_of(EVIDENCE, footnotes="text").sources == ()
    assert page_of(EVIDENCE).sources == ()


@pytest.mark.parametrize(
    ("words", "url"),
    [
        ("https://a.b/c.", "https://a.b/c"),
        ("(https://a.b/c).", "https://a.b/c"),
        ("(see https://a.b/c_(d)), e", "https://a.b/c_(d)"),
        ("https://a.b/c;", "https://a.b/c"),
        ("「https://a.b/c」", "https://a.b/c"),
        ("<https://a.b/c>", "https://a.b/c"),
        ("http://a.b/(c)/d,", "http://a.b/(c)/d"),
    ],
)
def test_an_address_in_a_footnote_ends_before_the_stops_after_it(words: str, url: str) -> None:
    assert [source.resource for source in page_of(f"a[^1]\n\n[^1]: {words}\n", footnotes="evidence").sources] == [url]


def test_declared_sources_win_over_footnotes_of_the_same_id() -> None:
    page = page_of("a[^1]\n\n[^1]: [[b]]\n", head="---\nsources: [{id: 1, resource: c}]\n---\n", footnotes="evidence")
    assert [(source.id, source.resource) for source in page.sources] == [("1", "c")]


def test_the_first_definition_of_a_footnote_counts() -> None:
    page = page_of("a[^1]\n\n[^1]: [[b]]\n\n[^1]: [[c]]\n", footnotes="evidence")
    assert [source.resource for source in page.sources] == ["b"]
    assert page.text[slice(*page.footnotes["1"])].startswith("[^1]: [[b]]")


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", ["<<<<<<< HEAD"]),
        ("<<<<<<< HEAD\na\n||||||| c\nd\n=======\nb\n>>>>>>> x\n", ["<<<<<<< HEAD"]),
        ("a\n>>>>>>> x\n", [">>>>>>> x"]),
        ("> > > > > > > x\n", ["> > > > > > > x"]),
        ("```\n<<<<<<< HEAD\n```\n", []),
        ("```\n<<<<<<< HEAD\n```\n\n<<<<<<< HEAD\n", ["<<<<<<< HEAD"]),
        ("a\n\n    <<<<<<< HEAD\n", []),
        ("a\n=======\n", []),
        ("a <<<<<<< b\n", []),
        ("<<<<<<<<\n<<<<<<\n", []),
    ],
)
def test_conflict_markers(body: str, wanted: list[str]) -> None:
    page = page_of(body)
    found = [problem for problem in page.problems if problem.kind == "conflict-marker"]
    assert [page.text[problem.start :].partition("\n")[0] for problem in found] == wanted


def test_each_of_two_conflicts_is_told() -> None:
    page = page_of("<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n\n<<<<<<< e\nf\n=======\ng\n>>>>>>> h\n")
    assert kinds(page).count("conflict-marker") >= 2


def test_a_conflict_in_front_matter_is_told() -> None:
    page = page_of("a", head="---\ntype: x\n<<<<<<< HEAD\ntitle: a\n=======\ntitle: b\n>>>>>>> c\n---\n")
    assert "conflict-marker" in kinds(page)


def test_an_open_fence_is_told_where_it_opens() -> None:
    page = page_of("a\n\n````py\n[[b]]\n```\n")
    (problem,) = page.problems
    assert problem.kind == "unclosed-fence"
    assert page.text[problem.start : problem.end] == "```"
    assert page.place(problem.start) == (8, 1)
    assert page.links == ()


def test_a_page_over_the_cap_keeps_its_front_matter_and_no_body() -> None:
    page = page_of("x [[a]] [cite:1]\n" * 70_000, head="---\ntype: concept\nsources: [{id: 1, resource: r}]\n---\n")
    assert page.problems == (Problem("oversized-page", 0, 0, str(len(page.text))),)
    assert (page.links, page.cites, page.claims, page.headings) == ((), (), (), ())
    assert [source.resource for source in page.sources] == ["r"]
    assert page.type == "concept"


def test_a_page_at_the_cap_is_read() -> None:
    page = page_of("[[a]] ".ljust(parser.MAX_PAGE - len(HEAD), "x"))
    assert len(page.text) == parser.MAX_PAGE
    assert ([link.target for link in page.links], page.problems) == (["a"], ())


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        *(("0.5", 0.5), ("0", 0.0), ("1", 1.0), ("1e-1", 0.1), ("HIGH", 0.9), (" high ", 0.9)),
        *((wrong, None) for wrong in ("1.5", "-0.1", ".nan", "nan", "inf", "odd", "[0.5]", "", "9" * 5_000)),
    ],
)
def test_confidence_is_a_number_or_a_word_of_the_dialect(value: str, wanted: float | None) -> None:
    page = page_of("x", head=f"---\nconfidence: {value}\n---\n", confidence_words={"high": 0.9})
    assert page.confidence == wanted


@pytest.mark.parametrize(
    ("value", "wanted"),
    [("draft", "draft"), ("Stub", "draft"), ("", "stable"), ("[a]", "stable"), ("Odd", "odd"), ('" "', "stable")],
)
def test_status_is_told_in_our_words(value: str, wanted: str) -> None:
    assert page_of("x", head=f"---\nstatus: {value}\n---\n", status_words={"stub": "draft"}).status == wanted


def test_the_declared_type_makes_the_kind_where_the_dialect_says_so() -> None:
    types = {"source": "source"}
    assert page_of("x", head="---\ntype: source\n---\n", types=types).kind == "source"
    assert page_of("x", head="---\ntype: [source]\n---\n", types=types).kind == "page"
    assert page_of("x", head="", types=types).kind == "page"


def test_ranges_stay_in_order_with_comments_of_the_dialect() -> None:
    page = page_of("a %%b%% `c` %%d%% <e>\n", comments=True)
    assert [(place.kind, page.text[place.start : place.end]) for place in page.ranges] == [
        ("comment", "%%b%%"),
        ("code", "`c`"),
        ("comment", "%%d%%"),
        ("html", "<e>"),
    ]


def test_bytes_that_are_no_text_hide_nothing_else() -> None:
    page = page_of("caf\udce9 [[a]]\n")
    assert kinds(page) == ["not-utf8"]
    assert [link.target for link in page.links] == ["a"]
    assert "no-front-matter" not in kinds(parser.parse("a.md", "x".encode("utf-16"), Dialect()))


HEADS = st.sampled_from(
    [
        HEAD,
        "",
        "---\n",
        "---\na: b\n",
        "\ufeff" + HEAD,
        "---\na: 'b\n---\n",
        "---\nsources: [{id: 1, resource: r}]\n---\n",
    ]
)


@PROPERTY
@given(HEADS, TEXTS)
def test_a_file_with_returns_gives_the_same_page(head: str, body: str) -> None:
    raw = (head + body).encode()
    dialect = Dialect(footnotes="evidence", meta_links=True, comments=True)
    page = parser.parse("a/b.md", raw, dialect)
    twin = parser.parse("a/b.md", raw.replace(b"\n", b"\r\n"), dialect)
    assert twin == page
    assert twin.claims == page.claims


@PROPERTY
@given(st.binary(max_size=80))
def test_no_bytes_raise(raw: bytes) -> None:
    page = parser.parse("a.md", raw, Dialect(footnotes="evidence", meta_links=True, comments=True))
    assert all(0 <= problem.start <= problem.end <= len(page.text) + 3 for problem in page.problems)
    assert isinstance(page.claims, tuple)


def test_a_links_form_is_kept() -> None:
    assert page_of("![[a]]").links == (Link("a", "", "", len(HEAD), len(HEAD) + 6, "embed"),)


def test_an_entry_of_sources_that_is_no_mapping_shifts_no_other() -> None:
    head = "---\nsources:\n  - one\n  - id: 2\n    resource: x\n  - [a]\n  - id: 3\n    resource: y\n---\n"
    found = page_of("", head).sources
    assert [(source.id, source.position, head[source.start :].partition("\n")[0]) for source in found] == [
        ("2", 1, "id: 2"),
        ("3", 3, "id: 3"),
    ]
