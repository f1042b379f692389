"""Front matter, strict: where the block ends, what it holds, and where each key and value stands.

Scalars keep their source text; nothing is converted here (`no`, `1.10` and `2026-08-01` stay text). The loader runs on
libyaml's events, so that its answer depends on no resolver. python-frontmatter's own handler silently drops a block with a
BOM, an unclosed block, a list or a scalar; this handler of the same interface reports each instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import frontmatter.default_handlers
import yaml

from brainwiki.markup import canonical
from brainwiki.model.page import Mark, MetaPath, Problem

MAX_BLOCK = 64 * 1024
MAX_DEPTH = 8

_OPEN = re.compile(r"---[ \t]*(?:\n|$)")
_CLOSE = re.compile(r"^---[ \t]*$", re.MULTILINE)
_KEY_LINE = re.compile(r"[\w\"'][^\n:]*:(?:[ \t]|$)", re.MULTILINE)
_BRACKET = re.compile(r"[\[{]")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Errors that libyaml notices later than a person would: the place to mend is where the construct opens.
_OPENERS = frozenset(
    {
        "while scanning a simple key",
        "while scanning a quoted scalar",
        "while parsing a flow sequence",
        "while parsing a flow mapping",
    }
)


class Block(NamedTuple):
    """Where a front-matter block stands in a text: `start` and `end` of the YAML, `body` where the page's body begins."""

    start: int
    end: int
    body: int


@dataclass(frozen=True)
class FrontMatter:
    """A block as read: values in source order (texts, lists, mappings), and what was wrong.

    `starts` says where each entry of `sources` stands, `ambiguous` whether a plain word may mean something else to another
    loader. Marks, one for each path, are found when first asked for: by `read_marks` where the fast reader took the values.
    """

    present: bool
    body: int
    meta: dict[str, Any] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    starts: tuple[int, ...] = ()
    ambiguous: bool = False
    read_marks: Callable[[], dict[MetaPath, Mark]] = field(default=dict, compare=False, repr=False)

    @cached_property
    def marks(self) -> dict[MetaPath, Mark]:
        """Where each value stands, by its path."""
        return self.read_marks()


class StrictHandler(frontmatter.default_handlers.BaseHandler):  # type: ignore[misc]
    """python-frontmatter's handler interface over the strict loader: `frontmatter.Frontmatter` tools may be given this one."""

    FM_BOUNDARY = _CLOSE
    START_DELIMITER = "---"
    END_DELIMITER = "---"

    def detect(self, text: str) -> bool:
        """Whether the text opens with a front-matter block, closed or not."""
        return _OPEN.match(text) is not None

    def locate(self, text: str) -> Block | None:
        """The block's place, or None where it is never closed by a line `---`."""
        opening = _OPEN.match(text)
        if opening is None:
            return None
        start = opening.end()
        line = text.find("\n---", start - 1) + 1
        while line:
            closing = _CLOSE.match(text, line)
            if closing:
                return Block(start, line, min(closing.end() + 1, len(text)))
            line = text.find("\n---", line) + 1
        return None

    def split(self, text: str) -> tuple[str, str]:
        """The YAML and the body, exactly as they stand; raises ValueError where there is no closed block."""
        block = self.locate(text)
        if block is None:
            raise ValueError("no closed front-matter block")
        return text[block.start : block.end], text[block.body :]

    def load(self, fm: str, **_kwargs: object) -> dict[str, Any]:
        """The block's values as source text; raises ValueError with the first problem."""
        read_block = _read_block(fm, 0, 0)
        if read_block.problems:
            raise ValueError(read_block.problems[0].detail)
        return read_block.meta

    def export(self, metadata: dict[str, object], **_kwargs: object) -> str:
        """Refuses: a dump would lose comments, order and quoting. `markup.writer` edits what changed."""
        raise NotImplementedError("front matter is edited in place by brainwiki.markup.writer, never dumped")


HANDLER = StrictHandler()


