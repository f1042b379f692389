"""A packed context: what a prompt gets from a brain, lane by lane, with the reason for every section that is in and for every
candidate that is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from brainwiki.model.hit import Freshness, Mode

Status = Literal["included", "truncated", "skipped"]


class Lane(NamedTuple):
    """A lane of the context: `title` is its heading, `share` its part of the budget (0 to 1, before unused parts flow on), `floor`
    the part that no other lane takes from it."""

    name: str
    title: str
    share: float
    floor: float = 0.0


LANES = (
    Lane("rules", "Standing rules", 0.15),
    Lane("index", "Compact index", 0.15),
    Lane("tasks", "Tasks", 0.08, 0.04),
    Lane("knowledge", "Knowledge", 0.34, 0.15),
    Lane("notes", "Notes", 0.1, 0.02),
    Lane("sessions", "Session evidence", 0.1, 0.03),
    Lane("sources", "Sources", 0.08, 0.02),
    Lane("files", "Files", 0.1),
    Lane("tools", "Tools", 0.05),
    Lane("skills", "Skills", 0.05),
)
GIVEN = ("files", "tools", "skills")  # lanes that only the caller fills


class Offer(NamedTuple):
    """A text that the caller brings for one of the lanes in `GIVEN`; `path` and `reason` may be empty."""

    lane: str
    label: str
    text: str
    path: str = ""
    reason: str = ""


class Section(NamedTuple):
    """One candidate and what became of it. `tokens` is what it takes with its frame (skipped: would take), `reason` why it is
    there or why not. `line` counts from 1 (0: the whole file), `turn` is a session's turn (0: none). `date`, `freshness`, `tier`
    and `scope` are empty and `confidence` (percent) is None where they do not apply."""

    lane: str
    label: str
    path: str
    tokens: int
    status: Status
    reason: str
    freshness: Freshness | Literal[""] = ""
    confidence: int | None = None
    date: str = ""
    tier: str = ""
    scope: str = ""
    line: int = 0
    turn: int = 0


class LaneUse(NamedTuple):
    """A lane in numbers: `room` is what it could take, `used` what it took with its heading, both in tokens."""

    name: str
    title: str
    share: float
    floor: float
    room: int
    used: int
    admitted: int
    left_out: int


class Pack(NamedTuple):
    """The context for a question: `text` has `used` tokens by the counter `tokenizer`, and `used + reserve` is at most `budget`.

    `head` are the tokens of what stands before the first lane. `mode` and `degraded` tell how the search worked, `warnings` what
    somebody must know before relying on it.
    """

    query: str
    budget: int
    reserve: int
    used: int
    tokenizer: str
    text: str
    sections: tuple[Section, ...] = ()
    lanes: tuple[LaneUse, ...] = ()
    head: int = 0
    mode: Mode = "recency"
    degraded: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def admitted(self) -> tuple[Section, ...]:
        """The sections of the text, in its order."""
        return tuple(section for section in self.sections if section.status != "skipped")

    @property
    def left_out(self) -> tuple[Section, ...]:
        """The candidates that did not get in."""
        return tuple(section for section in self.sections if section.status == "skipped")


def lanes_of(configured: Mapping[str, Mapping[str, float]]) -> tuple[Lane, ...]:
    """The lanes with shares and floors as a configuration sets them; what it does not name stays as it is."""
    return tuple(
        lane._replace(
            share=configured.get(lane.name, {}).get("share", lane.share),
            floor=configured.get(lane.name, {}).get("floor", lane.floor),
        )
        for lane in LANES
    )
