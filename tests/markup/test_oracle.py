"""Two other readers of Markdown as oracles: pulldown-cmark's own wikilinks, and markdown-it for the blocks of CommonMark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyromark
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from brainwiki.markup import document, frontmatter, scanner, structure
from tests.helpers import PROPERTY, markdown_files

# Pieces of Markdown, parted by a sign that is none of them.
FRAGMENTS = (
    "[[¦]]¦[¦]¦a¦b c¦|¦\\|¦\\¦\\[¦`¦``¦$¦*¦**¦_¦!¦![¦#¦^1¦\t¦\n¦\n¦\n\n¦- ¦> ¦    ¦1. ¦|-|-|\n¦| ¦| a | b |\n"
    "¦<b>¦</b>¦<!--¦-->¦<div>¦(x)¦[x](y)¦[^1]¦[^1]: ¦[cite:1]¦日本¦é¦🙂¦```\n¦~~~\n¦<http://a.b>¦&amp;¦[b]: c\n"
).split("¦")
TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join)

# Without `$` and `[^x]:`, which only pulldown-cmark reads (math, footnotes); without a tab after a closing fence, which only
# pulldown-cmark refuses; without `</script>` inside `<pre>`, which ends the block for markdown-it alone; without definitions
# of reference links, after which markdown-it, against CommonMark, lets an indented line be code.
BLOCKS = (
    "a¦b c¦ ¦`¦``¦\\`¦\\¦*¦**¦_¦!¦#¦# ¦\n¦\n¦\n¦\n\n¦  \n¦- ¦> ¦    ¦  ¦1. ¦|-|-|\n¦| a | b |\n¦<b>¦</b>¦<!--¦-->"
    "¦<div>¦</div>\n¦<pre>¦</pre>¦(x)¦[x](y)¦日本¦é¦🙂¦```\n¦````\n¦~~~\n¦```py\n¦    ```\n¦<http://a.b>¦&amp;¦<¦<?x ?>"
    "¦---\n¦===\n¦* * *\n"
).split("¦")
BLOCK_TEXTS = st.lists(st.sampled_from(BLOCKS), max_size=20).map("".join)

WITH_WIKILINKS = pyromark.Markdown(options=structure.OPTIONS | pyromark.Options.ENABLE_WIKILINKS)
OTHER = MarkdownIt("commonmark").enable("table")


def bodies(corpus: Path) -> Iterator[tuple[Path, str]]:
    """Each page's text without its front matter."""
    for path in markdown_files(corpus):
        text = document.read(path.read_bytes()).text
        yield path, text[frontmatter.read(text).body :]


def theirs(text: str) -> set[tuple[int, int]]:
    """Spans of the wikilinks that pulldown-cmark finds, in code points."""
    events: list[Any] = list(WITH_WIKILINKS.events_with_range(text))
    raw = text.encode()
    found = set()
    for event, span in events:
        tag = event.get("Start") if isinstance(event, dict) else None
        link = next(iter(tag.values())) if isinstance(tag, dict) and next(iter(tag)) in ("Link", "Image") else None
        if link is not None and "WikiLink" in link["link_type"]:
            found.add((len(raw[: span["start"]].decode()), len(raw[: span["end"]].decode())))
    return found


def ours(text: str) -> set[tuple[int, int]]:
    """Spans of our wikilinks."""
    found = scanner.scan(text, 0, structure.read(text, 0), "text", False)
    return {(link.start, link.end) for link in found.links}


def reason(text: str, start: int, end: int) -> str:
    """Why a wikilink of pulldown-cmark is none of ours; empty where there is no reason."""
    inner = text[start:end].removeprefix("!")[2:-2]
    if "\n" in inner:
        return "a link stands on one line: FORMAT.md and Obsidian"
    if "[" in inner or "]" in inner:
        return "brackets inside make it nested or ambiguous"
    if inner.startswith("cite:"):
        return "a mangled cite, which is a finding of its own"
    if not inner.partition("|")[0].strip(" \t\\").strip("#").strip():
        return "no target"
    if any(sign in inner.partition("|")[0] for sign in "`$<\\"):
        return "code, math, HTML and escapes are never part of a name"
    if any(link.start <= start + 1 and start < link.tail < end <= link.end for link in structure.read(text, 0).links):
        return "CommonMark reads `[[a]](b)` as a Markdown link"
    return ""


