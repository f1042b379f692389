"""The sources of one state of a page numbered so that they do not collide with those of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from brainwiki.claims.merging_keys import Matter, UnmergedError
from brainwiki.markup import document
from brainwiki.markup.writer import Edit, write
from brainwiki.model.page import Page


def renumbered(raw: bytes, page: Page, base: Matter, ours: Matter, theirs: Matter) -> bytes:
    """`raw` (the page `page` with the front matter `ours`) with other ids for its new sources, where `theirs` has the same source
    under another id, or another source under the same one. Raises UnmergedError."""
    names = _names(base, ours, theirs)
    if not names:
        return raw
    edits = [*_in_matter(ours, names), *_in_body(page, names)]
    return write(document.read(raw), edits)


def _names(base: Matter, ours: Matter, theirs: Matter) -> dict[str, str]:
    """The new ids by the old ones, where they differ."""
    if not ours.entries or not theirs.entries:
        return {}
    fresh = {name: entry for name, entry in ours.entries.items() if name not in base.entries}
    known = {name: entry for name, entry in theirs.entries.items() if name not in base.entries}
    same = {_signature(entry.values): name for name, entry in reversed(known.items())}
    found: dict[str, str] = {}
    for name, entry in fresh.items():
        other = same.pop(_signature(entry.values), None)
        if other is not None:
            found[name] = other
    taken = {*base.entries, *theirs.entries, *(name for name in fresh if name not in found)}
    number = max((int(one) for one in taken if one.isascii() and one.isdigit()), default=0)
    for name in fresh:
        if name not in found and name in known:
            number += 1
            found[name] = str(number)
    return {old: new for old, new in found.items() if old != new}


def _signature(values: Mapping[str, Any]) -> str:
    return repr(sorted(values.items()))


def _in_matter(ours: Matter, names: Mapping[str, str]) -> Iterator[Edit]:
    for place, name in enumerate(ours.entries):
        if name not in names:
            continue
        start = ours.read.marks[("sources", place, "id")].start
        start += ours.text[start : start + 1] in ("'", '"')
        if ours.text[start : start + len(name)] != name:
            raise UnmergedError(f"the id of source {name} is written in a way that cannot be changed")
        yield Edit(start, start + len(name), names[name])


def _in_body(page: Page, names: Mapping[str, str]) -> Iterator[Edit]:
    for cite in page.cites:
        if names.keys().isdisjoint(cite.ids):
            continue
        if cite.form != "cite":
            raise UnmergedError(f"a footnote cites source {cite.ids[0]}, which is another one on the other side")
        yield Edit(cite.start, cite.end, f"[cite:{','.join(names.get(one, one) for one in cite.ids)}]")
