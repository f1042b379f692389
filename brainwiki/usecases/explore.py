"""Explore a brain: its graph, the links of a page, and why a claim is believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from brainwiki.errors import AmbiguousNameError, UnknownNameError
from brainwiki.graph.context import ContextLink, context_graph, links_of, links_to
from brainwiki.graph.evidence import cited_by, evidence_graph
from brainwiki.graph.nodes import Graph, Node, page_node, part, union
from brainwiki.graph.trail import Step, Trail, first_steps, trail, uncited
from brainwiki.model.names import near
from brainwiki.model.page import Claim, Page
from brainwiki.model.wiki import Wiki
from brainwiki.usecases.load import load_wiki
from brainwiki.usecases.workspace import Workspace

KINDS = ("context", "evidence", "all")


@dataclass(frozen=True)
class GraphView:
    """A graph, or the part around one node: `distances` by id where `around` is set; `ranks` are PageRank over the whole graph
    of this kind, `orphans` the pages of the brain that nothing leads to, `parts` the connected parts of `graph`."""

    kind: str
    graph: Graph
    ranks: Mapping[str, float]
    orphans: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    around: Node | None = None
    hops: int = 0
    distances: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class LinksView:
    """A page's context edges out and in, in order of place, and the pages that cite it as evidence."""

    page: Page
    out: tuple[ContextLink, ...]
    into: tuple[ContextLink, ...]
    cited_by: tuple[Node, ...]


@dataclass(frozen=True)
class ClaimsView:
    """A page's claims, each with its sources and their support, and the sources that no claim cites."""

    page: Page
    claims: tuple[tuple[Claim, tuple[Step, ...]], ...]
    uncited: tuple[Step, ...]


def view_graph(workspace: Workspace, kind: str = "all", around: str = "", hops: int = 1) -> GraphView:
    """The graph of this kind, or its part within `hops` edges of the node that `around` names: a page, or a node's id.

    Raises UnknownNameError or AmbiguousNameError for a name that is no node.
    """
    from brainwiki.graph import measure  # networkx takes 0.2 s to import; nothing else here needs it

    wiki = load_wiki(workspace)
    context, evidence = context_graph(wiki), evidence_graph(wiki)
    both = union(context, evidence)
    graph = {"context": context, "evidence": evidence}.get(kind, both)
    ranks, orphans = measure.pagerank(graph), measure.orphans(both)
    if not around:
        return GraphView(kind, graph, ranks, orphans, measure.components(graph))
    node = _node(wiki, graph, around)
    found = measure.distances(graph, node.id, hops)
    shown = part(graph, found)
    return GraphView(kind, shown, ranks, orphans, measure.components(shown), node, hops, found)


def _node(wiki: Wiki, graph: Graph, name: str) -> Node:
    if name in graph.nodes:
        return graph.nodes[name]
    page = find_page(wiki, name)
    if page.id not in graph.nodes:
        raise UnknownNameError("node of the graph", page.id)
    return graph.nodes[page.id]


def view_links(workspace: Workspace, name: str, wiki: Wiki | None = None) -> LinksView:
    """The links of the page that `name` means, in `wiki` where that is at hand; raises UnknownNameError or AmbiguousNameError."""
    wiki = load_wiki(workspace) if wiki is None else wiki
    page = find_page(wiki, name)
    out = tuple(links_of(wiki, page))
    return LinksView(page, out, tuple(links_to(wiki, page)), tuple(page_node(other) for other in cited_by(wiki, page)))


def why(workspace: Workspace, name: str, wiki: Wiki | None = None) -> ClaimsView | Trail:
    """The claims of a page, or for `page#claim` the trail of that claim; `wiki` is the brain where it is at hand. Raises
    UnknownNameError or AmbiguousNameError."""
    wiki = load_wiki(workspace) if wiki is None else wiki
    page, claim = find_part(wiki, name)
    if claim:
        return trail(wiki, page, find_claim(page, claim))
    return ClaimsView(
        page, tuple((claim, first_steps(wiki, page, claim)) for claim in page.claims), uncited(wiki, page)
    )


def find_page(wiki: Wiki, name: str) -> Page:
    """The page that a name means, read like a wikilink at the brain's root, or as a path from the workspace.

    Raises UnknownNameError with near names, or AmbiguousNameError with the candidates.
    """
    page = _page(wiki, name)
    if page is None:
        known = [*wiki.known_names, *(other.id for other in wiki)]
        raise UnknownNameError("page", name, near(name, known))
    return page


def find_part(wiki: Wiki, name: str) -> tuple[Page, str]:
    """A page and the part after `#`, empty where there is none; a title may hold a `#` itself."""
    page = _page(wiki, name)
    if page is not None or "#" not in name:
        return page or find_page(wiki, name), ""
    before, _, after = name.rpartition("#")
    return find_page(wiki, before), after.strip()


def _page(wiki: Wiki, name: str) -> Page | None:
    inside = name.strip().removeprefix(f"{wiki.prefix}/") if wiki.prefix else name.strip()
    for one in dict.fromkeys((name.strip(), inside)):
        target = wiki.resolve_name("", one) if one else None
        paths = [path for path in target.paths if path in wiki.pages] if target else []
        if len(paths) > 1:
            raise AmbiguousNameError(name, tuple(wiki.pages[path].id for path in paths))
        if paths:
            return wiki.pages[paths[0]]
    return None


def find_claim(page: Page, name: str) -> Claim:
    """The claim of a page with this id, this block id, or this beginning of an id.

    Raises UnknownNameError with near ids, or AmbiguousNameError where several ids begin so.
    """
    wanted = name.removeprefix("^")
    exact = [claim for claim in page.claims if claim.id == wanted] or _at_block(page, wanted)
    found = exact or [claim for claim in page.claims if wanted and claim.id.startswith((wanted, f"c-{wanted}"))]
    if not found:
        raise UnknownNameError("claim", f"{page.id}#{name}", near(wanted, [claim.id for claim in page.claims]))
    if len({claim.id for claim in found}) > 1:
        raise AmbiguousNameError(name, tuple(claim.id for claim in found), "claims")
    return found[0]


def _at_block(page: Page, block: str) -> list[Claim]:
    """The last claim before a block id on its line."""
    offset = page.blocks.get(block, -1)
    before = [claim for claim in page.claims if claim.start <= offset]
    return before[-1:] if before and page.place(before[-1].end)[0] == page.place(offset)[0] else []
