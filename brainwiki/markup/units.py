"""A body cut into the pieces that are edited as wholes: paragraphs, headings, list items with their children, table rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from brainwiki.markup.structure import MARKDOWN, code_points

UnitKind = Literal["text", "heading", "item", "row"]

_INK = re.compile(r"\S")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")


class Unit(NamedTuple):
    """A piece of a page's text: whole lines without the line end of the last, which is never blank."""

    start: int
    end: int
    kind: UnitKind


def units(text: str, body: int) -> tuple[Unit, ...]:
    """The units of `text[body:]` in order, with offsets into `text`; between two of them, and around them, stands only white space."""
    found: list[Unit] = []
    at = body
    for start, end, kind in _blocks(text, body):
        start = text.rfind("\n", body, max(start, at)) + 1 or body
        start = max(start, at)
        end = start + len(text[start:end].rstrip())
        if end <= start:
            continue
        found.extend(_loose(text, at, start))
        start = _line_of_ink(text, start, end)
        found.append(Unit(start, end, kind))
        at = end
    found.extend(_loose(text, at, len(text)))
    return tuple(_joined(found))


def _blocks(text: str, body: int) -> Iterator[tuple[int, int, UnitKind]]:
    """The outermost blocks; a list gives its items, a table its head and its rows."""
    source = text[body:]
    events = list(MARKDOWN.events_with_range(source, merge_text=True))
    table = None if source.isascii() else code_points(source, events)
    depth = 0
    for event, span in events:
        kind = next(iter(event)) if isinstance(event, dict) else event
        if kind == "Rule" and depth == 0:
            yield (*_span(span, table, body), "text")
        if kind not in ("Start", "End"):
            continue
        name = _name(event[kind])
        if name in ("List", "Table"):
            depth += (1 if kind == "Start" else -1) * (depth > 0 or name == "Quote")
            continue
        if kind == "End":
            depth -= 1
            continue
        if depth == 0:
            yield (*_span(span, table, body), _KINDS.get(name, "text"))
        depth += 1


_KINDS: dict[str, UnitKind] = {"Heading": "heading", "Item": "item", "TableRow": "row"}


def _name(tag: Any) -> str:
    return str(next(iter(tag))) if isinstance(tag, dict) else str(tag)


def _span(span: Any, table: dict[int, int] | None, body: int) -> tuple[int, int]:
    start, end = span["start"], span["end"]
    return (body + start, body + end) if table is None else (body + table[start], body + table[end])


def _loose(text: str, start: int, end: int) -> Iterator[Unit]:
    """What is no block of its own (definitions of links, the line under a table's head), parted at blank lines."""
    while start < end:
        gap = _BLANK_LINES.search(text, start, end)
        stop = gap.start() if gap else end
        if text[start:stop].strip():
            last = start + len(text[start:stop].rstrip())
            yield Unit(_line_of_ink(text, start, last), last, "text")
        start = gap.end() if gap else end


def _line_of_ink(text: str, start: int, end: int) -> int:
    """The beginning of the first line in a span that holds more than white space."""
    ink = _INK.search(text, start, end)
    return max(start, text.rfind("\n", start, ink.start()) + 1) if ink else start


def _joined(found: list[Unit]) -> Iterator[Unit]:
    """The units; two that share a line are one."""
    last: Unit | None = None
    for unit in found:
        if last is not None and unit.start <= last.end:
            last = Unit(last.start, max(last.end, unit.end), last.kind)
            continue
        if last is not None:
            yield last
        last = unit
    if last is not None:
        yield last
