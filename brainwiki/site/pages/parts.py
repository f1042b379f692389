"""Each page of the site in the parts that MkDocs and the templates put together: title, contents, head, text, foot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any, Protocol

from brainwiki.model.finding import Report
from brainwiki.model.page import Page
from brainwiki.site.language import of_text
from brainwiki.site.output import Part
from brainwiki.site.pages import lists
from brainwiki.site.pages.backlinks import Edges, gather
from brainwiki.site.pages.contexts import Crumb, Foot, View, crumbs, foot, view
from brainwiki.site.pages.conversations import conversation, deeper, lines_of
from brainwiki.site.pages.differences import STYLES as STYLES_OF_DIFFERENCES
from brainwiki.site.pages.differences import of_receipt, outline
from brainwiki.site.pages.findings import blocking
from brainwiki.site.pages.history_line import HistoryLine, no_history
from brainwiki.site.pages.receipts import receipt_of
from brainwiki.site.pages.tree import Tree
from brainwiki.site.state import Site
from brainwiki.site.templates import Templates
from brainwiki.site.text.render import Rendered
from brainwiki.site.urls import folder_of, relative
from brainwiki.site.words import Words

HistoryOf = Callable[[str], HistoryLine | None]

_NOTHING = Rendered(None, "", (), {})


class Near(Protocol):
    """What a page shows of its place in the graph, by the page's path."""

    def view(self, path: str, /) -> Any:
        """The values of the template `connections`; None where nothing is shown."""
        ...

    def digest_of(self, path: str, /) -> str:
        """A digest of all that `view` shows, cheap to have."""
        ...


class Alone:
    """Pages without connections."""

    def view(self, _: str, /) -> None:
        """Nothing."""

    def digest_of(self, _: str, /) -> str:
        """The digest of nothing."""
        return ""


Connect = Callable[[Site, Edges], Near]
STYLES = ("assets/stylesheets/bw-graph.css",)
RECEIPTS = ("assets/stylesheets/bw-sections.css",)
SCRIPTS = ("assets/javascripts/bw-graph.js", "assets/javascripts/bw-graph-near.js")


