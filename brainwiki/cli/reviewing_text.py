"""A comparison of two states, as text for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from brainwiki.claims.contradiction import Pair
from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.grounds import Ground
from brainwiki.claims.support import Proof
from brainwiki.claims.wording import Piece, State, marked, side
from brainwiki.cli.common import paint
from brainwiki.cli.wrapping import cut, wrap
from brainwiki.markup.shown import counted, visible
from brainwiki.model.finding import Severity
from brainwiki.review.comparison import Comparison, headline
from brainwiki.review.markdown import TRUST
from brainwiki.review.risk import words_of

_STYLES = {"added": "good", "removed": "block", "retracted": "warn", "changed": "warn"}
_RISKS = {"high": "block", "medium": "warn", "low": "good"}
_OUTCOMES = {"replaced": "becomes history", "open": "both stand"}  # a changed claim tells both sides itself
_LONG = 400  # characters of a claim
_MOST = 30  # entries of a list

Grounds = Mapping[Proof, Ground]


def comparison_text(comparison: Comparison) -> str:
    """A comparison: headline, risk and its reasons, what blocks, contradictions, pages, claims, reach, and what else there is."""
    base = comparison.base[:10] or "nothing"
    parts = [wrap(f"{base}..{comparison.head[:10]}: {headline(comparison)}"), *_risk(comparison)]
    if comparison.limited:
        parts += ["", wrap(f"Limited: {comparison.limited}")]
    parts += _findings(comparison, Severity.BLOCK)
    parts += _pairs(comparison)
    parts += _listed("Pages", list(_pages(comparison)))
    for path, group in groupby(comparison.claims, key=lambda one: one.page):
        parts += ["", paint(visible(path), "path")]
        for one in group:
            parts += _claim(one, comparison.grounds)
    parts += _reach(comparison)
    broken = [f"{visible(one.path)}:{one.line}  {visible(one.target)}  ({one.state})" for one in comparison.broken]
    parts += _listed("Links that lead nowhere now", broken)
    parts += _listed("Pages that nothing leads to now", [visible(path) for path in comparison.orphaned])
    parts += _listed("Outside the pages", [visible(path) for path in comparison.outside])
    parts += _findings(comparison, Severity.WARN)
    if comparison.lines:
        parts += ["", paint("Text", "path"), *(_line(line) for line in comparison.lines)]
    return "\n".join(parts)


def _risk(comparison: Comparison) -> Iterator[str]:
    if not comparison.reasons and not comparison.pages:
        return
    yield f"risk {paint(comparison.risk, _RISKS[comparison.risk])}"
    for one in comparison.reasons:
        where = ", ".join(visible(path) for path in one.paths[:3]) + (" …" if len(one.paths) > 3 else "")
        yield wrap(f"{one.risk}: {words_of(one)}{f' ({where})' if where else ''}", "  ")


def _findings(comparison: Comparison, severity: Severity) -> list[str]:
    found = [one for one in comparison.findings or () if one.severity is severity]
    told = [f"{visible(one.path)}:{one.line}  {one.code}  {visible(cut(one.message, _LONG))}" for one in found]
    return _listed("What blocks" if severity is Severity.BLOCK else "What only warns", told)


def _pairs(comparison: Comparison) -> Iterator[str]:
    """What holds and what comes against it, each with its evidence."""
    told = [one for one in comparison.pairs if one.outcome in _OUTCOMES]
    if told:
        yield from ("", paint("Claims against each other", "path"))
    for one in told[:_MOST]:
        flags = f"  ({', '.join(one.flags)})" if one.flags else ""
        yield f"  {visible(one.page)}: {_OUTCOMES[one.outcome]}{flags}"
        yield from _pair(one, comparison.grounds)
    if len(told) > _MOST:
        yield paint(f"  … and {len(told) - _MOST} more", "quiet")


def _pair(one: Pair, grounds: Grounds) -> Iterator[str]:
    pieces = marked(one.active.text, one.incoming.text)
    for name, state, proofs in (("active", "-", one.active_rests), ("incoming", "+", one.incoming_rests)):
        yield wrap(f"{name}: {_words(side(pieces, '-' if state == '-' else '+'))}", "    ")
        yield from (f"      {_proof(proof, grounds)}" for proof in proofs)


def _pages(comparison: Comparison) -> Iterator[str]:
    standings = {one.path: one for one in comparison.standings}
    for one in comparison.pages:
        told = f"{one.did:8} {visible(one.path)}" + (f"  from {visible(one.was)}" if one.was else "")
        standing = standings.get(one.path)
        if standing and standing.confidence[0] != standing.confidence[1]:
            told += "  confidence " + " → ".join("none" if one is None else f"{one:g}" for one in standing.confidence)
        if standing and standing.sources[0] != standing.sources[1]:
            told += f"  independent sources {standing.sources[0]} → {standing.sources[1]}"
        yield told


def _claim(one: ClaimChange, grounds: Grounds) -> Iterator[str]:
    flags = f"  ({', '.join(one.flags)})" if one.flags else ""
    support = one.support if one.supported == one.support or not one.before else f"{one.supported} → {one.support}"
    yield f"  {paint(one.change, _STYLES.get(one.change, 'quiet'))}{flags}  {paint(support, 'quiet')}"
    before, after = one.before.text if one.before else "", one.after.text if one.after else ""
    if before and after and before != after:
        pieces = marked(before, after)
        yield wrap(f"− {_words(side(pieces, '-'))}", "    ")
        yield wrap(f"+ {_words(side(pieces, '+'))}", "    ")
    else:
        sign = "+ " if not before else "− " if not after else ""
        yield wrap(f"{sign}{cut(after or before, _LONG)}", "    ")
    if one.origin and one.origin != one.page:
        yield f"    came from {visible(one.origin)}"
    exchanged = {proof for pair in one.retargeted for proof in pair}
    yield from (f"    evidence exchanged {_proof(old, grounds)}" for old, _ in one.retargeted)
    yield from (f"      now {_proof(new, grounds)}" for _, new in one.retargeted)
    yield from (f"    + evidence {_proof(proof, grounds)}" for proof in one.gained if proof not in exchanged)
    yield from (f"    − evidence {_proof(proof, grounds)}" for proof in one.lost if proof not in exchanged)
    yield from (f"    evidence {_proof(proof, grounds)}" for proof in one.kept)


_MARKS: Mapping[State, tuple[str, str]] = {"=": ("", ""), "-": ("[-", "-]"), "+": ("{+", "+}")}


def _words(pieces: Sequence[Piece]) -> str:
    """A text with the words that only it has between marks, as word differences of Git have them."""
    out = "".join(f"{_MARKS[one.state][0]}{one.text}{_MARKS[one.state][1]}" for one in pieces)
    at = out.find("[-") if "[-" in out else out.find("{+")
    return cut(out, _LONG, max(at, 0))


def _reach(comparison: Comparison) -> list[str]:
    found = comparison.reach
    if not found.hop1 and not found.hop2:
        return []
    head = f"Reach: {counted(found.hop1, 'page')} at one step, {found.hop2:,} at two"
    return ["", paint(head, "path"), *(f"  {visible(one.path)}  ({counted(one.links, 'page')})" for one in found.best)]


def _line(line: str) -> str:
    style = {"+": "good", "-": "block", "@": "quiet"}.get(line[:1])
    return paint(visible(line), style) if style else visible(line)


def _listed(title: str, entries: list[str]) -> list[str]:
    if not entries:
        return []
    more = [paint(f"  … and {len(entries) - _MOST} more", "quiet")] if len(entries) > _MOST else []
    return ["", paint(title, "path"), *(f"  {entry}" for entry in entries[:_MOST]), *more]


def _proof(proof: Proof, grounds: Grounds) -> str:
    """Where a proof leads, whose words it quotes, and whether they stand there."""
    turn = f" turn {proof.turn}" if proof.turn else ""
    known = grounds.get(proof)
    whose = f" ({TRUST[known.trust]})" if known else ""
    quote = f"  “{visible(cut(proof.quote, 160))}”" if proof.quote else ""
    missing = paint("  the quote does not stand there", "block") if known and known.found is False else ""
    return f"{visible(proof.resource)}{turn}{whose}{quote}{missing}"
