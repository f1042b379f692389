"""A model's answers held against what they are about: what is wrong with one, and the observation or update that it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from brainwiki.dream.by_model.schemas import LONGEST_STATEMENT
from brainwiki.model.names import slug, squeeze
from brainwiki.model.page import Page
from brainwiki.model.session import Turn
from brainwiki.model.update import Update

Answer = Mapping[str, Any]

_NEEDS_CLAIM = ("support", "supersede", "edit", "retire")
_NEEDS_STATEMENT = ("supersede", "edit", "add", "create")
_TYPES = {
    "people": "person",
    "projects": "project",
    "decisions": "decision",
    "preferences": "preference",
    "concepts": "concept",
    "learnings": "learning",
}


def wrong_observation(told: Answer, turns: Mapping[int, Turn]) -> str:
    """What is wrong with a noted observation: a quote that is not in its turn, or a turn that nobody is quoted from; else empty."""
    turn = turns.get(told["turn"])
    if turn is None:
        return f"there is no new turn {told['turn']}"
    if turn.role != "user":
        return f"turn {turn.number} is not the user's"
    quote = squeeze(told["quote"])
    if not quote or quote not in squeeze(turn.text):
        return f"the quote does not stand in turn {turn.number}"
    return "" if sentence(told["statement"]) else "the statement is empty"


def wrong_place(answer: Answer, candidates: Sequence[Page]) -> list[str]:
    """What is wrong with a decision: a page or claim that was not shown, or something that it needs and lacks."""
    do, by_id = answer["do"], {page.id: page for page in candidates}
    found: list[str] = []
    if do == "create":
        found += [
            f"`{key}` is empty, and `create` needs it"
            for key in ("folder", "title", "description")
            if not answer[key].strip()
        ]
    elif do != "leave":
        page = by_id.get(answer["page"])
        if page is None:
            return [
                f"`page` must be one of those shown: {', '.join(by_id) or 'there are none, so create one or leave it'}"
            ]
        claims = {claim.id for claim in page.claims if not claim.until}
        if do in _NEEDS_CLAIM and answer["claim"] not in claims:
            found.append(
                f"`claim` must be an id shown on {page.id}, such as {next(iter(sorted(claims)), 'none: choose add')}"
            )
    if do in _NEEDS_STATEMENT and not sentence(answer["statement"]):
        found.append(f"`statement` is empty, and `{do}` needs it")
    return found


def updates_of(answer: Answer, taken: frozenset[str]) -> tuple[Update, ...]:
    """The updates that a decision means, none for `leave`; on what they rest is said later. `taken` are ids of pages that are there."""
    do = answer["do"]
    if do == "leave":
        return ()
    if do != "create":
        claim = answer["claim"] if do in _NEEDS_CLAIM else ""
        text = sentence(answer["statement"]) if do in _NEEDS_STATEMENT else ""
        return (Update(do, answer["page"], claim, text),)
    page = new_page(answer["folder"], answer["title"], taken)
    head = Update(
        "create",
        page,
        type=_TYPES[answer["folder"]],
        title=sentence(answer["title"]).rstrip("."),
        description=sentence(answer["description"]),
    )
    return head, Update("add", page, text=sentence(answer["statement"]))


def new_page(folder: str, title: str, taken: frozenset[str]) -> str:
    """A page's id that is not taken, made from its title."""
    name = slug(" ".join(title.split()))[:60].strip("-") or "page"
    found, number = f"knowledge/{folder}/{name}", 1
    while found in taken:
        number += 1
        found = f"knowledge/{folder}/{name}-{number}"
    return found


def sentence(text: str) -> str:
    """A model's sentence as one line that cannot be anything but a sentence: no cites, no markup that opens a block."""
    line = " ".join("".join(one for one in text if one.isprintable() or one.isspace()).split())
    return line.replace("[cite:", "(cite:").replace("<", "‹").lstrip("#>-*+|`~= ")[:LONGEST_STATEMENT].strip()
