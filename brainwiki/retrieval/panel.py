"""The context window panel: a packed context as one page of HTML that asks nothing of anyone, runs no script and tells everything.

Whatever a brain says is untrusted: each value is escaped, and the page forbids itself everything but its own style.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from html import escape
from importlib import resources

from brainwiki.model.pack import LaneUse, Pack, Section

WIDTH = 1000  # units of the bar
FREE, RESERVE, HEAD = "free", "reserve", "head"


def page(pack: Pack) -> str:
    """The whole page."""
    style = resources.files("brainwiki.retrieval").joinpath("panel.css").read_text("utf-8")
    seal = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{seal}'; base-uri 'none'; form-action 'none'"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="referrer" content="no-referrer">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Context window: {_text(pack.query)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            *_opening(pack),
            *_overview(pack),
            *(line for lane in pack.lanes for line in _lane(pack, lane)),
            *_left_out(pack),
            *_packed(pack),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _text(value: object) -> str:
    """A value as text of the page."""
    return escape(str(value).encode("utf-8", "replace").decode("utf-8"))


def _opening(pack: Pack) -> Iterator[str]:
    """The question, the warnings, and the budget in a sentence."""
    yield "<header>"
    yield '<p class="kind">Context window</p>'
    yield f'<h1 dir="auto">{_text(pack.query) or "(no question)"}</h1>'
    free = max(pack.budget - pack.reserve - pack.used, 0)
    yield (
        f"<p><strong>{pack.used:,}</strong> of {pack.budget:,} tokens, {pack.reserve:,} in reserve, {free:,} free. "
        f"Counted by <code>{_text(pack.tokenizer)}</code>. {_searched(pack)}</p>"
    )
    if pack.warnings:
        yield '<ul class="warnings">'
        yield from (f'<li dir="auto">{_text(warning)}</li>' for warning in pack.warnings)
        yield "</ul>"
    yield "</header>"


def _searched(pack: Pack) -> str:
    words = {"hybrid": "words and meaning", "semantic": "meaning", "sparse": "words", "recency": "date"}
    why = f": {_text(pack.degraded)}" if pack.degraded else ""
    return f"Searched by {words[pack.mode]}{why}."


def stretches(pack: Pack) -> list[tuple[str, str, int]]:
    """What the budget went to, in the order of the text: class, name, tokens. Together they are the budget."""
    found = [(HEAD, "Opening lines", pack.head)] if pack.head else []
    found += [(f"lane-{lane.name}", lane.title, lane.used) for lane in pack.lanes if lane.used]
    more = pack.used - sum(tokens for *_, tokens in found)
    if found and more:  # the whole is counted at once and may differ from its parts by a few
        last = max(range(len(found)), key=lambda at: found[at][2])
        found[last] = (found[last][0], found[last][1], max(found[last][2] + more, 0))
    found.append((FREE, "Free", max(pack.budget - pack.reserve - pack.used, 0)))
    found.append((RESERVE, "Reserve", min(max(pack.reserve, 0), max(pack.budget, 0))))
    return [stretch for stretch in found if stretch[2] > 0]


def _overview(pack: Pack) -> Iterator[str]:
    """The bar to scale, and the same as a table."""
    yield '<section aria-labelledby="budget">'
    yield '<h2 id="budget">Budget</h2>'
    yield from _bar(stretches(pack), max(pack.budget, 1))
    yield '<table class="lanes">'
    yield "<caption>Lanes in the order of the text</caption>"
    yield "<thead><tr>" + "".join(
        f'<th scope="col">{name}</th>' for name in ("Lane", "Tokens", "Room", "Share", "Floor", "In", "Left out")
    )
    yield "</tr></thead><tbody>"
    for lane in pack.lanes:
        cells = (
            ("Tokens", f"{lane.used:,}"),
            ("Room", f"{lane.room:,}"),
            ("Share", f"{lane.share:.0%}"),
            ("Floor", f"{lane.floor:.0%}"),
            ("In", lane.admitted),
            ("Left out", lane.left_out),
        )
        quiet = "" if lane.admitted or lane.left_out else ' class="quiet"'
        yield (
            f'<tr{quiet}><th scope="row"><span class="key lane-{_text(lane.name)}"></span>{_text(lane.title)}</th>'
            + "".join(f'<td class="number" data-label="{name}">{_text(value)}</td>' for name, value in cells)
            + "</tr>"
        )
    yield "</tbody></table>"
    yield "</section>"


def _bar(parts: Iterable[tuple[str, str, int]], budget: int) -> Iterator[str]:
    """The budget as a bar: an image that the table under it tells in words."""
    yield (
        f'<svg class="bar" viewBox="0 0 {WIDTH} 40" preserveAspectRatio="none" role="img" '
        'aria-label="The budget by lanes, to scale; the table below holds the numbers">'
    )
    at = 0
    for kind, name, tokens in parts:
        start, end = at * WIDTH / budget, (at + tokens) * WIDTH / budget
        at += tokens
        title = f"<title>{_text(name)}: {tokens:,} tokens</title>"
        yield f'<rect class="{_text(kind)}" x="{start:.2f}" y="0" width="{end - start:.2f}" height="40">{title}</rect>'
    yield "</svg>"


def _lane(pack: Pack, lane: LaneUse) -> Iterator[str]:
    """The sections of a lane that are in the text."""
    mine = [section for section in pack.admitted if section.lane == lane.name]
    if mine:
        yield f'<section aria-labelledby="lane-{_text(lane.name)}-title">'
        yield f'<h2 id="lane-{_text(lane.name)}-title"><span class="key lane-{_text(lane.name)}"></span>{_text(lane.title)}</h2>'
        yield from _table(mine, f"{lane.title}: what is in the text")
        yield "</section>"


def _left_out(pack: Pack) -> Iterator[str]:
    """Every candidate that did not get in, and why."""
    if pack.left_out:
        yield '<section aria-labelledby="left-out">'
        yield '<h2 id="left-out">Left out</h2>'
        yield f"<details><summary>{len(pack.left_out):,} candidates did not get in, each with its reason</summary>"
        yield from _table(pack.left_out, "Candidates that are not in the text")
        yield "</details>"
        yield "</section>"


def _table(sections: Iterable[Section], caption: str) -> Iterator[str]:
    yield '<table class="sections">'
    yield f"<caption>{_text(caption)}</caption>"
    yield "<thead><tr>" + "".join(f'<th scope="col">{name}</th>' for name in ("Section", "Tokens", "Standing", "Why"))
    yield "</tr></thead><tbody>"
    for section in sections:
        where = f'<span class="path" dir="ltr">{_text(_where(section))}</span>' if section.path else ""
        yield (
            f'<tr><th scope="row"><bdi>{_text(section.label) or "(no title)"}</bdi>{where}</th>'
            f'<td class="number" data-label="Tokens">{section.tokens:,}</td>'
            f'<td data-label="Standing">{"".join(_standing(section)) or "–"}</td>'
            f'<td data-label="Why" dir="auto">{_text(section.reason)}</td></tr>'
        )
    yield "</tbody></table>"


def _where(section: Section) -> str:
    if section.turn:
        return f"{section.path}#turn-{section.turn}"
    return f"{section.path}:{section.line}" if section.line else section.path


def _standing(section: Section) -> Iterator[str]:
    """How far a section may be trusted, and whether it is whole."""
    if section.status == "truncated":
        yield '<span class="tag cut">cut</span>'
    if section.freshness:
        yield f'<span class="tag {_text(section.freshness)}">{_text(section.freshness)}</span>'
    if section.confidence is not None:
        yield f'<span class="tag">{section.confidence} %</span>'
    for value in (section.date, section.tier, section.scope):
        if value:
            yield f'<span class="tag plain">{_text(value)}</span>'


def _packed(pack: Pack) -> Iterator[str]:
    """The text itself, folded."""
    yield '<section aria-labelledby="packed">'
    yield '<h2 id="packed">Packed text</h2>'
    yield f"<details><summary>What the prompt gets: {pack.used:,} tokens</summary>"
    yield f'<pre tabindex="0" dir="auto">{_text(pack.text)}</pre>'
    yield "</details>"
    yield "</section>"