def read(text: str) -> FrontMatter:
    """Read the front matter of a page's text (LF view). Problems are values; the body is kept whatever was wrong."""
    if not HANDLER.detect(text):
        return FrontMatter(False, 0, problems=(Problem("no-front-matter", 0, 0, _first_words(text)),))
    block = HANDLER.locate(text)
    if block is None:
        return _unclosed(text)
    if text.startswith("\n", block.start) and not _KEY_LINE.match(text[block.start : block.end].lstrip()):
        return FrontMatter(False, 0, problems=(Problem("no-front-matter", 0, 3, "the page opens with a rule"),))
    if block.end - block.start > MAX_BLOCK:
        problem = Problem("yaml-too-complex", 0, 3, f"the block is larger than {MAX_BLOCK // 1024} KiB")
        return FrontMatter(True, block.body, problems=(problem,))
    found = _read_block(text[block.start : block.end], block.start, block.body)
    second = _second_block(text, block.body)
    return replace(found, problems=(*found.problems, *second)) if second else found


def _first_words(text: str) -> str:
    return text.strip().split("\n", 1)[0][:40]


def _unclosed(text: str) -> FrontMatter:
    """A page may open with a thematic break; only what looks like a key makes it an unclosed block."""
    first = text.partition("\n")[2].lstrip().partition("\n")[0]
    if not _KEY_LINE.match(first):
        return FrontMatter(False, 0, problems=(Problem("no-front-matter", 0, 3, "the page opens with a rule"),))
    return FrontMatter(True, 0, problems=(Problem("unclosed-front-matter", 0, 3, ""),))


def _second_block(text: str, body: int) -> tuple[Problem, ...]:
    """Another block right after the first: what a tool leaves that did not see the first one."""
    start = body
    while start < len(text) and text[start] == "\n":
        start += 1
    rest = text[start : start + MAX_BLOCK]
    if not HANDLER.detect(rest):
        return ()
    block = HANDLER.locate(rest)
    if block is None or not _KEY_LINE.match(rest[block.start : block.end].lstrip()):
        return ()
    return (Problem("second-front-matter", start, start + 3, ""),)


class _RefusedError(Exception):
    """A construct that the format does not allow; carries the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


class _Builder:
    """Turns libyaml's events into values and marks, refusing what the format refuses."""

    def __init__(self, yaml_text: str, offset: int) -> None:
        self.text = yaml_text
        self.offset = offset
        self.marks: dict[MetaPath, Mark] = {}
        self.problems: list[Problem] = []

    def at(self, mark: Any) -> int:
        """The page offset of an event; libyaml counts code points."""
        return self.offset + int(mark.index)

    def refuse(self, kind: str, event: Any, detail: str) -> _RefusedError:
        """The exception that ends the reading of the block at `event`."""
        start = self.at(event.start_mark)
        return _RefusedError(Problem(kind, start, start + 1, detail))

    def value(self, events: Iterator[Any], event: Any, path: MetaPath) -> Any:
        """The value that begins with `event`: text, list or mapping."""
        if len(path) > MAX_DEPTH:
            raise self.refuse("yaml-too-complex", event, f"nested deeper than {MAX_DEPTH}")
        kind = type(event)
        if kind is yaml.AliasEvent:
            raise self.refuse("yaml-too-complex", event, f"the alias *{event.anchor}")
        if event.anchor is not None:
            raise self.refuse("yaml-too-complex", event, f"the anchor &{event.anchor}")
        if event.tag is not None:
            raise self.refuse("yaml-too-complex", event, f"the tag {event.tag}")
        start = self.offset + event.start_mark.index
        if kind is yaml.ScalarEvent:
            self.marks[path] = Mark(start, not event.style)  # libyaml gives None or "" for a plain scalar
            return event.value
        self.marks[path] = Mark(start, False)
        return self.sequence(events, path) if kind is yaml.SequenceStartEvent else self.mapping(events, path)

    def sequence(self, events: Iterator[Any], path: MetaPath) -> list[Any]:
        """The rest of a list."""
        items: list[Any] = []
        for event in events:
            if type(event) is yaml.SequenceEndEvent:
                break
            items.append(self.value(events, event, (*path, len(items))))
        return items

    def mapping(self, events: Iterator[Any], path: MetaPath) -> dict[str, Any]:
        """The rest of a mapping; the first value of a repeated key is kept and the repeat is a problem."""
        found: dict[str, Any] = {}
        first: dict[str, int] = {}
        for event in events:
            if type(event) is yaml.MappingEndEvent:
                break
            key = self.key(event)
            start = self.offset + event.start_mark.index
            if key in found:
                self.problems.append(Problem("duplicate-key", start, start + len(key), f"{key}\0{first[key]}"))
                self.value(events, next(events), (*path, key, -1))  # a path of no value
            else:
                first[key] = start
                found[key] = self.value(events, next(events), (*path, key))
        return found

    def key(self, event: Any) -> str:
        """A key's text; anchors, tags and keys that are not text are refused."""
        if type(event) is not yaml.ScalarEvent:
            raise self.refuse("yaml-error", event, "a key that is not text")
        if event.anchor is not None or event.tag is not None:
            raise self.refuse("yaml-too-complex", event, "an anchor or tag on a key")
        return str(event.value)