class Maker:
    """Makes the parts of every page of one state of the site; `connect` gives the connections of its pages."""

    def __init__(
        self,
        site: Site,
        templates: Templates,
        connect: Connect = lambda site, edges: Alone(),
        history: HistoryOf = no_history,
    ) -> None:
        self.site = site
        self.templates = templates
        self.history = history
        self.tree = Tree(site)
        self.edges: Edges = gather(site)
        self.connections = connect(site, self.edges)

    def page(self, path: str) -> Part:
        """A page of the brain; a session with its conversation. Its text is let go of afterwards."""
        page = self.site.wiki.pages[path]
        part = self._page(page)
        self.site.forget(page)
        return part

    def _page(self, page: Page) -> Part:
        shown = view(self.site, page, self.edges)
        near = self.connections.view(page.path)
        words = self.site.words_of(page)
        body = self._render("names", words, head=shown.head) + shown.rendered.body
        extra: list[tuple[int, str, str]] = []
        if page.kind == "proposal":
            receipt = receipt_of(self.site, page, self.site.addresses.pages[page.path])
            told = of_receipt(self.site, page, self.site.addresses.pages[page.path], words)
            body = self._render("receipt", words, receipt=receipt, language=shown.head.language) + body
            if told is not None:
                body += self._render("difference", words, d=told, language=shown.head.language)
                extra = outline(told, words)
        if page.kind == "session":
            talk = conversation(self.site, page, self.edges)
            body += self._render("conversation", words, talk=talk, language=shown.head.language)
        return Part(
            title=page.title if page.path != "index.md" else self.site.title,
            language=shown.head.language,
            description=page.description,
            content=body,
            head=self._render("head", words, head=shown.head),
            foot=self._foot(shown.foot, page, near, self.history(page.path)),
            contents=tuple(self._contents(page, shown, near, extra)),
            folder=_folder(page),
            styles=(
                *(STYLES if near else ()),
                *(RECEIPTS if page.kind == "proposal" else ()),
                *(STYLES_OF_DIFFERENCES if extra else ()),
            ),
            scripts=SCRIPTS if near else (),
        )

    def part(self, path: str, number: int) -> Part:
        """A further part of a long conversation; the first one is on the session's own page."""
        page = self.site.wiki.pages[path]
        talk = conversation(self.site, page, self.edges, number)
        base = self.site.stretches.address(page, number)
        up = Crumb(page.title, relative(base, self.site.addresses.pages[path]))
        above = [crumb._replace(href=deeper(crumb.href, number)) for crumb in crumbs(self.site, page)]
        language = self.site.language(page)
        words = self.site.words_of(page)
        content = self._render("part", words, talk=talk, page=page, crumbs=(*above, up), language=language)
        return Part(
            title=f"{page.title} · {words.say('part', number, len(talk.parts))}",
            language=language,
            description="",
            content=content,
            folder=_folder(page),
            is_whole=True,
        )

    def _render(self, name: str, words: Words | None = None, **context: object) -> str:
        return self.templates.render(name, self.site, words, **context)

    def _foot(self, found: Foot, page: Page, near: Any, history: HistoryLine | None = None) -> str:
        """What stands under a page, in its words; `language` is that of the page around it."""
        lines = lines_of("\n".join(found.lines), found.marked, found.quotes) if found.lines else ()
        words = self.site.words_of(page)
        return self._render(
            "foot",
            words,
            foot=found,
            evidence=lists.evidence(found.entries, words, self._language_of),
            cited_by=lists.mentions(words["cited_by"], found.cited_by, found.more_cites, words, "bw-cited-by"),
            linked_from=lists.mentions(
                words["linked_from"], found.linked_from, found.more_links, words, "bw-linked-from"
            ),
            near=near,
            lines=lines,
            history=history,
            language=self.site.language(page),
        )

    def _language_of(self, text: str) -> str:
        return of_text(text, self.site.config.language)

    def _contents(
        self, page: Page, shown: View, near: Any, extra: Iterable[tuple[int, str, str]]
    ) -> Iterable[Mapping[str, Any]]:
        """The headings of a page and the sections of its foot, nested."""
        words = {heading.anchor: heading.text for heading in page.headings}
        flat = [(one.level, one.anchor, words.get(one.anchor, one.anchor)) for one in shown.rendered.titles]
        flat.extend(extra)
        for anchor, key, found in (
            ("bw-evidence", "evidence", shown.foot.entries),
            ("bw-cited-by", "cited_by", shown.foot.cited_by),
            ("bw-linked-from", "linked_from", shown.foot.linked_from),
            ("bw-near", "connections", near),
        ):
            if found:
                flat.append((2, anchor, self.site.words_of(page)[key]))
        return _nested(flat)

    def raw(self, path: str) -> Part:
        """A read-only evidence file of the workspace, line by line."""
        page = self.site.wiki.evidence[path]
        around = foot(self.site, page, self.edges, _NOTHING, {})
        near = self.connections.view(path)
        name = path.rpartition("/")[2]
        content = self._render(
            "raw",
            self.site.words_of(page),
            title=name,
            path=path,
            language=self.site.language(page),
            lines=lines_of(page.text, around.marked, around.quotes),
            foot=self._foot(around._replace(lines=()), page, near),
        )
        return Part(
            name,
            self.site.language(page),
            "",
            content,
            is_whole=True,
            styles=STYLES if near else (),
            scripts=SCRIPTS if near else (),
        )

    def whole(self, title: str, content: str, headings: Iterable[tuple[int, str, str]], folder: str | None) -> Part:
        """A page of the site's own making; headings as (level, anchor, words), `folder` is where the navigation opens."""
        language = self.site.config.language
        return Part(title, language, "", content, contents=tuple(_nested(headings)), folder=folder, is_whole=True)

    def findings(self, report: Report, base: str, is_served: bool) -> Part:
        """What blocks, as a page at the address `base`; while serving, files that are not published are named too."""
        found = blocking(self.site, report, base, is_served)
        content = self._render("findings", found=found, is_served=is_served)
        title = self.site.words.say("findings", found.block)
        return Part(title, self.site.config.language, "", content, is_whole=True)


def _folder(page: Page) -> str | None:
    """The folder that the navigation opens beside a page."""
    if page.path == "log.md":
        return None
    return folder_of(page)


def _nested(flat: Iterable[tuple[int, str, str]]) -> list[Mapping[str, Any]]:
    """Headings as MkDocs nests them; the theme writes both names and anchors as they are, so that both are HTML."""
    top: list[Mapping[str, Any]] = []
    above: list[tuple[int, list[Mapping[str, Any]]]] = [(0, top)]
    for level, anchor, words in flat:
        children: list[Mapping[str, Any]] = []
        while above[-1][0] >= level:
            above.pop()
        above[-1][1].append({"level": level, "id": escape(anchor), "name": escape(words), "children": children})
        above.append((level, children))
    return top
