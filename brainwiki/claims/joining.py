"""The bodies of two states of a page brought together piece by piece, as edits of one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from brainwiki.claims.aligning import Alignment, align
from brainwiki.claims.merging_keys import Matter
from brainwiki.markup.document import Document
from brainwiki.markup.units import Unit, units
from brainwiki.markup.writer import Edit
from brainwiki.model.page import Claim, Page

_SHOWN = 60  # characters of a piece in a reason


@dataclass(frozen=True)
class Side:
    """One state of a page: its bytes as read, the page, and its front matter."""

    source: Document
    page: Page
    matter: Matter

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The pieces of its body."""
        return units(self.source.text, self.page.body)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of the pieces."""
        return tuple(self.source.text[one.start : one.end] for one in self.units)

    @cached_property
    def _claims(self) -> tuple[tuple[Claim, ...], ...]:
        found: list[list[Claim]] = [[] for _ in self.units]
        place = 0
        for claim in self.page.claims:
            while place < len(self.units) - 1 and self.units[place].end <= claim.start:
                place += 1
            if found:
                found[place].append(claim)
        return tuple(map(tuple, found))

    def claims(self, place: int) -> tuple[Claim, ...]:
        """The claims of a piece."""
        return self._claims[place]

    @cached_property
    def skeletons(self) -> tuple[str, ...]:
        """The words of each piece without its cites, by which pieces are the same whatever they rest on."""
        cites = self.page.cites
        found, at = [], 0
        for unit in self.units:
            words, start = [], unit.start
            while at < len(cites) and cites[at].start < unit.end:
                words.append(self.source.text[start : cites[at].start])
                start = cites[at].end
                at += 1
            words.append(self.source.text[start : unit.end])
            found.append(" ".join("".join(words).split()))
        return tuple(found)

    def gap(self, place: int) -> str:
        """What stands before a piece: white space; before one past the last, what stands at the end."""
        start = self.units[place - 1].end if place else self.page.body
        end = self.units[place].start if place < len(self.units) else len(self.source.text)
        return self.source.text[start:end]


class Piece(NamedTuple):
    """A piece of the result: its place in `ours` and in `theirs` (None: not there), and its text where it is not that of `theirs`."""

    mine: int | None
    other: int | None
    text: str | None = None


class JoinedBody(NamedTuple):
    """Edits of the text of `theirs`, and the pieces for which there are none."""

    edits: tuple[Edit, ...]
    reasons: tuple[str, ...]


def joined(base: Side, ours: Side, theirs: Side) -> JoinedBody:
    """What is to be edited in `theirs`, so that it has what `ours` changed too. Raises TooMuchError."""
    join = _Join(base, ours, theirs)
    pieces = list(join.pieces())
    if join.reasons:
        return JoinedBody((), tuple(join.reasons))
    return JoinedBody(tuple(_edits(ours, theirs, pieces)), ())


class _Join:
    """Walks the pieces of the base and what became of each on both sides."""

    def __init__(self, base: Side, ours: Side, theirs: Side) -> None:
        self.base, self.ours, self.theirs = base, ours, theirs
        self.mine: Alignment = align(base.texts, ours.texts)
        self.other: Alignment = align(base.texts, theirs.texts)
        self.reasons: list[str] = []
        self.twins = self._twins()

    def _twins(self) -> dict[int, int]:
        """New pieces of `theirs` with the same new piece of `ours`: one that bears claims anywhere, another at the same place."""
        waiting: dict[tuple[str, int], list[int]] = {}
        for gap, places in self.mine.added.items():
            for place in places:
                waiting.setdefault(self._name(self.ours, gap, place), []).append(place)
        found: dict[int, int] = {}
        for gap, places in sorted(self.other.added.items()):
            for place in places:
                same = waiting.get(self._name(self.theirs, gap, place))
                if same:
                    found[place] = same.pop(0)
        return found

    @staticmethod
    def _name(side: Side, gap: int, place: int) -> tuple[str, int]:
        return side.skeletons[place], -1 if side.claims(place) else gap

    def pieces(self) -> Iterator[Piece]:
        """The pieces of the result in order."""
        taken = set(self.twins.values())
        for gap in range(len(self.base.units) + 1):
            for place in self.other.added.get(gap, ()):
                twin = self.twins.get(place)
                yield Piece(None, place) if twin is None else self.both(twin, place, None)
            for place in self.mine.added.get(gap, ()):
                if place not in taken:
                    yield Piece(place, None, self.ours.texts[place])
            if gap < len(self.base.units):
                yield from self.kept(gap)

    def kept(self, place: int) -> Iterator[Piece]:
        """What became of a piece of the base."""
        mine, other = self.mine.partner[place], self.other.partner[place]
        was = self.base.texts[place]
        is_mine_new = mine is None or self.ours.texts[mine] != was
        is_other_new = other is None or self.theirs.texts[other] != was
        if mine is None and other is None:
            return
        if not is_mine_new and other is not None:
            yield Piece(mine, other)
        elif not is_other_new and mine is not None:
            yield Piece(mine, other, self.ours.texts[mine])
        elif mine is not None and other is not None:
            yield self.both(mine, other, place)
        elif is_mine_new and is_other_new:
            self.refuse(was, "was changed on one side and taken out on the other")

    def both(self, mine: int, other: int, was: int | None) -> Piece:
        """A piece that both sides have and the base has not, or has otherwise."""
        if self.ours.texts[mine] == self.theirs.texts[other]:
            return Piece(mine, other)
        text = None
        if self.ours.skeletons[mine] == self.theirs.skeletons[other]:
            text = self.with_evidence(mine, other, was)
        if text is None:
            self.refuse(self.theirs.texts[other] if was is None else self.base.texts[was], "was changed on both sides")
        return Piece(mine, other, text)

    def with_evidence(self, mine: int, other: int, was: int | None) -> str | None:
        """The piece of `theirs` with the evidence that `ours` has for the same words; None where one side took some away."""
        ours, theirs = self.ours.claims(mine), self.theirs.claims(other)
        before = self.base.claims(was) if was is not None else ()
        if len(ours) != len(theirs) or len(before) not in (0, len(ours)):
            return None
        unit = self.theirs.units[other]
        text, moved = self.theirs.texts[other], -unit.start
        for place, (one, two) in enumerate(zip(ours, theirs, strict=True)):
            old = before[place].ids if before else ()
            if set(old) - set(one.ids) or set(old) - set(two.ids):
                return None
            more = [name for name in one.ids if name not in two.ids]
            if more:
                at = self._last_cite(two) + moved
                cite = f"[cite:{','.join(more)}]"
                text, moved = text[:at] + cite + text[at:], moved + len(cite)
        return text

    def _last_cite(self, claim: Claim) -> int:
        """Where the last cite of a claim of `theirs` ends."""
        return max(one.end for one in self.theirs.page.cites if claim.start <= one.start < claim.end)

    def refuse(self, text: str, why: str) -> None:
        """Note a piece that cannot be brought together."""
        words = " ".join(text.split())
        shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN].rstrip()} …"
        self.reasons.append(f"“{shown}” {why}")


def _edits(ours: Side, theirs: Side, pieces: Sequence[Piece]) -> Iterator[Edit]:
    """The stretches of `theirs` that differ from the result, each as one edit."""
    text, at, new = theirs.source.text, theirs.page.body, ""
    first, last = Piece(-1, -1), Piece(len(ours.units), len(theirs.units))
    for before, piece in zip([first, *pieces], [*pieces, last], strict=True):
        new += _between(ours, theirs, before, piece)
        if piece.text is not None:
            new += piece.text
            continue
        assert piece.other is not None
        is_end = piece is last
        end = len(text) if is_end else theirs.units[piece.other].start
        if text[at:end] != new:
            yield Edit(at, end, new)
        if not is_end:
            at, new = theirs.units[piece.other].end, ""


def _between(ours: Side, theirs: Side, before: Piece, piece: Piece) -> str:
    """The white space between two pieces of the result: as it stands where pieces of their kinds are neighbours already."""
    kinds = _kind(ours, theirs, before), _kind(ours, theirs, piece)
    is_new = before.text is not None or piece.text is not None
    sides = ((theirs, before.other, piece.other), (ours, before.mine, piece.mine))
    for side, one, other in reversed(sides) if is_new else sides:
        if (
            one is not None
            and other is not None
            and one + 1 == other
            and kinds == (_sign(side, one), _sign(side, other))
        ):
            return side.gap(other)
    if piece.other == len(theirs.units):
        return theirs.gap(len(theirs.units)) or "\n"
    if before.other == -1:
        return theirs.gap(0) or ours.gap(0)
    return _tight(ours, theirs, piece) if kinds[0] == kinds[1] != "" else "\n\n"


def _kind(ours: Side, theirs: Side, piece: Piece) -> str:
    """What list or table the text of a piece may go on."""
    if piece.text is None or piece.mine is None:
        return _sign(theirs, piece.other)
    return _sign(ours, piece.mine)


def _sign(side: Side, place: int | None) -> str:
    """`row`, or the sign of an item; empty for all else."""
    if place is None or not 0 <= place < len(side.units) or side.units[place].kind not in ("item", "row"):
        return ""
    return "row" if side.units[place].kind == "row" else side.texts[place].lstrip()[:1]


def _tight(ours: Side, theirs: Side, piece: Piece) -> str:
    """The white space before an item or a row, as it stands between it and the one before it on its own side."""
    for side, place in ((ours, piece.mine), (theirs, piece.other)):
        if place and side.units[place - 1].kind == side.units[place].kind:
            return side.gap(place)
    return "\n"
