"""The life of each claim of a page: since when it stands, which revision brought it, what changed in it since, what is gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from brainwiki.claims.difference import Flag, Kind
from brainwiki.model.page import Claim
from brainwiki.site.history.chronicle import Step
from brainwiki.site.history.told import LOST, Told

MOST_CLAIMS = 300  # whose life is told
MOST_EVENTS = 8  # of one life, the newest
MOST_LOST = 50
NO_NAMES: Mapping[str, str] = {}

_LINK = re.compile(r"!?\[\[([^\[\]|\n]*?)\\?(?:\|([^\[\]\n]*))?\]\]")
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\n]*\)")
_SIGNS = re.compile(r"\*\*|`|(?<![\w])[*_](?=\w)|(?<=\w)[*_](?![\w])")


class Event(NamedTuple):
    """Something that a revision did to a claim; `step` is its place among the steps of the page."""

    step: int
    kind: Kind
    flags: tuple[Flag, ...]


class Life(NamedTuple):
    """A claim of the present page. `since` is the place of the step that brought it (-1: before all that is known), `events`
    what changed in it since, newest first, and `more` how many older changes are left out."""

    claim: Claim
    words: str
    since: int
    events: tuple[Event, ...]
    more: int


class Lost(NamedTuple):
    """A claim that is gone: its words, the place of the step that took it out, and what that was."""

    words: str
    step: int
    kind: Kind


Tell = Callable[[Step], Told]


def lives(
    present: Sequence[Claim], steps: Sequence[Step], tell: Tell, names: Mapping[str, str] = NO_NAMES
) -> list[Life]:
    """The lives of the claims of the present page in its order; `steps` come newest first, the first leads to that page. `names`
    are the words that links without any of their own show, by their targets."""
    claims = present[:MOST_CLAIMS]
    followed = {number: number for number in range(len(claims))}  # place now: place in the version that is looked at
    since = dict.fromkeys(followed, -1)
    events: dict[int, list[Event]] = {number: [] for number in followed}
    blob = steps[0].touch.after if steps else ""
    for place, step in enumerate(steps):
        if not followed:
            break
        if step.touch.after != blob or not step.is_edit:
            continue
        told = tell(step)
        blob = step.touch.before
        if told.origins is None:
            continue
        turns = {turn.after: turn for turn in told.turns if turn.after >= 0}
        for number, at in list(followed.items()):
            turn = turns.get(at)
            if turn is not None and turn.kind != "added":
                events[number].append(Event(place, turn.kind, turn.flags))
            origin = told.origins[at] if at < len(told.origins) else -1
            if origin < 0:
                since[number] = place
                del followed[number]
            else:
                followed[number] = origin
    return [
        Life(
            claim,
            plain(claim.text, names),
            since[at],
            tuple(events[at][:MOST_EVENTS]),
            max(0, len(events[at]) - MOST_EVENTS),
        )
        for at, claim in enumerate(claims)
    ]


def lost(claims: Sequence[Claim], steps: Sequence[Step], tell: Tell) -> list[Lost]:
    """Claims that a page held and holds no more, the latest first; what came back since is not among them. `claims` are those of
    the present page."""
    found: list[Lost] = []
    present = {claim.text for claim in claims}
    for place, step in enumerate(steps):
        if step.touch.before and step.touch.after and step.is_edit:
            for turn in tell(step).turns:
                if turn.kind in LOST and turn.after < 0 and turn.old not in present and len(found) < MOST_LOST:
                    found.append(Lost(plain(turn.old), place, turn.kind))
    return found


def plain(words: str, names: Mapping[str, str] = NO_NAMES) -> str:
    """A claim as a reader sees it: links by their words, without signs of Markdown."""
    words = _LINK.sub(lambda match: match[2] if match[2] is not None else names.get(match[1], match[1]), words)
    return _SIGNS.sub("", _MARKDOWN_LINK.sub(lambda match: match[1], words))
