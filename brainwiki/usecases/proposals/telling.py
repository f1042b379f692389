"""A proposal as the document of `review show`, and as Markdown for a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brainwiki.markup.shown import code, cut, prose
from brainwiki.model.receipt import Risk
from brainwiki.review.comparison import headline
from brainwiki.review.document import comparison_as_json
from brainwiki.review.happening import Event
from brainwiki.review.markdown import LIMIT, comparison_as_markdown
from brainwiki.usecases.proposals.showing import Shown

_KEPT = (
    "headline",
    "reasons",
    "claims",
    "contradictions",
    "pages",
    "links",
    "reach",
    "outside",
    "silenced",
    "findings",
    "limited",
)
_LONG = 300


def shown_as_json(shown: Shown) -> dict[str, Any]:
    """The document: what the proposal is, then the keys of `diff`, then its observations, its gate and its events."""
    held, receipt = shown.held, shown.held.receipt
    found: dict[str, Any] = {
        "version": 1,
        "id": held.id,
        "state": held.state,
        "title": receipt.title if receipt else "",
        "base": held.base,
        "commit": held.tip,
        "risk": risk_of(shown),
        "by": held.life.draft.by,
        "sessions": [span._asdict() for span in held.life.draft.sessions],
    }
    found |= _comparison(shown)
    found["observations"] = {
        "adopted": [_adopted(shown, one) for one in (receipt.adopted if receipt else ())],
        "rejected": [{"id": one.observation, "reason": one.reason} for one in (receipt.left if receipt else ())],
    }
    found["gate"] = gate_of(shown)
    found["overlaps"] = [{"id": one.id, "pages": [*one.paths]} for one in shown.overlaps]
    found["events"] = [_event(one) for one in held.events]
    if held.life.draft.reverts:
        found["reverts"] = held.life.draft.reverts
    if held.life.reverted:
        found["reverted"] = held.life.reverted
    return found


def risk_of(shown: Shown) -> Risk | None:
    """How risky it is by what is known now; by its receipt where its commit is not here."""
    if shown.comparison is not None:
        return shown.comparison.risk
    return shown.held.receipt.risk if shown.held.receipt else None


def _comparison(shown: Shown) -> dict[str, Any]:
    """What `diff` tells; where the commit is not here, nothing is known of the claims, and why."""
    if shown.comparison is None:
        nothing: dict[str, Any] = {key: [] for key in ("reasons", "claims", "contradictions", "pages", "findings")}
        receipt = shown.held.receipt
        return {"headline": receipt.description if receipt else "", **nothing, "reach": None, "limited": shown.missing}
    told = comparison_as_json(shown.comparison)
    return {key: told[key] for key in _KEPT}


def _adopted(shown: Shown, observation: str) -> dict[str, Any]:
    """An adopted observation with its words, and whether it was approved one by one."""
    found: dict[str, Any] = {"id": observation, "approved": is_agreed(shown, observation)}
    known = (shown.observations or {}).get(observation)
    if known is None:
        return found
    return found | {
        "session": known.session,
        "turn": known.turn,
        "quote": known.quote,
        "subject": known.subject,
        "statement": known.statement,
        "kind": known.kind,
    }


def is_agreed(shown: Shown, observation: str) -> bool:
    """Whether an observation is approved, alone or with the whole."""
    return shown.held.state in ("approved", "applied") or observation in shown.held.life.agreed


def gate_of(shown: Shown) -> dict[str, str]:
    """What each part of the gate said, by its name."""
    found: dict[str, str] = {}
    for line in shown.held.receipt.gate if shown.held.receipt else ():
        name, _, told = line.partition(": ")
        found[name] = told
    return found


def _event(one: Event) -> dict[str, Any]:
    found: dict[str, Any] = {"event": one.name, "at": one.at, "by": one.by}
    more = {
        "reason": one.reason,
        "observations": [*one.observations],
        "commit": one.commit,
        "proposal": one.proposal,
    }
    return found | {key: held for key, held in more.items() if held}


def shown_as_markdown(shown: Shown, limit: int = LIMIT) -> str:
    """The comparison as Markdown, with the observations, the gate and the overlaps of the proposal behind it."""
    more = "\n".join(_more(shown))
    if shown.comparison is None:
        return f"## brainwiki: {prose(shown.held.id, _LONG)}\n\n{prose(shown.missing, _LONG)}\n{more}"
    return f"{comparison_as_markdown(shown.comparison, limit - len(more) - 1)}\n{more}"


def _more(shown: Shown) -> Iterator[str]:
    held, receipt = shown.held, shown.held.receipt
    yield ""
    yield "### Proposal"
    yield ""
    yield f"- {code(held.id)} is {held.state}; drawn by {code(cut(held.life.draft.by, 100))}"
    for name, told in gate_of(shown).items():
        yield f"- {prose(name, 60)}: {prose(told, _LONG)}"
    for overlap in shown.overlaps:
        yield f"- overlaps {code(overlap.id)} on {', '.join(code(cut(path, 200)) for path in overlap.paths[:5])}"
    if receipt is None or not (receipt.adopted or receipt.left):
        return
    yield ""
    yield "### Observations"
    yield ""
    for one in receipt.adopted[:100]:
        known = (shown.observations or {}).get(one)
        where = (
            f"{code(cut(known.resource, _LONG))} “{prose(known.quote, _LONG)}” → {code(cut(known.subject, _LONG))}"
            if known
            else ""
        )
        yield f"- {'approved' if is_agreed(shown, one) else 'adopted'} {code(cut(one, 100))} {where}".rstrip()
    for left in receipt.left[:100]:
        yield f"- left {code(cut(left.observation, 100))} {prose(left.reason, _LONG)}".rstrip()


def headline_of(shown: Shown) -> str:
    """One line on what the proposal does."""
    if shown.comparison is not None:
        return headline(shown.comparison)
    return shown.held.receipt.description if shown.held.receipt else shown.missing
