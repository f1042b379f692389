"""A comparison as Markdown, for one comment on a pull request and for whoever reads without a terminal.

Words out of the brain are shown as they are, but nothing in them renders, links or calls anybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from brainwiki.claims.contradiction import Pair
from brainwiki.claims.difference import ClaimChange
from brainwiki.claims.grounds import Ground, Trust
from brainwiki.claims.support import Proof
from brainwiki.claims.wording import Piece, State, marked, side
from brainwiki.markup.shown import code, counted, cut, prose
from brainwiki.model.finding import Finding, Severity
from brainwiki.review.comparison import Comparison, PageChange, evidence_counts, headline
from brainwiki.review.risk import words_of
from brainwiki.review.standing import Standing

MARKER = "<!-- brainwiki:diff -->"  # by this first line the one comment is found again
LIMIT = 60_000  # characters; GitHub takes 65,536
# Whose words a proof is, in words.
TRUST: Mapping[Trust, str] = {
    "user": "the user",
    "assistant": "the assistant",
    "tool": "a tool",
    "system": "a system message",
    "web": "the web",
    "record": "a record",
    "page": "another page",
    "commit": "a commit",
    "asserted": "nobody but the entry",
    "unknown": "not at hand",
}
_RESERVE = 300
_PAGES = 100
_LISTED = 50
_CUTS = {"path": 300, "claim": 600, "quote": 300, "line": 300, "message": 400}
_TAGS: Mapping[State, tuple[str, str]] = {"=": ("", ""), "-": ("<del>", "</del>"), "+": ("<ins>", "</ins>")}


def comparison_as_markdown(comparison: Comparison, limit: int = LIMIT) -> str:
    """A comparison in at most `limit` characters, what blocks first; what is left out is counted."""
    base = comparison.base[:10] or "nothing"
    lines = [MARKER, f"## brainwiki: {headline(comparison)}", "", f"From {code(base)} to {code(comparison.head[:10])}."]
    lines += _risk(comparison)
    lines += _findings(comparison, Severity.BLOCK)
    lines += _section("Claims against each other", list(_pairs(comparison)), _LISTED)
    lines += _table(comparison)
    lines += _reach(comparison)
    lines += _section(
        "Links that lead nowhere now",
        [f"{_path(one.path)}:{one.line} {code(cut(one.target, 200))}, {one.state}" for one in comparison.broken],
        _LISTED,
    )
    lines += _section("Pages that nothing leads to now", [_path(path) for path in comparison.orphaned], _LISTED)
    lines += _section("Outside the pages", [_path(path) for path in comparison.outside], _LISTED)
    lines += _findings(comparison, Severity.WARN)
    room = limit - _RESERVE - sum(len(line) + 1 for line in lines)
    if room < 0:
        return "\n".join(_short(lines, limit))
    shown, told = _claims(comparison, room)
    lines += told
    if shown < len(comparison.claims):
        lines += ["", f"Left out here: {len(comparison.claims) - shown:,} more claims."]
    elif comparison.lines:
        lines += _text(comparison.lines, room - sum(len(line) + 1 for line in told))
    return "\n".join(lines)


def _short(lines: Sequence[str], limit: int) -> list[str]:
    """As much of the lines as fits; only where names are very long."""
    _, kept = _fitting(([line] for line in lines), limit - _RESERVE)
    return [*kept, "", "More is left out here; `brainwiki diff` shows all."]


def _risk(comparison: Comparison) -> Iterator[str]:
    """The label with its reasons, the gravest first."""
    yield ""
    yield f"**Risk: {comparison.risk}**" + ("" if comparison.reasons else ", nothing to decide")
    if comparison.reasons:
        yield ""
        for one in comparison.reasons:
            where = ", ".join(map(_path, one.paths[:3])) + (" …" if len(one.paths) > 3 else "")
            yield f"- {one.risk}: {words_of(one)}" + (f" ({where})" if where else "")
    if comparison.limited:
        yield ""
        yield f"Limited: {prose(comparison.limited, _CUTS['claim'])}"


def _findings(comparison: Comparison, severity: Severity) -> Iterator[str]:
    """The new findings of a severity; those that only warn are folded."""
    found = [one for one in comparison.findings or () if one.severity is severity]
    if not found:
        return
    entries = [_finding(one) for one in found[:_LISTED]]
    if len(found) > _LISTED:
        entries.append(f"- and {len(found) - _LISTED:,} more")
    if severity is Severity.BLOCK:
        yield from ("", "### What blocks", "", *entries)
    else:
        yield from ("", "<details>", f"<summary>{len(found):,} WARN</summary>", "", *entries, "", "</details>")


def _finding(one: Finding) -> str:
    return f"- {one.code} {_path(one.path)}:{one.line} {prose(one.message, _CUTS['message'])}"


def _pairs(comparison: Comparison) -> Iterator[str]:
    """What holds and what comes against it, each with its evidence."""
    said = {"replaced": "becomes history", "open": "both stand"}
    for one in comparison.pairs:
        if one.outcome == "changed":
            continue  # the claim itself tells what it said and says
        flags = f" ({', '.join(one.flags)})" if one.flags else ""
        yield f"{_path(one.page)} {said[one.outcome]}{flags}\n" + "\n".join(_pair(one, comparison.grounds))


def _pair(one: Pair, grounds: Mapping[Proof, Ground]) -> Iterator[str]:
    pieces = marked(one.active.text, one.incoming.text)
    yield f"  - active: {_words(side(pieces, '-'))}"
    yield from (f"    - {_proof(proof, grounds)}" for proof in one.active_rests)
    yield f"  - incoming: {_words(side(pieces, '+'))}"
    yield from (f"    - {_proof(proof, grounds)}" for proof in one.incoming_rests)


def _table(comparison: Comparison) -> Iterator[str]:
    """The pages, a row each."""
    if not comparison.pages:
        return
    standings = {one.path: one for one in comparison.standings}
    yield from ("", "### Pages", "", "| page | claims | evidence | confidence | sources |", "|---|---|---|---|---|")
    for one in comparison.pages[:_PAGES]:
        claims = [claim for claim in comparison.claims if claim.page == one.path]
        yield _row(one, claims, standings.get(one.path))
    if len(comparison.pages) > _PAGES:
        yield f"| and {len(comparison.pages) - _PAGES:,} more | | | | |"


def _row(one: PageChange, claims: Sequence[ClaimChange], standing: Standing | None) -> str:
    kinds = Counter(claim.change for claim in claims)
    gained, lost = evidence_counts(claims)
    evidence = ", ".join(f"{count:,} {what}" for count, what in ((gained, "gained"), (lost, "lost")) if count)
    was = f", before {_cell(one.was)}" if one.was else ""
    before, after = standing.confidence if standing else (None, None)
    sources = standing.sources if standing else (0, 0)
    cells = [
        f"{one.did} {_cell(one.path)}{was}",
        ", ".join(f"{count:,} {kind}" for kind, count in kinds.items()),
        evidence,
        "" if before == after else f"{_number(before)} → {_number(after)}",
        ""
        if sources == (0, 0)
        else f"{sources[0]:,} → {sources[1]:,}"
        if sources[0] != sources[1]
        else f"{sources[0]:,}",
    ]
    return f"| {' | '.join(cells)} |"


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:g}"


def _cell(path: str) -> str:
    """A path in a row, which a bar would end."""
    return _path(path).replace("|", "\\|")


def _reach(comparison: Comparison) -> Iterator[str]:
    found = comparison.reach
    if found.hop1 or found.hop2:
        best = ", ".join(f"{_path(one.path)} ({counted(one.links, 'page')})" for one in found.best)
        yield ""
        yield f"Reach: {counted(found.hop1, 'page')} at one step, {found.hop2:,} at two. Best linked: {best}"


def _path(path: str) -> str:
    return code(cut(path, _CUTS["path"]))


def _section(title: str, entries: list[str], most: int) -> list[str]:
    if not entries:
        return []
    more = [f"- and {len(entries) - most:,} more"] if len(entries) > most else []
    return ["", f"### {title}", "", *(f"- {entry}" for entry in entries[:most]), *more]


def _claims(comparison: Comparison, room: int) -> tuple[int, list[str]]:
    """A fold for each page with as many of its claims as there is room for: how many claims, and the lines."""
    shown, lines = 0, []
    for path, group in groupby(comparison.claims, key=lambda one: one.page):
        claims = list(group)
        told = counted(len(claims), "claim")
        around = ["", "<details>", f"<summary><code>{escape(cut(path, _CUTS['path']))}</code> {told}</summary>", ""]
        count, inner = _fitting(
            (list(_claim(one, comparison.grounds)) for one in claims),
            room - sum(len(line) + 1 for line in around) - len("\n</details>\n"),
        )
        if not count:
            break
        lines += [*around, *inner, "", "</details>"]
        shown += count
        room -= sum(len(line) + 1 for line in (*around, *inner, "", "</details>"))
        if count < len(claims):
            break
    return shown, lines


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


def _claim(one: ClaimChange, grounds: Mapping[Proof, Ground]) -> Iterator[str]:
    """What became of a claim, with the words that changed marked and its evidence quoted."""
    head = f"- **{one.change}**" + (f" ({', '.join(one.flags)})" if one.flags else "") + f", {_support(one)}"
    before, after = one.before.text if one.before else "", one.after.text if one.after else ""
    if before and after and before != after:
        pieces = marked(before, after)
        yield head
        yield f"  - before: {_words(side(pieces, '-'))}"
        yield f"  - now: {_words(side(pieces, '+'))}"
    else:
        yield f"{head}: {prose(after or before, _CUTS['claim'])}"
    if one.origin and one.origin != one.page:
        yield f"  - came from {_path(one.origin)}"
    exchanged = {proof for pair in one.retargeted for proof in pair}
    for old, new in one.retargeted:
        yield f"  - evidence exchanged: {_proof(old, grounds)}; now {_proof(new, grounds)}"
    yield from (f"  - evidence gained: {_proof(proof, grounds)}" for proof in one.gained if proof not in exchanged)
    yield from (f"  - evidence lost: {_proof(proof, grounds)}" for proof in one.lost if proof not in exchanged)
    yield from (f"  - evidence: {_proof(proof, grounds)}" for proof in one.kept)


def _support(one: ClaimChange) -> str:
    """The class of support, and the one before where it was another."""
    return f"{one.supported} before, {one.support} now" if one.before and one.supported != one.support else one.support


def _words(pieces: Iterable[Piece]) -> str:
    """A text with the words that only it has marked."""
    out: list[str] = []
    room = _CUTS["claim"]
    for piece in pieces:
        if room <= 0:
            break
        opening, closing = _TAGS[piece.state]
        text = piece.text[:room] + ("…" if len(piece.text) > room else "")
        core = text.strip()
        start = text.index(core) if core else len(text)
        inner = prose(core, len(core)) if core else ""
        out.append(
            f"{text[:start] and ' '}{opening}{inner}{closing}{text[start + len(core) :] and ' '}" if core else " "
        )
        room -= len(piece.text)
    return " ".join("".join(out).split())


def _proof(proof: Proof, grounds: Mapping[Proof, Ground]) -> str:
    """Where a proof leads, whose words it quotes, and whether they stand there."""
    turn = f" turn {proof.turn}" if proof.turn else ""
    quote = f" “{prose(proof.quote, _CUTS['quote'])}”" if proof.quote else ""
    known = grounds.get(proof)
    whose = f" ({TRUST[known.trust]})" if known else ""
    missing = ", **the quote does not stand there**" if known and known.found is False else ""
    return f"{_path(proof.resource)}{turn}{whose}{quote}{missing}"


def _text(lines: Iterable[str], room: int) -> list[str]:
    """The difference of the text in a fence that no line of it can close."""
    shown, told = _fitting(([cut(line, _CUTS["line"])] for line in lines), room)
    fence = "`" * max(3, 1 + max((len(line) - len(line.lstrip("+- `")) for line in told), default=0))
    return ["", "### Text", "", f"{fence}diff", *told, fence] if shown else []
