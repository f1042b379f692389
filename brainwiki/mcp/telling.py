"""What the tools found, as text for a model: short, with paths that the other tools take, and nothing that a terminal would need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from brainwiki.graph.context import ContextLink, sentence_at
from brainwiki.graph.trail import Step, Trail
from brainwiki.model.hit import Answer, Hit
from brainwiki.model.page import Claim, Page
from brainwiki.model.session import Transcript, Turn
from brainwiki.review.comparison import FORGOTTEN
from brainwiki.usecases.explore import ClaimsView, LinksView

_SNIPPET = 320  # characters
_SENTENCE = 300
_TURN = 1_200


def cut(text: str, length: int) -> str:
    """A text in one line, its end cut off where it is longer."""
    line = " ".join(text.split())
    return line if len(line) <= length else f"{line[:length]}…"


def page_head(page: Page) -> str:
    """What a page says of itself, before its text."""
    marks = [f"kind: {page.kind}", f"type: {page.type}" if page.type else ""]
    if page.status != "stable":
        marks.append(f"status: {page.status}" + (f", superseded by {page.successor}" if page.successor else ""))
    stale = page.text_of("stale_after")
    marks += [f"check after: {stale}" if stale else ""]
    if page.confidence is not None:
        marks.append(f"confidence: {round(100 * page.confidence)} %")
    return f"# {page.title}\npath: {page.id} ({'; '.join(mark for mark in marks if mark)})"


def turns_text(transcript: Transcript, session: str, names: frozenset[str], first: int = 0, last: int = 0) -> str:
    """The turns of a session from `first` to `last` (0: all of them), without what was forgotten (`names`)."""
    shown = [turn for turn in transcript.turns if not last or first <= turn.number <= last]
    return "\n\n".join(_turn_text(turn, f"{session}#turn-{turn.number}" in names) for turn in shown)


def _turn_text(turn: Turn, is_forgotten: bool) -> str:
    at = f" · {turn.at}" if turn.at else ""
    return f"## turn {turn.number} · {turn.role}{at}\n{FORGOTTEN if is_forgotten else turn.text}"


def answer_text(answer: Answer) -> str:
    """The hits of a search, best first."""
    head = f"{len(answer.hits)} hit{'' if len(answer.hits) == 1 else 's'} (search by: {answer.mode}"
    head += f"; not at its best: {answer.degraded})" if answer.degraded else ")"
    head = "\n".join([head, *(f"note: {note}" for note in answer.notes)])
    if not answer.hits:
        return f"{head}\nNothing was found. Try other words, fewer words, or another language of the brain."
    return "\n\n".join([head, *(_hit(hit, number) for number, hit in enumerate(answer.hits, 1))])


def _hit(hit: Hit, number: int) -> str:
    where = f"{hit.path.removesuffix('.md')}#turn-{hit.turn}" if hit.turn else hit.path.removesuffix(".md")
    marks = [
        hit.kind,
        hit.date,
        f"{hit.confidence} % sure" if hit.confidence is not None else "",
        "STALE: check before use" if hit.stale else hit.freshness if hit.freshness != "fresh" else "",
        hit.tier,
        f"scope {hit.scope}" if hit.scope else "",
    ]
    lines = [f"{number}. {hit.title}" + (f" > {hit.section}" if hit.section else "")]
    lines.append(f"   read: {where}  ({'; '.join(mark for mark in marks if mark)})")
    lines.append(f"   {cut(hit.snippet or hit.text, _SNIPPET)}")
    why = [f"alias {hit.why.alias}" if hit.why.alias else "", hit.why.note]
    if any(why):
        lines.append(f"   why: {'; '.join(mark for mark in why if mark)}")
    also = [f"turn {one.turn}" if one.turn else one.section or f"line {one.line}" for one in hit.others]
    if also:
        lines.append(f"   also there: {', '.join(also[:5])}")
    return "\n".join(lines)


def links_text(view: LinksView) -> str:
    """The links of a page, out and in, and what cites it."""
    lines = [page_head(view.page), "", f"Links out ({len(view.out)}):"]
    lines += [_out(found) for found in view.out]
    lines += ["", f"Links in ({len(view.into)}):", *(_into(found) for found in view.into)]
    if view.cited_by:
        lines += ["", f"Cited as evidence by ({len(view.cited_by)}):", *(f"- {node.id}" for node in view.cited_by)]
    return "\n".join(lines)


def _out(found: ContextLink) -> str:
    where = found.node.id if found.node and found.state in ("page", "self", "raw") else found.link.target
    state = "" if found.state in ("page", "raw") else f" ({found.state})"
    candidates = f": {', '.join(found.candidates)}" if found.candidates else ""
    return f"- {where}{state}{candidates}: {cut(sentence_at(found.page, found.link.start), _SENTENCE)}"


def _into(found: ContextLink) -> str:
    return f"- {found.page.id}: {cut(sentence_at(found.page, found.link.start), _SENTENCE)}"


def claims_text(view: ClaimsView) -> str:
    """The claims of a page with their ids and the support of each."""
    lines = [
        page_head(view.page),
        "",
        f"{len(view.claims)} claims; call why again with the id of one for its evidence:",
    ]
    for claim, steps in view.claims:
        rests = ", ".join(f"[{step.source.id}] {step.support} {step.source.resource}" for step in steps)
        until = f" (held until {claim.until})" if claim.until else ""
        lines += [f"- {claim.id}{until}: {claim.text}", f"  rests on: {rests or 'nothing'}"]
    return "\n".join(lines)


def trail_text(trail: Trail, names: frozenset[str]) -> str:
    """What a claim rests on, down to the quoted turn, without what was forgotten (`names`)."""
    claim = trail.claim
    lines = [page_head(trail.page), "", f"Claim {claim.id}: {claim.text}"]
    if claim.until:
        lines.append(f"It held until {claim.until}.")
    if trail.replaced_by is not None:
        lines.append(f"Now holds {trail.replaced_by.id}: {trail.replaced_by.text}")
    lines += ["", *_steps(trail.steps, "", names)]
    for old, steps in trail.history:
        lines += ["", f"Before ({_until(old)}): {old.text}", *_steps(steps, "", names)]
    return "\n".join(lines)


def _until(claim: Claim) -> str:
    return f"until {claim.until}" if claim.until else "earlier"


def _steps(steps: Iterable[Step], indent: str, names: frozenset[str]) -> Iterator[str]:
    for step in steps:
        yield f"{indent}[{step.source.id}] {step.support}: {step.source.resource or step.source.title}"
        if _is_forgotten(step, names):
            yield f"{indent}    {FORGOTTEN}"
            continue
        yield from (f"{indent}    {line}" for line in _step(step, names))
        for down in step.down:
            said = f": {down.claim.id}: {down.claim.text}" if down.claim else ""
            yield f"{indent}    which rests on{said}"
            yield from _steps(down.steps, f"{indent}        ", names)


def _is_forgotten(step: Step, names: frozenset[str]) -> bool:
    name = step.node.id if step.node else ""
    return name in names or f"{name}#turn-{step.evidence.turn}" in names


def _step(step: Step, names: frozenset[str]) -> Iterator[str]:
    source = step.source
    if source.title and source.title != source.resource:
        yield cut(source.title, _SENTENCE)
    if source.quote:
        verdict = {True: "stands there", False: "DOES NOT STAND THERE", None: "cannot be looked up here"}[step.quoted]
        yield f"quote “{cut(source.quote, _TURN)}”: {verdict}"
    if step.reason:
        yield step.reason
    for said in step.turns:
        mark = ">" if said.is_cited else " "
        is_gone = step.node is not None and f"{step.node.id}#turn-{said.turn.number}" in names
        words = FORGOTTEN if is_gone else cut(said.turn.text, _TURN)
        yield f"{mark} turn {said.turn.number} {said.turn.role} {said.turn.at}: {words}"
    for line in step.lines:
        yield f"  {line.number}: {cut(line.text, _SENTENCE)}"
    if step.cut:
        yield f"(not followed further: {step.cut})"
