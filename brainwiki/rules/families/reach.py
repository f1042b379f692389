"""BW2xx on the way of a reader: pages that the index does not lead to, links to what is out of date, links in circles."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from brainwiki.model.affected import lost_no_way
from brainwiki.model.evidence import located
from brainwiki.model.finding import Severity
from brainwiki.model.names import fold
from brainwiki.model.page import Page
from brainwiki.rules.families.lifecycle import successor
from brainwiki.rules.rule import Example, Hit, Rule, View


def _self_link(page: Page, view: View) -> Iterator[Hit]:
    """A wikilink to the page that it stands on, without a part of it that it could mean; a source may be its own footnote."""
    for link, target in view.wiki.context(page):
        if target.path == page.path and not link.fragment and link.form == "wikilink":
            yield Hit(
                link.start, link.end, f"[[{link.target}]] leads to the page that it stands on.", fold(link.target)
            )


def _unreachable(view: View) -> Iterator[Hit]:
    """Pages that no chain of links and cites from an index leads to; without an index nothing can be said."""
    start = [page.path for page in view.wiki if page.kind == "index"]
    if not start:
        return
    seen, queue = set(start), deque(start)
    while queue:
        page = view.wiki.pages[queue.popleft()]
        for path in _next(page, view):
            if path in view.wiki.pages and path not in seen:
                seen.add(path)
                queue.append(path)
    for page in view.wiki:
        if page.kind in ("page", "note", "source") and page.path not in seen:
            yield Hit(0, 0, "No chain of links from the index leads to this page.", "unreachable", path=page.path)


def _next(page: Page, view: View) -> Iterator[str]:
    yield from view.wiki.survey.reach[page.path]
    for _, evidence in located(view.wiki, page):
        if evidence.path:
            yield evidence.path


def _deprecated(page: Page, view: View) -> Iterator[Hit]:
    """Links to a page that is out of date, from one that is not; its successor may well name it, and so may a record of what was."""
    if page.status == "deprecated" or page.kind in ("index", "log", "proposal", "session"):
        return
    for link, target in view.wiki.context(page):
        if target.path not in view.wiki.deprecated:
            continue
        other = view.wiki.pages[target.path]
        newer = view.wiki.pages.get(successor(other, view) or "")
        if newer is None or newer.path != page.path:
            remedy = f"Link to {newer.id}, which took its place." if newer else ""
            yield Hit(link.start, link.end, f"{other.id} is deprecated.", fold(link.target), remedy)


def _page(title: str, more: str = "", body: str = "Text.\n") -> str:
    return f"---\ntype: concept\ntitle: {title}\ndescription: d\n{more}---\n{body}"


_OLD = {
    "knowledge/old.md": _page("Old", 'status: deprecated\nsuperseded_by: "[[new]]"\n', "See [[example]].\n"),
    "knowledge/new.md": _page("New", "", "It took the place of [[old]]. See [[example]].\n"),
}
_INDEX = {"index.md": "# Index\n\n- [[other]]\n", "knowledge/other.md": _page("Other")}

RULES: tuple[Rule, ...] = (
    Rule(
        code="BW209",
        slug="self-link",
        severity=Severity.WARN,
        summary="A wikilink to the page that it stands on.",
        why="The reader who follows it stays where he is; often another page was meant.",
        remedy="Remove the link, or name the heading or the page that is meant.",
        bad=(Example("See [[example]].\n"),),
        good=(Example("# Part\n\nSee [[#Part]].\n"),),
        scope="wiki",
        among=lambda wiki: wiki.survey.doubtful,
        check=_self_link,
    ),
    Rule(
        code="BW211",
        slug="unreachable-page",
        severity=Severity.WARN,
        summary="A page that no chain of links from the index leads to.",
        why="Agents begin at the index: what it does not lead to is found by search only.",
        remedy="List the page in the index, or link it from a page that is reached.",
        bad=(
            Example(
                "See [[third]].\n", files={**_INDEX, "knowledge/third.md": _page("Third", "", "See [[example]].\n")}
            ),
        ),
        good=(
            Example("Text.\n", files={**_INDEX, "knowledge/other.md": _page("Other", "", "See [[example]].\n")}),
            Example("Text.\n", "without an index nothing is reported"),
        ),
        scope="wiki",
        spared=lost_no_way,
        check_wiki=_unreachable,
    ),
    Rule(
        code="BW212",
        slug="link-to-deprecated",
        severity=Severity.WARN,
        summary="A link to a page that is deprecated.",
        why="It sends readers to what no longer holds.",
        remedy="Link to what took its place, or say in the page why the old one is still worth reading and suppress this.",
        bad=(Example("See [[old]].\n", files=_OLD),),
        good=(
            Example("See [[new]].\n", files=_OLD),
            Example(
                "Text.\n",
                "a receipt tells of what was",
                files={**_OLD, "proposals/p.md": "---\ntype: proposal\ntitle: P\n---\n- Edits [[old]].\n"},
            ),
        ),
        scope="wiki",
        among=lambda wiki: wiki if wiki.deprecated else (),
        check=_deprecated,
    ),
)
