"""The files of the search: the index, and the texts of all pages, which are read once for both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from brainwiki.model.page import Page
from brainwiki.site.output import FileOutput, digest
from brainwiki.site.search.documents import Document, Entry, Known, documents, entry, texts, unknown
from brainwiki.site.search.index import Index
from brainwiki.site.search.weights import Weights, weights
from brainwiki.site.shards import data_file
from brainwiki.site.state import Site


class Search:
    """What is searched in one state of the site."""

    def __init__(self, site: Site, known: Known = unknown) -> None:
        self.site = site
        self._known = known
        self.is_asked = False

    @cached_property
    def documents(self) -> list[Document]:
        """Everything that can be found."""
        self.is_asked = True
        return documents(self.site, self._known)

    @property
    def keys(self) -> Mapping[str, str]:
        """By address the keys of all that can be found; empty where nobody asked for it."""
        return {one.address: one.key for one in self.documents} if self.is_asked else {}

    @cached_property
    def _by_path(self) -> dict[str, Document]:
        return {one.page.path: one for one in self.documents}

    def read(self, page: Page) -> None:
        """Work out what the search needs of a page while its text is at hand."""
        document = self._by_path.get(page.path)
        if document is not None:
            weighed(self.site, document)

    def outputs(self) -> Iterator[FileOutput]:
        """The index, then the texts for passages and previews."""
        site = self.site
        yield from Index(site.memo, self.documents, site.shards, partial(weighed, site)).outputs()
        shards: list[list[Document]] = [[] for _ in range(site.shards)]
        for document in self.documents:
            shards[document.number % site.shards].append(document)
        for number, inside in enumerate(shards):
            shard = f"{number:02x}"
            key = digest("".join([f"{one.number}:{one.key};" for one in inside]))
            yield FileOutput(f"data/docs/{shard}.js", key, partial(_docs, site, shard, inside))


def outputs(site: Site) -> Iterator[FileOutput]:
    """The files of the search of a state."""
    yield from Search(site).outputs()


def searched(site: Site) -> Mapping[str, str]:
    """By address the keys of all that can be found on a site that was built, as far as that was asked for."""
    found = site.rooms.get("search")
    return found.keys if isinstance(found, Search) else {}


def _docs(site: Site, shard: str, inside: list[Document]) -> bytes:
    return data_file(f"docs/{shard}", {one.address: told(site, one) for one in inside})


def told(site: Site, document: Document) -> Entry:
    """The entry of one page, from the memo where it was seen before."""
    return site.memo.get("docs", _name(document), lambda: entry(site, document, texts(site, document.page)))


def weighed(site: Site, document: Document) -> Weights:
    """The terms of one page, from the memo where it was seen before; its entry is made in passing."""

    def make() -> tuple[object, ...]:
        found = texts(site, document.page)
        made = entry(site, document, found)
        site.memo.get("docs", _name(document), lambda: made)
        return tuple(weights(document, found))

    kept: Any = site.memo.get("search-terms", _name(document), make)
    return Weights(*kept)


def _name(document: Document) -> str:
    return f"{document.number}-{document.key}"
