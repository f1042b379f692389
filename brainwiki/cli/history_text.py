"""What `history` found, as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from brainwiki.cli.common import paint
from brainwiki.cli.wrapping import cut, wrap
from brainwiki.markup.shown import counted, visible
from brainwiki.review.revisions import PageHistory, Revised

_STYLES = {"added": "good", "removed": "block", "retracted": "warn", "changed": "warn"}
_LONG = 400  # characters of a claim


def history_text(history: PageHistory) -> str:
    """The revisions of a page."""
    gone = paint("  gone", "block") if history.is_gone else ""
    parts = [
        f"{paint(visible(history.title), 'path')}  {paint(visible(history.path), 'quiet')}{gone}",
        counted(history.total, "revision"),
    ]
    for one in history.revisions:
        parts += ["", *_revised(one)]
    if history.more:
        told = history.skipped + len(history.revisions)
        parts += ["", paint(f"and {history.more:,} older: --skip {told}", "quiet")]
    elif history.is_cut:
        parts += ["", paint("Older revisions are not in this clone: `git fetch --unshallow` brings them.", "quiet")]
    return "\n".join(parts)


def _revised(one: Revised) -> Iterator[str]:
    made = one.revision
    if made is None:
        yield paint("not committed yet", "warn")
    else:
        proposal = f"  proposal {visible(made.proposal)}" if made.proposal else ""
        head = f"{made.at[:16].replace('T', ' ')}  {made.id[:10]}"
        yield f"{paint(head, 'path')}  {visible(made.actor)}{proposal}"
        yield wrap(made.summary, "  ")
    was = f" from {visible(one.was)}" if one.was else ""
    yield paint(f"  {one.did}{was}; {counted(one.claims, 'claim')}", "quiet")
    for turn in one.turns:
        yield from _change(turn.kind, turn.flags, turn.old, turn.new)
    if one.note:
        yield paint(f"  {one.note}", "quiet")


def _change(kind: str, flags: Iterable[str], before: str, after: str, indent: str = "  ") -> Iterator[str]:
    told = ", ".join(flags)
    yield f"{indent}{paint(kind, _STYLES.get(kind, 'quiet'))}{f'  ({told})' if told else ''}"
    if before and before != after:
        yield wrap(f"− {cut(before, _LONG)}", f"{indent}  ")
    if after:
        yield wrap(f"+ {cut(after, _LONG)}" if before != after else cut(after, _LONG), f"{indent}  ")