def _read_block(yaml_text: str, offset: int, body: int) -> FrontMatter:
    """A block's values: by the fast reader where the block has the usual form, else by the strict one."""
    try:
        meta, starts, ambiguous = canonical.read(yaml_text, offset)
    except canonical.NotCanonicalError:
        return read_strictly(yaml_text, offset, body)
    return FrontMatter(True, body, meta, (), starts, ambiguous, lambda: read_strictly(yaml_text, offset, body).marks)


def read_strictly(yaml_text: str, offset: int, body: int) -> FrontMatter:
    """A block's values and marks by libyaml's events: the reference for what front matter means."""
    builder = _Builder(yaml_text, offset)
    meta: dict[str, Any] = {}
    try:
        meta = _top(builder, body)
    except _RefusedError as refused:
        builder.problems.append(refused.problem)
    except yaml.YAMLError as error:
        builder.problems.append(_yaml_problem(error, yaml_text, offset))
    marks = builder.marks
    entries = meta.get("sources")
    starts = [marks[("sources", place)].start for place in range(len(entries) if isinstance(entries, list) else 0)]
    ambiguous = any(mark.plain and canonical.AMBIGUOUS.match(_value_at(meta, path)) for path, mark in marks.items())
    return FrontMatter(True, body, meta, tuple(builder.problems), tuple(starts), ambiguous, lambda: marks)


def _value_at(meta: Any, path: MetaPath) -> str:
    """The text at a path; empty for the dropped repeat of a key."""
    for part in path:
        try:
            meta = meta[part]
        except (KeyError, IndexError, TypeError):
            return ""
    return meta if isinstance(meta, str) else ""


def _top(builder: _Builder, body: int) -> dict[str, Any]:
    events: Iterator[Any] = iter(_LOADER(builder.text).get_event, None)
    for event in events:
        if isinstance(event, (yaml.StreamStartEvent, yaml.DocumentStartEvent)):
            continue
        if isinstance(event, yaml.StreamEndEvent):
            builder.problems.append(Problem("not-a-mapping", 0, 3, "empty"))
            return {}
        value = builder.value(events, event, ())
        closing, after = next(events), next(events)
        if closing.explicit:
            raise builder.refuse("yaml-error", closing, "`...` does not close a block; a line `---` does")
        if not isinstance(after, yaml.StreamEndEvent):
            raise builder.refuse("yaml-error", after, "a second YAML document in the block")
        if not isinstance(value, dict):
            what = "a list" if isinstance(value, list) else "null" if value in ("", "null", "~") else "a single value"
            builder.problems.append(Problem("not-a-mapping", 0, 3, what))
            return {}
        return value
    return {}


def _yaml_problem(error: yaml.YAMLError, yaml_text: str, offset: int) -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if getattr(error, "context", None) in _OPENERS:
        mark = getattr(error, "context_mark", mark)
    what = str(getattr(error, "problem", "") or "not readable as YAML")
    place = offset + min(mark.index, len(yaml_text)) if mark else offset
    if mark and "cannot start any token" in what and yaml_text.startswith("\t", mark.index):
        what = "a tab where YAML wants blanks"
    if isinstance(error, yaml.reader.ReaderError):
        found = yaml.reader.Reader.NON_PRINTABLE.search(yaml_text)  # the error itself counts bytes
        place, what = offset + (found.start() if found else 0), "a character that YAML does not allow"
    # libyaml looks ahead, and gives up before the builder sees the ninth level.
    if mark and "maximum nesting depth" in what:
        return _too_deep(yaml_text, offset, mark.index)
    return Problem("yaml-error", place, place + 1, what)


def _too_deep(yaml_text: str, offset: int, index: int) -> Problem:
    """Brackets in brackets: told at the first one over the cap, where it stands on the line that libyaml names."""
    start = yaml_text.rfind("\n", 0, index) + 1
    over = next(islice(_BRACKET.finditer(yaml_text, start, index), MAX_DEPTH, None), None)
    place = offset + (over.start() if over else index)
    return Problem("yaml-too-complex", place, place + 1, f"nested deeper than {MAX_DEPTH}")
