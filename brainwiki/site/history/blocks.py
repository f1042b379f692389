"""A version of a page in the pieces that differences are made of: front-matter values, and blocks of words with their form.

Nothing of a page's own HTML or Markdown survives here: words carry a form from a short fixed list, so that whatever is shown
of them later is safe.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from brainwiki.markup.structure import MARKDOWN
from brainwiki.model.page import Cite, Link, Page
from brainwiki.site.text.placeholders import Mark, Placeholders, Span

# Words, or words with a form and what else belongs to them. Forms: `s` strong, `e` emphasis, `d` struck out, `c` code, and
# combinations of these; whole things: `l` link (and where to), `i` image (and which), `f` cite or footnote, `m` math, `x` HTML
# tag, `a` block id, `t` task box.
Run = str | tuple[str, ...]
UNREAD = "---"  # the key of front matter that is no mapping
WHOLE = frozenset("lifmxat")

_BLANKS = re.compile("[ \t\n]{2,}|[\t\n]")
_STYLES = {"Strong": "s", "Emphasis": "e", "Strikethrough": "d"}
_QUOTES = {None: ">", "Note": "n", "Tip": "t", "Important": "i", "Warning": "w", "Caution": "c"}
_BREAKS = {"SoftBreak": " ", "HardBreak": "\n"}


class Block(NamedTuple):
    """A paragraph (`p`), heading (`h1` to `h6`), item (`li`), table row (`row`, on top `head`), line of code (`code`, its
    language `fence`), line of HTML (`html`) or rule (`rule`).

    `nest` has a sign for each quote (`>`, or the first letter of an alert) and list (`-`) around it; `sign` is an item's
    number or empty; `cells` holds the words, one cell but for rows.
    """

    kind: str
    nest: str
    sign: str
    cells: tuple[tuple[Run, ...], ...]


class Value(NamedTuple):
    """A front-matter value: its key (for an entry of evidence `sources` and its id) and what it says, line by line."""

    key: str
    lines: tuple[str, ...]


class Version(NamedTuple):
    """One version of a page: front matter, blocks, how many characters the file has, and the numbers of the blocks in a `Sheet`
    (empty: not known)."""

    values: tuple[Value, ...]
    blocks: tuple[Block, ...]
    size: int
    numbers: tuple[int, ...] = ()


class Content(NamedTuple):
    """What blocks are read from: `text` from offset `body`, with its wikilinks, cites, and block ids by name."""

    text: str
    body: int
    links: Sequence[Link] = ()
    cites: Sequence[Cite] = ()
    ids: Mapping[str, int] = {}


def version(page: Page, secret: str) -> Version:
    """The pieces of a page; `secret` names placeholders as in `render`."""
    return Version(values(page), blocks(page, secret), len(page.text))


def values(page: Page) -> tuple[Value, ...]:
    """The front matter of a page."""
    return tuple(_values(page))


def blocks(page: Page, secret: str) -> tuple[Block, ...]:
    """The body of a page."""
    return read(Content(page.text, page.body, page.links, page.cites, page.blocks), secret)[0]


def read(content: Content, secret: str) -> tuple[tuple[Block, ...], str]:
    """The blocks of a content, and the text in which they were read: placeholders stand there for links, cites and block ids."""
    reader = _Reader(content, secret)
    return tuple(reader.read()), reader.source


def text_of(block: Block) -> str:
    """The words of a block without their form."""
    return " ".join("".join(run if type(run) is str else run[1] for run in cell) for cell in block.cells)


def _values(page: Page) -> Iterator[Value]:
    """The front matter by key; where it cannot be read, its lines."""
    if page.body and not page.meta:
        yield Value(UNREAD, tuple(page.text[: page.body].rstrip("\n").split("\n")[1:-1]))
    for key, value in page.meta.items():
        if key == "sources" and isinstance(value, list):
            yield from _sources(value)
        else:
            yield Value(key, tuple(_lines(value)))


def _sources(entries: Sequence[Any]) -> Iterator[Value]:
    """Entries of evidence, each under its id; of two with one id, and of those without, the place counts."""
    seen: set[str] = set()
    for place, entry in enumerate(entries, 1):
        name = entry.get("id") if isinstance(entry, Mapping) else None
        name = name if isinstance(name, str) and name not in seen else f"({place})"
        seen.add(name)
        rest = {key: value for key, value in entry.items() if key != "id"} if isinstance(entry, Mapping) else entry
        yield Value(f"sources {name}", tuple(_lines(rest)))


def _lines(value: Any) -> Iterator[str]:
    """A value as lines of text: an item of a list or a key of a mapping on each."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield f"{key}: {', '.join(_lines(inner))}"
    elif isinstance(value, list):
        for inner in value:
            yield ", ".join(_lines(inner))
    else:
        yield " ".join(str(value).split())


