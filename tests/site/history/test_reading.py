"""Versions read by pieces are what they are when they are read whole."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brainwiki.claims.life import State, state_of
from brainwiki.markup import claims, parser
from brainwiki.model.dialect import Dialect
from brainwiki.model.page import Page
from brainwiki.site.history.blocks import blocks, values
from brainwiki.site.history.pieces import cut, piece
from brainwiki.site.history.reading import Reader
from tests.helpers import HEAD, PROPERTY
from tests.site.history.versions import SECRET

PATH = "knowledge/a/page.md"
DIALECTS = {
    "brain": Dialect(),
    "notes": Dialect(name="notes", footnotes="evidence", comments=True),
    "plain": Dialect(name="plain", footnotes="text", comments=True),
}
# Everything that may reach over a heading or a blank line, whole and in halves, and what may stand around it.
LINES = (
    *(
        "# A",
        "## Some words",
        "###### Deep [[x]]",
        "#",
        "# ",
        "#tag",
        "#### B [cite:1]",
        "####### seven",
        " # indented",
        "# a #",
    ),
    *(
        "word",
        "One two.",
        "A claim. [cite:1]",
        "B [cite:2,3]. C.",
        "Like [cite:1] this",
        "`code`",
        "**bold",
        "*e* ^c-ab",
        "x ^id",
    ),
    *("^c-ab", "^id", "(until 2026-01-02) Old. [cite:1]", "- (until 2026-01-02) Old [cite:2]", "[cite:1]: x", "a 1. b"),
    *(
        "- a",
        "- a [cite:1]",
        "  - b [cite:2]",
        "- - c [cite:1]",
        "    deep",
        "  more",
        "1. one",
        "2) two [cite:1]",
        "+ p",
        "- [ ] t",
    ),
    *("> quote", "> # in quote", "> [!NOTE]", "> - x [cite:1]", ">", "> ```", "- ```", "  ```", "- > y", "   "),
    *("```", "````", "```py", "~~~", "~~~~ x", "   ```", "    ```", "\t```", "``` `", "# in code"),
    *(
        "<div>",
        "</div>",
        "<!-- open",
        "close -->",
        "<!-- both -->",
        "<br>",
        "<b>x</b>",
        '<a href="x',
        '">',
        "<script>",
        "</script>",
    ),
    *(
        "<pre>",
        "<? php",
        "?>",
        "<!DOCTYPE",
        "<![CDATA[",
        "]]>",
        "<https://a.example>",
        "<a@b.example>",
        "a < b",
        "<b",
        "<style x>",
    ),
    *(
        "[x]: /url",
        "[x]",
        "[x][y]",
        "[a [cite:1]]: /u",
        "[y\\]]: /z",
        "[[x]]: y",
        "[^1]: note [cite:1]",
        "[^1]",
        "see [^n] and",
        "[^n]: a",
    ),
    *(
        "[l](u)",
        "[l](<u",
        ">)",
        '[l](u "t',
        '")',
        "![i](p)",
        "[[x|y]] and [[z",
        "[[a\\|b]]",
        "![[e]]",
        "![",
        "[",
        "]: /u",
    ),
    *("| a | b |", "|---|---|", "| 1 | [[x\\|y]] |", "| c [cite:1] | d |", "---", "===", "***", "- ", "-", "1."),
    *(
        "$$",
        "$x$",
        "$$ y",
        "%%",
        "%% c %%",
        "a %% b",
        "\\# no",
        "&amp; &#35;",
        "\\",
        "two  ",
        "__u__",
        "a_b_c 'x_y_'",
        "~~s~~",
    ),
    *(
        "日本語。次です。[cite:1]",
        "読む [[x]]",
        "É à",
        "\u00a0",
        "\u2028",
        "a\tb",
        "\x00",
        "\ufeff",
        "1",
        "Z.",
        "Über 5 % mehr",
        "(a) b-c/d",
    ),
)
BODIES = st.lists(st.sampled_from((*LINES, "", "", "", "", "# H", "word")), max_size=24).map("\n".join)
HEADS = st.sampled_from(
    (
        HEAD,
        "",
        "---\n---\n",
        "---\ntitle: x\nstatus: deprecated\n---\n",
        "---\nopen: x\n",
        "---\n\nrule\n---\n",
        "---\n- a\n---\n",
    )
)


def said(state: State, named: bool) -> list[tuple[object, ...]]:
    """What of claims counts, with the ids that they get on the page."""
    found = state.claims if named else claims.named(PATH, state.claims)
    return [(one.id, one.text, one.ids, one.until, one.explicit) for one in found]


def check(reader: Reader, text: str) -> None:
    """Compare a text as read by pieces with the page that the parser makes of it."""
    page: Page = reader.page(text)
    found = reader.read(text, lambda: page)
    whole = state_of(page)
    assert found.version[:3] == (values(page), blocks(page, SECRET), len(text))
    assert [reader.blocks[row] for row in found.rows] == list(found.version.blocks)
    assert [reader.sheet.number(block) for block in found.version.blocks] == list(found.version.numbers)
    assert said(found.state, False) == said(whole, True)
    assert found.state[1:4] == whole[1:4]


@PROPERTY
@given(texts=st.lists(st.tuples(HEADS, BODIES), min_size=1, max_size=3), name=st.sampled_from(sorted(DIALECTS)))
@example(texts=[(HEAD, "- a [cite:1]\n\n# H\n\n- - b [cite:2]\n")], name="brain")
@example(texts=[("", "^id\n\nword\n\n# x ^id\n")], name="brain")
@example(texts=[("", "^id\n\nword\n"), (HEAD, "^id\n\nword\n")], name="brain")
@example(texts=[(HEAD, "a ^c-ab\n\n# H\n\nb [cite:1] ^c-ab\n")], name="brain")
@example(texts=[(HEAD, "- ```\n\n# H\n\n```\n\n# in code\n\n```\n")], name="brain")
@example(texts=[(HEAD, "a <b\n\n# H\n\nc > d\n")], name="brain")
@example(texts=[(HEAD, "[a [cite:1]]: /u\n\n# H\n\n[a [cite:1]]\n")], name="brain")
@example(texts=[(HEAD, "A %% b\n\n# H\n\nc [cite:1] %% d\n")], name="notes")
@example(texts=[(HEAD, "One.\n\n# H\n\n[^1]: https://a.example\n\nA. [^1]\n")], name="notes")
def test_by_pieces_is_as_whole(texts: list[tuple[str, str]], name: str) -> None:
    reader = Reader(PATH, DIALECTS[name], SECRET)
    for head, body in texts:
        check(reader, head + body)
    body = "\n\n".join(body for _, body in texts)  # what was read alone, beside others
    for head in ("", HEAD, ""):
        check(reader, head + body)


def test_every_construct_alone_and_over_a_heading() -> None:
    for dialect in DIALECTS.values():
        reader = Reader(PATH, dialect, SECRET)
        for line in LINES:
            for after in LINES:
                check(reader, f"{HEAD}{line}\n\n# H\n\n{after}\n\nWords [[x]] [cite:1]\n")


@PROPERTY
@given(BODIES)
def test_pieces_are_the_body(body: str) -> None:
    assert "".join(cut(body)) == body


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("# A\n\nOne.\n\n- a\n- b\n\nTwo\n", ["# A\n\n", "One.\n\n- a\n- b\n\n", "Two\n"]),
        ("a\n\n```\nx\n\n# y\n```\n\nb\n", ["a\n\n```\nx\n\n# y\n```\n\n", "b\n"]),
        ("a\n\n- x\n\n  b\n\n1. c\n", ["a\n\n- x\n\n  b\n\n1. c\n"]),
    ],
)
def test_where_pieces_begin(body: str, wanted: list[str]) -> None:
    assert cut(body) == wanted


@pytest.mark.parametrize("text", ["Word one, two.\n\n", "## A heading: 2026-05-01\n\n", "日本語 です\n"])
def test_plain_words_are_what_the_parser_says(text: str) -> None:
    page = parser.parse(PATH, (HEAD + text).encode(), Dialect())
    assert piece(text, Dialect(), SECRET, False).blocks == blocks(page, SECRET)


def test_a_piece_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str, *rest: object) -> object:
        read.append(text)
        return piece(text, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("brainwiki.site.history.reading.piece", counted)
    reader = Reader(PATH, Dialect(), SECRET)
    for end in ("one", "two", "three"):
        check(reader, f"{HEAD}# A\n\nSame [[x]].\n\nEnd {end}.\n")
    assert sorted(read) == ["# A\n\n", "End one.\n", "End three.\n", "End two.\n", "Same [[x]].\n\n"]


def test_a_page_beyond_the_limit_is_read_without_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "MAX_PAGE", 40)
    check(Reader(PATH, Dialect(), SECRET), f"{HEAD}# A\n\nA claim. [cite:1]\n")
