"""Packing a context: candidates lane by lane under a budget of tokens, with a reason for each decision."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from brainwiki.model.hit import Freshness
from brainwiki.model.names import squeeze
from brainwiki.model.pack import Lane, Status
from brainwiki.retrieval.borders import borders, furthest, hard_ends, sentence_ends
from brainwiki.retrieval.lanes import rooms

Count = Callable[[str], int]
Shorten = Callable[[Count, int], str]
Queue = Sequence[tuple[int, "Candidate"]]

GAP = "\n\n"
WHOLE = "rules"  # the lane that is never ranked, cut or held to a share
SMALLEST = 24  # tokens: a candidate is not cut down to less

_TAG = re.compile(r"<(?=/?section\b)", re.IGNORECASE)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_BLANKS = re.compile(r"\s+")


class Part(NamedTuple):
    """A passage of a candidate. `notes` are the lines of evidence under it, each with the offset of the sign that asks for it."""

    text: str
    notes: tuple[tuple[int, str], ...] = ()


class Candidate(NamedTuple):
    """What may get into a lane. `parts` come best first. `attributes` stand in its opening tag; `shorten` gives a shorter form
    that keeps to a number of tokens (None: it is cut). `barred` says why it must stay out whatever the room; `least` is the part of
    its first passage without which it is not worth having."""

    lane: str
    label: str
    path: str
    parts: tuple[Part, ...]
    reason: str
    attributes: tuple[tuple[str, str], ...] = ()
    freshness: Freshness | Literal[""] = ""
    confidence: int | None = None
    date: str = ""
    tier: str = ""
    scope: str = ""
    line: int = 0
    turn: int = 0
    shorten: Shorten | None = None
    barred: str = ""
    least: float = 0.0


class Placed(NamedTuple):
    """A candidate with what became of it; `text` is empty where it did not get in."""

    candidate: Candidate
    text: str
    tokens: int
    status: Status
    reason: str
    may_return: bool = False


class Packed(NamedTuple):
    """A text, its tokens, what became of every candidate in the order of the lanes. By lane: the `room` that it had and the tokens
    of its heading (`openings`); `head` are those of what stands before all lanes."""

    text: str
    used: int
    placed: tuple[Placed, ...]
    room: Mapping[str, int]
    openings: Mapping[str, int]
    head: int


def framed(candidate: Candidate, end: tuple[int, int] | None = None) -> str:
    """A candidate in its frame; up to `end` (number of a part and offset in it) and marked as cut there."""
    number, offset = end or (len(candidate.parts) - 1, -1)
    pieces: list[str] = []
    told: set[str] = set()
    for at, part in enumerate(candidate.parts[: number + 1]):
        limit = offset if at == number and offset >= 0 else len(part.text)
        notes = [note for place, note in part.notes if place < limit and note not in told]
        told.update(notes)
        pieces.append("\n".join([_tame(part.text[:limit].strip("\n")), *map(_tame, notes)]))
    pairs = [("path", candidate.path), ("title", candidate.label), *candidate.attributes]
    if end is not None:
        pairs.append(("truncated", "yes"))
        pieces.append(f"[cut here{f'; the rest is in {_value(candidate.path)}' if candidate.path else ''}]")
    tag = " ".join(f'{name}="{_value(value)}"' for name, value in pairs if value)
    return f"<section {tag}>\n{GAP.join(piece for piece in pieces if piece)}\n</section>"


def _tame(text: str) -> str:
    """A text that can neither open nor close a section, and does nothing to a terminal."""
    return _TAG.sub("&lt;", text if text.isprintable() else _CONTROLS.sub("\ufffd", text))


def _value(text: str) -> str:
    """A text as the value of an attribute: one line, without signs that end it."""
    return (
        _BLANKS.sub(" ", _CONTROLS.sub("\ufffd", text))
        .replace("&", "&amp;")
        .replace('"', "&quot;")
        .replace("<", "&lt;")
        .strip()
    )


@dataclass
class Packer:
    """Fills the lanes of one context. `count` is the counter, `title` the line over everything.

    `found` holds by the number of a candidate what became of it, `notices` by lane the lines under its heading.
    """

    lanes: Sequence[Lane]
    count: Count
    budget: int
    reserve: int = 0
    head: str = ""
    found: dict[int, Placed] = field(default_factory=dict)
    notices: dict[str, str] = field(default_factory=dict)
    costs: dict[str, int] = field(default_factory=dict)
    seen: list[tuple[str, str]] = field(default_factory=list)  # squeezed text of what got in, and its label

    @property
    def usable(self) -> int:
        """What the text may take."""
        return max(self.budget - self.reserve, 0)

    def pack(self, candidates: Sequence[Candidate]) -> Packed:
        """The text and what became of every candidate; the same candidates always give the same text."""
        self.head = self.head if self.cost(self.head) <= self.usable else ""
        left = self.usable - (self.cost(self.head) if self.head else 0)
        queues = {lane.name: [one for one in enumerate(candidates) if one[1].lane == lane.name] for lane in self.lanes}
        shared = [lane for lane in self.lanes if lane.name != WHOLE and queues[lane.name]]
        room = {WHOLE: left}
        left -= self.fill(WHOLE, queues.get(WHOLE, []), left, left)
        left -= self.tell_missing(queues.get(WHOLE, []), left)
        room |= rooms(shared, {lane.name: self.demand(lane, queues[lane.name]) for lane in shared}, left, self.usable)
        carried = 0
        for lane in shared:
            room[lane.name] = min(room.get(lane.name, 0) + carried, left)
            taken = self.fill(lane.name, queues[lane.name], room[lane.name], left)
            carried, left = room[lane.name] - taken, left - taken
        full = {self.found[number].candidate.lane for number in self.found if self.found[number].text}
        for lane in sorted(
            shared, key=lambda lane: lane.name in full
        ):  # what is left goes to lanes without anything, then to all
            taken = self.fill(lane.name, queues[lane.name], left, left)
            room[lane.name], left = room[lane.name] + taken, left - taken
        text, used = self.trimmed()
        openings = {name: self.cost(self.heading(name)) for name in self.opened()}
        placed = tuple(self.found[number] for number in self.order())
        return Packed(text, used, placed, room, openings, self.cost(self.head) if self.head else 0)

    @property
    def off(self) -> set[str]:
        """Lanes without a share and a floor."""
        return {lane.name for lane in self.lanes if lane.share <= 0 and lane.floor <= 0}

    def cost(self, text: str) -> int:
        """Tokens of a piece with the gap before it."""
        known = self.costs.get(text)
        if known is None:
            known = self.costs[text] = self.count(GAP + text)
        return known

    def heading(self, lane: str) -> str:
        """What stands over the sections of a lane."""
        title = next(one.title for one in self.lanes if one.name == lane)
        notice = self.notices.get(lane)
        return f"## {title}{GAP}{notice}" if notice else f"## {title}"

    def demand(self, lane: Lane, queue: Queue) -> int:
        """What a lane could use."""
        wanted = [one for _, one in queue if not one.barred]
        found = self.cost(self.heading(lane.name)) if wanted else 0
        for one in wanted:
            if found >= self.usable:  # more is of no use
                break
            found += self.cost(framed(one))
        return found

    def fill(self, lane: str, queue: Queue, room: int, left: int) -> int:
        """Admit candidates of a lane in their order while they fit into `room`; the tokens that they take."""
        is_open = any(number in self.found and self.found[number].text for number, _ in queue)
        taken = 0
        for number, candidate in queue:
            if number in self.found and (self.found[number].text or not self.found[number].may_return):
                continue
            opening = 0 if is_open else self.cost(self.heading(lane))
            placed = self.place(candidate, room - taken - opening, left - taken - opening)
            if number not in self.found or placed.text:  # the first reason against a candidate stays
                self.found[number] = placed
            if placed.text:
                taken += placed.tokens + opening
                is_open = True
                self.seen.append((squeeze(placed.text), candidate.label))
        return taken

    def place(self, candidate: Candidate, room: int, left: int) -> Placed:
        """What becomes of one candidate where `room` tokens are left to its lane and `left` to all."""
        text = framed(candidate)
        tokens = self.cost(text)
        is_off = candidate.lane != WHOLE and candidate.lane in self.off
        barred = candidate.barred or ("lane share: this lane is switched off" if is_off else self.repeats(candidate))
        if barred:
            return Placed(candidate, "", tokens, "skipped", barred)
        if tokens <= room:
            return Placed(candidate, text, tokens, "included", candidate.reason)
        if candidate.lane == WHOLE:
            reason = f"budget: a standing rule is never cut; it needs {tokens:,} tokens and {max(left, 0):,} are left"
            return Placed(candidate, "", tokens, "skipped", reason)
        short = self.shortened(candidate, room) if room >= SMALLEST else ""
        if short:
            return Placed(candidate, short, self.cost(short), "truncated", candidate.reason)
        which, rest = ("budget", left) if tokens > left else ("lane share", room)
        reason = f"{which}: needs {tokens:,} tokens, {max(rest, 0):,} are left"
        return Placed(candidate, "", tokens, "skipped", reason, True)

    def repeats(self, candidate: Candidate) -> str:
        """Why a candidate says nothing new; empty where it does."""
        if candidate.lane == WHOLE:
            return ""
        words = squeeze(" ".join(part.text for part in candidate.parts))
        if not words:
            return "empty"
        other = next((label for text, label in self.seen if words in text), None)
        return "" if other is None else f"duplicate of {other}"

    def shortened(self, candidate: Candidate, room: int) -> str:
        """The longest beginning of a candidate that fits, in its frame; empty where none is worth it."""
        if candidate.shorten is not None:
            bare = candidate._replace(parts=(Part(""),))
            words = candidate.shorten(self.count, room - self.cost(framed(bare, (0, 0))) - 2)
            text = framed(candidate._replace(parts=(Part(words),)), (0, len(words))) if words else ""
            return text if text and self.cost(text) <= room else ""
        text = framed(candidate)
        first = candidate.parts[0].text
        whole = self.cost(text) * len(first) // len(text)  # about
        least = candidate.least * whole if whole <= self.usable else 0
        if room < least:
            return ""
        end = self.end(candidate, lambda end: self.cost(framed(candidate, end)) <= room)
        if end is None or not end[0] and self.count(first[: end[1]]) < least:
            return ""  # a crumb is not worth its frame
        return framed(candidate, end)

    def end(self, candidate: Candidate, fits: Callable[[tuple[int, int]], bool]) -> tuple[int, int] | None:
        """Where a candidate is cut: after a whole part, a block or a sentence, in this order of liking."""
        parts = candidate.parts
        whole = -1
        while whole + 1 < len(parts) - 1 and fits((whole + 1, len(parts[whole + 1].text))):
            whole += 1
        text = parts[whole + 1].text
        at = furthest(borders(text), lambda at: fits((whole + 1, at)))
        if at > 0:
            return whole + 1, at
        if whole >= 0:
            return whole, len(parts[whole].text)
        at = furthest(sentence_ends(text), lambda at: fits((0, at)))
        if at <= 0 and self.count(text[: borders(text)[0]]) > self.usable:  # alone it exceeds everything
            at = furthest(hard_ends(text), lambda at: fits((0, at)))
        return (0, at) if at > 0 else None

    def tell_missing(self, queue: Queue, left: int) -> int:
        """Name the standing rules that did not fit where the agent reads it; the tokens that this takes."""
        missing = [one.path for number, one in queue if not (one.barred or self.found[number].text)]
        if not missing:
            return 0
        names = ", ".join(_value(path) for path in missing)
        notice = f"NOT INCLUDED, FOR LACK OF ROOM: {names}. Read these standing rules before you act."
        is_open = any(self.found[number].text for number, _ in queue)
        cost = self.cost(notice) + (0 if is_open else self.cost(self.heading(WHOLE)))
        if cost > left:
            return 0
        self.notices[WHOLE] = notice
        return cost

    def trimmed(self) -> tuple[str, int]:
        """The whole text and its tokens; a counter may give it more than its parts have, and then the last of them go."""
        while True:
            text = self.joined()
            total = self.count(text)
            if not text or total <= self.usable:
                return text, total if text else 0
            last = next((n for n in reversed(self.order()) if self.found[n].text), None)
            if last is None:
                self.head = ""
                self.notices.clear()
                continue
            gone = self.found[last]
            reason = f"budget: the whole is {total - self.usable:,} tokens more than its parts and the reserve allow"
            self.found[last] = gone._replace(text="", status="skipped", reason=reason)

    def order(self) -> list[int]:
        """The numbers of the candidates in the order of the lanes, then as they came."""
        place = {lane.name: at for at, lane in enumerate(self.lanes)}
        return sorted(self.found, key=lambda number: (place[self.found[number].candidate.lane], number))

    def opened(self) -> list[str]:
        """The lanes that have a heading in the text."""
        filled = {placed.candidate.lane for placed in self.found.values() if placed.text}
        return [lane.name for lane in self.lanes if lane.name in filled or lane.name in self.notices]

    def joined(self) -> str:
        """Everything that got in, as one text."""
        pieces = [self.head] if self.head else []
        for name in self.opened():
            mine = [self.found[number].text for number in self.order() if self.found[number].candidate.lane == name]
            pieces += [self.heading(name), *(text for text in mine if text)]
        return GAP.join(pieces)