class _Reader:
    """One pass over the Markdown reader's events, with links, cites and block ids as placeholders."""

    def __init__(self, content: Content, secret: str) -> None:
        self.secret = secret
        self.placeholders = Placeholders(secret)
        text = content.text
        self.source = self.placeholders.encode(text, content.body, len(text), _spans(content))
        self.blocks: list[Block] = []
        self.runs: list[Run] = []
        self.cells: list[tuple[Run, ...]] = []
        self.kind = ""  # of the open block
        self.style = ""
        self.nest = ""
        self.links: list[tuple[str, str, list[str]]] = []  # form, address and words of those that are open
        self.numbers: list[int | None] = []  # of the lists that are open
        self.item: str | None = None  # the sign of an item whose first words are still to come
        self.note = ""  # the label of a footnote whose first words are still to come
        self.code: list[str] | None = None

    def read(self) -> list[Block]:
        """All blocks in order."""
        for event in MARKDOWN.events(self.source, merge_text=True):
            if type(event) is dict:
                ((kind, value),) = event.items()
                if kind == "Text":
                    self.text(value)
                elif kind == "Start":
                    self.start(value)
                elif kind == "End":
                    self.end(value)
                else:
                    self.leaf(kind, value)
            elif event == "Rule":
                self.flush()
                self.blocks.append(Block("rule", self.nest, "", ()))
            else:
                self.put(_BREAKS.get(str(event), " "))
        self.flush()
        return self.blocks

    def text(self, value: str) -> None:
        """Words; placeholders in them stand for whole things."""
        if self.code is not None:
            self.code.append(value)
        elif self.secret not in value:
            self.put(value)
        else:
            for words, number in self.placeholders.find(value):
                if words:
                    self.put(words)
                if number is not None:
                    self.thing(_RUNS[self.placeholders.marks[number].kind](self.placeholders.marks[number]))

    def put(self, words: str) -> None:
        """Words in the form that holds here."""
        if self.links:
            self.links[-1][2].append(words)
            return
        self.opened()
        if "c" not in self.style and words != "\n":
            words = _BLANKS.sub(" ", words)
        if self.style:
            self.runs.append((self.style, words))
        elif self.runs and type(self.runs[-1]) is str:
            self.runs[-1] += words
        else:
            self.runs.append(words)

    def thing(self, run: tuple[str, ...]) -> None:
        """A whole thing; inside a link only its words count."""
        if self.links and run[0] not in "fa":
            self.links[-1][2].append(run[1])
        else:
            self.opened()
            self.runs.append(run)

    def opened(self) -> None:
        """Words outside any block are those of a tight item."""
        if not self.kind:
            self.open("p")

    def open(self, kind: str) -> None:
        """A block begins; the first one of an item is the item."""
        self.flush()
        self.kind = kind
        if self.note:
            self.runs = [("f", self.note), " "]
            self.note = ""

    def flush(self) -> None:
        """The open block, if there is one, is complete."""
        if self.kind:
            is_item = self.item is not None and self.kind == "p"
            sign = self.item or "" if is_item else ""
            self.item = None if is_item else self.item
            cells = tuple(self.cells) if self.kind in ("row", "head") else (_trimmed(self.runs),)
            self.blocks.append(Block("li" if is_item else self.kind, self.nest, sign, cells))
        self.runs, self.cells, self.kind = [], [], ""

    def start(self, tag: Any) -> None:
        """A block or a span opens."""
        name: str
        value: Any
        name, value = (tag, None) if type(tag) is str else next(iter(tag.items()))
        if name == "Paragraph":
            self.open("p")
        elif name in _STYLES:
            self.style = "".join(sorted({*self.style, _STYLES[name]}))
        elif name in ("Link", "Image"):
            self.links.append(("l" if name == "Link" else "i", value["dest_url"], []))
        elif name == "TableCell":
            self.runs = []
        else:
            self.start_block(name, value)

    def start_block(self, name: str, value: Any) -> None:
        """A container, a heading, a row or code opens."""
        self.flush()
        if name == "Heading":
            self.kind = str(value["level"]).lower()
        elif name in ("TableRow", "TableHead"):
            self.kind = "row" if name == "TableRow" else "head"
        elif name in ("CodeBlock", "HtmlBlock"):
            self.code = []
            language = value.get("Fenced", "") if isinstance(value, dict) else ""
            if language:
                self.blocks.append(Block("fence", self.nest, "", ((str(language),),)))
        elif name == "BlockQuote":
            self.nest += _QUOTES.get(value, ">")
        elif name == "List":
            self.nest += "-"
            self.numbers.append(value)
        elif name == "Item":
            number = self.numbers[-1] if self.numbers else None
            self.item = "" if number is None else f"{number}."
            if number is not None:
                self.numbers[-1] = number + 1
        elif name == "FootnoteDefinition":
            self.note = str(value)

    def end(self, tag: Any) -> None:
        """A block or a span closes."""
        name = tag if type(tag) is str else next(iter(tag))
        if name in _STYLES:
            self.style = self.style.replace(_STYLES[name], "")
        elif name in ("Link", "Image"):
            form, address, words = self.links.pop()
            self.thing((form, self.plain("".join(words)) or address, self.plain(address)))
        elif name == "TableCell":
            self.cells.append(_trimmed(self.runs))
            self.runs = []
        elif name in ("CodeBlock", "HtmlBlock"):
            self.lines("code" if name == "CodeBlock" else "html")
        else:
            self.flush()
            if name in ("BlockQuote", "List"):
                self.nest = self.nest[:-1]
            if name == "List":
                self.numbers.pop()
            if name == "Item":
                self.item = None

    def lines(self, kind: str) -> None:
        """A block of code or HTML is complete: each line is a block."""
        text = self.plain("".join(self.code or ())).removesuffix("\n")
        self.code = None
        for line in text.split("\n"):
            self.blocks.append(Block(kind, self.nest, "", ((line,) if line else (),)))

    def leaf(self, kind: str, value: Any) -> None:
        """Code, math, HTML, marks of footnotes, task boxes."""
        if kind == "Html" and self.code is not None:
            self.code.append(str(value))
        elif kind == "Code":
            style, self.style = self.style, "".join(sorted({*self.style, "c"}))
            self.put(self.plain(str(value)))
            self.style = style
        elif kind in ("InlineMath", "DisplayMath"):
            self.thing(("m", self.plain(str(value))))
        elif kind == "FootnoteReference":
            self.thing(("f", str(value)))
        elif kind == "TaskListMarker":
            self.thing(("t", "\u2611 " if value else "\u2610 "))
        else:
            self.thing(("x", self.plain(str(value))))

    def plain(self, words: str) -> str:
        """Words where only words may stand."""
        if self.secret not in words:
            return words
        pieces = []
        for piece, number in self.placeholders.find(words):
            pieces.append(piece)
            if number is not None:
                pieces.append(self.placeholders.marks[number].words)
        return "".join(pieces)


