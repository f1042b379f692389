"""A page's text cut into passages: at headings, then between paragraphs, each about as long as one thought and its surroundings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # a search in which nothing changed needs no parser
    from brainwiki.markup.parser import Outline
    from brainwiki.model.page import Range


# In bytes of UTF-8, four of which are about one token in any of our languages.
LEAST, MOST = 600, 1200
LONGEST = 16_000  # of code or a table that stays whole
NOTE = 6_000  # of a note that stays whole
_GAP = re.compile(r"\n[ \t]*\n\s*")
_STOP = re.compile(r"[。！？｡]|[.!?](?=\s)|\n")


class Place(NamedTuple):
    """Where a section begins in a passage: offset in its text, line of the file (from 1), path of headings."""

    offset: int
    line: int
    section: str


class Passage(NamedTuple):
    """What is found: text as written, line of the file where it begins, the path of headings over it, number of the turn (None:
    no turn), day, speaker of a turn, the headings that stand over and in it, and the places of sections after the first."""

    text: str
    line: int
    section: str
    turn: int | None = None
    date: str = ""
    label: str = ""
    heads: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()


class _Piece(NamedTuple):
    """A stretch that is not cut: a paragraph, a block of code, a heading. `head` is the number of the heading that it is, `under`
    that of the heading that it is or stands under; -1: none."""

    start: int
    end: int
    weight: int
    head: int
    under: int


def passages_of(outline: Outline, title: str, date: str = "") -> list[Passage]:
    """The passages of a page in order, all of one day; an empty page has one, so that its title is found."""
    cutter = _Cutter(outline, title, date)
    return [cutter.passage(group) for group in _groups(cutter.pieces())] or [cutter.passage([])]


def whole(outline: Outline, title: str, date: str = "") -> list[Passage]:
    """The one passage of a note, which is as long as a note should be; a longer one is cut as a page is."""
    if _weight(outline.text[outline.body :]) > NOTE:
        return passages_of(outline, title, date)
    cutter = _Cutter(outline, title, date)
    return [cutter.passage(cutter.pieces())]


def _weight(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _groups(pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
    """Neighbouring pieces that make a passage. A new one begins at a heading once there is enough, and anywhere before there is
    too much; headings stay with what follows them."""
    group: list[_Piece] = []
    size = 0
    for piece in pieces:
        is_head = piece.head >= 0
        if group and (size + piece.weight > MOST or is_head and size >= LEAST) and group[-1].head < 0:
            yield group
            group, size = [], 0
        group.append(piece)
        size += piece.weight
    if group:
        yield group


class _Cutter:
    """Cuts one page. What stands in comments is left out: readers do not see it, and neither should who asks."""

    def __init__(self, outline: Outline, title: str, date: str) -> None:
        self.date = date
        self.text = outline.text
        self.body = outline.body
        self.heads = outline.headings
        self.comments = [one for one in outline.ranges if one.kind == "comment"]
        self.fences = [one for one in outline.ranges if one.kind == "fence"]
        self.sections = list(_sections(outline, title))
        self.counted = (0, 1)  # an offset and its line

    def pieces(self) -> list[_Piece]:
        """All pieces in order, without blanks around them."""
        found: list[_Piece] = []
        at, under = self.body, -1
        for number, head in enumerate(self.heads):
            self._paragraphs(found, at, head.start, under)
            found.append(_Piece(head.start, head.end, head.end - head.start, number, number))
            at, under = head.end, number
        self._paragraphs(found, at, len(self.text), under)
        return found

    def _paragraphs(self, found: list[_Piece], start: int, end: int, under: int) -> None:
        """What stands between two headings, cut where lines are empty, not within code."""
        at = start
        for gap in _GAP.finditer(self.text, start, end):
            stop = gap.start()
            if stop > at and not (self.fences and _inside(self.fences, stop)):
                self._piece(found, at, stop, under)
                at = gap.end()
        self._piece(found, at, end, under)

    def _piece(self, found: list[_Piece], start: int, end: int, under: int) -> None:
        words = self.text[start:end]
        if not words or words.isspace():
            return
        weight = _weight(words)
        if weight <= MOST:
            found.append(_Piece(start, end, weight, -1, under))
            return
        limit = LONGEST if self._is_whole(start, words) else MOST
        step = max(1, limit * len(words) // weight)  # characters that weigh as much as is allowed
        while start < end:
            stop = end if end - start <= step else _stop_before(self.text, start, start + step)
            found.append(_Piece(start, stop, _weight(self.text[start:stop]), -1, under))
            start = stop

    def _is_whole(self, start: int, words: str) -> bool:
        return words.lstrip().startswith("|") or _inside(self.fences, start + len(words) - len(words.lstrip()))

    def passage(self, group: Sequence[_Piece]) -> Passage:
        """The passage of some neighbouring pieces."""
        if not group:
            return Passage("", self.line(self.body), "", None, self.date)
        start, end = group[0].start, group[-1].end
        while self.text[start : start + 1].isspace() and start < end:
            start += 1
        first = group[0].under
        inside = [piece.head for piece in group if piece.head > first]
        line = self.line(start)
        places = tuple([self._place(start, one) for one in inside])
        over = self.sections[first] if first >= 0 else ""
        heads = [over] if over else []
        heads += [self.heads[one].text for one in inside]
        return Passage(self._shown(start, end).rstrip(), line, over, None, self.date, "", tuple(heads), places)

    def _place(self, start: int, number: int) -> Place:
        """Where a heading stands in a passage that begins at `start`."""
        at = self.heads[number].start
        offset = len(self._shown(start, at)) if self.comments else at - start
        return Place(offset, self.line(at), self.sections[number])

    def _shown(self, start: int, end: int) -> str:
        """The text between two offsets without comments; their line ends stay, so that lines can be counted."""
        text = self.text[start:end]
        if not self.comments:
            return text
        first = max(bisect_right(self.comments, start, key=lambda one: one.start) - 1, 0)
        last = bisect_right(self.comments, end, key=lambda one: one.start)
        for one in reversed(self.comments[first:last]):
            if one.end > start:
                a, b = max(one.start, start) - start, min(one.end, end) - start
                text = text[:a] + "\n" * text.count("\n", a, b) + text[b:]
        return text

    def line(self, offset: int) -> int:
        """The line of an offset, from 1; offsets mostly come in order."""
        before, lines = self.counted if self.counted[0] <= offset else (0, 1)
        lines += self.text.count("\n", before, offset)
        self.counted = offset, lines
        return lines


def _sections(outline: Outline, title: str) -> Iterator[str]:
    """The path of headings at each heading, without the page's own title."""
    path: list[tuple[int, str]] = []
    for head in outline.headings:
        while path and path[-1][0] >= head.level:
            path.pop()
        if not (head.level == 1 and head.text == title):
            path.append((head.level, head.text))
        yield " > ".join(words for _, words in path)


def _inside(ranges: Sequence[Range], offset: int) -> bool:
    at = bisect_right(ranges, offset, key=lambda one: one.start) - 1
    return at >= 0 and offset < ranges[at].end


def _stop_before(text: str, start: int, limit: int) -> int:
    """The last end of a sentence or a line before a limit, else the limit."""
    last = limit
    for match in _STOP.finditer(text, start + (limit - start) // 2, limit):
        last = match.end()
    return last