@PROPERTY
@given(TEXTS)
def test_wikilinks_are_those_of_pulldown_cmark_but_for_a_written_list(text: str) -> None:
    assert ours(text) <= theirs(text)
    assert [text[a:b] for a, b in theirs(text) - ours(text) if not reason(text, a, b)] == []


def test_wikilinks_of_real_pages_are_exactly_those_of_pulldown_cmark(corpus: Path) -> None:
    different = {path.name: (theirs(text) ^ ours(text)) for path, text in bodies(corpus)}
    assert {name: spans for name, spans in different.items() if spans} == {}


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("[[a]]", {(0, 5)}),
        ("![[a|b]]", {(0, 8)}),
        ("[[[a]]]", {(1, 6)}),
        ("[[a [[b]] c]]", {(4, 9)}),
        ("日本[[🙂]]é[[b]]", {(2, 7), (8, 13)}),
        ("|a|b|\n|-|-|\n|[[a\\|b]]|c|", {(13, 21)}),
        ("`[[a]]` $[[b]]$ <!-- [[c]] --> \\[[d]] <b x='[[e]]'>", set()),
    ],
)
def test_both_find_the_same_spans(text: str, spans: set[tuple[int, int]]) -> None:
    assert ours(text) == theirs(text) == spans


@pytest.mark.parametrize(
    "text", ["[[a\nb]]", "[[a]b]]", "[[a|[b]]]", "[[cite:1]]", "[[ ]]", "[[`a`]]", "[[a <b> c]]", "[[a]](b)", "[[$a$]]"]
)
def test_each_reason_of_the_list_is_real(text: str) -> None:
    (span,) = theirs(text)
    assert ours(text) == set()
    assert reason(text, *span)


class Shape(NamedTuple):
    """What two readers are compared by: lines of blocks that are not prose, and inline code and HTML in order."""

    fences: frozenset[int]
    code: frozenset[int]
    html: frozenset[int]
    spans: tuple[str, ...]
    tags: tuple[str, ...]


def inked(lines: list[str], first: int, last: int) -> set[int]:
    """The lines of a block that hold more than blanks and quote marks: readers differ on where a block's last blanks belong."""
    return {number for number in range(first, min(last, len(lines))) if lines[number].strip(" \t>")}


def bare(words: str) -> str:
    """Inline code or HTML without its backticks, without white space and the quote marks that a line break brings."""
    words = words.strip("`") if words.startswith("`") else words
    return "".join(line.lstrip(" \t>") if number else line for number, line in enumerate(words.split("\n"))).replace(
        " ", ""
    )


def other_shape(text: str) -> Shape:
    """What markdown-it reads."""
    lines = text.split("\n")
    blocks: dict[str, set[int]] = {"fence": set(), "code_block": set(), "html_block": set()}
    inline: dict[str, list[str]] = {"code_inline": [], "html_inline": []}
    stack = list(reversed(OTHER.parse(text)))
    while stack:
        token = stack.pop()
        if token.type in blocks and token.map:
            blocks[token.type] |= inked(lines, *token.map)
        elif token.type in inline:
            inline[token.type].append(bare(token.content.replace("\n", "")))
        stack.extend(reversed(token.children or []))
    found = (frozenset(blocks["fence"]), frozenset(blocks["code_block"]), frozenset(blocks["html_block"]))
    return Shape(*found, tuple(inline["code_inline"]), tuple(inline["html_inline"]))


