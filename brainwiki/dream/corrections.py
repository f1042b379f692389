"""Corrections of the memory as sessions: which page and claim one names, and what it says is right."""

from __future__ import annotations

import re
from typing import NamedTuple

from brainwiki.dream import sayings
from brainwiki.dream.task import Assigned
from brainwiki.model.session import Turn

TOOL = "correction"  # of the sessions that hold them
_PLACE = re.compile(r"Correction of (\S{1,300}?)(?:, claim (c-[A-Za-z0-9-]{1,60}))?(?:: .*|\.)\Z", re.DOTALL)
_TOOL_OF = re.compile(rf"\d{{4}}-\d\d-\d\d-{TOOL}-")


class Correction(NamedTuple):
    """What is right: the user's turn and its sentence; the page (its id) and claim that are wrong, empty where none is named."""

    turn: Turn
    text: str
    page: str = ""
    claim: str = ""


def correction_of(assigned: Assigned) -> Correction | None:
    """The correction that a session holds among its new turns; None where it is no correction.

    The session is one of our own form: a turn of the system that names the place, if anybody named one, and one of the user.
    """
    turns = assigned.turns
    if _TOOL_OF.match(assigned.session) is None or not turns or turns[-1].role != "user":
        return None
    if turns[-1].number < assigned.first or [turn.role for turn in turns[:-1]] not in ([], ["system"]):
        return None
    text = sayings.one_line(turns[-1].text)
    if not text:
        return None
    where = _PLACE.match(turns[0].text) if len(turns) > 1 else None
    return Correction(turns[-1], sayings.safe(text), *((where[1], where[2] or "") if where else ()))
