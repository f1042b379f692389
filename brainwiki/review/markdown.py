"""A comparison and a page's history as Markdown, for a pull request and for whoever reads without a terminal.

Words out of the brain are shown as they are, but nothing in them renders, links or calls anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.life import Turn
from brainwiki.claims.support import Proof
from brainwiki.markup.shown import code, counted, cut, prose
from brainwiki.review.comparison import Comparison, headline
from brainwiki.review.revisions import PageHistory, Revised

LIMIT = 60_000  # characters; GitHub takes 65,536
_RESERVE = 300
_PAGES = 100
_LINKS = 50
_CUTS = {"path": 300, "claim": 600, "quote": 300, "summary": 300, "line": 300}


def comparison_as_markdown(comparison: Comparison, limit: int = LIMIT) -> str:
    """A comparison in at most `limit` characters; what is left out is counted."""
    base = comparison.base[:10] or "nothing"
    lines = [f"## brainwiki: {headline(comparison)}", "", f"From {code(base)} to {code(comparison.head[:10])}."]
    if comparison.limited:
        lines += ["", prose(comparison.limited, _CUTS["claim"])]
    lines += _section("Pages", [_page_line(comparison, place) for place in range(len(comparison.pages))], _PAGES)
    lines += _section(
        "Links that lead nowhere now",
        [f"{_path(one.path)}:{one.line} {code(cut(one.target, 200))}, {one.state}" for one in comparison.broken],
        _LINKS,
    )
    lines += _section("Pages that nothing leads to now", [_path(path) for path in comparison.orphaned], _LINKS)
    lines += _section("Outside the pages", [_path(path) for path in comparison.outside], _LINKS)
    if comparison.claims:
        lines += ["", "### Claims"]
    room = limit - _RESERVE - sum(len(line) + 1 for line in lines)
    shown, told = _fitting(_claims(comparison.claims), room)
    lines += told
    if shown < len(comparison.claims):
        lines += ["", f"Left out here: {len(comparison.claims) - shown:,} more claims."]
    elif comparison.lines:
        lines += _text(comparison.lines, room - sum(len(line) + 1 for line in told))
    return "\n".join(lines)


def _page_line(comparison: Comparison, place: int) -> str:
    one = comparison.pages[place]
    return f"{one.did} {_path(one.path)}" + (f", before {_path(one.was)}" if one.was else "")


def _path(path: str) -> str:
    return code(cut(path, _CUTS["path"]))


def _section(title: str, entries: list[str], most: int) -> list[str]:
    if not entries:
        return []
    more = [f"- and {len(entries) - most:,} more"] if len(entries) > most else []
    return ["", f"### {title}", "", *(f"- {entry}" for entry in entries[:most]), *more]


def _claims(claims: Iterable[ClaimChange]) -> Iterator[list[str]]:
    """The lines of each claim; the first of a page with the page's name before them."""
    for path, group in groupby(claims, key=lambda one: one.page):
        head = ["", f"**{_path(path)}**", ""]
        for one in group:
            yield [*head, *_claim(one)]
            head = []


def _fitting(entries: Iterable[list[str]], room: int) -> tuple[int, list[str]]:
    """As many entries as there is room for: how many, and their lines."""
    shown, lines = 0, []
    for entry in entries:
        room -= sum(len(line) + 1 for line in entry)
        if room < 0:
            break
        lines += entry
        shown += 1
    return shown, lines


def _claim(one: ClaimChange) -> Iterator[str]:
    yield from _became(
        one.change, one.flags, one.before.text if one.before else "", one.after.text if one.after else ""
    )
    if one.origin and one.origin != one.page:
        yield f"  - came from {_path(one.origin)}"
    yield from (f"  - evidence gained: {_proof(proof)}" for proof in one.gained if one.before)
    yield from (f"  - evidence lost: {_proof(proof)}" for proof in one.lost if one.after)
    if one.after and not one.before:
        yield f"  - support: {one.support}"


def _proof(proof: Proof) -> str:
    turn = f" turn {proof.turn}" if proof.turn else ""
    quote = f" “{prose(proof.quote, _CUTS['quote'])}”" if proof.quote else ""
    return f"{code(cut(proof.resource, _CUTS['path']))}{turn}{quote}"


def _text(lines: Iterable[str], room: int) -> list[str]:
    """The difference of the text in a fence that no line of it can close."""
    shown, told = _fitting(([cut(line, _CUTS["line"])] for line in lines), room)
    fence = "`" * max(3, 1 + max((len(line) - len(line.lstrip("+- `")) for line in told), default=0))
    return ["", "### Text", "", f"{fence}diff", *told, fence] if shown else []


def history_as_markdown(history: PageHistory) -> str:
    """The revisions of a page, newest first."""
    gone = ", which is gone" if history.is_gone else ""
    lines = [
        f"## {prose(history.title, 200)}",
        "",
        f"{_path(history.path)}{gone}: {counted(history.total, 'revision')}.",
    ]
    for one in history.revisions:
        lines += ["", f"### {_head(one)}", "", *_revised(one)]
    if history.more:
        lines += ["", f"{counted(history.more, 'older revision')} left out."]
    elif history.is_cut:
        lines += ["", "Older revisions are not in this clone."]
    return "\n".join(lines)


def _head(one: Revised) -> str:
    if one.revision is None:
        return "Not committed yet"
    return f"{one.revision.at[:16].replace('T', ' ')} {code(one.revision.id[:10])}"


def _revised(one: Revised) -> Iterator[str]:
    made = one.revision
    if made:
        yield f"{prose(made.summary, _CUTS['summary'])} — {prose(made.actor, 100)}"
        yield ""
    was = f", before {_path(one.was)}" if one.was else ""
    yield f"- {one.did}{was}: {counted(one.claims, 'claim')}"
    for turn in one.turns:
        yield from _turn(turn)
    if one.note:
        yield f"- {one.note}"


def _turn(turn: Turn) -> Iterator[str]:
    yield from _became(turn.kind, turn.flags, turn.old, turn.new)


def _became(kind: str, flags: Sequence[str], old: str, new: str) -> Iterator[str]:
    """What a claim said and says: both where both are there and differ."""
    head = f"- **{kind}**" + (f" ({', '.join(flags)})" if flags else "")
    before, after = prose(old, _CUTS["claim"]), prose(new, _CUTS["claim"])
    if before and after and before != after:
        yield head
        yield f"  - before: {before}"
        yield f"  - now: {after}"
    else:
        yield f"{head} {after or before}"
