"""A page's facts as plain values, for a cache: tuples, texts and numbers only, and back without loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brainwiki.model.page import Link, Page, Replaced, Source, Whole

Plain = tuple[Any, ...]


def to_plain(page: Page) -> Plain:
    """The facts of a page without its path and version, which a cache keeps as their key."""
    return (
        page.kind,
        dict(page.brief),
        page.parts,
        page.first,
        dict(page.blocks),
        tuple(map(tuple, page.links)),
        tuple(map(tuple, page.sources)),
        dict(page.footnotes),
        tuple(sorted(page.anchors)),
        page.confidence,
        page.status,
        page.lines,
        tuple(map(tuple, page.history)),
    )


def from_plain(path: str, version: str, plain: Plain, read: Callable[[], Whole]) -> Page:
    """The page of these facts; `read` gets the whole of it."""
    kind, brief, parts, first, blocks, links, sources, footnotes, anchors, confidence, status, lines, history = plain
    return Page(
        path,
        kind,
        read,
        brief,
        parts,
        first,
        blocks,
        tuple(map(Link._make, links)),
        tuple(map(Source._make, sources)),
        footnotes,
        frozenset(anchors),
        confidence,
        status,
        lines,
        version,
        tuple(map(Replaced._make, history)),
    )
