"""The context graph: wikilinks, Markdown links, embeds and links in front matter, resolved, counted, and shown where they stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from brainwiki.graph.nodes import (
    Edge,
    Graph,
    Node,
    is_listing,
    make_graph,
    missing_node,
    page_node,
    page_nodes,
    raw_node,
)
from brainwiki.markup import sentences
from brainwiki.model.names import join, parent
from brainwiki.model.page import Link, Page
from brainwiki.model.resolver import Target
from brainwiki.model.wiki import Wiki

State = Literal["page", "self", "raw", "file", "missing", "ambiguous", "escape", "web"]

_MARKDOWN = ("markdown", "image")
_REASONS = {
    "missing": "nothing answers to it",
    "ambiguous": "several pages answer to it",
    "escape": "it leaves the brain",
}
_EDGE = " \t|>"
_BULLET = re.compile(r"^(?:[-*+]|[0-9]{1,9}[.)])\s+")
_LABEL = re.compile(r"!?\[([^\n]*?)\](?:[(\[]|$)")


class ContextLink(NamedTuple):
    """A link of `page`, resolved. `state` says what it is; `node` where it leads, None for a file and a web address.

    `candidates` are the ids of the pages that an ambiguous name may mean.
    """

    page: Page
    link: Link
    state: State
    node: Node | None
    candidates: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[int, int]:
        """Line and column, both from 1."""
        return self.page.place(self.link.start)

    @property
    def label(self) -> str:
        """The words that stand for the target, empty where the target itself is shown."""
        if self.link.form not in _MARKDOWN:
            return self.link.label
        match = _LABEL.match(self.page.text, self.link.start, self.link.end)
        return match[1] if match else ""


def links_of(wiki: Wiki, page: Page) -> Iterator[ContextLink]:
    """Every link of a page in order; links in a citation footnote's definition are evidence and left out."""
    for link, target in wiki.context(page):
        yield _resolved(wiki, page, link, target)


def _resolved(wiki: Wiki, page: Page, link: Link, target: Target) -> ContextLink:
    state = _state(wiki, page, target)
    if state in _REASONS:
        candidates = tuple(wiki.pages[path].id if path in wiki.pages else path for path in target.paths)
        return ContextLink(page, link, state, missing_node(_missing_name(page, link), _REASONS[state]), candidates)
    if target.path is not None and state in ("page", "self"):
        return ContextLink(page, link, state, page_node(wiki.pages[target.path]))
    return ContextLink(page, link, state, raw_node(target.path) if target.path and state == "raw" else None)


def _state(wiki: Wiki, page: Page, target: Target) -> State:
    """The answer of the resolver in one word."""
    if target.tier == "outside":
        return "web"
    if target.tier == "escape":
        return "escape"
    if target.path is None:
        return "ambiguous" if target.paths else "missing"
    if target.path == page.path:
        return "self"
    if target.path in wiki.pages:
        return "page"
    return "raw" if target.tier == "evidence" else "file"


def _missing_name(page: Page, link: Link) -> str:
    """A name for a target that is not there: a relative path is seen from the brain's root, so that it is one from everywhere."""
    if link.form in _MARKDOWN:
        return join("" if link.target.startswith("/") else parent(page.path), link.target) or link.target
    return link.target


def links_to(wiki: Wiki, page: Page) -> Iterator[ContextLink]:
    """Every link of another page that leads to `page`, by page and place."""
    for other in wiki:
        if other.path != page.path:
            yield from (
                found for found in links_of(wiki, other) if found.node is not None and found.node.path == page.path
            )


def sentence_at(page: Page, offset: int) -> str:
    """The sentence of a page's text in which `offset` stands: a claim's words, else the sentence on its line."""
    claim = sentences.claim_at(page, offset)
    if claim is not None:
        return claim.text
    start, end = sentences.around(page, offset)
    return _BULLET.sub("", " ".join(page.text[start:end].split()).strip(_EDGE), count=1)


def context_graph(wiki: Wiki) -> Graph:
    """The graph of all context edges: `count` is the number of links; files and web addresses are no nodes of it."""
    nodes = page_nodes(wiki)
    counts: Counter[tuple[str, str]] = Counter()
    for page in wiki:
        if is_listing(wiki, page):
            continue
        for found in links_of(wiki, page):
            node = found.node
            if node is None or node.path and is_listing(wiki, wiki.pages[node.path]):
                continue
            if found.state not in ("page", "self"):
                nodes.append(node)
            counts[page.id, node.id] += 1
    return make_graph(nodes, (Edge(source, target, "context", count) for (source, target), count in counts.items()))
