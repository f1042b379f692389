"""Checks on whose words the evidence is: the assistant's own, words that do not stand there, orders and guarded things of strangers."""

from __future__ import annotations

from brainwiki.claims.imperatives import find_plain, lowered
from brainwiki.dream.gate import Evidence, Judgement
from brainwiki.dream.judging import reading, wordings
from brainwiki.dream.judging.view import LOW, View
from brainwiki.model.names import squeeze


def own_output(view: View) -> Judgement | None:
    """What only the assistant said is evidence for nothing."""
    if view.evidence:
        return None
    told = "only the assistant said so" if view.case.evidence else "nothing is cited"
    return view.says("unsupported", told)


def quote(view: View) -> Judgement | None:
    """The quoted words stand in the turn; where the turn cannot be read, nobody can tell."""
    for one in view.evidence:
        if one.text and one.quote and squeeze(one.quote) not in squeeze(one.text):
            return view.says("unsupported", "the quoted words do not stand in what is cited")
    if not any(one.text and one.quote for one in view.evidence):
        return view.says("unsure", "what is cited cannot be read here, or nothing of it is quoted")
    return None


def orders(view: View) -> Judgement | None:
    """A text that was read gives no orders, and nobody's words speak to machines past the person who reads them."""
    for one in view.evidence:
        around = reading.around(one.quote, one.text, whole=True)
        low = lowered(around)
        if any(order.plain for order in find_plain(low)):
            return view.says("injected", "the cited words are an order to machines")
        if one.role in LOW and (wordings.ADDRESSED.search(low) or wordings.STANDING.search(lowered(one.quote))):
            return view.says("injected", f"an order that stands in what the {_who(one)} said, and no person gave it")
    return None


def guarded(view: View) -> Judgement | None:
    """Links, addresses, accounts, credentials and permissions come from people, not from the web or a tool."""
    trusted = {token for one in view.trusted for token in reading.tokens(one.quote)}
    for one in view.evidence:
        if one.role not in LOW:
            continue
        brought = view.load & {*reading.tokens(one.quote)} - trusted
        if view.trusted and not brought:
            continue
        words = lowered(one.quote) if view.trusted else f"{lowered(one.quote)}\n{lowered(view.case.after)}"
        for thing in wordings.GUARDED:
            if thing.pattern.search(words):
                return view.says("unsupported", f"{thing.name} that only the {_who(one)} told of")
    return None


def _who(one: Evidence) -> str:
    return "web" if one.role == "web" else "tool"
