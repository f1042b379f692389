"""The front matter of two states of a page brought together key by key, as edits of one of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from brainwiki.markup import frontmatter
from brainwiki.markup.writer import Edit

UNITED = frozenset({"observations", "tags", "aliases"})
PROPOSED = "generated"  # who wrote the page last: that is the proposal

_KEY = re.compile(r"""(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#\-\[\]{}"',&*!|>%@`][^:\n]*?))[ \t]*:(?=[ \t\n]|$)""")
_ITEM = re.compile(r"([ \t]*)-[ \t]+(\S.*)")
_FLOW = re.compile(r"(.*?:[ \t]*)\[([^\[\]{}\"'#\n]*)\]([ \t]*\n)")
_FLOW_SAFE = re.compile(r"[^\[\]{},:#\"'\n]+")


class UnmergedError(ValueError):
    """The two states of a key cannot be brought together; says why, for people."""


class Entry(NamedTuple):
    """One entry of `sources`: its id, its values, and where its lines stand in the text."""

    id: str
    values: Mapping[str, Any]
    start: int
    end: int


@dataclass(frozen=True)
class Matter:
    """The front matter of one state of a page. `text` is the page's whole text (LF view)."""

    text: str

    @cached_property
    def read(self) -> frontmatter.FrontMatter:
        """The values, with where each of them stands."""
        return frontmatter.read(self.text)

    @cached_property
    def block(self) -> frontmatter.Block | None:
        """Where the block stands; None where there is none."""
        return frontmatter.HANDLER.locate(self.text) if self.read.present else None

    @cached_property
    def spans(self) -> dict[str, tuple[int, int]]:
        """The lines of each key, in order. Raises UnmergedError where they cannot be told apart."""
        if self.block is None:
            return {}
        starts: list[tuple[str, int]] = []
        at = self.block.start
        while at < self.block.end:
            match = _KEY.match(self.text, at, self.block.end)
            if match:
                starts.append((next(filter(None, match.groups()), ""), at))
            at = self.text.find("\n", at) + 1
        if [key for key, _ in starts] != list(self.read.meta):
            raise UnmergedError("its front matter is written in a way that cannot be merged key by key")
        ends = [start for _, start in starts[1:]] + [self.block.end]
        return {key: (start, end) for (key, start), end in zip(starts, ends, strict=True)}

    def lines(self, key: str) -> str | None:
        """The lines of a key as they stand; None where it is not there."""
        span = self.spans.get(key)
        return self.text[span[0] : span[1]] if span else None

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """The entries of `sources` by id. Raises UnmergedError where they do not stand one below another."""
        listed = self.read.meta.get("sources")
        if listed is None:
            return {}
        odd = UnmergedError("its `sources` are written in a way that cannot be merged one by one")
        if not isinstance(listed, list) or not all(isinstance(one, dict) and "id" in one for one in listed):
            raise odd
        starts = [self.text.rfind("\n", 0, place) + 1 for place in self.read.starts]
        for start, place in zip(starts, self.read.starts, strict=True):
            if self.text[start:place].strip() != "-":
                raise odd
        ends = [*starts[1:], self.spans["sources"][1]]
        found = {
            str(one["id"]): Entry(str(one["id"]), {**one, "id": ""}, start, end)
            for one, start, end in zip(listed, starts, ends, strict=True)
        }
        if len(found) != len(listed):
            raise UnmergedError("two of its sources have one id")
        return found


class MergedKeys(NamedTuple):
    """Edits of the text of `theirs`, and the values that the front matter then has (without `sources`)."""

    edits: tuple[Edit, ...]
    values: Mapping[str, Any]
    reasons: tuple[str, ...]


def merge_keys(base: Matter, ours: Matter, theirs: Matter) -> MergedKeys:
    """What is to be edited in `theirs`, so that it holds what `ours` changed too; `reasons` tells the keys where both differ.

    Raises UnmergedError where a block cannot be taken apart.
    """
    if ours.spans and theirs.block is None:
        raise UnmergedError("its front matter is new on one side")
    edits: list[Edit] = []
    values = dict(theirs.read.meta)
    reasons: list[str] = []
    added: dict[int, str] = {}
    for key in dict.fromkeys([*ours.spans, *base.spans]):
        was, mine, other = (one.lines(key) for one in (base, ours, theirs))
        if mine in (was, other) or _same(key, ours, theirs):
            continue
        try:
            text = mine if other == was or key == PROPOSED else _both(key, base, ours, theirs)
        except UnmergedError as error:
            reasons.append(str(error))
            continue
        _put(edits, added, theirs, (key, text, _place(key, ours, theirs)))
        if text is None:
            values.pop(key, None)
        else:
            values[key] = _united(key, base, ours, theirs) if key in UNITED else ours.read.meta[key]
    edits += [Edit(at, at, text) for at, text in added.items()]
    values.pop("sources", None)
    return MergedKeys(tuple(edits), values, tuple(reasons))


def _same(key: str, ours: Matter, theirs: Matter) -> bool:
    """Whether a key says the same on both sides, however it is written."""
    return key in ours.read.meta and ours.read.meta[key] == theirs.read.meta.get(key)


def _put(edits: list[Edit], added: dict[int, str], theirs: Matter, change: tuple[str, str | None, int]) -> None:
    """Note how the lines of a key change; what is new at one place is written in its order."""
    key, text, place = change
    span = theirs.spans.get(key)
    if span is not None:
        edits.append(Edit(*span, text or ""))
    elif text is not None:
        added[place] = added.get(place, "") + text


def _place(key: str, ours: Matter, theirs: Matter) -> int:
    """Where a new key goes: after the key that it follows."""
    before = list(ours.spans)[: list(ours.spans).index(key)] if key in ours.spans else []
    known = [theirs.spans[one][1] for one in before if one in theirs.spans]
    assert theirs.block is not None
    return known[-1] if known else theirs.block.start


def _both(key: str, base: Matter, ours: Matter, theirs: Matter) -> str | None:
    """The lines of a key that both sides changed."""
    if key not in ours.spans or key not in theirs.spans or key not in (*UNITED, "sources"):
        raise UnmergedError(f"`{key}` was changed on both sides")
    return "".join(_sources(base, ours, theirs)) if key == "sources" else _list(key, base, ours, theirs)


def merged_entries(base: Matter, ours: Matter, theirs: Matter) -> dict[str, tuple[Matter, Entry]]:
    """The sources that the merged page has, each with the side that it is taken from; raises UnmergedError."""
    found: dict[str, tuple[Matter, Entry]] = {}
    for name in dict.fromkeys([*theirs.entries, *ours.entries]):
        was, mine, other = (one.entries.get(name) for one in (base, ours, theirs))
        values = [one.values if one else None for one in (was, mine, other)]
        if values[1] != values[0] and values[2] not in (values[0], values[1]):
            raise UnmergedError(f"source {name} was changed on both sides")
        side, entry = (theirs, other) if values[1] == values[0] or values[1] == values[2] else (ours, mine)
        if entry is not None:
            found[name] = side, entry
    return found


def _sources(base: Matter, ours: Matter, theirs: Matter) -> Iterator[str]:
    """The lines of `sources`: those of `theirs` in their order, then what is new in `ours`, indented as they are."""
    start, end = theirs.spans["sources"]
    first = min((one.start for one in theirs.entries.values()), default=end)
    yield theirs.text[start:first]
    dash = next((_dash(theirs, one) for one in theirs.entries.values()), "  ")
    for side, entry in merged_entries(base, ours, theirs).values():
        lines = side.text[entry.start : entry.end]
        yield lines if side is theirs else _moved(lines, _dash(side, entry), dash)


def _dash(side: Matter, entry: Entry) -> str:
    """The white space before the dash of an entry."""
    line = side.text[entry.start : entry.end]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _moved(lines: str, old: str, new: str) -> str:
    """Lines of a list at another indent."""
    return "".join(new + line.removeprefix(old) for line in lines.splitlines(keepends=True))


def _united(key: str, base: Matter, ours: Matter, theirs: Matter) -> Any:
    """The values of a list: what one side added is in, what one side took out is not."""
    if theirs.lines(key) == base.lines(key):
        return ours.read.meta[key]
    was, mine, other = (_values(one, key) for one in (base, ours, theirs))
    kept = [one for one in other if one in mine or one not in was]
    return [*kept, *(one for one in mine if one not in was and one not in other)]


def _values(side: Matter, key: str) -> list[Any]:
    value = side.read.meta.get(key, [])
    if not isinstance(value, list):
        raise UnmergedError(f"`{key}` was changed on both sides and is no list")
    return value


def _list(key: str, base: Matter, ours: Matter, theirs: Matter) -> str:
    """The lines of a list of short texts, in the form that `theirs` has."""
    raw = _raw(ours, key) | _raw(theirs, key)
    wanted = [(value, raw[value]) for value in _united(key, base, ours, theirs)]
    lines = theirs.lines(key) or ""
    flow = _FLOW.fullmatch(lines)
    if flow:
        return f"{flow[1]}[{', '.join(_in_flow(value, text) for value, text in wanted)}]{flow[3]}"
    head, *items = lines.splitlines(keepends=True)
    found = _ITEM.match(items[0]) if items else None
    dash = f"{found[1]}- " if found else "  - "
    return "".join([head, *(f"{dash}{text}\n" for _, text in wanted)]) if wanted else f"{key}: []\n"


def _in_flow(value: str, text: str) -> str:
    return text if _FLOW_SAFE.fullmatch(text) else json.dumps(value, ensure_ascii=False)


def _raw(side: Matter, key: str) -> dict[str, str]:
    """The items of a list as they are written, by value; raises UnmergedError where they cannot be told apart."""
    lines, values = side.lines(key) or "", _values(side, key)
    flow = _FLOW.fullmatch(lines)
    if flow:
        texts = [one.strip() for one in flow[2].split(",")] if flow[2].strip() else []
    else:
        texts = [match[2] for line in lines.splitlines()[1:] if (match := _ITEM.fullmatch(line))]
        texts = texts if len(texts) == lines.count("\n") - 1 else []
    if len(texts) != len(values) or not all(isinstance(one, str) for one in values):
        raise UnmergedError(f"`{key}` was changed on both sides and is written in a way that cannot be merged")
    return dict(zip(values, texts, strict=True))
