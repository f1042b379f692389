"""Facts go into plain values and come back without loss, for every page that can be found and for any that can be made up."""

from __future__ import annotations

import marshal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brainwiki.config.profile import NAMES, load_profile
from brainwiki.markup import parser
from brainwiki.model.facts import from_plain, to_plain
from brainwiki.model.page import Link, Page, Replaced, Source, Whole
from tests.helpers import HEAD, PROPERTY, REPOSITORY, bare, encoded, markdown_files, page_of

BADWIKI = markdown_files(REPOSITORY / "tests/badwiki/cases")


def comes_back(page: Page) -> None:
    """A page's facts survive the way through the cache's file; all that is asked of a page by its facts stays the same."""
    plain = to_plain(page)
    again = marshal.loads(marshal.dumps(plain))
    assert again == plain
    found = from_plain(page.path, page.version, again, page.read)
    assert found == page
    assert to_plain(found) == plain
    assert (found.id, found.title, found.type, found.aliases, found.tags) == (
        page.id,
        page.title,
        page.type,
        page.aliases,
        page.tags,
    )
    assert (found.fragments, found.description, found.lines) == (page.fragments, page.description, page.lines)
    assert list(found.brief) == list(page.brief)
    assert list(found.blocks.items()) == list(page.blocks.items())
    assert list(found.footnotes.items()) == list(page.footnotes.items())


@pytest.mark.parametrize("profile", NAMES)
def test_facts_of_the_corpora_come_back(corpus: Path, profile: str) -> None:
    dialect = load_profile(profile).dialect
    for path in markdown_files(corpus):
        comes_back(parser.parse(path.relative_to(corpus).as_posix(), path.read_bytes(), dialect))


@pytest.mark.parametrize("profile", NAMES)
def test_facts_of_pages_that_are_wrong_come_back(profile: str) -> None:
    dialect = load_profile(profile).dialect
    assert len(BADWIKI) > 50
    for path in BADWIKI:
        comes_back(parser.parse(f"knowledge/{path.name}", path.read_bytes(), dialect))


PIECES = st.sampled_from(
    [
        "# A heading\n",
        "## A heading\n",
        "A claim. [cite:1,2]",
        "泵在运行。[cite:1]",
        "- now [cite:1]\n    - (until 2026-05-02) then [cite:2] ^block\n",
        "[[page#part|label]]",
        "![[embed]]",
        "[x](y.md#z)",
        "![i](i.png)",
        "[^f]",
        "\n[^f]: see [[raw]], lines 3-4\n",
        '<a id="Anchor"></a>',
        "<!-- bw-ignore BW201: why -->",
        "```\n[[code]]\n```\n",
        "\n\n",
        "\r\n",
        "\udcff",
        "\x00",
        "é",
        "e\u0301",
        " ^id\n",
    ]
)
MATTER = st.sampled_from(
    [
        HEAD,
        "",
        "---\n",
        "---\nsources:\n  - id: 1\n    resource: sources/a#L1-L2\n    quote: q\n  - {id: 2, resource: '[[b]]'}\n---\n",
        "---\nconfidence: 0.5\nstatus: deprecated\naliases: [a, {b: c}]\nnested: {a: {b: c}}\n---\n",
        "---\nconfidence: high\ntags: one\nempty:\n---\n",
        "\ufeff---\ntitle: BOM\n---\n",
    ]
)


@PROPERTY
@given(MATTER, st.lists(PIECES | st.text(max_size=6), max_size=12), st.sampled_from(NAMES))
def test_facts_of_any_page_come_back(head: str, pieces: list[str], profile: str) -> None:
    text = (head + "".join(pieces)).encode("utf-8", "surrogatepass")
    for path in ("knowledge/a.md", "index.md", "sessions/s/session.md", "notes/é/ü.md"):
        comes_back(parser.parse(path, text, load_profile(profile).dialect))


def test_facts_that_no_page_shares_are_told_apart() -> None:
    """Each fact goes into the plain value, so that none can be forgotten there."""
    plain = to_plain(bare("x"))
    for other in (
        bare("x", kind="note"),
        bare("x", brief={"title": "T"}),
        bare("x", parts=(("A", "a"),)),
        bare("x", first="A"),
        bare("x", blocks={"b": 1}),
        bare("x", links=(Link("a", "", "", 0, 1, "wikilink"),)),
        bare("x", sources=(Source("1", "r", "", "", "", "", "", 0, 0, "resource"),)),
        bare("x", footnotes={"f": (0, 1)}),
        bare("x", anchors=frozenset({"a"})),
        bare("x", confidence=0.5),
        bare("x", status="draft"),
        bare("x", lines=7),
        bare("x", history=(Replaced("c", ("1",), ("2",)),)),
    ):
        assert to_plain(other) != plain
        comes_back(other)
    assert to_plain(bare("x", path="b.md", version="v")) == plain


def test_the_same_facts_are_the_same_bytes() -> None:
    """Sets are kept in order, whatever the order in which they were made."""
    one = bare(anchors=frozenset(["b", "a", "c"]))
    other = bare(anchors=frozenset(["c", "b", "a"]))
    assert to_plain(one)[8] == to_plain(other)[8] == ("a", "b", "c")


def test_path_version_and_the_reader_are_given_anew() -> None:
    page = page_of("# H\n\n[[a]]\n")
    asked = []

    def read() -> Whole:
        asked.append(1)
        return page.whole

    found = from_plain("notes/b.md", "123", to_plain(page), read)
    assert (found.path, found.version, found.id, asked) == ("notes/b.md", "123", "notes/b", [])
    assert (found.text, found.links, asked) == (page.text, page.links, [1])
    assert found.body_lines == page.body_lines
    assert asked == [1]
    assert encoded(found.text).startswith(b"---")
