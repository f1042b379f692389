"""From cleaned HTML to the page's HTML: what becomes of each element that is more than itself."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import NamedTuple

from brainwiki.model.names import fold
from brainwiki.model.page import Page
from brainwiki.site.published import is_image
from brainwiki.site.state import Place, Site
from brainwiki.site.text import balance, callouts, highlight, marks, mathml
from brainwiki.site.text.placeholders import Placeholders

_CODE = re.compile(r'<code(?: class="language-([^"]*)")?>(.*)</code>', re.DOTALL)
_LABEL = re.compile(r'\s*<sup class="footnote-definition-label">[^<]*</sup>\s*')
_REFERENCE = re.compile(r'<a href="#([^"]*)">([^<]*)</a>')
_UNTIL = re.compile(r"\s*(?:<p>)?\s*\(until [0-9]{4}-[0-9]{2}-[0-9]{2}\)")
_ADDRESS = re.compile(
    r"(?<![\w/@.])https?://(?:(?!&(?:lt|gt|quot|#x?[0-9a-fA-F]+);)[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%])+"
)
_HIGHLIGHT = re.compile(r"(?<![=\w])==(?=[^\s=])([^=<\n]*[^\s=<])==(?!=)")
_PLAIN = frozenset({"a", "code", "pre", "kbd", "samp"})  # where words are nothing but themselves
_CELL = 60  # characters of a table's cell that want some width
_HEADINGS = {f"h{level}": level for level in range(1, 7)}

Close = Callable[[str], str]


class Title(NamedTuple):
    """A heading as it came out: its level on the site, its anchor, its HTML."""

    level: int
    anchor: str
    inner: str


class Finisher:
    """One pass over a page's cleaned HTML. An element that is captured gets its inner HTML when it closes."""

    def __init__(self, site: Site, page: Page, placeholders: Placeholders, evidence: frozenset[str]) -> None:
        self.site = site
        self.page = page
        self.placeholders = placeholders
        self.evidence = evidence
        self.buffers: list[list[str]] = [[]]
        self.stack: list[tuple[str, Close | None, str]] = []
        self.title: Title | None = None
        self.titles: list[Title] = []
        self.notes: dict[str, str] = {}
        self.items: list[list[bool]] = []
        self.referred: set[str] = set()
        self.openers: dict[str, Callable[[str], Close | None]] = {
            "a": self.link, "pre": lambda _: self.code, "span": self.span, "sup": self.reference, "div": self.definition,
            "table": lambda _: self.table, "ul": self.bullets, "li": self.item, "td": self.cell, "blockquote": lambda text: lambda inner: callouts.quote(text, inner),
            **{name: self.heading(level) for name, level in _HEADINGS.items()},
        }  # fmt: skip

    def run(self, markup: str) -> str:
        """The page's HTML; placeholders stay where they are text."""
        at = 0
        for match in balance.TAG.finditer(markup):
            self.buffers[-1].append(self.text(markup[at : match.start()]))
            at = match.end()
            self.tag(match[1], match[2], match[3])
        self.buffers[-1].append(self.text(markup[at:]))
        return "".join(self.buffers[0])

    def text(self, text: str) -> str:
        """Words between tags: bare addresses are links, as GitHub reads them, and in a vault `==words==` are marked."""
        is_bare = "://" in text
        is_marked = "==" in text and self.site.wiki.dialect.name == "obsidian"
        if not (is_bare or is_marked) or any(name in _PLAIN or "math" in more for name, _, more in self.stack):
            return text
        if is_marked:
            text = _HIGHLIGHT.sub(r"<mark>\1</mark>", text)
        return _ADDRESS.sub(self.bare, text) if is_bare else text

    def bare(self, match: re.Match[str]) -> str:
        """A bare address as a link; a stop or bracket after it belongs to the sentence."""
        written = match[0].partition(self.site.secret)[0]
        address = written.rstrip(".,;:!?*_~'")
        while address.endswith(")") and address.count(")") > address.count("("):
            address = address[:-1].rstrip(".,;:!?*_~'")
        if len(address) <= len("https://"):
            return match[0]
        link = marks.anchor(self.site.words_of(self.page), Place("outside", html.unescape(address)), address)
        return link + match[0][len(address) :]

    def tag(self, closing: str, name: str, text: str) -> None:
        """One tag: void ones are written, others open or close an element."""
        text = self.placeholders.as_text(text)
        if name in balance.VOID:
            self.buffers[-1].append(self.void(name, text))
        elif closing:
            self.close()
        else:
            self.open(name, text)

    def void(self, name: str, text: str) -> str:
        """An element without content."""
        if name == "img":
            return self.image(balance.attributes(text))
        if name == "input":
            is_done = "checked" in text
            name = html.escape(self.site.words_of(self.page)["item_done" if is_done else "item_open"])
            return f'<input type="checkbox" aria-label="{name}" disabled{" checked" if is_done else ""}>'
        return f"<{name}{text}>"

    def open(self, name: str, text: str) -> None:
        """The start of an element."""
        opener = self.openers.get(name)
        close = opener(text) if opener else None
        self.stack.append((name, close, text))
        if close is None:
            self.buffers[-1].append(f"<{name}{text}>")
        else:
            self.buffers.append([])

    def close(self) -> None:
        """The end of the innermost element."""
        name, close, _ = self.stack.pop()
        if close is None:
            self.buffers[-1].append(f"</{name}>")
        else:
            inner = "".join(self.buffers.pop())
            self.buffers[-1].append(close(inner))

    def inside(self, name: str) -> bool:
        """Whether an element of this name is open."""
        return any(open_name == name for open_name, _, _ in self.stack)

    def link(self, text: str) -> Close:
        """A Markdown or HTML link: its address by the wiki's resolver; placeholders in it follow it, since links do not nest."""
        found = balance.attributes(text)

        def close(inner: str) -> str:
            inner, lifted = self.placeholders.lift(inner, ("link", "cite", "block"))
            return self.anchor(found, inner) + "".join(self.placeholders.token(number) for number in lifted)

        if self.stack and self.stack[-1][0] == "sup" and "footnote-reference" in self.stack[-1][2]:
            return lambda inner: f'<a href="{html.escape(found.get("href", ""))}">{inner}</a>'
        return close

    def anchor(self, found: dict[str, str], inner: str) -> str:
        """An `<a>` by its attributes."""
        name = found.get("id") or found.get("name")
        target = f'<span id="{html.escape(name)}"></span>' if name else ""
        if "href" not in found:
            return f"{target}{inner}"
        place = self.site.follow_address(self.page, found["href"])
        return target + marks.anchor(self.site.words_of(self.page), place, inner, found["href"])

    def image(self, found: dict[str, str]) -> str:
        """An image of the brain is shown; one on another host is a link, since the page asks no other host for anything."""
        alt = found.get("alt", "")
        place = self.site.follow_address(self.page, found.get("src", ""))
        if place.state == "file" and is_image(place.path):
            more: dict[str, str] = {name: found[name] for name in ("title", "width", "height") if name in found}
            return marks.image(place.href, alt, more)
        words = html.escape(alt or found.get("src", ""))
        if self.inside("a") or "src" not in found:
            return f'<span class="bw-image">{words}</span>'
        return marks.anchor(self.site.words_of(self.page), place, words, found["src"])

    def code(self, inner: str) -> str:
        """A code block."""
        found = _CODE.fullmatch(inner.strip("\n"))
        return highlight.block(html.unescape(found[2]), found[1] or "") if found else f"<pre>{inner}</pre>"

    def span(self, text: str) -> Close | None:
        """Math."""
        if "math-display" in text:
            return lambda inner: mathml.to_mathml(html.unescape(inner), "block")
        if "math-inline" in text:
            return lambda inner: mathml.to_mathml(html.unescape(inner), "inline")
        return None

    def reference(self, text: str) -> Close | None:
        """A footnote's mark that is no evidence."""
        if "footnote-reference" not in text:
            return None

        def close(inner: str) -> str:
            found = _REFERENCE.fullmatch(inner)
            if found is None:
                return inner
            own = "" if found[1] in self.referred else f' id="bw-ref-{found[1]}"'
            self.referred.add(found[1])
            return f'<sup class="bw-footnote-mark"{own}><a href="#bw-note-{found[1]}">{found[2]}</a></sup>'

        return close

    def definition(self, text: str) -> Close | None:
        """A footnote's text: kept for the foot where it is evidence, else shown where it stands."""
        if "footnote-definition" not in text:
            return None
        label = balance.attributes(text).get("id", "")

        def close(inner: str) -> str:
            head = _LABEL.match(inner)
            rest = inner[head.end() :] if head else inner
            if label in self.evidence:
                self.notes[label] = self.notes.get(label, "") + rest.strip()
                return ""
            name = html.escape(label)
            number = balance.text_of(head[0]) if head else label
            sign = f'<a class="bw-footnote__label" href="#bw-ref-{name}">{html.escape(number)}</a>'
            return f'<div class="bw-footnote" id="bw-note-{name}">{sign}<div>{rest}</div></div>'

        return close

    def bullets(self, text: str) -> Close:
        """A list; one within an item that holds nothing but what was true once is folded as history."""
        is_inner = self.inside("li")
        self.items.append([])

        def close(inner: str) -> str:
            was = self.items.pop()
            whole = f"<ul{text}>{inner}</ul>"
            if not is_inner or not was or not all(was):
                return whole
            words = html.escape(self.site.words_of(self.page).say("earlier", len(was)))
            return f'<details class="bw-history"><summary>{words}</summary>{whole}</details>'

        return close

    def item(self, text: str) -> Close:
        """An item of a list; its list learns whether it says what was true until a day."""

        def close(inner: str) -> str:
            if self.items:
                self.items[-1].append(_UNTIL.match(self.placeholders.as_text(inner[:400])) is not None)
            return f"<li{text}>{inner}</li>"

        return close

    def table(self, inner: str) -> str:
        """A table in a frame that scrolls, so that a wide one does not widen the page."""
        return f'<div class="bw-table"><table class="bw-grid">{inner}</table></div>'

    def cell(self, text: str) -> Close:
        """A cell; one with a long text gets some width and the table scrolls, instead of a word in each line."""

        def close(inner: str) -> str:
            is_long = len(inner) > _CELL and len(balance.text_of(self.placeholders.as_text(inner))) > _CELL
            kind = ' class="bw-long"' if is_long else ""
            return f"<td{text}{kind}>{inner}</td>"

        return close

    def heading(self, level: int) -> Callable[[str], Close]:
        """A heading: the first one on top is the page's title, later ones of its level go one down."""

        def open_heading(text: str) -> Close:
            is_top = not self.stack

            def close(inner: str) -> str:
                inner, own = self.placeholders.lift(inner, ("heading",))
                name = self.placeholders.marks[own[0]].name if own else ""
                return self.place_heading(level, name, inner.strip(), is_top, text)

            return close

        return open_heading

    def is_title(self, anchor: str) -> bool:
        """Whether the heading with this anchor names the page: it comes first and says what the declared title says."""
        heading = self.site.heading_of(self.page, anchor)
        if heading is None or "".join(self.buffers[0]).strip():
            return False
        own, declared = fold(heading), fold(self.page.text_of("title"))
        return not declared or declared in own or own in declared

    def place_heading(self, level: int, anchor: str, inner: str, is_top: bool, text: str) -> str:
        """Where a heading goes: to the page's head, or into the text with a link to itself."""
        if not anchor:
            return f"<h{max(level, 2)}{text}>{inner}</h{max(level, 2)}>"
        if level == 1 and is_top and self.title is None and self.is_title(anchor):
            self.title = Title(1, anchor, inner)
            return ""
        level = max(level, 2)
        if is_top:
            self.titles.append(Title(level, anchor, inner))
        name = html.escape(anchor)
        return f'<h{level} id="{name}">{inner}<a class="headerlink" href="#{name}" aria-label="#">#</a></h{level}>'
