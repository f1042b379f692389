"""What the site shows: kinds of page that are published, and the attachments that published pages use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from brainwiki.model.dialect import Kind
from brainwiki.model.evidence import locate
from brainwiki.model.page import Page
from brainwiki.model.wiki import Wiki

ALWAYS: frozenset[Kind] = frozenset({"page", "note", "source", "rule", "index", "log"})
ON_REQUEST: dict[str, Kind] = {"sessions": "session", "tasks": "task", "proposals": "proposal"}

OPEN = "open-proposals"  # no page of the brain yet: branches that wait for their review

# The whole list of what may be copied beside pages. Never HTML, scripts or data files: they would run, or tell too much.
IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")
DOCUMENTS = (".pdf", ".txt", ".csv")
ATTACHMENTS = IMAGES + DOCUMENTS


class Selection(NamedTuple):
    """Paths of what is published: pages and attachments of the brain, read-only evidence texts of the workspace."""

    pages: tuple[str, ...]
    files: tuple[str, ...]
    raws: tuple[str, ...]


def select(wiki: Wiki, publish: Iterable[str], is_passive: Callable[[str], bool]) -> Selection:
    """Choose what is shown. `publish` names what goes out beyond pages and sources; `is_passive` tells of an SVG's path
    whether nothing in it runs."""
    kinds = shown_kinds(publish)
    pages = [page for page in wiki if page.kind in kinds]
    files = sorted({path for page in pages for path in _attachments(wiki, page)})
    kept = [path for path in files if not path.lower().endswith(".svg") or is_passive(path)]
    return Selection(tuple(page.path for page in pages), tuple(kept), tuple(wiki.evidence))


def shown_kinds(publish: Iterable[str]) -> frozenset[Kind]:
    """The kinds of page that are shown."""
    return ALWAYS | {ON_REQUEST[name] for name in publish if name in ON_REQUEST}


def is_reviewed(publish: Iterable[str]) -> bool:
    """Whether the site shows proposals, decided or open."""
    return not {OPEN, "proposals"}.isdisjoint(publish)


def _attachments(wiki: Wiki, page: Page) -> Iterable[str]:
    """Files that a page links to, embeds or cites, of the kinds that may be copied."""
    for _, target in wiki.targets(page):
        if target.tier == "file" and target.path and is_attachment(target.path) and target.path in wiki.files:
            yield target.path
    for source in page.sources:
        if is_attachment(source.resource.partition("#")[0]):
            evidence = locate(wiki, page, source)
            if evidence.place == "file" and evidence.path in wiki.files:
                yield evidence.path


def is_attachment(path: str) -> bool:
    """Whether a file of this name may be copied to the site."""
    return path.lower().endswith(ATTACHMENTS)


def is_image(path: str) -> bool:
    """Whether a file of this name is shown in the page and not linked."""
    return path.lower().endswith(IMAGES)
