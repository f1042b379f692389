"""The keys of pages: a digest of everything that a page's HTML shows, from facts alone; no page is read for a key.

What another page shows of one is its *face*: name, address, language. A key holds the faces of all that its page names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from brainwiki.markup.scanner import links_in
from brainwiki.model.evidence import Evidence, located
from brainwiki.model.page import Link, Page
from brainwiki.model.resolver import Target
from brainwiki.site.output import digest
from brainwiki.site.pages.backlinks import Edges
from brainwiki.site.pages.contexts import folder_title
from brainwiki.site.pages.facts import parts_of, version_of
from brainwiki.site.state import Site
from brainwiki.site.stretches import Stretch
from brainwiki.site.urls import folder_of


class Keys:
    """Makes the keys of the pages of one state of the site."""

    def __init__(self, site: Site, edges: Edges) -> None:
        self.site = site
        self.edges = edges
        self._faces: dict[str, str] = {}
        self._parts: dict[str, str] = {}
        self._ends: dict[Evidence, str] = {}
        self._above: dict[str, str] = {}
        self._quotes: dict[str, Mapping[str, str]] = {}
        self._talks: dict[str, str] = {}

    def page(self, page: Page, extra: str = "") -> str:
        """The key of a page's own page; `extra` is what a room adds to it depends on."""
        own = self.edges.facts.own(page.path)
        site = self.site
        values = [
            extra,
            version_of(page),
            *[self.link(link, target) for link, target in site.wiki.targets(page)],
            *[repr(site.follow_address(page, address)) for address in own.addresses],
            *[repr(site.follow(page, link)) for link in links_in(page.text_of("superseded_by"), 0, 0)],
            *[self.end(evidence) for _, evidence in located(site.wiki, page)],
            self._crumbs(page),
            *[site.addresses.tag(tag) for tag in page.tags],
            site.addresses.type(page),
            *self.mentions(page.path),
        ]
        if page.kind == "session":
            values.append(self._talk(page))
        return digest(page.path, values)

    def raw(self, page: Page, extra: str = "") -> str:
        """The key of an evidence file's page; `extra` as for a page."""
        return digest(page.path, extra, self._versions[page.path], *self.mentions(page.path))

    def mentions(self, path: str) -> Iterator[str]:
        """What is shown of the pages that link to or cite a page, and which of its lines they cite."""
        face, marks, quotes = self.face, self.edges.facts.marks, self._quotes_of
        for linker, offset in self.edges.links.get(path, ()):
            yield f"{face(linker)}{marks(linker).links.get(offset, '')}"
        for linker, source_id, turn in self.edges.cites.get(path, ()):
            quote = quotes(linker).get(source_id, "")
            yield f"{face(linker)}{turn} {marks(linker).claims.get(source_id, '')}{quote}"
        lines = self.edges.lines.get(path)
        if lines:
            yield repr(sorted(lines))

    def part(self, page: Page, part: Stretch) -> str:
        """The key of a further part of a long conversation."""
        facts = self.edges.facts
        cites = [
            f"{self.face(path)}{turn} {facts.marks(path).claims.get(source_id, '')}{self._quotes_of(path).get(source_id, '')}"
            for path, source_id, turn in self.edges.cites.get(page.path, ())
            if part.first <= turn <= part.last
        ]
        return digest("part", self.face(page.path), tuple(part), self._talk(page), self._crumbs(page), cites)

    def _quotes_of(self, path: str) -> Mapping[str, str]:
        """The words that a page quotes, by source id: they are marked where they stand."""
        found = self._quotes.get(path)
        if found is None:
            sources = reversed(self.site.wiki.pages[path].sources)  # of two with one id the first is meant
            found = self._quotes[path] = {source.id: source.quote for source in sources}
        return found

    def face(self, path: str) -> str:
        """What other pages show of what stands at a path: a page, an attachment, a folder."""
        found = self._faces.get(path)
        if found is None:
            found = self._faces[path] = repr(self._face(path))
        return found

    def _face(self, path: str) -> tuple[object, ...]:
        site, addresses = self.site, self.site.addresses
        page = site.wiki.pages.get(path)
        if page is not None:
            return addresses.pages.get(path), page.title, page.aliases, self.edges.facts.language(path)
        if path in addresses.files:
            return ("file", addresses.files[path])
        if path in addresses.raws:
            return ("raw", addresses.raws[path])
        return ("folder", addresses.folders.get(path), not path)

    def link(self, link: Link, target: Target) -> str:
        """What a link shows of what it leads to."""
        if len(target.paths) != 1:
            return str(len(target.paths))
        path = target.paths[0]
        shown = self.face(path)
        page = self.site.wiki.pages.get(path) if link.fragment or link.form == "embed" else None
        if page is None:
            return shown
        if page.kind == "session":
            shown += self._talk(page)  # a turn stands on one of the parts of its conversation
        about = page.description if link.form == "embed" else ""
        return f"{shown}{about}{self._parts_of(page) if link.fragment else ''}"

    def _parts_of(self, page: Page) -> str:
        found = self._parts.get(page.path)
        if found is None:
            found = self._parts[page.path] = parts_of(page)
        return found

    def end(self, evidence: Evidence) -> str:
        """What an evidence entry shows of what it leads to: its face, and that the quote stands in this version of it."""
        found = self._ends.get(evidence)
        if found is None:
            path, wiki = evidence.path, self.site.wiki
            page = wiki.pages.get(path)
            version = self._versions.get(path, "") if page is None else version_of(page)
            talk = self._talk(page) if page is not None and page.kind == "session" else ""
            found = self._ends[evidence] = repr((tuple(evidence), version, talk, self.face(path) if path else ""))
        return found

    def _talk(self, page: Page) -> str:
        """The content id of a session's transcript, empty where it is not at hand; and where the parts of a long one stand."""
        found = self._talks.get(page.path)
        if found is None:
            transcript = self.site.wiki.transcripts.get(page.id)
            found = "" if transcript is None else transcript.version or digest(transcript.turns)
            if self.site.is_shown(page.path):
                further = self.site.stretches.of(page)[1:]
                found += "".join(f" {self.site.stretches.address(page, part.number)}" for part in further)
            self._talks[page.path] = found
        return found

    @cached_property
    def _versions(self) -> dict[str, str]:
        """Digests of the evidence files."""
        return {path: digest(page.text) for path, page in self.site.wiki.evidence.items()}

    def _crumbs(self, page: Page) -> str:
        """The folders above a page; the index page of one does not name it."""
        folder = folder_of(page)
        found = self._above.get(folder)
        if found is None:
            parts = folder.split("/") if folder else []
            chain = ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]
            addresses = self.site.addresses.folders
            steps = [(folder_title(self.site, one), addresses[one]) for one in chain if one in addresses]
            found = self._above[folder] = repr(steps)
        return found
