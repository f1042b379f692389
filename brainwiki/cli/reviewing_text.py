"""What `history` and `diff` found, as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from brainwiki.claims.support import Proof
from brainwiki.cli.common import paint
from brainwiki.cli.wrapping import cut, wrap
from brainwiki.markup.shown import counted, visible
from brainwiki.review.comparison import Comparison, headline
from brainwiki.review.revisions import PageHistory, Revised

_STYLES = {"added": "good", "removed": "block", "retracted": "warn", "changed": "warn"}
_LONG = 400  # characters of a claim
_MOST = 30  # entries of a list


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


def comparison_text(comparison: Comparison) -> str:
    """A comparison."""
    base = comparison.base[:10] or "nothing"
    parts = [wrap(f"{base}..{comparison.head[:10]}: {headline(comparison)}")]
    if comparison.limited:
        parts += ["", wrap(comparison.limited)]
    parts += _listed("Pages", [_page(one.did, one.path, one.was) for one in comparison.pages])
    for path, group in groupby(comparison.claims, key=lambda one: one.page):
        parts += ["", paint(visible(path), "path")]
        for one in group:
            before = one.before.text if one.before else ""
            after = one.after.text if one.after else ""
            parts += _change(one.change, one.flags, before, after)
            if one.origin and one.origin != one.page:
                parts.append(f"    came from {visible(one.origin)}")
            parts += [f"    + evidence {_proof(proof)}" for proof in one.gained if one.before]
            parts += [f"    − evidence {_proof(proof)}" for proof in one.lost if one.after]
    broken = [f"{visible(one.path)}:{one.line}  {visible(one.target)}  ({one.state})" for one in comparison.broken]
    parts += _listed("Links that lead nowhere now", broken)
    parts += _listed("Pages that nothing leads to now", [visible(path) for path in comparison.orphaned])
    parts += _listed("Outside the pages", [visible(path) for path in comparison.outside])
    if comparison.lines:
        parts += ["", paint("Text", "path"), *(_line(line) for line in comparison.lines)]
    return "\n".join(parts)


def _line(line: str) -> str:
    style = {"+": "good", "-": "block", "@": "quiet"}.get(line[:1])
    return paint(visible(line), style) if style else visible(line)


def _page(did: str, path: str, was: str) -> str:
    return f"{did:8} {visible(path)}" + (f"  from {visible(was)}" if was else "")


def _listed(title: str, entries: list[str]) -> list[str]:
    if not entries:
        return []
    more = [paint(f"  … and {len(entries) - _MOST} more", "quiet")] if len(entries) > _MOST else []
    return ["", paint(title, "path"), *(f"  {entry}" for entry in entries[:_MOST]), *more]


def _proof(proof: Proof) -> str:
    turn = f" turn {proof.turn}" if proof.turn else ""
    quote = f"  “{visible(cut(proof.quote, 160))}”" if proof.quote else ""
    return f"{visible(proof.resource)}{turn}{quote}"
