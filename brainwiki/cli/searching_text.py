"""The hits of a search and what a refresh did, for people at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from brainwiki.model.hit import Answer, Hit, Reason
from brainwiki.retrieval.snippets import marks
from brainwiki.usecases.index import Refreshed

Paint = Callable[[str, str], str]


def answer_text(answer: Answer, terms: frozenset[str], paint: Paint, wordy: bool = False) -> str:
    """Every hit in a few lines; then how the search worked, where that was not its best. `wordy` shows further passages."""
    shown = [_hit(number, hit, terms, paint, wordy) for number, hit in enumerate(answer.hits, 1)]
    if not shown:
        shown = ["Nothing was found."]
    told = [f"Searched by {_step(answer)}.", *answer.notes] if answer.degraded else [*answer.notes]
    return "\n\n".join([*shown, *([paint("\n".join(told), "quiet")] if told else [])])


def _step(answer: Answer) -> str:
    words = {
        "semantic": "meaning alone",
        "sparse": "words alone",
        "recency": "date alone",
        "hybrid": "words and meaning",
    }
    return f"{words[answer.mode]}: {answer.degraded}"


def _hit(number: int, hit: Hit, terms: frozenset[str], paint: Paint, wordy: bool) -> str:
    where = f"{hit.path}:{hit.line}" if hit.turn is None else f"{hit.path} turn {hit.turn}"
    title = paint(hit.title, "path") + (f" > {hit.section}" if hit.section else "")
    lines = [f"{number}. {title}", f"   {paint(where, 'caret')}  {_standing(hit, paint)}"]
    lines.append(f"   {marked(hit.snippet, terms, paint)}")
    why = hit.why if hit.confidence is not None else hit.why._replace(confidence=1.0)
    lines.append(f"   {paint(why_text(why), 'quiet')}")
    if wordy:
        for other in hit.others:
            lines.append(f"   + :{other.line} {marked(other.snippet, terms, paint)}")
    return "\n".join(lines)


def _standing(hit: Hit, paint: Paint) -> str:
    """Date, kind, how far it may be trusted."""
    label = {"fresh": "good", "aging": "warn", "stale": "block"}[hit.freshness]
    parts = [hit.date, hit.type if hit.type and hit.type != hit.kind else hit.kind]
    parts.append(paint(hit.freshness, label))
    if hit.confidence is not None:
        parts.append(f"{hit.confidence} %")
    if hit.kind in ("page", "note"):
        parts.append(hit.tier)
    if hit.scope:
        parts.append(hit.scope)
    return " · ".join(filter(None, parts))


def why_text(why: Reason) -> str:
    """The reason for a hit in one line."""
    return "why: " + ", ".join(_reasons(why))


def _reasons(why: Reason) -> Iterator[str]:
    if why.lexical_rank is not None:
        yield f"words #{why.lexical_rank}"
    if why.semantic_rank is not None:
        yield f"meaning #{why.semantic_rank}" + (f" (likeness {why.cosine:.2f})" if why.cosine is not None else "")
    if why.alias:
        yield f"name “{why.alias}”"
    if why.confidence < 1:
        yield f"confidence x {why.confidence:.2f}"
    if why.recency < 1:
        yield f"age x {why.recency:.2f}"
    if why.note:
        yield why.note


def marked(text: str, terms: frozenset[str], paint: Paint) -> str:
    """A text with the words that were asked for in colour."""
    parts: list[str] = []
    at = 0
    for start, end in marks(text, terms):
        parts += [text[at:start], paint(text[start:end], "match")]
        at = end
    return "".join(parts) + text[at:]


def refreshed_text(done: Refreshed, paint: Paint) -> str:
    """What a refresh did."""
    what = f"{done.read:,} of {done.files:,} files read" if done.read else f"{done.files:,} files, nothing new"
    gone = f", {done.gone:,} gone" if done.gone else ""
    where = f" ({done.place})" if done.place else " (in memory: no cache folder can be written)"
    return f"{paint('Indexed' if done.read or done.gone else 'Up to date', 'good')} {what}{gone}{paint(where, 'quiet')}"
