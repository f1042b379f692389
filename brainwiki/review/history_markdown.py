"""A page's history as Markdown, for whoever reads without a terminal; words out of the brain are shown and do nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brainwiki.claims.life import Turn
from brainwiki.markup.shown import code, counted, cut, prose
from brainwiki.review.revisions import PageHistory, Revised

_CUTS = {"path": 300, "claim": 600, "summary": 300}


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


def _path(path: str) -> str:
    return code(cut(path, _CUTS["path"]))


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
