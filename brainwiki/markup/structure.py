"""The Markdown structure of a body: what is code, HTML or math, where sentences may stand, headings, links, footnotes.

CommonMark with tables, footnotes, task lists, strikethrough, alerts and math is read by pulldown-cmark (through pyromark),
so that fences in lists, lazy quotes and HTML blocks mean here exactly what they mean to a CommonMark reader. One pass over
its events; all offsets are code points of the page's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import pyromark

from brainwiki.model.page import Range

OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_GFM
)
MARKDOWN = pyromark.Markdown(options=OPTIONS)

_COMMENT_END = re.compile(r"--!?>")  # as browsers read it, which show what stands behind
_SPANS = frozenset({"Emphasis", "Strong", "Strikethrough"})
_HTML_ANCHOR = re.compile(r"""\b(?:id|name)\s*=\s*["']?([^\s"'>]{1,200})""", re.IGNORECASE)


class Block(NamedTuple):
    """A stretch that is split into sentences: a paragraph, an item's own text or a table row; `depth` counts lists around it."""

    start: int
    end: int
    depth: int
    kind: str


class MarkdownLink(NamedTuple):
    """A Markdown link or image: destination as decoded by CommonMark, text span, and where its destination part begins."""

    start: int
    end: int
    tail: int
    destination: str
    is_image: bool
    is_inline: bool


class RawHeading(NamedTuple):
    """A heading: level, plain text, span."""

    level: int
    text: str
    start: int
    end: int


@dataclass
class Structure:
    """What one pass over the events found, in order."""

    ranges: list[Range] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    headings: list[RawHeading] = field(default_factory=list)
    links: list[MarkdownLink] = field(default_factory=list)
    footnotes: list[tuple[str, int, int]] = field(default_factory=list)
    cells: list[tuple[int, int]] = field(default_factory=list)
    open_fence: int = -1
    anchors: set[str] = field(default_factory=set)


def read(text: str, body: int) -> Structure:
    """The structure of `text[body:]`, with offsets into `text`."""
    source = text[body:] if body else text
    events = MARKDOWN.events_with_range(source, merge_text=True)
    walker = _Walker(source)
    ascii_only = source.isascii()
    if ascii_only:
        walker.walk(events, body, None)
    else:
        seen = list(events)
        walker.walk(seen, body, code_points(source, seen))
    return walker.found


def code_points(source: str, events: Iterable[tuple[Any, Any]]) -> dict[int, int]:
    """Byte offsets of events as code points, in one pass over the text."""
    raw = source.encode("utf-8", "surrogatepass")
    offsets = sorted({place for _, span in events for place in (span["start"], span["end"])})
    table: dict[int, int] = {}
    at_byte = at_char = 0
    for offset in offsets:
        at_char += len(raw[at_byte:offset].decode("utf-8", "replace"))
        at_byte = offset
        table[offset] = at_char
    return table


def _tag(tag: Any) -> tuple[str, Any]:
    """The name of a tag and what it carries: pyromark gives a bare name or a mapping of one."""
    return (tag, None) if type(tag) is str else next(iter(tag.items()))


class _Walker:
    """One pass over pulldown-cmark's events. Lists, quotes and definitions nest; sentences stand in the innermost block."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.found = Structure()
        self.base = 0
        self.depth = 0
        self.item: tuple[int, int] | None = None  # the own text of the tight item that is open
        self.items = 0
        self.paragraph = False
        self.heading: list[str] | None = None
        self.open_links: list[tuple[Any, bool]] = []
        self.last_end = 0
        self.code: int = -1
        self.code_end = 0
        self.comment = -1
        self.ink = len(source.rstrip())
        self.fenced = False

    def walk(self, events: Iterable[tuple[Any, Any]], base: int, table: dict[int, int] | None) -> None:
        """Read every event; `table` maps bytes to code points where they differ."""
        self.base = base
        is_prose = False  # in a paragraph, where words need no look
        for event, span in events:
            if type(event) is dict:
                (kind,) = event  # one key: the kind of event
                if kind == "Text":
                    if is_prose:
                        continue
                    if self.code >= 0:
                        self.code_end = span["end"] if table is None else table[span["end"]]
                        continue
            start, end = span["start"], span["end"]
            if table is not None:
                start, end = table[start], table[end]
            if type(event) is str:
                self.sign(event, start, end)
            elif kind == "Text":
                self.text(event[kind], start, end)
            elif kind in ("Start", "End"):
                is_prose = self.bound(kind == "Start", event[kind], start, end)
            else:
                self.leaf(kind, event[kind], start, end)

    def bound(self, opens: bool, tag: Any, start: int, end: int) -> bool:
        """A block or a link opens or closes; whether what follows is plain words of a paragraph."""
        if tag == "Paragraph":
            self.paragraph = opens
            if opens:
                self.found.blocks.append(Block(self.base + start, self.base + end, self.depth, "paragraph"))
        elif type(tag) is dict and "Heading" in tag:
            self.bound_heading(opens, tag["Heading"], start, end)
        elif opens:
            self.open(tag, start, end)
        else:
            self.close(tag, start, end)
        return self.paragraph and self.heading is None and not self.open_links

    def bound_heading(self, opens: bool, value: Any, start: int, end: int) -> None:
        """A heading opens, or closes with all its words read."""
        if opens:
            self.flush()
            self.heading = []
            return
        words = " ".join("".join(self.heading or ()).split())
        self.found.headings.append(RawHeading(int(value[1]), words, self.base + start, self.base + end))
        self.heading = None

    def text(self, value: str, start: int, end: int) -> None:
        """Plain words."""
        if self.heading is not None:
            self.heading.append(value)
        self.inline(start, end)

    def sign(self, name: str, start: int, end: int) -> None:
        """A line break belongs to the text around it; a thematic break ends it."""
        if name == "Rule":
            self.flush()
            return
        if self.heading is not None:
            self.heading.append(" ")
        self.inline(start, end)

    def inline(self, start: int, end: int) -> None:
        """Inline content: it belongs to the tight item that is open, if no paragraph, table or heading holds it."""
        if self.open_links:
            self.last_end = end
        if self.item is not None and not self.paragraph and self.heading is None:
            self.item = (self.item[0] if self.item[0] >= 0 else start, end)

    def leaf(self, kind: str, value: Any, start: int, end: int) -> None:
        """Code, math, HTML and the like: not prose."""
        base = self.base
        if kind == "Code":
            self.found.ranges.append(Range(base + start, base + end, "code"))
            if self.heading is not None:
                self.heading.append(value)
        elif kind in ("InlineMath", "DisplayMath"):
            self.found.ranges.append(Range(base + start, base + end, "math"))
            if self.heading is not None:
                self.heading.append(value)
        elif kind in ("InlineHtml", "Html"):
            self.html(start, end)
        if kind not in ("Html", "TaskListMarker"):
            self.inline(start, end)

    def html(self, start: int, end: int) -> None:
        """Raw HTML. A comment may run over several lines of its block, and what stands behind it is HTML again."""
        at = start
        while at < end:
            if self.comment < 0:
                opening = self.source.find("<!--", at, end)
                self.tags(at, end if opening < 0 else opening)
                if opening < 0:
                    return
                self.comment, at = opening, opening + 2
            closing = _COMMENT_END.search(self.source, at, end)
            if closing is None:
                return
            at = closing.end()
            self.close_comment(at)

    def tags(self, start: int, end: int) -> None:
        """HTML that is no comment, with the anchors in it."""
        if start < end:
            self.found.ranges.append(Range(self.base + start, self.base + end, "html"))
            if self.source.find("=", start, end) >= 0:
                self.found.anchors.update(_HTML_ANCHOR.findall(self.source, start, end))

    def close_comment(self, end: int) -> None:
        """A comment ends here, by its own sign or with its block."""
        if self.comment >= 0:
            self.found.ranges.append(Range(self.base + self.comment, self.base + end, "comment"))
            self.comment = -1

    def open(self, tag: Any, start: int, end: int) -> None:
        """The start of a block or of a link."""
        name, value = _tag(tag)
        if name in _SPANS:
            self.inline(start, start)
        elif name in ("Link", "Image"):
            self.inline(start, start)
            self.open_links.append((value, name == "Image"))
            self.last_end = start + 1
        elif name == "CodeBlock":
            self.flush()
            self.code, self.fenced = start, type(value) is dict
        elif name == "TableCell":
            self.found.cells.append((self.base + start, self.base + end))
        elif name == "List":
            self.flush()
            self.depth += 1
        elif name == "Item":
            self.item = (-1, -1)
            self.items += 1
        else:
            self.container(name, value, start, end)

    def container(self, name: str, value: Any, start: int, end: int) -> None:
        """Rarer containers: tables, quotes, footnotes, HTML blocks."""
        if name in ("TableRow", "TableHead"):
            self.paragraph = True
            self.found.blocks.append(Block(self.base + start, self.base + end, self.depth, "row"))
        elif name == "FootnoteDefinition":
            self.flush()
            self.found.footnotes.append((value, self.base + start, self.base + end))
        elif name in ("BlockQuote", "Table", "HtmlBlock"):
            self.flush()

    def close(self, tag: Any, start: int, end: int) -> None:
        """The end of a block or of a link."""
        name, _ = _tag(tag)
        if name in ("TableRow", "TableHead"):
            self.paragraph = False
        elif name in _SPANS:
            self.inline(start, end)
        elif name in ("Link", "Image"):
            self.close_link(start, end)
        elif name == "CodeBlock":
            self.close_code(start, end)
        elif name == "HtmlBlock":
            self.close_comment(end)
        elif name == "Item":
            self.flush()
            self.items -= 1
            self.item = (-1, -1) if self.items else None  # the item around this one may go on
        elif name == "List":
            self.depth -= 1

    def flush(self) -> None:
        """End the own text of a tight item: its children follow."""
        if self.item is not None and self.item[0] >= 0:
            start, end = self.item
            self.found.blocks.append(Block(self.base + start, self.base + end, self.depth, "item"))
        if self.item is not None:
            self.item = (-1, -1)

    def close_link(self, start: int, end: int) -> None:
        """A link is complete: everything after its text is destination, not prose."""
        if not self.open_links:
            return
        value, is_image = self.open_links.pop()
        kind = value["link_type"]
        inline = kind == "Inline"
        tail = self.last_end if inline else end
        destination = f"mailto:{value['dest_url']}" if kind == "Email" else value["dest_url"]
        self.found.links.append(
            MarkdownLink(self.base + start, self.base + end, self.base + tail, destination, is_image, inline)
        )
        if kind in ("Autolink", "Email"):
            self.found.ranges.append(Range(self.base + start, self.base + end, "code"))
        self.last_end = end
        self.inline(start, end)

    def close_code(self, start: int, end: int) -> None:
        """A code block is complete; a fence that reaches the end of the file without its closing line is open."""
        self.code = -1
        kind: Literal["fence", "code"] = "fence" if self.fenced else "code"
        self.found.ranges.append(Range(self.base + start, self.base + end, kind))
        if self.fenced and end >= self.ink and not self.is_closed(start, end):
            self.found.open_fence = self.base + start

    def is_closed(self, start: int, end: int) -> bool:
        """Whether something stands between a block's last code line and its end: that can only be its closing fence."""
        after = self.code_end if self.code_end > start else self.source.find("\n", start, end)
        return after >= 0 and bool(self.source[after:end].strip(" \t\n>"))
