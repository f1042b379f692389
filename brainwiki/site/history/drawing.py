"""A difference as HTML: what changed with its nearest context, unchanged stretches folded, moves named.

`bw-history.js` makes the same elements in the browser: a change here is a change there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from html import escape
from typing import NamedTuple

from brainwiki.site.history.align import Step, align
from brainwiki.site.history.blocks import UNREAD, Block, text_of
from brainwiki.site.history.difference import Difference, Sheet, ValueChange, first_words, sections
from brainwiki.site.history.inline import context, inline, marked, whole
from brainwiki.site.history.tokens import compare, length, tokens
from brainwiki.site.words import Words

MOST_CHANGES = 200  # changed blocks that are shown
MOST_SHOWN = 30_000  # characters of them
MOST_FAR = 60  # blocks of each version where they are too different to compare
MOST_LINES = 60  # of a front-matter value
FEW_LINES = 4  # so many are shown whole
SHORT = 80  # characters of an unchanged block that is shown rather than folded away alone
QUOTED = 60  # characters of a block that name it

_CONTAINERS = {"row": "table", "head": "table", "code": "pre", "fence": "pre", "html": "pre"}
_STARTS = frozenset({"head", "fence"})
_FOLDS = {"table": "d_fold_rows", "pre": "d_fold_lines"}
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))


class Piece(NamedTuple):
    """A piece of the view: what it must stand in (`table`, `pre` or nothing), whether that begins anew with it, and its HTML."""

    container: str
    starts: bool
    html: str


def draw(found: Difference, sheet: Sheet, words: Words) -> str:
    """The HTML of a difference; empty where nothing changed."""
    notes = {"space": "d_space", "signs": "d_signs", "far": "d_far"}
    out = []
    if found.verdict in notes:
        out.append(f'<p class="bw-d-note">{escape(words[notes[found.verdict]])}</p>')
    if found.values:
        out.append(_values(found.values, words))
    drawer = _Drawer(found, sheet, words)
    if found.verdict == "far":
        out.append(drawer.two_versions())
    elif any(step.state != "same" for step in found.steps):
        out.append(_put_together(drawer.pieces()))
    return "".join(out)


def _put_together(pieces: Iterator[Piece]) -> str:
    """The pieces with tables and code around those that need them."""
    opening = {
        "table": '<div class="bw-table"><table class="bw-grid"><tbody>',
        "pre": '<pre class="bw-d-code"><code>',
        "": "",
    }
    closing = {"table": "</tbody></table></div>", "pre": "</code></pre>", "": ""}
    out, at = ['<div class="bw-d">'], ""
    for piece in pieces:
        if piece.container != at or piece.starts and at:
            out.append(closing[at] + opening[piece.container])
            at = piece.container
        out.append(piece.html)
    return "".join([*out, closing[at], "</div>"])


class _Drawer:
    """Draws the blocks of one difference."""

    def __init__(self, found: Difference, sheet: Sheet, words: Words) -> None:
        self.found = found
        self.sheet = sheet
        self.words = words
        self.first_seen: dict[int, str] = {}  # of a block that moved, by its old place: what is met first
        for step in found.steps:
            if step.state in ("from", "to"):
                self.first_seen.setdefault(step.old, step.state)

    @cached_property
    def old_sections(self) -> list[str]:
        """The heading above each block of the old version."""
        return sections(self.found.old)

    @cached_property
    def new_sections(self) -> list[str]:
        """The same of the new version."""
        return sections(self.found.new)

    def block(self, step: Step) -> Block:
        """The block of a step, as it is now where it still is."""
        return self.found.old[step.old] if step.new < 0 else self.found.new[step.new]

    def pieces(self) -> Iterator[Piece]:
        """Everything that is shown, in order."""
        steps = self.found.steps
        shown = self.with_context()
        at = changes = size = 0
        while at < len(steps):
            step = steps[at]
            if step.state == "same":
                end = at
                while end < len(steps) and steps[end].state == "same" and not shown[end]:
                    end += 1
                if end - at > 1 or end > at and len(text_of(self.block(step))) > SHORT:
                    yield self.fold(steps[at:end])
                    at = end
                    continue
                yield self.unchanged(step)
            else:
                if changes >= MOST_CHANGES or size > MOST_SHOWN:
                    rest = sum(one.state != "same" for one in steps[at:])
                    yield Piece("", False, f'<p class="bw-d-note">{escape(self.words.say("d_more", rest))}</p>')
                    return
                changes += 1
                size += sum(length(cell) for cell in self.sheet.words(self.block(step)))
                yield from self.changed(step, at)
            at += 1

    def with_context(self) -> list[bool]:
        """Which steps are shown: changes, what stands beside them, the heading above them, and the head of their table."""
        steps, old, new = self.found.steps, self.found.old, self.found.new
        shown = [step.state != "same" for step in steps]
        heading = top = -1
        for at, (state, before, after) in enumerate(steps):
            kind = (old[before] if after < 0 else new[after]).kind
            if state != "same":
                for near in (at - 1, at + 1, heading, top if kind == "row" else -1):
                    if 0 <= near < len(steps):
                        shown[near] = True
            if kind in _HEADINGS:
                heading = at
            top = at if kind == "head" else top if kind == "row" else -1
        return shown

    def fold(self, steps: Sequence[Step]) -> Piece:
        """A stretch without changes."""
        only = {self.found.new[step.new].kind for step in steps}
        kinds = {_CONTAINERS.get(kind, "") for kind in only}
        container = kinds.pop() if len(kinds) == 1 else ""
        key = _FOLDS.get(container) or (
            "d_fold_items" if only == {"li"} else "d_fold" if only == {"p"} else "d_fold_parts"
        )
        key = key if len(steps) > 1 else "d_fold_one"
        return self.note(container, "fold", self.words.say(key, len(steps)))

    def note(self, container: str, kind: str, said: str) -> Piece:
        """Words of ours between the blocks, in a form that may stand there."""
        if container == "table":
            return Piece(container, False, f'<tr class="bw-d-{kind}"><td colspan="99">{escape(said)}</td></tr>')
        if container == "pre":
            return Piece(container, False, f'<span class="bw-d-line bw-d-{kind}">{escape(said)}\n</span>')
        return Piece("", False, f'<p class="bw-d-{kind}">{escape(said)}</p>')

    def unchanged(self, step: Step) -> Piece:
        """An unchanged block beside a change."""
        block = self.block(step)
        known = self.sheet.drawn.get(id(block))
        if known is None:
            clip: Callable[..., str] = inline if block.kind in _CONTAINERS else context
            made = self.framed(block, "same", [clip(cell) for cell in self.sheet.words(block)])
            known = self.sheet.drawn[id(block)] = block, made.html
        return Piece(_CONTAINERS.get(block.kind, ""), block.kind in _STARTS, known[1])

    def changed(self, step: Step, at: int) -> Iterator[Piece]:
        """A block that changed, came, went or moved."""
        block = self.block(step)
        if step.state in ("from", "to"):
            yield from self.moved(step, at)
            if step.state == "to":
                return
        if step.state in ("removed", "added"):
            sign = "-" if step.state == "removed" else "+"
            cells = [whole(sign, cell, self.words) for cell in self.sheet.words(block)]
            yield self.framed(block, step.state, cells)
        else:
            old = self.found.old[step.old]
            yield self.framed(block, step.state, [*self.cells(old, block), *self.form(old, block)])

    def moved(self, step: Step, at: int) -> Iterator[Piece]:
        """Words on where a block went or came from, once for blocks that moved together."""
        steps = self.found.steps
        if at and _goes_on(steps[at - 1], step):
            return
        count = 1
        while at + count < len(steps) and _goes_on(steps[at + count - 1], steps[at + count]):
            count += 1
        here, there = self.new_sections[step.new], self.old_sections[step.old]
        is_down = self.first_seen[step.old] == "to"
        block = self.found.new[step.new]
        if step.state == "from":
            place = self.words["d_above" if is_down else "d_below"] if here == there else there or self.words["d_top"]
            key = "d_moved_from" if here != there else "d_moved_here"
            said = self.words.say(key, place)
        else:
            place = self.words["d_below" if is_down else "d_above"] if here == there else here or self.words["d_top"]
            key = "d_moved_to" if here != there else "d_moved_there"
            said = self.words.say(key, place, first_words(self.sheet, block, QUOTED))
            said += self.words.say("d_moved_more", count - 1) if count > 1 else ""
        yield self.note(_CONTAINERS.get(block.kind, ""), "moved", said)

    def cells(self, old: Block, new: Block) -> list[str]:
        """The cells of a block with what changed in them marked."""
        one, other = self.sheet.words(old), self.sheet.words(new)
        is_code = _CONTAINERS.get(new.kind) == "pre"
        if len(one) == len(other):
            out = []
            for before, after in zip(one, other, strict=True):
                stretches = compare(before, after)
                if stretches is None:
                    out.append(whole("-", before, self.words) + whole("+", after, self.words))
                else:
                    out.append(marked(stretches, self.words, is_code))
            return out
        keys = [tuple(cell) for cell in one], [tuple(cell) for cell in other]
        steps = align(*keys, lambda i, j: 0.0, lambda j: 0)
        return [
            inline(other[step.new])
            if step.state == "same"
            else whole("-", one[step.old], self.words)
            if step.new < 0
            else whole("+", other[step.new], self.words)
            for step in steps
        ]

    def form(self, old: Block, new: Block) -> Iterator[str]:
        """Words on what a block was, where it is something else now: no mark in its text would say so."""
        if (old.kind, old.nest) != (new.kind, new.nest) and new.kind not in ("row", "head"):
            was = self.words["d_nest"] if old.kind == new.kind else self.words.get(f"d_kind_{old.kind}", old.kind)
            yield f' <span class="bw-d-form">{escape(self.words.say("d_form", was))}</span>'

    def framed(self, block: Block, state: str, cells: Sequence[str]) -> Piece:
        """A block in the element that is its own."""
        container = _CONTAINERS.get(block.kind, "")
        starts = block.kind in _STARTS
        if container == "table":
            tag = "th" if block.kind == "head" else "td"
            inner = "".join(f"<{tag}>{cell}</{tag}>" for cell in cells)
            return Piece(container, starts, f'<tr class="bw-d--{state}">{inner}</tr>')
        inner = "".join(cells)
        if container == "pre":
            kind = " bw-d-fence" if block.kind == "fence" else ""
            return Piece(container, starts, f'<span class="bw-d-line{kind} bw-d--{state}">{inner}\n</span>')
        depth = min(block.nest.count("-"), 6)
        nest = (f" bw-d-in{depth}" if depth else "") + (
            " bw-d-quote" if len(block.nest) > block.nest.count("-") else ""
        )
        sign = f'<span class="bw-d-sign">{escape(block.sign or "•")}</span> ' if block.kind == "li" else ""
        inner = "* * *" if block.kind == "rule" else inner
        return Piece("", False, f'<p class="bw-d-{block.kind} bw-d--{state}{nest}">{sign}{inner}</p>')

    def two_versions(self) -> str:
        """The beginnings of both versions, one after the other."""
        out = []
        for key, blocks in (("d_before", self.found.old), ("d_after", self.found.new)):
            pieces = [
                self.framed(block, "same", [context(cell) for cell in self.sheet.words(block)])
                for block in blocks[:MOST_FAR]
            ]
            if len(blocks) > MOST_FAR:
                pieces.append(self.note("", "note", self.words.say("d_more_blocks", len(blocks) - MOST_FAR)))
            out.append(f"<div><p><strong>{escape(self.words[key])}</strong></p>{_put_together(iter(pieces))}</div>")
        return f'<div class="bw-d-two">{"".join(out)}</div>'


def _goes_on(one: Step, other: Step) -> bool:
    """Whether two steps moved together."""
    return (
        one.state == other.state
        and one.state in ("from", "to")
        and (other.old, other.new) == (one.old + 1, one.new + 1)
    )


def _values(values: Sequence[ValueChange], words: Words) -> str:
    """Front-matter values that changed, before and after."""
    head = "".join(f'<th scope="col">{escape(words[key])}</th>' for key in ("d_key", "d_before", "d_after"))
    rows = "".join(_value(value, words) for value in values)
    return f'<table class="bw-d-values"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _value(value: ValueChange, words: Words) -> str:
    """One row: the key, what it said, what it says."""
    name = words["d_front"] if value.key == UNREAD else value.key
    if name.startswith("sources "):
        name = words.say("d_source", name.removeprefix("sources "))
    before, after = _lines(value, words)
    cells = "".join(
        f'<td data-label="{escape(words[key])}">{"".join(f"<div>{line}</div>" for line in lines) or "–"}</td>'
        for key, lines in (("d_before", before), ("d_after", after))
    )
    return f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'


def _lines(value: ValueChange, words: Words) -> tuple[list[str], list[str]]:
    """The lines of a value on both sides; of many only those that changed."""
    old = [tokens((line,)) for line in (value.before or ())[:MOST_LINES]]
    new = [tokens((line,)) for line in (value.after or ())[:MOST_LINES]]
    if value.before is None or value.after is None:
        return [whole("-", line, words) for line in old], [whole("+", line, words) for line in new]
    sheet = Sheet()
    blocks = [[Block("p", "", "", ((line,),)) for line in lines[:MOST_LINES]] for lines in (value.before, value.after)]
    one, other = ([sheet.number(block) for block in side] for side in blocks)
    before, after = [], []
    for step in align(one, other, lambda i, j: sheet.alike(blocks[0][i], blocks[1][j]), lambda j: 0):
        if step.state == "same":
            if max(len(old), len(new)) <= FEW_LINES:
                before.append(context(old[step.old]))
                after.append(context(new[step.new]))
        elif step.state == "changed":
            stretches = compare(old[step.old], new[step.new])
            if stretches is not None:
                before.append(marked(stretches, words, False, "=-"))
                after.append(marked(stretches, words, False, "=+"))
        elif step.new < 0:
            before.append(whole("-", old[step.old], words))
        else:
            after.append(whole("+", new[step.new], words))
    return before, after
