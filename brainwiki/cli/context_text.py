"""A packed context explained at a terminal: lanes, sections, reasons, and what was left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from brainwiki.model.pack import Pack, Section
from brainwiki.rules.explain import escaped

Paint = Callable[[str, str], str]

_MARKS = {"included": ("+", "good"), "truncated": ("~", "warn"), "skipped": ("-", "quiet")}
_STANDING = {"fresh": "good", "aging": "warn", "stale": "block"}


def explained(pack: Pack, paint: Paint) -> str:
    """The table of lanes, then each lane with its sections, in the text (+), cut (~) or left out (-)."""
    free = pack.budget - pack.reserve - pack.used
    how = f"searched by {pack.mode}" + (f" ({pack.degraded})" if pack.degraded else "")
    lines = [
        f"{pack.used:,} of {pack.budget:,} tokens used, {pack.reserve:,} in reserve, {free:,} free; counted by {pack.tokenizer}; {how}",
        "",
        paint(f"{'lane':18}{'tokens':>8}{'room':>8}{'share':>7}{'floor':>7}{'in':>5}{'out':>5}", "path"),
    ]
    for lane in pack.lanes:
        line = f"{lane.title:18}{lane.used:>8,}{lane.room:>8,}{lane.share:>7.0%}{lane.floor:>7.0%}{lane.admitted:>5}{lane.left_out:>5}"
        lines.append(line if lane.admitted or lane.left_out else paint(line, "quiet"))
    if pack.head:
        lines.append(f"{'(opening lines)':18}{pack.head:>8,}")
    for lane in pack.lanes:
        mine = [section for section in pack.sections if section.lane == lane.name]
        if mine:
            lines += ["", paint(lane.title, "path"), *(line for section in mine for line in _section(section, paint))]
    return "\n".join(lines)


def _section(section: Section, paint: Paint) -> Iterator[str]:
    mark, style = _MARKS[section.status]
    where = section.path + (f"#turn-{section.turn}" if section.turn else f":{section.line}" if section.line else "")
    yield f"  {paint(mark, style)} {section.tokens:>6,}  {escaped(section.label)}  {paint(escaped(where), 'quiet')}"
    standing = [
        paint(section.freshness, _STANDING[section.freshness]) if section.freshness else "",
        f"{section.confidence} %" if section.confidence is not None else "",
        section.date,
        section.tier,
        escaped(section.scope),
    ]
    told = " · ".join([*filter(None, standing), paint(escaped(section.reason), "quiet")])
    yield f"            {'cut; ' if section.status == 'truncated' else ''}{told}"