def our_shape(text: str, other: Shape) -> Shape:
    """What `structure.read` reads. Its ranges do not tell a block from a span: a range on lines that are a block to the
    other reader is compared as a block."""
    lines = text.split("\n")
    blocks: dict[str, set[int]] = {"fence": set(), "code": set(), "html": set()}
    inline: dict[str, list[str]] = {"code": [], "html": []}
    for found in structure.read(text, 0).ranges:
        if found.kind == "math":
            continue
        kind = "html" if found.kind == "comment" else found.kind
        words = text[found.start : found.end]
        covered = inked(
            lines, text.count("\n", 0, found.start), text.count("\n", 0, max(found.start, found.end - 1)) + 1
        )
        is_span = words[0] in "`<" and words[-1] in "`>"
        if kind == "fence" or covered <= (other.code if kind == "code" else other.html) or not is_span:
            blocks[kind] |= covered
        elif not (kind == "code" and words.startswith("<")):  # an autolink
            inline[kind].append(bare(words))
    found_blocks = (frozenset(blocks["fence"]), frozenset(blocks["code"]), frozenset(blocks["html"]))
    return Shape(*found_blocks, tuple(inline["code"]), tuple(inline["html"]))


def squeezed(shape: Shape) -> Shape:
    """Without the white space inside spans, of which CommonMark keeps another amount."""
    spans = tuple("".join(words.split()) for words in shape.spans)
    return shape._replace(spans=spans, tags=tuple("".join(words.split()) for words in shape.tags))


@PROPERTY
@given(BLOCK_TEXTS)
def test_code_and_html_are_where_markdown_it_sees_them(text: str) -> None:
    other = other_shape(text)
    assert squeezed(our_shape(text, other)) == squeezed(other)


def test_code_and_html_of_real_pages_are_where_markdown_it_sees_them(corpus: Path) -> None:
    for path, text in bodies(corpus):
        other = other_shape(text)
        assert squeezed(our_shape(text, other)) == squeezed(other), path.name


def open_fence_of_other(text: str) -> int:
    """The line of a fence that runs to the end of the text without a closing line, by markdown-it; -1 where there is none."""
    fences = [token for token in OTHER.parse(text) if token.type == "fence" and token.map]
    if not fences or not fences[-1].map:
        return -1
    first, last = fences[-1].map
    lines = text.split("\n")
    content = fences[-1].content
    rows = content.count("\n") + (bool(content) and not content.endswith("\n"))
    is_last = not "".join(lines[last:]).strip()
    return first if is_last and rows >= min(last, len(lines)) - first - 1 else -1


FENCES = (
    "```\n¦````\n¦~~~\n¦```py\n¦    ```\n¦   ```\n¦ ```¦```¦  ¦- ¦1. ¦a\n¦\n¦`¦~¦  - ¦``` x\n¦~~~~\n¦```  \n¦      ```\n"
).split("¦")


@PROPERTY
@given(st.lists(st.sampled_from(FENCES), max_size=12).map("".join))
def test_an_open_fence_is_one_that_markdown_it_leaves_open(text: str) -> None:
    offset = structure.read(text, 0).open_fence
    assert (text.count("\n", 0, offset) if offset >= 0 else -1) == open_fence_of_other(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("```\na\n```\n", -1),
        ("```\na\n", 0),
        ("```", 0),
        ("```\n```", -1),
        ("````\n```\n", 0),
        ("   ```\n\n      ```\n", 0),  # a closing fence is indented by three blanks at most
        ("~~~\n```\n", 0),
        ("a\n\n- ```\n  b\n", 2),
        ("- ```\n  b\n\nc\n", -1),
        ("> ```\n> b\n> ```\n", -1),
        ("> ```\n> b\n", 0),
    ],
)
def test_open_fences(text: str, line: int) -> None:
    offset = structure.read(text, 0).open_fence
    assert (text.count("\n", 0, offset) if offset >= 0 else -1) == line == open_fence_of_other(text)