def _trimmed(runs: list[Run]) -> tuple[Run, ...]:
    """The words of a block without blanks at its ends."""
    if runs and type(runs[0]) is str:
        runs[0] = runs[0].lstrip()
    if runs and type(runs[-1]) is str:
        runs[-1] = runs[-1].rstrip()
    return tuple(run for run in runs if run != "")


def _spans(content: Content) -> list[Span]:
    """Wikilinks, cites and block ids, each as the thing that it is."""
    found = [
        Span(link.start, 2, link.end, Mark("link", "", link.label or _name(link.target, link.fragment), link.target))
        for link in content.links
        if link.form in ("wikilink", "embed")
    ]
    found.extend(Span(cite.start, 2, cite.end, Mark("cite", "", ",".join(cite.ids))) for cite in content.cites)
    found.extend(Span(at, 2, at + 1 + len(name), Mark("block", "", f"^{name}")) for name, at in content.ids.items())
    found.sort(key=lambda span: span.start)
    return found


def _name(target: str, fragment: str) -> str:
    """What a link without words of its own says."""
    part = fragment.rpartition("#")[2].removeprefix("^")
    return f"{target} \u203a {part}" if target and part else target or part


def _link(mark: Mark) -> tuple[str, ...]:
    return "l", mark.words, mark.name


def _cite(mark: Mark) -> tuple[str, ...]:
    return "f", mark.words


def _block(mark: Mark) -> tuple[str, ...]:
    return "a", mark.words


_RUNS = {"link": _link, "cite": _cite, "block": _block}
