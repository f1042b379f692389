"""Each page of the site in the parts that MkDocs and the templates put together: title, contents, head, text, foot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from brainwiki.model.finding import Report
from brainwiki.model.page import Page
from brainwiki.site.language import of_text
from brainwiki.site.output import Part
from brainwiki.site.pages.backlinks import Edges, gather
from brainwiki.site.pages.contexts import View, foot, view
from brainwiki.site.pages.conversations import conversation, lines_of
from brainwiki.site.pages.findings import blocking
from brainwiki.site.pages.listings import Listing, folder_listing, home, listing
from brainwiki.site.pages.tree import Tree
from brainwiki.site.state import Site
from brainwiki.site.templates import Templates
from brainwiki.site.text.render import Rendered
from brainwiki.site.urls import folder_of

_NOTHING = Rendered(None, "", (), {})


class Maker:
    """Makes the parts of every page of one state of the site."""

    def __init__(self, site: Site, templates: Templates) -> None:
        self.site = site
        self.templates = templates
        self.tree = Tree(site)
        self.edges: Edges = gather(site)

    def page(self, path: str) -> Part:
        """A page of the brain; a session with its conversation."""
        page = self.site.wiki.pages[path]
        shown = view(self.site, page, self.edges)
        body = self._render("names", head=shown.head) + shown.rendered.body
        if page.kind == "session":
            body += self._render("conversation", talk=conversation(self.site, page, self.edges))
        return Part(
            title=page.title if path != "index.md" else self.site.title,
            language=shown.head.language,
            description=page.description,
            content=body,
            head=self._render("head", head=shown.head),
            foot=self._foot(shown),
            contents=tuple(self._contents(page, shown)),
            folder=_folder(page),
        )

    def _render(self, name: str, **context: object) -> str:
        return self.templates.render(name, self.site, **context)

    def _foot(self, shown: View) -> str:
        lines = lines_of("\n".join(shown.foot.lines), shown.foot.marked) if shown.foot.lines else ()
        return self._render("foot", foot=shown.foot, lines=lines, language_of=self._language_of)

    def _language_of(self, text: str) -> str:
        return of_text(text, self.site.config.language)

    def _contents(self, page: Page, shown: View) -> Iterable[Mapping[str, Any]]:
        """The headings of a page and the sections of its foot, nested."""
        words = {heading.anchor: heading.text for heading in page.headings}
        flat = [(one.level, one.anchor, words.get(one.anchor, one.anchor)) for one in shown.rendered.titles]
        for anchor, key, found in (
            ("bw-evidence", "evidence", shown.foot.entries),
            ("bw-cited-by", "cited_by", shown.foot.cited_by),
            ("bw-linked-from", "linked_from", shown.foot.linked_from),
        ):
            if found:
                flat.append((2, anchor, self.site.words[key]))
        return _nested(flat)

    def raw(self, path: str) -> Part:
        """A read-only evidence file of the workspace, line by line."""
        page = self.site.wiki.evidence[path]
        around = foot(self.site, page, self.edges, _NOTHING, {})
        name = path.rpartition("/")[2]
        content = self._render(
            "raw",
            title=name,
            path=path,
            language=self.site.language(page),
            lines=lines_of(page.text, around.marked),
            foot=self._render("foot", foot=around._replace(lines=()), lines=(), language_of=self._language_of),
        )
        return Part(name, self.site.language(page), "", content, is_whole=True)

    def listing(self, name: str) -> Part:
        """A generated listing."""
        return self._listing(listing(self.site, self.tree, name), None)

    def folder(self, folder: str) -> Part:
        """The listing of a folder."""
        return self._listing(folder_listing(self.site, self.tree, folder), folder)

    def home(self) -> Part:
        """The home page of a wiki without an index."""
        return self._listing(home(self.site, self.tree), "")

    def _listing(self, found: Listing, folder: str | None) -> Part:
        content = self._render("listing", listing=found)
        flat = [(2, group.anchor, group.title) for group in found.groups if group.title]
        return Part(
            found.title,
            self.site.config.language,
            "",
            content,
            contents=tuple(_nested(flat)),
            folder=folder,
            is_whole=True,
        )

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
