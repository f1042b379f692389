"""Proposals for people at a terminal: the list, one of them, and what came of a decision."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from brainwiki.cli.common import paint
from brainwiki.cli.reviewing_text import comparison_text
from brainwiki.cli.wrapping import wrap
from brainwiki.markup.shown import counted, cut, visible
from brainwiki.review.happening import Event
from brainwiki.usecases.proposals.deciding import Decided
from brainwiki.usecases.proposals.listing import Listed, Listing, Untold
from brainwiki.usecases.proposals.showing import Shown
from brainwiki.usecases.proposals.telling import gate_of, headline_of, is_agreed

_STATES = {"open": "warn", "approved": "good", "rejected": "block", "applied": "good", "stale": "quiet"}
_RISKS = {"high": "block", "medium": "warn", "low": "good"}
_LONG = 300
_PAGES = 5


def listing_text(listing: Listing, whole: bool = False) -> str:
    """What waits, each with its pages and overlaps; `whole`: also what has ended."""
    ended = listing.proposals[len(listing.waiting) :]
    parts = ["\n".join(_listed(one)) for one in (listing.proposals if whole else listing.waiting)]
    if not listing.waiting:
        parts.insert(0, "No proposal waits.")
    if ended and not whole:
        parts.append(paint(f"{counted(len(ended), 'proposal')} more ended: --all", "quiet"))
    parts += ["\n".join(_untold(listing.untold))] if listing.untold else []
    for name, faults in sorted(listing.damaged.items()):
        parts.append(paint(f"{visible(name)} is damaged: line {faults[0].line}: {faults[0].why}", "block"))
    return "\n\n".join(parts)


def _listed(one: Listed) -> Iterator[str]:
    held, receipt = one.held, one.held.receipt
    risk = f"  risk {paint(receipt.risk, _RISKS[receipt.risk])}" if receipt else ""
    yield f"{paint(held.id, 'path')}  {paint(held.state, _STATES[held.state])}{risk}  {paint(_age(one.age), 'quiet')}"
    if one.title:
        yield wrap(cut(one.title, _LONG), "  ")
    pages = sorted(receipt.writes) if receipt else []
    if pages:
        more = f" and {len(pages) - _PAGES} more" if len(pages) > _PAGES else ""
        yield wrap(f"{', '.join(pages[:_PAGES])}{more}", "  ")
    agreed = len(held.life.agreed)
    if agreed and held.state == "open":
        yield f"  {agreed} of {counted(len(held.life.draft.consolidation.adopted), 'observation')} approved"
    for other in one.overlaps:
        yield paint(wrap(f"overlaps {other.id} on {', '.join(other.paths[:_PAGES])}", "  "), "warn")
    if one.odd:
        yield paint(wrap(one.odd, "  "), "block")
    reason = next((event.reason for event in reversed(held.events) if event.reason), "")
    if reason and not held.is_waiting:
        yield wrap(cut(reason, _LONG), "  ")


def _age(age: timedelta) -> str:
    """How long ago, in the largest unit."""
    if age.days:
        return f"{counted(age.days, 'day')} old"
    hours = age.seconds // 3600
    return f"{counted(hours, 'hour')} old" if hours else "new"


def _untold(found: tuple[Untold, ...]) -> Iterator[str]:
    yield paint("Branches with a receipt that no event tells of; nothing is done with them:", "warn")
    for one in found:
        yield f"  {visible(one.ref)}  {one.commit[:10]}  {cut(one.title, 100)}"


def shown_text(shown: Shown) -> str:
    """A proposal: what it is, its difference, its observations, the gate, and what happened so far."""
    parts = [*_head(shown), ""]
    if shown.comparison is None:
        parts.append(paint(wrap(f"Its commit is not here: {shown.missing}"), "warn"))
    else:
        parts.append(comparison_text(shown.comparison))
    parts += _observations(shown)
    gate = [f"  {visible(name)}: {cut(told, _LONG)}" for name, told in gate_of(shown).items()]
    parts += ["", paint("Gate", "path"), *gate] if gate else []
    parts += ["", paint("So far", "path"), *(_event(one) for one in shown.held.events)]
    if shown.held.state == "open":
        parts += ["", paint(f"brainwiki review approve {shown.held.id}, or reject --reason TEXT, or edit", "quiet")]
    return "\n".join(parts)


def _head(shown: Shown) -> Iterator[str]:
    held = shown.held
    yield f"{paint(held.id, 'path')}  {paint(held.state, _STATES[held.state])}"
    yield wrap(cut(held.receipt.title if held.receipt else headline_of(shown), _LONG))
    spans = [f"{visible(one.session)} {one.first}-{one.last}" for one in held.life.draft.sessions]
    yield f"drawn by {visible(held.life.draft.by)}" + (f" from {', '.join(spans[:_PAGES])}" if spans else "")
    if held.life.draft.reverts:
        yield f"undoes {visible(held.life.draft.reverts)}"
    if held.life.reverted:
        yield f"undone by {visible(held.life.reverted)}"
    for other in shown.overlaps:
        yield paint(wrap(f"overlaps {other.id} on {', '.join(other.paths[:_PAGES])}"), "warn")


def _observations(shown: Shown) -> Iterator[str]:
    receipt = shown.held.receipt
    if receipt is None or not (receipt.adopted or receipt.left):
        return
    yield from ("", paint("Observations", "path"))
    for one in receipt.adopted:
        known = (shown.observations or {}).get(one)
        mark = paint("approved", "good") if is_agreed(shown, one) else "adopted "
        yield f"  {mark}  {visible(one)}" + (f"  {visible(known.subject)}" if known else "")
        if known:
            yield wrap(f"“{cut(known.quote, _LONG)}”  {known.resource}", "    ")
            yield wrap(f"→ {cut(known.statement, _LONG)}", "    ")
    for left in receipt.left:
        yield f"  {paint('left    ', 'quiet')}  {visible(left.observation)}"
        yield wrap(cut(left.reason, _LONG), "    ")


def _event(one: Event) -> str:
    about = f" {', '.join(one.observations[:_PAGES])}" if one.observations else ""
    by = f" by {visible(one.by)}"
    reason = f": {cut(one.reason, _LONG)}" if one.reason else ""
    when = f"{one.at[:10]} {one.at[11:16]}Z"
    return wrap(f"{when}  {one.name}{about}{by}{reason}", "  ")


def decided_text(done: Decided, did: str) -> str:
    """What came of a decision, or why it was refused."""
    held = done.held
    if done.reasons:
        listed = [wrap(reason, "  ") for reason in done.reasons]
        return "\n".join([paint(f"{held.id} was left as it is ({held.state}):", "block"), *listed])
    adopted, agreed = held.life.draft.consolidation.adopted, held.life.agreed
    if did == "approved" and held.state == "open":
        left = ", ".join(visible(one) for one in adopted if one not in agreed)
        return f"{held.id}: {len(agreed)} of {counted(len(adopted), 'observation')} approved; still to decide: {left}"
    return f"{held.id} is {did}."
